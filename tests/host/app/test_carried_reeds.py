"""Reeds that simulated hands are changing, as the table sees them."""

from heistboard.app.carried_reeds import LATEST_MS, SETTLES_MS, CarriedReeds


def test_reeds_under_way_are_seen_as_they_will_be() -> None:
    carried = CarriedReeds()
    assert carried.due_ms is None and carried.seen({"a", "b"}) == {"a", "b"}
    carried.begin({"a": False, "c": True}, 1_000)
    assert carried.seen({"a", "b"}) == {"b", "c"}
    assert carried.seen({"c"}) == {"c"}
    carried.begin({"a": True}, 1_010)
    assert carried.seen({"b"}) == {"a", "b", "c"}


def test_reed_that_has_changed_is_believed_once_it_has_settled() -> None:
    carried = CarriedReeds()
    carried.begin({"a": True}, 0)
    assert not carried.settle({"a"}, SETTLES_MS - 1)
    assert carried.seen(set()) == {"a"}  # a late report of an earlier change
    assert not carried.settle({"a"}, SETTLES_MS)
    assert carried.seen(set()) == set() and carried.due_ms is None


def test_piece_that_a_hand_takes_as_soon_as_it_arrives_is_seen_to_be_taken() -> None:
    carried = CarriedReeds()
    carried.begin({"a": True, "b": True}, 0)
    assert not carried.settle({"a"}, 10)
    assert not carried.settle((), 50) and carried.seen(set()) == {"a", "b"}
    assert carried.settle((), SETTLES_MS)
    assert carried.seen(set()) == {"b"} and carried.due_ms == LATEST_MS


def test_reed_that_never_changes_is_believed_in_the_end() -> None:
    carried = CarriedReeds()
    carried.begin({"a": True, "b": False}, 0)
    assert carried.due_ms == SETTLES_MS
    assert not carried.settle((), SETTLES_MS)
    assert carried.due_ms == LATEST_MS and carried.seen({"b"}) == {"a", "b"}
    assert not carried.settle((), LATEST_MS - 1)
    assert carried.settle((), LATEST_MS)
    assert carried.seen(set()) == set() and carried.due_ms is None
