"""Windows, and which card may be played in which."""

import pytest
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.good_cop_bad_cop.windows import WINDOWS
from heistboard.rules import TABLE

from tests.host.games.good_cop_bad_cop.stage import close, game, illegal, play, put, until, verbs

ROWS = {"p1": "honest_bomb honest_knife crooked_knife", "p2": "agent honest_bomb crooked_bomb"}

# Each card, and the windows in which p1 may play it: of the own turn and of p2's; "shot" and "own
# shot" are the window ``declared`` of a shot by p2 and by p1.
EVERY = ("turn-start", "declared", "shot", "investigated", "after-action", "after-aim", "inner")
OWN = tuple(f"own {name}" for name in EVERY)
ANY = (*EVERY, *OWN)
TIMES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(EQUIPMENT, ANY),
    "report_audit": OWN,
    "restraining_order": ("shot",),
    "surveillance_camera": ("investigated", "inner", "own investigated", "own inner"),
    "taser": ("own turn-start", "own declared"),
    "bt_body_armor": ("shot",),
    "bt_decoy": tuple(name for name in ANY if name not in ("shot", "own shot")),
}


def in_window(name: str, card: str) -> GoodCopBadCop:
    """A game with a window open, p1 holding the card and everything there that cards need."""
    window, active = name.removeprefix("own "), "p1" if name.startswith("own ") else "p2"
    hands = {
        "p1": card,
        "p3": "wiretap" if card != "wiretap" else "polygraph",
        "p6": "coffee" if card != "coffee" else "taser",
    }
    state = game(6, ROWS, hands, bombers=True, first=int(active[1]))
    guns = {"p4": "p3"}
    if window == "shot":
        guns[active] = "p3" if active == "p1" else "p1"
    put(state, guns, up="p1.1", out="p5", wounded="p2")
    if window == "turn-start":
        return state
    if window == "shot":
        state = play(state, f"close; {active} shoot {guns[active]}")
        return state
    close(state)
    state.push(f"{active} investigate p4")
    if window == "declared":
        return state
    if window == "inner" and card != "wiretap":
        state.push("p3 play wiretap p2.1 p4.1")
        return state
    play(state, f"{active} look p4.1")
    if window == "inner":
        return state
    while state.phase != window:
        close(state)
    return state


@pytest.mark.parametrize("window", ANY)
@pytest.mark.parametrize("card", EQUIPMENT)
def test_gc_eq_5_each_card_has_its_windows(card: str, window: str) -> None:
    state = in_window(window, card)
    assert state.phase in WINDOWS and "p1 pass" in state.legal(0)
    assert (f"play_{card}" in verbs(state, "p1")) == (window in TIMES[card])
    if window not in TIMES[card]:
        rule = RULES.get((card, window)) or RULES.get((card, "")) or "GC-EQ-5"
        illegal(state, f"p1 play {card}{LINES[card]}", rule)


RULES = {
    ("bt_decoy", ""): "GC-EQ-8",
    ("restraining_order", "own shot"): "GC-CARD-RESTRAINING",
    ("taser", "own shot"): "GC-CARD-TASER",
}
LINES = {
    "report_audit": "",
    "restraining_order": "",
    "surveillance_camera": " p4.1",
    "taser": " p4",
    "bt_body_armor": "",
    "bt_decoy": " p4 p2",
}


def test_gc_eq_1_playing_is_no_action() -> None:
    state = play(game(hands={"p1": "coffee"}), "p1 play coffee")
    assert state.phase == "action" and state.movers == (0,)


def test_gc_eq_1_others_play_in_a_turn_too_but_only_what_they_hold() -> None:
    state = game(hands={"p3": "smoke_grenade"})
    illegal(state, "p3 play coffee", "GC-EQ-1", "not in the hand")
    illegal(state, "p1 play coffee", "GC-EQ-5", "holds no equipment")
    state.push("p3 play smoke_grenade")
    assert state.view(TABLE)["smoke"] is True


def test_gc_eq_2_of_two_cards_one_goes_under_the_deck_unseen() -> None:
    state = play(game(hands={"p1": "taser"}), "p1 equip; draw p1 coffee")
    assert set(state.legal()) == {"p1 discard taser", "p1 discard coffee"}
    illegal(state, "p1 play coffee", "GC-EQ-2")
    illegal(state, "p1 discard wiretap", "GC-EQ-2")
    state.push("p1 discard taser")
    assert state.told(1)[-1] == "p1 discard ?" and state.told(0)[-1] == "p1 discard taser"
    assert state.view(0)["bottom"] == ["taser"] and state.view(1)["bottom"] == ["?"]
    assert state.view(0)["hand"] == ["coffee"]


def test_gc_eq_3_a_played_card_goes_under_the_deck_in_known_order() -> None:
    state = play(
        game(hands={"p1": "coffee", "p3": "smoke_grenade"}),
        "p3 play smoke_grenade; p1 play coffee",
    )
    assert state.view(TABLE)["bottom"] == ["smoke_grenade", "coffee"]
    assert state.view(TABLE)["deck"] == 14


def test_gc_eq_3_nothing_is_played_while_a_card_is_resolved() -> None:
    state = play(game(hands={"p1": "truth_serum", "p3": "coffee"}), "p1 play truth_serum p4")
    assert state.phase == "turn-up" and state.movers == (3,)
    illegal(state, "p3 play coffee", "GC-EQ-3")


def test_gc_eq_3_a_card_is_under_the_deck_before_the_window_it_opens() -> None:
    state = game(hands={"p1": "wiretap", "p3": "coffee"})
    state.push("p1 play wiretap p2.1 p4.1")
    assert state.phase == "investigated" and state.view(TABLE)["bottom"] == ["wiretap"]


def test_gc_eq_4_after_a_card_the_action_is_kept_or_changed() -> None:
    state = game(hands={"p3": "coffee", "p4": "smoke_grenade"})
    play(state, "close; p1 investigate p2; p3 play coffee")
    assert state.phase == "redeclare" and state.legal()[0] == "p1 keep"
    assert "p1 investigate p2" not in state.legal() and "p1 investigate p3" in state.legal()
    illegal(state, "p1 investigate p2", "GC-EQ-4", "declared already")
    assert state.default(0) == "p1 keep"
    state.push("p1 investigate p3")
    assert state.phase == "declared" and state.case.target == 2
    play(state, "p4 play smoke_grenade; p1 keep")
    assert state.phase == "look" and state.movers == (0,)  # nobody holds equipment any more


def test_gc_eq_4_without_a_card_a_declaration_binds() -> None:
    state = play(game(hands={"p3": "coffee"}), "close; p1 investigate p2; close")
    assert state.phase == "look"
    illegal(state, "p1 equip", "GC-ACT-INVESTIGATE")


def test_gc_eq_4_an_impossible_action_must_be_changed() -> None:
    state = put(game(hands={"p3": "k9_unit"}), guns={"p1": "p3"})
    play(state, "close; p1 shoot p3; p3 play k9_unit p1")
    assert state.phase == "redeclare" and state.asked(0).id == "redeclare.must"
    illegal(state, "p1 keep", "GC-EQ-4")
    illegal(state, "p1 arm", "GC-CARD-K9")
    assert verbs(state, "p1") == {"investigate", "equip"}


@pytest.mark.parametrize("action", ["investigate p4", "equip", "arm"])
def test_gc_eq_4_what_is_still_possible_may_be_kept(action: str) -> None:
    state = play(game(hands={"p3": "coffee"}), f"close; p1 {action}; p3 play coffee")
    assert state.asked(0).id == "redeclare" and state.legal()[0] == "p1 keep"
    assert f"p1 {action}" not in state.legal()


def test_gc_eq_4_a_player_without_a_face_down_card_cannot_be_investigated_any_more() -> None:
    state = put(game(hands={"p3": "truth_serum"}), up="p2.1 p2.2")
    play(state, "close; p1 investigate p2; p3 play truth_serum p2; p2 turn_up p2.3")
    assert state.asked(0).id == "redeclare.must"


def test_gc_eq_4_a_target_that_has_left_cannot_be_shot_any_more() -> None:
    state = game(
        *(5, {"p2": "agent honest crooked"}, {"p3": "blackmail"}),
        wounded_without_leader="eliminated",
        aim_lost=False,
    )
    put(state, guns={"p1": "p2"}, wounded="p2")
    play(state, "close; p1 shoot p2; p3 play blackmail p2.1 p4.1; out p2")
    assert state.asked(0).id == "redeclare.must"


def test_gc_eq_4_nothing_is_asked_where_nothing_can_be_changed() -> None:
    state = put(game(hands={"p3": "coffee"}), guns={"p2": "p1", "p4": "p1"})
    put(state, up="p2.1 p2.2 p2.3 p3.1 p3.2 p3.3 p4.1 p4.2 p4.3")
    play(state, "close; p1 equip; p3 play coffee")
    assert state.phase == "draw"


def test_gc_eq_4_a_card_in_the_inner_window_belongs_to_the_outer_one() -> None:
    state = game(hands={"p2": "wiretap", "p3": "coffee"})
    play(state, "close; p1 investigate p2; p2 play wiretap p3.1 p4.1")
    assert state.phase == "investigated"
    state.push("p3 play coffee")
    assert state.phase == "redeclare"  # once, for both


def test_gc_eq_4_one_player_may_play_two_cards_in_one_window() -> None:
    state = game(hands={"p2": "evidence_bag", "p3": "coffee"})
    play(state, "p2 play evidence_bag p3; p2 play coffee")
    assert state.view(TABLE)["coffee"] == "p2"


def test_gc_eq_5_all_who_hold_equipment_are_asked_and_a_play_makes_passes_void() -> None:
    state = game(hands={"p1": "coffee", "p3": "wiretap", "p4": "taser"})
    assert state.turn == (0, 2, 3)
    play(state, "p4 pass; p1 pass")
    assert list(state.movers) == [2] and state.turn == (0, 2, 3)
    state.push("p3 play wiretap p1.1 p2.2")
    assert state.phase == "investigated" and list(state.movers) == [0, 3]
    close(state)
    assert state.phase == "turn-start" and list(state.movers) == [0, 3]


def test_gc_eq_5_a_window_that_nobody_is_asked_in_does_not_open() -> None:
    assert game().phase == "action"


def test_gc_eq_5_a_window_that_asks_one_player_is_open_to_all_in_name() -> None:
    state = put(game(5, hands={"p3": "coffee"}), out="p5")
    assert state.turn == (0, 1, 2, 3) and state.movers == (2,)
    assert state.window == ("turn-start", 0) and state.legal(0) == ()
    illegal(state, "p1 pass", "GC-EQ-5")
    assert state.parse("pass") == "p3 pass"
    assert state.asked(0).id == "turn-start.wait" and state.asked(2).id == "turn-start"
    assert close(state).window is None and state.told(TABLE)[-1] == "p3 pass"


def test_gc_eq_5_the_order_of_windows_in_a_turn() -> None:
    state = game(hands={"p4": "taser"})
    seen = []
    while state.view(TABLE)["round"] == 1:
        seen.append(state.phase)
        state.push(state.default(state.movers[0]))
    assert seen == [
        *("turn-start", "action", "declared", "look", "investigated", "after-action"),
        "after-aim",
    ]


def test_gc_eq_6_the_first_to_play_plays() -> None:
    hands = {"p2": "coffee", "p3": "smoke_grenade"}
    one = play(game(hands=hands), "p3 play smoke_grenade; p2 play coffee")
    other = play(game(hands=hands), "p2 play coffee; p3 play smoke_grenade")
    assert one.case.bottom == other.case.bottom[::-1]


def test_gc_eq_7_a_play_names_its_whole_target() -> None:
    state = game(hands={"p1": "blackmail", "p3": "wiretap"})
    assert all(len(move.parts) == 3 for move in state.legal(0) if move.verb != "pass")
    assert "p1 play blackmail p2.1 p3.2" in state.legal(0)
    with pytest.raises(ValueError, match="incomplete"):
        state.push("p1 play blackmail p2.1")
    illegal(state, "p1 play blackmail p3.1 p2.1", "GC-CARD-BLACKMAIL")


def test_gc_eq_8_a_card_needs_its_whole_target_line() -> None:
    state = put(
        game(hands={"p1": "report_audit", "p2": "metal_detector"}, players=6),
        up="p1.1 p2.1 p3.1 p4.1 p5.1 p6.1",
    )
    illegal(state, "p1 play report_audit", "GC-CARD-AUDIT")
    assert verbs(state, "p2") == {"pass"}
    put(state, guns={"p2": "p1"})
    illegal(state, "p2 play metal_detector p3.2", "GC-EQ-8")
    put(state, guns={"p3": "p1"}, up="p3.1 p3.2 p3.3")
    assert verbs(state, "p2") == {"pass"}


def test_gc_eq_9_a_player_is_any_living_one_unless_the_card_says_other() -> None:
    state = game(5, hands={"p1": "truth_serum", "p2": "polygraph", "p3": "planted_evidence"})
    put(state, out="p5")
    assert "p1 play truth_serum p1" in state.legal(0)
    assert "p3 play planted_evidence p3" in state.legal(2)
    illegal(state, "p2 play polygraph p2", "GC-EQ-9")
    for move in ("p1 play truth_serum p5", "p3 play planted_evidence p5"):
        assert move not in (*state.legal(0), *state.legal(2))


def test_gc_eq_9_wiretap_and_metal_detector_are_seen_by_the_user_alone() -> None:
    rows = {"p2": "agent honest crooked", "p3": "kingpin crooked honest"}
    state = game(rows=rows, hands={"p1": "metal_detector", "p4": "wiretap"})
    put(state, guns={"p2": "p1", "p3": "p1"})
    play(state, "p1 play metal_detector p2.1 p3.2; p4 play wiretap p2.2 p3.1")
    assert state.told(0)[-2:] == [
        "p1 play metal_detector p2.1 p3.2 -> agent crooked",
        "p4 play wiretap p2.2 p3.1",
    ]
    assert state.told(3)[-1] == "p4 play wiretap p2.2 p3.1 -> honest kingpin"
    assert state.told(TABLE)[-2:] == [
        "p1 play metal_detector p2.1 p3.2",
        "p4 play wiretap p2.2 p3.1",
    ]
    assert [each["how"] for each in state.view(0)["remembered"]] == ["metal_detector"] * 2  # type: ignore[index,call-overload,union-attr]


def test_gc_eq_9_wiretap_names_one_card_if_one_player_qualifies() -> None:
    state = put(game(hands={"p1": "wiretap"}), up="p2.1 p2.2 p2.3 p3.1 p3.2 p3.3 p4.1")
    assert state.legal(0) == ("p1 play wiretap p4.2", "p1 play wiretap p4.3", "p1 pass")
    assert state.parse("play wiretap p4.2") == "p1 play wiretap p4.2"
    put(state, up="p4.2 p4.3")
    assert state.legal(0) == ("p1 pass",)


def test_gc_eq_10_exchanged_cards_keep_their_face_and_take_the_others_place() -> None:
    rows = {"p2": "agent honest crooked", "p3": "kingpin crooked honest"}
    state = put(game(rows=rows, hands={"p1": "blackmail"}), up="p2.2")
    state.push("p1 play blackmail p2.2 p3.2")
    team = state.view(TABLE)["team"]
    assert team["p2"]["cards"] == ["?", "?", "?"]  # type: ignore[index,call-overload]
    assert team["p3"]["cards"] == ["?", "honest", "?"]  # type: ignore[index,call-overload]
    assert state.view(1)["cards"] == ["agent", "crooked", "crooked"]
    assert state.told(1)[-1].endswith("-> crooked") and state.told(2)[-1].endswith("-> honest")
    assert state.told(0)[-1] == state.told(TABLE)[-1] == "p1 play blackmail p2.2 p3.2"


def test_gc_eq_11_the_deck_is_drawn_from_the_bottom_when_the_rest_is_used_up() -> None:
    state = game(hands={"p1": "coffee"})
    case = state.case
    case.bottom, case.deck = tuple(card for card in range(21) if case.deck >> card & 1), 0
    put(state)
    first = EQUIPMENT[case.bottom[0]]
    play(state, "close; p1 equip; close")
    assert state.legal() == (f"draw p1 {first}",) and state.odds() == (1,)
    bottom = state.case.bottom
    state.push(f"draw p1 {first}")
    assert state.case.bottom == bottom[1:] and state.view(TABLE)["deck"] == len(bottom) - 1


def test_gc_info_2_a_pass_tells_nothing_and_all_are_asked_alike() -> None:
    hands = {"p1": "coffee", "p3": "restraining_order", "p4": "taser"}
    one, other = game(hands=hands), game(hands={**hands, "p3": "wiretap"})
    assert one.view(TABLE) == other.view(TABLE) and one.turn == other.turn
    before = (one.view(TABLE), one.told(TABLE), one.known(TABLE), one.asked(TABLE))
    one.push("p3 pass")
    assert before == (one.view(TABLE), one.told(TABLE), one.known(TABLE), one.asked(TABLE))
    assert one.told(2)[-1] == "p3 pass" and one.view(2)["has-passed"] is True
    assert one.view(0)["has-passed"] is False
    one.push("p1 play coffee")
    assert "p3 pass" not in one.told(TABLE)
    until(one, "action")
    assert one.told(TABLE)[-3:] == ["p1 play coffee", "p3 pass", "p4 pass"]


def test_gc_info_1_the_order_of_passes_is_told_to_nobody() -> None:
    hands = {"p1": "coffee", "p3": "restraining_order", "p4": "taser"}
    one = play(game(hands=hands), "p1 pass; p3 pass; p4 pass")
    other = play(game(hands=hands), "p4 pass; p3 pass; p1 pass")
    for seat in (*range(4), TABLE):
        if seat in (1, TABLE):
            assert one.known(seat) == other.known(seat) and one.view(seat) == other.view(seat)
