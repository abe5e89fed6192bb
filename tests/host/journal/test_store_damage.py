"""Damaged and foreign files are reported and left as they are."""

import random
import sqlite3
from pathlib import Path

import pytest
from heistboard.games.car_thief import rules
from heistboard.games.car_thief.rules import CarThief
from heistboard.journal import sqlite_file as file_module
from heistboard.journal.store import Store, StoreError
from heistboard.rules import Move, Outcome
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.car_thief import car_thief
from tests.support.games import random_game
from tests.support.ram_folder import ram_folder

AT = "2031-05-04T20:15:00+02:00"
ARREST = "hide c3; fly green x21; fly yellow x22; fly pink x34; hide c4; search pink c4"


def test_missing_game_is_reported(store: Store, path: Path) -> None:
    for game_id in (1, 10**30):
        with pytest.raises(StoreError, match=f"there is no game {game_id}; see"):
            store.get(game_id)
        with pytest.raises(StoreError, match=f"there is no game {game_id}; see"):
            store.resume(game_id)
    assert not list(path.parent.glob("*.lock"))


def test_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("my diary " * 100)
    with pytest.raises(StoreError, match="is not a journal; move it away to start a new one"):
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


def test_journal_of_an_older_release_is_migrated(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = random_game(random.Random(1))
    with Store(path, create=True) as store:
        store.add(state, AT)
    steps = (*file_module._STEPS, ("ALTER TABLE games ADD COLUMN place TEXT",))
    monkeypatch.setattr(file_module, "_STEPS", steps)
    with Store(path) as store:
        assert store._db.execute("SELECT place FROM games").fetchall() == [(None,)]
        assert store.get(1).state.moves == state.moves
    Store(path).close()


def test_failed_migration_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path, create=True).close()
    steps = (*file_module._STEPS, ("ALTER TABLE games ADD COLUMN place TEXT", "no SQL"))
    with monkeypatch.context() as patched:
        patched.setattr(file_module, "_STEPS", steps)
        with pytest.raises(StoreError):
            Store(path)
    with Store(path) as store:
        assert "place" not in [row[1] for row in store._db.execute("PRAGMA table_info(games)")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE games SET rules = 2", "game 1: the game was played by rules 2 of car-thief, new"),
        (
            "UPDATE games SET game = 'go'",
            "game 1: there is no game 'go', expected burgle-bros or car-thief or good-cop-bad-cop",
        ),
        (
            "UPDATE games SET options = '7'",
            "is damaged: the beginning of game 1 is garbled; keep it, and",
        ),
        (
            "UPDATE games SET options = '{\"walls\": 1}'",
            "is damaged: the beginning of game 1 is garbled",
        ),
        ("UPDATE games SET options = '{\"players\": 3}'", "nothing of game 1 can be played; keep"),
        ("UPDATE entries SET move = 7 WHERE number = 1", "nothing of game 1 can be played; keep"),
        ("DELETE FROM entries", "is damaged: nothing of game 1 can be played; keep it"),
        ("DROP TABLE entries", "is damaged: SQLITE_ERROR; keep it, and continue with a backup"),
    ],
)
def test_game_with_a_damaged_beginning_is_refused(store: Store, change: str, said: str) -> None:
    with store.resume(store.add(car_thief(ARREST), AT)):
        pass
    store._db.execute(change)
    for read in (store.get, store.resume):
        with pytest.raises(StoreError) as caught:
            read(1)
        assert said in str(caught.value)
        assert "hide" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ("UPDATE entries SET kind = 'leap' WHERE number = 4", 3),
        ("UPDATE entries SET move = 'hide d3' WHERE number = 4", 3),
        ("UPDATE entries SET move = 7 WHERE number = 4", 3),
        ("UPDATE entries SET move = x'ff' WHERE number = 4", 3),
        ("UPDATE entries SET is_umpire = 1 WHERE number = 4", 3),
        ("UPDATE entries SET at = 'later' WHERE number = 4", 3),
        ("UPDATE entries SET sum = x'00' WHERE number = 4", 3),
        ("UPDATE entries SET number = -4 WHERE number = 4", 0),
        ("UPDATE entries SET number = 99 WHERE number = 9", 8),
        ("UPDATE entries SET game = 5 WHERE number > 4", 4),
        ("DELETE FROM entries WHERE number = 9", 8),
        ("DELETE FROM entries WHERE number = 5", 4),
        ("UPDATE games SET outcome = NULL", 9),
        ("UPDATE games SET outcome = '[1, 2, 3]', ended = NULL", 9),
        ("UPDATE games SET outcome = '[7'", 9),
        ("UPDATE games SET outcome = x'00'", 9),
        ("UPDATE games SET created = x'00'", 9),
        ("UPDATE games SET ended = 'never'", 9),
        ("UPDATE games SET created = 'never'", 9),
        ("UPDATE games SET head = x''", 9),
    ],
)
def test_damaged_game_opens_at_its_last_good_move(store: Store, change: str, good: int) -> None:
    state = car_thief(ARREST)
    other = store.add(car_thief(players=3), AT)
    game_id = store.add(state, AT, AT)
    store._db.execute(f"{change} {'AND' if 'WHERE' in change else 'WHERE'} {_OF[change[:11]]}")
    if not good:
        with pytest.raises(StoreError, match="nothing of game 2 can be played"):
            store.get(game_id)
        return
    said = (
        f"game 2 is damaged: it continues after move {good}; what is left of later moves is kept"
    )
    before = store.path.read_bytes()
    assert store.games()
    assert bool(store.damage) == (not any(f"number = {n}" in change for n in ("4", "99")))
    summary, entries, read, damage = store.get(game_id)
    assert damage == said
    assert read.moves == [entry.move for entry in entries] == state.moves[:good]
    assert (summary.length, summary.outcome) == (good, read.outcome)
    assert store.path.read_bytes() == before
    left = store._db.execute("SELECT count(*) FROM entries WHERE game = 2").fetchone()[0]
    with store.resume(game_id) as journal:
        assert journal.damage == said
        assert journal.state.moves == state.moves[:good]
        moves = [*journal.state.moves, *journal.state.legal()[:1]]
        assert store.path.read_bytes() == before
        for move in moves[good:]:
            journal.play(move, AT)
        journal.note("hints", "odds", AT)
    summary, _, read, damage = store.get(game_id)
    assert (read.moves, damage) == (moves, "")
    assert store.games()[0].length == len(moves)
    assert store.damage == ""
    kept = store._db.execute("SELECT count(*) FROM beside WHERE kind <> 'end'").fetchone()[0]
    assert kept == left - good
    assert store.get(other).damage == ""
    with store.resume(game_id) as journal:
        assert journal.damage == ""


_OF = {"UPDATE game": "id = 2", "UPDATE entr": "game = 2", "DELETE FROM": "game = 2"}


def test_damaged_entries_are_kept_unchanged(store: Store) -> None:
    store.add(car_thief(ARREST), AT, AT)
    store._db.execute("UPDATE entries SET move = x'ff' WHERE number = 8")
    rows = store._db.execute("SELECT * FROM entries WHERE number > 7").fetchall()
    (end,) = store._db.execute("SELECT id, outcome, ended, head FROM games").fetchall()
    with store.resume(1) as journal:
        journal.set_aside((), AT)
    kept = store._db.execute("SELECT * FROM beside").fetchall()
    assert kept == [(end[0], None, "end", end[1], None, end[2], end[3]), *rows]
    assert store.games()[0].outcome is None and store.games()[0].ended is None


def test_game_that_other_rules_refuse_opens_at_its_last_good_move(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = car_thief(ARREST)
    store.add(state, AT, AT)

    def push(self: CarThief, move: Move) -> None:
        if move.startswith("fly pink"):
            self.moves.append(Move("half of it"))
            raise KeyError(move)
        CarThief_push(self, move)

    CarThief_push = CarThief.push
    monkeypatch.setattr(CarThief, "push", push)
    stored = store.get(1)
    assert stored.damage.startswith("game 1 is damaged: it continues after move 6;")
    assert stored.state.moves == state.moves[:6]
    assert "hide" not in stored.damage and "pink" not in stored.damage


def test_game_with_another_outcome_now_is_reported(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(car_thief(ARREST), AT, AT)
    monkeypatch.setattr(rules, "_ARREST", Outcome("police", "luck", "CT-END-9"))
    stored = store.get(1)
    assert stored.damage.startswith("game 1 is damaged: it continues after move 9")
    assert stored.state.outcome == stored.summary.outcome == ("police", "luck", "CT-END-9")


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM games WHERE id = 2",
        "DELETE FROM games WHERE id = 3",
        "UPDATE games SET id = 9 WHERE id = 1",
        "UPDATE games SET options = '{}' WHERE id = 2",
        "UPDATE games SET options = 'garbled' WHERE id = 2",
        "UPDATE games SET game = x'00' WHERE id = 2",
        "UPDATE ledger SET sum = x'00'",
        "DELETE FROM ledger",
    ],
)
def test_missing_games_are_reported(store: Store, change: str) -> None:
    for players in (2, 3, 4):
        store.add(car_thief(players=players), AT)
    assert len(store.games()) == 3 and not store.damage
    store._db.execute(change)
    store.games()
    said = "is damaged: games are missing from its list, or their entries in it are garbled; keep"
    assert said in store.damage
    store.add(car_thief(), AT)  # what comes later does not hide it
    assert store.games()[0].id > 3
    assert said in store.damage


def test_new_game_does_not_get_entries_that_damage_gave_its_number(store: Store) -> None:
    store.add(car_thief(ARREST), AT)
    store._db.execute("UPDATE entries SET game = 2 WHERE number = 9")
    assert store.get(store.add(car_thief(), AT)).state.moves == car_thief().moves
    assert store._db.execute("SELECT game, number FROM beside").fetchall() == [(2, 9)]


def test_nothing_is_written_to_a_file_with_corrupt_pages(path: Path, sound: bytes) -> None:
    data = bytearray(sound)
    data[36:40] = (99).to_bytes(4, "big")  # the number of pages that are free
    path.write_bytes(data)
    with Store(path) as store:
        moves = store.get(3).state.moves
        for write in (lambda: store.resume(3), lambda: store.add(car_thief(), AT)):
            with pytest.raises(StoreError, match="is damaged: its pages are corrupt; keep"):
                write()
        assert store.get(3).state.moves == moves
    assert path.read_bytes() == data


def test_subclasses_of_str_are_stored_as_text(store: Store) -> None:
    class Quoted(str):
        __slots__ = ()

        def __repr__(self) -> str:
            return "words"

        def __str__(self) -> str:
            return self[:]

    with store.create(car_thief(placed=False), AT) as journal:
        journal.play(Quoted("place green x22"), AT)
        journal.write((Quoted("place pink x11"),), undo=1, at=AT)
    _, entries, state, damage = store.get(journal.id)
    assert damage == ""
    assert [type(entry.move) for entry in entries] == [str, str, str]
    assert state.moves == ["place pink x11"]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "journal.sqlite"
    with Store(path, create=True) as store:
        for seed in range(20):
            store.add(random_game(random.Random(seed), 5 + seed), AT)
    return path.read_bytes()


def look(path: Path) -> tuple[int, list[str]]:
    # How many games can be read, and what is reported about the rest.
    whole, said = 0, []
    try:
        with Store(path) as store:
            summaries = store.games()
            said += [store.damage] if store.damage else []
            for summary in summaries:
                try:
                    damage = store.get(summary.id).damage
                    whole += not damage
                    said += [damage] if damage else []
                except StoreError as error:
                    said.append(str(error))
    except StoreError as error:
        said.append(str(error))
    return whole, said


def test_sound_journal_is_read_whole(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    assert look(path) == (20, [])


def test_truncated_journal_is_refused(path: Path, sound: bytes) -> None:
    assert len(sound) > 20_000
    # The last page may have unused space, which does no harm to lose.
    for size in range(2, len(sound) - 4096, 509):
        path.write_bytes(sound[:size])
        whole, said = look(path)
        assert whole < 20
        assert said
        assert all("is not a journal" in each or "is damaged" in each for each in said)


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
    with ram_folder() as folder:
        path = Path(folder) / "journal.sqlite"
        path.write_bytes(data)
        _, said = look(path)
    assert not any("hide" in each or "\n" in each for each in said)
