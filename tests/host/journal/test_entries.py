"""Writing several entries at once, marks, and reeds set aside."""

from collections.abc import Iterator

import pytest
from heistboard import games
from heistboard.journal.store import Journal, Store, StoreError
from heistboard.rules import IllegalMove

AT = "2031-05-04T20:15:00+02:00"
PLACES = ("place green x11", "place yellow x12", "place pink x44")


@pytest.fixture
def journal(store: Store) -> Iterator[Journal]:
    with store.create(games.load("car-thief").new(), AT) as journal:
        yield journal


def again(store: Store, journal: Journal) -> Journal:
    journal.close()
    return store.resume(journal.id)


def test_moves_are_replaced_in_one_write(store: Store, journal: Journal) -> None:
    journal.write(PLACES, at=AT)
    state = journal.state
    journal.write(("place yellow x13", PLACES[2]), undo=2, at=AT)
    assert state is journal.state
    assert state.moves == ["place green x11", "place yellow x13", "place pink x44"]
    with again(store, journal) as resumed:
        assert resumed.state.moves == state.moves
        assert store.games()[0].length == 3


@pytest.mark.parametrize(
    ("moves", "undo"),
    [(("place yellow x22", "place pink x22"), 2), (("hide c3", "hide c4"), 0), ((), 4)],
)
def test_all_or_nothing(store: Store, journal: Journal, moves: tuple[str, ...], undo: int) -> None:
    journal.write(PLACES, at=AT, mark="ready")
    with pytest.raises((IllegalMove, IndexError)):
        journal.write(moves, undo=undo, at=AT)
    assert journal.state.moves == list(PLACES)
    assert journal.mark == "ready"
    with again(store, journal) as resumed:
        assert resumed.state.moves == list(PLACES)


def test_failed_write_changes_nothing(
    store: Store, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.write(PLACES, at=AT)

    def full(*args: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", full)
        with pytest.raises(StoreError):
            journal.write(("place pink x33",), undo=1, at=AT)
        with pytest.raises(StoreError):
            journal.set_aside({"b3.cover"}, AT)
    assert (journal.state.moves, journal.aside) == (list(PLACES), frozenset())
    journal.write(("hide c3",), at=AT)
    with again(store, journal) as resumed:
        assert resumed.state.moves == [*PLACES, "hide c3"]


def test_a_mark_lasts_until_the_next_move(store: Store, journal: Journal) -> None:
    journal.write(PLACES, at=AT)
    journal.write(mark="eyes-closed", at=AT)
    with again(store, journal) as resumed:
        assert resumed.mark == journal.mark == "eyes-closed"
        resumed.write(at=AT)
        assert resumed.mark == ""
        resumed.write(mark="eyes-closed", at=AT)
        resumed.write(("hide c3",), at=AT, mark="")
        assert resumed.mark == ""
        with again(store, resumed) as last:
            assert (last.mark, last.state.moves) == ("", [*PLACES, "hide c3"])


def test_reeds_stay_set_aside(store: Store, journal: Journal) -> None:
    journal.set_aside({"b3.cover", "a1.occupant"}, AT)
    journal.write(PLACES, at=AT)
    with again(store, journal) as resumed:
        assert resumed.aside == {"b3.cover", "a1.occupant"}
        resumed.set_aside(set(), AT)
        with again(store, resumed) as last:
            assert last.aside == frozenset()
