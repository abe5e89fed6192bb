"""Reads the options of games from the command line: ``--players``, ``-o``, ``--deal``."""

from argparse import Namespace
from collections.abc import Mapping
from typing import NamedTuple

from heistboard import games
from heistboard.app.computer_players import check_bots
from heistboard.games import Package
from heistboard.games.hint_grades import check_grade, grades_of
from heistboard.games.installed import BrokenGame
from heistboard.rules import Choice, Game, Option, State
from heistboard.rules.options import chosen, read
from heistboard.terminal.output import CommandError, UsageError
from heistboard.word_lists import all_of, one_of

__all__ = [
    "Options",
    "find_package",
    "grades_tell",
    "hints_told",
    "new_state",
    "options_for_later",
    "read_bots",
    "read_deal",
    "read_options",
    "require_guide",
    "require_hints",
    "require_known_grade",
    "values_told",
]


class Options(NamedTuple):
    """The options given for a game, including ``players``, and for its table."""

    game: dict[str, Choice]
    table: dict[str, Choice]


def find_package(name: str) -> Package:
    """Returns the game called *name*.

    Raises :exc:`UsageError` if there is none, :exc:`CommandError` if it is broken.
    """
    try:
        return games.package(name)
    except BrokenGame as error:
        raise CommandError(str(error)) from None
    except ValueError as error:
        raise UsageError(f"{error}; see `heistboard games`") from None


def read_options(args: Namespace, package: Package, *, has_table: bool = False) -> Options:
    """Returns the options of ``--players`` and ``-o``; raises :exc:`UsageError`.

    Table options are allowed only with *has_table*.
    """
    game = package.game
    whose = f"{game.name}: "
    table = package.table_options if has_table else {}
    known: dict[str, Option] = {**game.choices, **table}
    made: dict[str, Choice] = {}
    try:
        if args.players is not None:
            made |= chosen(whose, {"players": args.players}, {"players": known["players"]})
        for name, text in args.options:
            if name in made:
                raise ValueError(f"{whose}{name} is given twice; leave one out")
            made[name] = read(whose, name, text, known)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Options(
        {name: value for name, value in made.items() if name in game.choices},
        {name: value for name, value in made.items() if name not in game.choices},
    )


def new_state(game: Game, options: Mapping[str, Choice]) -> State:
    """Returns a game's first state; raises :exc:`UsageError` if options contradict each other."""
    try:
        return game.new(**options)
    except ValueError as error:
        raise UsageError(str(error)) from None


def values_told(game: str | None, name: str) -> str:
    """Returns which values the option *name* of a *game* has; empty if there is none."""
    try:
        package = None if game is None else games.package(game)
    except ValueError:
        return ""
    if package is None:
        return ""
    option = {**package.game.choices, **package.table_options}.get(name)
    return "" if option is None else option.range


def read_deal(args: Namespace, game: Game) -> dict[str, str]:
    """Returns the dealer of each deck in ``--deal``; raises :exc:`UsageError`."""
    deal: dict[str, str] = {}
    for name, dealer in args.deal:
        try:
            game.check_deal({name: dealer})
        except ValueError as error:
            raise UsageError(str(error)) from None
        if name in deal:
            raise UsageError(f"{game.name}: {name} is dealt twice; leave one out")
        deal[name] = dealer
    return deal


def read_bots(args: Namespace, package: Package, options: Mapping[str, Choice]) -> dict[str, str]:
    """Returns the computer players of ``--bot`` by seat; raises :exc:`UsageError`.

    The game's seats may depend on its *options*.
    """
    bots: dict[str, str] = {}
    for seat, name in args.bots:
        if seat in bots:
            raise UsageError(f"--bot: {seat} is named twice; leave one out")
        bots[seat] = name
    if bots:
        try:
            check_bots(bots, package.bot_makers(), package.game.seats(options))
        except ValueError as error:
            raise UsageError(f"--bot: {error}") from None
    return bots


def require_guide(args: Namespace, package: Package, options: Options) -> None:
    """Raises :exc:`UsageError` if there is no guide, or *args* choose what it chooses."""
    name = package.game.name
    if package.guide is None:
        raise UsageError(f"{name} has no guided first game; leave --guide out")
    chosen = {
        "--players": options.game,
        "--bot": args.bots,
        "--deal": args.deal,
        "--hints": args.hints,
        "--resume": args.resume,
    }
    if wrong := [each for each, is_said in chosen.items() if is_said]:
        raise UsageError(f"--guide chooses for you; leave {all_of(wrong)} out")


def grades_tell(package: Package) -> dict[str, str]:
    """Returns what each grade of a game's hints tells, in English."""
    from heistboard.words import Words

    if not package.hint_grades:
        return {}
    words = Words("en", package.game.name)
    keys = {grade: f"hints-{grade}-tells" for grade in package.hint_grades}
    return {
        grade: words.of("start", key) if words.has("start", key) else ""
        for grade, key in keys.items()
    }


def hints_told() -> str:
    """Returns what each grade of hints tells in each game, in English."""
    sentences = []
    for package in games.packages():
        told = [f"{grade}: {tells}" for grade, tells in grades_tell(package).items()]
        if told:
            sentences.append(f"Hints of {package.game.name}. {' '.join(told)}")
    return " ".join(sentences)


def require_hints(args: Namespace, package: Package) -> None:
    """Raises :exc:`UsageError` if the game lacks hints, or the grade of ``--hints``."""
    if args.hints is None:
        return
    if not package.hint_grades:
        raise UsageError(f"{package.game.name} has no hints; leave --hints out")
    try:
        check_grade(args.hints, package)
    except ValueError as error:
        raise UsageError(f"--hints: {error}") from None


def require_known_grade(grade: str, whose: str = "") -> None:
    """Raises :exc:`UsageError` if no game has this *grade* of hints; it begins with *whose*."""
    grades = dict.fromkeys(each for game in games.packages() for each in grades_of(game))
    if grade not in grades:
        raise UsageError(f"{whose}hints is {grade!r}, expected {one_of(grades)}")


def options_for_later(args: Namespace) -> dict[str, str]:
    """Returns the options, unparsed, for a game that will be chosen on the start page.

    Raises :exc:`UsageError` for an option that needs a game, and for an option, value or grade of
    hints that no game has.
    """
    if args.hints is not None:
        require_known_grade(args.hints, "--hints: ")
    texts: dict[str, str] = {}
    for option, is_said in (
        ("--players", args.players is not None or "players" in dict(args.options)),
        ("--deal", args.deal),
        ("--bot", args.bots),
        ("--guide", args.guide),
    ):
        if is_said:
            raise UsageError(f"{option} needs a game; name one, as in `heistboard play GAME`")
    for name, text in args.options:
        options = [
            {**each.table_options, **each.game.options}[name]
            for each in games.packages()
            if name in each.table_options or name in each.game.options
        ]
        if not options:
            raise UsageError(f"no game has an option {name!r}; see `heistboard games`")
        if name in texts:
            raise UsageError(f"{name} is given twice; leave one out")
        refusals = dict.fromkeys(_refusal(option, text) for option in options)
        if all(refusals):
            raise UsageError(f"{name} is {text!r}, {' or '.join(refusals)}")
        texts[name] = text
    return texts


def _refusal(option: Option, text: str) -> str:
    # What was expected instead of *text*; empty if it is allowed.
    try:
        option.read(text)
    except ValueError as error:
        return str(error)
    return ""
