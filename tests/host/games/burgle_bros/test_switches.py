"""Section 14 of the rules: both sides of each switch. The default is what the rules file says."""

import pytest
from heistboard.games.burgle_bros import GAME

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show


def test_the_defaults_are_the_rules_files() -> None:
    switches = {name: option.default for name, option in GAME.options.items()}
    for name in ("scenario", "first", "advanced", "lost-visual", "empty"):
        del switches[name]
    assert switches == {
        **{"walls": "printed", "fall-onto-guard": "free", "walkway-down": "landing"},
        **{"kitty-target": "rulebook", "goblet": "safe", "event-check": "used"},
        **{"switch-signs": "alarm", "gymnastics": "above", "chihuahua": "start"},
        **{"idle-steps": "dropped", "hack-scope": "own", "landing": "nothing"},
    }


@pytest.mark.parametrize(("option", "stealth"), [("free", 3), ("loses", 2)])
def test_bb_conf_1_falling_onto_a_guard(option: str, stealth: int) -> None:
    state = show(game(2, fall_onto_guard=option), "b1 camera")
    put(state, p1="2:a1", guard2="2:d4", guard1="b1", target1="b4")
    play(state, "move 2:b1; tile 2:b1 walkway 1")
    assert at(state) == "b1" and state.job.stealth[0] == stealth
    # A fall by a card is no fall through a walkway.
    state = put(show(game(2, fall_onto_guard=option), "b1 camera", "2:b1 camera"), p1="2:b1")
    put(state, guard2="2:d4", guard1="b1", target1="b4")
    play(state, "pass; event lost_grip")
    assert state.job.stealth[0] == 3


@pytest.mark.parametrize(("option", "alarms"), [("landing", []), ("entry", ["b1"])])
def test_bb_conf_2_going_down_a_walkway(option: str, alarms: list[str]) -> None:
    state = put(show(game(2, walkway_down=option), "2:b1 walkway", "b1 fingerprint"), p1="2:b1")
    play(put(state, guard2="2:d4"), "drop b1")
    assert room(state, "alarms") == alarms


def test_bb_conf_2_as_an_entry_a_deadbolt_has_to_be_paid() -> None:
    state = put(show(game(2, walkway_down="entry"), "2:b1 walkway", "b1 deadbolt"), p1="2:b1")
    put(state, guard2="2:d4", left=2)
    assert illegal(state, "drop b1") == "BB-ENTRY-5"
    state = put(show(game(2), "2:b1 walkway", "b1 deadbolt"), p1="2:b1", guard2="2:d4", left=2)
    assert "drop b1" in state.legal()


@pytest.mark.parametrize(("option", "is_free"), [("landing", True), ("entry", False)])
def test_bb_conf_2_flexibility_down_to_a_keypad(option: str, is_free: bool) -> None:
    state = show(game(2, "acrobat", walkway_down=option), "2:b1 walkway", "b1 keypad")
    put(state, p1="2:b1", guard1="b1", guard2="2:d4", left=0)
    assert ("flex b1" in state.legal()) == is_free


@pytest.mark.parametrize(("option", "to"), [("rulebook", "b2"), ("wide", "b3"), ("alarms", "c2")])
def test_bb_conf_3_what_the_kitty_runs_to(option: str, to: str) -> None:
    state = show(game(2, kitty_target=option), "b4 thermo", "b2 lavatory")
    put(state, p2="b2", items2="persian_kitty", alarms="d2", target1="d2", speeds=(0, 3))
    play(state, "pass; event daydreaming; roll 1")
    lying = [state.job.site.names[cell] for cell, _ in state.job.lying]
    assert lying == ([] if to == "b2" else [to])


def test_bb_conf_3_the_kitty_runs_straight_to_an_alarm() -> None:
    state = put(show(game(2, kitty_target="alarms"), "b2 camera"), p2="b2", alarms="b4")
    play(put(state, items2="persian_kitty", speeds=(-1, 3)), "pass; event lampshade; roll 1")
    assert [cell for cell, _ in state.job.lying] == [9]


@pytest.mark.parametrize(("option", "is_over"), [("safe", False), ("deadly", True)])
def test_bb_conf_4_the_goblet_without_a_token(option: str, is_over: bool) -> None:
    state = show(game(2, goblet=option), "b2 safe", "a2 camera 3", "c2 camera 6", "d2 laser 1")
    show(state, "b1 laser 2", "b3 motion 1", "b4 motion 3")
    put(state, p1="b2", safe_dice=((5, 1),), marks="a2 c2 d2 b1 b3", stealth1=0)
    play(state, "crack b2; roll 3; tool virus; loot cursed_goblet")
    assert (state.outcome is not None) == is_over


@pytest.mark.parametrize(("option", "is_due"), [("used", True), ("left", False)])
def test_bb_conf_5_event_by_actions_used_or_left(option: str, is_due: bool) -> None:
    state = put(game(2, event_check=option), used=2, left=1)
    state.push("pass")
    assert (state.phase == "event") == is_due
    state = put(game(2, event_check=option), used=4, left=2)
    state.push("pass")
    assert (state.phase == "event") != is_due


@pytest.mark.parametrize("option", ["alarm", "swap"])
def test_bb_conf_6_switch_signs_with_an_alarm_on(option: str) -> None:
    state = put(game(2, switch_signs=option), alarms="c2 b4", target1="b4", speeds=(0, 3))
    play(state, "pass; event switch_signs")
    # b4 is nearer, so he goes there either way; the other alarm is looked for then.
    assert room(state, "alarms") == ["c2"] and room(state, "targets")[0] == "c2"
    lone = put(game(2, switch_signs=option), target1="a4", speeds=(0, 3), alarms="2:c2")
    play(lone, "pass; event switch_signs")
    assert room(lone, "targets")[0] == "d4"


def test_bb_conf_6_who_swaps_onto_the_last_alarm_draws_again() -> None:
    state = put(game(2, switch_signs="swap"), alarms="c2", target1="c2", speeds=(0, 3))
    play(state, "pass; event switch_signs")
    assert state.phase == "patrol" and room(state, "guards")[0] == "c2"
    assert room(play(state, "patrol c4"), "targets")[0] == "c4"


def test_bb_conf_6_switch_signs_asks_which_alarm_only_by_the_rulebook() -> None:
    equal = {"alarms": "c2 b1", "target1": "c2", "guard1": "d1", "speeds": (0, 3)}
    state = play(put(game(2), **equal), "pass; event switch_signs")
    assert state.phase == "nearest"
    state = play(put(game(2, switch_signs="swap"), **equal), "pass; event switch_signs")
    assert state.phase != "nearest" and room(state, "alarms") == ["b1"]


@pytest.mark.parametrize(("option", "is_way"), [("above", True), ("below", False)])
def test_bb_conf_7_gymnastics_from_a_walkway_up(option: str, is_way: bool) -> None:
    state = put(
        show(game(2, gymnastics=option), "b1 walkway", "2:b1 camera"), p1="b1", guard2="2:d4"
    )
    put(state, gymnastics=1)
    assert ("move 2:b1" in state.legal()) == is_way


@pytest.mark.parametrize(("option", "is_way"), [("above", False), ("below", True)])
def test_bb_conf_7_gymnastics_up_into_a_walkway(option: str, is_way: bool) -> None:
    state = put(
        show(game(2, gymnastics=option), "b1 camera", "2:b1 walkway"), p1="b1", guard2="2:d4"
    )
    put(state, gymnastics=1)
    assert ("move 2:b1" in state.legal()) == is_way


def test_bb_conf_7_the_entrance_is_no_walkway() -> None:
    assert "move 2:a1" not in put(game(2), gymnastics=1).legal()


@pytest.mark.parametrize("option", ["above", "below"])
def test_bb_conf_7_gymnastics_leads_nowhere_without_a_walkway(option: str) -> None:
    state = put(show(game(2, gymnastics=option), "b1 camera", "2:b1 camera"), p1="2:b1")
    assert "move b1" not in put(state, guard2="2:d4", gymnastics=1).legal()
    assert "move 2:b1" not in put(state, p1="b1").legal()


@pytest.mark.parametrize("option", ["start", "end"])
def test_bb_conf_8_the_chihuahua_at_the_start_or_the_end(option: str) -> None:
    state = put(game(2, chihuahua=option), items1="chihuahua", items2="stamp")
    play(state, "pass; event lampshade")
    assert (state.phase == "roll") == (option == "end")
    if option == "end":
        state.push("roll 6")
        assert room(state, "alarms") == ["a1"]
    state = put(game(2, chihuahua=option), items2="chihuahua")
    play(state, "pass; event lampshade")
    assert (state.phase == "roll") == (option == "start")


def test_bb_conf_8_is_about_the_dog_alone() -> None:
    state = put(game(2, chihuahua="end"), items2="persian_kitty")
    assert play(state, "pass; event lampshade").phase == "roll"


def test_bb_conf_8_a_chihuahua_that_has_escaped_does_not_bark() -> None:
    state = put(show(game(2, chihuahua="end"), "2:a1 camera", "b1 safe", "2:d2 safe"), p1="2:a1")
    put(state, guard2="2:d4", cracked="b1 2:d2", items1="chihuahua")
    play(state, "pass; event freight_elevator")
    assert (at(state), state.phase, state.job.active) == ("roof", "act", 1)


@pytest.mark.parametrize("walls", ["fort_knox_a", "fort_knox_b"])
def test_bb_conf_9_both_layouts_can_be_chosen(walls: str) -> None:
    state = GAME.new(2, scenario="fort_knox", walls=walls)
    plain = GAME.new(2, scenario="fort_knox")
    assert (state.view(0)["plan"] == plain.view(0)["plan"]) == (walls == "fort_knox_a")


def test_bb_conf_10_the_scanner_goes_by_the_rulebooks_name() -> None:
    state = game(2, scenario="bank")
    state.push("peek b1")
    assert {"tile b1 scanner 4", "tile b1 scanner 5"} <= set(state.legal())


@pytest.mark.parametrize(("option", "used"), [("dropped", 0), ("counted", 2)])
def test_bb_conf_11_a_step_and_back(option: str, used: int) -> None:
    state = show(game(2, idle_steps=option), "a2 lavatory")
    play(state, "move a2; move a1")
    assert state.job.used == used and state.job.left == 2


def test_bb_conf_12_throw_voice_moves_the_die() -> None:
    state = put(game(2), speeds=(0, 3), target1="b2")
    play(state, "pass; event throw_voice; voice b3")
    assert room(state, "guards")[0] == "d4" and room(state, "targets")[0] == "b3"


@pytest.mark.parametrize(("option", "is_asked"), [("own", False), ("any", True)])
def test_bb_conf_13_what_hack_tokens_cancel(option: str, is_asked: bool) -> None:
    state = show(game(2, "juicer", hack_scope=option), "b1 laser")
    put(state, hacks=(0, 1, 0))
    state.push("crybaby b1")
    assert (state.phase == "cancel") == is_asked
    if is_asked:
        state.push("token computer_laser")
    assert room(state, "alarms") == ([] if is_asked else ["b1"])


@pytest.mark.parametrize(("option", "rings"), [("own", True), ("any", False)])
def test_bb_conf_13_the_jammer_has_the_same_scope(option: str, rings: bool) -> None:
    state = show(game(2, "hacker", hack_scope=option), "a1 laser")
    put(state, items1="thermal_bomb")
    state.push("use thermal_bomb up")
    assert bool(room(state, "alarms")) == rings


@pytest.mark.parametrize(
    ("option", "stealth", "rings"), [("nothing", 3, False), ("seen", 2, True)]
)
def test_bb_conf_14_what_may_happen_to_who_lands(option: str, stealth: int, rings: bool) -> None:
    state = put(show(game(2, landing=option), "2:b1 lavatory", "b1 foyer"), p1="2:b1")
    put(state, guard2="2:d4", guard1="c1", tokens=())
    play(state, "pass; event lost_grip")
    assert state.job.stealth[0] == stealth
    state = put(show(game(2, landing=option), "2:b1 lavatory", "b1 camera"), p1="2:b1")
    put(show(state, "2:d4 camera"), guard2="2:d4", tokens=())
    play(state, "pass; event lost_grip")
    assert (room(state, "alarms") == ["b1"]) == rings


def test_bb_conf_13_a_tools_alarm_in_a_laser_room_is_not_paid_with_actions() -> None:
    state = put(show(game(2, hack_scope="any"), "a1 laser"), hacks=(0, 1, 0))
    play(put(state, items1="thermal_bomb"), "use thermal_bomb up")
    assert state.legal() == ("token computer_laser", "alarm")
