"""The arguments of ``heistboard play``, and those that other commands with a game share."""

from heistboard.cli import values
from heistboard.cli.parser import Parser

__all__ = [
    "BRIGHTNESS_HELP",
    "GAME_HELP",
    "HINTS_HELP",
    "PLAYERS_HELP",
    "add_language",
    "add_options",
    "add_play_arguments",
]

GAME_HELP = "see `heistboard games`"
PLAYERS_HELP = "how many people play; default: the fewest that the game allows"
HINTS_HELP = "how much the table helps to deduce: off, or a grade that `heistboard games` explains"
BRIGHTNESS_HELP = "of the lights: full, evening or night"


def add_play_arguments(play: Parser) -> None:
    """Adds what only ``play`` has."""
    play.add_argument("game", metavar="GAME", nargs="?", help=GAME_HELP)
    play.add_argument("--players", metavar="N", type=values.count, help=PLAYERS_HELP)
    add_language(play)
    play.add_argument(
        "--voice", action="store_true", help="speak announcements (espeak-ng); default: silent"
    )
    play.add_argument(
        "--resume",
        metavar="ID",
        type=values.count,
        help="resume a game; see `heistboard journal list`; default: begin a new one",
    )
    add_options(
        play,
        "an option of the game or its table, also as --NAME VALUE; `heistboard games` lists them "
        "and their defaults",
    )
    play.add_argument(
        "--deal",
        metavar="DECK=WHO",
        type=values.dealer,
        action="append",
        default=[],
        help="who deals a deck: host (the computer) or hands (real cards); repeatable; default: "
        "host",
    )
    play.add_argument(
        "--hints", metavar="GRADE", help=f"{HINTS_HELP}; default: off, or as the game was left"
    )
    play.add_argument(
        "--brightness",
        metavar="HOW",
        type=values.brightness,
        help=f"{BRIGHTNESS_HELP}; remembered; default: as last time, at first full",
    )
    play.add_argument(
        "--bot",
        dest="bots",
        metavar="SEAT=NAME",
        type=values.named,
        action="append",
        default=[],
        help="the computer plays that seat; `heistboard games` lists who can; repeatable; "
        "default: people play",
    )
    play.add_argument(
        "--guide",
        action="store_true",
        help="a guided first game, against the computer; default: no guide",
    )
    play.add_argument(
        "--supply",
        metavar="WHICH",
        type=values.supply,
        help="usb, or own: the lights have their own 5 V supply and may draw more; remembered; "
        "default: as last time, at first usb",
    )
    play.add_argument(
        "--lan",
        action="store_true",
        help="serve the pages to the whole network; default: to this computer alone",
    )
    play.add_argument(
        "--port",
        metavar="P",
        type=values.port,
        help="port of the pages, 1..65535; default: the first free one from 8555 on",
    )
    play.add_argument(
        "--no-browser",
        action="store_true",
        help="do not open a page; default: one is opened on a desktop",
    )
    play.epilog = (
        "--board, by default: auto, the real boards that are found, else as many simulated ones "
        "as the game has floors."
    )
    play.add_argument(
        "--tls",
        action="store_true",
        help="encrypt the pages, with a certificate that is made; default: they are not encrypted",
    )
    play.add_argument(
        "--tls-cert",
        metavar="FILE",
        help="encrypt them with your own certificate (PEM); default: none",
    )
    play.add_argument("--tls-key", metavar="FILE", help="its key; default: it is in the same file")


def add_language(command: Parser) -> None:
    """Adds ``--lang``."""
    command.add_argument(
        "--lang",
        metavar="LANG",
        type=values.language,
        help="en or ru; default: your computer's language, else en",
    )


def add_options(command: Parser, text: str) -> None:
    """Adds ``-o NAME=VALUE``, with *text* as its help."""
    command.add_argument(
        "-o",
        dest="options",
        metavar="NAME=VALUE",
        type=values.named,
        action="append",
        default=[],
        help=f"{text}; repeatable",
    )
