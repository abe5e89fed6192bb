"""Whole games with simulated hands: what the table in GESTURES.md does not cover."""

import pytest
from heistboard.games.car_thief.gestures import AGAIN_MS, SETTLE_MS, SHORT_MS, STILL_MS
from heistboard.places import layout
from heistboard.places.scene import Colour, Level, Pattern

from tests.support.evening import CLOSED_MS, HandPlayedGame, begun, colours, said

ROUND_1 = ("a1", "a3", "d4")  # searches by green, yellow, pink, on x11, x12, x44


# Setup.


def test_setup_asks_for_missing_buildings_and_then_for_each_helicopter() -> None:
    evening = HandPlayedGame(seen=False)
    evening.closed = set()
    evening.table.see(evening.closed, evening.now_ms)
    assert colours(evening.scene, "a1", "e5", "x22") == ["white blink", "white blink", "off"]
    for cell in layout.CELLS:
        evening.put(cell)
    assert colours(evening.scene, "a1", "x11", "x44") == ["off", "green pulse", "green pulse"]
    evening.set("x11").settle()
    assert colours(evening.scene, "x11", "x44") == ["green steady", "yellow pulse"]
    evening.set("x44").settle()
    assert colours(evening.scene, "x11", "x22", "x44") == [
        *("green steady", "pink pulse", "yellow steady")
    ]
    evening.set("x22").settle()
    assert colours(evening.scene, "x22", "r1", "r11") == [
        *("pink steady", "white pulse", "white pulse")
    ]


def test_helicopters_on_the_board_before_setup_must_be_taken_off() -> None:
    evening = HandPlayedGame(seen=False)
    evening.closed.add("x11.occupant")
    evening.table.see(evening.closed, evening.now_ms)
    evening.settle()
    assert (evening.ask, evening.wrong, evening.moves) == ("wrong.extra", {"x11": "extra"}, [])
    assert colours(evening.scene, "x11") == ["red double"]
    evening.take("x11").set("x11").settle()
    assert evening.moves == ["place green x11"]


# Eyes closed.


def test_the_phase_has_a_shortest_time_and_done_is_remembered() -> None:
    evening = HandPlayedGame().place("x11", "x12", "x44")
    assert said(evening)[-1] == "eyes.close"
    evening.lift("c3").wait(400).reed("c3.occupant", is_closed=True).put("c3")
    evening.press("done")
    assert (evening.phase, evening.moves[-1]) == ("eyes-closed", "place pink x44")
    evening.wait(CLOSED_MS - 1_000)
    assert evening.phase == "eyes-closed"
    evening.wait(1_000)
    assert (evening.phase, evening.moves[-1]) == ("police", "hide c3")
    assert said(evening) == ["eyes.open"]


def test_done_is_forgotten_when_something_is_lifted_after_it() -> None:
    evening = HandPlayedGame().place("x11", "x12", "x44")
    evening.lift("c3").wait(400).reed("c3.occupant", is_closed=True).put("c3").press("done")
    evening.lift("a1").put("a1").wait(CLOSED_MS)
    assert evening.phase == "eyes-closed"
    evening.press("done")
    assert evening.moves[-1] == "hide c3"


def test_with_eyes_closed_all_cells_look_alike_and_public_lights_stay() -> None:
    evening = begun("a1").search("d4").search("a3").search("b1").press("done").hide("a2")
    evening.search("a1").search("d4").search("a3").press("done")
    scenes = []
    for hands in (
        ("lift a2",),
        ("off a2", "put a2"),
        ("lift e5", "car e5", "put e5"),
        ("lift e5", "off e5", "put e5"),
        ("lift b2", "car b2", "put b2"),
    ):
        for hand in hands:
            verb, cell = hand.split()
            if verb in ("car", "off"):
                evening.reed(f"{cell}.occupant", is_closed=verb == "car")
            else:
                (evening.lift if verb == "lift" else evening.put)(cell)
            evening.wait(400)
        scene = evening.scene
        scenes.append(colours(scene, "c3")[0])
        others = [cell for cell in layout.CELLS if cell != "a1"]
        assert len(set(colours(scene, *others))) == 1
        assert colours(scene, "a1", "x11", "x44") == [
            "yellow steady",
            "green steady",
            "pink steady",
        ]
    assert scenes == ["white blink", "white double", "white triple", "white double", "green pulse"]
    assert said(evening)[-1:] == ["eyes.close"]


def test_a_surrounded_thief_loses_without_closing_eyes() -> None:
    evening = begun("a2")
    for cell in ("b2", "b1", "a1"):
        evening = flown(evening).press("done").hide(cell)
    evening = flown(evening).press("done")
    assert (evening.phase, evening.ask) == ("over", "over.surrounded")
    assert evening.moves[-1] == "surrounded"
    assert "over.surrounded" in said(evening)


def flown(evening: HandPlayedGame) -> HandPlayedGame:
    """All three helicopters fly, anywhere that is legal."""
    while evening.record.state.seat == 1:
        move = next(m for m in evening.record.state.legal() if m.startswith("fly"))
        _, colour, to = move.split()
        home = evening.gestures.state.helicopters[colour]
        assert home is not None
        evening.fly(home, to)
        assert evening.moves[-1] == move
    return evening


# The police.


def test_helicopters_pulse_until_they_have_acted_and_show_where_they_may_go() -> None:
    evening = begun()
    assert colours(evening.scene, "x11", "x12", "x44") == [
        *("green pulse", "yellow pulse", "pink pulse")
    ]
    evening.take("x12")
    assert colours(evening.scene, "x22", "x13", "x12", "x11", "x33") == [
        *("yellow pulse", "yellow pulse", "yellow steady", "green pulse", "off")
    ]
    evening.set("x13").settle()
    assert colours(evening.scene, "x13", "x12", "x11") == ["yellow steady", "off", "green pulse"]


def test_quick_hands_need_not_wait_but_a_slide_is_no_flight() -> None:
    for still_ms in (0, STILL_MS - 1, STILL_MS):
        evening = begun()
        before = list(evening.moves)
        evening.take("x12").set("x13").wait(still_ms).take("x44")
        if still_ms < STILL_MS:
            assert evening.wait(10_000).moves == before
            assert evening.ask == "wrong.move" and set(evening.wrong) == {"x12", "x13", "x44"}
            evening.set("x44").take("x13").set("x12")
            assert (evening.ask, evening.moves) == ("police.act", before)
        else:
            assert evening.moves == [*before, "fly yellow x13"]
            assert colours(evening.scene, "x34", "x43", "x12") == [*["pink pulse"] * 2, "off"]


def test_a_flight_refused_by_a_full_disk_is_made_once_there_is_space() -> None:
    evening = begun()
    evening.take("x12").set("x13").wait(STILL_MS)
    evening.record.is_full = True
    with pytest.raises(OSError, match="full"):
        evening.take("x44")
    assert evening.gestures.state.helicopters["yellow"] == "x12"
    evening.record.is_full = False
    evening.table.tick(evening.now_ms)
    assert (evening.moves[-1], evening.ask) == ("fly yellow x13", "police.hand")


def test_nothing_found_is_a_short_white_light_and_a_trace_stays_lit() -> None:
    evening = begun("a1")
    evening.lift("d4").settle()
    assert colours(evening.scene, "d4") == ["white steady"]
    evening.put("d4").wait(SHORT_MS)
    assert colours(evening.scene, "d4") == ["off"]
    evening.search("a3").search("b1").press("done").hide("a2")
    evening.lift("a1").settle()
    assert colours(evening.scene, "a1") == ["yellow steady"]
    assert said(evening)[-1] == "found.yellow"
    evening.put("a1").wait(60_000)
    assert colours(evening.scene, "a1") == ["yellow steady"]


def test_the_result_is_in_the_journal_before_the_lights(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begun("a1")
    evening.record.is_full = True
    evening.lift("a1")
    for _ in range(3):
        evening.now_ms += SETTLE_MS
        with pytest.raises(OSError, match="full"):
            evening.table.tick(evening.now_ms)
        assert evening.scene.get("a1") is None and "found.car" not in said(evening)
        assert evening.record.state.outcome is None
    evening.record.is_full = False
    evening.wait(10)
    assert evening.ask == "over.arrest"


def test_after_an_arrest_red_runs_over_the_board_and_blue_runs_back() -> None:
    evening = begun("a1")
    evening.lift("a1").settle()
    assert evening.ask == "over.arrest"
    scene = evening.scene
    for colour, path in (
        (Colour.RED, layout.CELLS[::2]),
        (Colour.BLUE, layout.CELLS[1::2][::-1]),
    ):
        assert {cell for cell in scene if scene[cell].colour is colour} == set(path)
        assert [scene[cell].phase for cell in path] == list(range(len(path)))
        assert {scene[cell].pattern for cell in path} == {Pattern.CHASE}


def test_if_two_could_have_searched_both_pulse_until_one_answers() -> None:
    evening = begun()
    evening.lift("a2").settle()
    assert (evening.moves[-1], evening.record.mark) == ("search green a2", "which")
    assert colours(evening.scene, "x11", "x12", "x44") == [
        *("green pulse", "yellow pulse", "pink steady")
    ]
    evening.put("a2").take("x12").settle().set("x12")
    assert (evening.moves[-1], evening.record.mark) == ("search yellow a2", "")
    assert evening.gestures.state.waiting == ["green", "pink"]


def test_question_and_result_survive_a_restart() -> None:
    for is_open in (True, False):
        evening = begun("a1")
        evening.lift("a2").settle()
        if not is_open:
            evening.put("a2")
        before = list(evening.moves)
        evening.restart().wait(100)
        assert evening.moves == before
        assert evening.ask == "police.which"
        evening.put("a2").wait(50).take("x12").settle().set("x12").wait(50)
        assert evening.moves == [*before[:-1], "search yellow a2"]
        assert evening.ask == "police.act"


def test_a_car_found_by_two_is_found_without_a_question() -> None:
    evening = begun("b2")
    evening.lift("b2").settle()
    assert evening.ask == "over.arrest"
    assert colours(evening.scene, "a1", "b1") == ["red chase", "blue chase"]


def test_a_chattering_car_reed_changes_nothing_public() -> None:
    evening = begun("c3")
    before = evening.table.scene(evening.now_ms), evening.ask
    for _ in range(50):
        evening.reed("c3.occupant", is_closed=False).wait(37)
        evening.reed("c3.occupant", is_closed=True).wait(11)
        assert (evening.table.scene(evening.now_ms), evening.ask) == before
    assert evening.gestures.reports == []


def test_a_reed_that_contradicts_the_journal_is_reported() -> None:
    evening = begun("a1")
    evening.closed.discard("a1.occupant")  # its reed has died
    evening.lift("a1").settle()
    assert evening.ask == "over.arrest"
    assert evening.gestures.reports == ["a1.occupant"]


# Undo.


def test_undo_goes_back_to_the_last_revelation() -> None:
    evening = begun().fly("x12", "x13").fly("x11", "x12")
    evening.press("undo")
    assert evening.moves[-1] == "fly yellow x13"
    assert evening.wrong == {"x12": "extra", "x11": "missing"}
    assert colours(evening.scene, "x11", "x12") == ["green blink", "red double"]
    evening.take("x12").set("x11").wait(10).press("undo").take("x13").set("x12").wait(10)
    assert (evening.ask, evening.moves[-1]) == ("police.act", "hide c3")
    evening.press("undo")
    assert evening.moves[-1] == "hide c3"
    assert colours(evening.scene, "r1", "r11") == ["red double", "red double"]
    evening.wait(2_000)
    assert colours(evening.scene, "r1") == ["white steady"]


def test_undo_after_the_third_action_but_never_after_done() -> None:
    evening = begun().search("a1").search("a3").fly("x44", "x34")
    assert evening.ask == "police.done"
    evening.press("undo")
    assert evening.moves[-1] == "search yellow a3"
    evening.take("x34").set("x44").wait(10).fly("x44", "x34").press("done")
    assert evening.phase == "eyes-closed"
    evening.press("undo")
    assert (evening.phase, evening.moves[-1]) == ("eyes-closed", "fly pink x34")


# The board goes and comes.


def test_changes_while_disconnected_are_no_moves() -> None:
    evening = begun()
    for change in ({"x12.occupant", "x13.occupant"}, {"a1.cover"}):
        evening.table.lose()
        assert (evening.ask, evening.table.wake_ms) == ("lost", None)
        evening.closed ^= change
        evening.wait(5_000)
        evening.table.see(evening.closed, evening.now_ms)
        evening.wait(5_000)
        assert evening.table.sync.value == "desync"
        assert evening.moves[-1] == "hide c3"
        evening.closed ^= change
        evening.table.see(evening.closed, evening.now_ms)
        assert evening.table.sync.value == "synced"


def test_a_cable_that_is_pulled_while_eyes_are_closed() -> None:
    evening = HandPlayedGame().place("x11", "x12", "x44")
    evening.lift("c3").wait(400)
    evening.table.lose()
    evening.closed |= {"c3.occupant", "c3.cover"}
    evening.wait(3_000)
    evening.table.see(evening.closed, evening.now_ms)
    evening.press("done").wait(CLOSED_MS)
    assert evening.moves[-1] == "hide c3"


@pytest.mark.parametrize("phase", ["setup", "ready", "closed", "police", "finished", "over"])
def test_a_restart_resumes_the_same_prompt(phase: str) -> None:
    evening = HandPlayedGame()
    evening.set("x11").settle()
    if phase != "setup":
        evening.set("x12").settle().set("x44").settle()
    if phase not in ("setup", "ready"):
        evening.press("done")
    if phase in ("police", "finished", "over"):
        evening.hide("b1").search("d4")
    if phase == "finished":
        evening.search("a1").search("a3")
    if phase == "over":
        evening.search("b1")
    before = (evening.phase, evening.ask, list(evening.moves), evening.record.mark)
    evening.restart()
    assert (evening.phase, evening.ask, evening.moves, evening.record.mark) == before
    evening.wait(20_000)
    assert evening.moves == before[2]


def test_a_restart_while_the_car_is_being_hidden() -> None:
    evening = begun("b1").search("a1").search("a3").search("d4").press("done")
    evening.lift("b1").wait(400).reed("b1.occupant", is_closed=False).put("b1")
    evening.lift("c1").wait(400).reed("c1.occupant", is_closed=True)
    evening.restart().put("c1").press("done").wait(CLOSED_MS)
    assert evening.moves[-1] == "hide c1"


@pytest.mark.parametrize("lies", ["", "b1", "a2", "c1"])
def test_car_that_was_left_is_found_after_a_restart_wherever_a_flashlight_lies(lies: str) -> None:
    evening = begun("b1").search("a1").search("a3").search("d4").press("done")
    evening.lift("b1").wait(400).reed("b1.occupant", is_closed=False).put("b1")
    evening.lift("b2").wait(400).reed("b2.occupant", is_closed=True).put("b2")
    lit = colours(evening.scene, "e5")
    if lies:
        evening.reed(f"{lies}.occupant", is_closed=True)
    evening.restart().wait(10_000)
    assert colours(evening.scene, "e5") == lit == ["green pulse"]
    evening.press("done")
    assert evening.moves[-1] == "hide b2"


def test_after_a_restart_the_thief_restores_what_was_under_lifted_buildings() -> None:
    evening = begun("b1").search("a1").search("a3").search("d4").press("done").hide("b2")
    evening.closed -= {"b2.cover", "b2.occupant", "c4.cover"}
    evening.restart()
    assert (evening.phase, evening.ask) == ("police", "wrong.missing")
    evening.put("b2").put("c4")
    assert (evening.phase, evening.ask) == ("restore", "restore")
    assert evening.table.private(0)["restore"] == ["b1", "b2"]
    assert evening.table.private(1) == {}
    assert said(evening)[-1] == "eyes.close"
    evening.press("done").wait(CLOSED_MS)
    assert evening.phase == "restore"
    # A flashlight on the building is no car, and a car counts once its building was lifted.
    evening.reed("b2.occupant", is_closed=True).wait(10_000).press("done").wait(CLOSED_MS)
    assert evening.phase == "restore"
    evening.lift("b2").wait(400).reed("b2.occupant", is_closed=True).put("b2").press("done")
    assert (evening.phase, evening.ask) == ("police", "police.act")
    assert evening.moves[-1] == "hide b2"


# The end.


def test_the_last_search_of_an_escape_is_shown_before_the_trail() -> None:
    evening = begun("e1")
    for cell in ("d1", "c1", "c2", "c3", "c4", "c5", "d5", "e5", "e4", "e3"):
        evening = flown(evening).press("done").hide(cell)
    while evening.record.state.seat == 1:
        move = next(m for m in evening.record.state.legal() if m.startswith("search"))
        _, colour, cell = move.split()
        evening.lift(cell).settle()
        if evening.gestures.which:
            home = evening.gestures.state.helicopters[colour]
            assert home is not None
            evening.put(cell).take(home).settle().set(home)
        if evening.phase != "over":
            evening.put(cell).wait(50)
    assert evening.ask == "over.escape"
    found = evening.gestures.state.searches[-1].found
    expected = {"nothing": "white"}.get(found, found)
    assert colours(evening.scene, cell) == [f"{expected} steady"]
    assert colours(evening.scene, "r1") == ["off"]
    evening.wait(4_000)
    assert colours(evening.scene, "r1") == ["yellow steady"]


def test_at_the_end_the_trail_is_replayed_and_holding_done_starts_again() -> None:
    evening = begun("a1").search("d4").search("a3").search("b1").press("done").hide("a2")
    evening.search("d4").search("a1").press("done")
    evening.lift("a2").settle()
    assert evening.phase == "over"
    seen = set()
    for _ in range(60):
        evening.wait(200)
        seen.add(tuple(colours(evening.scene, "a1", "a2")))
    assert {("yellow pulse", "off"), ("yellow steady", "blue pulse")} <= seen
    evening.put("a2").press("done")
    assert not evening.gestures.wants_new_game
    evening.press("done", held_ms=AGAIN_MS + 100)
    assert evening.gestures.wants_new_game


# Aloud.


def test_without_a_screen_the_voice_says_what_to_do() -> None:
    evening = HandPlayedGame()
    evening.lift("a1").put("a1")
    evening.set("x11").settle().set("x12").settle().set("x44").settle()
    assert said(evening) == ["setup.place", "setup.place", "setup.place", "setup.done"]
    evening.press("done").hide("c3")
    said(evening)
    evening.lift("a2").settle()
    evening.put("a2").take("x12").settle().set("x12").search("a1").search("d4")
    assert [each for each in said(evening) if each.startswith("police")] == [
        *("police.which", "police.done")
    ]


# Lights in general.


def test_lights_of_the_police_phase_use_existing_leds_and_the_track_colours() -> None:
    scene = begun().scene
    assert set(scene) <= set(layout.LEDS)
    assert scene["r1"].colour is Colour.WHITE and scene["r1"].level is Level.DIM
    assert colours(scene, "r2", "r6", "r11") == ["blue steady", "red steady", "blue steady"]
    assert all(intent.pattern in Pattern for intent in scene.values())


def test_help_speaks_the_prompt() -> None:
    evening = begun()
    said(evening)
    evening.press("help")
    assert said(evening) == ["police.act"]
    evening.search("a1").search("a3").search("d4").press("done").lift("a1")
    said(evening)
    evening.press("help")
    assert said(evening) == ["hide"]
