"""Sections 8 and 9 of the rules: stealth, guards, alarms, Lost Visual."""

from typing import cast

import pytest
from heistboard.games.burgle_bros.job import AWAY, UNPLACED
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE, View

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show, walls


def quiet(**more: object) -> BurgleBros:
    """p1 on a4 with three actions used, so that no event comes; the guard is near."""
    state = put(game(2), p1="a4", p2="a4", used=3)
    show(state, "a4 lavatory")
    return put(state, tokens=(), **more)


# Stealth.


def test_bb_stealth_1_own_token_or_one_of_the_room() -> None:
    state = put(quiet(guard1="c4", target1="a4"), tokens=((12, 1),))
    state.push("pass")
    assert (state.seat, state.phase) == (0, "lose")
    state.push("lose room")
    # The room has none left, so p2 pays at once.
    assert state.job.stealth == (3, 2) and state.job.tokens == ()
    assert illegal(state, "lose own") == "BB-GUARD-9"


def test_bb_stealth_1_seats_choose_in_turn_order_from_the_active_one() -> None:
    state = put(quiet(guard1="c4", target1="a4"), tokens=((12, 5),), active=1)
    state.push("pass")
    assert state.seat == 1
    state.push("lose own")
    assert state.seat == 0 and state.job.stealth == (3, 2) and state.job.tokens == ((12, 5),)


def test_bb_stealth_2_moving_into_the_guards_room_costs_one() -> None:
    state = put(show(game(2), "b1 lavatory", "a1 camera"), guard1="b1", tokens=())
    state.push("move b1")
    assert state.job.stealth == (2, 3)
    put(state, p2="b1", items1="emp")
    play(state, "give emp p2; accept; peek c1; tile c1 camera 3")
    assert state.job.stealth == (2, 3)


def test_bb_stealth_3_a_guard_who_arrives_or_passes_costs_each_player_one() -> None:
    state = quiet(guard1="b4", target1="a3", p2="a4")
    put(state, p1="a4", p2="a3")
    show(state, "a3 camera")
    play(state, "pass")
    assert state.job.stealth == (2, 2) and state.phase == "patrol"
    stands = quiet(guard1="a4", target1="c4")
    play(stands, "pass")
    assert stands.job.stealth == (3, 3)


def test_bb_stealth_4_sight_by_a_guards_steps() -> None:
    state = put(quiet(guard1="c4", target1="b3"), p2="d1")
    show(state, "a4 foyer", "d1 camera")
    play(state, "pass")  # b4 is next door, then b3 is not
    assert state.job.stealth == (2, 3)
    state = put(quiet(guard1="b4", target1="a4"), p2="d1")
    show(state, "a4 foyer", "d1 camera")
    play(state, "pass")  # he was next door already, and comes in
    assert state.job.stealth == (2, 3)


def test_bb_stealth_4_a_guard_above_an_atrium() -> None:
    state = put(game(2, scenario="bank"), p1="2:b2", guard2="2:d4", guard3="3:c2", target3="3:b2")
    show(state, "2:b2 atrium", "3:a3 lavatory")
    put(state, p2="3:a3", active=1, used=3)
    play(state, "pass")
    assert state.job.stealth == (2, 3)


def test_bb_stealth_5_tiara() -> None:
    state = put(show(game(2), "b1 lavatory"), guard1="c1", items1="tiara", tokens=())
    state.push("move b1")
    assert state.job.stealth == (2, 3)
    state = put(show(game(2), "b1 lavatory"), guard1="d1", target1="d4", items1="tiara", tokens=())
    put(state, used=3)
    play(state, "move b1; pass")
    assert state.job.stealth == (3, 3)
    moved = quiet(guard1="c4", target1="b3", items1="tiara")
    play(moved, "pass")
    assert moved.job.stealth == (3, 3)  # not for his steps


def test_bb_stealth_6_one_move_costs_one_at_most() -> None:
    state = put(show(game(2), "b1 foyer"), guard1="b1", items1="tiara")
    state.push("move b1")
    assert state.job.stealth == (2, 3)


def test_bb_stealth_7_there_is_no_upper_limit() -> None:
    state = put(game(2), stealth1=7, items1="makeup_kit")
    state.push("use makeup_kit")
    assert state.job.stealth == (8, 4)


def test_bb_stealth_8_the_goblet_never_loses_the_game() -> None:
    state = cracking(stealth1=0)
    play(state, "loot cursed_goblet")
    assert state.outcome is None and state.job.stealth == (0, 3)
    state = cracking()
    play(state, "loot cursed_goblet")
    assert state.job.stealth == (2, 3)


def cracking(**more: object) -> BurgleBros:
    """p1 has just cracked a safe and drawn a tool."""
    state = show(game(2), "a1 camera 2", "b2 safe", "a2 camera 3", "c2 camera 6", "d2 laser 1")
    show(state, "b1 laser 2", "b3 motion 1", "b4 motion 3")
    put(state, p1="b2", safe_dice=((5, 1),), marks="a2 c2 d2 b1 b3", **more)
    return play(state, "crack b2; roll 3; tool virus")


# Guards.


def test_bb_guard_1_the_die_is_his_destination() -> None:
    state = quiet(guard1="d4", target1="d1")
    state.push("pass")
    assert room(state, "guards")[0] == "d2" and room(state, "targets")[0] == "d1"


def test_bb_guard_2_a_guard_comes_when_a_player_comes_onto_his_floor() -> None:
    state = put(show(game(2), "b1 stairs", "2:b1 camera"), p1="b1")
    state.push("move 2:b1")
    assert state.phase == "patrol" and illegal(state, "patrol b1") == "BB-GUARD-9"
    play(state, "patrol 2:c3; patrol 2:c4")
    assert (at(state), room(state, "guards")[1]) == ("2:b1", "2:c3")


def test_bb_guard_2_peeking_does_not_bring_him() -> None:
    state = put(show(game(2), "b1 stairs"), p1="b1")
    play(state, "peek 2:b1; tile 2:b1 camera 2")
    assert state.job.guards[1] == UNPLACED


@pytest.mark.parametrize(
    ("alarms", "more", "to"), [("", 0, "d2"), ("c1", 0, "d1"), ("", -1, "d3"), ("", 1, "d1")]
)
def test_bb_guard_3_speed(alarms: str, more: int, to: str) -> None:
    state = quiet(guard1="d4", target1="c1", alarms=alarms, guard_steps=more)
    walls(state, "c1|c2,c2|d2,c3|d3,c4|d4")
    state.push("pass")
    assert room(state, "guards")[0] == to


def test_bb_guard_3_the_speed_is_fixed_before_he_starts() -> None:
    state = quiet(guard1="d4", target1="d3", alarms="d3")
    play(state, "pass; patrol c1")
    assert room(state, "guards")[0] == "c2"


def test_bb_guard_4_the_destination_is_looked_at_after_each_step() -> None:
    state = quiet(guard1="d4", target1="d3")
    play(state, "pass; patrol c3")
    assert room(state, "guards")[0] == "c3"


def test_bb_guard_5_the_order_of_an_arrival() -> None:
    # Stealth before the alarm token, then his last step brings a new destination.
    state = put(quiet(guard1="c4", target1="a4", alarms="a4"), tokens=((12, 3),), speeds=(1, 3))
    state.push("pass")
    assert state.phase == "lose" and room(state, "alarms") == ["a4"]
    play(state, "lose room; lose own")
    assert room(state, "alarms") == [] and state.phase == "patrol"
    state.push("patrol b1")
    assert room(state, "targets")[0] == "b1" and state.job.active == 1


def test_bb_guard_6_a_card_that_names_his_cell_is_replaced() -> None:
    state = quiet(guard1="d4", target1="d2")
    play(state, "pass; patrol d2")
    assert state.phase == "patrol"
    state.push("patrol a1")
    assert room(state, "targets")[0] == "a1"


def test_bb_guard_6_also_for_the_first_die_of_a_guard() -> None:
    state = put(show(game(2), "b1 stairs", "2:b1 camera"), p1="b1", patrol_left=(7, 1))
    play(state, "move 2:b1; patrol 2:d4; patrol 2:d4")
    assert state.phase == "patrol"
    play(state, "patrol 2:d1")
    assert room(state, "guards")[1] == "2:d4" and room(state, "targets")[1] == "2:d1"


def test_bb_guard_7_and_8_he_goes_clockwise() -> None:
    state = quiet(guard1="b1", target1="c2", speeds=(1, 3))
    state.push("pass")
    assert room(state, "guards")[0] == "c1"
    state = quiet(guard1="d3", target1="a1", speeds=(2, 3))
    state.push("pass")
    assert room(state, "guards")[0] == "b3"


def test_bb_guard_9_an_empty_deck_makes_him_faster() -> None:
    state = quiet(guard1="d4", target1="d3")
    put(state, patrol_left=(0, 10), patrol_unseen=(0b111, (1 << 16) - 1))
    state.push("pass")
    assert (state.job.speeds, state.job.patrol_left[0], len(state.legal())) == ((3, 3), 10, 16)
    play(state, "patrol a1")
    assert room(state, "guards")[0] != "d4" and state.job.patrol_left[0] == 9
    # This movement kept its two steps.
    assert room(state, "guards")[0] in ("c3", "d2")
    fast = put(quiet(guard1="d4", target1="d3"), speeds=(6, 3), patrol_left=(0, 10))
    fast.push("pass")
    assert fast.job.speeds[0] == 6


def test_bb_guard_9_discards_are_open_and_removed_cards_are_not() -> None:
    state = game(2)
    (guard, _) = cast("list[View]", state.view(0)["guards"])
    assert guard["patrol-gone"] == ["d1", "d4"] and guard["patrol-left"] == 8


def test_bb_guard_10_he_moves_only_after_a_turn_on_his_floor() -> None:
    state = put(quiet(guard1="d4", target1="d1"), p1="2:a4", guard2="2:d4", target2="2:d1")
    show(state, "2:a4 camera")
    play(state, "pass")
    assert room(state, "guards") == ["d4", "2:d1"] and state.phase == "patrol"


def test_bb_guard_11_being_placed_is_no_arrival() -> None:
    state = put(show(game(2), "b1 stairs", "2:b1 camera", "a2 camera"), p1="b1", p2="a2")
    put(state, alarms="2:c3")
    play(state, "move 2:b1; patrol 2:c3; patrol 2:c4")
    assert room(state, "alarms") == []
    shown = put(show(game(2), "b1 stairs", "2:b1 lavatory", "2:c1 camera", "a2 camera"), p1="b1")
    play(put(shown, p2="a2"), "move 2:b1; patrol 2:c1; patrol 2:c4")
    assert room(shown, "alarms") == []


# Alarms.


def test_bb_alarm_1_no_second_token_and_none_under_emp() -> None:
    state = put(show(game(2), "b1 fingerprint"), alarms="b1", target1="b1")
    assert room(play(state, "move b1"), "alarms") == ["b1"]
    state = put(show(game(2), "b1 fingerprint"), emp=1)
    assert room(play(state, "move b1"), "alarms") == []


def test_bb_alarm_1_where_an_alarm_is_on_nobody_is_asked_for_tokens() -> None:
    state = put(show(game(2), "b1 fingerprint"), alarms="b1", target1="b1", hacks=(1, 0, 0))
    state.push("move b1")
    assert state.phase == "act" and room(state, "alarms") == ["b1"]


def test_bb_alarm_1_without_a_guard_only_the_token_is_put() -> None:
    state = put(game(2), searched="2:b1", used=0)
    play(state, "pass; event shoplifting")
    assert room(state, "alarms") == ["2:b1"] and state.job.targets[1] == UNPLACED


def test_bb_alarm_2_each_token_adds_a_step() -> None:
    state = quiet(guard1="d4", target1="d1", alarms="d1 b1")
    state.push("pass")
    # Two and two: d1 on the third step, then the other alarm.
    assert room(state, "guards")[0] == "c1" and room(state, "alarms") == ["b1"]


def test_bb_alarm_3_the_old_destination_is_forgotten() -> None:
    state = play(put(show(game(2), "b1 fingerprint")), "move b1")
    assert room(state, "targets")[0] == "b1"
    put(state, guard1="c1", used=3)
    play(state, "pass")
    assert state.phase == "patrol"


def test_bb_alarm_4_the_nearest_alarm_and_players_choose_among_equals() -> None:
    state = put(show(game(2), "b1 fingerprint"), guard1="d2", target1="d4", alarms="d4")
    put(state, p1="a1")
    state.push("move b1")
    assert room(state, "targets")[0] == "d4"
    state = put(show(game(2), "b1 fingerprint"), guard1="d1", target1="d3", alarms="d3")
    state.push("move b1")
    assert state.phase == "nearest" and state.legal() == ("target b1", "target d3")
    assert illegal(state, "target a1") == "BB-ALARM-4" == illegal(state, "pass")
    state.push("target b1")
    assert room(state, "targets")[0] == "b1"


def test_bb_alarm_4_equals_are_not_asked_again_at_each_step() -> None:
    state = quiet(guard1="c1", target1="d2", alarms="b2 d2", speeds=(0, 3))
    state.push("pass")
    assert state.phase != "nearest"


def test_bb_alarm_4_equals_are_asked_once_when_a_camera_rings() -> None:
    state = show(put(game(2), p1="c4", p2="c4"), "c2 camera", "c4 camera")
    put(state, guard1="d2", alarms="a2", target1="a2", speeds=(0, 3), used=3)
    play(state, "pass")
    assert state.legal() == ("target a2", "target c4")
    play(state, "target a2")
    assert state.phase == "act" and room(state, "guards")[0] == "c2"


def test_bb_alarm_5_the_last_token_gone_a_card_is_drawn() -> None:
    state = put(game(2), items1="emp", alarms="b2 c2", target1="b2")
    state.push("use emp")
    assert state.phase == "patrol" and room(state, "alarms") == []
    away = put(game(2), items1="emp", alarms="b2", guards=(AWAY, UNPLACED))
    away.push("use emp")
    assert away.phase == "act"


def test_bb_alarm_6_hack_tokens_cancel_no_other_alarms() -> None:
    state = put(show(game(2), "b1 thermo"), p1="b1", hacks=(1, 1, 1), laptop=1, used=3)
    state.push("pass")
    assert "token laptop" not in state.legal() and room(state, "alarms") == ["b1"]
    state = put(show(game(2), "b1 fingerprint"), hacks=(1, 1, 1), laptop=1)
    state.push("move b1")
    assert state.legal() == ("token computer_fingerprint", "token laptop", "alarm")


# Lost Visual.


def lost(**more: object) -> BurgleBros:
    state = put(game(2, lost_visual=True), p1="a4", p2="a4", used=3)
    show(state, "a4 lavatory")
    return put(state, tokens=(), **more)


def test_bb_lv_1_one_card_for_each_deck() -> None:
    state = lost()
    assert state.job.patrol_unseen[1].bit_count() == 17
    assert illegal(game(2), "lost_visual 1") == "BB-TURN-3"


def test_bb_lv_2_the_guard_leaves_and_loses_his_steps() -> None:
    state = lost(guard1="d4", target1="d3", speeds=(6, 3), donuts=0, alarms="")
    play(state, "pass; lost_visual 1")
    assert state.job.guards[0] == AWAY and state.job.speeds == (6, 3) and state.job.active == 1
    assert state.job.targets[0] == AWAY


def test_bb_lv_2_donuts_under_a_leaving_guard_are_discarded() -> None:
    state = lost(donuts=1)
    put(state, used=0)
    play(state, "pass; event change_of_plans; lost_visual 1")
    assert state.job.donuts == 0 and state.view(0)["tools-gone"] == ["donuts"]


def test_bb_lv_3_he_comes_back_and_moves_as_usual() -> None:
    state = lost(guards=(AWAY, UNPLACED), targets=(AWAY, UNPLACED))
    play(state, "pass; patrol c1; patrol c4")
    assert room(state, "guards")[0] == "c3"
    state = lost(guards=(AWAY, UNPLACED), targets=(AWAY, UNPLACED), alarms="b1")
    play(state, "pass; lost_visual 1; patrol d2; patrol d3")
    assert room(state, "guards")[0] == "b1" and room(state, "alarms") == []


def test_bb_lv_3_in_setup_it_is_replaced() -> None:
    from heistboard.games.burgle_bros import GAME

    state = GAME.new(1, **{"lost-visual": True})
    play(state, "character p1 hawk; lost_visual 1; patrol a1; entrance b1; tile b1 camera 2")  # type: ignore[arg-type]
    assert state.phase == "patrol"
    state.push("patrol a2")
    assert state.phase == "act"
    state = GAME.new(1, **{"lost-visual": True})
    play(state, "character p1 hawk; patrol a1; entrance b1; tile b1 camera 2; lost_visual 1")  # type: ignore[arg-type]
    assert state.phase == "patrol" and "lost_visual 1" not in state.legal()


def test_bb_lv_3_cards_about_him_do_nothing_while_he_is_away() -> None:
    for event in (
        "crash",
        "change_of_plans",
        "throw_voice",
        "squeak",
        "switch_signs",
        "where_is_he",
    ):
        state = put(game(2), guards=(AWAY, UNPLACED), targets=(AWAY, UNPLACED))
        play(state, f"pass; event {event}")
        assert state.job.guards[0] == AWAY and state.phase == "patrol"  # he returns only now


def test_the_view_has_the_way_of_each_guard() -> None:
    state = put(game(), guard1="a1", target1="c2")
    guards = cast("list[dict[str, object]]", state.view(TABLE)["guards"])
    assert guards[0]["path"] == ["b1", "c1", "c2"] and guards[1]["path"] == []
    walls(state, "a1|b1,b2|c2")
    guards = cast("list[dict[str, object]]", state.view(TABLE)["guards"])
    assert guards[0]["path"] == ["a2", "b2", "b1", "c1", "c2"]


def test_his_steps_since_the_last_action_are_kept_with_who_was_seen() -> None:
    state = quiet(guard1="c4", target1="a4", p1="d1", p2="b4")
    play(state, "pass")
    names = state.job.site.names
    assert [(names[cell], seats) for cell, seats in state.job.walked] == [("b4", 2), ("a4", 0)]
    while state.phase != "act":
        state.push(state.legal()[0])
    assert state.job.walked
    state.push(next(move for move in state.legal() if move.verb in ("move", "peek")))
    assert state.job.walked == ()
    state.pop()
    assert state.job.walked
