"""The commands and options of the command line, and the function that each command runs."""

import os
import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from heistboard import __version__
from heistboard.cli import values
from heistboard.cli.parser import (
    COMMAND,
    DEFAULTS,
    IS_ASKED,
    SHELLS,
    Parser,
    command_at,
    everywhere,
)
from heistboard.cli.play_arguments import (
    BRIGHTNESS_HELP,
    GAME_HELP,
    HINTS_HELP,
    PLAYERS_HELP,
    add_language,
    add_options,
    add_play_arguments,
)
from heistboard.word_lists import one_of

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["parse"]

MOST_DEPTH = 1000  # nobody counts so far
MOST_GAMES = 100_000_000  # hours
FACE_MM = (42, 90)  # a circle, a name and a number fit; two beside each other fit a page

_WITH_GAME = ("play", "perft", "simulate")
_OPTION_HELP = "an option of the game; `heistboard games` lists them and their defaults"
_TEXT_HELP = "what `heistboard journal export` wrote, up to 1 MB and 10 000 moves; - for stdin"
_REVIEW_HELP = "the review of a finished game, if the game has one"
_REVEAL_HELP = "show hidden reeds although a game is unfinished: anyone may look at the screen"
_SERIAL_HELP = "a board's serial number or its beginning; see `heistboard board list`"
_BOARD_HELP = (
    "auto (by USB), sim, pi (this Raspberry Pi) or a port like /dev/ttyACM0; repeatable; "
    "none: `play` on screens alone"
)


class _Shared(NamedTuple):
    # Parsers of options that several commands have, for argparse's ``parents``.

    common: Parser
    board: Parser
    seconds: Parser
    reveal: Parser


class _Commands:
    # Adds commands to one parser: the top-level one or a group's.

    def __init__(self, parser: Parser, dest: str, shared: _Shared) -> None:
        self.parser = parser
        self.shared = shared
        self._action: _SubParsersAction[Parser] = parser.add_subparsers(
            dest=dest, metavar=COMMAND, parser_class=Parser
        )

    def add(self, name: str, run: str | None, text: str, *parents: Parser) -> Parser:
        """Adds the command *name*; *run* is ``module:function`` in this package."""
        command = self._action.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            parents=[self.shared.common, *parents],
            allow_abbrev=False,
        )
        command.set_defaults(parser=command)
        if run:
            command.set_defaults(run=f"heistboard.cli.{run}")
        return command

    def group(self, name: str, text: str, *parents: Parser) -> "_Commands":
        return _Commands(self.add(name, None, text, *parents), f"{name}_command", self.shared)

    def add_own(self, game: str) -> Parser:
        """Adds the commands that a *game* brings; its parser is still empty."""
        return self._action.add_parser(game, parents=[everywhere()], allow_abbrev=False)

    @property
    def choices(self) -> dict[str, Parser]:
        return dict(self._action.choices)


class _CommandLine(NamedTuple):
    parser: Parser
    commands: _Commands


def parse(argv: Sequence[str] | None) -> Namespace:
    """Returns the parsed command line; its ``run`` is the function to call, or its name.

    Wrong usage prints a sentence and raises :exc:`SystemExit` with code 2. If the first word is
    not one of these commands, it may be a game; only then is the game's package loaded.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    parser, root = _command_line()
    commands = root.choices
    if IS_ASKED in os.environ:
        from heistboard.cli import completion

        completion.answer(parser, commands, root.add_own)
    at = command_at(words)
    if at is not None and (words[at] not in commands or words[at] in _WITH_GAME):
        from heistboard.cli import game_commands, game_options

        words = game_commands.modern(words, at, commands)
        if words[at] not in commands and (own := game_commands.find_parser(words[at])):
            parser = own
            del words[at]
        elif words[at] == "play":
            if {"-h", "--help"} & {*words}:
                commands["play"].epilog = f"{commands['play'].epilog} {game_options.hints_told()}"
            words[at + 1 :] = _game_options_as_o(words[at + 1 :], commands["play"])
    args, unknown = parser.parse_known_args(words)
    for name, value in DEFAULTS.items():
        if not hasattr(args, name):
            setattr(args, name, value)
    command: Parser = getattr(args, "parser", parser)
    if unknown:
        first = unknown[0]
        is_lacking = command is commands["play"] and first.startswith("--") and "=" not in first
        if is_lacking:
            from heistboard.cli import game_options

            if values := game_options.values_told(args.game, first[2:]):
                command.error(f"{first} needs a value, expected {values}")
        ending = ", or its value is missing" if is_lacking else ""
        command.error(f"there is no option or argument {first}{ending}")
    if not hasattr(args, "run"):
        command.print_help(sys.stderr)
        raise SystemExit(2)
    return args


def _game_options_as_o(words: list[str], play: Parser) -> list[str]:
    # An option that play lacks may belong to the game: --NAME VALUE means -o NAME=VALUE.
    rewritten = []
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        is_own = name.startswith("--") and name != "--" and not play.knows(name)
        if is_own and not equals and words and _is_value(words[0]):
            equals, value = "=", words.pop(0)
        rewritten += ["-o", f"{name[2:]}={value}"] if is_own and equals else [word]
    return rewritten


def _is_value(word: str) -> bool:
    return not word.startswith("-") or word[1:2].isdigit()


def _command_line() -> _CommandLine:
    shared = _shared_options()
    parser = Parser(
        prog="heistboard",
        description="A referee for board games, on a board that watches and lights the way.",
        epilog="No hardware? `heistboard play` starts a simulated board. A game may have commands "
        "of its own: `heistboard GAME --help`.",
        parents=[shared.common, shared.board],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"heistboard {__version__}")
    commands = _Commands(parser, "command", shared)
    _add_play(commands)
    commands.add("games", "games:games", "list the games and their options")
    rules = commands.add(
        "rules", "rules:rules", "print the rulebook of a game, or a section of it"
    )
    rules.add_argument(
        "game", metavar="GAME", nargs="?", help="its name; default: list the rulebooks"
    )
    rules.add_argument(
        "section",
        metavar="SECTION",
        nargs="?",
        help="a section, or the id of a rule or a prompt; default: all of it",
    )
    add_language(rules)
    _add_print(commands)
    _add_journal(commands)
    _add_rules(commands)
    _add_board(commands)
    rehearse = commands.add(
        "rehearse",
        "rehearse:rehearse",
        "play scripts of simulated hands on the whole system, in virtual time",
    )
    rehearse.add_argument("files", metavar="FILE", type=values.file, nargs="+", help="a script")
    rehearse.add_argument(
        "--real",
        action="store_true",
        help="in real time: MicroPython, a pseudo-terminal, and a table that can be killed",
    )
    rehearse.epilog = "heistboard/rehearse/script.py describes what a script may contain."
    _add_umpire(commands)
    doctor = commands.add(
        "doctor",
        "doctor:doctor",
        "check versions, ports, permissions, recent faults and sensors",
        shared.board,
    )
    completion = commands.add(
        "completion",
        "completion:completion",
        "print what switches on the shell's completion of commands, games and options",
    )
    completion.add_argument("shell", metavar="SHELL", choices=SHELLS, help=one_of(SHELLS))
    completion.epilog = (
        'bash and zsh: eval "$(heistboard completion bash)" in ~/.bashrc, with zsh in ~/.zshrc; '
        "fish: source (heistboard completion fish | psub) in ~/.config/fish/config.fish"
    )
    doctor.epilog = "--board, by default: the simulated one and every real one."
    return _CommandLine(parser, commands)


def _shared_options() -> _Shared:
    board = Parser(add_help=False, argument_default=SUPPRESS)
    board.add_argument(
        "--board", metavar="BOARD", type=values.board, action="append", help=_BOARD_HELP
    )
    timed = Parser(add_help=False)
    timed.add_argument(
        "--seconds",
        metavar="N",
        type=values.seconds,
        help="stop after N seconds; default: when you end it, with --json after 5",
    )
    reveal = Parser(add_help=False)
    reveal.add_argument("--reveal", action="store_true", help=_REVEAL_HELP)
    return _Shared(everywhere(), board, timed, reveal)


def _add_play(commands: _Commands) -> None:
    play = commands.add(
        "play",
        "play:play",
        "play a game; without GAME, the lights mirror the reeds until one is chosen",
        commands.shared.board,
        commands.shared.seconds,
    )
    add_play_arguments(play)


def _add_board(commands: _Commands) -> None:
    on_board, timed, reveal = commands.shared[1:]
    board = commands.group(
        "board", "list, watch, test, time and flash boards, and give them floors", on_board
    )
    board.parser.epilog = "--board, by default: sim, except for `flash`, `assign` and `identify`."
    board.add("list", "board_list:list_boards", "list the boards that are found", on_board)
    board.add("info", "board_list:info", "describe one board", on_board)
    watch = board.add(
        "watch", "board_watch:watch", "watch reeds, lights and link live", on_board, timed, reveal
    )
    watch.add_argument("--frames", action="store_true", help="print decoded frames line by line")
    files = watch.add_mutually_exclusive_group()
    files.add_argument(
        "--record", metavar="FILE", type=values.file, help="record all bytes of the link"
    )
    files.add_argument(
        "--replay", metavar="FILE", type=values.file, help="play back a recording, without a board"
    )

    test = board.add(
        "test",
        "board_test:test",
        "walk through all reeds, lights and diodes and name what is wrong",
        on_board,
        reveal,
    )
    test.epilog = (
        "On the simulated board, simulated hands do it. Exit code 1 means that faults were found."
    )
    test.add_argument(
        "--report",
        metavar="FILE",
        type=values.file,
        help="write the report there; default: a new file in the data folder",
    )
    test.add_argument(
        "--from",
        dest="first",
        metavar="REED",
        help="start the sweep there; default: at the first reed",
    )
    test.add_argument(
        "--to", dest="last", metavar="REED", help="end the sweep there; default: at the last reed"
    )
    test.add_argument(
        "--part",
        action="append",
        choices=("reeds", "lights", "diodes"),
        help="only this part; repeatable; default: all, with --from or --to the reeds",
    )

    board.add("bench", "board_bench:bench", "time the board's answers", on_board, timed)
    flash = board.add(
        "flash", "board_flash:flash", "write this version's firmware to a board", on_board
    )
    flash.epilog = "--board, by default: auto, the one found by USB."
    assign = board.add(
        "assign",
        "board_assign:assign",
        "make a board the one of a floor; the choice is remembered",
        on_board,
    )
    assign.add_argument("floor", metavar="FLOOR", type=values.floor, help="1, 2 or 3")
    assign.add_argument(
        "serial", metavar="SERIAL", type=values.serial, nargs="?", help=_SERIAL_HELP
    )
    assign.epilog = (
        "Without SERIAL it takes the only board; if there are several, they show their floors, "
        "and it takes the one whose Done is pressed within a minute. "
        "--board, by default: auto, those found by USB. If a table is running, its boards are "
        "meant."
    )
    identify = board.add(
        "identify",
        "board_assign:identify",
        "let boards show the number of their floor, for ten seconds",
        on_board,
    )
    identify.add_argument(
        "serial", metavar="SERIAL", type=values.serial, nargs="?", help=_SERIAL_HELP
    )
    identify.epilog = (
        "A board without a floor lights its whole round track. "
        "--board, by default: auto, those found by USB. If a table is running, its boards are "
        "meant."
    )
    udev = board.add(
        "install-udev",
        "board_udev:install_udev",
        "let users of this Linux computer use boards, and keep ModemManager off them",
    )
    udev.add_argument("--print", action="store_true", dest="print_only", help="only print it")


def _add_print(commands: _Commands) -> None:
    sheets = commands.add(
        "print", "print_sheets:print_sheets", "write faces of tiles and labels of pads, to print"
    )
    sheets.add_argument("game", metavar="GAME", help="its name; see `heistboard games`")
    sheets.add_argument("folder", metavar="DIR", type=values.folder, help="where files are made")
    sheets.add_argument(
        "--side",
        metavar="MM",
        type=values.number(*FACE_MM),
        help=f"side of a face, {FACE_MM[0]}..{FACE_MM[1]}; default: that of the printed tiles",
    )
    add_language(sheets)


def _add_journal(commands: _Commands) -> None:
    journal = commands.group(
        "journal", "list, show, export, share, import and forget played games"
    )
    journal.add("list", "journal:list_games", "list all games, the latest first")
    show = journal.add("show", "journal:show", "show one game, move by move")
    export = journal.add("export", "journal:export", "write one game as text")
    for command in (show, export):
        command.add_argument("id", metavar="ID", type=values.count, help="its number in the list")
        command.add_argument(
            "--reveal", action="store_true", help="include what an unfinished game hides"
        )
    show.add_argument("--review", action="store_true", help=_REVIEW_HELP)
    export.add_argument("--to", metavar="FILE", type=values.file, help="the file; default: stdout")
    share = journal.add(
        "share", "journal:share_game", "write a finished game to give away: without names or times"
    )
    share.add_argument("id", metavar="ID", type=values.count, help="its number in the list")
    share.add_argument(
        "file", metavar="FILE", type=values.file, nargs="?", help="the file; default: stdout"
    )
    add = journal.add("import", "journal:import_game", "add a game from its text")
    add.add_argument("file", metavar="FILE", type=values.file, help=_TEXT_HELP)
    forget = journal.add("forget", "journal_forget:forget", "delete games for good")
    forget.add_argument(
        "ids", metavar="ID", nargs="+", type=values.count, help="a number in the list"
    )
    forget.add_argument("--yes", action="store_true", help="do not ask")

    counted = commands.add(
        "statistics", "statistics:statistics", "count the finished games: who won, how long, …"
    )
    counted.add_argument("game", metavar="GAME", nargs="?", help="its name; default: all games")
    add_language(counted)


def _add_umpire(commands: _Commands) -> None:
    umpire = commands.group("umpire", "correct the running table")
    for name, text in (
        ("set-aside", "ignore a reed"),
        ("restore", "trust a reed again"),
    ):
        command = umpire.add(name, "umpire:set_aside", text)
        command.add_argument(
            "reed", metavar="REED", type=values.reed, help="like b3.cover or x23.occupant"
        )
    for name, run, text in (
        ("invite", "invite", "show the address of a seat's private page, for one device"),
        ("put-out", "put_out", "disconnect all devices from a seat, so that another can join"),
    ):
        command = umpire.add(name, f"umpire:{run}", text)
        command.add_argument("seat", metavar="SEAT", help="its name; see `heistboard games`")
    correct = umpire.add("correct", "umpire:correct", "play a move, or undo one")
    correct.add_argument(
        "move", metavar="MOVE", nargs="+", help="a move, or `undo` for the last one"
    )
    hints = umpire.add("hints", "umpire:hints", "change the grade of hints")
    hints.add_argument("grade", metavar="GRADE", help=HINTS_HELP)
    light = umpire.add("brightness", "umpire:brightness", "change the brightness of the lights")
    light.add_argument("brightness", metavar="HOW", type=values.brightness, help=BRIGHTNESS_HELP)


def _add_rules(commands: _Commands) -> None:
    replay = commands.add("replay", "replay:replay", "replay a game from its text")
    replay.add_argument("file", metavar="FILE", type=values.file, help=_TEXT_HELP)
    replay.add_argument("--review", action="store_true", help=_REVIEW_HELP)

    review = commands.add("review", "review:review", "review a finished game")
    review.add_argument("id", metavar="ID", type=values.count, help="its number in the journal")

    perft = commands.add("perft", "perft:perft", "count the lines of play")
    perft.add_argument("game", metavar="GAME", help=GAME_HELP)
    perft.add_argument(
        "--depth",
        metavar="N",
        type=values.number(1, MOST_DEPTH),
        required=True,
        help=f"moves from the start, 1..{MOST_DEPTH}",
    )
    perft.add_argument("--players", metavar="N", type=values.count, help=PLAYERS_HELP)
    add_options(perft, _OPTION_HELP)

    simulate = commands.add("simulate", "simulate:simulate", "let the computer play many games")
    simulate.add_argument("game", metavar="GAME", help=GAME_HELP)
    simulate.add_argument(
        "--games",
        metavar="N",
        type=values.number(1, MOST_GAMES),
        required=True,
        help=f"how many, 1..{MOST_GAMES}",
    )
    simulate.add_argument("--players", metavar="N", type=values.count, help=PLAYERS_HELP)
    add_options(simulate, _OPTION_HELP)
    simulate.add_argument(
        "--seed",
        metavar="S",
        type=values.seed,
        help="a number; the same one plays the same games; default: a random one, printed",
    )
    simulate.add_argument(
        "--bots",
        metavar="NAMES",
        default="random",
        help="who plays: one for all, NAME,… for each seat, or SEAT=NAME,… for some; default: "
        "random",
    )
