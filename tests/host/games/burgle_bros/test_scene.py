"""What the lights show: readable without colours, within the current, and cheap."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.scene import MEANINGS
from heistboard.places import layout
from heistboard.places.place import split_floor
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene
from heistboard.rules import Ask, View

from tests.host.games.burgle_bros.stage import game, put, show
from tests.support.burgle_hands import act_somehow, begun
from tests.support.burgle_table import BurgleTable
from tests.support.lit_current import current

GAMES = 30
STATES = 40  # of each game, at most


def scene_of(state: BurgleBros) -> Scene:
    """The scene when every piece is where it belongs."""
    return BurgleTable(state).ready().scene


def scenes(games: int) -> Iterator[tuple[BurgleTable, Scene]]:
    for seed in range(games):
        random = Random(seed)
        table = begun(
            random,
            scenario=random.choice(("office", "bank", "fort_knox")),
            players=random.randint(1, 4),
        )
        for _ in range(STATES):
            yield table, table.scene
            act_somehow(table, random)


def test_no_two_meanings_differ_in_colour_alone() -> None:
    for (one, light), (other, second) in combinations(MEANINGS.items(), 2):
        assert light[1:3] != second[1:3], (one, other)


def test_scenes_of_random_games_stay_within_the_current_of_usb() -> None:
    most = 0
    for table, scene in scenes(GAMES):
        for floor in range(1, table.state.job.site.floors + 1):
            most = max(most, current(scene, floor).asked)
    assert layout.DEFAULT_BUDGET_MA // 2 < most <= layout.DEFAULT_BUDGET_MA


def test_wherever_a_tap_counts_there_is_light_and_pads_are_on_one_floor() -> None:
    for table, scene in scenes(20):
        gestures = table.gestures
        assert set(gestures.taps) <= scene.keys()
        floors = {split_floor(place)[0] for place in gestures._choices.pads}
        assert len(floors) <= 1


def test_the_one_who_is_asked_pulses_in_the_players_colour() -> None:
    scene = scene_of(put(game(2), p1="b2", p2="a1"))
    assert scene["b2"] == Intent(Colour.BLUE, Level.NORMAL, Pattern.PULSE)
    scene = scene_of(put(game(2), p1="b2", p2="c3", active=1))
    assert scene["b3"] == MEANINGS["go"] and "b2" not in scene
    assert scene["c3"] == Intent(Colour.GREEN, Level.NORMAL, Pattern.PULSE)


def test_an_alarm_and_a_guard_on_his_way_show_in_the_room_of_who_is_asked() -> None:
    danger = Intent(Colour.RED, Level.BRIGHT, Pattern.PULSE)
    alarm = put(show(game(2), "b2 laser"), p1="b2", p2="c3", alarms="b2", target1="b2")
    assert scene_of(alarm)["b2"] == danger
    assert scene_of(put(alarm, alarms="", target1="c3"))["b2"].colour is Colour.BLUE
    assert scene_of(put(alarm, alarms="", target1="b2"))["b2"] == danger
    assert scene_of(put(alarm, alarms="b2", active=1))["b2"] == MEANINGS["alarm"]


def test_rooms_to_go_to_differ_from_links_and_from_rooms_to_look_into() -> None:
    state = show(put(game(2), p1="b2", p2="a1"), "b2 stairs", "b1 laser", "c2 deadbolt")
    scene = scene_of(put(state, left=2, p1="b2"))
    assert scene["b1"] == MEANINGS["go"]
    assert scene["2:b2"] == MEANINGS["link"]
    assert scene["a2"] == MEANINGS["go"]
    assert "c2" not in scene  # three actions
    atrium = scene_of(show(put(game(2), p1="b2"), "b2 atrium"))
    assert atrium["2:b2"] == MEANINGS["peek"]


def test_with_a_mistake_elsewhere_what_is_due_stays_lit() -> None:
    table = BurgleTable(put(show(game(2), "b1 atrium"), p1="b1"), deals=("tile c1 foyer 2",))
    table.ready().tap("c1").turn("d2").wait(1_000)
    assert table.ask == Ask("wrong.missing", {"places": "d2", "pieces": "tile"})
    assert table.scene["d2"].level is Level.BRIGHT and table.scene["c1"] == MEANINGS["turn"]
    table.lay("d2").turn("c1").pull().off("d4").plug().on("2:c3").wait(1_000)
    assert table.ask == Ask("wrong.extra", {"places": "2:c3"})
    assert table.scene["d4"] == MEANINGS["home"]


def test_where_guards_go_is_lit_on_every_floor() -> None:
    scene = scene_of(put(game(2), target1="d1", guard2="2:a1", target2="2:c3"))
    assert {place for place, light in scene.items() if light == MEANINGS["target"]} == {
        *("d1", "2:c3"),
    }


def test_alarms_flash_by_the_order_of_their_distance() -> None:
    state = show(game(2), "d3 laser", "b4 laser", "c3 laser")
    scene = scene_of(put(state, alarms="d3 b4 c3", guard1="d4", target1="d3"))
    assert [scene[cell].pattern for cell in ("d3", "b4", "c3")] == [
        *(Pattern.SINGLE, Pattern.DOUBLE, Pattern.DOUBLE),
    ]
    assert {scene[cell].colour for cell in ("d3", "b4", "c3")} == {Colour.RED}


def test_the_numbers_of_a_safe_light_up_for_who_stands_there() -> None:
    state = show(game(2), "c2 safe", "c4 foyer", "a2 laser", "b1 laser")
    state = put(state, p1="c2", marks="c4 b1")
    scene = scene_of(state)
    assert scene["c4"] == MEANINGS["mark"] and scene.get("b1") != MEANINGS["mark"]
    assert scene.get("a2") != MEANINGS["mark"]
    assert scene_of(put(state, p1="c3", cracked="c2"))["c2"] == MEANINGS["go"]
    assert scene_of(put(state, p1="a4", cracked="c2"))["c2"] == MEANINGS["cracked"]


def test_the_round_track_counts_actions_and_stealth() -> None:
    scene = scene_of(put(game(2), left=3, stealth1=2))
    for floor in ("", "2:"):
        assert [scene[f"{floor}r{led}"].colour for led in (1, 2, 3)] == [Colour.WHITE] * 3
        assert [scene[f"{floor}r{led}"].colour for led in (10, 11)] == [Colour.BLUE] * 2
        assert not {f"{floor}r{led}" for led in range(4, 10)} & scene.keys()


def test_pads_are_lit_only_when_they_do_something() -> None:
    pads = {"a5", "b5", "c5", "d5", "e5", "e4", "e3"}
    assert pads & scene_of(put(game(2), left=4)).keys() == {"e5", "e4"}
    safe = scene_of(put(show(game(2), "b1 safe"), p1="b1", left=1, safe_dice=((1, 2),)))
    assert pads & safe.keys() == {"c5", "e5", "e4"}
    up = scene_of(put(show(game(2), "2:b1 walkway"), p1="2:b1", guard2="2:d4", left=4))
    assert {place for place in up if place[-1] == "5" or place.endswith(("e3", "e4"))} == {
        *("2:d5", "2:e5", "2:e4"),
    }


def test_danger_glows_by_its_chance_and_is_gone_with_the_next_move() -> None:
    table = BurgleTable(put(game(2), p1="a1", p2="a1")).ready()
    assert not table.gestures.hinted({"grade": "off"})
    hints: View = {
        "grade": "danger",
        "shares": {"d3": 1000, "c4": 499, "b4": 0, "b1": 900, "2:a1": 60},
    }
    assert table.gestures.hinted(hints) and not table.gestures.hinted(hints)
    scene = table.scene
    assert (scene["d3"], scene["c4"]) == (MEANINGS["great danger"], MEANINGS["danger"])
    assert not {"b4", "2:a1"} & scene.keys()  # nobody stands on floor 2
    assert scene["b1"] == MEANINGS["go"]
    table.tap("b1")
    assert "c4" not in table.scene
