"""Data folders of earlier releases can still be read and resumed: see tests/fixtures/README.md."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from heistboard.app import Daemon, Settings
from heistboard.app.seat_calls import SeatFacts
from heistboard.boards.data_folder import DataFolder
from heistboard.journal.entries import Entry
from heistboard.journal.game_text import JournalError, read, write
from heistboard.journal.store import Store
from heistboard.places.lighting import Lighting
from heistboard.rules import TABLE, Outcome
from heistboard.web.seating import Seating
from heistboard.web.seating_file import SeatingFile

AT = "2031-05-04T20:15:00+02:00"
FROZEN = Path(__file__).parents[2] / "fixtures" / "release_1"
GAMES: list[dict[str, Any]] = json.loads((FROZEN / "games.json").read_text())
UNFINISHED = [game["id"] for game in GAMES if game["outcome"] is None]


@pytest.fixture(params=["closed", "killed"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a frozen data folder."""
    return Path(shutil.copytree(FROZEN / request.param, tmp_path / "data"))


def test_fixtures_are_all_there() -> None:
    assert [game["id"] for game in GAMES] == [*range(1, 9)]
    assert {game["outcome"][1] for game in GAMES if game["outcome"]} == {
        "arrest",
        "escape",
        "surrounded",
    }
    assert (FROZEN / "killed" / "journal.sqlite-wal").stat().st_size > 30_000
    assert sum(each.stat().st_size for each in FROZEN.rglob("*")) < 200_000


def test_every_game_is_read_unchanged(folder: Path) -> None:
    with Store(folder / "journal.sqlite") as store:
        assert [summary.id for summary in store.games()] == [8, 7, 6, 5, 4, 3, 2, 1]
        for game in GAMES:
            summary, entries, state, damage = store.get(game["id"])
            assert damage == ""
            assert (summary.game, summary.rules) == (game["game"], game["rules"])
            assert summary.options == state.options == game["options"]
            assert (summary.created, summary.ended) == (game["created"], game["ended"])
            assert summary.outcome == state.outcome
            assert summary.outcome == (Outcome(*game["outcome"]) if game["outcome"] else None)
            assert summary.length == len(state.moves)
            assert state.moves == game["moves"]
            assert entries == [Entry(*each) for each in game["entries"]]
            with store.resume(game["id"]) as journal:
                assert journal.mark == game["mark"]
                assert sorted(journal.aside) == game["aside"]
                assert journal.notes == game["notes"]
                assert journal.steps == game["steps"]


@pytest.mark.parametrize("number", UNFINISHED)
def test_unfinished_games_can_be_finished(folder: Path, number: int) -> None:
    game = GAMES[number - 1]
    path = folder / "journal.sqlite"
    with Daemon(path, Settings("car-thief", resume=number), list) as daemon:
        status = daemon.status()
        assert status.game == number
        phase = {1: "police", 2: "eyes-closed", 6: "police", 7: "police"}[number]
        assert status.phase == phase
        assert daemon.seat_view(1)["pencil"] == ({"b3": "no"} if number == 7 else {})
    rng = random.Random(number)
    with Store(path) as store, store.resume(number) as journal:
        while journal.state.seat is not None:
            journal.play(rng.choice(journal.state.legal()), AT)
        moves = list(journal.state.moves)
    with Store(path) as store:
        summary, entries, state, damage = store.get(number)
        assert (state.moves, damage) == (moves, "")
        assert moves[: len(game["moves"])] == game["moves"]
        assert entries[: len(game["entries"])] == [Entry(*each) for each in game["entries"]]
        assert summary.outcome is not None and summary.ended == AT
        for other in GAMES:
            if other["id"] != number:
                assert store.get(other["id"]).state.moves == other["moves"]


@pytest.mark.parametrize("number", [game["id"] for game in GAMES])
def test_texts_are_read_and_written_byte_for_byte(path: Path, number: int) -> None:
    game = GAMES[number - 1]
    revealed = (FROZEN / "texts" / f"{number}.revealed.txt").read_bytes()
    hidden = (FROZEN / "texts" / f"{number}.hidden.txt").read_bytes()
    state, tags = read(revealed)
    assert state.moves == game["moves"]
    assert write(state, None, tags).encode() == revealed
    assert write(state, TABLE, tags).encode() == hidden
    with Store(path, create=True) as store:
        summary, _, kept, _ = store.get(store.add(state, tags["date"], tags.get("ended")))
        own = {"date": summary.created} | ({"ended": summary.ended} if summary.ended else {})
        assert write(kept, None, own).encode() == revealed
    if b"?" in hidden:
        with pytest.raises(JournalError, match="exported without the secrets"):
            read(hidden)
    else:
        assert read(hidden).state.moves == game["moves"]


def test_stored_games_are_exported_unchanged(folder: Path) -> None:
    with Store(folder / "journal.sqlite") as store:
        for number in range(1, len(GAMES) + 1):
            summary, _, state, _ = store.get(number)
            tags = {"date": summary.created} | ({"ended": summary.ended} if summary.ended else {})
            for name, seat in (("revealed", None), ("hidden", TABLE)):
                text = (FROZEN / "texts" / f"{number}.{name}.txt").read_bytes()
                assert write(state, seat, tags).encode() == text


def test_settings_are_read_unchanged(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FROZEN / "closed", tmp_path / "data"))
    data = DataFolder(str(folder))
    serial = "AB00000000000001"
    assert data.floors() == {serial: 1}
    assert data.lighting() == Lighting("evening", "own")
    board = data.health()[serial]
    assert board["floor"] == 1
    assert board["reeds"]["x11.occupant"]["changes"] == 1
    assert data.working(1) <= {"a1.cover"}
    assert [fault.sentence for fault in data.faults()] == [
        "the board was lost in game 6, phase setup"
    ]


def test_seats_of_an_earlier_release_are_given_up(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FROZEN / "closed", tmp_path / "data"))
    facts = SeatFacts(1, "then", "car-thief", ("thief", "police"), False, (False, False))
    seats = SeatingFile(folder)
    assert seats.find(facts) is None and seats.last(facts) == []  # its tokens seat nobody now
    seats.save(facts, Seating([[], []]))
    assert SeatingFile(folder).find(facts) is not None
