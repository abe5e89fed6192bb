"""Twin games that differ only in a secret: a seat that may not know it gets the same bytes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from heistboard import games
from heistboard.app import Settings, Status
from heistboard.journal.entries import Entry
from heistboard.journal.game_journal import Tail
from heistboard.journal.store import Store, StoreError
from heistboard.rules import TABLE, Outcome
from heistboard.rules.umpire import UNSAID
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import CorrectionRefused, Table

from tests.outside.evening import LanternEvening
from tests.outside.table import LanternTable
from tests.support.evening import MemoryRecord
from tests.support.refereed import RefereedGame


def window(folder: Path, *passed: int) -> RefereedGame:
    """A window is open for p2 to p4, of whom some have *passed*."""
    folder.mkdir(exist_ok=True)
    top = RefereedGame(folder / "journal.sqlite", Settings("lanterns", 4))
    top.closed.add("x22.occupant")
    top.see(is_jump=True)
    top.say(0, "carry x23")
    top.closed = top.closed - {"x22.occupant"} | {"x23.occupant"}
    top.see(is_jump=True)
    assert top.shown.status.phase == "window"
    for seat in passed:
        top.say(seat, f"p{seat + 1} pass")
    return top


def correct(top: RefereedGame, text: str) -> str:
    try:
        return top.lap(lambda: top.table.correct(text, top.now_ms))
    except CorrectionRefused as error:
        return str(error)


def bytes_of(top: RefereedGame, seat: int) -> str:
    """All that a seat is shown beside what everybody is."""
    return json.dumps(top.shown.seats[seat])


def test_why_an_umpires_move_was_not_made_is_for_its_own_seat_alone(tmp_path: Path) -> None:
    tops = window(tmp_path / "not"), window(tmp_path / "passed", 2)
    assert [correct(top, "p3 pass") for top in tops] == [UNSAID, UNSAID]
    for seat in (0, 1, 3, TABLE):
        assert bytes_of(tops[0], seat) == bytes_of(tops[1], seat), seat
    assert tops[1].view(2)["umpire"] == {"rule": "LN-WINDOW-2"}
    for top in tops:
        top.close()


@pytest.mark.parametrize("by_umpire", [False, True])
def test_what_the_umpire_did_not_say_stays_while_others_answer_in_secret(
    tmp_path: Path, *, by_umpire: bool
) -> None:
    top = window(tmp_path, 1)
    other = {"gust": "cloak", "cloak": "gust"}[str(top.referee.state.view(2)["card"])]
    correct(top, f"p3 play {other}")
    before = bytes_of(top, 2)
    assert "umpire" in top.view(2)
    if by_umpire:
        correct(top, "p4 pass")
    else:
        top.say(3, "p4 pass")
    assert bytes_of(top, 2) == before
    top.say(2, "p3 pass")
    assert "umpire" not in top.view(2)
    top.close()


@pytest.mark.parametrize("passed", [(), (1,), (2, 1)])
def test_undo_in_a_window_that_reveals_nothing_is_refused_whoever_has_passed(
    monkeypatch: pytest.MonkeyPatch, passed: tuple[int, ...]
) -> None:
    table = LanternTable({"players": 4})
    table.lantern("x22")
    for street in ("calm", "wind"):
        opens = games.load("lanterns").read(f"street {street}")
        monkeypatch.setattr(opens, "reveals", False)
    table.say(0, "carry x23")
    table.lantern("x23")
    for seat in passed:
        table.say(seat, f"p{seat + 1} pass")
    before = table.state.told(None)
    assert not table.press("undo")
    assert table.state.told(None) == before


@pytest.mark.parametrize("passed", [(), (1,), (2, 1)])
def test_umpire_takes_nothing_back_before_everybody_knows_of_a_move(
    passed: tuple[int, ...],
) -> None:
    state: Any = games.load("lanterns").new(players=4)
    dealt = {"roles": ("traitor", *["watchman"] * 3), "cards": ("gust",) * 4}
    state._stand(state.night._replace(phase="window", streets=("calm",), **dealt))
    record = MemoryRecord(state)
    table = Table(record, new_gestures(record, 0))
    table.see({"x22.occupant"}, 0)
    for seat in passed:
        table.say(seat, f"p{seat + 1} pass", 0)
    with pytest.raises(CorrectionRefused, match="no move has been made"):
        table.correct("undo", 0)
    assert len(table.state.moves) == len(passed)


def test_answer_that_could_not_be_written_leaves_nothing_that_others_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    tops = window(tmp_path / "quiet"), window(tmp_path / "tried")
    card = tops[1].referee.state.view(2)["card"]
    with monkeypatch.context() as patch:
        patch.setattr(tops[1].referee.journal, "write_all", full)
        with pytest.raises(StoreError):
            tops[1].say(2, f"p3 play {card}")
    for top in tops:
        top.see()
    quiet, tried = (top.shown for top in tops)
    assert tried.status == quiet.status and tried.seats == quiet.seats
    for top in tops:
        top.close()


def test_correction_and_what_is_dealt_after_it_are_written_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = RefereedGame(tmp_path / "journal.sqlite", Settings("lanterns", 4))
    before = top.moves
    honest = Store.append

    def append(
        self: Store, game: int, tail: Tail, entries: Sequence[Entry], outcome: Outcome | None
    ) -> Tail:
        if any(entry.move.startswith("street") for entry in entries):
            raise StoreError("the disk is full")
        return honest(self, game, tail, entries, outcome)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", append)
        with pytest.raises(StoreError):
            top.lap(lambda: top.table.correct("carry x23", top.now_ms))
    assert top.moves == top.written() == before
    top.say(0, "carry x21")
    assert top.moves == top.written()
    top.close()


@pytest.mark.parametrize("passes", [(), ("p3 pass",), ("p4 pass", "p3 pass")])
def test_number_of_the_status_does_not_count_secret_answers(
    tmp_path: Path, passes: tuple[str, ...]
) -> None:
    heard: list[Status] = []
    with LanternEvening(tmp_path, players=4) as evening:
        evening.daemon.say(0, "carry x23")
        evening.lantern("x23", off="x22")
        evening.daemon.listeners.append(heard.append)
        evening.daemon.press("help")
        evening.say(*passes)
        later = evening.daemon.status()
        assert [status.number for status in heard] == [later.number - 1]
        assert heard[0].spoken and not later.spoken
