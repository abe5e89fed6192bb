"""Teams, bombers and traitors, and how games end."""

from collections.abc import Mapping

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.components import KINDS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import Choice

from tests.host.games.good_cop_bad_cop.stage import game, illegal, play, put, settle

ROWS = {
    "p1": "honest honest crooked",
    "p2": "agent crooked crooked",
    "p3": "kingpin honest honest",
    "p4": "crooked crooked honest",
}
# p1 and p5 are bombers, p4 is a traitor.
BT_ROWS = {
    "p1": "honest_bomb honest_bomb crooked_bomb",
    "p2": "agent crooked_bomb crooked_bomb",
    "p3": "kingpin honest_knife crooked_knife",
    "p4": "honest_knife honest_knife crooked_knife",
    "p5": "honest_bomb_knife crooked_bomb_knife honest_bomb",
}


def bt(rows: Mapping[str, str] | None = None, **options: Choice) -> GoodCopBadCop:
    """A game of the expansion."""
    return game(5, {**BT_ROWS, **(rows or {})}, None, bombers=True, **options)


def shoot(state: GoodCopBadCop, shooter: str, target: str, wounded: str = "") -> GoodCopBadCop:
    put(state, guns={shooter: target}, wounded=wounded)
    return play(state, f"{shooter} shoot {target}; shot {target}")


def side(state: GoodCopBadCop, player: int) -> object:
    return state.view(player - 1)["side"]


def roles(state: GoodCopBadCop, player: int) -> object:
    return state.view(player - 1)["roles"]


def test_gc_team_1_leaders_lead_whatever_else_they_hold() -> None:
    state = game(rows=ROWS)
    assert (side(state, 2), roles(state, 2)) == ("honest", ["leader"])
    assert (side(state, 3), roles(state, 3)) == ("crooked", ["leader"])


def test_gc_team_2_the_majority_decides_and_faces_do_not_matter() -> None:
    state = put(game(rows=ROWS), up="p1.1 p4.3")
    assert (side(state, 1), side(state, 4)) == ("honest", "crooked")


def test_gc_team_2_a_single_card_decides() -> None:
    state = put(game(5, rows=ROWS, hands={"p1": "defibrillator"}), out="p4")
    assert side(play(state, "p1 play defibrillator p4.3"), 4) == "honest"


def test_gc_team_3_both_leader_cards_end_the_game() -> None:
    state = play(game(rows=ROWS, hands={"p1": "blackmail"}), "p1 play blackmail p2.2 p3.1")
    assert state.outcome == ("p2", "alone", "GC-END-3")


def test_gc_team_4_the_team_follows_the_cards() -> None:
    state = play(game(rows=ROWS, hands={"p1": "blackmail"}), "p1 play blackmail p2.1 p4.3")
    assert (side(state, 2), side(state, 4)) == ("crooked", "honest")
    assert roles(state, 4) == ["leader"] and roles(state, 2) == []


def test_gc_team_5_a_shot_at_others_leaves_both_leaders_alive() -> None:
    state = shoot(game(rows=ROWS), "p1", "p4")
    assert state.outcome is None and state.case.living & 0b0110 == 0b0110


def test_gc_end_1_the_honest_team_wins_when_the_kingpin_falls() -> None:
    state = shoot(game(rows=ROWS), "p1", "p3", wounded="p3")
    assert state.outcome == ("p1, p2", "kingpin", "GC-END-1")


def test_gc_end_2_the_crooked_team_wins_whoever_shot() -> None:
    state = shoot(game(rows=ROWS), "p1", "p2", wounded="p2")
    assert state.outcome == ("p3, p4", "agent", "GC-END-2")


def test_gc_end_3_is_checked_after_every_exchange() -> None:
    rows = {**ROWS, "p4": "crooked honest crooked"}
    state = play(game(rows=rows, hands={"p1": "blackmail"}), "p1 play blackmail p2.1 p3.2")
    assert state.outcome == ("p3", "alone", "GC-END-3")
    illegal(state, "p1 equip", "GC-END-3")


def test_gc_end_4_the_eliminated_win_with_the_team_of_the_end() -> None:
    state = shoot(put(game(rows=ROWS, first=2), out="p1"), "p2", "p3", wounded="p3")
    assert state.outcome == ("p1, p2", "kingpin", "GC-END-1")


def test_gc_end_4_cards_are_shown_at_the_end() -> None:
    state = shoot(game(rows=ROWS), "p1", "p2", wounded="p2")
    team = state.view(0)["team"]
    assert team["p4"]["cards"] == ["crooked", "crooked", "honest"]  # type: ignore[index,call-overload]
    assert state.known(0)[-12:] == tuple(
        kind for player in ("p1", "p2", "p3", "p4") for kind in ROWS[player].split()
    )


def test_gc_end_5_there_is_no_limit_of_turns() -> None:
    state = game(rows=ROWS)
    for _ in range(120):
        actor = f"p{state.movers[0] + 1}"
        other = "p1" if actor != "p1" else "p2"
        play(state, f"{actor} investigate {other}; {actor} look {other}.1")
    assert state.outcome is None and state.case.round == 121


def test_gc_bt_2_three_icons_make_a_bomber_or_a_traitor() -> None:
    state = bt()
    assert [roles(state, player) for player in range(1, 6)] == [
        *(["bomber"], ["leader"], ["leader"], ["traitor"], ["bomber"])
    ]
    assert [side(state, 1), side(state, 4)] == ["honest", "honest"]
    # Faces and Planted Evidence do not matter.
    assert roles(put(state, up="p1.1 p4.2"), 1) == ["bomber"]


def test_gc_bt_2_three_cards_with_both_icons_make_both() -> None:
    state = bt()
    kinds = state.case.kinds
    both = [kind.name for kind in KINDS].index("honest_bomb_knife")
    state.case.kinds = tuple(
        both if card in state.case.rows[4] else kind for card, kind in enumerate(kinds)
    )
    settle(state)
    assert roles(state, 5) == ["bomber", "traitor"]


@pytest.mark.parametrize("kind", ["honest_bomb", "honest_knife"])
def test_gc_bt_2_nobody_is_either_before_all_cards_are_dealt(kind: str) -> None:
    state = GAME.new(5, **{"bombers": True, "single-icon": True})
    state.push(f"deal p1 {kind}")
    assert state.view(0)["roles"] == []


def test_gc_bt_2_the_base_game_has_neither() -> None:
    assert all(not set(roles(game(4), player)) & {"bomber"} for player in range(1, 5))  # type: ignore[call-overload]


@pytest.mark.parametrize("counts", [False, True])
def test_gc_bt_2_a_single_card_makes_neither_unless_the_switch_says_so(counts: bool) -> None:
    hands = {"p2": "defibrillator"}
    state = put(game(5, BT_ROWS, hands, bombers=True, single_icon=counts), out="p4")
    state.push("p2 play defibrillator p4.1")
    assert roles(state, 4) == (["traitor"] if counts else [])


def test_gc_bt_4_a_bomber_is_shot_and_all_bombers_win() -> None:
    state = shoot(bt(first=2), "p2", "p1")
    assert state.outcome == ("p1, p5", "bomb", "GC-BT-4")
    assert state.moves[-1] == "shot p1"


def test_gc_bt_4_the_eliminated_bombers_win_too() -> None:
    state = put(bt(first=2), out="p5")
    assert shoot(state, "p2", "p1").outcome == ("p1, p5", "bomb", "GC-BT-4")


def test_gc_bt_5_a_bomber_shoots_a_leader() -> None:
    state = put(bt(), out="p4")
    assert shoot(state, "p1", "p2", wounded="p2").outcome == (*("p1, p5", "bombers", "GC-BT-5"),)
    state = put(bt(first=5), out="p4")
    assert shoot(state, "p5", "p2", wounded="p2").outcome == (*("p1, p5", "bombers", "GC-BT-5"),)


def test_gc_bt_5_a_traitor_lives_when_a_leader_falls() -> None:
    state = bt(first=2)
    assert shoot(state, "p2", "p3", wounded="p3").outcome == ("p4", "traitors", "GC-BT-5")


def test_gc_bt_5_both_hold_together() -> None:
    assert shoot(bt(), "p1", "p2", wounded="p2").outcome == (
        *("p1, p4, p5", "bombers-traitors", "GC-BT-5"),
    )


def test_gc_bt_5_eliminated_traitors_win_with_a_living_one() -> None:
    rows = {
        "p5": "honest_knife crooked_knife honest_bomb_knife",
        "p3": "kingpin honest_bomb crooked_knife",
    }
    state = put(bt(rows, first=2), out="p5")
    assert shoot(state, "p2", "p3", wounded="p3").outcome == ("p4, p5", "traitors", "GC-BT-5")
    state = put(bt(rows, first=2), out="p4 p5")
    outcome = shoot(state, "p2", "p3", wounded="p3").outcome
    assert outcome is not None and outcome.ending == "kingpin"


@pytest.mark.parametrize("wins", [False, True])
def test_gc_bt_3_specials_do_not_win_with_their_team(wins: bool) -> None:
    state = put(bt(first=2, specials_win=wins), out="p4")
    shoot(state, "p2", "p3", wounded="p3")
    expected = "p1, p2, p4, p5" if wins else "p2"
    assert state.outcome == (expected, "kingpin", "GC-END-1")


def test_gc_bt_6_else_the_base_game_decides_and_a_wound_ends_nothing() -> None:
    state = bt(first=2)
    shoot(state, "p2", "p3")
    assert state.outcome is None and state.told(0)[-1].endswith("wounded")
    state = put(bt(first=2), out="p4")
    assert shoot(state, "p2", "p3", wounded="p3").outcome == ("p2", "kingpin", "GC-END-1")


def test_gc_bt_7_both_leaders_come_before_all_else() -> None:
    state = game(5, BT_ROWS, {"p1": "blackmail"}, bombers=True)
    play(state, "p1 play blackmail p2.2 p3.1")
    assert state.outcome == ("p2", "alone", "GC-END-3")


def test_gc_bt_7_a_shot_bomber_ends_the_game_before_any_other_result() -> None:
    state = bt(first=2)
    shoot(state, "p2", "p5")
    assert state.outcome is not None and state.outcome.rule == "GC-BT-4"


def test_gc_shot_6_a_bomber_who_left_without_a_shot_does_not_share() -> None:
    state = put(bt(first=2), out="p5")
    state.case.unshot = 1 << 4
    assert shoot(put(state), "p2", "p1").outcome == ("p1", "bomb", "GC-BT-4")


def test_gc_shot_6_nor_in_the_fall_of_a_leader() -> None:
    state = put(bt(), out="p4 p5")
    state.case.unshot = 1 << 4
    assert shoot(state, "p1", "p2", wounded="p2").outcome == ("p1", "bombers", "GC-BT-5")
