"""Sections 5 to 7 of the rules: revealing, entering, links, and every tile."""

import pytest
from heistboard.games.burgle_bros.rules import BurgleBros

from tests.host.games.burgle_bros.stage import (
    at,
    game,
    illegal,
    play,
    put,
    room,
    show,
    verbs,
    walls,
)


def upstairs(**more: object) -> BurgleBros:
    """p1 on the upper floor, its guard far away."""
    return put(game(2), p1="2:a1", guard2="2:d4", target2="2:d1", **more)


# Revealing and entering.


def test_bb_reveal_1_a_revealed_tile_stays_and_cannot_come_again() -> None:
    state = game(2)
    play(state, "peek a2; tile a2 camera 3; peek b1")
    assert illegal(state, "tile b1 camera 3") == "BB-REVEAL-1"
    assert illegal(state, "tile c1 camera 2") == "BB-REVEAL-1"


def test_bb_reveal_2_stairs_and_lavatory() -> None:
    state = game(2)
    play(state, "peek a2; tile a2 lavatory 5; peek b1; tile b1 stairs 4")
    assert state.job.room_tokens(4) == 3 and room(state, "stairs") == ["b1"]


def test_bb_entry_1_a_stop_leaves_the_player_where_they_were() -> None:
    state = put(show(game(2), "b1 motion"), p1="b1", in_motion=True)
    play(state, "move c1; tile c1 keypad 4; roll 2")
    assert at(state) == "b1" and room(state, "alarms") == [] and state.job.in_motion


def test_bb_entry_1_an_alarm_room_is_entered() -> None:
    state = play(show(game(2), "b1 fingerprint"), "move b1")
    assert at(state) == "b1" and room(state, "alarms") == ["b1"]


def test_bb_entry_2_no_alarm_where_a_guard_is() -> None:
    state = put(show(game(2), "b1 fingerprint"), guard1="b1")
    state.push("move b1")
    assert room(state, "alarms") == [] and state.job.stealth == (2, 3)


def test_bb_entry_3_the_guard_of_a_new_floor_comes_before_the_alarm() -> None:
    state = put(show(game(2), "b1 stairs", "2:b1 fingerprint"), p1="b1")
    play(state, "move 2:b1; patrol 2:b1; patrol 2:b3")
    assert room(state, "alarms") == [] and state.job.stealth == (2, 3)


def test_bb_entry_3_a_walkway_just_revealed_drops_before_the_guard_in_it_counts() -> None:
    state = upstairs()
    put(state, guard2="2:b1")
    show(state, "b1 lavatory")
    play(state, "move 2:b1; tile 2:b1 walkway 1")
    assert at(state) == "b1" and state.job.stealth == (3, 3)


def test_bb_entry_4_a_landing_sets_off_nothing() -> None:
    state = put(show(upstairs(), "b1 fingerprint"), guard1="b2")
    play(state, "move 2:b1; tile 2:b1 walkway 1")
    assert at(state) == "b1" and room(state, "alarms") == []
    state = put(show(upstairs(), "b1 laboratory"))
    play(state, "move 2:b1; tile 2:b1 walkway 1")
    assert state.phase == "act" and not state.job.searched


def test_bb_entry_4_a_landing_reveals_and_a_walkway_there_does_not_drop() -> None:
    state = put(game(2, scenario="bank"), p1="3:a1", guard3="3:d4", guard2="2:d4")
    play(state, "move 3:b1; tile 3:b1 walkway 1; tile 2:b1 walkway 3")
    assert at(state) == "2:b1"


def test_bb_entry_5_a_deadbolt_that_cannot_be_paid_is_not_offered() -> None:
    state = put(show(game(2), "b1 deadbolt"), left=2)
    assert illegal(state, "move b1") == "BB-ENTRY-5"
    assert "move b1" in put(state, left=3).legal()


# Links.


def test_bb_link_stairs_lead_both_ways() -> None:
    state = put(show(game(2), "b1 stairs", "2:b1 lavatory"), p1="b1", guard2="2:d4")
    play(state, "move 2:b1; move b1")
    assert at(state) == "b1"
    assert illegal(show(game(2), "2:a1 stairs"), "move 2:a1") == "BB-ACT-MOVE"


def test_bb_link_thermal_stairs_are_stairs_and_lead_to_the_roof() -> None:
    state = put(show(game(2), "2:b1 lavatory", "b1 safe", "2:d1 safe"), p1="2:b1")
    put(state, guard2="2:d4", items1="thermal_bomb", cracked="b1 2:d1")
    play(state, "use thermal_bomb up; escape")
    assert at(state) == "roof"


def test_bb_link_duct_both_must_be_revealed() -> None:
    state = put(show(game(2), "b1 service_duct"), p1="b1", guard2="2:d4")
    assert illegal(state, "move 2:c3") == "BB-ACT-MOVE"
    show(state, "2:c3 service_duct")
    state.push("move 2:c3")
    assert at(state) == "2:c3" and "peek b1" not in state.legal()
    assert illegal(put(state, p1="2:a1"), "move 2:c3") == "BB-ACT-MOVE"


def test_bb_link_secret_door_through_a_wall_but_not_out() -> None:
    state = walls(show(game(2), "b1 secret_door", "a1 lavatory"), "a1|b1,c1|b1")
    state.push("move b1")
    assert at(state) == "b1"
    assert (
        illegal(state, "move a1") == "BB-ACT-MOVE" and illegal(state, "peek c1") == "BB-ACT-PEEK"
    )
    hidden = walls(game(2), "a1|b1")
    assert illegal(hidden, "move b1") == "BB-ACT-MOVE"


def test_bb_link_walkway_down_is_a_move_of_its_own() -> None:
    state = put(show(upstairs(), "2:b1 walkway", "b1 fingerprint"), p1="2:b1")
    assert "move b1" not in state.legal() and illegal(state, "drop c1") == "BB-LINK-WALKWAY"
    state.push("drop b1")
    assert at(state) == "b1" and room(state, "alarms") == [] and state.job.left == 3
    assert illegal(state, "move 2:b1") == "BB-ACT-MOVE"


def test_bb_link_walkway_down_onto_the_first_cell_with_the_last_action() -> None:
    state = put(show(upstairs(), "2:a1 walkway", "a1 camera"), p1="2:a1", left=1)
    assert at(play(state, "drop a1")) == "a1" and state.job.left == 0


def test_bb_link_walkway_down_onto_a_guard_costs_a_token() -> None:
    state = put(show(upstairs(), "2:b1 walkway", "b1 lavatory"), p1="2:b1", guard1="b1")
    state.push("drop b1")
    assert state.phase == "lose"
    state = put(show(upstairs(), "2:b1 walkway", "b1 camera"), p1="2:b1", guard1="b1")
    state.push("drop b1")
    assert state.job.stealth == (2, 3)


def test_bb_link_guard_guards_walk_round() -> None:
    state = walls(show(game(2), "a1 stairs", "b1 secret_door"), "a1|b1")
    put(state, guard1="a1", target1="b1", p1="d4", p2="d4")
    show(state, "d4 lavatory", "c4 camera", "b4 camera", "a4 foyer")
    play(state, "move c4; move b4; move a4; pass")
    assert room(state, "guards")[0] == "b2"


# Tiles.


def test_bb_tile_atrium_one_peeks_up_and_down_and_is_seen() -> None:
    state = put(
        show(game(2, scenario="bank"), "2:b1 atrium"), p1="2:b1", guard2="2:d4", guard3="3:d4"
    )
    assert {"peek 3:b1", "peek b1"} <= set(state.legal())
    assert illegal(state, "move 3:b1") == "BB-ACT-MOVE"
    first = put(show(game(2), "2:a1 atrium"), p1="2:a1", guard2="2:d4")
    assert "peek a1" in put(first, tiles=(0, *first.job.tiles[1:])).legal()
    put(state, p1="2:a1", guard3="3:b1")
    state.push("move 2:b1")
    assert state.job.stealth == (2, 3)


def test_bb_tile_camera_a_player_in_one_and_a_guard_in_another() -> None:
    state = put(show(game(2), "b1 camera", "2:c3 camera"), guard2="2:c3")
    state.push("move b1")
    assert room(state, "alarms") == ["b1"] and state.job.stealth == (3, 3)


def test_bb_tile_camera_checks_a_guard_who_comes_through() -> None:
    state = put(show(game(2), "c1 camera", "a1 camera"), guard1="d1", target1="b1")
    put(state, speeds=(2, 3), stealth=(3, 3))
    play(state, "...")
    assert room(state, "alarms") == ["a1"] and room(state, "guards")[0] == "b1"
    assert state.job.stealth == (4, 3)  # Lampshade; being filmed costs nothing


@pytest.mark.parametrize("why", ["loop", "hidden", "guard", "crowbar"])
def test_bb_tile_camera_does_nothing(why: str) -> None:
    state = put(show(game(2), "b1 camera", "2:c3 camera"), guard2="2:c3")
    if why == "loop":
        put(state, video_loop=1)
    elif why == "hidden":
        put(state, cameras=2)
    elif why == "guard":
        put(state, guard1="b1")
    else:
        put(state, crowbarred="2:c3")
    state.push("move b1")
    assert room(state, "alarms") == []


@pytest.mark.parametrize("kind", ["fingerprint", "laser", "motion"])
def test_bb_tile_computer_a_hack_token_cancels_its_alarm(kind: str) -> None:
    number = ("fingerprint", "laser", "motion").index(kind)
    state = show(game(2), f"b1 {kind}", "c1 camera")
    put(state, hacks=tuple(int(each == number) for each in range(3)))
    play(state, "move b1; move c1" if kind == "motion" else "move b1")
    assert f"token computer_{kind}" in state.legal() and state.seat == 0
    other = "laser" if kind == "motion" else "motion"
    assert illegal(state, f"token computer_{other}") == "BB-ALARM-6"
    state.push(f"token computer_{kind}")
    assert state.job.hacks == (0, 0, 0) and room(state, "alarms") == []


def test_bb_tile_deadbolt_takes_three_actions() -> None:
    state = show(game(2), "b1 deadbolt")
    state.push("move b1")
    assert (at(state), state.job.left) == ("b1", 1)


@pytest.mark.parametrize("who", ["player", "guard"])
def test_bb_tile_deadbolt_is_open_while_somebody_is_in(who: str) -> None:
    state = show(game(2), "b1 deadbolt")
    put(state, **({"p2": "b1"} if who == "player" else {"guard1": "b1"}))
    state.push("move b1")
    assert (at(state), state.job.left) == ("b1", 3)


def test_bb_tile_deadbolt_blind() -> None:
    state = play(game(2), "move b1; tile b1 deadbolt 2")
    assert state.legal() == ("stay", "pay") and illegal(state, "pass") == "BB-ENTRY-1"
    other = state.copy()
    play(state, "pay")
    assert (at(state), state.job.left) == ("b1", 1)
    play(other, "stay")
    assert (at(other), other.job.left) == ("a1", 3)
    poor = play(put(game(2), left=2), "move b1; tile b1 deadbolt 2")
    assert (at(poor), poor.job.left, poor.phase) == ("a1", 1, "act")


def test_bb_tile_fingerprint_rings_unless_hacked() -> None:
    state = play(game(2), "move b1; tile b1 fingerprint 4")
    assert room(state, "alarms") == ["b1"] and room(state, "targets")[0] == "b1"
    state = play(put(show(game(2), "b1 fingerprint"), crowbarred="b1"), "move b1")
    assert room(state, "alarms") == []


def test_bb_tile_foyer_is_seen_from_next_door_but_not_through_walls() -> None:
    state = put(show(game(2), "b1 foyer"), guard1="c1")
    play(state, "move b1")
    assert state.job.stealth == (2, 3)
    state = walls(put(show(game(2), "b1 foyer"), guard1="c1"), "b1|c1")
    play(state, "move b1")
    assert state.job.stealth == (3, 3)


def test_bb_tile_keypad_rolls_one_more_die_with_each_try() -> None:
    state = play(show(game(2), "b1 keypad"), "move b1; roll 5")
    assert at(state) == "a1"
    play(state, "move b1; roll 5; roll 1; move b1; roll 1; roll 6")
    assert state.phase == "roll"
    state.push("roll 2")
    assert at(state) == "b1" and room(state, "opened") == ["b1"]
    put(state, p1="a1", left=1)
    state.push("move b1")
    assert at(state) == "b1"


def test_bb_tile_keypad_tries_are_counted_by_turn() -> None:
    state = play(show(game(2), "b1 keypad"), "move b1; roll 5; ...; move b1; roll 1")
    assert state.job.active == 1 and state.phase == "act"


def test_bb_tile_lab_the_first_draws_a_tool() -> None:
    state = play(show(game(2), "b1 laboratory"), "move b1; tool emp; move a1")
    assert room(state, "searched") == ["b1"]
    state.push("move b1")
    assert state.phase == "act"


def test_bb_tile_laser_pay_or_ring() -> None:
    state = play(show(game(2), "b1 laser"), "move b1")
    assert state.legal() == ("pay", "alarm")
    paid = state.copy()
    paid.push("pay")
    assert (paid.job.left, room(paid, "alarms")) == (2, [])
    state.push("alarm")
    assert (state.job.left, room(state, "alarms")) == (3, ["b1"])
    last = play(put(show(game(2), "b1 laser"), left=1), "move b1")
    assert room(last, "alarms") == ["b1"]


def test_bb_tile_laser_asks_nothing_if_no_alarm_would_follow() -> None:
    state = play(put(show(game(2), "b1 laser"), emp=1), "move b1")
    assert (state.phase, state.job.left) == ("act", 3)


def test_bb_tile_lavatory_tokens_are_spent_by_who_is_in() -> None:
    state = put(show(game(2), "b1 lavatory"), guard1="b1", p2="b1")
    state.push("move b1")
    assert state.legal() == ("lose own", "lose room")
    state.push("lose room")
    assert state.job.room_tokens(1) == 2 and state.job.stealth == (3, 3)
    assert not {"pick", "take"} & verbs(state)


def test_bb_tile_motion_in_and_out_in_one_turn() -> None:
    state = play(show(game(2), "b1 motion", "c1 camera"), "move b1; move c1")
    assert room(state, "alarms") == ["b1"]


def test_bb_tile_motion_who_stays_a_turn_leaves_quietly() -> None:
    state = play(show(game(2), "b1 motion", "c1 camera"), "move b1; ...; ...; move c1")
    assert room(state, "alarms") == []


def test_bb_tile_motion_a_landing_is_no_entry() -> None:
    state = show(upstairs(), "b1 motion", "c1 camera")
    play(state, "move 2:b1; tile 2:b1 walkway 1; move c1")
    assert room(state, "alarms") == []


def test_bb_tile_scanner_rings_for_who_carries_something() -> None:
    state = play(put(show(game(2, scenario="bank"), "b1 scanner"), items1="emp"), "move b1")
    assert room(state, "alarms") == ["b1"]
    state = play(show(game(2, scenario="bank"), "b1 scanner"), "move b1")
    assert room(state, "alarms") == []


def test_bb_tile_scanner_has_no_computer() -> None:
    state = put(show(game(2, scenario="bank"), "b1 scanner"), items1="emp", hacks=(1, 1, 1))
    assert play(state, "move b1").phase == "act" and room(state, "alarms") == ["b1"]


def test_bb_tile_safe_starts_without_dice() -> None:
    state = play(game(2), "move b1; tile b1 safe")
    assert state.job.safe_dice == () and "crack b1" not in state.legal()


def test_bb_tile_thermo_rings_when_actions_end_there() -> None:
    state = play(put(show(game(2), "b1 thermo"), p1="b1"), "pass")
    assert room(state, "alarms") == ["b1"]
    state = play(put(show(game(2), "b1 thermo"), p2="b1"), "pass")
    assert room(state, "alarms") == []
    state = play(put(show(game(2), "b1 thermo"), p1="b1", crowbarred="b1"), "pass")
    assert room(state, "alarms") == []


def test_bb_tile_walkway_on_the_first_floor_does_nothing() -> None:
    state = play(game(2), "move b1; tile b1 walkway 1")
    assert at(state) == "b1"


def test_bb_tile_walkway_who_comes_later_does_not_fall() -> None:
    state = play(show(upstairs(), "2:b1 walkway"), "move 2:b1")
    assert at(state) == "2:b1"
    peeked = play(upstairs(), "peek 2:b1; tile 2:b1 walkway 1; move 2:b1")
    assert at(peeked) == "2:b1"


def test_bb_tile_walkway_a_fall_places_the_guard_below_only() -> None:
    state = put(game(2, scenario="bank"), p1="3:a1", guard3="3:d4")
    play(state, "move 3:b1; tile 3:b1 walkway 1; tile 2:b1 lavatory 5; patrol 2:b1; patrol 2:c1")
    assert at(state) == "2:b1" and state.job.stealth == (3, 3)
    state = put(show(game(2, scenario="bank"), "2:b1 stairs", "b1 foyer"))
    put(state, p1="2:b1", guard2="2:d4")
    play(state, "move 3:b1; tile 3:b1 walkway 1")
    assert room(state, "guards")[2] == "-1"


def test_bb_tile_duct_leads_nowhere_alone_and_guards_know_it_not() -> None:
    state = put(show(game(2), "b1 service_duct", "c3 service_duct"), p1="b1", guard1="b1")
    put(state, target1="c3", speeds=(1, 3), used=3)
    assert "move c3" in state.legal()
    state.push("pass")
    assert room(state, "guards")[0] == "c1"


def test_bb_tile_secret_is_left_as_any_room() -> None:
    state = walls(put(show(game(2), "b1 secret_door", "c1 camera"), p1="b1"), "a1|b1")
    assert "move c1" in state.legal() and illegal(state, "move a1") == "BB-ACT-MOVE"


def test_bb_tile_stairs_are_climbed_by_the_upper_rooms_text() -> None:
    state = put(show(game(2), "b1 stairs", "2:b1 deadbolt"), p1="b1", guard2="2:d4", left=2)
    assert illegal(state, "move 2:b1") == "BB-ENTRY-5"
    play(put(state, left=3), "move 2:b1")
    assert at(state) == "2:b1" and state.job.left == 0


def test_bb_tile_lab_without_any_tool_gives_none() -> None:
    state = put(show(game(2), "b1 laboratory"), tools_left=0, tools_gone=0)
    assert play(state, "move b1").phase == "act" and room(state, "searched") == ["b1"]


def test_bb_link_walkway_a_fall_onto_the_first_cell() -> None:
    state = put(show(upstairs(), "2:b1 camera", "a1 lavatory"), p1="2:b1")
    assert at(play(state, "move 2:a1; tile 2:a1 walkway 1")) == "a1"


def test_bb_link_walkway_other_rooms_lead_nowhere_down() -> None:
    assert "drop" not in verbs(put(show(upstairs(), "2:b1 camera"), p1="2:b1"))


def test_bb_tile_foyer_a_guard_on_the_first_cell_looks_in() -> None:
    state = put(show(game(2), "b1 foyer", "b2 camera"), p1="b2", guard1="a1", target1="d1")
    assert play(state, "move b1").job.stealth == (2, 3)


def test_bb_tile_atrium_on_the_lowest_floor_looks_up_only() -> None:
    state = put(show(game(2), "b1 atrium"), p1="b1")
    peeks = {move.parts["cell"] for move in state.legal() if move.verb == "peek"}
    assert peeks == {"c1", "b2", "2:b1"}


def test_bb_link_walkway_down_into_a_camera_is_not_filmed() -> None:
    state = put(show(upstairs(), "2:b1 walkway", "b1 camera", "2:d4 camera"), p1="2:b1")
    assert room(play(state, "drop b1"), "alarms") == []


def test_bb_entry_4_who_walks_down_to_a_walkway_does_not_fall_on() -> None:
    state = put(show(game(2, scenario="bank"), "3:b1 walkway"), p1="3:b1")
    put(state, guard3="3:d4", guard2="2:d4")
    assert at(play(state, "drop 2:b1; tile 2:b1 walkway 2")) == "2:b1"


def test_bb_tile_atrium_nobody_looks_in_from_where_no_floor_is() -> None:
    for name, where in (("b1", "a1"), ("2:b1", "2:a1")):
        state = put(show(game(2), f"{name} atrium"), p1=where, guards=(-1, -1))
        put(state, guards=(15, -1) if name == "b1" else (-1, 31))
        assert play(state, f"move {name}").job.stealth == (3, 3)


def test_bb_act_peek_up_and_down_only_from_an_atrium() -> None:
    peeks = {move.parts["cell"] for move in game(2).legal() if move.verb == "peek"}
    assert peeks == {"b1", "a2"}


def test_bb_tile_deadbolt_with_somebody_in_costs_one() -> None:
    state = put(show(game(2), "b1 deadbolt"), p2="b1", left=1)
    assert "move b1" in state.legal() and "move b1" not in put(state, p2="a1").legal()
