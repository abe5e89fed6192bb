"""The hint grade and pencil marks are stored with the game and resumed with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.app import Daemon, Settings
from heistboard.app.control import Client, Control, Refused
from heistboard.app.referee import StaleAnswer
from heistboard.app.requests import Requests
from heistboard.journal.entries import NOTE
from heistboard.journal.game_text import read, write
from heistboard.journal.store import Store, StoreError
from heistboard.table.table import NotNow, NotYourTurn

from tests.support.command import Cli
from tests.support.evening import HandPlayedGame

THIEF, POLICE = 0, 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder, which the CLI of the tests uses too."""
    path = tmp_path / "heistboard"
    path.mkdir()
    return path


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "journal.sqlite"


def daemon(path: Path, *, resume: int | None = None, hints: str | None = None) -> Daemon:
    """Returns a table without a board."""
    return Daemon(path, Settings("car-thief", resume=resume, hints=hints), list)


@pytest.fixture
def table(path: Path) -> Iterator[Daemon]:
    with daemon(path) as made:
        for move in ("place green x22", "place yellow x11", "place pink x44"):
            made.say(POLICE, move)
        yield made


def notes(path: Path) -> list[str]:
    """Returns the notes on disk while the table is running."""
    with Store(path) as store:
        return [entry.move for entry in store.get(1).entries if entry.kind == NOTE]


def test_no_hints_are_given_unless_they_are_chosen(table: Daemon, path: Path) -> None:
    assert table.status().hints == {"grade": "off"}
    table.set_hints("off")
    assert notes(path) == []


def test_grade_and_each_change_of_it_are_written_at_once(table: Daemon, path: Path) -> None:
    for grade in ("odds", "odds", "cells"):
        table.set_hints(grade)
        assert table.status().hints["grade"] == grade
    assert notes(path) == ["hints odds", "hints cells"]
    table.correct("hide c3")
    assert len(list(table.status().hints["cells"])) == 25  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected off, notes, cells or odds"):
        table.set_hints("all")
    assert notes(path) == ["hints odds", "hints cells"]


def test_no_game_is_created_for_a_grade_that_it_lacks(path: Path) -> None:
    with pytest.raises(ValueError, match="hints is 'all', expected off, notes, cells or odds"):
        daemon(path, hints="all").__enter__()
    with Store(path) as store:
        assert store.games() == []


def test_grade_that_a_game_no_longer_has_gives_no_hints(table: Daemon, path: Path) -> None:
    table.__exit__()
    with Store(path) as store, store.resume(1) as journal:
        journal.note("hints", "all", "2031-05-04T20:15:00+02:00")
    with daemon(path, resume=1) as again:
        assert again.status().hints == {"grade": "off"}
        again.set_hints("cells")
        assert again.status().hints["grade"] == "cells"


def test_grade_and_marks_go_on_with_a_game(table: Daemon, path: Path) -> None:
    table.set_hints("notes")
    table.pencil(POLICE, "b3", "no")
    table.pencil(POLICE, "a1", "maybe")
    table.pencil(POLICE, "a1", "")
    table.pencil(THIEF, "b3", "maybe")
    table.__exit__()
    with daemon(path, resume=1) as again:
        assert again.status().hints["grade"] == "notes"
        assert again.seat_view(POLICE)["pencil"] == {"b3": "no"}
        assert again.seat_view(THIEF)["pencil"] == {"b3": "maybe"}
    with daemon(path, resume=1, hints="odds") as again:
        assert again.status().hints["grade"] == "odds"
    with daemon(path, hints="cells") as other:
        assert other.status().hints["grade"] == "cells"
        assert other.seat_view(POLICE)["pencil"] == {}


def test_next_game_keeps_the_grade_but_has_no_pencil_marks(table: Daemon) -> None:
    table.set_hints("cells")
    table.pencil(POLICE, "b3", "no")
    table.call(lambda: setattr(table._table.gestures, "_wants_new_game", True))
    status = table.status()
    assert status.game == 2 and status.hints["grade"] == "cells"
    assert table.seat_view(POLICE)["pencil"] == {}
    with pytest.raises(StaleAnswer):
        table.pencil(POLICE, "b3", "no", (1, status.prompt))  # sent before the game ended
    table.pencil(POLICE, "c3", "no", (2, 0))  # in its own game it is never too late
    assert table.seat_view(POLICE)["pencil"] == {"c3": "no"}


@pytest.mark.parametrize(("place", "mark"), [("x22", "no"), ("z9", "no"), ("b3", "yes")])
def test_only_marks_on_cells_are_kept(table: Daemon, path: Path, place: str, mark: str) -> None:
    with pytest.raises(ValueError, match="expected a cell"):
        table.pencil(POLICE, place, mark)
    assert notes(path) == []


def test_notes_are_no_moves(table: Daemon, path: Path) -> None:
    before = table.status()
    table.set_hints("odds")
    table.pencil(THIEF, "b3", "no")
    after = table.status()
    assert (after.at, after.view) == (before.at, before.view)
    with Store(path) as store:
        state = store.get(1).state
        text = write(state)
    assert "hints" not in text and "pencil" not in text
    assert read(text.encode()).state.moves == state.moves


def test_no_hint_is_given_for_a_grade_that_cannot_be_written(
    table: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(table._referee.journal, "_append", full)
    with pytest.raises(StoreError):
        table.set_hints("odds")
    assert table.status().hints == {"grade": "off"}


def test_commands_change_the_notes(table: Daemon, folder: Path, path: Path, cli: Cli) -> None:
    with Control(Requests(table), folder):
        assert cli("umpire", "hints", "cells")[:2] == (0, "hints: cells\n")
        assert cli("umpire", "hints", "off", "--json").document == {"hints": "off"}
        with Client(folder) as client, pytest.raises(Refused, match="'all', expected off"):
            client.ask("hints", grade="all")
        asked = cli("umpire", "hints", "all")
        assert asked[:2] == (2, "")
        expected = "expected off, notes, danger, odds or cells"
        assert asked.err == f"heistboard: hints is 'all', {expected}\n"
    assert notes(path) == ["hints cells", "hints off"]
    table.pencil(THIEF, "b3", "no")
    shown: Any = cli("journal", "show", "1", "--reveal").out
    assert "    hints: cells\n    hints: off\n" in shown and "b3" not in shown
    entries: Any = cli("journal", "show", "1", "--reveal", "--json").document["entries"]
    assert [each["move"] for each in entries[-2:]] == ["hints cells", "hints off"]


def test_a_button_is_for_the_seat_whose_phase_it_is() -> None:
    evening = HandPlayedGame()
    with pytest.raises(NotYourTurn):
        evening.table.press_for(THIEF, "done", evening.now_ms)
    with pytest.raises(NotNow):
        evening.table.press_for(POLICE, "done", evening.now_ms)
    evening.set("x22").settle()
    evening.table.press_for(POLICE, "undo", evening.now_ms)
    assert evening.moves == []
    evening.reed("x22", is_closed=False)
    evening = HandPlayedGame().place("x11", "x12", "x44")
    assert evening.phase == "eyes-closed"
    with pytest.raises(NotYourTurn):
        evening.table.press_for(POLICE, "done", evening.now_ms)
    evening.table.press_for(THIEF, "done", evening.now_ms)  # too early, but that is not told
    assert evening.phase == "eyes-closed"
    evening.table.lose()
    with pytest.raises(NotNow):
        evening.table.press_for(THIEF, "done", evening.now_ms)
