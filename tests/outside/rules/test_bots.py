"""The outside game's computer player."""

from collections import Counter
from random import Random

from heistboard import games
from heistboard.rules import State
from heistboard.rules.autoplay import Dealer, play_out


def played(names: list[str], random: Random) -> State:
    makers = games.package("lanterns").bot_makers()
    state = games.load("lanterns").new(len(names))
    bots = {seat: makers[name](seat, random) for seat, name in enumerate(names)}
    play_out(state, bots, Dealer(random))
    return state


def test_it_plays_whole_games_with_every_option() -> None:
    makers = games.package("lanterns").bot_makers()
    random = Random(1)
    for number in range(20):
        options = {"tower": bool(number % 2), "carrier-joins": number % 3 == 0}
        state = games.load("lanterns").new(3 + number % 6, **options)
        bots = {seat: makers["partisan"](seat, random) for seat in range(len(state.seats))}
        play_out(state, bots, Dealer(random))
        assert state.outcome is not None


def test_watchmen_and_traitors_play_for_their_side() -> None:
    random = Random(2)
    games_played = [played(["partisan"] * 5, random) for _ in range(150)]
    by_role = Counter(
        (state.view(move.seat)["role"], move.parts["card"])
        for state in games_played
        for move in state.moves
        if move.verb == "play" and move.seat is not None
    )
    assert by_role["traitor", "gust"] > 20 and by_role["watchman", "cloak"] > 20
    assert not by_role["watchman", "gust"]


def test_it_is_found_by_its_package() -> None:
    assert set(games.package("lanterns").bot_makers()) == {"random", "partisan"}
