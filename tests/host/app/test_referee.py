"""A lap (push, compute, write, show) succeeds as a whole or changes nothing."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.app.referee import StaleAnswer
from heistboard.app.settings import Settings
from heistboard.games.car_thief import differences, gestures
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.games.car_thief.rules import CarThief
from heistboard.journal.store import StoreError
from heistboard.places.scene import REFUSED, Scene
from heistboard.rules import TABLE, View
from heistboard.rules.umpire import UNSAID
from heistboard.table.table import CorrectionRefused, NotYourTurn

from tests.support.refereed import RefereedGame

THIEF, POLICE = 0, 1
PLACED = ("place green x11", "place yellow x12", "place pink x44")


@pytest.fixture
def top(tmp_path: Path) -> Iterator[RefereedGame]:
    made = RefereedGame(tmp_path / "journal.sqlite", Settings("car-thief"))
    yield made
    made.close()


def hunting(tmp_path: Path, cell: str) -> RefereedGame:
    """Returns a game with the car hidden in *cell* and the police to act, board in sync."""
    top = RefereedGame(tmp_path / f"{cell}.sqlite", Settings("car-thief"))
    top.closed |= {"x11.occupant", "x12.occupant", "x44.occupant"}
    top.say(POLICE, *PLACED)
    top.see(is_jump=True)
    top.press("done")
    hide(top, cell)
    assert top.moves[-1] == f"hide {cell}" and top.shown.status.sync == "synced"
    return top


def hide(top: RefereedGame, cell: str) -> None:
    top.reed(f"{cell}.cover", is_closed=False)
    top.wait(400)
    top.reed(f"{cell}.occupant", is_closed=True)
    top.reed(f"{cell}.cover", is_closed=True)
    top.press("done")
    top.wait(20_000)


# Errors.


@pytest.mark.parametrize("broken", [THIEF, POLICE, TABLE])
def test_move_whose_view_raises_for_any_seat_is_refused_and_not_in_the_journal(
    top: RefereedGame, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    honest = CarThief.view

    def view(self: CarThief, seat: int) -> View:
        if seat == broken and self.moves[-1:] == ["place yellow x12"]:
            raise KeyError("c3")
        return honest(self, seat)

    top.say(POLICE, PLACED[0])
    shown = top.shown
    monkeypatch.setattr(CarThief, "view", view)
    with pytest.raises(KeyError):
        top.say(POLICE, PLACED[1])
    assert top.moves == top.written() == [PLACED[0]]
    assert top.shown is shown
    top.say(POLICE, "place yellow x13", PLACED[2])
    assert top.moves == top.written() == [PLACED[0], "place yellow x13", PLACED[2]]


@pytest.mark.parametrize("broken", ["scene", "asked", "moves", "private", "eyes_closed"])
def test_move_is_refused_when_what_follows_from_it_cannot_be_made(
    top: RefereedGame, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fail(self: CarThiefGestures, *_: object) -> None:
        if self.state.moves:
            raise KeyError("c3.occupant")

    honest = getattr(CarThiefGestures, broken)
    monkeypatch.setattr(
        CarThiefGestures, broken, property(fail) if isinstance(honest, property) else fail
    )
    with pytest.raises(KeyError):
        top.say(POLICE, PLACED[0])
    monkeypatch.undo()
    assert top.moves == top.written() == []
    top.say(POLICE, *PLACED)
    assert top.written() == [*PLACED]


def test_gestures_are_as_before_when_a_lap_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = hunting(tmp_path, "b2")
    before = top.written()

    def fail(self: CarThiefGestures, *_: object) -> None:
        raise KeyError("a1")

    top.reed("a1.cover", is_closed=False)  # the search counts once it has settled
    with monkeypatch.context() as patch:
        patch.setattr(CarThiefGestures, "scene", fail)
        with pytest.raises(KeyError):
            top.wait(1_000)
    assert top.written() == before and top.shown.status.ask.id == "police.act"
    top.wait(1_000)  # the cover is still off, so the search counts now
    assert top.written() == [*before, "search green a1"]
    assert top.shown.status.ask.id == "police.put-back"


def test_move_that_cannot_be_written_is_made_once_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = hunting(tmp_path, "b2")

    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    top.reed("a1.cover", is_closed=False)
    with monkeypatch.context() as patch:
        patch.setattr(top.referee.journal, "write_all", full)
        with pytest.raises(StoreError):
            top.wait(1_000)
    assert top.moves[-1] == top.written()[-1] == "hide b2"
    assert not top.shown.status.spoken
    top.wait(1_000)
    assert top.written()[-1] == "search green a1"
    assert [ask.id for ask in top.shown.status.spoken] == ["found.nothing"]


class LaterFails:
    """A writer that has room for one more entry only."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, top: RefereedGame) -> None:
        honest = top.store.append
        self._is_full = False

        def append(*args: Any) -> Any:  # noqa: ANN401 (what the store says)
            if self._is_full:
                raise StoreError("the disk is full")
            self._is_full = True
            return honest(*args)

        monkeypatch.setattr(top.store, "append", append)


def test_entries_of_a_lap_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = hunting(tmp_path, "b2")
    reed = "e4.occupant"

    def do() -> None:
        # The umpire's move, the moves that follow by themselves, and a reed: one entry each.
        top.table.correct("fly green x21", top.now_ms)
        top.referee._record.write(("fly yellow x13",))
        top.table.set_aside(reed, top.now_ms)
        top.referee.notes.pencil(POLICE, "a1", "no")

    with monkeypatch.context() as patch:
        LaterFails(patch, top)
        top.lap(do)
    assert top.written() == top.moves and top.moves[-2:] == ["fly green x21", "fly yellow x13"]
    assert top.referee.journal.aside == {reed} and top.view(POLICE)["pencil"] == {"a1": "no"}


def test_nothing_is_noted_when_a_lap_is_refused(
    top: RefereedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("c3.occupant")

    with monkeypatch.context() as patch:
        patch.setattr(CarThiefGestures, "scene", fail)
        with pytest.raises(KeyError):
            top.lap(lambda: top.referee.notes.pencil(POLICE, "a1", "no"))
        with pytest.raises(KeyError):
            top.lap(lambda: top.referee.notes.set_grade("notes"))
        with pytest.raises(KeyError):
            top.lap(lambda: top.table.set_aside("a1.cover", top.now_ms))
    assert top.referee.journal.notes == {}
    top.closed.discard("a1.cover")
    top.lap(lambda: top.table.press("help", top.now_ms))  # which does not check the reeds
    assert top.view(POLICE)["pencil"] == {} and top.table._aside == frozenset()


def test_status_number_stays_when_a_lap_is_refused(
    top: RefereedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = top.shown.status.at

    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(top.store, "append", full)
        with pytest.raises(StoreError):
            top.say(POLICE, PLACED[0])
    top.see()
    assert top.shown.status.at == before


def test_unknown_lights_refuse_the_lap(top: RefereedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(CarThiefGestures, "scene", lambda *_: {"z9": REFUSED})
        with pytest.raises(ValueError, match="z9"):
            top.say(POLICE, PLACED[0])
    assert top.moves == top.written() == []


# Computed once.


def test_one_event_computes_everything_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = hunting(tmp_path, "b2")
    counts: Counter[str] = Counter()

    def counted(name: str, honest: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: object, **words: object) -> object:
            counts[name] += 1
            return honest(*args, **words)

        return call

    for module, name in (
        (gestures, "compare"),
        (differences, "expected_of"),
        (gestures, "scene_of"),
    ):
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    monkeypatch.setattr(CarThief, "view", counted("view", CarThief.view))
    monkeypatch.setattr(
        CarThiefGestures, "_found_wrong", counted("wrong", CarThiefGestures._found_wrong)
    )
    top.reed("e5.cover", is_closed=False)
    assert counts == {"compare": 1, "scene_of": 1, "wrong": 1}
    counts.clear()
    top.reed("e5.cover", is_closed=True)
    assert counts == {"compare": 1, "scene_of": 1, "wrong": 1}
    counts.clear()
    top.say(POLICE, "fly green x21")  # a move: everything is computed again, once
    assert counts["view"] == 3 and counts["scene_of"] == 1
    assert counts["expected_of"] == 1
    assert top.table.gestures.expected()["x21.occupant"]


# Prompts.


def prompt(top: RefereedGame, seat: int) -> Any:  # noqa: ANN401 (JSON)
    return top.view(seat)["prompt"]


def test_prompt_has_what_a_seat_is_asked_and_every_move_it_may_make(top: RefereedGame) -> None:
    asked = prompt(top, POLICE)
    assert asked["ask"] == {"id": "setup.place", "words": {"helicopter": "green"}}
    assert len(asked["moves"]) == 48
    assert asked["moves"][0] == {
        "move": "place green x11",
        "verb": "place",
        "parts": {"helicopter": "green", "crossing": "x11"},
        "twice": False,
        "private": False,
    }
    assert prompt(top, THIEF)["moves"] == []
    assert list(top.shown.status.moves) == [move["move"] for move in asked["moves"]]


def test_open_question_is_in_the_prompt(tmp_path: Path) -> None:
    top = hunting(tmp_path, "b2")
    top.reed("a2.cover", is_closed=False)
    top.wait(1_000)
    top.reed("a2.cover", is_closed=True)
    asked = prompt(top, POLICE)
    assert asked["ask"]["id"] == "police.which"
    assert [each["move"] for each in asked["moves"]] == ["search green a2", "search yellow a2"]
    top.say(POLICE, "search yellow a2")
    assert top.moves[-1] == "search yellow a2" and prompt(top, POLICE)["ask"]["id"] == "police.act"


def test_public_prompt_omits_private_moves(tmp_path: Path) -> None:
    top = RefereedGame(tmp_path / "journal.sqlite", Settings("car-thief"))
    top.closed |= {"x11.occupant", "x12.occupant", "x44.occupant"}
    top.say(POLICE, *PLACED)
    top.see(is_jump=True)
    top.press("done")
    assert top.shown.status.phase == "eyes-closed"
    assert len(prompt(top, THIEF)["moves"]) == 25
    assert top.shown.status.moves == () == tuple(prompt(top, POLICE)["moves"])


def test_answer_to_an_older_prompt_is_stale(top: RefereedGame) -> None:
    game = top.referee.journal.id
    first = prompt(top, POLICE)["number"]
    thief = prompt(top, THIEF)["number"]
    top.referee.require_fresh(POLICE, (game, first))
    top.say(POLICE, PLACED[0])
    with pytest.raises(StaleAnswer):
        top.referee.require_fresh(POLICE, (game, first))
    with pytest.raises(StaleAnswer):
        top.referee.require_fresh(POLICE, (game + 1, prompt(top, POLICE)["number"]))
    assert prompt(top, POLICE)["number"] == first + 1
    assert (
        prompt(top, THIEF)["number"] == thief + 1
    )  # everybody was told what the police are asked
    top.see()
    assert prompt(top, POLICE)["number"] == first + 1  # the question has not changed


# The umpire.


def test_umpire_is_answered_the_same_whatever_is_secret(tmp_path: Path) -> None:
    answers = []
    pages = []
    for cell in ("a1", "c3"):
        top = hunting(tmp_path, cell)
        top.say(POLICE, "fly green x21", "fly yellow x13", "fly pink x34")
        told = []
        for text in ("hide b1", "hide z9", "surrounded", "fly green x33", "hide", "undo"):
            checkpoint = top.table.checkpoint()
            state = top.referee._record.state, top.referee._record.mark
            try:
                told.append(top.table.correct(text, top.now_ms))
            except CorrectionRefused as error:
                told.append(str(error))
            pages.append(dict(top.table.private_refusals))
            top.table.restore(checkpoint)
            top.referee._record.roll_back()
            assert (top.referee._record.state, top.referee._record.mark) == state
        answers.append(told)
    assert answers[0] == answers[1]
    assert answers[0][0] == answers[0][2] == UNSAID
    assert "not a move" in answers[0][4] and answers[0][5] == ""
    # The car can go to b1 from a1 but not from c3; only the thief may learn that.
    assert [list(page) for page in pages][:2] == [[], []]
    assert str(pages[6][THIEF]) == "hide b1: that is not next to c3 (CT-THIEF-3)"


def test_reason_withheld_from_the_umpire_is_on_the_seats_page(tmp_path: Path) -> None:
    top = hunting(tmp_path, "c3")
    top.say(POLICE, "fly green x21", "fly yellow x13", "fly pink x34")
    answer = top.lap(lambda: top.table.correct("hide a1", top.now_ms))
    assert answer == UNSAID and top.moves[-1] == "fly pink x34"
    assert top.view(THIEF)["umpire"] == {"rule": "CT-THIEF-3"}
    assert "umpire" not in top.view(POLICE)
    assert "c3" not in json.dumps(top.shown.status.view)
    top.lap(lambda: top.table.correct("hide c4", top.now_ms))
    assert top.moves[-1] == "hide c4" and "umpire" not in top.view(THIEF)


def lit_while_set_aside(top: RefereedGame, reed: str, other: str) -> list[Scene]:
    """Returns the lights while the car is hidden in c3 and these reeds are set aside."""
    scenes = []

    def aside(reed: str) -> None:
        scenes.append(top.shown.status.scene)
        top.lap(lambda: top.table.set_aside(reed, top.now_ms))
        scenes.append(top.shown.status.scene)

    top.closed |= {"x11.occupant", "x12.occupant", "x44.occupant"}
    top.say(POLICE, *PLACED)
    top.see(is_jump=True)
    top.press("done")
    top.reed("c3.cover", is_closed=False)
    top.wait(400)
    aside(reed)
    top.reed("c3.occupant", is_closed=True)
    top.reed("c3.cover", is_closed=True)
    aside(other)
    top.press("done")
    top.wait(20_000)
    assert top.moves[-1] == "hide c3"
    return scenes


def test_lights_do_not_depend_on_which_reed_is_set_aside_with_eyes_closed(tmp_path: Path) -> None:
    reeds = ("c3.occupant", "b2.occupant", "c3.cover", "e5.cover")
    lit = []
    for reed, other in zip(reeds, (*reeds[1:], reeds[0]), strict=True):
        top = RefereedGame(tmp_path / f"{reed}.sqlite", Settings("car-thief"))
        lit.append(lit_while_set_aside(top, reed, other))
    assert all(scenes == lit[0] for scenes in lit) and len(set(map(repr, lit[0]))) == 2


def test_turn_is_checked_before_legality(top: RefereedGame) -> None:
    for text in ("hide c3", "nonsense", "place green x11"):
        with pytest.raises(NotYourTurn):
            top.say(THIEF, text)
