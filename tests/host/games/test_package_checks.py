"""The public check of a package finds mistakes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from heistboard import games
from heistboard.games import BestMoment, GameFacts, Package
from heistboard.games.car_thief import statistics
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.games.car_thief.guide import GUIDE
from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide, Step
from heistboard.games.package_checks import _check_facts, _check_news, _samples
from heistboard.games.sheets import Face, Label, Sheets
from heistboard.games.standing_checks import check_standing
from heistboard.places import layout
from heistboard.rules import Ask, Move, Option, State, View, WindowKind
from heistboard.rules.autoplay import RandomBot
from heistboard.rules.testing import check
from heistboard.words import Words

from tests.support.car_thief import car_thief
from tests.support.reviewed import FOUND

OURS = replace(games.package("car-thief"), guide=None)  # what else is broken, it would name first
BUILDINGS = {str(number): cell for number, cell in enumerate(layout.CELLS, 1)}
HELIS = {"green": "x11", "yellow": "x12", "pink": "x44"}
RIGHT = {"building": BUILDINGS, "heli": HELIS}
BOTS = {"deep": RandomBot}
ALL: Any = {"hints": f"{__name__}:AnyHints", "hint_grades": ("all",)}
DEEP = f"{__name__}:BOTS"
FOG = {"fog": Option(("thick", "thin"), "thin", "how far one sees")}


def of_game(**changes: object) -> Callable[[], Package]:
    return lambda: replace(OURS, game=replace(OURS.game, **changes))  # type: ignore[arg-type]


def forgetful(text: str) -> Move:
    move = OURS.game.read(text)
    return Move(move, move.verb, move.parts, private=move.private, twice=move.twice)


TOLD: dict[str, Callable[[View, View], Any]] = {}


def told(before: View, after: View) -> object:
    return TOLD["news"](before, after)


def telling(tell: Callable[[View, View], Any]) -> Callable[[], Package]:
    def made() -> Package:
        TOLD["news"] = tell
        return replace(OURS, news=f"{__name__}:told")

    return made


PRINTED: dict[str, Callable[[Words], Sheets]] = {}


def printing(sheets: Sheets) -> Callable[[], Package]:
    def made() -> Package:
        PRINTED["sheets"] = lambda words: sheets
        return replace(OURS, sheets=f"{__name__}:printed")

    return made


def printed(words: Words) -> Sheets:
    return PRINTED["sheets"](words)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (lambda: replace(OURS, contract=1), "contract is 1, expected 2"),
        (
            lambda: replace(OURS, hints=None),
            "hints is None, hint_grades .*; claim both",
        ),
        (lambda: replace(OURS, hint_grades=()), r"hint_grades \(\); claim both or neither"),
        (lambda: replace(OURS, hint_grades=("off", "all")), "expected names of a-z, 0-9 and -"),
        (lambda: replace(OURS, hint_grades=("All",)), "expected names of a-z, 0-9 and -"),
        (lambda: replace(OURS, hint_grades=("all", "all")), "hint_grades has a grade twice"),
        (lambda: replace(OURS, sounds={"over.never": "move"}), "'over.never', which is no event"),
        (lambda: replace(OURS, sounds={"fly": "gong"}), "the sound of fly is 'gong', expected"),
        (telling(lambda before, after: [Ask("lamp")]), r"en: \[news\] lacks 'lamp'"),
        (
            telling(lambda before, after: after.update(lamp=1) or []),
            "the news of .* changed a view",
        ),
        (
            lambda: replace(OURS, **ALL),
            r"en: \[table\] lacks 'hints-all'",
        ),
        (
            lambda: replace(OURS, **ALL),
            r"ru: \[start\] lacks 'hints-all'",
        ),
        (lambda: replace(OURS, review_bot="deep"), "review_bot is 'deep', which is no bot"),
        (
            lambda: replace(OURS, bot_seats={"deep": ("thief",)}),
            "bot_seats names 'deep', which is",
        ),
        (lambda: replace(OURS, bot_seats={"rim": ("cook",)}), "bot_seats of rim is .*, expected"),
        (lambda: replace(OURS, bots=DEEP, bot_seats={}), r"en: \[start\] lacks 'bot-deep'"),
        (lambda: replace(OURS, bots=DEEP, bot_seats={}), r"ru: \[start\] lacks 'bot-deep-tells'"),
        (of_game(name="Car Thief"), "name is 'Car Thief'"),
        (of_game(options={"rules": Option((1,), 1, "?")}), "an option is called one of"),
        (of_game(options=FOG), r"en: \[play\] lacks 'option.fog'"),
        (lambda: replace(of_game(endings=())(), sounds={}), "Outcome"),
        (of_game(endings=(*OURS.game.endings, "rain")), "lacks 'over.rain'"),
        (of_game(phases=("setup", "over")), "there is no phase eyes-closed"),
        (of_game(read=forgetful), "reveals of search"),
        (of_game(windows={"any": WindowKind("?")}), "has_windows is false"),
        (of_game(has_windows=True, windows={"any": WindowKind("?", 9)}), "the beat of any is 9"),
        (of_game(has_windows=True, windows={"any": WindowKind("?", 3)}), "lacks 'any'"),
        (printing(Sheets()), "the sheets have no face and no label"),
        (printing(Sheets((Face("hall", "M0 0<"),))), "the symbol of hall is 'M0 0<'"),
        (
            printing(Sheets((Face("", "M0 0H1"),))),
            "en: a face or label has no name, its symbol is M0",
        ),
        (printing(Sheets(labels=(Label("x11", "menu", "M0 0H1"),))), "labels are of .*x11"),
        (printing(Sheets(labels=(Label("a1", "menu", "M0 0H1"),) * 2)), "two labels are of one"),
    ],
)
def test_each_mistake_is_named(broken: Callable[[], Package], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check(broken(), games=1)


def test_news_without_a_move_are_named() -> None:
    state = car_thief()
    with pytest.raises(AssertionError, match="there are news without a move"):
        _check_news(telling(lambda before, after: [Ask("lamp")])(), state)
    _check_news(telling(lambda before, after: [Ask("lamp")][before == after :])(), state)


def test_an_option_that_fits_no_game_is_named() -> None:
    ours = games.package("burgle-bros")
    walls = Option(("printed", "a1|b1"), "printed", "one wall is too few for any building", str)
    options = {**ours.game.options, "walls": walls}
    with pytest.raises(AssertionError, match=r"no game can be played with walls a1\|b1"):
        list(_samples(replace(ours, game=replace(ours.game, options=options))))


@pytest.mark.parametrize("name", games.names())
def test_each_value_of_each_option_is_played_and_several_share_a_game(name: str) -> None:
    ours = games.package(name)
    played = [ours.game.new(**options).options for options in _samples(ours)]
    for option, each in ours.game.options.items():
        assert {*map(each.checked, each.values)} <= {options[option] for options in played}, option
    assert {options["players"] for options in played} >= {
        ours.game.players[0],
        ours.game.players[-1],
    }
    values = sum(len(each.values) for each in ours.game.options.values())
    assert len(played) <= 2 + values / 2


def speaking(advice: Advice | None) -> Callable[[View, Prompt], Advice | None]:
    return lambda view, prompt: advice if prompt.moves else None


HELLO = (Step((Ask("welcome"),)),)


@pytest.mark.parametrize(
    ("guide", "said"),
    [
        (GUIDE._replace(bots={}), r"the guide seats \['police'\], expected"),
        (GUIDE._replace(bots={"thief": "deep"}), r"has not: \['deep'\]"),
        (GUIDE._replace(seeds=()), "the guide has no seeds"),
        (GUIDE._replace(hints="all"), "all"),
        (GUIDE._replace(table_options={"thief-seconds": "-1"}), "expected seconds"),
        (GUIDE._replace(advise=speaking(Advice(()))), "says nothing"),
        (GUIDE._replace(advise=speaking(Advice(HELLO, move="fly"))), "'fly' is no move"),
        (GUIDE._replace(advise=speaking(Advice(HELLO, button="help"))), "'help' is no button"),
        (
            GUIDE._replace(advise=speaking(Advice((Step((Ask("hum"),)),)))),
            r"en: \[guide\] lacks 'hum'",
        ),
    ],
)
def test_each_mistake_of_a_guide_is_named(
    monkeypatch: pytest.MonkeyPatch, guide: Guide, said: str
) -> None:
    monkeypatch.setattr("heistboard.games.car_thief.guide.GUIDE", guide)
    with pytest.raises((AssertionError, ValueError), match=said):
        check(games.package("car-thief"), games=1)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (GameFacts(("thief",), 1), "sides are"),
        (GameFacts(("Thief!", "police"), 1), "sides are"),
        (GameFacts(("thief", "police"), -1), "length is -1"),
        (GameFacts(("thief", "police"), 1, BestMoment(1, Ask("best.search"), 0)), "step=0"),
    ],
)
def test_wrong_facts_are_named(
    monkeypatch: pytest.MonkeyPatch, facts: GameFacts, said: str
) -> None:
    monkeypatch.setattr(statistics, "facts", lambda state: facts)
    state = car_thief(FOUND)
    with pytest.raises(AssertionError, match=said):
        _check_facts(state, OURS.claim("statistics")(state))


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        ({}, "expected.. wants a1.cover closed; with standing.. it is not"),
        ({"building": BUILDINGS}, "expected.. wants x11.occupant closed"),
        ({**RIGHT, "heli": {**HELIS, "green": "x22"}}, "expected.. wants x11.occupant closed"),
        ({**RIGHT, "boat": {"": "x22"}}, "names 'boat', which pieces.toml does not have"),
        ({**RIGHT, "car": {"": "b3"}}, "names 'car', which is hidden"),
        ({**RIGHT, "heli": {"red": "x11"}}, "has heli 'red', expected one of 'green', 'yellow'"),
        ({**RIGHT, "heli": {"green": "b3"}}, "has heli green on 'b3', not its place"),
        ({**RIGHT, "heli": {"green": "2:x11"}}, "has heli green on '2:x11', not its place"),
        ({"building": {**BUILDINGS, "2": "a1"}}, "has two of 'building' on one cell"),
    ],
)
def test_pieces_that_stand_where_they_cannot_are_named(
    monkeypatch: pytest.MonkeyPatch, standing: object, said: str
) -> None:
    state = OURS.game.new()
    for place, colour in zip(("x11", "x12", "x44"), ("green", "yellow", "pink"), strict=True):
        state.push(f"place {colour} {place}")
    check_standing(OURS, state)
    monkeypatch.setattr(CarThiefGestures, "standing", lambda self: standing)
    with pytest.raises(AssertionError, match=said):
        check_standing(OURS, state)


def test_a_part_that_cannot_be_loaded_is_found() -> None:
    with pytest.raises((ImportError, AttributeError)):
        check(replace(OURS, review=f"{OURS.module}.review:NOTHING"))


class Telling:
    """A reviewer with one fact."""

    def __init__(self, fact: dict[str, Any]) -> None:
        self._fact = fact

    def document(self, state: State) -> View:
        return {"facts": [self._fact]}

    def lines(self, state: State) -> Iterator[str]:
        return iter(())


UNSAID = Telling({"id": "unsaid", "words": {}})
TITLED = Telling({"id": "title", "words": {"game": "", "ending": ""}, "title": "x"})
TOO_LATE = Telling({"id": "title", "words": {"game": "", "ending": ""}, "step": 9999})


@pytest.mark.parametrize(
    ("review", "why"),
    [
        ("UNSAID", r"\[review\] lacks 'unsaid'"),
        ("TITLED", "a fact of the review is {"),
        ("TOO_LATE", "a fact of the review is of move 9999"),
    ],
)
def test_a_review_that_cannot_be_shown_is_named(review: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check(replace(OURS, review=f"{__name__}:{review}"))


class AnyHints:
    def document(self, view: View, grade: str) -> View:
        return {}


class BadHints:
    """Hints with a share that is no number of thousandths."""

    share: object = 0.5

    def document(self, view: View, grade: str) -> View:
        return {"shares": {"b3": self.share}}  # type: ignore[dict-item]


class TooMuch(BadHints):
    share = 1001


class NoPlace:
    def document(self, view: View, grade: str) -> View:
        return {"shares": {"b9": 1}}


class UnsaidHints:
    def document(self, view: View, grade: str) -> View:
        return {"facts": [{"id": "unsaid", "words": {}}]}


@pytest.mark.parametrize(
    ("hints", "why"),
    [
        ("BadHints", r"the share of b3 is 0\.5, expected thousandths"),
        ("TooMuch", r"the share of b3 is 1001, expected 0\.\.1000"),
        ("UnsaidHints", r"\[hints\] lacks 'unsaid'"),
    ],
)
def test_hints_that_cannot_be_shown_are_named(hints: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check(replace(OURS, hints=f"{__name__}:{hints}"))


def test_a_share_of_no_place_is_refused() -> None:
    with pytest.raises(ValueError, match="b9"):
        check(replace(OURS, hints=f"{__name__}:NoPlace"))
