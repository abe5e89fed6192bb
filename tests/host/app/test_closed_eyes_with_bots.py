"""How long eyes stay closed where the computer hides, and what is asked of people meanwhile."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from heistboard.app.computer_players import PAUSE_MS
from heistboard.games.car_thief.phases import THIEF_MS, UNSEEN_MS

from tests.support.seen_table import Seen

THIEF = 0
BOTH = {"thief": "thinker", "police": "thinker"}


def closed_ms(game: Seen) -> set[int]:
    """How long eyes were closed, each time."""
    phases = [(now_ms, status.is_secret) for now_ms, status in game.statuses]
    changes = [phases[0], *(now for last, now in pairwise(phases) if last[1] != now[1])]
    return {end - begin for (begin, is_closed), (end, _) in pairwise(changes) if is_closed}


@pytest.mark.parametrize("seed", [1, 2])
def test_eyes_stay_closed_only_shortly_where_the_computer_hides(
    seen: Callable[..., Seen], seed: int
) -> None:
    game = seen(bots=BOTH, seed=seed)
    game.until(lambda status: status.phase == "over")
    assert closed_ms(game) == {UNSEEN_MS}  # every time the same
    assert max(PAUSE_MS) < UNSEEN_MS


def test_eyes_stay_closed_as_long_as_ever_at_a_board_and_as_chosen(
    seen: Callable[..., Seen],
) -> None:
    game = seen(bots=BOTH, has_board=True, has_hands=True)
    game.until(lambda status: status.view["round"] == 3)
    assert closed_ms(game) == {THIEF_MS}
    game = seen(bots=BOTH, table_options={"thief-seconds": "20"})
    game.until(lambda status: status.view["round"] == 3)
    assert closed_ms(game) == {20_000}


def test_eyes_stay_closed_longer_once_a_person_hides_again(seen: Callable[..., Seen]) -> None:
    game = seen(bots=BOTH)
    closed = game.until(lambda status: status.is_secret)
    assert closed.eyes_closed is not None and closed.eyes_closed.least_ms == UNSEEN_MS
    game.table.set_bot(THIEF, None)
    span = game.table.status().eyes_closed
    assert span is not None and span.least_ms == THIEF_MS
    game.room.wait(UNSEEN_MS)
    assert game.table.status().is_secret


def test_nobody_is_asked_to_look_away_where_the_computer_hides(
    seen: Callable[..., Seen],
) -> None:
    game = seen(bots=BOTH)
    assert game.until(lambda status: status.is_secret).ask.id == "hide.computer"
    game.table.set_bot(THIEF, None)
    assert game.table.status().ask.id == "hide"


def said(game: Seen) -> set[str]:
    """What was said when eyes closed and opened."""
    asks = (ask for _, status in game.statuses for ask in status.spoken)
    return {ask.id for ask in asks if ask.id.startswith("eyes.")}


def test_nobody_is_told_to_close_eyes_where_the_computer_hides(seen: Callable[..., Seen]) -> None:
    game = seen(bots=BOTH)
    game.until(lambda status: status.view["round"] == 2)
    assert said(game) == {"eyes.close.computer", "eyes.open.computer"}
    game = seen(bots=BOTH, has_board=True, has_hands=True)
    game.until(lambda status: status.view["round"] == 2)
    assert said(game) == {"eyes.close", "eyes.open"}
