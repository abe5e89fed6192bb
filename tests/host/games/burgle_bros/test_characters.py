"""Section 12 of the rules: characters on both sides."""

from heistboard.games.burgle_bros.components import EVENTS, ITEMS, ones
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE

from tests.host.games.burgle_bros.stage import (
    at,
    game,
    illegal,
    play,
    put,
    room,
    show,
    verbs,
    walls,
)


def items(state: BurgleBros, seat: int = 1) -> list[str]:
    return [ITEMS[item] for item in ones(state.job.items[seat - 1])]


def test_bb_char_acrobat_b_into_the_guards_room_for_nothing() -> None:
    state = show(game(2, "acrobat"), "b1 camera", "a1 secret_door")
    put(state, guard1="b1", target1="c4")
    assert {"flex b1", "move b1"} <= set(state.legal())
    play(state, "flex b1; move a1; flex b1; move a1")
    assert (state.job.left, state.job.stealth) == (2, (3, 3))
    assert illegal(state, "flex a2") == "BB-CHAR-ACROBAT-B"
    assert illegal(game(2), "flex b1") == "BB-CHAR-ACROBAT-B"


def test_bb_char_acrobat_b_who_is_still_there_pays() -> None:
    state = put(show(game(2, "acrobat"), "b1 camera"), guard1="b1", target1="c4", used=3)
    play(state, "flex b1; pass")
    assert state.job.stealth == (2, 3)
    state = show(game(2, "acrobat"), "b1 camera", "a1 secret_door")
    put(state, guard1="b1", target1="c4")
    play(state, "move b1; move a1; move b1; pass")
    assert state.job.stealth == (1, 3)  # the paid moves cost, the end does not
    state = show(game(2, "acrobat"), "b1 camera", "a1 secret_door")
    put(state, guard1="b1", target1="c4")
    play(state, "flex b1; move a1; move b1; move a1; move b1; pass")
    assert state.job.stealth == (1, 3)


def test_bb_char_acrobat_b_pays_nothing_when_he_has_gone() -> None:
    state = put(show(game(2, "acrobat"), "b1 camera"), guard1="b1", target1="c4", speeds=(0, 3))
    play(state, "flex b1; pass; event where_is_he; patrol a4")
    assert state.job.stealth == (3, 3) and room(state, "guards")[0] == "c4"


def test_bb_char_acrobat_b_pays_on_the_first_cell_too() -> None:
    state = put(game(2, "acrobat"), p1="b1", p2="c3", guard1="a1", target1="c4", used=3)
    play(show(state, "b1 camera", "a1 secret_door"), "flex a1; pass")
    assert state.job.stealth == (2, 3)


def test_bb_char_acrobat_b_a_keypad_costs_its_action() -> None:
    state = put(show(game(2, "acrobat"), "b1 keypad"), guard1="b1", target1="c4")
    play(state, "flex b1; roll 6")
    assert (at(state), state.job.left) == ("b1", 3)
    state = put(show(game(2, "acrobat"), "b1 keypad"), guard1="b1", left=0)
    assert illegal(state, "flex b1") == "BB-CHAR-ACROBAT-B"
    assert "flex b1" in put(state, left=1).legal()
    blind = put(game(2, "acrobat"), guard1="b1", left=0)
    play(blind, "flex b1; tile b1 keypad 4")
    assert at(blind) == "a1" and blind.phase == "act"
    asked = put(game(2, "acrobat"), guard1="b1", left=2)
    play(asked, "flex b1; tile b1 keypad 4; pay; roll 6")
    assert (at(asked), asked.job.left) == ("b1", 1)


def test_bb_char_acrobat_a_climbs_from_an_edge_and_ends_the_actions() -> None:
    state = show(game(2, "acrobat", "advanced"), "2:a1 fingerprint")
    play(state, "climb up; patrol 2:d4; patrol 2:d1")
    assert at(state) == "2:a1" and room(state, "alarms") == ["2:a1"]
    assert state.job.active == 1  # three actions, no event
    state = put(show(game(2, "acrobat", "advanced"), "b2 camera"), p1="b2")
    assert illegal(state, "climb up") == "BB-CHAR-ACROBAT-A"
    state = put(game(2, "acrobat", "advanced"), left=2)
    assert illegal(state, "climb up") == illegal(state, "climb down") == "BB-CHAR-ACROBAT-A"
    assert "climb up" in put(state, left=3).legal()
    knox = game(2, "acrobat", "advanced", scenario="fort_knox")
    assert "climb up" in put(show(knox, "c2 camera"), p1="c2").legal()
    assert "climb up" not in put(show(knox, "b2 camera"), p1="b2").legal()
    put(show(knox, "2:c2 camera", "2:b2 camera"), p1="2:c2", guard2="2:e5")
    assert "climb down" in knox.legal() and "climb down" not in put(knox, p1="2:b2").legal()


def test_bb_char_acrobat_a_cannot_pay_more() -> None:
    state = show(game(2, "acrobat", "advanced"), "2:a1 deadbolt")
    assert illegal(state, "climb up") == "BB-CHAR-ACROBAT-A"
    state = put(game(2, "acrobat", "advanced"), left=5)
    play(state, "climb up; tile 2:a1 deadbolt 2")
    assert at(state) == "a1" and state.job.active == 1
    state = put(show(game(2, "acrobat", "advanced"), "2:a1 laser"), left=5, guard2="2:d4")
    play(state, "climb up")
    assert room(state, "alarms")[:1] == ["2:a1"]


def test_bb_char_hacker_b_no_alarm_by_him_nor_in_his_room() -> None:
    state = play(show(game(2, "hacker"), "b1 fingerprint", "c1 laser"), "move b1; move c1")
    assert room(state, "alarms") == [] and state.job.left == 2
    state = put(show(game(2, "juicer hacker"), "b1 fingerprint", "a2 fingerprint"), p2="b1")
    play(state, "move b1")
    assert room(state, "alarms") == []
    play(state, "move a1; move a2")
    assert room(state, "alarms") == ["a2"]


def test_bb_char_hacker_a_one_token_for_all() -> None:
    state = game(2, "hacker", "advanced")
    state.push("laptop")
    assert (state.job.laptop, state.job.left) == (1, 3)
    assert illegal(state, "laptop") == "BB-CHAR-HACKER-A" == illegal(game(2), "laptop")
    show(state, "b1 laser")
    play(state, "move b1")
    assert state.legal() == ("pay", "token laptop", "alarm")
    state.push("token laptop")
    assert state.job.laptop == 0 and room(state, "alarms") == []


def test_bb_char_hawk_b_through_a_wall_once_a_turn() -> None:
    state = put(walls(show(game(2, "hawk"), "b2 camera"), "b1|b2,a2|b2"), p1="b2")
    assert illegal(state, "xray c1") == "BB-CHAR-HAWK-B"
    play(state, "xray b1; tile b1 camera 6")
    assert state.job.left == 4 and illegal(state, "xray a2") == "BB-CHAR-HAWK-B"
    assert illegal(walls(game(2, "juicer"), "a1|b1"), "xray b1") == "BB-CHAR-HAWK-B"
    seen = walls(show(game(2, "hawk"), "b1 camera"), "a1|b1")
    assert illegal(seen, "xray b1") == "BB-CHAR-HAWK-B"


def test_bb_char_hawk_a_within_two_steps_past_revealed_rooms() -> None:
    state = walls(show(game(2, "hawk", "advanced"), "b1 stairs"), "a1|a2")
    seen = {move.parts["cell"] for move in state.legal() if move.verb == "enhance"}
    assert seen == {"c1", "b2", "2:b1"}
    assert illegal(state, "enhance a2") == "BB-CHAR-HAWK-A"
    play(state, "enhance c1; tile c1 camera 2")
    assert illegal(state, "enhance b2") == "BB-CHAR-HAWK-A" and state.job.left == 4


def test_bb_char_juicer_b_an_alarm_next_door() -> None:
    state = show(game(2, "juicer"), "b1 camera")
    assert illegal(state, "crybaby a2") == "BB-CHAR-JUICER-B"
    state.push("crybaby b1")
    assert room(state, "alarms") == ["b1"] and state.job.left == 4
    put(state, guard1="b1", alarms="")
    assert illegal(state, "crybaby b1") == "BB-CHAR-JUICER-B"
    assert illegal(walls(show(game(2, "juicer"), "b1 camera"), "a1|b1"), "crybaby b1") == (
        "BB-CHAR-JUICER-B"
    )


def test_bb_char_juicer_a_takes_an_alarm_and_sets_it_off_again() -> None:
    state = put(game(2, "juicer", "advanced"), alarms="a1 c3", target1="c3")
    state.push("take_alarm")
    assert state.job.held_alarm and room(state, "alarms") == ["c3"] and state.phase == "act"
    assert illegal(state, "put_alarm") == "BB-CHAR-JUICER-A"
    put(state, done=frozenset())
    state.push("put_alarm")
    assert room(state, "alarms") == ["a1", "c3"] and not state.job.held_alarm
    last = put(game(2, "juicer", "advanced"), alarms="a1", target1="a1")
    last.push("take_alarm")
    assert last.phase == "patrol"
    for verb in ("take_alarm", "put_alarm"):
        assert illegal(game(2, "juicer", "advanced"), verb) == "BB-CHAR-JUICER-A"


def test_bb_char_peterman_b_one_more_die() -> None:
    state = play(show(game(2, "peterman"), "b1 keypad"), "move b1; roll 1; roll 6")
    assert at(state) == "b1"
    state = put(show(game(2, "peterman"), "a1 safe", "b1 camera 2"), safe_dice=((0, 1),))
    play(state, "crack a1; roll 1; roll 2")
    assert room(state, "marks") == ["b1"]
    state = put(show(game(2, "juicer peterman"), "a1 safe"), safe_dice=((0, 1),))
    assert play(state, "crack a1; roll 1").phase == "act"


def drilling(**more: object) -> BurgleBros:
    state = show(game(2, "peterman", "advanced"), "b2 safe", "a2 camera 3", "c2 camera 6")
    show(state, "d2 laser 1", "b1 laser 2", "b3 motion 1", "b4 motion 3", "2:b2 camera")
    put(state, p1="2:b2", guard2="2:d4", safe_dice=((5, 1),), marks="a2 c2 d2 b1 b3")
    return put(state, **more)


def test_bb_char_peterman_a_drills_and_the_loot_lies_at_the_safe() -> None:
    state = drilling()
    play(state, "die b2; crack b2; roll 3; roll 1; tool virus; loot cursed_goblet")
    assert items(state) == [] and state.job.stealth == (3, 3)
    assert [ITEMS[item] for _, item in state.job.lying] == ["virus", "cursed_goblet"]
    assert state.job.speeds == (3, 3)
    assert illegal(drilling(p1="b1"), "crack b2") == "BB-ACT-CRACK"
    assert illegal(drilling(items1="keycard"), "crack b2") == "BB-SAFE-5"


def test_bb_char_juicer_a_takes_the_alarm_of_the_room() -> None:
    state = put(show(game(2, "juicer", "advanced"), "b1 camera"), p1="b1", alarms="b1 c3")
    play(state, "take_alarm")
    assert room(state, "alarms") == ["c3"] and state.job.held_alarm


def test_bb_char_juicer_a_takes_no_second_alarm() -> None:
    state = put(game(2, "juicer", "advanced"), held_alarm=True, alarms="a1")
    assert illegal(state, "take_alarm") == illegal(state, "put_alarm") == "BB-CHAR-JUICER-A"


def test_bb_char_raven_b_the_crow_costs_a_step() -> None:
    state = put(game(2, "raven"), p1="b3", p2="a1", target1="d1")
    show(state, "b3 camera")
    assert illegal(state, "crow d1") == illegal(state, "crow d2") == "BB-CHAR-RAVEN-B"
    play(state, "crow d3; pass; event lampshade")
    assert room(state, "guards")[0] == "d3"
    assert state.job.site.names[state.job.crow] == "d3"
    assert illegal(game(2), "crow a1") == "BB-CHAR-RAVEN-B"
    assert illegal(show(game(2, "raven"), "a1 stairs"), "crow 2:a1") == "BB-CHAR-RAVEN-B"


def test_bb_char_raven_a_a_guard_who_starts_there_does_not_move() -> None:
    state = put(show(game(2, "raven", "advanced"), "d4 lavatory"), p1="d4", target1="d1")
    play(state, "crow d4; pass; event lampshade")
    assert room(state, "guards")[0] == "d4" and state.job.crow == -1
    state = put(game(2, "raven", "advanced"), crow=15, alarms="d1", target1="d1")
    play(state, "pass; event lampshade")
    assert room(state, "guards")[0] == "d1"
    assert illegal(game(2, "raven", "advanced"), "crow b1") == "BB-CHAR-RAVEN-A"


def test_bb_char_rigger_b_two_tools_keep_one() -> None:
    state = show(game(2, "juicer rigger"), "b1 laboratory")
    assert items(state, 2) == ["dynamite"]
    play(state, "move b1; tool emp")
    assert state.legal() == ("keep emp", "second") and state.seat == 0
    kept = play(state.copy(), "keep emp")
    assert items(kept) == ["emp"]
    play(state, "second; tool virus")
    assert illegal(state, "keep donuts") == "BB-CHAR-RIGGER-B"
    state.push("keep virus")
    assert items(state) == ["virus"] and state.view(0)["tools-gone"] == ["emp"]


def test_bb_char_rigger_a_a_token_for_a_tool() -> None:
    state = game(2, "rigger", "advanced")
    play(state, "tinker; tool emp; keep emp")
    assert items(state) == ["emp"] and state.job.stealth == (2, 3) and state.job.left == 4
    assert illegal(put(state, stealth1=0), "tinker") == "BB-CHAR-RIGGER-A"
    assert illegal(game(2), "tinker") == "BB-CHAR-RIGGER-A"


def test_bb_char_rook_b_another_player_makes_a_move() -> None:
    state = put(show(game(2, "rook"), "b2 deadbolt", "b3 lavatory"), p2="b3", guard1="a3")
    play(state, "send p2 b2")
    assert at(state, 2) == "b2" and state.job.left == 3
    assert illegal(state, "send p2 b1") == "BB-CHAR-ROOK-B"
    state = put(show(game(2, "rook"), "b2 laser", "b3 camera"), p2="b3")
    play(state, "send p2 b2")
    assert room(state, "alarms") == [] and state.phase == "act"
    assert illegal(game(2), "send p2 b1") == "BB-CHAR-ROOK-B"
    assert illegal(put(game(2, "rook"), left=0), "send p2 b1") == "BB-CHAR-ROOK-B"
    assert "send p2 b1" in put(game(2, "rook"), p1="c3").legal()


def test_bb_char_rook_b_the_moved_player_pays_with_their_own_tokens() -> None:
    state = put(show(game(2, "rook"), "b2 fingerprint", "b3 camera"), p2="b3", hacks=(1, 0, 0))
    state.push("send p2 b2")
    assert state.seat == 1
    state.push("alarm")
    assert room(state, "alarms") == ["b2"]
    state = put(show(game(2, "rook"), "b2 lavatory", "b3 camera"), p2="b3", guard1="b2", tokens=())
    play(state, "send p2 b2")
    assert state.job.stealth == (3, 2)


def test_bb_char_rook_b_being_moved_sets_off_no_motion() -> None:
    state = put(show(game(2, "rook"), "b2 camera", "b3 motion"), p2="b3")
    play(state, "send p2 b2")
    assert room(state, "alarms") == []
    keypad = put(show(game(2, "rook"), "b2 keypad", "b3 camera"), p2="b3")
    play(keypad, "send p2 b2; roll 1")
    assert at(keypad, 2) == "b3"


def test_bb_char_rook_b_the_rooks_own_motion_room_does_not_count() -> None:
    state = put(show(game(2, "rook"), "b2 camera", "b3 motion", "a1 motion"), p2="b3")
    play(put(state, in_motion=True), "send p2 b2")
    assert room(state, "alarms") == [] and state.job.in_motion


def test_bb_char_rook_b_down_a_walkway_that_is_an_entry() -> None:
    state = show(game(2, "rook", walkway_down="entry"), "b2 fingerprint", "2:b2 walkway")
    play(put(state, p2="2:b2", guard2="2:d4"), "send_down p2 b2")
    assert room(state, "alarms") == ["b2"]


def test_bb_char_rook_b_down_a_walkway() -> None:
    state = put(show(game(2, "rook"), "b2 fingerprint", "2:b2 walkway"), p2="2:b2", guard2="2:d4")
    play(state, "send_down p2 b2")
    assert at(state, 2) == "b2" and room(state, "alarms") == []
    state = put(show(game(2, "rook"), "a1 camera", "2:a1 walkway"), p2="2:a1", guard2="2:d4")
    assert at(play(state, "send_down p2 a1"), 2) == "a1"


def test_bb_char_rook_a_swaps_as_the_first_action() -> None:
    state = put(show(game(2, "rook", "advanced"), "c3 fingerprint"), p2="c3")
    play(state, "swap p2")
    assert (at(state), at(state, 2), state.job.left) == ("c3", "a1", 3)
    assert room(state, "alarms") == []
    assert illegal(state, "swap p2") == "BB-CHAR-ROOK-A"
    state = put(game(2, "rook", "advanced"), p2="c3", items1="rollerskates")
    state.push("use rollerskates")
    assert illegal(state, "swap p2") == "BB-CHAR-ROOK-A"
    assert illegal(game(2, "rook", "advanced"), "swap p2") == "BB-CHAR-ROOK-A"  # side by side
    state = put(show(game(2, "rook", "advanced"), "c3 camera"), p1="c3")
    assert at(play(state, "swap p2")) == "a1"


def test_bb_char_spotter_b_looks_at_the_top_patrol_card() -> None:
    state = game(2, "spotter")
    play(state, "scout; look p1 b3")
    assert state.legal() == ("leave", "bottom", "show") and state.seat == 0
    assert state.view(0)["looked"] == {"patrol-1-top": ["b3"]}
    assert state.view(1)["looked"] == {} and state.told(TABLE)[-1] == "look p1 ?"
    top = put(state.copy(), used=3, target1="d3")
    play(top, "leave; pass")
    assert len(top.legal()) == 14 and sum(top.odds()) == 1
    play(top, "patrol b3")
    assert room(top, "targets")[0] == "b3" and top.view(0)["looked"] == {}
    state.push("bottom")
    assert state.view(0)["looked"] == {"patrol-1-bottom": ["b3"]}
    assert illegal(state, "scout") == "BB-CHAR-SPOTTER-B" == illegal(game(2), "scout")


def test_bb_char_spotter_b_shows_it_if_the_seat_likes() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; show; leave")
    assert state.view(1)["looked"] == {"patrol-1-top": ["b3"]}
    assert "show -> b3" in state.told(1)
    put(state, used=3, target1="d3")
    state.push("pass")
    assert state.legal() == ("patrol b3",)


def test_bb_char_spotter_b_not_with_an_empty_deck() -> None:
    state = put(game(2, "spotter"), patrol_left=(0, 10))
    assert illegal(state, "scout") == "BB-CHAR-SPOTTER-B"


def test_bb_char_spotter_a_looks_at_the_top_event() -> None:
    state = game(2, "spotter", "advanced")
    play(state, "scout; look p1 crash; bottom; pass")
    assert len(state.legal()) == 26 and "event crash" in state.legal()
    assert state.odds()[state.legal().index("event crash")] == 0
    put(state, events_left=3)
    one = put(game(2, "spotter", "advanced"), events_left=1 << EVENTS.index("crash"))
    play(one, "scout; look p1 crash; leave; pass")
    assert one.odds() == (1,) and verbs(one) == {"event"}
    assert illegal(put(game(2, "spotter", "advanced"), events_left=0), "scout") == (
        "BB-CHAR-SPOTTER-A"
    )


def test_bb_act_char_abilities_are_offered_to_their_side_only() -> None:
    for name, side, verb in (
        *(("hacker", "advanced", "laptop"), ("rigger", "advanced", "tinker")),
        *(("spotter", "basic", "scout"), ("rook", "basic", "send"), ("raven", "basic", "crow")),
    ):
        other = "basic" if side == "advanced" else "advanced"
        assert verb in verbs(put(show(game(2, name, side), "b1 camera"), p2="b1"))
        if verb not in ("scout", "crow"):
            assert verb not in verbs(put(show(game(2, name, other), "b1 camera"), p2="b1"))
        assert verb not in verbs(put(show(game(2, "hawk"), "b1 camera"), p2="b1"))


def test_abilities_need_an_action_where_they_cost_one() -> None:
    for team, side, move, rule in (
        ("hacker", "advanced", "laptop", "BB-CHAR-HACKER-A"),
        ("rook", "advanced", "swap p2", "BB-CHAR-ROOK-A"),
        ("spotter", "basic", "scout", "BB-CHAR-SPOTTER-B"),
    ):
        state = put(game(2, team, side), p2="b1")
        assert move in state.legal()
        assert illegal(put(state, left=0), move) == rule


def test_abilities_that_would_change_nothing_are_not_offered() -> None:
    assert illegal(put(game(2, "raven"), crow=1), "crow b1") == "BB-CHAR-RAVEN-B"
    assert illegal(put(game(2, "raven", "advanced"), crow=0), "crow a1") == "BB-CHAR-RAVEN-A"
    assert illegal(put(game(2, "rigger", "advanced"), stealth1=0), "tinker") == "BB-CHAR-RIGGER-A"
    assert "flex" not in verbs(game(2, "acrobat")) and "send_down" not in verbs(game(2, "rook"))


def test_bb_char_hawk_a_looks_along_stairs_also_under_time_lock() -> None:
    state = put(show(game(2, "hawk", "advanced"), "a1 stairs"), time_lock=1)
    assert "enhance 2:a1" in state.legal()


def test_bb_char_raven_b_a_crow_where_he_starts_stops_nobody() -> None:
    state = put(game(2, "raven"), crow=15, target1="d1", used=3)
    assert room(play(state, "pass"), "guards")[0] == "d2"


def test_bb_char_raven_b_a_crow_at_the_last_step_costs_nothing_more() -> None:
    state = put(game(2, "raven"), crow=7, target1="d1", used=3)
    assert room(play(state, "pass"), "guards")[0] == "d2"


def test_bb_char_raven_a_a_crow_on_the_way_costs_no_step() -> None:
    state = put(game(2, "raven", "advanced"), crow=11, target1="d1", used=3)
    assert room(play(state, "pass"), "guards")[0] == "d2" and state.job.crow == 11


def test_bb_char_rook_b_pays_for_no_gemstone_and_hides_nobody() -> None:
    state = put(
        show(game(3, "rook"), "b2 camera", "b3 camera"), p2="b3", p3="b2", items2="gemstone"
    )
    play(state, "send p2 b2")
    assert state.job.left == 3 and at(state, 2) == "b2"
    state = put(show(game(2, "rook"), "b2 camera", "b3 camera"), p2="b3", guard1="b2", suit=True)
    assert play(state, "send p2 b2").job.stealth == (3, 2)


def test_bb_char_rigger_b_the_second_tool_may_come_from_the_discards() -> None:
    state = put(show(game(2, "juicer rigger"), "b1 laboratory"), tools_left=1, tools_gone=2)
    assert play(state, "move b1; tool blueprints").phase == "second"


def test_bb_char_rook_a_may_swap_again_in_the_next_turn() -> None:
    state = put(show(game(2, "rook", "advanced"), "b1 camera"), p2="c3", speeds=(0, 3))
    play(state, "move b1; pass; event lampshade; ...")
    assert state.job.active == 0 and "swap p2" in state.legal()
