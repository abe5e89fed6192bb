"""Files that are not as they should be: they are refused with a sentence, and left as they are."""

import random
import sqlite3
import tempfile
from pathlib import Path

import pytest
from heistboard.journal import store as store_module
from heistboard.journal.store import Store, StoreError
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.car_thief import car_thief
from tests.support.games import random_game

AT = "2031-05-04T20:15:00+02:00"
ARREST = "hide c3; fly green x21; fly yellow x22; fly pink x34; hide c4; search pink c4"


def test_game_that_is_not_there_is_said(store: Store, path: Path) -> None:
    for game_id in (1, 10**30):
        with pytest.raises(StoreError, match=f"there is no game {game_id}; see"):
            store.get(game_id)
        with pytest.raises(StoreError, match=f"there is no game {game_id}; see"):
            store.resume(game_id)
    assert not list(path.parent.glob("*.lock"))


def test_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("my diary " * 100)
    with pytest.raises(StoreError, match="is no journal; move it away, and a new one is made"):
        Store(path, create=True)
    assert path.read_text() == "my diary " * 100


def test_database_of_another_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE places (url TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is a database of another program; choose another data"):
        Store(path, create=True)
    assert path.read_bytes() == before


def test_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Store(path) as store:
        assert store.games() == []


def test_journal_of_a_newer_release_is_left_alone(path: Path) -> None:
    with Store(path, create=True) as store:
        store._db.execute("PRAGMA user_version = 7")
    with pytest.raises(StoreError, match=r"written by a newer heistboard \(its schema is 7, this"):
        Store(path, create=True)


def test_journal_of_an_older_release_is_brought_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = random_game(random.Random(1))
    with Store(path, create=True) as store:
        store.add(state, AT)
    steps = (*store_module._STEPS, ("ALTER TABLE games ADD COLUMN place TEXT",))
    monkeypatch.setattr(store_module, "_STEPS", steps)
    with Store(path) as store:
        assert store._db.execute("SELECT place FROM games").fetchall() == [(None,)]
        assert store.get(1).state.moves == state.moves
    Store(path).close()


def test_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path, create=True).close()
    steps = (*store_module._STEPS, ("ALTER TABLE games ADD COLUMN place TEXT", "no SQL"))
    with monkeypatch.context() as patched:
        patched.setattr(store_module, "_STEPS", steps)
        with pytest.raises(StoreError):
            Store(path)
    with Store(path) as store:
        assert "place" not in [row[1] for row in store._db.execute("PRAGMA table_info(games)")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE games SET rules = 2", "game 1: the game was played by rules 2 of car-thief, new"),
        ("UPDATE games SET game = 'go'", "game 1: there is no game 'go', expected car-thief"),
        ("UPDATE games SET options = '7'", "is damaged: its list of games is garbled; keep it,"),
        ("UPDATE games SET options = '{\"walls\": 1}'", "entries of game 1 do not follow"),
        ("UPDATE entries SET kind = 'leap' WHERE number = 4", "entries of game 1 do not follow"),
        ("UPDATE entries SET move = 'hide e5' WHERE number = 5", "game 1 do not follow"),
        ("UPDATE entries SET move = 7 WHERE number = 4", "entries of game 1 do not follow"),
        ("UPDATE entries SET move = x'ff' WHERE number = 4", "entries of game 1 do not follow"),
        ("UPDATE entries SET number = 99 WHERE number = 9", "entries of game 1 are missing"),
        ("DELETE FROM entries WHERE number = 9", "entries of game 1 are missing"),
        ("UPDATE games SET outcome = NULL", "entries of game 1 are missing"),
        ("DROP TABLE entries", "is damaged: SQLITE_ERROR; keep it, and go on with a backup"),
    ],
)
def test_game_that_does_not_hold_together_is_refused(store: Store, change: str, said: str) -> None:
    with store.resume(store.add(car_thief(ARREST), AT)):
        pass
    store._db.execute(change)
    with pytest.raises(StoreError) as caught:
        store.get(1)
    assert said in str(caught.value)
    assert "hide" not in str(caught.value)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "journal.sqlite"
    with Store(path, create=True) as store:
        for seed in range(20):
            store.add(random_game(random.Random(seed), 5 + seed), AT)
    return path.read_bytes()


def look(path: Path) -> tuple[int, list[str]]:
    # Reads whatever is there: how many games could be read, and what was said of the rest.
    whole, said = 0, []
    try:
        with Store(path) as store:
            for summary in store.games():
                try:
                    store.get(summary.id)
                    whole += 1
                except StoreError as error:
                    said.append(str(error))
    except StoreError as error:
        said.append(str(error))
    return whole, said


def test_sound_journal_is_read_whole(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    assert look(path) == (20, [])


def test_journal_that_was_cut_short_is_refused(path: Path, sound: bytes) -> None:
    assert len(sound) > 20_000
    # What is cut off the last page may have been of no use.
    for size in range(2, len(sound) - 4096, 509):
        path.write_bytes(sound[:size])
        whole, said = look(path)
        assert whole < 20
        assert said
        assert all("is no journal" in each or "is damaged" in each for each in said)


damages = st.lists(
    st.tuples(st.integers(0, 2**20), st.binary(min_size=1, max_size=40)), min_size=1, max_size=20
)


@settings(max_examples=150, deadline=None)
@given(damages)
def test_damaged_journal_never_crashes_and_tells_no_move(
    sound: bytes, damage: list[tuple[int, bytes]]
) -> None:
    data = bytearray(sound)
    for at, fresh in damage:
        start = at % (len(data) - len(fresh))
        data[start : start + len(fresh)] = fresh
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        path.write_bytes(data)
        _, said = look(path)
    assert not any("hide" in each or "\n" in each for each in said)
