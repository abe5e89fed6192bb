"""Section 1 and 2 of the rules: how a game begins, and Fort Knox."""

from collections import Counter
from math import comb
from random import Random
from typing import cast

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import (
    CHARACTERS,
    DIGITS,
    EVENTS,
    ITEMS,
    KINDS,
    LOOT,
    TILES,
    TOOLS,
    ones,
)
from heistboard.games.burgle_bros.decks import REMOVED
from heistboard.games.burgle_bros.job import UNPLACED
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.walls import component_data, printed
from heistboard.rules import CHANCE, Choice, IllegalMove

from tests.host.games.burgle_bros.stage import at, game, illegal, play, put, room, show


def new(players: int = 2, /, **options: Choice) -> BurgleBros:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    state = GAME.new(players, **named)
    assert isinstance(state, BurgleBros)
    return state


def test_the_components_are_those_of_the_data_file() -> None:
    meta = component_data()["meta"]
    kinds = Counter(KINDS[1:-1])
    assert sum(kinds.values()) == meta["tiles_total"]
    assert kinds == {tile["id"]: tile["count"] for tile in component_data()["tile"]}
    assert (
        sum(circle == "white" for kind, _, circle in TILES if kind not in ("safe", "stairs"))
        == (meta["white_circle_tiles"])
    )
    assert DIGITS[0] == DIGITS[-1] == 0
    assert len(TOOLS) == meta["tool_cards"]
    assert len(LOOT) + 1 == len(ITEMS) - len(TOOLS) == meta["loot_cards"]
    assert len(EVENTS) == meta["event_cards"] and len(CHARACTERS) == meta["characters"]
    assert all(
        deck["count"] == 1 for deck in (*component_data()["tool"], *component_data()["event"])
    )


def tiles_of(scenario: str) -> Counter[str]:
    return Counter(KINDS[tile] for tile in ones(new(scenario=scenario).job.unseen))


def test_bb_setup_1_bank_has_all_tiles_on_three_floors() -> None:
    state = new(scenario="bank")
    assert (state.job.site.floors, state.job.site.size) == (3, 4)
    assert state.job.unseen.bit_count() == 48
    assert tiles_of("bank")["safe"] == tiles_of("bank")["stairs"] == 3


def test_bb_setup_1_each_floor_has_one_safe_and_one_stairs() -> None:
    state = game(scenario="bank")
    show(state, "b2 safe", "c2 stairs 4")
    put(state, p1="b1")
    state.push("peek c1")
    left = {(move.parts["tile"], move.parts.get("digit")) for move in state.legal()}
    assert ("safe", None) not in left and not any(kind == "stairs" for kind, _ in left)
    assert len(left) == 48 - 3 - 3 - 1
    with pytest.raises(IllegalMove, match="BB-REVEAL-1"):
        state.push("tile c1 safe")


def test_bb_setup_2_office_has_white_tiles_and_two_of_each_goal() -> None:
    state = new(scenario="office")
    tiles = ones(state.job.unseen)
    assert len(tiles) == 32 and state.job.site.floors == 2
    assert all(TILES[tile][2] == "white" for tile in tiles if KINDS[tile] != "safe")
    assert sorted(DIGITS[tile] for tile in tiles if KINDS[tile] == "stairs") == [4, 5]
    assert tiles_of("office")["safe"] == 2 and not tiles_of("office")["atrium"]


def test_bb_setup_3_fort_knox_has_two_floors_of_five_by_five() -> None:
    site = new(scenario="fort_knox").job.site
    assert (site.floors, site.size, site.scenario.safes) == (2, 5, 3)


def test_bb_setup_4_walls_are_the_printed_ones_or_listed() -> None:
    assert new(scenario="bank").job.plans == printed("bank")
    listed = "a1|b1,b1|c1,c1|d1,a2|b2,b2|c2,c2|d2,a3|b3,b3|c3"
    state = new(walls=f"{listed}/{listed}")
    assert len(state.job.plans[1].walls) == 8
    for bad, reason in (("a1|b1/a1|b1", "BB-WALL-1"), ("fort_knox_a", "of Fort Knox")):
        with pytest.raises(ValueError, match=f"burgle-bros: walls is .*{reason}"):
            new(walls=bad)
    with pytest.raises(ValueError, match="expected a text like 'printed'"):
        new(walls=3)
    with pytest.raises(ValueError, match="expected printed"):
        new(walls="none")


@pytest.mark.parametrize(("players", "removed"), [(4, 0), (3, 3), (2, 6), (1, 9)])
def test_bb_setup_5_patrol_cards_are_removed_by_the_number_of_players(
    players: int, removed: int
) -> None:
    assert REMOVED[players - 1] == removed
    assert new(players).job.patrol_left == (16 - removed,) * 2
    assert new(players, lost_visual=True).job.patrol_left == (17 - removed,) * 2
    assert new(players).job.patrol_unseen == ((1 << 16) - 1,) * 2


@pytest.mark.parametrize(
    ("scenario", "dice"), [("office", (2, 3)), ("bank", (2, 3, 4)), ("fort_knox", (3, 4))]
)
def test_bb_setup_6_guards_begin_with_their_speed(scenario: str, dice: tuple[int, ...]) -> None:
    assert new(scenario=scenario).job.speeds == dice


def test_bb_setup_7_the_decks_are_whole() -> None:
    job = new().job
    counts = [each.bit_count() for each in (job.events_left, job.tools_left, job.loot_left)]
    assert counts == [26, 13, 13]


def test_bb_setup_8_characters_are_drawn_and_sides_chosen() -> None:
    state = new(advanced=True)
    assert (state.seat, len(state.legal())) == (CHANCE, 9)
    state.push("character p1 rook")
    assert (state.seat, state.legal()) == (0, ("side basic", "side advanced"))
    state.push("side advanced")
    assert illegal(state, "character p2 rook") == "BB-SETUP-8"
    assert illegal(state, "character p1 hawk") == "BB-SETUP-8"
    assert len(state.legal()) == 8
    state.push("character p2 hacker")
    assert state.seat == 1 and state.job.stealth == (3, 3)
    plain = new()
    plain.push("character p1 rook")
    assert plain.phase == "character" and plain.job.sides == ("basic",)


def test_bb_setup_8_the_rigger_begins_with_dynamite() -> None:
    state = game(team="rigger")
    assert [ITEMS[item] for item in ones(state.job.items[0])] == ["dynamite"]
    assert state.job.tools_left.bit_count() == 12
    assert game(team="rigger", side="advanced").job.items == (0, 0)


def test_before_the_first_move_nothing_has_happened() -> None:
    view = new(3).view(0)
    nothing: dict[str, object] = {
        **{each: [] for each in ("stairs", "opened", "crowbarred", "searched", "marks")},
        **{each: [] for each in ("alarms", "lying", "tools-gone", "events-gone", "rolled")},
        **{each: {} for each in ("dice", "room-stealth", "lasting", "looked", "tiles")},
        **dict.fromkeys(("suit", "shift-change", "held-alarm"), False),
        **dict.fromkeys(("round", "actions", "used", "laptop", "guard-steps"), 0),
        **dict.fromkeys(("entrance", "crow", "outcome"), None),
        "event": "",
        "cracked": [],
        "moves": [],
        "hacks": {"computer_fingerprint": 0, "computer_laser": 0, "computer_motion": 0},
        "phase": "character",
        "active": "p1",
    }
    assert {name: view[name] for name in nothing} == nothing
    assert len(cast(list[str], view["face-down"])) == 32
    assert view["team"] == [
        {
            **{"player": player, "character": None, "side": None, "at": "outside", "stealth": 3},
            **{"items": [], "more-actions": 0, "loses-turn": False},
        }
        for player in ("p1", "p2", "p3")
    ]


def test_bb_setup_9_guard_entrance_die() -> None:
    state = new()
    play(state, "character p1 hawk; character p2 rook")
    assert state.phase == "patrol" and illegal(state, "patrol 2:b1") == "BB-GUARD-9"
    state.push("patrol b2")
    assert room(state, "guards") == ["b2", str(UNPLACED)]
    assert (state.phase, len(state.legal()), state.seat) == ("entrance", 16, 0)
    assert illegal(state, "entrance 2:a1") == "BB-SETUP-9"
    play(state, "entrance c1; tile c1 lavatory 5")
    assert state.job.room_tokens(2) == 3
    assert illegal(state, "patrol b2") == "BB-GUARD-9"
    state.push("patrol c4")
    assert room(state, "targets")[0] == "c4" and state.phase == "act"
    assert "downstairs" not in state.view(0) and room(state, "stairs") == []


def test_bb_setup_10_players_come_in_at_the_entrance_without_setting_off_anything() -> None:
    state = new()
    play(state, "character p1 hawk; character p2 rook; patrol b2; entrance b2")
    play(state, "tile b2 fingerprint 4; patrol c4")
    assert at(state, 1) == "b2" and at(state, 2) == "outside"
    assert state.job.stealth == (3, 3) and not state.job.alarms


@pytest.mark.parametrize(("script", "rings"), [("", False), ("peek a2; tile a2 foyer 2", True)])
def test_bb_setup_10_a_first_turn_without_action_sets_off_no_thermo(
    script: str, rings: bool
) -> None:
    state = new()
    play(state, "character p1 hawk; character p2 rook; patrol d4; entrance a1; tile a1 thermo 1")
    play(state, f"patrol d3; {script}; pass")
    assert room(state, "alarms") == (["a1"] if rings else [])


def test_bb_setup_11_the_first_player_is_an_option() -> None:
    state = new(3, first=3)
    play(state, "character p1 hawk; character p2 rook; character p3 raven; patrol d4")
    assert state.seat == 2 and state.job.active == 2
    with pytest.raises(ValueError, match=r"first is 3, expected 1\.\.2"):
        new(2, first=3)


@pytest.mark.parametrize("scenario", ["office", "bank", "fort_knox"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_bb_setup_12_every_scenario_takes_one_to_four(scenario: str, players: int) -> None:
    state = new(players, scenario=scenario)
    random = Random(players)
    while state.phase != "act":
        state.push(random.choice(state.legal()))
    assert state.seat == 0


def test_bb_setup_12_alone_there_is_no_gold() -> None:
    def loot(players: int) -> list[str]:
        cards = ones(new(players).job.loot_left)
        return [ITEMS[len(TOOLS) + card] for card in cards]

    assert loot(2).count("gold_bar") == 2 and loot(1).count("gold_bar") == 0
    assert len(loot(1)) == 11


def test_bb_setup_13_who_has_not_come_in_is_on_no_cell() -> None:
    state = game(3)
    put(state, at=(0, -1, -1), items1="crowbar", left=1)
    assert "send p2 b1" not in state.legal() and "give" not in {m.verb for m in state.legal()}
    play(state, "pass; event buddy_system")
    assert at(state, 2) == "a1" and state.job.active == 1  # it was not moved by the card


def test_bb_setup_13_who_is_outside_or_on_the_roof_is_on_no_floor() -> None:
    job = put(game(3), at=(-1, -2, 16)).job
    assert [job.floor(seat) for seat in range(3)] == [-1, -1, 1]


def test_bb_setup_13_who_loses_the_first_turn_comes_in_later() -> None:
    state = put(game(2), at=(0, -1), skips=2)
    play(state, "pass; event lampshade")
    assert state.job.active == 0 and at(state, 2) == "outside"


# Fort Knox.


def knox(**options: Choice) -> BurgleBros:
    return new(2, scenario="fort_knox", **options)


def test_bb_knox_1_the_empty_cell_is_no_room() -> None:
    state = knox()
    play(state, "character p1 hawk; character p2 rook")
    assert "patrol c3" not in state.legal() and len(state.legal()) == 24
    state.push("patrol a1")
    assert "entrance c3" not in state.legal()
    play(state, "entrance c2; tile c2 foyer 1; patrol a5")
    assert "move c3" not in state.legal() and illegal(state, "move c3") == "BB-ACT-MOVE"
    listed = "a3|a4,b3|b4,c3|c4,d3|d4,b4|b5,c4|c5,d4|d5,e4|e5,c1|c2,d1|d2,e1|e2,e2|e3"
    assert knox(empty="b2", walls=f"{listed}/{listed}").job.site.empty == {6, 31}
    site = knox().job.site
    assert site.beside[7] == (2, 6, 8) and site.beside[32] == (27, 31, 33)
    assert 12 not in site.lines[2] and 37 not in site.lines[27] and len(site.lines[2]) == 7
    with pytest.raises(ValueError, match=r"walls is 'printed', .*BB-WALL"):
        knox(empty="b2")
    with pytest.raises(ValueError, match="empty is 'f6'"):
        knox(empty="f6")


def test_bb_knox_2_the_third_safe_and_stairs_may_be_anywhere() -> None:
    state = game(scenario="fort_knox")
    assert state.job.unseen.bit_count() == 47
    show(state, "b1 safe", "b3 stairs 4")
    state.push("peek a2")
    assert {"tile a2 safe", "tile a2 stairs 5"} <= set(state.legal())
    state.push("tile a2 safe")
    put(state, p1="b2")
    state.push("peek c2")
    assert "tile c2 safe" not in state.legal()


def test_bb_knox_3_two_layouts_are_printed() -> None:
    assert knox().job.plans == printed("fort_knox_a")
    assert knox(walls="fort_knox_b").job.plans == printed("fort_knox_b")


def test_bb_knox_4_cards_go_to_the_floors_by_colour_and_name_the_triangle() -> None:
    data = component_data()
    for floor, circle in enumerate(("white", "black")):
        named = [
            card.get("triangle", card["square"])
            for deck in data["patrol_deck"]
            for card in deck["cards"]
            if card["circle"] == circle
        ]
        named += [
            card["triangle"] for card in data["patrol_extra"] if card.get("circle") == circle
        ]
        assert sorted(named) == sorted(data["fort_knox_patrol"][floor]["cells"])
        assert len(named) == 25


def test_bb_knox_5_each_deck_has_a_card_for_each_room() -> None:
    job = knox().job
    assert job.patrol_left == (18, 18)
    assert [each.bit_count() for each in job.patrol_unseen] == [24, 24]


def test_bb_knox_6_dice() -> None:
    assert knox().job.speeds == (3, 4)


def test_bb_knox_7_three_safes_open_the_roof() -> None:
    state = game(scenario="fort_knox")
    show(state, "2:b1 stairs", "b1 safe", "b4 safe", "2:b4 safe")
    put(state, p1="2:b1", guard2="2:e5", cracked="b1 b4")
    assert illegal(state, "escape") == "BB-WIN-1"
    put(state, cracked="b1 b4 2:b4")
    assert "escape" in state.legal()


def test_bb_knox_8_a_safe_has_no_digit_and_a_room_counts_for_two() -> None:
    state = game(scenario="fort_knox")
    show(state, "b2 safe", "d2 safe", "a2 laser 1", "c2 camera 1", "e2 camera 2")
    show(state, "b1 foyer 1", "b3 motion 1", "b4 thermo 1", "b5 deadbolt 1")
    show(state, "d1 foyer 2", "d3 laser 2", "d4 laser 3", "d5 thermo 2")
    put(state, p1="b2", safe_dice=((6, 1), (8, 1)), marks="e2")
    play(state, "crack b2; roll 1; tool virus; loot stamp")
    assert room(state, "cracked") == ["b2"]
    # c2 is marked for both.
    put(state, p1="d2", marks="c2 a2 e2 b2 d1 d3 d4 d5", left=1)
    state.push("crack d2")
    play(state, "roll 6; tool donuts; loot bust")
    assert room(state, "cracked") == ["b2", "d2"]


def test_bb_knox_9_stairs_of_floor_1_lead_up_and_those_of_floor_2_to_the_roof() -> None:
    state = show(game(scenario="fort_knox"), "b1 stairs", "2:c1 stairs")
    put(state, p1="b1", guard2="2:e5", left=4)
    assert "move 2:b1" in state.legal()
    put(state, p1="2:c1")
    assert illegal(state, "escape") == "BB-WIN-1"


def test_of_many_values_the_first_and_the_last_are_named() -> None:
    assert GAME.options["empty"].range == "a1, b1, c1 … e5"
    with pytest.raises(ValueError, match="empty is 'f1', expected a1, b1, c1 … e5"):
        GAME.new(2, scenario="fort_knox", empty="f1")


@pytest.mark.parametrize(("scenario", "safe"), [("office", 2), ("bank", 3), ("fort_knox", 3)])
def test_how_likely_the_first_tile_is_each(scenario: str, safe: int) -> None:
    # A floor has its safe and stairs; in Fort Knox the third ones are on it as often as not.
    state = play(new(1, scenario=scenario), "character p1 hawk; patrol a1; entrance a2")
    weights = dict(zip(map(str, state.legal()), state.odds(), strict=True))
    assert weights.pop("tile a2 safe") == safe and set(weights.values()) == {1}


def test_bb_knox_2_how_likely_the_third_safe_and_stairs_are() -> None:
    # By how many more safes and stairs lie on floor 1: the ways to divide what is face down.
    state = show(game(1, scenario="fort_knox", team="hawk"), "a1 safe", "b1 stairs 4")
    state.push("peek a2")
    cases = {
        (safes, stairs): (1 + safes) * (1 + stairs) * comb(42, 22 - safes - stairs)
        for safes in (0, 1)
        for stairs in (0, 1)
    }
    weights = dict(zip(map(str, state.legal()), state.odds(), strict=True))
    safe = sum(ways * safes for (safes, _), ways in cases.items())
    rest = sum(ways * (22 - safes - stairs) for (safes, stairs), ways in cases.items())
    hidden = [weight for text, weight in weights.items() if "safe" not in text]
    assert weights["tile a2 safe"] * rest == hidden[-1] * 42 * safe
