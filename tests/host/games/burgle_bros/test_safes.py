"""Section 10 of the rules: safes and loot."""

import pytest
from heistboard.games.burgle_bros.components import ITEMS, ones
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import Choice

from tests.host.games.burgle_bros.stage import (
    at,
    cell,
    game,
    illegal,
    play,
    put,
    room,
    show,
    walls,
)


def safe(players: int = 2, team: str = "", side: str = "basic", **options: Choice) -> BurgleBros:
    """p1 at a safe on b2 with one die; all but b4 is marked, and b4 has a 3."""
    state = game(players, team, side, **options)
    show(state, "b2 safe", "a2 camera 3", "c2 camera 6", "d2 laser 1")
    show(state, "b1 laser 2", "b3 motion 1", "b4 motion 3")
    return put(state, p1="b2", safe_dice=((5, 1),), marks="a2 c2 d2 b1 b3", left=4)


def held(state: BurgleBros, seat: int = 1) -> list[str]:
    return [ITEMS[item] for item in ones(state.job.items[seat - 1])]


def lying(state: BurgleBros) -> list[tuple[str, str]]:
    return [(state.job.site.names[where], ITEMS[item]) for where, item in state.job.lying]


def test_bb_safe_1_the_combination_is_the_row_and_the_column() -> None:
    state = put(safe(), marks="")
    for face in "1236":
        put(state, left=1)
        play(state, f"crack b2; roll {face}")
    assert state.phase == "tool" and room(state, "cracked") == ["b2"]


def test_bb_safe_2_one_die_marks_all_rooms_of_its_digit_that_are_revealed() -> None:
    state = put(safe(), marks="")
    play(state, "crack b2; roll 3")
    assert room(state, "marks") == ["a2", "b4"]
    play(state, "crack b2; roll 5")
    assert room(state, "marks") == ["a2", "b4"]
    hidden = put(safe(), marks="")
    put(
        hidden, tiles=tuple(0 if each == 4 else tile for each, tile in enumerate(hidden.job.tiles))
    )
    play(hidden, "crack b2; roll 3")
    assert room(hidden, "marks") == ["b4"]


def test_bb_safe_3_dice_and_tokens_stay() -> None:
    state = play(put(safe(), marks="a2"), "crack b2; roll 6")
    assert state.job.safe_dice == ((5, 1),) and room(state, "marks") == ["a2", "c2"]


def test_bb_safe_4_a_die_must_lie_there_also_for_steady_hands() -> None:
    state = put(safe(team="peterman"), safe_dice=())
    assert illegal(state, "crack b2") == "BB-SAFE-4"


def test_bb_safe_5_keycard() -> None:
    state = put(safe(), items2="keycard")
    assert illegal(state, "crack b2") == "BB-SAFE-5"
    assert "crack b2" in put(state, p2="b2").legal()
    put(state, items2="", lying=((cell(state, "a1"), ITEMS.index("keycard")),), p2="a1")
    assert "crack b2" in state.legal()


def test_bb_safe_6_a_tool_a_loot_and_faster_guards() -> None:
    state = play(safe(), "crack b2; roll 3")
    assert illegal(state, "loot stamp") == "BB-TURN-8"
    state.push("tool virus")
    assert illegal(state, "tool emp") == "BB-LOOT-1"
    state.push("loot stamp")
    assert held(state) == ["virus", "stamp"] and state.job.speeds == (3, 3)


def test_bb_safe_7_a_cracked_safe_takes_no_more() -> None:
    state = play(safe(), "crack b2; roll 3; tool virus; loot stamp")
    assert illegal(state, "crack b2") == illegal(state, "die b2") == "BB-SAFE-7"


def test_bb_safe_8_guards_of_the_floor_and_below_up_to_six() -> None:
    state = safe(scenario="bank")
    show(state, "2:b2 safe", "2:a2 camera 1")
    put(state, p1="2:b2", guard2="2:d4", speeds=(6, 3, 4), safe_dice=((21, 1),))
    names = [state.job.site.names[each] for each in state.job.site.lines[21]]
    show(state, *(f"{name} lavatory" for name in names if name != "2:a2"))
    put(state, marks=" ".join(name for name in names if name != "2:a2"))
    play(state, "crack 2:b2; roll 1; tool virus; loot stamp")
    assert state.job.speeds == (6, 4, 4)


def loot(name: str, **more: object) -> BurgleBros:
    """p1 on a1 holds a loot."""
    return put(show(game(2), "a1 camera 2"), items1=name, **more)


def test_bb_loot_1_the_penalty_works_while_it_is_held() -> None:
    state = put(loot("painting"), p1="b1")
    show(state, "b1 service_duct", "2:b3 service_duct")
    put(state, guard2="2:d4", p2="b1")
    assert illegal(state, "move 2:b3") == "BB-LOOT-PAINTING"
    play(state, "give painting p2; accept")
    assert "move 2:b3" in state.legal()


def test_bb_loot_bust_no_tools() -> None:
    state = loot("bust emp")
    assert illegal(state, "use emp") == "BB-LOOT-BUST"
    assert "use emp" in loot("emp").legal()


def test_bb_loot_gem_entering_a_room_with_another_player_costs_one_more() -> None:
    state = put(show(loot("gemstone"), "b1 lavatory"), p2="b1")
    state.push("move b1")
    assert (state.job.left, state.job.used) == (2, 2)
    state = put(show(loot("gemstone", left=1), "b1 lavatory"), p2="b1")
    assert illegal(state, "move b1") == "BB-LOOT-GEM"
    assert "move b1" in put(show(loot("gemstone", left=1), "b1 lavatory"), p2="a1").legal()


def test_bb_loot_gem_is_paid_only_on_getting_in() -> None:
    state = play(put(show(loot("gemstone"), "b1 keypad"), p2="b1"), "move b1; roll 2")
    assert state.job.left == 3
    play(state, "move b1; roll 6; roll 1")
    assert state.job.left == 1


def test_bb_loot_isotope_rings_in_a_thermo() -> None:
    state = play(show(loot("isotope"), "b1 thermo"), "move b1")
    assert room(state, "alarms") == ["b1"]
    state = play(show(loot("stamp"), "b1 thermo"), "move b1")
    assert room(state, "alarms") == []


def test_bb_loot_keycard_forbids_rolls_elsewhere() -> None:
    assert illegal(put(safe(), items2="keycard"), "crack b2") == "BB-SAFE-5"
    assert "crack b2" in put(safe(), items1="keycard").legal()


def test_bb_loot_painting_no_secret_door_through_a_wall() -> None:
    state = loot("painting")
    show(state, "b1 secret_door")
    assert "move b1" in state.legal()
    walls(state, "a1|b1")
    assert illegal(state, "move b1") == "BB-LOOT-PAINTING"


@pytest.mark.parametrize(("items", "is_due"), [("stamp", True), ("tiara", False)])
def test_bb_loot_stamp_an_event_after_three_actions(items: str, is_due: bool) -> None:
    state = put(loot(items), used=3)
    state.push("pass")
    assert (state.phase == "event") == is_due


def test_bb_loot_tiara_is_seen_from_next_door() -> None:
    state = put(show(loot("tiara"), "b1 camera"), guard1="c1", target1="d4")
    state.push("move b1")
    assert state.job.stealth == (2, 3)
    state = put(show(loot("stamp"), "b1 camera"), guard1="c1", target1="d4")
    state.push("move b1")
    assert state.job.stealth == (3, 3)


@pytest.mark.parametrize(("face", "rings"), [(6, True), (5, False)])
def test_bb_loot_chihuahua_rolls_at_the_start(face: int, rings: bool) -> None:
    state = put(game(2), items2="chihuahua")
    play(state, f"pass; event lampshade; roll {face}")
    assert (room(state, "alarms") == ["a1"]) == rings and state.phase == "act"


def test_bb_loot_goblet_costs_the_drawer_a_token_if_there_is_one() -> None:
    state = play(safe(), "crack b2; roll 3; tool virus; loot cursed_goblet")
    assert state.job.stealth == (2, 3)
    state = put(safe(), stealth1=0)
    play(state, "crack b2; roll 3; tool virus; loot cursed_goblet")
    assert state.outcome is None and held(state) == ["virus", "cursed_goblet"]


def test_bb_loot_goblet_a_token_of_the_room_may_pay() -> None:
    state = put(safe(), tokens=((5, 1),))
    play(state, "crack b2; roll 3; tool virus; loot cursed_goblet; lose room")
    assert state.job.stealth == (3, 3)


def test_bb_loot_gold_the_other_bar_lies_at_the_safe_and_nobody_carries_two() -> None:
    state = safe()
    play(state, "crack b2; roll 3; tool virus")
    assert state.odds()[state.legal().index("loot gold_bar")] == 2
    state.push("loot gold_bar")
    assert lying(state) == [("b2", "gold_bar")] and state.job.loot_left.bit_count() == 11
    assert illegal(state, "pick gold_bar") == "BB-LOOT-GOLD"
    put(state, p2="b2")
    play(state, "give gold_bar p2; accept; pick gold_bar")
    assert held(state, 2) == ["gold_bar"] and "gold_bar" in held(state)
    assert illegal(state, "give gold_bar p2") == "BB-LOOT-GOLD"
    assert illegal(state, "ask gold_bar p2") == "BB-LOOT-GOLD"
    assert held(play(state, "give virus p2; accept"), 2) == ["virus", "gold_bar"]


def test_bb_loot_mirror_one_action_less_and_no_laser_alarms() -> None:
    state = put(show(game(2), "b1 laser"), items2="mirror")
    play(state, "...")
    assert state.job.active == 1 and state.job.left == 3
    state.push("move b1")
    assert state.phase == "act" and room(state, "alarms") == []


def kitty(*rooms: str, **more: object) -> BurgleBros:
    """p2, on b2 with the kitty, begins a turn."""
    state = put(show(game(2), "b2 camera", *rooms), p2="b2", items2="persian_kitty", **more)
    return play(state, "pass; event lampshade")


def test_bb_loot_kitty_runs_toward_a_danger() -> None:
    state = play(kitty("b4 laser"), "roll 2")
    assert lying(state) == [("b3", "persian_kitty")] and state.phase == "act"
    put(state, p2="b3")
    state.push("pick persian_kitty")
    assert held(state, 2) == ["persian_kitty"]


@pytest.mark.parametrize(("rooms", "face"), [(("b4 laser",), 3), (("b4 thermo",), 1), ((), 1)])
def test_bb_loot_kitty_stays(rooms: tuple[str, ...], face: int) -> None:
    state = play(kitty(*rooms), f"roll {face}")
    assert lying(state) == [] and state.phase == "act"


def test_bb_loot_kitty_ties_are_the_players_and_its_own_room_is_no_target() -> None:
    state = kitty("b4 laser", "d2 motion", "b2 fingerprint")
    state.push("roll 1")
    assert state.legal() == ("kitty c2", "kitty b3") and state.seat == 1
    assert illegal(state, "kitty a2") == "BB-LOOT-KITTY"
    state.push("kitty c2")
    assert lying(state) == [("c2", "persian_kitty")] and at(state, 2) == "b2"


def test_bb_loot_kitty_that_is_out_rolls_no_die() -> None:
    state = put(game(2), lying=((3, ITEMS.index("persian_kitty")),))
    play(state, "...")
    assert state.phase == "act" and state.job.active == 1


def test_bb_char_peterman_a_nobody_else_reaches_up_or_down() -> None:
    state = put(show(game(2), "b1 safe", "2:b1 camera"), p1="2:b1", guard2="2:d4")
    assert illegal(state, "die b1") == "BB-ACT-DIE"


def test_bb_char_peterman_a_reaches_nothing_below_the_lowest_floor() -> None:
    state = show(game(2, "peterman", "advanced"), "2:d4 safe")
    assert not [move for move in state.legal() if move.verb in ("die", "crack")]
