"""Checks that a package has what it claims and that its game keeps the contract; for tests."""

import json
import re
from collections.abc import Iterator, Mapping
from random import Random

from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide
from heistboard.games.guided_play import guided_play
from heistboard.games.hint_grades import OFF, check_grade
from heistboard.games.news import Teller
from heistboard.games.package import GameFacts, Package, PrintingReviewer
from heistboard.games.pieces import pieces_of
from heistboard.games.rulebook_checks import check_rulebook
from heistboard.games.sample_hints import sample_hints
from heistboard.games.sheets import Sheets
from heistboard.games.standing_checks import check_standing
from heistboard.places.layout import CELLS
from heistboard.places.place import Place
from heistboard.rules.contract import (
    BEATS,
    CHANCE,
    CONTRACT,
    RESERVED,
    TABLE,
    Choice,
    Game,
    Move,
    State,
)
from heistboard.rules.errors import MoveError
from heistboard.rules.testing import walk

__all__ = ["check_package"]

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_PATH = re.compile(r"[Mm][-MmLlHhVvCcSsQqTtAaZz0-9. ,]+")
_PARTS = (
    *("gestures", "bots", "hints", "guide", "review", "statistics", "drawing", "commands"),
    *("news", "sheets", "own_drawing"),
)
_SEATS_MOST = 10
GUIDED = 2  # guided games that are played, at most
_WRONG = ("", "?", "x", "\0", "1" * 99)


def check_package(package: Package, games: int = 2) -> None:
    """Raises :exc:`AssertionError` naming what *package* lacks or gets wrong.

    Plays *games* whole random games for the fewest and the most players, and so many more that
    each value of each option is played.
    """
    from heistboard.words import check

    game = package.game
    assert package.contract == CONTRACT, f"contract is {package.contract}, expected {CONTRACT}"
    assert _NAME.fullmatch(game.name), f"name is {game.name!r}, expected a-z, 0-9 and -"
    assert package.file("README.md").is_file(), "there is no README.md"
    for part in _PARTS:
        if getattr(package, part) is not None:
            package.claim(part)
    _check_grades(package)
    _check_hints(package)
    _check_bots(package)
    _check_sounds(package)
    if package.has_pieces:
        assert pieces_of(game.name).kinds, "pieces.toml has no pieces"
    _check_windows(package.game)
    _check_options(package)
    _check_guide(package)
    assert not (lacking := check(package)), "\n".join(lacking)
    _check_sheets(package)
    check_rulebook(package)
    for options in _samples(package):
        for seed in range(games):
            _play(package, game.new(**options), Random(f"{game.name} {seed}"))


def _check_grades(package: Package) -> None:
    grades = package.hint_grades
    is_both = (package.hints is None) == (not grades)
    assert is_both, f"hints is {package.hints}, hint_grades {grades}; claim both or neither"
    is_known = all(_NAME.fullmatch(grade) for grade in grades) and OFF not in grades
    assert is_known, f"hint_grades is {grades}, expected names of a-z, 0-9 and -, without {OFF}"
    assert len(set(grades)) == len(grades), f"hint_grades has a grade twice: {grades}"


def _check_hints(package: Package) -> None:
    for document in sample_hints(package):
        json.dumps(document)
        for fact in document.get("facts", []):
            _check_fact("hints", fact, {"id", "words"})
        for place, share in document.get("shares", {}).items():
            Place.read(place)
            assert type(share) is int, f"the share of {place} is {share!r}, expected thousandths"
            assert 0 <= share <= 1000, f"the share of {place} is {share}, expected 0..1000"


def _check_fact(of: str, fact: Mapping[str, object], known: set[str]) -> None:
    assert {"id", "words"} <= fact.keys() <= known, f"a fact of the {of} is {fact}"


def _check_bots(package: Package) -> None:
    most = package.game.new(package.game.players[-1]).seats
    known = {"", *package.bot_makers()}
    assert package.review_bot in known, f"review_bot is {package.review_bot!r}, which is no bot"
    for name, seats in package.bot_seats.items():
        assert name in package.bot_makers(), f"bot_seats names {name!r}, which is no bot"
        assert set(seats) <= set(most), f"bot_seats of {name} is {seats}, expected some of {most}"


def _check_guide(package: Package) -> None:
    guide: Guide | None = package.claim("guide")
    if guide is None:
        return
    state = package.game.new(**guide.options)
    seats = {guide.seat, *guide.bots}
    assert seats == {*state.seats}, f"the guide seats {sorted(seats)}, expected {state.seats}"
    lacking = set(guide.bots.values()) - package.bot_makers().keys()
    assert not lacking, f"the guide has bots that the game has not: {sorted(lacking)}"
    for name, value in guide.table_options.items():
        package.table_options[name].checked(value)
    if guide.hints is not None:
        check_grade(guide.hints, package)
    assert guide.seeds, "the guide has no seeds"
    seat = state.seats.index(guide.seat)
    for seed in list(guide.seeds)[:GUIDED]:
        for own_way in (0, 0.3):
            for step, prompt, advice in guided_play(package, seed, own_way):
                if advice is not None:
                    _check_advice(advice, prompt)
                    again = guide.advise(step.copy().view(seat), prompt)
                    assert again == advice, f"two advices for one view: {advice}, {again}"
                guide.advise(step.view(TABLE), prompt._replace(moves=()))


def _check_advice(advice: Advice, prompt: Prompt) -> None:
    assert advice.steps and all(step.say for step in advice.steps), f"{advice} says nothing"
    assert not (advice.move and advice.button), f"{advice} has both a move and a button"
    assert advice.move in ("", *prompt.moves), f"{advice.move!r} is no move of {prompt}"
    assert advice.button in ("", "done"), f"{advice.button!r} is no button to advise"


def _check_news(package: Package, state: State) -> None:
    tell: Teller | None = package.claim("news")
    if tell is None or not state.moves:
        return
    past = state.copy()
    move = past.pop()
    before, after = past.view(TABLE), state.view(TABLE)
    tell(before, after)
    unchanged = past.view(TABLE), state.view(TABLE)
    assert (before, after) == unchanged, f"telling the news of {move} changed a view"
    assert not tell(after, after), f"there are news without a move: {tell(after, after)}"


def _check_sounds(package: Package) -> None:
    from heistboard.games.sounds import NONE, SOUNDS
    from heistboard.words.catalogue import of_game

    events = of_game(package, "en").get("event", {})
    known = {*events, *(f"over.{ending}" for ending in package.game.endings)}
    for key, sound in package.sounds.items():
        assert key in known, f"sounds names {key!r}, which is no event and no ending"
        assert sound in (NONE, *SOUNDS), f"the sound of {key} is {sound!r}, expected {SOUNDS}"


def _check_sheets(package: Package) -> None:
    from heistboard.words import LANGUAGES, Words

    make = package.claim("sheets")
    for language in LANGUAGES if make else ():
        found: Sheets = make(Words(language, package.game.name))
        assert found.faces or found.labels, "the sheets have no face and no label"
        named = [(each.name, each.symbol) for each in found.faces]
        for name, symbol in (*named, *((each.name, each.symbol) for each in found.labels)):
            assert name, f"{language}: a face or label has no name, its symbol is {symbol}"
            assert _PATH.fullmatch(symbol), f"the symbol of {name} is {symbol!r}"
        cells = [label.cell for label in found.labels]
        assert set(cells) <= set(CELLS), f"labels are of {cells}, expected cells of one floor"
        assert len(set(cells)) == len(cells), f"two labels are of one cell: {cells}"


def _check_options(package: Package) -> None:
    game = package.game
    assert not set(RESERVED) & set(game.choices), f"an option is called one of {RESERVED}"
    both = set(game.choices) & set(package.table_options)
    assert not both, f"these are options of both game and table: {both}"
    for name, option in {**game.choices, **package.table_options}.items():
        for value in (*option.values, option.default):
            assert option.checked(value) == option.checked(option.checked(value)), name
            if isinstance(value, str | int):
                assert option.read(str(value)) == option.checked(value), name


def _check_windows(game: Game) -> None:
    assert game.has_windows or not game.windows, "there are windows, but has_windows is false"
    for name, kind in game.windows.items():
        assert _NAME.fullmatch(name), f"a window is called {name!r}, expected a-z, 0-9 and -"
        is_beat = kind.beat is None or kind.beat in BEATS
        assert is_beat, f"the beat of {name} is {kind.beat}, expected None or one of {BEATS}"


def _samples(package: Package) -> Iterator[dict[str, Choice]]:
    # The fewest and the most players, then each value of each option. Values of several options go
    # into one game, as far as they fit together.
    game = package.game
    for players in {game.players[0], game.players[-1]}:
        yield {"players": players}
    left = {name: list(option.values) for name, option in game.options.items()}
    while names := [name for name, values in left.items() if values]:
        together: dict[str, Choice] = {}
        sample: dict[str, Choice] = {}
        for name in names:
            fitting = _fitting(game, {**together, name: left[name][0]})
            if fitting is not None:
                together[name], sample = left[name].pop(0), fitting
        assert together, f"no game can be played with {names[0]} {left[names[0]][0]}"
        yield sample


def _fitting(game: Game, options: dict[str, Choice]) -> dict[str, Choice] | None:
    # A value may need more players, or a value of another option.
    tries: list[dict[str, Choice]] = [{}, {"players": game.players[-1]}]
    tries += [{name: each} for name, option in game.options.items() for each in option.values]
    for more in tries:
        try:
            game.new(**more | options)
        except ValueError:
            continue
        return more | options
    return None


def _play(package: Package, state: State, random: Random) -> None:
    seats = state.seats
    assert len(set(seats)) == len(seats) <= _SEATS_MOST, f"seats are {seats}"
    assert all(_NAME.fullmatch(seat) for seat in seats), f"seats are {seats}"
    for step in walk(state, random, _WRONG):
        check_standing(package, step)
        _check_news(package, step)
        other = step.copy()
        for seat in step.movers:
            for move in step.legal(seat):
                _check_move(other, seat, move)
    assert state.outcome is not None
    assert state.outcome.ending in package.game.endings, state.outcome
    assert set(state.outcome.winners) <= set(seats) or len(state.outcome.winners) == 1
    reviewer = package.claim("review")
    if reviewer is not None:
        document = reviewer.document(state)
        json.dumps(document)
        for fact in document.get("facts", []):
            _check_fact("review", fact, {"id", "words", "step"})
            step = fact.get("step", 1)
            assert 1 <= step <= len(state.moves), f"a fact of the review is of move {step}"
        if isinstance(reviewer, PrintingReviewer):
            assert all(isinstance(line, str) for line in reviewer.lines(state))
        else:
            assert "facts" in document, "the review has neither facts nor lines"
    if (tell := package.claim("statistics")) is not None:
        _check_facts(state, tell(state))


def _check_facts(state: State, facts: GameFacts) -> None:
    assert len(facts.sides) == len(state.seats), f"sides are {facts.sides}"
    assert all(_NAME.fullmatch(side) for side in facts.sides), f"sides are {facts.sides}"
    assert facts.length >= 0, f"length is {facts.length}"
    assert state.outcome is not None
    known = {*state.seats, *facts.sides}
    assert set(state.outcome.winners) <= known, f"no seat or side is called {state.outcome.side}"
    if facts.best is not None:
        assert 1 <= facts.best.step <= len(state.moves), facts.best


def _check_move(state: State, seat: int, legal: Move) -> None:
    read = state.game.read(legal)
    for what in ("verb", "parts", "seat", "reveals", "private", "twice"):
        assert getattr(read, what) == getattr(legal, what), f"{what} of {legal}"
    assert seat != CHANCE or legal.reveals, f"{legal} is a move of chance, so it must reveal"
    try:
        state.push(str(legal))
    except MoveError as error:
        raise AssertionError(f"{legal} is legal but refused: {error}") from None
    state.pop()
