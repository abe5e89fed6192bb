"""Section 10 of the rules: tools."""

import pytest
from heistboard.games.burgle_bros.components import EVENTS, TOOLS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import CHANCE, TABLE

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show, walls


def tool(name: str, players: int = 2, **more: object) -> BurgleBros:
    return put(game(players), items1=name, **more)


def gone(state: BurgleBros) -> list[str]:
    return [each for each in TOOLS if state.job.tools_gone >> TOOLS.index(each) & 1]


def test_bb_tool_1_free_discarded_and_only_in_hand() -> None:
    state = tool("makeup_kit")
    state.push("use makeup_kit")
    assert (state.job.left, state.job.used, gone(state)) == (4, 0, ["makeup_kit"])
    assert illegal(state, "use makeup_kit") == "BB-TOOL-1"


def test_bb_tool_1_a_tool_without_effect_may_be_used() -> None:
    state = tool("blueprints")
    put(state, tiles=tuple(tile or 5 for tile in state.job.tiles))
    state.push("use blueprints")
    assert gone(state) == ["blueprints"]
    state = put(tool("donuts"), guards=(-2, -1))
    state.push("use donuts")
    assert gone(state) == ["donuts"]


def test_bb_tool_1_what_finds_no_target_is_used_up() -> None:
    for name in ("crowbar", "virus", "dynamite"):
        state = tool(name)
        assert f"use {name} b1" not in state.legal()
        state.push(f"use {name}")
        assert gone(state) == [name] and state.phase == "act"
        assert room(state, "alarms") == (["a1"] if name == "dynamite" else [])


def test_bb_tool_donuts_for_a_guard_on_the_first_cell() -> None:
    assert "use donuts 1" in put(tool("donuts"), guard1="a1").legal()


def test_bb_tool_blueprints_any_face_down_tile() -> None:
    state = tool("blueprints")
    play(state, "use blueprints 2:c3; tile 2:c3 stairs 5")
    assert room(state, "stairs") == ["2:c3"] and room(state, "guards")[1] == "-1"
    assert illegal(tool("blueprints"), "use blueprints a1") == "BB-TOOL-BLUEPRINTS"


def test_bb_tool_crowbar_for_good() -> None:
    state = show(tool("crowbar"), "b1 deadbolt", "a2 fingerprint")
    assert illegal(state, "use crowbar c1") == "BB-TOOL-CROWBAR"
    play(state, "use crowbar b1; move b1")
    assert (at(state), state.job.left) == ("b1", 3)
    state = show(tool("crowbar"), "b1 keypad")
    play(state, "use crowbar b1; move b1")
    assert at(state) == "b1"


def test_bb_tool_crowbar_a_camera_is_none_for_guards_either() -> None:
    state = show(tool("crowbar"), "b1 camera", "2:c3 camera")
    put(state, guard2="2:c3")
    play(state, "use crowbar b1; move b1")
    assert room(state, "alarms") == []


def test_bb_tool_crystal_the_top_three_in_any_order() -> None:
    state = tool("crystal_ball")
    state.push("use crystal_ball")
    assert state.seat == CHANCE and state.draw is not None and state.draw.by == 0
    play(state, "look p1 crash; look p1 squeak; look p1 lampshade")
    assert (state.seat, len(state.legal())) == (0, 7)
    assert illegal(state, "stack p1 crash crash squeak") == "BB-TOOL-CRYSTAL"
    state.push("stack p1 lampshade crash squeak")
    assert state.view(0)["looked"] == {"events-top": ["lampshade", "crash", "squeak"]}
    assert state.view(1)["looked"] == state.view(TABLE)["looked"] == {}
    assert state.told(1)[-4:] == ["look p1 ?"] * 3 + ["stack p1 ?"]
    state.push("pass")
    # Everybody is offered all cards, but only this one can come from the host.
    assert len(state.legal()) == 26 and sum(state.odds()) == 1
    assert state.odds()[state.legal().index("event lampshade")] == 1


def test_bb_tool_crystal_can_be_shown_to_all() -> None:
    state = play(
        tool("crystal_ball"), "use crystal_ball; look p1 crash; look p1 squeak; look p1 reboot"
    )
    state.push("show")
    assert state.view(1)["looked"] == {"events-top": ["crash", "squeak", "reboot"]}
    assert state.told(TABLE)[-1] == "show -> crash, squeak, reboot"
    assert "show" not in state.legal() and len(state.legal()) == 6


def test_bb_tool_crystal_fewer_if_fewer_are_left() -> None:
    state = put(tool("crystal_ball"), events_left=1 << EVENTS.index("crash"))
    play(state, "use crystal_ball; look p1 crash; stack p1 crash")
    assert state.phase == "act"
    state = put(tool("crystal_ball"), events_left=0)
    assert play(state, "use crystal_ball").phase == "act"


def test_bb_tool_donuts_cost_his_next_movement() -> None:
    state = put(tool("donuts"), used=3)
    assert illegal(state, "use donuts 2") == "BB-TOOL-DONUTS"
    play(state, "use donuts 1")
    assert gone(state) == []
    put(state, used=3)
    state.push("pass")
    assert room(state, "guards")[0] == "d4" and gone(state) == ["donuts"]
    put(state, used=3)
    play(state, "pass")
    assert room(state, "guards")[0] != "d4"


def test_bb_tool_donuts_on_an_upper_floor_are_eaten_once() -> None:
    state = put(tool("donuts"), p1="2:a1", guard2="2:d4", target2="2:d1", used=3)
    show(state, "2:a1 lavatory")
    play(state, "use donuts 2; pass")
    assert room(state, "guards")[1] == "2:d4" and gone(state) == ["donuts"]
    assert state.job.donuts == 0 and state.job.active == 1


def test_bb_tool_dynamite_removes_a_wall_and_rings() -> None:
    state = walls(tool("dynamite"), "a1|b1,c3|c4")
    assert illegal(state, "use dynamite a2") == "BB-TOOL-DYNAMITE"
    state.push("use dynamite b1")
    assert "move b1" in state.legal() and room(state, "alarms") == ["a1"]
    assert len(state.job.plans[0].walls) == 1 and room(state, "targets")[0] == "a1"


def test_bb_tool_dynamite_recomputes_the_nearest_alarm() -> None:
    state = put(walls(tool("dynamite"), "a1|a2,b1|b2"), alarms="c3 a1", guard1="a2", target1="c3")
    show(state, "a1 lavatory")
    # A token lies here already, so only the wall changes.
    state.push("use dynamite a2")
    assert room(state, "targets")[0] == "a1"


def test_bb_tool_dynamite_asks_for_a_hack_token_before_the_nearest_alarm() -> None:
    # Guard on d4; b4 and d2 are equally near, b2 is further away.
    for answer, alarms in (("alarm", ["b2", "d2", "b4"]), ("token computer_laser", ["d2", "b4"])):
        state = put(game(2, hack_scope="any"), items1="dynamite", p1="b2", hacks=(0, 1, 0))
        walls(show(put(state, alarms="d2 b4", target1="d2"), "b2 laser"), "b2|b3,c2|c3")
        play(state, "use dynamite b3")
        assert state.phase == "cancel"
        state.push(answer)
        assert (state.phase, room(state, "alarms")) == ("nearest", alarms)
        assert state.legal() == ("target d2", "target b4")
        play(state, "target b4")
        assert (state.phase, room(state, "targets")[0]) == ("act", "b4")


def test_bb_tool_dynamite_without_a_wall_leaves_the_die_where_it_is() -> None:
    state = put(tool("dynamite"), alarms="d2 b4 a1", target1="d2")
    play(state, "use dynamite")
    assert (state.phase, room(state, "targets")[0]) == ("act", "d2")


def test_bb_tool_emp_no_alarms_until_the_next_turn() -> None:
    state = show(put(tool("emp"), alarms="c2"), "b1 fingerprint", "a1 fingerprint")
    play(state, "use emp; patrol c4; move b1")
    assert room(state, "alarms") == [] and gone(state) == []
    play(state, "...; move b1")
    assert room(state, "alarms") == []
    play(state, "...")
    assert state.job.active == 0 and gone(state) == ["emp"]


def test_bb_tool_makeup_for_all_in_the_room() -> None:
    state = play(put(tool("makeup_kit", 3), p3="c4"), "use makeup_kit")
    assert state.job.stealth == (4, 4, 3)


def test_bb_tool_skates_two_more_actions() -> None:
    state = play(tool("rollerskates"), "use rollerskates")
    assert (state.job.left, state.job.used) == (6, 0)


def test_bb_tool_smoke_three_tokens_in_the_room() -> None:
    state = play(tool("smoke_bomb"), "use smoke_bomb")
    assert state.job.room_tokens(0) == 3
    state = play(put(show(tool("smoke_bomb"), "a1 lavatory")), "use smoke_bomb")
    assert state.job.room_tokens(0) == 6


def stethoscope(**more: object) -> BurgleBros:
    state = put(show(game(2), "a1 safe", "b1 camera 2"), items1="stethoscope", safe_dice=((0, 2),))
    return put(state, **more)


def test_bb_tool_stetho_sets_a_die_before_marking() -> None:
    state = stethoscope()
    assert illegal(state, "use stethoscope") == "BB-TOOL-STETHO"
    play(state, "crack a1; roll 5; roll 5")
    assert state.seat == 0 and len(state.legal()) == 6
    assert illegal(state, "turn 4 2") == "BB-TOOL-STETHO"
    kept = play(state.copy(), "leave_dice")
    assert room(kept, "marks") == [] and gone(kept) == []
    state.push("turn 5 2")
    assert room(state, "marks") == ["b1"] and gone(state) == ["stethoscope"]


def test_bb_tool_stetho_not_with_the_bust() -> None:
    state = play(stethoscope(items1="stethoscope bust"), "crack a1; roll 5; roll 5")
    assert state.phase == "act"


def test_bb_tool_suit_nobody_sees_ones_own_moves() -> None:
    state = put(show(tool("invisible_suit"), "b1 camera", "c1 lavatory", "2:c3 camera"))
    put(state, guard1="c1", target1="c4", guard2="2:c3")
    play(state, "use invisible_suit; move b1; move c1")
    assert (state.job.left, state.job.stealth, room(state, "alarms")) == (3, (3, 3), [])
    assert not play(state, "...").job.suit


@pytest.mark.parametrize("way", ["up", "down"])
def test_bb_tool_thermal_makes_stairs_and_rings(way: str) -> None:
    state = put(game(2, scenario="bank"), p1="2:b2", guard2="2:d4", items1="thermal_bomb")
    show(state, "2:b2 camera", "b2 lavatory", "3:b2 foyer")
    state.push(f"use thermal_bomb {way}")
    other = {"up": "3:b2", "down": "b2"}[way]
    assert f"move {other}" in state.legal() and room(state, "alarms") == ["2:b2"]
    assert room(state, "stairs") == [{"up": "2:b2", "down": "b2"}[way]]


def test_bb_tool_thermal_not_below_the_first_floor() -> None:
    assert illegal(tool("thermal_bomb"), "use thermal_bomb down") == "BB-TOOL-THERMAL"


def test_bb_tool_virus_three_tokens_up_to_six() -> None:
    state = show(put(tool("virus"), hacks=(0, 4, 0)), "c3 computer_laser")
    state.push("use virus c3")
    assert state.job.hacks == (0, 6, 0)
    state = show(put(tool("virus"), hacks=(0, 6, 0)), "c3 computer_laser")
    assert illegal(state, "use virus c3") == illegal(state, "use virus") == "BB-TOOL-VIRUS"
    state = tool("virus")
    assert illegal(state, "use virus c3") == "BB-TOOL-VIRUS" and "use virus" in state.legal()


def test_bb_tool_emp_draws_no_card_for_a_floor_without_alarms() -> None:
    state = put(tool("emp"), alarms="c3", guard2="2:d4", target2="2:d1")
    play(state, "use emp; patrol c1")
    assert state.phase == "act" and room(state, "targets") == ["c1", "2:d1"]
    away = put(tool("emp"), alarms="2:c3")
    assert play(away, "use emp").phase == "act" and away.job.targets[1] == -1


def test_bb_tool_crowbar_along_stairs_also_under_time_lock() -> None:
    state = put(show(tool("crowbar"), "a1 stairs", "2:a1 laser"), time_lock=1)
    assert "use crowbar 2:a1" in state.legal()


def test_bb_tool_virus_puts_three_tokens() -> None:
    state = put(show(tool("virus"), "b1 computer_motion"), hacks=(0, 0, 1))
    assert play(state, "use virus b1").job.hacks == (0, 0, 4)
