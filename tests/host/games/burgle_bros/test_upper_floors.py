"""What must not depend on the floor, on the first cell, or on being just enough."""

from itertools import product

from heistboard.games.burgle_bros.components import ITEMS, KINDS
from heistboard.games.burgle_bros.rules import BurgleBros

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show, walls


def up(team: str = "", side: str = "basic", **more: object) -> BurgleBros:
    """p1 on 2:b2, a lavatory without tokens; the guard of floor 2 goes from d4 to d1."""
    state = show(game(2, team, side), "2:b2 lavatory")
    return put(state, p1="2:b2", guard2="2:d4", target2="2:d1", tokens=(), **more)


def test_the_nearest_alarm_of_an_upper_floor() -> None:
    state = put(show(up(), "2:b1 fingerprint"), alarms="2:d2", target2="2:d2")
    state.push("move 2:b1")
    assert room(state, "targets")[1] == "2:d2"
    state = put(show(up(), "2:b1 fingerprint"), guard2="2:c2", alarms="2:d3", target2="2:d3")
    state.push("move 2:b1")
    assert state.legal() == ("target 2:b1", "target 2:d3")


def test_a_guard_of_an_upper_floor_walks_draws_and_is_faster_by_its_alarms() -> None:
    state = put(up(), used=3, speeds=(2, 2), target2="2:d3")
    play(state, "pass; patrol 2:c3")
    assert room(state, "guards") == ["d4", "2:c3"]
    assert state.job.patrol_left == (8, 9)
    gone = state.job.patrol_unseen[1]
    assert gone == (1 << 16) - 1 & ~(1 << 10)


def test_squeak_on_an_upper_floor() -> None:
    state = put(up(), speeds=(2, 0))
    for where in (-1, -2):
        away = put(state.copy(), at=(state.job.at[0], where))
        play(away, "pass; event squeak")
        assert room(away, "guards")[1] == "2:c4"


def test_an_alarm_on_the_first_cell_above_is_none_of_floor_1() -> None:
    state = play(put(game(2), alarms="2:a1", used=3, target1="d1"), "pass")
    assert room(state, "guards")[0] == "d2"


def test_squeak_toward_the_nearest_of_an_upper_floor() -> None:
    state = put(show(up(), "2:c2 camera", "2:d1 camera"), p1="2:c2", p2="2:d1", guard2="2:a2")
    play(put(state, speeds=(2, 0)), "pass; event squeak")
    assert room(state, "guards")[1] == "2:b2"


def test_squeak_where_a_player_is_already() -> None:
    state = put(up(), guard2="2:b2", speeds=(2, 0))
    play(state, "pass; event squeak")
    assert room(state, "guards")[1] == "2:b2" and state.job.stealth == (3, 3)


def test_squeak_toward_a_player_on_the_first_cell() -> None:
    state = put(game(1), speeds=(0, 3), target1="d1")
    play(state, "pass; event squeak")
    assert room(state, "guards")[0] == "c4"


def test_who_is_on_the_roof_is_seen_in_no_foyer() -> None:
    state = put(show(up(), "2:c4 foyer"), guard2="2:a4", target2="2:b4", speeds=(2, 1), used=3)
    play(put(state, at=(state.job.at[0], -2)), "pass; patrol 2:a1")
    assert state.job.stealth == (3, 3) and room(state, "guards")[1] == "2:b4"


def test_bb_setup_13_who_has_not_come_in_is_seen_in_no_foyer() -> None:
    state = put(show(up(), "2:d4 foyer"), guard2="2:b4", target2="2:c4", speeds=(2, 1), used=3)
    play(put(state, at=(state.job.at[0], -1)), "pass; patrol 2:a1")
    assert state.job.stealth == (3, 3) and room(state, "guards")[1] == "2:c4"


def test_the_kitty_runs_straight_on_an_upper_floor() -> None:
    state = put(show(up(), "2:a2 camera", "2:c2 laser"), p2="2:a2", items2="persian_kitty")
    play(put(state, used=3, speeds=(2, 0)), "pass; roll 1")
    assert [state.job.site.names[cell] for cell, _ in state.job.lying] == ["2:b2"]
    assert state.job.items[1] == 0


def test_the_kitty_runs_on_an_upper_floor() -> None:
    state = put(show(up(), "2:b4 laser", "a1 camera"), p2="2:b2", items2="persian_kitty")
    play(put(state, used=3, speeds=(2, 0)), "pass; roll 1")
    lying = [state.job.site.names[cell] for cell, _ in state.job.lying]
    assert lying == ["2:b3"]


def test_dynamite_on_an_upper_floor_leaves_the_others() -> None:
    state = walls(walls(up(items1="dynamite"), "b2|c2,a1|b1", 2), "b2|c2", 1)
    state.push("use dynamite 2:c2")
    assert "move 2:c2" in state.legal() and len(state.job.plans) == 2
    assert [len(plan.walls) for plan in state.job.plans] == [1, 1]


def test_the_spotter_looks_at_the_deck_of_the_own_floor() -> None:
    state = play(up("spotter"), "scout; look p1 2:c3; leave")
    assert state.view(0)["looked"] == {"patrol-2-top": ["2:c3"]} and state.job.left == 3
    play(put(state, used=3, target2="2:d3"), "pass; patrol 2:c3")
    assert state.view(0)["looked"] == {} and room(state, "targets")[1] == "2:c3"


def test_stairs_and_walkways_over_the_first_cell() -> None:
    state = put(show(up(), "a1 stairs", "2:a1 camera"), p1="2:a1")
    assert "move a1" in state.legal()
    state = put(show(up(), "a1 walkway", "2:a1 camera"), p1="2:a1", gymnastics=1)
    assert "move a1" in state.legal()
    state = put(show(up(items1="thermal_bomb"), "2:a1 camera"), p1="2:a1")
    assert {"use thermal_bomb up", "use thermal_bomb down"} <= set(state.legal())
    state = put(show(up("acrobat"), "2:a1 walkway", "a1 camera"), p1="2:a1", guard1="a1")
    assert "flex a1" in state.legal()
    play(state, "flex a1")
    assert at(state) == "a1" and state.job.stealth == (3, 3)


def test_a_drilled_safe_on_the_first_cell_keeps_what_it_gives() -> None:
    state = show(game(2, "peterman", "advanced"), "a1 safe", "2:a1 camera 2")
    names = [state.job.site.names[cell] for cell in state.job.site.lines[0]]
    show(state, *(f"{name} laser" for name in names))
    put(state, p1="2:a1", guard2="2:d4", safe_dice=((0, 1),), marks=" ".join(names))
    play(state, "crack a1; roll 1; tool virus; loot stamp")
    assert [(cell, ITEMS[item]) for cell, item in state.job.lying] == [(0, "virus"), (0, "stamp")]


def test_a_floor_whose_last_tile_is_its_safe() -> None:
    state = put(show(game(2), "2:b2 camera"), p1="a2")
    job = state.job
    show(state, "d1 stairs 4")
    # All of floor 1 but b1 is up; what lies there is the safe.
    others = [cell for cell in range(16) if cell != 1 and not job.tiles[cell]]
    free = [tile for tile in range(len(KINDS)) if job.unseen >> tile & 1]

    plain = [tile for tile in free if KINDS[tile] not in ("safe", "stairs")]
    for cell, tile in zip(others, plain, strict=False):
        job.tiles = (*job.tiles[:cell], tile, *job.tiles[cell + 1 :])
        job.unseen &= ~(1 << tile)
    put(state, p1="a1")
    state.push("peek b1")
    assert state.legal() == ("tile b1 safe",)


def test_a_floor_of_fort_knox_whose_last_tile_is_its_safe() -> None:
    # The third safe may lie on either floor, but not in the same room.
    state = show(game(2, scenario="fort_knox"), "c1 stairs")
    job = state.job
    free = [tile for tile in range(len(KINDS)) if job.unseen >> tile & 1]
    plain = iter([tile for tile in free if KINDS[tile] not in ("safe", "stairs")])
    last = state.job.site.numbers["b1"]
    tiles = list(job.tiles)
    for cell in range(job.site.area):
        if cell != last and not tiles[cell]:
            tiles[cell] = next(plain)
            job.unseen &= ~(1 << tiles[cell])
    put(state, tiles=tuple(tiles), p1="a1")
    state.push("peek b1")
    assert state.legal() == ("tile b1 safe",)


def test_old_dice_do_not_open_a_keypad() -> None:
    state = put(show(game(2), "a1 safe", "b1 keypad"), safe_dice=((0, 1),))
    play(state, "crack a1; roll 6; move b1; roll 1")
    assert at(state) == "a1"


def test_just_enough_actions() -> None:
    state = put(show(game(2), "a1 safe", "b1 laser"), left=2)
    assert "die a1" in state.legal()
    play(state, "move b1; pay")
    assert state.job.left == 0 and room(state, "alarms") == []


def test_the_gemstone_costs_nothing_in_an_empty_room() -> None:
    state = play(put(show(game(2), "b1 lavatory"), items1="gemstone", left=1), "move b1")
    assert (at(state), state.job.left) == ("b1", 0)


def test_enhance_does_not_look_past_a_face_down_room() -> None:
    state = walls(game(2, "hawk", "advanced"), "a1|a2")
    seen = {move.parts["cell"] for move in state.legal() if move.verb == "enhance"}
    assert seen == {"b1"}


def test_climbing_to_a_keypad_or_to_an_occupied_deadbolt() -> None:
    state = show(put(game(2, "acrobat", "advanced"), guard2="2:d4"), "2:a1 keypad")
    play(state, "climb up; roll 6")
    assert at(state) == "2:a1"
    state = show(put(game(2, "acrobat", "advanced"), guard2="2:d4"), "2:a1 deadbolt")
    put(state, p2="2:a1")
    play(state, "climb up")
    assert at(state) == "2:a1"


def test_orders_and_disguise_only_for_others_in_the_building() -> None:
    for side, where in product(("basic", "advanced"), (-1, -2)):
        state = put(game(3, "rook", side), at=(0, where, 5))
        named = {m.parts["player"] for m in state.legal() if m.verb in ("send", "swap")}
        assert named == {"p3"}


def test_heads_up_for_the_only_one_left() -> None:
    state = put(game(2), at=(0, -2))
    play(state, "pass; event heads_up")
    assert state.job.active == 0 and state.job.left == 5
    assert play(put(state, used=4, speeds=(0, 3)), "pass").job.left == 4


def test_an_invisible_player_who_falls_is_not_seen() -> None:
    state = show(game(2, fall_onto_guard="loses"), "b1 camera")
    put(state, p1="2:a1", guard2="2:d4", guard1="b1", items1="invisible_suit")
    play(state, "use invisible_suit; move 2:b1; tile 2:b1 walkway 1")
    assert at(state) == "b1" and state.job.stealth == (3, 3)


def test_tokens_are_not_asked_for_alarms_that_cannot_start() -> None:
    state = put(show(game(2, "juicer", hack_scope="any"), "a1 laser"), hacks=(0, 1, 0))
    put(state, items1="thermal_bomb", emp=1)
    play(state, "use thermal_bomb up")
    assert state.phase == "act"


def test_keycode_change_and_the_count_of_events() -> None:
    state = put(show(game(2), "b1 keypad"), opened="b1")
    play(state, "pass; event keycode_change")
    assert state.job.opened == 0 and state.view(0)["events-left"] == 25
    assert illegal(state, "event keycode_change") == "BB-TURN-3"


def test_a_blind_step_on_an_upper_floor_falls_only_through_a_walkway() -> None:
    state = play(up(), "move 2:b1; tile 2:b1 camera 2")
    assert at(state) == "2:b1"


def test_who_has_no_own_token_pays_with_the_rooms() -> None:
    state = put(show(game(2), "b1 lavatory"), guard1="b1", stealth=(0, 3), tokens=((1, 2),))
    state.push("move b1")
    assert state.outcome is None and state.job.tokens == ((1, 1),)


def test_a_player_on_the_first_cell_is_seen() -> None:
    state = put(game(1), guard1="c1", target1="b1", used=3, speeds=(1, 3))
    state.push("pass")
    assert state.job.stealth == (2,)


def test_cards_that_lead_down_or_look_down_to_the_first_cell() -> None:
    state = put(show(up(), "2:a1 camera", "a1 lavatory"), p1="2:a1")
    fallen = play(state.copy(), "pass; event lost_grip")
    assert at(fallen) == "a1"
    hidden = put(show(up(), "2:a1 camera"), p1="2:a1", tiles=(0, *state.job.tiles[1:]))
    play(hidden, "pass; event peekhole")
    assert "peekhole a1" in hidden.legal()


def test_brown_out_draws_for_a_guard_on_the_first_cell() -> None:
    state = put(show(game(2), "a1 camera"), guard1="a1", alarms="c3", speeds=(0, 3))
    play(state, "pass; event brown_out; patrol c4")
    assert room(state, "targets")[0] == "c4"


def test_squeak_does_not_see_who_is_outside_or_on_the_roof() -> None:
    state = put(up(), p2="2:b1", speeds=(2, 0))
    for where in (-1, -2):
        away = put(state.copy(), at=(state.job.at[0], where))
        assert room(play(away, "pass; event squeak"), "guards")[1] == "2:c4"


def test_with_one_tool_left_there_is_no_second() -> None:
    state = put(show(game(2, "juicer rigger"), "b1 laboratory"), tools_left=1, tools_gone=0)
    play(state, "move b1; tool blueprints")
    assert state.phase == "act"
    none = put(game(2, "rigger", "advanced"), tools_left=0, tools_gone=0)
    assert illegal(none, "tinker") == "BB-CHAR-RIGGER-A"


def test_a_blind_keypad_with_the_last_action() -> None:
    state = put(game(2, "acrobat"), guard1="b1", left=1)
    play(state, "flex b1; tile b1 keypad 4; pay; roll 6")
    assert (at(state), state.job.left) == ("b1", 0)


def test_the_gemstone_keeps_from_climbing_to_another_player() -> None:
    state = put(show(game(2, "acrobat", "advanced"), "2:a1 camera"), guard2="2:d4", p2="2:a1")
    assert "climb up" in state.legal()
    assert illegal(put(state, items1="gemstone"), "climb up") == "BB-CHAR-ACROBAT-A"


def test_gymnastics_from_below_on_the_top_floor() -> None:
    state = show(game(2, gymnastics="below"), "2:b2 lavatory")
    put(state, p1="2:b2", guard2="2:d4", gymnastics=1)
    assert "move 2:b1" in state.legal() and illegal(state, "move b2") == "BB-ACT-MOVE"


def test_flexibility_prefers_stairs_to_a_walkway() -> None:
    # By the stairs the room is entered, and its alarm would start but for the guard.
    state = show(up("acrobat"), "2:b1 walkway", "b1 stairs")
    put(state, p1="2:b1", guard1="b1", target1="d1")
    flexes = [move for move in state.legal() if move.verb == "flex"]
    assert flexes == ["flex b1"]
    assert illegal(put(state, guard1="c1"), "flex b1") == "BB-CHAR-ACROBAT-B"


def test_tinker_with_nothing_but_discards_left() -> None:
    state = put(game(2, "rigger", "advanced"), tools_left=0, tools_gone=1)
    assert play(state, "tinker").legal() == ("tool blueprints",)


def test_climbing_down_to_the_first_cell() -> None:
    state = put(show(game(2, "acrobat", "advanced"), "2:a1 camera", "a1 lavatory"), p1="2:a1")
    assert at(play(put(state, guard2="2:d4"), "climb down")) == "a1"


def test_who_lands_where_no_guard_looks_loses_nothing() -> None:
    state = put(show(game(2, landing="seen"), "2:b1 lavatory", "b1 foyer"), p1="2:b1")
    play(put(state, guard2="2:d4", tokens=()), "pass; event lost_grip")
    assert state.job.stealth == (3, 3)


def test_dynamite_on_the_first_floor_leaves_the_others() -> None:
    state = walls(walls(put(game(2, scenario="bank"), items1="dynamite"), "a1|b1"), "a1|b1", 2)
    state.push("use dynamite b1")
    assert [len(plan.walls) for plan in state.job.plans] == [0, 1, 0]


def test_the_first_player_does_not_see_what_the_second_looks_at() -> None:
    state = put(game(2, "juicer spotter"), active=1)
    play(state, "scout; look p2 b3")
    assert state.view(0)["looked"] == {} and state.view(1)["looked"] == {"patrol-1-top": ["b3"]}
