"""Nobody learns what is face down, what others looked at, or how a deck lies."""

from random import Random
from typing import cast

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import CHANCE, TABLE, IllegalMove, Move
from heistboard.rules.testing import LeakCheck, shown

from tests.host.games.burgle_bros.obs import obs, twin
from tests.host.games.burgle_bros.stage import game, play, put

ATTEMPTS = (
    *("pass", "event crash", "event squeak", "patrol b3", "patrol c2", "patrol 2:b3", "show"),
    *("look p1 crash", "look p2 b3", "stack p1 crash squeak reboot", "leave", "bottom"),
)
GAMES = 15


def spying_game(random: Random) -> BurgleBros:
    """A game with a Spotter and a Crystal Ball."""
    state = game(3, "spotter", random.choice(("basic", "advanced")))
    return put(state, items1="crystal_ball", stealth=(9, 9, 9))


def choose(state: BurgleBros, random: Random, *, is_dealt: bool) -> Move:
    """Chooses any move; one that spies, if there is one. Real cards may come against the odds."""
    legal = state.legal()
    if state.seat == CHANCE:
        return random.choices(legal, state.odds() if is_dealt else None)[0]
    spying = [move for move in legal if move.verb in ("scout", "use_crystal_ball", "stack")]
    return random.choice(spying or legal)


@pytest.mark.parametrize("is_dealt", [True, False])
def test_equal_knowledge_looks_equal_and_other_knowledge_looks_different(is_dealt: bool) -> None:
    check = LeakCheck(obs, ATTEMPTS)
    for seed in range(GAMES):
        random = Random(seed)
        state = spying_game(random)
        other: BurgleBros | None = None
        for _ in range(70):
            if state.outcome is not None:
                break
            if state.phase == "look" and sum(state.odds()) > 1:
                other = state.copy()
                odds = zip(state.legal(), state.odds(), strict=True)
                first, second = random.sample([move for move, weight in odds if weight], 2)
                state.push(first)
                other.push(second)
                assert twin(state.moves, second.parts["card"]) == other.moves
            else:
                move = choose(state, random, is_dealt=is_dealt)
                state.push(move)
                if other is not None:
                    try:
                        other.push(move)
                    except IllegalMove:
                        # The host deals by the cards that were seen; people, by what was shown.
                        assert is_dealt or move.private or "show" in state.moves
                        other = None
            check.see(state)
            if other is not None:
                check.see(other)
    assert check.twins > 250


def test_twins_that_differ_in_a_look_are_shown_the_same_to_the_others() -> None:
    one = play(game(2, "spotter"), "scout; look p1 b3; leave; pass; event lampshade")
    other = play(game(2, "spotter"), "scout; look p1 c2; leave; pass; event lampshade")
    for seat in (1, TABLE):
        assert shown(one, seat, ATTEMPTS) == shown(other, seat, ATTEMPTS)
    assert shown(one, 0, ATTEMPTS) != shown(other, 0, ATTEMPTS)


def test_what_the_fourth_player_looks_at_is_told_to_nobody_else() -> None:
    state = put(game(4, "juicer hawk raven spotter"), active=3)
    play(state, "scout; look p4 b3")
    assert state.told(3)[-1] == state.told(None)[-1] == "look p4 b3"
    assert {state.told(seat)[-1] for seat in (0, 1, 2, TABLE, CHANCE)} == {"look p4 ?"}
    assert state.view(TABLE)["looked"] == state.view(2)["looked"] == {}


def test_a_card_at_the_bottom_is_still_offered_to_who_draws() -> None:
    one = play(game(2, "spotter"), "scout; look p1 b3; bottom")
    play(put(one, used=3, target1="d3"), "pass")
    assert "patrol b3" in one.legal()
    weights = dict(zip(one.legal(), one.odds(), strict=True))
    assert weights[one.parse("patrol b3")] == 0 and set(weights.values()) == {0, 1}
    # If real cards bring it all the same, the look was misread, and the deck forgets it.
    one.push("patrol b3")
    assert one.view(0)["looked"] == {} and "patrol b3" not in one.legal()


def test_another_card_than_the_one_seen_makes_the_deck_forget() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; leave")
    play(put(state, used=3, target1="d3"), "pass; patrol c2")
    assert state.job.looked == () and state.view(0)["looked"] == {}


def test_a_view_names_only_what_is_open() -> None:
    state = game(2)
    assert (
        set(state.view(1))
        == set(state.view(TABLE))
        == {
            *(
                "game",
                "players",
                *GAME.options,
                "plan",
                "phase",
                "turn",
                "active",
                "round",
                "actions",
            ),
            *(
                "used",
                "entrance",
                "tiles",
                "face-down",
                "stairs",
                "opened",
                "crowbarred",
                "searched",
            ),
            *(
                "marks",
                "cracked",
                "dice",
                "alarms",
                "hacks",
                "laptop",
                "room-stealth",
                "lying",
                "team",
            ),
            *(
                "guards",
                "crow",
                "held-alarm",
                "tools-left",
                "tools-gone",
                "loot-left",
                "events-left",
            ),
            *("events-gone", "event", "lasting", "suit", "shift-change", "guard-steps", "rolled"),
            *("looked", "moves", "outcome"),
        }
    )
    assert state.view(1)["tiles"] == {"a1": "foyer 1"}
    assert state.view(0) == state.view(TABLE)


def test_a_view_says_where_guards_and_players_are() -> None:
    state = put(game(3, lost_visual=True), guards=(0, -2), targets=(8, -2), donuts=2)
    put(state, at=(-1, -2, 20), skips=2, heads_up=(0, 0, 1), crow=0, gymnastics=0)
    seen = state.job.patrol_unseen
    view = put(state, patrol_unseen=(seen[0], seen[1] & ~(1 << 16) & ~1)).view(0)
    assert view["guards"] == [
        {
            **{"floor": 1, "at": "a1", "is-away": False, "target": "a3", "path": ["a2", "a3"]},
            **{"speed": 2, "donuts": False, "patrol-left": 12, "patrol-gone": ["d1", "d4"]},
        },
        {
            **{"floor": 2, "at": None, "is-away": True, "target": None, "path": [], "speed": 3},
            **{"donuts": True, "patrol-left": 14, "patrol-gone": ["2:a1", "lost_visual"]},
        },
    ]
    team = [
        (each["at"], each["more-actions"], each["loses-turn"])
        for each in cast(list[dict[str, object]], view["team"])
    ]
    assert team == [("outside", 0, False), ("roof", 0, True), ("2:a2", 1, False)]
    assert (view["lasting"], view["crow"]) == ({"gymnastics": "p1"}, "a1")
    assert view["tiles"] == {"a1": "foyer 1"} and view["entrance"] == "a1"
    assert "a1" not in cast(list[str], view["face-down"])


def test_an_upper_guards_way_is_named_by_its_floor() -> None:
    state = put(game(2), guard2="2:d1", target2="2:a1")
    guard = cast(list[dict[str, object]], state.view(0)["guards"])[1]
    assert guard["path"] == ["2:c1", "2:b1", "2:a1"] and guard["floor"] == 2


def test_what_lies_face_down_is_nowhere_in_the_state() -> None:
    # Only how many of which tiles are left: so nothing can leak.
    state = game(2)
    assert sum(not tile for tile in state.job.tiles) == 31 == state.job.unseen.bit_count()
