"""The rulebook's own examples."""

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show


def test_four_actions_at_a_keypad_roll_one_two_three_and_four_dice() -> None:
    state = show(game(2), "b1 keypad")
    for dice in (1, 2, 3, 4):
        state.push("move b1")
        for _ in range(dice):
            assert state.phase == "roll"
            state.push("roll 5")
        assert (state.phase, at(state)) == ("act", "a1")
    assert state.job.left == 0 and state.job.used == 4


def test_a_laser_takes_two_actions_and_rings_for_who_spends_one() -> None:
    state = show(game(2), "b1 laser")
    play(state, "move b1; alarm")
    assert state.job.used == 1 and room(state, "alarms") == ["b1"]


def test_a_safe_on_the_second_floor_speeds_up_the_first_two_guards() -> None:
    state = show(game(2, scenario="bank"), "2:a1 safe")
    names = [state.job.site.names[cell] for cell in state.job.site.lines[16]]
    show(state, *(f"{name} camera" for name in names))
    put(state, p1="2:a1", guard2="2:d4", guard3="3:d4", marks=" ".join(names))
    put(state, safe_dice=((16, 1),))
    play(state, "crack 2:a1; roll 1; tool emp; loot stamp")
    assert state.job.speeds == (3, 4, 4)


def test_a_guard_who_reaches_his_target_with_a_step_left_draws_and_goes_on() -> None:
    state = put(game(2), used=3, target1="d3")
    play(state, "pass; patrol d2")
    assert room(state, "guards")[0] == "d2"


def test_setup_sets_off_nothing_at_the_entrance() -> None:
    from heistboard.games.burgle_bros import GAME

    state = GAME.new(1)
    for move in ["character p1 hawk", "patrol b2", "entrance b2", "tile b2 laser 1", "patrol a1"]:
        state.push(move)
    assert state.view(0)["alarms"] == [] and state.phase == "act"


def test_a_room_with_a_guard_is_the_place_where_no_alarm_starts() -> None:
    state = put(show(game(2), "b1 laser"), guard1="b1")
    state.push("move b1")
    assert room(state, "alarms") == [] and state.job.left == 3 and state.job.stealth == (2, 3)


def test_after_the_flight_to_the_roof_the_guard_does_not_move() -> None:
    state = put(show(game(2), "2:b1 stairs", "b1 safe", "2:d1 safe"), p1="2:b1")
    put(state, guard2="2:a4", target2="2:a1", cracked="b1 2:d1")
    state.push("escape")
    assert room(state, "guards")[1] == "2:a4"


def test_a_fall_onto_a_guard_costs_nothing() -> None:
    state = put(show(game(2), "b1 camera"), p1="2:a1", guard2="2:d4", guard1="b1", target1="b4")
    play(state, "move 2:b1; tile 2:b1 walkway 1")
    assert state.job.stealth == (3, 3)


def test_stepping_next_door_and_back_does_not_dodge_the_event() -> None:
    state = show(game(2), "a2 lavatory")
    play(state, "move a2; move a1; peek b1; tile b1 camera 2; pass")
    assert state.phase == "event"


def test_a_walkway_leads_only_down() -> None:
    state = put(show(game(2), "2:b1 walkway", "b1 camera"), p1="b1", guard2="2:d4")
    assert illegal(state, "move 2:b1") == "BB-ACT-MOVE"


def test_a_guard_walks_through_a_deadbolt_and_over_a_walkway() -> None:
    state = show(game(2, scenario="bank"), "2:d3 deadbolt", "2:d2 walkway 1", "2:a1 lavatory")
    put(state, p1="2:a1", guard2="2:d4", target2="2:d1", speeds=(2, 3, 4), used=3)
    play(state, "pass; patrol 2:a4")
    assert room(state, "guards")[:2] == ["d4", "2:d1"]


def test_a_fall_into_a_room_with_an_alarm_or_a_stop_is_no_entry() -> None:
    for kind in ("fingerprint", "deadbolt", "keypad"):
        state = put(show(game(2), f"b1 {kind}"), p1="2:a1", guard2="2:d4")
        play(state, "move 2:b1; tile 2:b1 walkway 1")
        assert at(state) == "b1" and state.job.left == 3, kind
        assert room(state, "alarms") == [] and state.phase == "act", kind


def test_who_enters_a_deadbolt_without_a_peek_and_cannot_pay_stays() -> None:
    state = put(game(2), left=2, used=2)
    play(state, "move b1; tile b1 deadbolt 2")
    assert (at(state), state.job.left, state.phase) == ("a1", 1, "act")
    state = play(put(game(2), left=3, used=1), "move b1; tile b1 deadbolt 2; pay")
    assert (at(state), state.job.left) == ("b1", 0)


def test_who_is_in_a_keypad_at_the_start_may_leave_but_has_to_solve_it_to_return() -> None:
    state = play(show(game(2), "a1 keypad", "b1 camera"), "move b1; move a1")
    assert (state.phase, at(state)) == ("roll", "b1")
    state.push("roll 5")
    assert (state.phase, at(state)) == ("act", "b1")


def test_the_way_down_through_a_walkway_sets_off_nothing() -> None:
    for kind in ("deadbolt", "fingerprint"):
        state = put(show(game(2), "2:b1 walkway 1", f"b1 {kind}"), p1="2:b1", guard2="2:d4")
        play(state, "drop b1")
        assert (at(state), state.job.left, room(state, "alarms")) == ("b1", 3, []), kind


def test_after_the_first_action_the_entrance_works_in_full() -> None:
    state = play(show(game(2), "a1 fingerprint", "b1 camera"), "move b1; move a1")
    assert room(state, "alarms") == ["a1"]
