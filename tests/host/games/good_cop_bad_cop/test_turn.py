"""Turns, actions and guns."""

import pytest
from heistboard.rules import CHANCE, TABLE

from tests.host.games.good_cop_bad_cop.stage import game, illegal, play, put, until, verbs

MIXED = {"p1": "agent honest crooked", "p2": "kingpin honest crooked"}


def test_gc_turn_1_a_turn_is_action_aim_end() -> None:
    state = put(game(), guns={"p1": "p2"})
    assert state.turn == (0,)
    phases = [state.phase]
    for move in ("p1 investigate p3", "p1 look p3.1", "p1 aim p4"):
        state.push(move)
        phases.append(state.phase)
    assert phases == ["action", "look", "aim", "action"]
    assert state.view(TABLE)["active"] == "p2" and state.view(TABLE)["round"] == 2


def test_gc_turn_2_exactly_one_action_and_no_passing() -> None:
    state = game()
    illegal(state, "p1 pass", "GC-TURN-2")
    illegal(state, "p2 equip", "GC-TURN-2")
    play(state, "p1 investigate p2; p1 look p2.1")
    illegal(state, "p1 equip", "GC-TURN-2")


def test_gc_turn_2_equip_is_possible_when_nothing_else_is() -> None:
    state = put(game(guns=2), guns={"p2": "p1", "p3": "p1"})
    put(state, up="p2.1 p2.2 p2.3 p3.1 p3.2 p3.3 p4.1 p4.2 p4.3")
    assert state.legal() == ("p1 equip",)


def test_gc_turn_3_a_gun_is_aimed_after_the_action_and_may_stay() -> None:
    state = put(game(), guns={"p1": "p2"})
    play(state, "p1 investigate p3; p1 look p3.1")
    assert state.legal() == ("p1 aim p2", "p1 aim p3", "p1 aim p4")
    assert state.default(0) == "p1 aim p2"
    illegal(state, "p1 aim p1", "GC-GUN-2")
    state.push("p1 aim p2")
    assert state.case.guns[0] == 1


def test_gc_turn_3_who_is_absent_keeps_the_aim() -> None:
    look = "p1 investigate p2; p1 look p2.1"
    assert play(put(game(), guns={"p1": "p4"}), look).default(0) == "p1 aim p4"
    state = put(game(5, aim_lost=False, first=2), guns={"p2": "p1"}, out="p1")
    assert play(state, "p2 investigate p3; p2 look p3.1").default(1) == "p2 aim p3"
    assert play(game(8), "p1 arm").default(0) == "p1 aim p2"
    assert play(game(), "p1 investigate p3").default(0) == "p1 look p3.1"
    state = play(game(hands={"p1": "taser"}), "p1 equip; draw p1 coffee")
    assert state.default(0) == "p1 discard coffee"


def test_gc_turn_3_without_a_gun_nobody_aims() -> None:
    state = play(game(), "p1 investigate p3; p1 look p3.1")
    assert state.phase == "action" and state.movers == (1,)


def test_gc_turn_3_the_eliminated_are_no_target() -> None:
    state = put(game(5), guns={"p1": "p2"}, out="p3")
    play(state, "p1 investigate p4; p1 look p4.1")
    assert "p1 aim p3" not in state.legal()
    illegal(state, "p1 aim p3", "GC-GUN-2")


def test_gc_turn_4_the_next_living_player_on_the_left_is_next() -> None:
    state = put(game(5), out="p2 p3")
    # The leaders are not out in play; here it does not matter.
    play(state, "p1 investigate p4; p1 look p4.1")
    assert state.view(TABLE)["active"] == "p4"


def test_gc_act_investigate_shows_one_card_to_one_player() -> None:
    state = game(rows=MIXED)
    assert [move for move in state.legal() if move.verb == "investigate"] == [
        f"p1 investigate {player}" for player in ("p2", "p3", "p4")
    ]
    illegal(state, "p1 investigate p1", "GC-ACT-INVESTIGATE")
    play(state, "p1 investigate p2; p1 look p2.1")
    assert state.told(0)[-1] == "p1 look p2.1 -> kingpin"
    assert state.told(1)[-1] == state.told(TABLE)[-1] == "p1 look p2.1"
    assert state.view(0)["remembered"] == [
        {"at": "p2.1", "kind": "kingpin", "how": "look", "from": "p2", "turn": 1}
    ]
    assert state.view(2)["remembered"] == []


def test_gc_act_investigate_needs_a_card_that_is_face_down() -> None:
    state = put(game(), up="p2.1 p2.2 p2.3 p3.2")
    illegal(state, "p1 investigate p2", "GC-ACT-INVESTIGATE")
    play(state, "p1 investigate p3")
    assert state.legal() == ("p1 look p3.1", "p1 look p3.3")
    illegal(state, "p1 look p3.2", "GC-ACT-INVESTIGATE")
    illegal(state, "p1 look p4.1", "GC-ACT-INVESTIGATE")


def test_gc_act_equip_draws_then_turns_a_card_up() -> None:
    state = play(game(rows=MIXED), "p1 equip")
    assert state.phase == "draw" and state.draw == ("equipment", 0)
    play(state, "draw p1 coffee")
    assert state.legal() == ("p1 turn_up p1.1", "p1 turn_up p1.2", "p1 turn_up p1.3")
    illegal(state, "p1 turn_up p2.1", "GC-ACT-EQUIP")
    state.push("p1 turn_up p1.3")
    assert state.told(TABLE)[-2:] == ["draw p1 ?", "p1 turn_up p1.3 -> crooked"]
    assert state.view(TABLE)["team"]["p1"]["cards"] == ["?", "?", "crooked"]  # type: ignore[index,call-overload]


def test_gc_act_equip_turns_nothing_up_when_all_are_up() -> None:
    state = put(game(), up="p1.1 p1.2 p1.3")
    play(state, "p1 equip; draw p1 coffee")
    assert state.phase == "after-action"


def test_gc_act_equip_a_second_card_is_put_away_before_a_card_is_turned() -> None:
    state = play(game(hands={"p1": "taser"}), "p1 equip; draw p1 coffee")
    assert state.phase == "discard"
    illegal(state, "p1 turn_up p1.1", "GC-EQ-2")
    state.push("p1 discard taser")
    assert state.phase == "turn-up"


def test_gc_act_arm_takes_a_gun_aims_it_and_turns_a_card_up() -> None:
    state = play(game(), "p1 arm")
    assert state.phase == "aim" and state.case.guns_in_centre == 1
    assert state.view(TABLE)["team"]["p1"]["gun"] is True  # type: ignore[index,call-overload]
    play(state, "p1 aim p3")
    assert state.phase == "turn-up"
    play(state, "p1 turn_up p1.1")
    assert state.phase == "aim"  # phase 2
    assert play(game(first=2), "p2 arm").legal() == ("p2 aim p1", "p2 aim p3", "p2 aim p4")


def test_gc_act_arm_needs_a_gun_in_the_centre() -> None:
    state = put(game(), guns={"p2": "p1", "p3": "p1"})
    illegal(state, "p1 arm", "GC-ACT-ARM")


def test_gc_gun_1_nobody_holds_two_guns() -> None:
    state = put(game(), guns={"p1": "p2"})
    illegal(state, "p1 arm", "GC-ACT-ARM")


def test_gc_act_shoot_returns_the_gun_and_needs_a_target() -> None:
    state = put(game(), guns={"p1": "p3"})
    illegal(state, "p1 shoot p2", "GC-ACT-SHOOT")
    until(play(state, "p1 shoot p3"), "action")
    assert state.case.guns_in_centre == 2 and not state.case.living >> 2 & 1


def test_gc_act_shoot_without_a_gun_is_refused() -> None:
    illegal(game(), "p1 shoot p2", "GC-ACT-SHOOT")


def test_gc_gun_2_a_gun_that_was_taken_is_aimed_at_once() -> None:
    state = put(game(hands={"p1": "taser"}), guns={"p2": "p3"})
    state.push("p1 play taser p2")
    assert state.phase == "aim" and state.legal() == ("p1 aim p2", "p1 aim p3", "p1 aim p4")
    illegal(state, "p1 aim p1", "GC-GUN-2")


def test_gc_gun_3_the_target_changes_in_the_own_phase_2_only() -> None:
    state = put(game(), guns={"p3": "p4"})
    play(state, "p1 investigate p2; p1 look p2.1; p2 investigate p1; p2 look p1.1")
    assert verbs(state, "p3") == {"investigate", "equip", "shoot"}
    assert "p3 shoot p4" in state.legal()
    illegal(state, "p3 aim p1", "GC-TURN-2")


def test_gc_gun_4_everybody_sees_guns_and_targets() -> None:
    state = put(game(), guns={"p2": "p4"})
    for seat in (*range(4), TABLE):
        team = state.view(seat)["team"]
        assert team["p2"]["aim"] == "p4" and team["p2"]["gun"]  # type: ignore[index,call-overload]
        assert team["p1"]["aim"] is None and not team["p1"]["gun"]  # type: ignore[index,call-overload]


@pytest.mark.parametrize("lost", [True, False])
def test_gc_gun_5_guns_lose_a_target_that_is_eliminated(lost: bool) -> None:
    state = put(game(5, aim_lost=lost), guns={"p1": "p3", "p2": "p3"})
    until(play(state, "p1 shoot p3"), "action")
    assert state.movers == (1,)
    assert state.view(TABLE)["team"]["p2"]["aim"] == (None if lost else "p3")  # type: ignore[index,call-overload]
    illegal(state, "p2 shoot p3", "GC-ACT-SHOOT")


@pytest.mark.parametrize("lost", [True, False])
def test_gc_gun_5_a_revival_does_not_bring_the_aim_back(lost: bool) -> None:
    hands = {"p4": "defibrillator"}
    state = put(game(5, hands=hands, aim_lost=lost), guns={"p1": "p3", "p2": "p3"})
    play(state, "p1 shoot p3; close; shot p3; p4 play defibrillator p3.1")
    until(state, "action")
    assert ("p2 shoot p3" in state.legal()) == (not lost)


def test_chance_is_asked_only_for_cards() -> None:
    state = play(game(), "p1 equip")
    assert state.movers == (CHANCE,) and len(state.odds()) == len(state.legal()) == 14
