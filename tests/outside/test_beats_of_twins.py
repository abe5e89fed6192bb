"""What others learn of answers in windows with a beat, two answers at once, computer players."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from heistboard.app.referee import StaleAnswer
from heistboard.rules import IllegalMove
from heistboard.table.beat import STOP_MS
from heistboard.table.table import NotYourTurn

from tests.outside.beats import STEP_MS, BeatTable, deal
from tests.support.ram_folder import ram_folder

# Twins: equal public facts.


Act = Callable[[BeatTable], None]


def silent(game: BeatTable) -> None:
    game.wait(1_000)


def passes(game: BeatTable) -> None:
    game.wait(400)
    game.table.say(2, "p3 pass", game.at(2))
    game.wait(600)


def tries(game: BeatTable) -> None:
    game.wait(100)
    other = {"gust": "cloak", "cloak": "gust"}[game.card(2)]
    with pytest.raises(IllegalMove):
        game.table.say(2, f"p3 play {other}")
    with pytest.raises(StaleAnswer):
        game.table.say(2, "p3 pass", (game.status.game, 1))
    game.wait(900)


def wishes(game: BeatTable) -> None:
    game.table.set_wish(2, "never")
    game.wait(1_000)


def bluffs(game: BeatTable) -> None:
    game.wait(1_000)
    game.table.stop(2)


def passes_and_stops(game: BeatTable) -> None:
    passes(game)
    game.table.stop(2)


def heard(folder: Path, act: Act, card: str, *, bots: bool = False) -> dict[int, Any]:
    """All that others are sent, with the time, while p3 holds *card* and acts."""
    with pytest.MonkeyPatch.context() as patch:
        deal(patch, p3=card)
        players = {"p2": "random", "p4": "random"} if bots else {}
        with BeatTable(folder, bots=players) as game:
            game.open_window()
            act(game)
            game.wait(2_000 + STOP_MS)
            game.open_window("carry x33") if not bots else None
            game.wait(STEP_MS["calm"])
            assert game.status.phase == ("window" if bots else "carry") or bots
            return {seat: sent for seat, sent in game.sent.items() if seat != 2}


@pytest.mark.parametrize(
    "acts", [(silent, passes, tries, wishes), (bluffs, passes_and_stops)], ids=["quiet", "stop"]
)
def test_others_hear_the_same_at_the_same_times(tmp_path: Path, acts: tuple[Act, ...]) -> None:
    first = heard(tmp_path / "first", acts[0], "cloak")
    assert all(len(sent) >= 4 for sent in first.values())
    for number, act in enumerate(acts):
        for card in ("cloak", "gust"):
            assert heard(tmp_path / f"{number} {card}", act, card) == first, (act, card)


# Two at once.


def test_of_two_answers_one_wins_and_the_other_is_told_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal(monkeypatch)
    times, won = 1_000, {1: 0, 2: 0}
    with ram_folder() as folder, BeatTable(Path(folder), is_heard=False) as game:
        game.open_window()
        for number in range(times):
            at = {seat: game.at(seat) for seat in (1, 2)}
            before = game.moves
            first, second = ((1, 2), (2, 1))[number % 2]
            game.table.say(first, f"p{first + 1} play cloak", at[first])
            game.room.now_ms += number % 6
            with pytest.raises((StaleAnswer, NotYourTurn)):
                game.table.say(second, f"p{second + 1} play cloak", at[second])
            assert game.moves == [*before, f"p{first + 1} play cloak"]
            assert game.seat(second)["view"]["card"] == "cloak"  # type: ignore[index,call-overload]
            won[first] += 1
            game.table.correct("undo")
    assert won == {1: times // 2, 2: times // 2}


@pytest.mark.parametrize("street", STEP_MS)
def test_a_tap_for_one_window_never_counts_in_the_next(
    tmp_path: Path, street: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, street=street)
    with BeatTable(tmp_path, options={"carrier-joins": True}) as game:
        game.open_window()
        old = {seat: game.at(seat) for seat in range(4)}
        game.table.say(1, "p2 pass", old[1])
        game.wait(STEP_MS[street])
        game.open_window("carry x33")
        before = game.moves
        for seat, at in old.items():
            for text in ("pass", "play cloak"):
                with pytest.raises(StaleAnswer):
                    game.table.say(seat, f"p{seat + 1} {text}", at)
        assert game.moves == before and not any("passed" in game.seat(seat) for seat in old)


# Computer players.


@pytest.mark.parametrize("seed", range(3))
def test_computer_players_answer_within_beats_and_play_whole_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    deal(monkeypatch, street="wind")  # watchmen play their cloaks
    bots = dict.fromkeys(("p1", "p2", "p3", "p4"), "partisan")
    with BeatTable(tmp_path, bots=bots, seed=seed, options={"turns": 4}) as game:
        while game.status.phase != "over":
            assert game.room.now_ms < 120_000
            game.wait(100)
        opened: dict[int, tuple[int, int]] = {}
        for now_ms, status in game.statuses:
            if status.beat is not None:
                opened.setdefault(status.beat.window, (now_ms, status.beat.span.least_ms))
        assert opened
        played = [move for move in game.moves if " play " in move]
        ended = [
            now_ms - opened[last.beat.window][0]
            for (now_ms, status), (_, last) in zip(game.statuses[1:], game.statuses, strict=False)
            if last.beat is not None and status.beat is None
        ]
        early = [ms for ms in ended if ms not in STEP_MS.values()]
        assert len(early) == len(played) >= 2  # only a card ends a window early
        assert all(ms > 0 for ms in early)


def test_thinking_players_tell_nothing_by_their_timing(tmp_path: Path) -> None:
    one, other = (heard(tmp_path / card, silent, card, bots=True) for card in ("cloak", "gust"))
    assert one == other
