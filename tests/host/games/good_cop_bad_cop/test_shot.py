"""Being shot: wounds, elimination, and what follows."""

import pytest
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import TABLE

from tests.host.games.good_cop_bad_cop.stage import close, game, illegal, play, put, until

ROWS = {
    "p1": "honest honest crooked",
    "p2": "agent honest crooked",
    "p3": "kingpin crooked honest",
    "p4": "crooked crooked honest",
}


def test_gc_shot_1_the_player_shot_turns_up_all_cards() -> None:
    state = put(game(rows=ROWS), guns={"p1": "p2"})
    play(state, "p1 shoot p2")
    illegal(state, "p1 equip", "GC-SHOT-1", "asked now: the dealer")
    state.push("shot p2")
    assert state.told(TABLE)[-1] == "shot p2 -> agent honest crooked wounded"
    assert state.view(3)["team"]["p2"]["cards"] == ["agent", "honest", "crooked"]  # type: ignore[index,call-overload]


def test_gc_shot_2_a_player_without_a_leader_card_is_eliminated() -> None:
    hands = {"p4": "coffee"}
    state = put(game(rows=ROWS, hands=hands), guns={"p1": "p4", "p4": "p2"})
    play(state, "p1 shoot p4; close; shot p4")
    assert state.told(TABLE)[-1] == "shot p4 -> crooked crooked honest eliminated"
    case = state.case
    assert case.hands[3] == () and len(case.bottom) == 1 and case.guns_in_centre == 2
    view = state.view(TABLE)
    assert view["bottom"] == state.view(0)["bottom"] == ["?"]
    assert state.view(3)["bottom"] == ["coffee"]
    assert view["team"]["p4"]["living"] is False  # type: ignore[index,call-overload]


def test_gc_shot_2_the_eliminated_take_no_part() -> None:
    state = put(game(5, rows=ROWS, hands={"p2": "truth_serum", "p4": "coffee"}), guns={"p1": "p4"})
    play(state, "p1 shoot p4; close; shot p4")
    illegal(state, "p4 play coffee", "GC-SHOT-2")
    illegal(state, "p4 pass", "GC-EQ-5")
    illegal(state, "p2 play truth_serum p4", "GC-EQ-8")
    until(state, "action")
    illegal(state, "p2 investigate p4", "GC-ACT-INVESTIGATE")
    play(state, "p2 investigate p1; p2 look p1.1; close; p3 investigate p1; p3 look p1.1")
    until(state, "action")
    assert state.movers == (4,)


def test_gc_shot_3_a_leader_is_wounded_and_draws() -> None:
    state = put(game(rows=ROWS, hands={"p2": "coffee"}), guns={"p1": "p2", "p2": "p1"})
    play(state, "p1 shoot p2; close; shot p2")
    assert state.draw == ("equipment", 1) and state.case.living == 0b1111
    play(state, "draw p2 taser; p2 discard coffee")
    team = state.view(TABLE)["team"]
    assert team["p2"]["wounded"] and team["p2"]["gun"] and not team["p1"]["gun"]  # type: ignore[index,call-overload]
    assert state.phase == "after-action"


def test_gc_shot_3_the_wound_returns_when_its_player_is_eliminated() -> None:
    state = put(game(rows=ROWS), guns={"p1": "p4"}, wounded="p4")
    play(state, "p1 shoot p4; shot p4")
    assert state.case.wounds == 0


def test_gc_shot_4_a_wounded_leader_is_eliminated_and_the_game_ends() -> None:
    state = put(game(rows=ROWS), guns={"p1": "p2"}, wounded="p2")
    play(state, "p1 shoot p2; shot p2")
    assert state.outcome is not None and state.outcome.ending == "agent"
    assert state.phase == "over" and state.legal() == () and state.movers == ()
    illegal(state, "p1 equip", "GC-END-2", "the game is over")


def exchange(wound_follows: str = "player", without_leader: str = "shot-needed") -> GoodCopBadCop:
    """The wounded Agent p2 and p4 trade: p2 gets a crooked card."""
    state = game(
        rows=ROWS,
        hands={"p1": "blackmail"},
        wound_follows=wound_follows,
        wounded_without_leader=without_leader,
    )
    state.case.wounds = 0b10 if wound_follows == "player" else 0b11  # else both leader cards
    put(state, guns={"p1": "p2", "p3": "p4"})
    return play(state, "p1 play blackmail p2.1 p4.1")


def test_gc_shot_5_the_wound_stays_with_the_player() -> None:
    state = exchange()
    assert state.view(TABLE)["team"]["p2"]["wounded"]  # type: ignore[index,call-overload]
    play(state, "p1 shoot p2; shot p2")
    assert state.outcome is None and not state.case.living >> 1 & 1
    assert state.told(TABLE)[-1].endswith("eliminated")


def test_gc_shot_5_the_new_holder_is_not_wounded() -> None:
    state = exchange()
    until(play(state, "p1 investigate p3; p1 look p3.1; p1 aim p2; p2 equip"), "turn-up")
    play(state, f"{state.legal()[0]}; p3 shoot p4; shot p4")
    assert state.outcome is None and state.case.living >> 3 & 1
    assert state.told(TABLE)[-1].endswith("wounded")


def test_gc_shot_5_by_the_switch_the_wound_goes_with_the_card() -> None:
    state = exchange("card")
    team = state.view(TABLE)["team"]
    assert team["p4"]["wounded"] and not team["p2"]["wounded"]  # type: ignore[index,call-overload]
    until(play(state, "p1 investigate p3; p1 look p3.1; p1 aim p2; p2 equip"), "turn-up")
    play(state, f"{state.legal()[0]}; p3 shoot p4; shot p4")
    assert state.outcome is not None and state.outcome.ending == "agent"


@pytest.mark.parametrize("wound", ["player", "card"])
def test_gc_shot_6_losing_the_leader_card_alone_eliminates_nobody(wound: str) -> None:
    assert exchange(wound).case.living == 0b1111


def test_gc_shot_6_by_the_switch_it_eliminates_without_a_shot() -> None:
    state = exchange(without_leader="eliminated")
    assert state.phase == "shot" and state.legal() == ("out p2",)
    state.push("out p2")
    assert state.told(TABLE)[-1] == "out p2 -> crooked honest crooked eliminated"
    assert state.outcome is None and not state.case.living >> 1 & 1
    assert state.case.unshot == 0b10 and state.case.up == 0b111 << 3
    assert state.phase == "action" and state.movers == (0,)
    # With wounds on cards the switch has nothing to say.
    other = exchange("card", "eliminated")
    assert other.phase == "action"


def test_gc_shot_5_by_the_switch_a_shot_wounds_the_card() -> None:
    for seat, leader in ((1, 0), (2, 1)):
        state = put(game(rows=ROWS, wound_follows="card"), guns={"p1": f"p{seat + 1}"})
        play(state, f"p1 shoot p{seat + 1}; shot p{seat + 1}")
        assert state.case.wounds == 1 << leader
        assert state.view(TABLE)["team"][f"p{seat + 1}"]["wounded"]  # type: ignore[index,call-overload]


def test_gc_shot_5_by_the_switch_nobody_else_takes_a_wound_out_of_the_game() -> None:
    state = put(game(rows=ROWS, first=4, wound_follows="card"), guns={"p4": "p1"})
    state.case.wounds = 0b1  # of the Agent, who is p2
    play(put(state), "p4 shoot p1; shot p1")
    assert not state.case.living & 1 and state.case.wounds == 0b1


def test_gc_shot_6_by_the_switch_who_loses_the_kingpin_goes_and_who_trades_leaders_stays() -> None:
    for line, phase in (("p3.1 p4.1", "shot"), ("p2.1 p3.1", "action")):
        state = game(rows=ROWS, hands={"p1": "blackmail"}, wounded_without_leader="eliminated")
        put(state, wounded="p2 p3").push(f"p1 play blackmail {line}")
        assert state.phase == phase and state.outcome is None
    state = game(rows=ROWS, hands={"p1": "blackmail"}, wounded_without_leader="eliminated")
    put(state, wounded="p2").push("p1 play blackmail p2.1 p3.2")
    assert state.phase == "over" and state.outcome is not None  # p3 has both


def test_gc_shot_6_the_turn_of_an_active_player_so_eliminated_ends() -> None:
    hands = {"p3": "coffee", "p4": "blackmail"}
    rows = {
        "p1": "agent honest crooked",
        "p2": "honest honest crooked",
        "p3": "kingpin crooked honest",
    }
    state = put(game(rows=rows, hands=hands, wounded_without_leader="eliminated"), wounded="p1")
    play(state, "p3 play coffee; close; p1 equip; p4 play blackmail p1.1 p2.1; out p1")
    assert state.phase == "action" and state.view(TABLE)["active"] == "p3"
    assert state.case.action == ""


def test_gc_shot_7_the_gun_is_in_the_centre_before_the_next_window() -> None:
    state = put(game(rows=ROWS, hands={"p4": "coffee"}), guns={"p1": "p2"})
    play(state, "p1 shoot p2; close; shot p2; draw p2 taser")
    assert state.phase == "after-action" and state.case.guns_in_centre == 2
    close(state)
    assert state.phase == "after-aim"  # no gun, no aim


def test_gc_shot_6_a_revived_wounded_player_who_gives_away_another_card_stays() -> None:
    rows = {**ROWS, "p4": "crooked crooked honest"}
    hands = {"p1": "defibrillator", "p3": "blackmail"}
    state = game(5, rows, hands, wounded_without_leader="eliminated", revived_wound=True)
    put(state, out="p4", wounded="p4")
    play(state, "p1 play defibrillator p4.1; p3 play blackmail p1.1 p4.1")
    assert state.case.wounds == 0b1000 and state.phase == "action"


def test_gc_shot_6_who_has_no_wound_stays_without_the_leader_card() -> None:
    state = game(rows=ROWS, hands={"p1": "blackmail"}, wounded_without_leader="eliminated")
    assert play(state, "p1 play blackmail p2.1 p4.1").phase == "action"
    assert state.case.living == 0b1111
