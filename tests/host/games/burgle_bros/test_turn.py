"""Section 3 and 4 of the rules: turns and actions."""

from copy import deepcopy

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import EVENTS, ITEMS, TOOLS

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show, verbs


def test_bb_turn_1_players_follow_one_another_and_those_on_the_roof_have_no_turns() -> None:
    state = game(3)
    play(state, "...; ...")
    assert state.job.active == 2
    put(state, at=(-2, 0, 0))
    play(state, "...")
    assert state.job.active == 1


def test_bb_turn_2_cards_that_last_until_the_next_turn_end() -> None:
    state = put(game(2), emp=1, gymnastics=1, time_lock=1, video_loop=0)
    play(state, "...")
    job = state.job
    assert (job.emp, job.gymnastics, job.time_lock, job.video_loop) == (-1, -1, -1, 0)
    assert job.tools_gone == 1 << TOOLS.index("emp")


def test_bb_turn_2_the_card_of_who_has_escaped_ends_when_their_turn_would_begin() -> None:
    state = put(game(3), time_lock=1, at=(0, -2, 0))
    play(state, "...")
    assert state.job.active == 2 and state.job.time_lock == -1


def test_bb_turn_2_the_pets_roll_before_the_actions() -> None:
    state = put(game(2), items2="chihuahua persian_kitty")
    play(state, "pass; event lampshade")
    assert state.phase == "roll" and state.job.active == 1
    play(state, "roll 6")
    assert room(state, "alarms") == ["a1"] and state.phase == "roll"
    state.push("roll 3")
    assert state.phase == "act" and state.job.left == 4


def test_bb_turn_3_four_actions() -> None:
    state = show(game(2), "a2 lavatory")
    play(state, "move a2; move a1; move a2; move a1")
    assert (state.job.left, illegal(state, "move a2")) == (0, "BB-TURN-3")
    assert verbs(state) >= {"pass"} and "peek" not in verbs(state)
    assert illegal(state, "peek b1") == "BB-TURN-3"


def test_bb_turn_4_what_counts_as_actions_used() -> None:
    state = show(game(2), "a2 safe", "a3 deadbolt")
    put(state, p1="a2")
    play(state, "die a2")
    assert (state.job.used, state.job.left) == (2, 2)
    state = put(show(game(2), "a2 deadbolt"), items1="rollerskates")
    play(state, "use rollerskates; move a2")
    assert (state.job.used, state.job.left) == (3, 3)
    state = show(game(2), "a2 keypad")
    play(state, "move a2; roll 1")
    assert (state.job.used, at(state)) == (1, "a1")


def test_bb_turn_5_thermo_comes_before_the_event() -> None:
    state = put(show(game(2), "b2 thermo"), p1="b2")
    state.push("pass")
    assert state.phase == "event" and room(state, "alarms") == ["b2"]


@pytest.mark.parametrize(("moves", "is_due"), [(0, True), (2, True), (3, False)])
def test_bb_turn_6_two_actions_or_fewer_draw_an_event(moves: int, is_due: bool) -> None:
    state = show(game(2), "a2 lavatory", "a3 foyer", "a4 camera")
    play(state, ";".join(["move a2", "move a3", "move a4"][:moves]))
    state.push("pass")
    assert (state.phase == "event") == is_due
    if is_due:
        assert illegal(state, "pass") == "BB-TURN-8"


def test_bb_turn_6_a_step_and_back_does_not_count() -> None:
    state = show(game(2), "a2 lavatory", "a3 foyer", "b1 camera")
    play(state, "move a2; move a1")
    assert (state.job.used, state.job.left) == (0, 2)
    play(state, "move a2; move a3")
    assert state.job.used == 2


def test_bb_turn_6_pairs_do_not_overlap() -> None:
    state = show(game(2), "a2 lavatory")
    play(state, "move a2; move a1; move a2")
    assert state.job.used == 1
    state.push("move a1")
    assert (state.job.used, state.job.left) == (0, 0)


def test_bb_turn_6_a_paid_step_after_an_idle_pair_counts() -> None:
    # Flexibility costs nothing, so the pair that would overlap counts otherwise.
    state = put(show(game(2, "acrobat"), "a2 lavatory"), guard1="a2", suit=True)
    play(state, "flex a2; move a1")
    assert state.job.used == 0
    state.push("move a2")
    assert (state.job.used, state.job.stealth) == (1, (3, 3))


def test_bb_turn_6_a_step_that_changes_something_counts() -> None:
    state = show(game(2), "a2 fingerprint")
    play(state, "move a2; move a1")
    assert state.job.used == 2
    state = game(2)
    play(state, "move a2; tile a2 lavatory 5; move a1")
    assert state.job.used == 2
    state = show(put(game(2, "raven"), p1="a1"), "a2 lavatory")
    play(state, "move a2; crow b2; move a1")
    assert state.job.used == 2


def test_bb_turn_6_a_deadbolt_and_back_is_four_actions_for_nothing() -> None:
    state = show(game(2), "a2 deadbolt")
    play(state, "move a2; move a1")
    assert (state.job.left, state.job.used) == (0, 0)


def test_bb_turn_7_the_guard_of_the_floor_where_the_player_stands_moves() -> None:
    state = put(game(2), guard2="2:d4", target2="2:a1", p1="2:a1")
    show(state, "2:a1 lavatory", "2:a2 foyer", "2:a3 foyer", "2:a4 camera")
    play(state, "move 2:a2; move 2:a3; move 2:a4; pass")
    assert room(state, "guards") == ["d4", "2:a4"]
    assert state.job.stealth == (2, 3)  # he came into the room


def test_bb_turn_1_nobody_on_the_roof_begins_a_turn() -> None:
    state = put(game(2), at=(0, -2), used=3, target1="d3")
    turn = state.job.turn
    play(state, "...")
    assert (state.job.active, state.job.turn) == (0, turn + 1)


def test_bb_turn_7_who_escapes_sets_off_nothing_more() -> None:
    state = put(show(game(2), "2:b1 stairs", "b1 safe", "2:d1 safe"), p1="2:b1")
    put(state, guard2="2:a4", target2="2:a1", cracked="b1 2:d1")
    state.push("escape")
    assert at(state) == "roof" and state.job.active == 1 and room(state, "guards")[1] == "2:a4"


def test_bb_turn_6_the_event_of_a_turn_is_forgotten_when_the_next_begins() -> None:
    state = play(game(2), "pass; event lampshade")
    assert state.job.active == 1 and state.view(0)["event"] == ""


def test_bb_turn_8_empty_decks_are_reshuffled() -> None:
    state = put(game(2), events_left=0, events_gone=3)
    state.push("pass")
    assert len(state.legal()) == 2 and state.job.events_gone == 0
    state = put(game(2), events_left=0, events_gone=0)
    state.push("pass")
    assert state.job.active == 1
    state = put(game(2), events_left=1 << EVENTS.index("jury_rig"), tools_left=0, tools_gone=2)
    play(state, "pass; event jury_rig")
    assert state.legal() == (f"tool {TOOLS[1]}",) and state.job.tools_gone == 0


# Actions.


def test_bb_act_peek_reveals_without_entering() -> None:
    state = game(2)
    play(state, "peek a2; tile a2 fingerprint 4")
    assert (at(state), state.job.left, room(state, "alarms")) == ("a1", 3, [])
    assert illegal(state, "peek a2") == "BB-REVEAL-1"
    assert illegal(state, "peek b2") == "BB-ACT-PEEK"


def test_bb_act_peek_up_and_down_stairs() -> None:
    state = show(game(2), "b1 stairs")
    put(state, p1="b1", left=4)
    play(state, "peek 2:b1; tile 2:b1 camera 6")
    assert room(state, "guards")[1] == "-1"
    put(state, p1="2:b1", guard2="2:d4", tiles=(*state.job.tiles[:1], 0, *state.job.tiles[2:]))
    assert "peek b1" in state.legal()


def test_bb_act_move_into_adjacent_and_linked_rooms_only() -> None:
    state = game(2)
    play(state, "move a2; tile a2 lavatory 5")
    assert at(state) == "a2" and state.job.left == 3
    assert illegal(state, "move b1") == "BB-ACT-MOVE"
    assert illegal(state, "move 2:a2") == illegal(state, "move 3:a2") == "BB-ACT-MOVE"


def test_bb_act_hack_up_to_six() -> None:
    state = put(show(game(2), "b1 computer_laser"), p1="b1", hacks=(0, 5, 0))
    state.push("hack")
    assert state.job.hacks == (0, 6, 0) and state.job.left == 3
    assert illegal(state, "hack") == "BB-ACT-HACK"
    assert illegal(game(2), "hack") == "BB-ACT-HACK"


def test_bb_act_die_costs_two_and_six_are_the_most() -> None:
    state = put(show(game(2), "b1 safe"), p1="b1")
    state.push("die b1")
    assert state.job.safe_dice == ((1, 1),) and state.job.left == 2
    assert illegal(put(state, left=1), "die b1") == "BB-TURN-3"
    assert illegal(put(state, left=4, safe_dice=((1, 6),)), "die b1") == "BB-ACT-DIE"
    assert illegal(game(2), "die b1") == "BB-ACT-DIE"


def test_bb_act_crack_needs_a_die_on_the_safe() -> None:
    state = put(show(game(2), "b1 safe"), p1="b1")
    assert illegal(state, "crack b1") == "BB-SAFE-4"
    play(state, "die b1; crack b1; roll 3")
    assert state.job.left == 1 and state.job.used == 3
    assert illegal(game(2), "crack b1") == "BB-ACT-CRACK"


def test_bb_act_escape_needs_stairs_on_the_top_floor() -> None:
    state = put(show(game(2), "b1 stairs"), p1="b1")
    assert illegal(state, "escape") == "BB-ACT-ESCAPE"
    put(show(state, "2:b1 stairs", "b2 safe", "2:b2 safe"), p1="2:b1", guard2="2:d4")
    assert illegal(state, "escape") == "BB-WIN-1"
    put(state, cracked="b2 2:b2", time_lock=1)
    assert illegal(state, "escape") == "BB-EV-TIMELOCK"
    put(state, time_lock=-1, left=0)
    assert illegal(state, "escape") == "BB-TURN-3"
    put(state, left=1)
    assert illegal(put(state, p1="2:c1"), "escape") == "BB-ACT-ESCAPE"
    assert illegal(put(state, p1="b1"), "escape") == "BB-ACT-ESCAPE"
    play(put(state, p1="2:b1"), "escape")
    assert at(state) == "roof"


def test_bb_act_pass_is_said_also_without_actions() -> None:
    state = put(game(2), left=0)
    assert "pass" in state.legal() and state.default(0) == "pass"


def test_bb_act_tool_only_in_the_action_phase_of_ones_own_turn() -> None:
    state = put(game(2), items2="rollerskates")
    assert illegal(state, "use rollerskates") == "BB-TOOL-1"
    state = put(game(2), items1="rollerskates")
    state.push("pass")
    assert illegal(state, "use rollerskates") == "BB-TURN-8"


def test_bb_act_trade_both_agree() -> None:
    state = put(game(2), items1="crowbar", items2="tiara")
    state.push("give crowbar p2")
    assert state.seat == 1 and state.legal() == ("refuse", "accept")
    state.push("refuse")
    assert state.job.items[1] == put(game(2), items2="tiara").job.items[1]
    play(state, "give crowbar p2; accept; ask tiara p2; accept; ask crowbar p2; refuse")
    assert state.view(0)["team"][0]["items"] == ["tiara"]  # type: ignore[call-overload, index]
    assert state.view(0)["team"][1]["items"] == ["crowbar"]  # type: ignore[call-overload, index]
    assert state.job.left == 4 and state.default(0) == "pass"


def test_bb_act_trade_only_in_one_room() -> None:
    state = put(game(2), items1="crowbar", p2="b1")
    assert illegal(state, "give crowbar p2") == "BB-ACT-TRADE"
    assert illegal(put(state, p2="a1"), "give tiara p2") == "BB-ACT-TRADE"
    assert illegal(state, "give crowbar p1") == illegal(state, "ask crowbar p3") == "BB-ACT-TRADE"
    state = put(game(3), items1="crowbar", items3="emp", p3="b1")
    assert {"give crowbar p3", "ask emp p3"}.isdisjoint(state.legal())


def test_bb_act_take_what_lies_in_the_room() -> None:
    state = put(game(2), lying=((0, TOOLS.index("virus")), (1, TOOLS.index("emp"))))
    assert illegal(state, "pick emp") == "BB-ACT-TAKE"
    state.push("pick virus")
    assert state.job.lying == ((1, TOOLS.index("emp")),) and state.job.left == 4
    assert illegal(state, "pick virus") == "BB-ACT-TAKE"


def test_bb_act_take_of_two_gold_bars_the_one_in_the_room() -> None:
    bars = ITEMS.index("gold_bar"), len(ITEMS) - 1
    state = put(game(2), lying=((0, bars[1]), (1, bars[0])))
    state.push("pick gold_bar")
    assert state.job.lying == ((1, bars[0]),) and state.job.items == (1 << bars[1], 0)


def test_only_chance_has_odds_and_dice_are_fair() -> None:
    state = put(show(game(2), "a1 safe"), safe_dice=((0, 1),))
    with pytest.raises(ValueError, match="only chance has odds"):
        state.odds()
    assert play(state, "crack a1").odds() == (1,) * 6


def test_what_is_saved_is_not_copied_again() -> None:
    saved = game(2).job.save()
    assert deepcopy(saved) is saved


def test_nothing_is_taken_back_before_the_first_move() -> None:
    with pytest.raises(IndexError, match="no move has been made"):
        GAME.new(2).pop()


# The end.


def test_bb_win_1_loot_that_lies_about_closes_the_roof() -> None:
    state = put(show(game(2), "2:b1 stairs", "b1 safe", "2:d1 safe"), p1="2:b1", guard2="2:a4")
    put(state, cracked="b1 2:d1", lying=((3, len(TOOLS)),))
    assert illegal(state, "escape") == "BB-WIN-1"
    put(state, lying=((3, 0),))  # a tool may stay
    assert "escape" in state.legal()


def test_bb_win_2_all_on_the_roof_win() -> None:
    state = put(show(game(2), "2:b1 stairs", "b1 safe", "2:d1 safe"), p1="2:b1", p2="2:b1")
    put(state, cracked="b1 2:d1", guard2="2:d4")
    play(state, "escape; escape")
    assert state.outcome == ("p1, p2", "escaped", "BB-WIN-2")
    assert (state.job.left, state.job.used) == (3, 1)
    assert (state.seat, state.legal(), state.phase) == (None, (), "over")
    assert illegal(state, "pass") == "BB-WIN-2"


def test_bb_lose_without_a_token_everybody_loses() -> None:
    state = put(show(game(2), "b1 lavatory"), guard1="b1", stealth1=0, tokens=())
    state.push("move b1")
    assert state.outcome == ("", "caught", "BB-LOSE")
    assert illegal(state, "pass") == "BB-LOSE"
