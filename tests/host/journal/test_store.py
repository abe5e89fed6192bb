"""All journals in one file: accepted moves are there, and nothing else is."""

import random
from pathlib import Path

import pytest
from heistboard import games
from heistboard.journal import store as store_module
from heistboard.journal.entries import MOVE, UNDO, Entry
from heistboard.journal.store import Store, StoreError
from heistboard.rules import IllegalMove, Outcome, State
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.car_thief import hunted
from tests.support.games import random_game
from tests.support.ram_folder import ram_folder

AT = "2031-05-04T20:15:00+02:00"
LATER = "2031-05-04T21:00:00+02:00"
SETUP = ("place green x22", "place yellow x32", "place pink x11")


def new(players: int = 2) -> State:
    return games.load("car-thief").new(players=players)


def test_game_is_played_closed_and_resumed(path: Path) -> None:
    with Store(path, create=True) as store, store.create(new(3), AT) as journal:
        for move in (*SETUP, "hide c3"):
            journal.play(move, AT)
        game_id = journal.id
    with Store(path) as store, store.resume(game_id) as journal:
        assert journal.state.moves == [*SETUP, "hide c3"]
        assert journal.state.options == {"players": 3}
        journal.play("search green c3", LATER)
        summary, _, state, _ = store.get(game_id)
    arrest = Outcome("police", "arrest", "CT-END-1")
    assert summary == (1, "car-thief", 1, {"players": 3}, AT, LATER, arrest, 5)
    assert state.outcome == arrest


def test_latest_game_can_be_withdrawn(store: Store, path: Path) -> None:
    first = store.add(hunted(1), AT)
    with store.create(new(), AT) as journal:
        journal.note("hints", "cells", AT)
        store.withdraw(first)  # not the latest: it stays
        assert [each.id for each in store.games()] == [journal.id, first]
        store.withdraw(journal.id)
    assert [each.id for each in store.games()] == [first] and store.damage == ""
    with store.create(new(), AT) as journal:
        assert journal.id == first + 2 and journal.notes == {}
    store.withdraw(journal.id)
    store.withdraw(first)
    assert store.games() == [] and store.damage == ""
    assert store._db.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_game_that_cannot_be_opened_is_not_added(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store_module, "Lock", full)
        with pytest.raises(StoreError, match="full"):
            store.create(new(), AT)
    assert store.games() == [] and store.damage == ""


def test_nothing_is_withdrawn_from_a_damaged_file(store: Store, path: Path) -> None:
    for _ in range(3):
        last = store.add(new(), AT)
    store._db.execute("DELETE FROM games WHERE id = 2")
    store.withdraw(last)
    assert [each.id for each in store.games()] == [3, 1] and store.damage


def rows(store: Store) -> dict[str, list[int]]:
    """Returns the numbers of the games in each table."""
    columns = {"games": "id", "entries": "game", "beside": "game"}
    return {
        table: [row[0] for row in store._db.execute(f"SELECT DISTINCT {column} FROM {table}")]
        for table, column in columns.items()
    }


def test_forgotten_games_are_gone_and_the_others_whole(store: Store, path: Path) -> None:
    for seed in range(4):
        store.add(random_game(random.Random(seed)), AT)
    store._db.execute("UPDATE entries SET move = 'no move' WHERE game = 2 AND number = 5")
    with store.resume(2) as journal:
        journal.note("hints", "cells", AT)  # keeps the damaged moves beside the game
    assert 2 in rows(store)["beside"]
    kept = [store.get(each) for each in (1, 4)]
    store.forget([3, 2, 3])
    assert rows(store) == {"games": [1, 4], "entries": [1, 4], "beside": []}
    assert [each.id for each in store.games()] == [4, 1] and store.damage == ""
    assert [store.get(each)[:2] for each in (1, 4)] == [each[:2] for each in kept]
    assert not list(path.parent.glob("*.lock"))
    store.forget([4])
    assert store.add(new(), AT) == 5
    store.forget([1, 5])
    assert store.games() == [] and store.damage == ""


def test_nothing_of_a_forgotten_game_is_left_in_the_file(store: Store, path: Path) -> None:
    store.add(new(), AT)
    secret = ("hide", "c3")
    with store.create(new(), AT) as journal:
        for move in (*SETUP, " ".join(secret)):
            journal.play(move, AT)
        journal.note("pencil-1", "a-private-mark", AT)
    assert b"a-private-mark" in path.read_bytes()
    store.forget([2])
    left = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert b"a-private-mark" not in left and b" ".join(map(str.encode, secret)) not in left


@pytest.mark.parametrize("other", [[], [1]])
def test_game_that_is_played_is_not_forgotten(store: Store, other: list[int]) -> None:
    store.add(new(), AT)
    with store.create(new(), AT) as journal:
        for forget in (store.require_forgettable, store.forget):
            with pytest.raises(StoreError, match="game 2 is being played; end it first"):
                forget([*other, journal.id])
    assert [each.id for each in store.games()] == [2, 1]
    store.forget([2])


def test_unknown_game_is_not_forgotten_and_no_other_with_it(store: Store) -> None:
    store.add(new(), AT)
    for forget in (store.require_forgettable, store.forget):
        for unknown in (7, 10**40):
            with pytest.raises(StoreError, match=f"there is no game {unknown}; see"):
                forget([1, unknown])
    assert [each.id for each in store.games()] == [1]


def test_damaged_list_stays_reported_after_a_game_is_forgotten(store: Store) -> None:
    for _ in range(3):
        store.add(new(), AT)
    store._db.execute("DELETE FROM games WHERE id = 2")
    store.forget([3])
    assert [each.id for each in store.games()] == [1] and store.damage


def test_undo_is_an_entry(store: Store) -> None:
    with store.create(new(), AT) as journal:
        journal.play(SETUP[0], AT)
        assert journal.undo(LATER, is_umpire=True) == SETUP[0]
        assert journal.state.moves == []
        journal.play(SETUP[1], LATER, is_umpire=True)
    summary, entries, state, _ = store.get(journal.id)
    assert entries == [
        Entry(MOVE, SETUP[0], False, AT),
        Entry(UNDO, SETUP[0], True, LATER),
        Entry(MOVE, SETUP[1], True, LATER),
    ]
    assert state.moves == [SETUP[1]]
    assert summary.length == 1


def test_steps_only_increase(store: Store) -> None:
    with store.create(new(), AT) as journal:
        journal.write(SETUP[:2], at=AT)
        journal.write((SETUP[0],), undo=2, mark="noted", at=AT)  # back and forth
        journal.set_aside({"b3.cover"}, AT)
        with pytest.raises(IllegalMove):
            journal.write((SETUP[1], SETUP[1]), at=AT)
        assert journal.steps == 5
    with store.resume(journal.id) as journal:
        assert journal.steps == 5


def test_undo_of_the_last_move_makes_the_game_unfinished(store: Store) -> None:
    game_id = store.add(random_game(random.Random(1)), AT, LATER)
    with store.resume(game_id) as journal:
        last = journal.undo(LATER)
        assert store.get(game_id).summary[5:7] == (None, None)
        journal.play(last, LATER)
    assert store.get(game_id).summary.outcome is not None


def test_illegal_moves_and_undos_are_not_written(store: Store) -> None:
    with store.create(new(), AT) as journal:
        with pytest.raises(IndexError):
            journal.undo(AT)
        journal.play(SETUP[0], AT)
        with pytest.raises(IllegalMove):
            journal.play(SETUP[0], AT)
        assert journal.state.moves == [SETUP[0]]
        assert len(store.get(journal.id).entries) == 1


def test_games_are_listed_the_latest_first(store: Store) -> None:
    assert store.games() == []
    for players in (2, 3, 4):
        store.add(new(players), AT)
    listed = store.games()
    assert [summary.id for summary in listed] == [3, 2, 1]
    assert [summary.options["players"] for summary in listed] == [4, 3, 2]


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_whole_games_are_saved_and_loaded_at_every_step(seed: int) -> None:
    rng = random.Random(seed)
    with ram_folder() as folder:
        path = Path(folder) / "journal.sqlite"
        with Store(path, create=True) as store, store.create(new(), AT) as journal:
            pushed = new()
            while journal.state.seat is not None:
                if pushed.moves and rng.random() < 0.2:
                    assert journal.undo(AT) == pushed.pop()
                else:
                    pushed.push(move := rng.choice(pushed.legal()))
                    journal.play(move, AT)
                with Store(path) as reader:
                    summary, _, loaded, damage = reader.get(journal.id)
                assert not damage
                assert loaded.moves == journal.state.moves == pushed.moves
                assert loaded.view(0) == pushed.view(0)
                assert loaded.legal() == pushed.legal()
                assert summary.outcome == pushed.outcome
                assert summary.length == len(pushed.moves)
            imported = store.add(pushed, AT)
            assert store.get(imported).state.view(0) == pushed.view(0)


def test_every_move_reaches_the_disk(store: Store) -> None:
    # FULL: SQLite waits for the disk at every commit, for both of its files.
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("truncate",)


def test_every_move_is_in_the_one_file(store: Store, path: Path) -> None:
    with store.create(new(), AT) as journal:
        for length, move in enumerate(SETUP, 1):
            journal.play(move, AT)
            copy = path.with_name(f"copy-{length}.sqlite")
            copy.write_bytes(path.read_bytes())
            with Store(copy) as reader:
                assert reader.get(journal.id).state.moves == list(SETUP[:length])


def test_only_the_user_reads_the_files(store: Store, path: Path) -> None:
    with store.create(new(), AT):
        modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    assert modes == {
        "journal.sqlite": 0o600,
        "journal.sqlite-journal": 0o600,
        "journal-1.lock": 0o600,
    }
