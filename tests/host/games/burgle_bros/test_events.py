"""Section 11 of the rules: events. p1 passes and draws the one in question."""

import pytest
from heistboard.games.burgle_bros.components import EVENTS, ITEMS, ones
from heistboard.games.burgle_bros.events import EFFECTS
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


def drawn(event: str, state: BurgleBros | None = None, then: str = "") -> BurgleBros:
    """p1 draws the event, in a game where the guard needs no card to move."""
    return play(state or game(2), f"pass; event {event}; {then}")


def items(state: BurgleBros, seat: int) -> list[str]:
    return [ITEMS[item] for item in ones(state.job.items[seat - 1])]


def test_every_event_has_a_function() -> None:
    assert set(EFFECTS) == set(EVENTS)


def test_bb_ev_brownout_a_card_for_each_token_the_last_counts() -> None:
    state = drawn("brown_out", put(game(2), alarms="b2 c2 2:b2", speeds=(0, 3)))
    assert room(state, "alarms") == [] and state.phase == "patrol"
    play(state, "patrol a4; patrol b4")
    assert room(state, "targets")[0] == "b4" and state.job.active == 1
    # No card was drawn for the floor whose guard has not come.
    assert state.job.patrol_left == (6, 10)
    away = put(game(2), alarms="2:b2 2:c2", speeds=(0, 3))
    assert drawn("brown_out", away).phase == "act" and away.job.patrol_left == (8, 10)


def test_bb_ev_brownout_lost_visual_stops_the_drawing() -> None:
    state = put(game(2, lost_visual=True), alarms="b2 c2 c4")
    drawn("brown_out", state, "lost_visual 1")
    assert state.job.guards[0] == -2 and state.job.patrol_left[0] == 8
    # Now he should move, and comes back.
    assert state.phase == "patrol"


def test_bb_ev_buddy_a_player_comes_without_entering() -> None:
    state = put(game(3), p2="c3", p3="b4")
    show(state, "a1 fingerprint")
    drawn("buddy_system", state)
    assert (
        state.legal() == ("buddy p2", "buddy p3") and illegal(state, "buddy p1") == "BB-EV-BUDDY"
    )
    state.push("buddy p3")
    assert at(state, 3) == "a1" and room(state, "alarms") == []


def test_bb_ev_buddy_the_only_one_comes_also_from_the_first_cell() -> None:
    state = drawn("buddy_system", put(show(game(2), "c3 camera"), p1="c3"))
    assert (at(state, 2), state.job.active) == ("c3", 1)


def test_bb_ev_buddy_alone_does_nothing() -> None:
    assert drawn("buddy_system", game(1)).phase == "act"


@pytest.mark.parametrize("event", ["change_of_plans", "crash", "throw_voice"])
def test_bb_ev_plans_crash_and_voice_do_nothing_with_an_alarm_on(event: str) -> None:
    state = drawn(event, put(game(2), alarms="a4", target1="a4", speeds=(0, 3)))
    assert state.job.active == 1 and room(state, "targets")[0] == "a4"


def test_bb_ev_plans_the_next_card() -> None:
    state = drawn("change_of_plans", None, "patrol a4")
    assert room(state, "targets")[0] == "a4" and room(state, "guards")[0] == "b4"


def test_bb_ev_crash_the_die_comes_to_the_drawer() -> None:
    assert room(drawn("crash"), "targets")[0] == "a1"
    state = drawn("crash", put(game(2), guard1="a1", target1="d1"))
    assert state.phase == "patrol"


def test_bb_ev_voice_the_die_goes_next_door() -> None:
    state = drawn("throw_voice", walls(put(game(2), target1="b2"), "b2|c2"))
    assert state.legal() == ("voice b1", "voice a2", "voice b3")
    assert illegal(state, "voice c2") == "BB-EV-VOICE"
    state.push("voice b3")
    assert room(state, "targets")[0] == "b3"


def stepped(event: str) -> str:
    state = walls(put(game(2), target1="c1"), "c1|c2,c2|d2,c3|d3,c4|d4")
    drawn(event, state)
    assert state.job.guard_steps == 0
    return room(state, "guards")[0]


def test_bb_ev_daydream_one_step_less() -> None:
    assert (stepped("daydreaming"), stepped("lampshade")) == ("d3", "d2")


def test_bb_ev_espresso_one_step_more() -> None:
    assert (stepped("espresso"), stepped("lampshade")) == ("d1", "d2")


def test_bb_ev_deaddrop_to_the_previous_player() -> None:
    state = drawn("dead_drop", put(game(3), items1="crowbar tiara", p2="c3", p3="b4"))
    assert (items(state, 3), items(state, 1), items(state, 2)) == (["crowbar", "tiara"], [], [])
    state = drawn("dead_drop", put(game(3), items1="crowbar", at=(0, 0, -2)))
    assert items(state, 2) == ["crowbar"]
    assert items(drawn("dead_drop", put(game(1), items1="emp")), 1) == ["emp"]


def test_bb_ev_deaddrop_the_only_gold_bar_goes() -> None:
    state = drawn("dead_drop", put(game(2), items1="gold_bar emp", items2="stamp"))
    assert items(state, 1) == [] and set(items(state, 2)) == {"emp", "gold_bar", "stamp"}


def test_bb_ev_deaddrop_a_second_gold_bar_stays() -> None:
    state = put(game(2), items1="gold_bar emp")
    put(state, items=(state.job.items[0], 1 << len(ITEMS) - 1))
    drawn("dead_drop", state)
    assert items(state, 1) == ["gold_bar"] and items(state, 2) == ["emp", "gold_bar"]


def test_bb_ev_elevator_up_without_entering() -> None:
    state = drawn(
        "freight_elevator", show(game(2), "2:a1 fingerprint"), "patrol 2:d4; patrol 2:d1"
    )
    assert at(state) == "2:a1" and room(state, "alarms") == []
    assert room(state, "guards") == ["d4", "2:d1"]


def test_bb_ev_elevator_from_the_top_onto_an_open_roof() -> None:
    state = put(show(game(2), "2:a1 camera", "b1 safe", "2:d2 safe"), p1="2:a1", guard2="2:d4")
    put(state, target2="2:a4")
    assert at(drawn("freight_elevator", state.copy())) == "2:a1"
    drawn("freight_elevator", put(state, cracked="b1 2:d2"))
    assert at(state) == "roof" and room(state, "guards")[1] == "2:d4"


def test_bb_ev_gut_into_a_face_down_room() -> None:
    state = drawn("go_with_your_gut", put(show(game(2), "a1 camera"), p1="a1"))
    assert state.legal() == ("gut b1", "gut a2") and illegal(state, "gut c1") == "BB-EV-GUT"
    play(state, "gut b1; tile b1 keypad 4; roll 6")
    assert at(state) == "b1"
    nothing = show(game(2), "b1 camera", "a2 foyer")
    assert drawn("go_with_your_gut", nothing).job.active == 1


def test_bb_ev_gut_one_action_paid_no_deadbolt_a_laser_rings() -> None:
    state = drawn("go_with_your_gut", show(game(2), "a2 foyer"), "tile b1 deadbolt 2")
    assert at(state) == "a1"
    state = drawn("go_with_your_gut", show(game(2), "a2 foyer"), "tile b1 laser 1")
    assert at(state) == "b1" and room(state, "alarms") == ["b1"]


def test_bb_ev_gut_stairs_count_but_not_when_locked() -> None:
    state = show(game(2), "b1 camera", "a2 foyer", "a1 stairs")
    assert drawn("go_with_your_gut", state.copy()).phase == "tile"
    assert drawn("go_with_your_gut", put(state, time_lock=1)).job.active == 1


def test_bb_ev_gym_walkways_are_stairs() -> None:
    state = put(show(game(2), "b1 walkway", "2:b1 camera"), p2="b1", guard2="2:d4")
    drawn("gymnastics", state)
    play(state, "move 2:b1; move b1")
    assert at(state, 2) == "b1"
    assert illegal(put(show(game(2), "b1 walkway"), p1="b1"), "move 2:b1") == "BB-ACT-MOVE"


def test_bb_ev_headsup_the_next_player_has_five_actions() -> None:
    state = drawn("heads_up")
    assert state.job.active == 1 and state.job.left == 5
    assert drawn("heads_up", game(1)).job.left == 5


def test_bb_ev_jump_the_next_player_loses_a_turn() -> None:
    state = drawn("jump_the_gun", put(game(3), time_lock=1))
    assert state.job.active == 2 and state.job.time_lock == 1
    assert drawn("jump_the_gun", game(1)).job.active == 0


def test_bb_ev_jury_a_tool() -> None:
    state = drawn("jury_rig", None, "tool emp")
    assert items(state, 1) == ["emp"]


def test_bb_ev_lamp_a_token() -> None:
    assert drawn("lampshade").job.stealth == (4, 3)


def test_bb_ev_keycode_all_keypads_lock() -> None:
    state = drawn("keycode_change", put(show(game(2), "b1 keypad"), opened="b1"))
    state.push("move b1")
    assert state.phase == "roll"


def test_bb_ev_lostgrip_down_without_entering() -> None:
    state = put(show(game(2), "b1 fingerprint", "2:b1 camera"), p1="2:b1", guard2="2:d4")
    assert at(drawn("lost_grip", state)) == "b1" and room(state, "alarms") == []
    assert at(drawn("lost_grip")) == "a1"


def test_bb_ev_peekhole_through_a_wall_up_or_not_at_all() -> None:
    state = drawn("peekhole", walls(game(2), "a1|b1"))
    assert state.legal() == ("skip", "peekhole b1", "peekhole a2", "peekhole 2:a1")
    assert illegal(state, "peekhole b2") == "BB-EV-PEEKHOLE" and state.default(0) == "skip"
    play(state, "peekhole b1; tile b1 camera 2")
    assert room(state, "cameras") == ["b1"]


def test_bb_ev_reboot_one_token_each() -> None:
    state = show(
        put(game(2), hacks=(0, 5, 0), laptop=1), "b1 computer_laser", "c1 computer_motion"
    )
    drawn("reboot", state)
    assert state.job.hacks == (0, 1, 1) and state.job.laptop == 1


def test_bb_ev_shift_the_other_guards_move() -> None:
    state = put(game(2, scenario="bank"), guard2="2:d4", target2="2:d1")
    drawn("shift_change", state)
    assert room(state, "guards") == ["d4", "2:d1", "-1"]


def test_bb_ev_shoplift_alarms_where_tools_were_taken() -> None:
    state = drawn("shoplifting", put(game(2), searched="c1 2:b2"))
    assert room(state, "alarms") == ["c1", "2:b2"] and room(state, "targets")[0] == "c1"
    assert room(drawn("shoplifting", show(game(2), "c1 laboratory")), "alarms") == []


def test_bb_ev_squeak_a_step_toward_the_nearest_player() -> None:
    state = put(game(3), p1="a4", p2="d1", p3="d1", speeds=(0, 3), target1="d3")
    show(state, "a4 camera", "d1 camera")
    drawn("squeak", state)
    assert state.legal() == ("toward d1", "toward a4")
    assert illegal(state, "toward b2") == "BB-EV-SQUEAK"
    state.push("toward a4")
    assert room(state, "guards")[0] == "c4"
    near = put(show(game(2), "a1 lavatory"), guard1="a1", target1="d1", speeds=(0, 3))
    assert room(drawn("squeak", near), "guards")[0] == "a1"


def test_bb_ev_squeak_looks_for_the_nearest_alarm_afterwards() -> None:
    state = put(game(2), p1="a4", p2="a4", speeds=(0, 3), alarms="d2 b4", target1="d2")
    show(state, "a4 camera")
    drawn("squeak", state)
    # Both were two steps away; now b4 is nearer, and he has just turned it off.
    assert room(state, "alarms") == ["d2"]


def test_bb_ev_squeak_onto_an_alarm_asks_once_for_the_next() -> None:
    state = put(game(2), p1="d2", p2="d2", guard1="b2", alarms="c1 c2 c3", speeds=(-2, 3))
    drawn("squeak", show(put(state, target1="c2"), "d2 camera"))
    assert state.legal() == ("target c1", "target c3")
    play(state, "target c1")
    assert state.phase == "act" and room(state, "guards")[0] == "c2"


def test_bb_ev_switch_guard_and_die_swap() -> None:
    state = drawn("switch_signs", put(game(2), target1="a4", p2="a4", speeds=(0, 3)))
    assert room(state, "guards")[0] == "a4" and room(state, "targets")[0] == "d4"
    assert state.job.stealth == (3, 2)


def test_bb_ev_switch_with_an_alarm_he_goes_there() -> None:
    state = put(game(2), alarms="c2 d1", target1="c2", speeds=(0, 3))
    drawn("switch_signs", state)
    assert state.legal() == ("target d1", "target c2")
    play(state, "target c2")
    assert room(state, "alarms") == ["d1"] and room(state, "guards")[0] == "c1"
    one = drawn("switch_signs", put(game(2), alarms="c2", target1="c2", speeds=(0, 3)))
    assert room(one, "guards")[0] == "c2" and one.phase == "patrol"


def test_bb_ev_timelock_no_moves_by_stairs_but_peeks() -> None:
    state = drawn("time_lock", put(show(game(2), "b1 stairs"), p2="b1"))
    assert illegal(state, "move 2:b1") == "BB-EV-TIMELOCK" and "peek 2:b1" in state.legal()
    play(state, "...")
    assert state.job.time_lock == -1


def test_bb_ev_video_cameras_do_nothing() -> None:
    state = put(show(game(2), "b1 camera", "2:c3 camera"), guard2="2:c3")
    drawn("video_loop", state)
    play(state, "move b1")
    assert room(state, "alarms") == []


def test_bb_ev_where_he_is_at_his_destination() -> None:
    state = drawn("where_is_he", put(game(2), target1="a4", p2="a4", speeds=(0, 3)))
    assert room(state, "guards")[0] == "a4" and state.phase == "patrol"
    assert state.job.stealth == (3, 2) and verbs(state) == {"patrol"}


@pytest.mark.parametrize("event", sorted(EVENTS))
def test_an_event_cannot_be_declined_and_goes_to_the_discards(event: str) -> None:
    state = game(2)
    state.push("pass")
    assert illegal(state, "pass") == "BB-TURN-8"
    state.push(f"event {event}")
    assert state.job.events_gone.bit_count() == 1 and state.view(0)["events-gone"] == [event]


def test_bb_ev_shoplift_asks_for_the_lowest_floor_first() -> None:
    state = put(game(2), guard1="b2", guard2="2:b2", alarms="a2 2:a2", searched="b1 2:b1")
    drawn("shoplifting", put(state, target1="a2", target2="2:a2"))
    assert state.legal() == ("target b1", "target a2")
    assert play(state, "target b1").legal() == ("target 2:b1", "target 2:a2")


@pytest.mark.parametrize("event", ["change_of_plans", "crash", "throw_voice"])
def test_a_die_stays_while_an_alarm_is_on_whoever_is_on_other_floors(event: str) -> None:
    state = put(game(2), alarms="c3", target1="c3", guard2="2:d4", target2="2:b2")
    drawn(event, put(state, speeds=(-1, 3)))
    assert room(state, "targets") == ["c3", "2:b2"] and state.job.active == 1


@pytest.mark.parametrize(
    "event",
    ["change_of_plans", "crash", "squeak", "switch_signs", "throw_voice", "where_is_he"],
)
def test_cards_about_a_guard_who_has_not_come_do_nothing(event: str) -> None:
    state = drawn(event, put(show(game(2), "2:a1 camera"), p1="2:a1"))
    assert state.job.guards[1] == state.job.targets[1] == -1 and state.job.active == 1


def test_a_guard_on_the_first_cell_hears_cards() -> None:
    state = put(show(game(2), "c3 camera"), p1="c3", p2="c3", guard1="a1", target1="d1")
    assert room(drawn("where_is_he", put(state, speeds=(0, 3))), "guards")[0] == "d1"


@pytest.mark.parametrize("event", ["buddy_system", "dead_drop", "jump_the_gun"])
def test_bb_setup_12_alone_cards_about_others_do_nothing(event: str) -> None:
    state = drawn(event, put(game(1), speeds=(0, 3), items1="crowbar"))
    assert state.phase == "act" and items(state, 1) == ["crowbar"] and state.job.skips == 0


def test_bb_ev_buddy_from_the_first_cell_and_not_from_the_same_room() -> None:
    state = put(show(game(2), "c3 camera"), p1="c3", speeds=(0, 3))
    assert at(drawn("buddy_system", state), 2) == "c3"
    state = put(game(2, landing="seen"), guard1="b1", target1="d4", speeds=(0, 3))
    assert drawn("buddy_system", state).job.stealth == (3, 3)


def test_bb_ev_deaddrop_past_who_has_escaped() -> None:
    state = put(game(3), at=(0, 0, -2), items1="blueprints crowbar", speeds=(0, 3))
    drawn("dead_drop", state)
    assert items(state, 2) == ["blueprints", "crowbar"] and items(state, 1) == []


def test_bb_ev_elevator_stops_at_a_closed_roof() -> None:
    state = put(show(game(2), "2:a1 camera"), p1="2:a1", guard2="2:d4", speeds=(2, 0))
    assert at(drawn("freight_elevator", state)) == "2:a1"


def test_bb_turn_7_no_guard_moves_when_the_elevator_leads_to_the_roof() -> None:
    state = put(show(game(2), "2:a1 camera", "b1 safe", "2:d2 safe"), p1="2:a1", guard2="2:d4")
    drawn("freight_elevator", put(state, cracked="b1 2:d2", target2="2:d1"))
    assert at(state) == "roof" and room(state, "guards") == ["d4", "2:d4"]


def test_bb_ev_peekhole_names_only_hidden_neighbours() -> None:
    state = drawn("peekhole")
    assert state.legal() == ("skip", "peekhole b1", "peekhole a2", "peekhole 2:a1")
    seen = put(show(game(2), "b1 camera", "a2 camera", "2:a1 laser"), speeds=(0, 3))
    assert drawn("peekhole", seen).phase == "act"
