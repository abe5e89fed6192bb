"""The finished games of a journal: which are counted, what is kept, and what is forgotten."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.journal.entries import Stored
from heistboard.journal.store import Journal, Store
from heistboard.rules import State
from heistboard.statistics import facts_file
from heistboard.statistics.facts_file import FILE, find_finished
from heistboard.statistics.finished_games import FinishedGame, finished_game
from heistboard.statistics.forgotten_games import forget_games

from tests.support.car_thief import car_thief, play, trail_game
from tests.support.reviewed import AT, FOUND

FOUND_AT = 5  # its round
NAMED = ('sitters.thief ["Anna"]', 'sitters.police ["Boris", "Vera"]')


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        yield store


def played(store: Store, script: str = FOUND, *notes: str, after: tuple[str, ...] = ()) -> int:
    """Plays a game, with *notes* before its first move and others *after* its last."""
    state = car_thief(script)
    with store.create(state.game.new(), AT) as journal:
        for note in notes:
            note_down(journal, note)
        for move in state.moves:
            journal.play(move, AT)
        for note in after:
            note_down(journal, note)
        return journal.id


def note_down(journal: Journal, note: str) -> None:
    name, _, value = note.partition(" ")
    journal.note(name, value, AT)


def surrounded() -> State:
    state = trail_game(("a2", "b2", "b1", "a1"))
    return play(state, "surrounded")


def test_only_finished_games_are_counted(store: Store) -> None:
    played(store, "hide c3", *NAMED)
    over = played(store, FOUND)
    found = find_finished(store.path)
    assert [each.number for each in found.games] == [over] and found.left_out == 0
    kept = (store.path.with_name(FILE)).read_text()
    assert '"1"' not in kept


def test_a_game_is_counted_with_its_side_and_rounds(store: Store) -> None:
    played(store, FOUND)
    store.add(surrounded(), AT, AT)
    stuck, arrest = find_finished(store.path).games
    assert arrest.won == stuck.won == (False, True)
    assert (arrest.length, stuck.length) == (FOUND_AT, 4)
    assert arrest.best is not None and stuck.best is None


def test_who_sat_there_at_the_last_move_has_played(store: Store) -> None:
    played(store, FOUND, *NAMED, "sitters.thief", 'sitters.thief ["Vera"]', after=NAMED)
    (game,) = find_finished(store.path).games
    assert game.nicknames == (("Vera",), ("Boris", "Vera"))


def test_who_stands_up_after_the_end_has_played(store: Store) -> None:
    played(store, FOUND, *NAMED, after=("sitters.thief", "sitters.police"))
    (game,) = find_finished(store.path).games
    assert game.nicknames == (("Anna",), ("Boris", "Vera"))


@pytest.mark.parametrize("note", ["sitters.thief {", "sitters.thief 7", "sitters.thief [7]"])
def test_a_garbled_note_names_nobody(store: Store, note: str) -> None:
    played(store, FOUND, note)
    (game,) = find_finished(store.path).games
    assert game.nicknames == ((), ())


def test_the_computer_played_what_it_had_at_the_last_move(store: Store) -> None:
    played(store, FOUND, "bot.thief hunter", "bot.police hunter", "bot.thief")
    (game,) = find_finished(store.path).games
    assert game.computer == (False, True)


def test_a_second_look_replays_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played(store, FOUND, *NAMED)
    store.add(surrounded(), AT, AT)
    first = find_finished(store.path)

    def replay(*_: object) -> None:
        raise AssertionError("it is replayed")

    monkeypatch.setattr(facts_file, "finished_game", replay)
    assert find_finished(store.path) == first


def test_only_what_is_new_is_replayed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played(store, FOUND)
    find_finished(store.path)
    replayed: list[int] = []

    def replay(stored: Stored) -> FinishedGame:
        replayed.append(stored.summary.id)
        return finished_game(stored)

    monkeypatch.setattr(facts_file, "finished_game", replay)
    store.add(surrounded(), AT, AT)
    assert len(find_finished(store.path).games) == 2 and replayed == [2]
    assert len(find_finished(store.path, "car-thief").games) == 2 and replayed == [2]


def test_another_release_of_a_game_counts_anew(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(store, FOUND)
    before = find_finished(store.path)
    monkeypatch.setattr(facts_file, "_fingerprint", lambda name: "another")
    monkeypatch.setattr(facts_file, "finished_game", lambda stored: before.games[0])
    text = store.path.with_name(FILE).read_text()
    assert find_finished(store.path) == before
    assert store.path.with_name(FILE).read_text() != text


@pytest.mark.parametrize("text", ["", "{}", "x\n{}", "\udcff"])
def test_a_garbled_file_is_made_anew(store: Store, text: str) -> None:
    played(store, FOUND)
    before = find_finished(store.path)
    file = store.path.with_name(FILE)
    good = file.read_text()
    for garbled in (text, good.replace("true", "fals"), good[:-1]):
        file.write_text(garbled, errors="surrogateescape")
        assert find_finished(store.path) == before
        assert file.read_text() == good


def test_the_file_has_no_nickname_and_is_its_owners_alone(store: Store) -> None:
    played(store, FOUND, *NAMED)
    assert find_finished(store.path).games[0].nicknames[0] == ("Anna",)
    file = store.path.with_name(FILE)
    assert "Anna" not in file.read_text() and file.stat().st_mode & 0o777 == 0o600


def test_what_is_forgotten_is_in_neither_file(store: Store) -> None:
    number = played(store, FOUND, *NAMED)
    other = played(store, FOUND)
    find_finished(store.path)
    forget_games(store, [number])
    kept = json.loads(store.path.with_name(FILE).read_text().partition("\n")[2])
    assert set(kept) == {str(other)}
    for file in store.path.parent.iterdir():
        assert b"Anna" not in file.read_bytes(), file.name
    assert [each.number for each in find_finished(store.path).games] == [other]


def test_a_game_in_play_is_not_forgotten_anywhere(store: Store) -> None:
    number = played(store, FOUND)
    find_finished(store.path)
    text = store.path.with_name(FILE).read_text()
    with store.resume(number), pytest.raises(Exception, match="being played"):
        forget_games(store, [number])
    assert store.path.with_name(FILE).read_text() == text


def test_a_game_that_is_not_installed_is_left_out(store: Store) -> None:
    played(store, FOUND)
    store._db.execute("UPDATE games SET game = 'chess'")
    assert find_finished(store.path) == ([], 1)
