"""What walks and moves cost, by hand and by playing all that chance may bring."""

from itertools import product
from random import Random
from typing import cast

import pytest
from heistboard.games.burgle_bros import GAME, acting
from heistboard.games.burgle_bros.bots import Careful
from heistboard.games.burgle_bros.components import ITEMS, TOOLS
from heistboard.games.burgle_bros.finds import GOLD
from heistboard.games.burgle_bros.look_ahead import Cost, LookAhead, walk_cost
from heistboard.games.burgle_bros.public_job import public_job
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.safe_odds import chance_to_show
from heistboard.rules import CHANCE, TABLE, Choice

from tests.host.games.burgle_bros.stage import game, play, put, show

JUDGED = ("move", "drop", "peek", "die", "crack", "pass")
PRIVATE = {"drawn", "rolled", "idle", "done", "looked", "agenda"}  # or of no use
ALIKE = {"tiles", "unseen", "ducts"}  # tiles that look alike have different numbers
IN_TURN = {"tries", "has_acted", "is_first_turn", "spent", "walked"}


def cost(state: BurgleBros, *cells: str, seat: int = 0) -> Cost:
    found = walk_cost(state.view(TABLE), seat, cells)
    return Cost(*(round(tokens, 6) for tokens in found))


# By hand: from d4 the guard goes to d1 with speed 2, so he comes to d3 and d2.


def test_bb_stealth_2_and_3_a_room_with_the_guard_and_one_where_he_comes() -> None:
    state = show(put(game(2), p1="c4"), "d3 computer_laser", "c3 computer_motion", "d4 stairs")
    assert cost(state, "d4") == Cost(1, 0, 0)
    assert cost(state, "c3") == Cost(0, 0, 0)
    assert cost(state, "c3", "d3") == Cost(0, 1, 0)
    assert cost(state) == Cost(0, 0, 0)
    assert cost(put(state, p2="d2"), "c3") == Cost(0, 0, 1)


def test_bb_stealth_4_a_foyer_beside_the_guard() -> None:
    state = show(put(game(2), p1="b4"), "c4 foyer", "c3 foyer")
    assert cost(state, "c4") == Cost(1, 0, 0)  # he goes away, to d3 and d2
    assert cost(state, "c4", "c3") == Cost(1, 1, 0)  # d3 is beside c3


def test_bb_tile_thermo_who_stays_there_brings_the_guard() -> None:
    state = show(put(game(2), p1="c2"), "c3 thermo")
    assert cost(state, "c3") == Cost(0, 1, 0)
    assert cost(put(state, crowbarred="c3"), "c3") == Cost(0, 0, 0)


def test_bb_tile_fingerprint_the_alarm_brings_the_guard_unless_hacked() -> None:
    state = show(put(game(2), p1="c2"), "c3 fingerprint")
    assert cost(state, "c3") == Cost(0, 1, 0)
    assert cost(put(state, hacks=(1, 0, 0)), "c3") == Cost(0, 0, 0)


def test_bb_guard_3_an_alarm_makes_him_faster() -> None:
    state = show(put(game(2), p1="b2"), "b3 fingerprint")  # three steps from d4
    assert cost(state, "b3") == Cost(0, 1, 0)


def test_bb_tile_camera_who_goes_where_the_guard_will_see_a_camera_is_found() -> None:
    state = show(put(game(2), p1="c2"), "c3 camera", "d3 camera")
    assert cost(state, "c3") == Cost(0, 1, 0)  # from d3 he turns to c3


def test_bb_setup_10_a_thermo_is_quiet_in_a_first_turn_without_an_action() -> None:
    state = GAME.new(2)
    for move in ("character p1 hawk", "character p2 juicer", "patrol d4", "entrance b4"):
        state.push(move)
    state.push("tile b4 thermo 1")
    state.push("patrol d1")  # by c4, c3
    assert LookAhead(state.view(TABLE)).costs()[state.parse("pass")].later == 0
    state.push("peek c4")
    state.push("tile c4 stairs 4")
    assert LookAhead(state.view(TABLE)).costs()[state.parse("pass")].later == 1


def test_bb_tile_motion_who_goes_on_in_the_same_turn_sets_off_its_alarm() -> None:
    state = show(put(game(2), p1="b3", p2="c4"), "c3 motion", "c2 laboratory", "b3 lavatory")
    assert cost(state, "c3") == Cost(0, 0, 0)
    assert cost(state, "c3", "c2").others == 1  # he turns to c3, by c4
    play(state, "move c3")
    assert cost(state, "c2").others == 1
    play(put(state, used=3), "...; ...")
    assert not public_job(state.view(TABLE)).in_motion


def test_bb_tile_keypad_opens_with_a_six() -> None:
    state = put(show(put(game(2), p1="b3"), "c3 keypad"), target1="c3")
    # He comes to c3 with his second step; one try in six gets in.
    assert cost(state, "c3").later == round(1 / 6, 6)
    play(state, "move c3; roll 1")
    # Two dice now.
    assert cost(state, "c3").later == round(11 / 36, 6)


def test_a_floor_whose_guard_has_not_come() -> None:
    state = show(put(game(2), p1="a1"), "a1 stairs", "2:a1 laboratory")
    assert cost(state, "2:a1").now == round(1 / 16, 6)
    assert 0 < cost(state, "2:a1").later < 1


def test_a_walk_that_cannot_begin_is_refused() -> None:
    with pytest.raises(ValueError, match="the walk begins with d4, where no step leads now"):
        cost(game(2), "d4")


def test_another_player_may_plan_a_walk() -> None:
    state = show(put(game(2), p2="c4", left=0), "d4 stairs")
    assert cost(state, "d4", seat=1) == Cost(1, 0, 0)


def test_bb_safe_8_a_cracked_safe_makes_the_guard_faster() -> None:
    state = show(put(game(2), p1="d2", p2="d1"), "d2 safe")
    rooms = [f"{cell} laser {1 + n % 2}" for n, cell in enumerate(("a2", "b2", "c2", "d3", "d4"))]
    show(state, *rooms, "d1 laser 1")
    put(state, safe_dice=((7, 6),), marks="a2 b2 c2 d3 d4")
    costs = LookAhead(state.view(TABLE)).costs()
    cracked = 1 - (5 / 6) ** 6
    assert costs[state.parse("pass")] == Cost(0, 1, 0)
    assert costs[state.parse("crack d2")].others == pytest.approx(cracked)


# By playing.


@pytest.mark.parametrize("seed", range(6))
def test_moves_cost_what_playing_them_costs_on_average(seed: int) -> None:
    state = advanced_game(seed, 40 + 7 * seed)
    put(state, stealth=(50,) * state.job.site.players, tokens=())
    for move, found in LookAhead(state.view(TABLE)).costs().items():
        if move.verb in ("move", "drop"):
            assert found.now == pytest.approx(enumerated(state, move), abs=1e-9), move


def enumerated(state: BurgleBros, move: str) -> float:
    now = state.copy()
    before = sum(state.job.stealth)
    now.push(move)
    return _played_out(now, before)


def _played_out(state: BurgleBros, before: int) -> float:
    if state.phase == "act" or state.outcome is not None:
        return before - sum(state.job.stealth)
    legal = state.legal()
    if state.seat == CHANCE and state.phase != "tool":
        weights = list(state.odds())
        if state.phase == "patrol" and is_die(state):
            weights = [1] + [0] * (len(legal) - 1)  # where he goes costs nothing yet
    else:
        weights = [1] + [0] * (len(legal) - 1)
    total = 0.0
    for option, weight in zip(legal, weights, strict=True):
        if weight:
            after = state.copy()
            after.push(option)
            total += weight / sum(weights) * _played_out(after, before)
    return total


def is_die(state: BurgleBros) -> bool:
    """Whether the patrol card is for the die of a guard who has just come."""
    assert state.job.agenda is not None
    (_, (floor,)), _ = state.job.agenda
    assert isinstance(floor, int)
    return state.job.guards[floor] >= 0


def advanced_game(seed: int, moves: int) -> BurgleBros:
    """A game of careful players after about so many moves, when somebody may act."""
    random = Random(seed)
    options: dict[str, Choice] = {"scenario": ("office", "bank", "fort_knox")[seed % 3]}
    state = GAME.new(1 + seed % 4, advanced=True, **options)
    assert isinstance(state, BurgleBros)
    bots = [Careful(seat, random) for seat in range(4)]
    while state.outcome is None and len(state.moves) < moves:
        step(state, bots, random)
    while state.phase != "act":
        state.pop()
    return state


def step(state: BurgleBros, bots: list[Careful], random: Random) -> None:
    legal = state.legal()
    if state.seat == CHANCE:
        state.push(random.choices(legal, state.odds())[0])
    else:
        seat = state.seat or 0
        state.push(bots[seat].choose(legal, lambda: state.view(seat)))


@pytest.mark.parametrize("seed", range(6))
def test_the_game_made_from_a_view_is_the_game(seed: int) -> None:
    random = Random(seed)
    state = advanced_game(seed, 20)
    bots = [Careful(seat, random) for seat in range(4)]
    while state.outcome is None and len(state.moves) < 160:
        if state.phase == "act":
            made = public_job(state.view(TABLE))
            for name, value in state.job.__dict__.items():
                if name not in PRIVATE | ALIKE | IN_TURN:
                    assert plain(name, getattr(made, name)) == plain(name, value), name
            legal = {move for move in state.legal() if move.verb in JUDGED}
            assert {move for move in acting.moves(made) if move.verb in JUDGED} == legal
        step(state, bots, random)


PLAYED = 60
PREFERRED = ("pay", "token", "alarm")


@pytest.mark.parametrize("seed", [1, 10, 12, 19])
def test_until_the_guard_has_moved_a_move_costs_what_playing_says(seed: int) -> None:
    state = advanced_game(seed, 40 + 9 * seed)
    put(state, stealth=(50,) * state.job.site.players, tokens=(), used=4)  # and so no event
    costs = LookAhead(state.view(TABLE)).costs()
    for move in [move for move in costs if move.verb in ("move", "drop", "pass")]:
        gone = [played(state, move, Random(f"{move} {number}")) for number in range(PLAYED)]
        mean = sum(gone) / PLAYED
        spread = sum((each - mean) ** 2 for each in gone) / PLAYED
        error = 5 * (spread / PLAYED) ** 0.5 + 0.05
        expected = sum(costs[move])
        assert expected < mean + error, move
        assert mean < 2 * expected + error, move  # a guard may come twice


def played(state: BurgleBros, move: str, random: Random) -> int:
    """Stealth that is lost if a turn ends with *move*, until the next turn begins."""
    now, turn = state.copy(), state.job.turn
    now.push(move)
    while now.outcome is None and now.job.turn == turn:
        legal = now.legal()
        if now.seat == CHANCE:
            now.push(random.choices(legal, now.odds())[0])
        elif now.phase == "act":
            put(now, used=4).push("pass")
        elif now.phase == "nearest":
            now.push(random.choice(legal))
        else:
            wanted = [each for verb in PREFERRED for each in legal if each.verb == verb]
            now.push([*wanted, *legal][0])
    return sum(state.job.stealth) - sum(now.job.stealth)


def plain(name: str, value: object) -> object:
    """The value with both gold bars alike."""
    if name == "items":
        return [(each & ~GOLD, (each & GOLD).bit_count()) for each in cast("tuple[int]", value)]
    if name == "lying":
        pairs = cast("tuple[tuple[int, int]]", value)
        return [(cell, ITEMS[item]) for cell, item in pairs]
    return GOLD >> len(TOOLS) | value if name == "loot_left" and isinstance(value, int) else value


# Safes.


@pytest.mark.parametrize(("wanted", "dice"), [*product(range(5), range(1, 6))])
def test_the_chance_of_a_roll_is_what_counting_all_rolls_says(wanted: int, dice: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    needed = set(range(1, wanted + 1))
    plain = sum(needed <= set(roll) for roll in rolls)
    turned = sum(
        any(needed <= {*roll[:at], face, *roll[at + 1 :]} for at in range(dice) for face in needed)
        or needed <= set(roll)
        for roll in rolls
    )
    assert chance_to_show(wanted, dice) == pytest.approx(plain / len(rolls))
    assert chance_to_show(wanted, dice, can_turn=True) == pytest.approx(turned / len(rolls))
