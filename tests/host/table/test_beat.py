"""The beat of a window, as a table of what happens and what follows."""

import pytest
from heistboard.table.beat import STOP_MS, Beats

LENGTH_MS = 5_000


def opened(at_ms: int = 1_000) -> Beats:
    beats = Beats(7)
    beats.look("one", LENGTH_MS, at_ms, is_right=True)
    return beats


def test_a_beat_runs_for_its_length_whoever_has_passed() -> None:
    beats = opened()
    for seat in range(3):
        beats.keep_pass(seat)
        beats.look("one", LENGTH_MS, 2_000 + seat, is_right=True)
    assert (beats.due_ms, beats.passed) == (6_000, frozenset({0, 1, 2}))
    assert not beats.is_due(5_999)
    assert beats.is_due(6_000)


@pytest.mark.parametrize("length_ms", [0, 1_500, 30_000])
def test_a_beat_keeps_the_length_with_which_it_began(length_ms: int) -> None:
    beats = Beats()
    beats.look("one", length_ms, 10, is_right=True)
    beats.look("one", 9, 20, is_right=True)
    beats.look("one", None, 30, is_right=True)
    assert beats.due_ms == 10 + length_ms


def test_a_window_without_a_beat_waits_for_all() -> None:
    beats = Beats()
    beats.look("one", None, 0, is_right=True)
    assert beats.running is None and beats.due_ms is None and not beats.is_due(10**9)


def test_the_next_window_has_a_beat_and_passes_of_its_own() -> None:
    beats = opened()
    beats.keep_pass(1)
    beats.stop(2, 2_000)
    first = beats.running
    beats.look("two", LENGTH_MS, 3_000, is_right=True)
    assert first is not None and beats.running is not None
    assert (first.window, beats.running.window) == (8, 9)
    assert (beats.passed, beats.running.stopped, beats.due_ms) == (frozenset(), (), 8_000)
    beats.look(None, None, 4_000, is_right=True)
    assert beats.running is None and beats.passed == set()


@pytest.mark.parametrize(
    ("at_ms", "due_ms"),
    [(1_000, 1_000 + STOP_MS), (5_999, 5_999 + STOP_MS)],
)
def test_stop_holds_a_window_from_when_it_is_said(at_ms: int, due_ms: int) -> None:
    beats = opened()
    beats.stop(3, at_ms)
    assert beats.running is not None
    assert (beats.due_ms, beats.running.stopped, beats.running.part) == (due_ms, (3,), 1)


def test_stop_never_makes_a_window_shorter() -> None:
    beats = Beats()
    beats.look("one", 30_000, 0, is_right=True)
    beats.stop(0, 0)
    assert beats.due_ms == 30_000
    beats.stop(1, 20_000)
    beats.stop(2, 20_000)
    assert beats.due_ms == 50_000


def test_a_wrong_board_suspends_a_beat_and_a_right_one_begins_it_anew() -> None:
    beats = opened()
    beats.keep_pass(1)
    beats.stop(2, 2_000)
    beats.look("one", LENGTH_MS, 3_000, is_right=False)
    assert beats.running is None and beats.due_ms is None
    beats.look("one", LENGTH_MS, 90_000, is_right=True)
    assert beats.running is not None and beats.running.stopped == (2,)
    assert (beats.due_ms, beats.passed, beats.running.part) == (95_000, {1}, 2)


def test_a_window_that_opens_at_a_wrong_board_waits_for_it() -> None:
    beats = Beats()
    beats.look("one", LENGTH_MS, 0, is_right=False)
    assert beats.due_ms is None
    beats.look("one", LENGTH_MS, 400, is_right=True)
    assert beats.due_ms == 5_400


def test_the_next_window_may_have_no_beat() -> None:
    beats = opened()
    beats.look("two", None, 3_000, is_right=True)
    assert beats.running is None and beats.due_ms is None


def test_what_was_done_in_a_lap_that_failed_is_undone() -> None:
    beats = opened()
    checkpoint = beats.checkpoint()
    beats.keep_pass(1)
    beats.look("two", LENGTH_MS, 3_000, is_right=True)
    beats.restore(checkpoint)
    beats.look("one", LENGTH_MS, 3_000, is_right=True)
    assert beats.running is not None
    assert (beats.running.window, beats.due_ms, beats.passed) == (8, 6_000, frozenset())
