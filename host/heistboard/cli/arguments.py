"""What may be written on the command line, and what is said when something else is."""

import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from heistboard import __version__
from heistboard.cli import values
from heistboard.cli.parser import DEFAULTS, Parser, command_at, everywhere

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["parse"]

_WITH_GAME = ("play", "perft", "simulate")
_TEXT_HELP = "what `heistboard journal export` wrote; - for stdin"
_REVIEW_HELP = "a finished game seen from above, as far as its game has that"
_HINTS_HELP = "how far the table helps to deduce: off, or a grade that `games` lists"
_BRIGHTNESS_HELP = "of the lights: full, evening or night; kept for the next time"
_REVEAL_HELP = "tell what lies under covers while a game is not over: everybody may look then"
_BOARD_HELP = "auto (by USB), sim (simulated), pi (this Raspberry Pi) or a port like /dev/ttyACM0"


class _Built(NamedTuple):
    parser: Parser
    commands: "_SubParsersAction[Parser]"
    groups: dict[str | None, Parser]


def parse(argv: Sequence[str] | None) -> Namespace:
    """Returns what was asked for; ``run`` is the function that does it, or its name.

    Wrong usage ends the program with 2 and a sentence, as :exc:`SystemExit`. A first word that is
    no command of the frame may be a game, whose package is loaded then.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    parser, commands, groups = _build()
    at = command_at(words)
    if at is not None and (words[at] not in commands.choices or words[at] in _WITH_GAME):
        from heistboard.cli import game_commands

        words = game_commands.modern(words, at, commands.choices)
        if words[at] not in commands.choices and (own := game_commands.find_parser(words[at])):
            parser, groups = own, {}
            del words[at]
        elif words[at] == "play":
            words[at + 1 :] = _paired(words[at + 1 :], commands.choices["play"])
    args, unknown = parser.parse_known_args(words)
    for name, value in DEFAULTS.items():
        if not hasattr(args, name):
            setattr(args, name, value)
    if unknown:
        parser.error(f"unrecognized arguments: {unknown[0]}")
    if not hasattr(args, "run"):
        groups.get(getattr(args, "command", None), parser).print_help(sys.stderr)
        raise SystemExit(2)
    return args


def _paired(words: list[str], play: Parser) -> list[str]:
    # What play does not know itself may be an option of the game: -o in a longer spelling.
    made = []
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        is_own = name.startswith("--") and name != "--" and not play.knows(name)
        if is_own and not equals and words and _is_value(words[0]):
            equals, value = "=", words.pop(0)
        made += ["-o", f"{name[2:]}={value}"] if is_own and equals else [word]
    return made


def _is_value(word: str) -> bool:
    return not word.startswith("-") or word[1:2].isdigit()


def _build() -> _Built:
    common = everywhere()
    on_board = Parser(add_help=False, argument_default=SUPPRESS)
    on_board.add_argument("--board", metavar="BOARD", help=_BOARD_HELP)
    timed = Parser(add_help=False)
    timed.add_argument("--seconds", metavar="N", type=values.seconds, help="stop after N seconds")
    revealing = Parser(add_help=False)
    revealing.add_argument("--reveal", action="store_true", help=_REVEAL_HELP)

    parser = Parser(
        prog="heistboard",
        description="A referee for board games, on a board that watches and lights the way.",
        epilog="No hardware? `heistboard play` starts a simulated board. A game may have commands "
        "of its own: `heistboard GAME --help`.",
        parents=[common, on_board],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"heistboard {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def add(
        to: "_SubParsersAction[Parser]",
        name: str,
        run: str | None,
        text: str,
        *parents: Parser,
    ) -> Parser:
        made = to.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            parents=[common, *parents],
            allow_abbrev=False,
        )
        if run:
            made.set_defaults(run=run)
        return made

    _add_play(add, commands, on_board, timed)
    add(commands, "games", "heistboard.cli.games:games", "list the games and their options")
    journal = _add_journal(add, commands)
    _add_rules(add, commands)

    board = add(commands, "board", None, "look at a board", on_board)
    board.epilog = "--board: the simulated one by default."
    boards = board.add_subparsers(dest="board_command", metavar="COMMAND", parser_class=Parser)
    add(
        boards,
        "list",
        "heistboard.cli.board_list:list_boards",
        "list the boards that are found",
        on_board,
    )
    add(boards, "info", "heistboard.cli.board_list:info", "say all that one board tells", on_board)
    watch = add(
        boards,
        "watch",
        "heistboard.cli.board_watch:watch",
        "watch reeds, lights and link live",
        on_board,
        timed,
        revealing,
    )
    watch.add_argument("--frames", action="store_true", help="print decoded frames line by line")
    files = watch.add_mutually_exclusive_group()
    files.add_argument("--record", metavar="FILE", help="write all bytes to a recording")
    files.add_argument("--replay", metavar="FILE", help="play a recording; needs no board")

    test = add(
        boards,
        "test",
        "heistboard.cli.board_test:test",
        "walk through all reeds, lights and diodes and name what is wrong",
        on_board,
        revealing,
    )
    test.epilog = "On the simulated board simulated hands do it; exit code 1 means faults found."
    test.add_argument("--report", metavar="FILE", help="the report, instead of the data folder's")
    test.add_argument("--from", dest="first", metavar="REED", help="begin the sweep there")
    test.add_argument("--to", dest="last", metavar="REED", help="end it there")
    test.add_argument(
        "--part",
        action="append",
        choices=("reeds", "lights", "diodes"),
        help="only this part (with --from or --to: reeds); may be given again",
    )

    add(
        boards,
        "bench",
        "heistboard.cli.board_bench:bench",
        "time the board's answers",
        on_board,
        timed,
    )

    flash = add(
        boards,
        "flash",
        "heistboard.cli.board_flash:flash",
        "put the firmware of this version onto a board",
        on_board,
    )
    flash.epilog = "--board: the one that is found by USB by default."
    udev = add(
        boards,
        "install-udev",
        "heistboard.cli.board_udev:install_udev",
        "let users of this Linux computer use boards, and keep ModemManager off them",
    )
    udev.add_argument("--print", action="store_true", dest="print_only", help="only print it")

    rehearse = add(
        commands,
        "rehearse",
        "heistboard.cli.rehearse:rehearse",
        "play scripts hand by hand on the whole system, in virtual time",
    )
    rehearse.add_argument("files", metavar="FILE", nargs="+", help="a script")
    rehearse.add_argument(
        "--real",
        action="store_true",
        help="in real time: MicroPython, a pseudo-terminal, and a table that is killed for good",
    )
    rehearse.epilog = "What a script may say is in heistboard/rehearse/script.py."
    umpire = _add_umpire(add, commands)
    doctor = add(
        commands,
        "doctor",
        "heistboard.cli.doctor:doctor",
        "check versions, ports, permissions, last faults and sensors",
        on_board,
    )
    doctor.epilog = "--board: the simulated one and every real one by default."
    return _Built(parser, commands, {"board": board, "journal": journal, "umpire": umpire})


def _add_play(
    add: "Callable[..., Parser]",
    commands: "_SubParsersAction[Parser]",
    *parents: Parser,
) -> None:
    play = add(
        commands,
        "play",
        "heistboard.cli.play:play",
        "play a game on the board; without one, its lights mirror its reeds until one is chosen",
        *parents,
    )
    play.add_argument("game", metavar="GAME", nargs="?", help="see `heistboard games`")
    play.add_argument("--players", metavar="N", type=values.count, help="how many people play")
    play.add_argument(
        "--lang", metavar="en|ru", type=values.language, help="by default your computer's, else en"
    )
    play.add_argument("--voice", action="store_true", help="say aloud what to do (espeak-ng)")
    play.add_argument(
        "--resume", metavar="ID", type=values.count, help="go on with a game; see journal"
    )
    _add_options(play, "an option of the game or its table, also as --NAME VALUE; see `games`")
    play.add_argument(
        "--deal",
        metavar="DECK=WHO",
        type=values.named,
        action="append",
        default=[],
        help="who deals a deck: host (the computer) or hands (real cards); may be given again",
    )
    play.add_argument("--hints", metavar="GRADE", help=_HINTS_HELP)
    play.add_argument("--brightness", metavar="HOW", type=values.brightness, help=_BRIGHTNESS_HELP)
    play.add_argument(
        "--supply",
        metavar="usb|own",
        type=values.supply,
        help="own: the lights have 5 V of their own, and may draw more; kept for the next time",
    )
    play.add_argument("--lan", action="store_true", help="serve the pages to the whole network")
    play.add_argument(
        "--port", metavar="P", type=values.count, help="where the pages are served (8555)"
    )
    play.add_argument("--no-browser", action="store_true", help="open no page")
    play.epilog = "--board: a real board if one is found, else the simulated one."


def _add_journal(add: "Callable[..., Parser]", commands: "_SubParsersAction[Parser]") -> Parser:
    journal = add(commands, "journal", None, "look at the games that were played")
    some = journal.add_subparsers(dest="journal_command", metavar="COMMAND", parser_class=Parser)
    add(some, "list", "heistboard.cli.journal:list_games", "list all games, the latest first")
    show = add(some, "show", "heistboard.cli.journal:show", "show one game, move by move")
    export = add(some, "export", "heistboard.cli.journal:export", "write one game as text")
    for made in (show, export):
        made.add_argument("id", metavar="ID", type=values.count, help="its number in the list")
        made.add_argument(
            "--reveal", action="store_true", help="with all that an unfinished game hides"
        )
    show.add_argument("--review", action="store_true", help=_REVIEW_HELP)
    export.add_argument("--to", metavar="FILE", help="the file, instead of stdout")
    take = add(some, "import", "heistboard.cli.journal:import_game", "add a game from its text")
    take.add_argument("file", metavar="FILE", help=_TEXT_HELP)
    return journal


def _add_umpire(add: "Callable[..., Parser]", commands: "_SubParsersAction[Parser]") -> Parser:
    umpire = add(commands, "umpire", None, "set right what went wrong on the running table")
    some = umpire.add_subparsers(dest="umpire_command", metavar="COMMAND", parser_class=Parser)
    for name, text in (
        ("set-aside", "ignore a reed from now on"),
        ("restore", "believe a reed again"),
    ):
        made = add(some, name, "heistboard.cli.umpire:set_aside", text)
        made.add_argument("reed", metavar="REED", help="like b3.cover, b3.occupant, x23.occupant")
    for name, run, text in (
        ("invite", "invite", "show the way to a seat's private page, for one device"),
        ("put-out", "put_out", "put all devices out of a seat, so that another is invited"),
    ):
        made = add(some, name, f"heistboard.cli.umpire:{run}", text)
        made.add_argument("seat", metavar="SEAT", help="its name; see `heistboard games`")
    correct = add(some, "correct", "heistboard.cli.umpire:correct", "play a move, or undo one")
    correct.add_argument(
        "move", metavar="MOVE", nargs="+", help="a move, or undo for the last one"
    )
    hints = add(some, "hints", "heistboard.cli.umpire:hints", "change what the table tells")
    hints.add_argument("grade", metavar="GRADE", help=_HINTS_HELP)
    light = add(some, "brightness", "heistboard.cli.umpire:brightness", "dim the lights, or not")
    light.add_argument("brightness", metavar="HOW", type=values.brightness, help=_BRIGHTNESS_HELP)
    return umpire


def _add_rules(add: "Callable[..., Parser]", commands: "_SubParsersAction[Parser]") -> None:
    replay = add(commands, "replay", "heistboard.cli.replay:replay", "play a game's text again")
    replay.add_argument("file", metavar="FILE", help=_TEXT_HELP)
    replay.add_argument("--review", action="store_true", help=_REVIEW_HELP)

    review = add(
        commands, "review", "heistboard.cli.journal:review", "look back at a game that is over"
    )
    review.add_argument("id", metavar="ID", type=values.count, help="its number in the journal")

    perft = add(commands, "perft", "heistboard.cli.perft:perft", "count the lines of play")
    perft.add_argument("game", metavar="GAME", help="see `heistboard games`")
    perft.add_argument(
        "--depth", metavar="N", type=values.count, required=True, help="moves from the start"
    )
    perft.add_argument("--players", metavar="N", type=values.count, help="how many people play")
    _add_options(perft, "an option of the game; see `heistboard games`")

    simulate = add(
        commands,
        "simulate",
        "heistboard.cli.simulate:simulate",
        "let the computer play many games",
    )
    simulate.add_argument("game", metavar="GAME", help="see `heistboard games`")
    simulate.add_argument(
        "--games", metavar="N", type=values.count, required=True, help="how many"
    )
    simulate.add_argument("--players", metavar="N", type=values.count, help="how many people play")
    _add_options(simulate, "an option of the game; see `heistboard games`")
    simulate.add_argument(
        "--seed", metavar="S", type=int, help="the same one plays the same games"
    )
    simulate.add_argument(
        "--bots",
        metavar="NAMES",
        default="random",
        help="who plays: one for all, NAME,… for each seat, or SEAT=NAME,… for some",
    )


def _add_options(to: Parser, text: str) -> None:
    to.add_argument(
        "-o",
        dest="options",
        metavar="NAME=VALUE",
        type=values.named,
        action="append",
        default=[],
        help=f"{text}; may be given again",
    )
