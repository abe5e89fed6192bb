"""What each equipment card does, and when it is refused."""

import pytest
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import TABLE

from tests.host.games.good_cop_bad_cop.stage import game, hold, illegal, play, put, until, verbs

ROWS = {
    "p1": "honest honest crooked",
    "p2": "agent honest crooked",
    "p3": "kingpin crooked honest",
}
BT_ROWS = {
    "p1": "honest_knife honest_knife crooked_bomb",
    "p2": "agent honest_bomb crooked_knife",
    "p3": "kingpin crooked_bomb honest_bomb",
}


def cards(state: GoodCopBadCop, player: str) -> object:
    """The cards of a player as everybody sees them."""
    return state.view(TABLE)["team"][player]["cards"]  # type: ignore[index,call-overload]


def active(state: GoodCopBadCop) -> object:
    return state.view(TABLE)["active"]


def investigate(state: GoodCopBadCop, player: str, other: str) -> GoodCopBadCop:
    play(state, f"{player} investigate {other}")
    until(state, "look")
    play(state, state.legal()[0])
    return state


def test_gc_card_coffee_gives_the_next_turn_and_play_goes_on_from_there() -> None:
    state = play(game(rows=ROWS, hands={"p4": "coffee"}), "p4 play coffee")
    assert state.view(TABLE)["coffee"] == "p4"
    assert active(investigate(state, "p1", "p2")) == "p4"
    assert state.view(TABLE)["coffee"] is None
    assert active(investigate(state, "p4", "p2")) == "p1"


def test_gc_card_coffee_gives_the_active_player_a_second_turn() -> None:
    state = play(game(rows=ROWS, hands={"p1": "coffee"}), "p1 play coffee")
    assert active(investigate(state, "p1", "p2")) == "p1"


def test_gc_card_coffee_of_an_eliminated_player_counts_from_the_seat() -> None:
    state = put(game(5, rows=ROWS, hands={"p4": "coffee"}), guns={"p1": "p4"})
    play(state, "p4 play coffee; p1 shoot p4; shot p4")
    assert active(until(state, "action")) == "p5"


def test_gc_card_coffee_a_later_one_replaces_the_first() -> None:
    state = play(game(hands={"p4": "coffee"}), "p4 play coffee")
    hold(state, "p3", "coffee").push("p3 play coffee")
    assert state.view(TABLE)["coffee"] == "p3"


def test_gc_card_smoke_turns_play_round_at_the_end_of_the_turn_for_good() -> None:
    state = play(game(hands={"p2": "smoke_grenade"}), "p2 play smoke_grenade")
    assert state.view(TABLE)["direction"] == "left"
    assert active(investigate(state, "p1", "p2")) == "p4"
    assert state.view(TABLE)["direction"] == "right" and not state.view(TABLE)["smoke"]
    assert active(investigate(state, "p4", "p2")) == "p3"


def test_gc_card_smoke_turns_first_and_coffee_says_who_is_next() -> None:
    state = game(5, hands={"p2": "smoke_grenade", "p4": "coffee"})
    play(state, "p2 play smoke_grenade; p4 play coffee")
    assert active(investigate(state, "p1", "p2")) == "p4"
    assert active(investigate(state, "p4", "p2")) == "p3"


def test_gc_card_k9_puts_a_gun_in_the_centre_and_bars_the_active_player() -> None:
    state = put(game(rows=ROWS, hands={"p2": "k9_unit"}), guns={"p1": "p3", "p4": "p3"})
    illegal(state, "p2 play k9_unit p3", "GC-CARD-K9")
    play(state, "close; p1 shoot p3; p2 play k9_unit p1")
    assert state.case.guns_in_centre == 1 and state.view(TABLE)["barred"] is True
    illegal(state, "p1 arm", "GC-CARD-K9")
    play(state, "p1 investigate p3; p1 look p3.1")
    assert state.view(TABLE)["barred"] is False
    assert "p2 arm" in state.legal()


def test_gc_card_k9_bars_taser_too_and_may_be_played_on_oneself() -> None:
    state = put(game(hands={"p1": "taser", "p2": "k9_unit"}), guns={"p1": "p3", "p2": "p3"})
    assert "p2 play k9_unit p2" in state.legal(1)
    state.push("p2 play k9_unit p1")
    illegal(state, "p1 play taser p2", "GC-CARD-TASER")


def test_gc_card_k9_leaves_a_player_who_is_not_active_unbarred() -> None:
    state = put(game(hands={"p1": "k9_unit"}), guns={"p2": "p3"})
    play(state, "p1 play k9_unit p2")
    assert "p1 arm" in state.legal() and state.view(TABLE)["barred"] is False


@pytest.mark.parametrize("players", [4, 3])
def test_gc_card_restraining_the_shooter_aims_at_another_and_shoots(players: int) -> None:
    hands = {"p2": "restraining_order"}
    state = put(game(players, hands=hands, bombers=True), guns={"p1": "p3"})
    if players == 4:
        put(state, out="p4")
    play(state, "close; p1 shoot p3; p2 play restraining_order")
    assert state.phase == "redirect" and state.legal() == ("p1 aim p2",)  # the third player
    illegal(state, "p1 aim p3", "GC-CARD-RESTRAINING")
    state.push("p1 aim p2")
    assert state.phase == "shot" and state.legal() == ("shot p2",)


def test_gc_card_restraining_binds_and_other_cards_may_still_interrupt() -> None:
    hands = {"p2": "restraining_order", "p3": "coffee", "p4": "k9_unit", "p5": "smoke_grenade"}
    state = put(game(5, hands=hands), guns={"p1": "p3"})
    play(state, "close; p1 shoot p3; p2 play restraining_order")
    assert "p1 aim p2" in state.legal()  # the user of the card may be chosen
    play(state, "p1 aim p5; p3 play coffee")
    assert state.phase == "declared"  # bound: nothing to keep or change
    state.push("p4 play k9_unit p1")
    assert state.asked(0).id == "redeclare.must"
    play(state, "p1 investigate p2; p5 play smoke_grenade")
    assert state.asked(0).id == "redeclare"  # bound no more


def test_gc_card_restraining_is_not_for_the_window_inside_of_a_declared_shot() -> None:
    hands = {"p2": "restraining_order", "p3": "wiretap"}
    state = put(game(hands=hands), guns={"p1": "p4"})
    play(state, "close; p1 shoot p4; p3 play wiretap p1.1 p2.1")
    illegal(state, "p2 play restraining_order", "GC-EQ-5", "when a shot is declared")
    play(state, "close; p1 keep")
    assert "p2 play restraining_order" in state.legal(1)


def test_gc_card_restraining_binds_no_later_turn() -> None:
    hands = {"p2": "restraining_order", "p3": "coffee"}
    state = put(game(5, hands=hands), guns={"p1": "p3"})
    play(state, "close; p1 shoot p3; p2 play restraining_order; p1 aim p4; close; shot p4")
    play(state, "p2 investigate p1; p3 play coffee")
    assert state.asked(1).id == "redeclare"


def test_gc_card_restraining_the_shooter_is_no_new_target() -> None:
    state = put(game(hands={"p1": "restraining_order"}, first=2), guns={"p2": "p3"})
    play(state, "close; p2 shoot p3; p1 play restraining_order")
    assert state.legal() == ("p2 aim p1", "p2 aim p4")


def test_gc_card_restraining_needs_another_shooter_and_three_living() -> None:
    state = put(game(hands={"p2": "restraining_order"}), guns={"p1": "p2"}, out="p3 p4")
    play(state, "close; p1 shoot p2")
    illegal(state, "p2 play restraining_order", "GC-CARD-RESTRAINING")
    state = put(game(hands={"p1": "restraining_order"}), guns={"p1": "p2"})
    play(state, "close; p1 shoot p2")
    illegal(state, "p1 play restraining_order", "GC-CARD-RESTRAINING")


def test_gc_card_taser_is_the_action() -> None:
    hands = {"p1": "taser", "p3": "coffee"}
    state = put(game(hands=hands), guns={"p2": "p1"})
    play(state, "p1 play taser p2; p1 aim p3")
    assert state.phase == "after-action" and state.case.guns[:2] == (2, -2)
    assert state.case.up == 0  # no card is turned up


def test_gc_card_taser_drops_a_declared_action() -> None:
    hands = {"p1": "taser", "p3": "coffee"}
    state = put(game(hands=hands), guns={"p2": "p1"})
    play(state, "close; p1 investigate p3; p1 play taser p2; p1 aim p3")
    assert state.phase == "after-action" and state.view(TABLE)["action"] is None


def test_gc_card_taser_is_for_players_without_a_gun() -> None:
    state = put(game(hands={"p1": "taser"}), guns={"p1": "p2", "p2": "p1"})
    illegal(state, "p1 play taser p2", "GC-CARD-TASER")
    state = put(game(hands={"p1": "taser"}), guns={"p2": "p1"})
    illegal(state, "p1 play taser p3", "GC-CARD-TASER")


def test_gc_card_camera_turns_up_the_card_just_investigated() -> None:
    state = game(rows=ROWS, hands={"p4": "surveillance_camera"})
    play(state, "p1 investigate p2; p1 look p2.2")
    assert state.view(TABLE)["seen"] == ["p2.2"]
    illegal(state, "p4 play surveillance_camera p2.1", "GC-CARD-CAMERA")
    state.push("p4 play surveillance_camera p2.2")
    assert cards(state, "p2") == ["?", "honest", "?"]
    assert state.told(TABLE)[-1] == "p4 play surveillance_camera p2.2 -> honest"


def test_gc_card_camera_picks_one_of_several_and_follows_blackmail() -> None:
    hands = {"p1": "wiretap", "p3": "blackmail", "p4": "surveillance_camera"}
    state = play(game(rows=ROWS, hands=hands), "p1 play wiretap p2.1 p4.1")
    assert "p4 play surveillance_camera p2.1" in state.legal(3)
    state.push("p3 play blackmail p1.3 p2.1")
    assert state.view(TABLE)["seen"] == ["p1.3", "p4.1"]
    state.push("p4 play surveillance_camera p1.3")
    assert cards(state, "p1") == ["?", "?", "agent"]


def test_gc_card_camera_loses_a_card_that_was_mixed_or_turned_up() -> None:
    hands = {"p2": "flashbang", "p4": "surveillance_camera"}
    state = play(game(rows=ROWS, hands=hands), "close; p1 investigate p2; close; p1 look p2.2")
    play(state, "p2 play flashbang; p2 arrange 123")
    assert verbs(state, "p4") == {"pass"} and state.view(TABLE)["seen"] == []
    hands = {"p2": "truth_serum", "p4": "surveillance_camera"}
    state = play(game(rows=ROWS, hands=hands), "close; p1 investigate p2; close; p1 look p2.2")
    play(state, "p2 play truth_serum p2; p2 turn_up p2.2")
    assert verbs(state, "p4") == {"pass"}


def test_gc_card_camera_does_not_count_polygraph() -> None:
    hands = {"p1": "polygraph", "p4": "surveillance_camera"}
    state = play(game(hands=hands), "p1 play polygraph p2")
    assert state.phase == "turn-start"
    illegal(state, "p4 play surveillance_camera p2.1", "GC-EQ-5")


def test_gc_card_audit_all_without_a_card_up_choose_then_all_are_turned() -> None:
    state = put(game(6, hands={"p1": "report_audit"}), up="p2.1 p3.2", out="p6")
    state.push("p1 play report_audit")
    assert state.phase == "audit" and state.turn == (0, 3, 4)
    before = state.view(TABLE)
    play(state, "p4 audit p4.2; p1 audit p1.2")
    assert state.view(TABLE) == before and state.view(3)["has-passed"] is True
    illegal(state, "p4 audit p4.1", "GC-CARD-AUDIT")
    illegal(state, "p5 audit p4.1", "GC-CARD-AUDIT")
    state.push("p5 audit p5.3")
    assert cards(state, "p1") != ["?", "?", "?"] and cards(state, "p3")[0] == "?"  # type: ignore[index]
    assert [line.partition(" -> ")[0] for line in state.told(TABLE)[-3:]] == [
        *("p1 audit p1.2", "p4 audit p4.2", "p5 audit p5.3")
    ]
    assert all(" -> " in line for line in state.told(TABLE)[-3:])
    assert state.told(None)[-1].startswith("p5 audit p5.3 -> ")
    assert state.case.picked == 0 and state.case.up.bit_count() == 2 + 3 + 3


def test_gc_card_audit_is_for_the_own_turn() -> None:
    state = game(6, hands={"p2": "report_audit"})
    illegal(state, "p2 play report_audit", "GC-EQ-5")


def test_gc_card_flashbang_lays_all_cards_face_down_in_a_new_order() -> None:
    state = put(game(rows=ROWS, hands={"p2": "flashbang"}), up="p2.1")
    play(state, "p2 play flashbang")
    assert cards(state, "p2") == ["?", "?", "?"] and state.movers == (1,)
    assert len(state.legal()) == 6
    state.push("p2 arrange 231")
    assert state.view(1)["cards"] == ["honest", "crooked", "agent"]
    assert state.told(1)[-1] == "p2 arrange 231" and state.told(0)[-1] == "p2 arrange ?"
    illegal(state, "p2 arrange 123", "GC-TURN-2")


def test_gc_card_flashbang_asks_its_user_for_an_order_that_looks_new() -> None:
    state = play(game(rows=ROWS, hands={"p1": "flashbang"}), "p1 play flashbang")
    assert state.legal() == ("p1 arrange 123", "p1 arrange 132", "p1 arrange 312")
    illegal(state, "p1 arrange 213", "GC-CARD-FLASHBANG", "looks like an earlier one")
    illegal(state, "p2 arrange 123", "GC-CARD-FLASHBANG", "asked now: p1")


def test_gc_card_flashbang_others_remember_kinds_but_no_places() -> None:
    state = game(rows=ROWS, hands={"p2": "flashbang"})
    play(state, "close; p1 investigate p2; close; p1 look p2.1; p2 play flashbang; p2 arrange 123")
    assert state.view(0)["remembered"] == []
    assert state.view(0)["mixed"] == [{"player": "p2", "kinds": ["agent"], "turn": 1}]
    assert state.view(2)["mixed"] == state.view(1)["mixed"] == []
    assert state.copy().view(0) == state.view(0)


def test_gc_card_flashbang_a_card_that_was_open_is_remembered_by_the_others_alone() -> None:
    state = game(rows=ROWS, hands={"p2": "flashbang", "p3": "truth_serum"})
    play(state, "p3 play truth_serum p2; p2 turn_up p2.3; p2 play flashbang; p2 arrange 321")
    expected = [{"player": "p2", "kinds": ["crooked"], "turn": 1}]
    assert [state.view(seat)["mixed"] for seat in range(4)] == [expected, [], expected, expected]
    assert [state.view(seat)["remembered"] for seat in range(4)] == [[]] * 4


def test_gc_card_flashbang_of_a_single_card_turns_it_down() -> None:
    state = put(game(5, rows=ROWS, hands={"p1": "defibrillator"}), out="p4")
    state.push("p1 play defibrillator p4.2")
    assert cards(state, "p4") == [None, "honest", None]
    hold(state, "p4", "flashbang").push("p4 play flashbang")
    assert cards(state, "p4") == [None, "?", None] and state.phase == "action"


def test_gc_card_flashbang_of_a_single_card_hides_nothing_from_who_saw_it() -> None:
    rows = {**ROWS, "p4": "crooked honest crooked"}
    state = put(game(5, rows=rows, hands={"p3": "defibrillator"}), guns={"p1": "p4"})
    play(state, "close; p1 shoot p4; close; shot p4; p3 play defibrillator p4.2")
    for player in ("p2", "p3"):
        investigate(state, player, "p1")
    play(state, "p4 equip; draw p4 flashbang; p4 play flashbang")
    assert cards(state, "p4") == [None, "?", None] and state.view(0)["mixed"] == []
    assert state.view(0)["remembered"] == [
        {"at": "p4.2", "kind": "honest", "how": "open", "from": "p4", "turn": 1}
    ]


def test_gc_card_planted_swaps_the_sides_of_cards_but_not_of_leaders() -> None:
    state = game(rows=ROWS, hands={"p1": "planted_evidence"})
    assert state.view(0)["side"] == "honest"
    state.push("p1 play planted_evidence p1")
    assert state.view(0)["side"] == "crooked"
    assert state.view(TABLE)["team"]["p1"]["planted"] is True  # type: ignore[index,call-overload]
    assert state.view(TABLE)["bottom"] == []
    state = game(rows=ROWS, hands={"p1": "planted_evidence"})
    state.push("p1 play planted_evidence p2")
    assert state.view(1)["side"] == "honest"


def test_gc_card_planted_is_for_a_living_player() -> None:
    state = put(game(5, hands={"p1": "planted_evidence"}), out="p5")
    illegal(state, "p1 play planted_evidence p5", "GC-CARD-PLANTED")


def test_gc_card_planted_stays_through_elimination_and_revival() -> None:
    hands = {"p1": "planted_evidence", "p2": "defibrillator"}
    rows = {**ROWS, "p4": "honest honest honest"}
    state = put(game(5, rows=rows, hands=hands), guns={"p1": "p4"})
    play(state, "p1 play planted_evidence p4; p1 shoot p4; shot p4; p2 play defibrillator p4.1")
    assert state.view(3)["side"] == "crooked"


def test_gc_card_blackmail_two_others_trade_a_card() -> None:
    state = game(5, rows=ROWS, hands={"p1": "blackmail"})
    put(state, out="p5")
    illegal(state, "p1 play blackmail p1.1 p2.1", "GC-CARD-BLACKMAIL")
    illegal(state, "p1 play blackmail p2.1 p5.1", "GC-CARD-BLACKMAIL")
    state.push("p1 play blackmail p2.2 p3.2")
    assert state.view(1)["cards"] == ["agent", "crooked", "crooked"]
    assert state.view(2)["cards"] == ["kingpin", "honest", "honest"]


def test_gc_card_blackmail_needs_two_others() -> None:
    state = put(game(rows=ROWS, hands={"p1": "blackmail"}), out="p3 p4")
    illegal(state, "p1 play blackmail p2.1 p3.1", "GC-CARD-BLACKMAIL")


def test_gc_card_blackmail_knowledge_goes_with_the_cards() -> None:
    state = game(rows=ROWS, hands={"p4": "blackmail"})
    play(state, "close; p1 investigate p2; close; p1 look p2.1; p4 play blackmail p1.1 p2.1")
    assert state.view(0)["cards"] == ["agent", "honest", "crooked"]
    assert state.view(0)["remembered"] == [
        {"at": "p2.1", "kind": "honest", "how": "blackmail", "from": "p1", "turn": 1}
    ]
    assert state.view(1)["remembered"] == [
        {"at": "p1.1", "kind": "agent", "how": "blackmail", "from": "p2", "turn": 1}
    ]
    assert state.view(3)["remembered"] == []


def test_gc_card_defibrillator_revives_with_one_card() -> None:
    rows = {**ROWS, "p4": "honest crooked crooked", "p5": "honest crooked crooked"}
    state = put(game(5, rows=rows, hands={"p1": "defibrillator"}), out="p4", wounded="p4")
    state.case.wounds = 0
    illegal(put(state), "p1 play defibrillator p2.1", "GC-CARD-DEFIBRILLATOR")
    state.push("p1 play defibrillator p4.2")
    team = state.view(TABLE)["team"]
    assert team["p4"]["living"] and team["p4"]["cards"] == [None, "crooked", None]  # type: ignore[index,call-overload]
    assert not team["p4"]["gun"] and team["p4"]["equipment"] == 0 and not team["p4"]["wounded"]  # type: ignore[index,call-overload]
    assert state.view(3)["side"] == "crooked"
    for player, other in (("p1", "p2"), ("p2", "p1"), ("p3", "p1")):
        investigate(state, player, other)
    assert active(state) == "p4"


def test_gc_card_defibrillator_leaves_one_card_to_look_at_and_to_shoot() -> None:
    hands = {"p1": "defibrillator", "p2": "polygraph"}
    state = put(game(5, rows=ROWS, hands=hands), out="p4", guns={"p1": "p4"})
    play(state, "p1 play defibrillator p4.2; p2 play polygraph p4")
    assert state.told(1)[-1] == "p2 play polygraph p4 -> honest"
    state.case.up = 0
    assert [each["at"] for each in put(state).view(1)["remembered"]] == ["p4.2"]  # type: ignore[index,call-overload,union-attr]
    play(state, "p1 shoot p4; shot p4")
    assert state.told(TABLE)[-1] == "shot p4 -> honest eliminated"


def test_gc_card_defibrillator_keeps_a_single_card() -> None:
    state = put(game(5, rows=ROWS, hands={"p1": "defibrillator"}), out="p4")
    state.push("p1 play defibrillator p4.2")
    hold(put(state, out="p4"), "p1", "defibrillator")
    plays = [move for move in state.legal(0) if move.verb != "pass"]
    assert plays == ["p1 play defibrillator p4.2"]


@pytest.mark.parametrize("keeps", [False, True])
def test_gc_card_defibrillator_heals_unless_the_switch_says_otherwise(keeps: bool) -> None:
    hands = {"p2": "defibrillator"}
    state = put(game(5, rows=ROWS, hands=hands, revived_wound=keeps), {"p1": "p4"}, wounded="p4")
    play(state, "p1 shoot p4; shot p4")
    assert state.view(TABLE)["team"]["p4"]["wounded"] is False  # type: ignore[index,call-overload]
    state.push("p2 play defibrillator p4.1")
    assert state.view(TABLE)["team"]["p4"]["wounded"] is keeps  # type: ignore[index,call-overload]


def test_gc_card_evidence_bag_takes_a_card_unseen_by_others() -> None:
    state = game(hands={"p1": "evidence_bag", "p3": "taser"})
    illegal(state, "p1 play evidence_bag p2", "GC-CARD-EVIDENCE-BAG")
    state.push("p1 play evidence_bag p3")
    assert state.view(0)["hand"] == ["taser"] and state.view(2)["hand"] == []
    line = "p1 play evidence_bag p3"
    assert state.told(0)[-1] == state.told(2)[-1] == f"{line} -> taser"
    assert state.told(1)[-1] == state.told(TABLE)[-1] == line
    assert state.view(2)["known-hands"] == {"p1": ["taser"]}
    assert state.view(3)["known-hands"] == {}
    assert state.movers == (0,)  # who holds it may play it


def test_gc_eq_9_polygraph_shows_both_players_all_cards_of_each_other() -> None:
    state = play(game(rows=ROWS, hands={"p1": "polygraph"}), "p1 play polygraph p2")
    assert state.told(0)[-1] == "p1 play polygraph p2 -> agent honest crooked"
    assert state.told(1)[-1] == "p1 play polygraph p2 -> honest honest crooked"
    assert state.told(2)[-1] == "p1 play polygraph p2"
    assert len(state.view(0)["remembered"]) == len(state.view(1)["remembered"]) == 3  # type: ignore[arg-type]


def test_gc_eq_8_truth_serum_lets_the_target_choose() -> None:
    state = put(game(rows=ROWS, hands={"p1": "truth_serum"}), up="p3.1 p3.2 p3.3 p2.1")
    illegal(state, "p1 play truth_serum p3", "GC-EQ-8")
    state.push("p1 play truth_serum p2")
    assert state.movers == (1,) and state.legal() == ("p2 turn_up p2.2", "p2 turn_up p2.3")
    state = put(game(hands={"p2": "truth_serum"}), up="p1.1 p1.2 p1.3 p2.1 p2.2 p2.3")
    plays = [move for move in state.legal(1) if move.verb != "pass"]
    assert plays == ["p2 play truth_serum p3", "p2 play truth_serum p4"]


def test_gc_bt_1_body_armor_undoes_the_shot() -> None:
    hands = {"p2": "bt_body_armor", "p3": "coffee"}
    state = put(game(rows=BT_ROWS, hands=hands, bombers=True), guns={"p1": "p2"})
    play(state, "close; p1 shoot p2; p2 play bt_body_armor")
    assert state.phase == "after-action" and state.case.guns_in_centre == 2
    assert state.case.up == 0 and state.case.wounds == 0


def test_gc_bt_1_body_armor_is_for_the_target_only() -> None:
    state = put(game(rows=BT_ROWS, hands={"p3": "bt_body_armor"}, bombers=True), {"p1": "p2"})
    play(state, "close; p1 shoot p2")
    illegal(state, "p3 play bt_body_armor", "GC-EQ-5", "only the player about to be shot")


@pytest.mark.parametrize("follows", ["player", "card"])
def test_gc_bt_1_first_aid_heals(follows: str) -> None:
    hands = {"p1": "bt_first_aid"}
    state = game(rows=BT_ROWS, hands=hands, bombers=True, wound_follows=follows)
    illegal(state, "p1 play bt_first_aid p2", "GC-EQ-8")
    state.case.wounds = 0b10 if follows == "player" else 0b1
    put(state)
    state.push("p1 play bt_first_aid p2")
    assert state.case.wounds == 0


def test_gc_bt_1_first_aid_heals_the_kingpin_whose_card_is_wounded() -> None:
    state = game(rows=BT_ROWS, hands={"p1": "bt_first_aid"}, bombers=True, wound_follows="card")
    state.case.wounds = 0b11
    put(state).push("p1 play bt_first_aid p3")
    assert state.case.wounds == 0b1


def test_gc_bt_1_sniffer_dog_tells_everybody_the_number_of_bombs() -> None:
    state = game(rows=BT_ROWS, hands={"p1": "bt_sniffer_dog"}, bombers=True)
    illegal(state, "p1 play bt_sniffer_dog p1", "GC-EQ-9")
    state.push("p1 play bt_sniffer_dog p3")
    assert state.told(TABLE)[-1] == "p1 play bt_sniffer_dog p3 -> 2"


def test_gc_bt_1_sniffer_dog_counts_the_cards_that_are_left() -> None:
    hands = {"p1": "bt_sniffer_dog", "p2": "defibrillator"}
    rows = {**BT_ROWS, "p4": "crooked_knife honest_bomb honest_knife"}
    rows["p5"] = "crooked_knife honest_bomb_knife crooked_bomb"  # a bomb is dealt last
    state = put(game(5, rows, hands, bombers=True), out="p4")
    state.case.unshot = 0b1000
    put(state)
    play(state, "p2 play defibrillator p4.2; p1 play bt_sniffer_dog p4")
    assert state.told(TABLE)[-1] == "p1 play bt_sniffer_dog p4 -> 1"
    assert state.case.unshot == 0 and state.case.up == 0b010 << 9


def test_gc_bt_1_decoy_points_a_gun_at_somebody_else() -> None:
    state = put(
        game(rows=BT_ROWS, hands={"p1": "bt_decoy"}, bombers=True), {"p2": "p3", "p1": "p3"}
    )
    for line in ("p2 p2", "p2 p3", "p1 p4", "p4 p1"):
        illegal(state, f"p1 play bt_decoy {line}", "GC-EQ-8")
    state.push("p1 play bt_decoy p2 p1")
    assert state.case.guns[1] == 0
    state = put(game(rows=BT_ROWS, hands={"p2": "bt_decoy"}, bombers=True), {"p2": "p3"})
    illegal(state, "p2 play bt_decoy p2 p1", "GC-EQ-8")


def test_gc_bt_1_cover_story_hides_a_card_that_others_remember() -> None:
    state = put(
        game(rows=BT_ROWS, hands={"p1": "bt_cover_story", "p2": "truth_serum"}, bombers=True)
    )
    illegal(state, "p1 play bt_cover_story p1.1", "GC-EQ-8")
    play(state, "p2 play truth_serum p1; p1 turn_up p1.3; p1 play bt_cover_story p1.3")
    assert cards(state, "p1") == ["?", "?", "?"]
    assert state.view(2)["remembered"] == [
        {"at": "p1.3", "kind": "crooked_bomb", "how": "open", "from": "p1", "turn": 1}
    ]
