"""The outside game at the table: hands that carry the lantern, and seats that speak."""

import pytest
from heistboard.games.spoken_moves import MENU_MS
from heistboard.places.scene import Pattern
from heistboard.rules import TABLE, Ask, Choice, IllegalMove
from heistboard.table.table import NotYourTurn, UnknownReed

from tests.outside.table import LanternTable


def begun(**options: Choice) -> LanternTable:
    """A table where the lantern stands on x22 and p1 is to carry it."""
    table = LanternTable(options)
    table.lantern("x22")
    return table


def test_the_host_deals_and_the_lantern_is_missing_at_the_beginning() -> None:
    table = LanternTable({"players": 3})
    assert (table.state.phase, len(table.state.moves)) == ("carry", 6)
    assert table.sync == "desync"
    assert table.table.ask == Ask("wrong.missing", {"places": "x22", "pieces": "lantern brass"})
    table.lantern("x22")
    assert table.sync == "synced"
    assert table.table.ask == Ask("carry.wait", {"player": "p1"})
    assert table.table.asked(0) == Ask("carry", {"crossing": "x22"})


def test_the_lantern_is_carried_when_it_stands_on_the_next_crossing() -> None:
    table = begun()
    table.lantern()
    assert (table.sync, table.state.phase) == ("synced", "carry")
    table.lantern("x23", for_ms=600)
    assert table.state.phase == "carry" and table.table.gestures.is_settling
    table.wait(100)
    # The host turns up the street card at once.
    assert [move.verb for move in table.state.moves[-2:]] == ["carry", "street"]
    assert (table.state.phase, table.sync) == ("window", "synced")


@pytest.mark.parametrize(
    ("stands", "ask"),
    [
        (("x33",), Ask("wrong.move", {"from": "x33", "to": "x22", "pieces": "lantern brass"})),
        (("x22", "x23"), Ask("wrong.extra", {"places": "x23"})),
    ],
)
def test_what_is_no_road_is_put_right_first(stands: tuple[str, ...], ask: Ask) -> None:
    table = begun()
    table.lantern(*stands)
    assert (table.sync, table.table.ask) == ("desync", ask)
    table.lantern("x23")
    assert table.state.phase == "carry"
    table.lantern("x22")
    table.lantern("x23")
    assert table.state.phase == "window"


def test_a_hand_that_is_quicker_than_a_reed_is_no_mistake() -> None:
    table = begun()
    table.lantern("x22", "x23", for_ms=50)  # the reed that it leaves opens later
    assert table.sync == "desync"
    table.lantern("x23")
    assert table.state.phase == "window"


def test_what_happened_while_nobody_looked_is_no_move() -> None:
    table = begun()
    table.table.lose()
    table.lantern("x23")
    assert (table.sync, table.state.phase) == ("desync", "carry")


def test_a_carry_that_is_said_asks_for_the_lantern() -> None:
    table = begun()
    table.say(0, "carry x21")
    assert table.state.phase == "window"
    assert table.table.ask.id == "wrong.move"
    scene = table.table.scene(table.now_ms)
    assert {place for place, intent in scene.items() if intent.pattern is Pattern.BLINK} == {
        *("x21", "x22"),
    }
    table.lantern("x21")
    assert table.sync == "synced"
    assert set(table.table.scene(table.now_ms)) == {"x21", "r1", "r2", "r3"}


def test_a_seat_speaks_only_for_itself() -> None:
    table = begun(players=4)
    table.say(0, "carry x21")
    (other,) = (move for move in table.state.legal(2) if move.verb == "pass")
    for text in (other, f"p3 play {table.state.view(2)['card']}"):
        with pytest.raises(NotYourTurn, match="the move of another seat"):
            table.say(1, text)
    with pytest.raises(NotYourTurn):
        table.say(0, "p1 pass")
    table.say(2, other)
    with pytest.raises(NotYourTurn):
        table.say(2, other)


def test_a_card_that_is_not_in_the_hand_is_refused_to_its_seat() -> None:
    table = begun(players=3)
    table.say(0, "carry x21")
    not_held = {"gust": "cloak", "cloak": "gust"}[str(table.state.view(1)["card"])]
    with pytest.raises(IllegalMove, match="not in the hand"):
        table.say(1, f"p2 play {not_held}")


def test_an_open_window_looks_the_same_whoever_has_passed() -> None:
    def shown(table: LanternTable, seat: int) -> object:
        at = table.table
        return at.ask, at.asked(seat), at.moves(seat), at.scene(0), at.gestures.turn, at.sync

    def passing(*seats: int) -> LanternTable:
        table = begun(players=4)
        table.say(0, "carry x21")
        for seat in seats:
            table.say(seat, f"p{seat + 1} pass")
        return table

    for seat in (TABLE, 0):
        assert shown(passing(), seat) == shown(passing(1), seat) == shown(passing(2, 3), seat)
    assert shown(passing(), 1) == shown(passing(2, 3), 1) != shown(passing(1), 1)


@pytest.mark.parametrize("seats", [(), (1,), (2, 1)])
def test_undo_in_a_window_means_nothing_whoever_has_passed(seats: tuple[int, ...]) -> None:
    table = begun(players=4)
    table.say(0, "carry x21")
    for seat in seats:
        table.say(seat, f"p{seat + 1} pass")
    before = table.state.told(None)
    assert not table.press("undo")
    assert table.state.told(None) == before


def test_a_real_street_card_is_drawn_by_hands_and_said() -> None:
    table = LanternTable({"players": 3}, deals={"street": "hands"})
    table.lantern("x22")
    table.lantern("x32")
    assert table.state.phase == "street" and table.table.ask == Ask("draw.street")
    assert table.press("undo")  # the lantern goes back
    assert table.state.phase == "carry" and table.table.ask.id == "wrong.move"
    table.lantern("x22")
    table.lantern("x12")
    table.say(0, "street wind")
    assert table.state.view(TABLE)["street"] == "wind"


def test_the_game_is_played_to_its_end_and_done_begins_another() -> None:
    table = begun(players=3, turns=2)
    while movers := table.state.movers:
        move = table.state.default(movers[0])
        table.say(movers[0], move)
        table.lantern(str(table.state.view(TABLE)["lantern"]))
    assert table.state.outcome is not None
    assert table.table.ask.id == f"over.{table.state.outcome.ending}"
    table.table.press("done", table.now_ms, is_held=True)
    assert table.table.gestures.wants_new_game


@pytest.mark.parametrize("passed", [(), (1,), (2, 1)])
def test_the_umpire_takes_back_what_everybody_knows_whoever_has_passed(
    passed: tuple[int, ...],
) -> None:
    table = begun(players=4)
    table.say(0, "carry x23")
    for seat in passed:
        table.say(seat, f"p{seat + 1} pass")
    before = len(table.state.told(TABLE))
    assert table.table.correct("undo", table.now_ms) == ""
    table.table.deal(table.now_ms)
    # The street card that the host dealt goes back with the carry, and is not dealt again at once.
    assert (table.state.phase, len(table.state.told(TABLE))) == ("carry", before - 2)


def test_a_draw_by_hands_is_said_aloud_once() -> None:
    table = LanternTable({"players": 3}, deals={"street": "hands"})
    table.lantern("x22")
    table.table.gestures.spoken.clear()
    table.lantern("x23")
    table.wait(100)
    assert table.table.gestures.spoken == [Ask("draw.street")] == [table.table.ask]
    table.table.gestures.spoken.clear()
    table.say(2, "street wind")
    assert [ask.id for ask in table.table.gestures.spoken] == ["window.wait"]


# The tower, on floor 2.


def towered(**options: Choice) -> LanternTable:
    """A table where p1 has carried the lantern to x23 and is asked in the tower."""
    table = LanternTable({"players": 3, "tower": True, **options})
    table.lantern("x22")
    table.lantern("x23")
    assert (table.state.phase, table.sync) == ("tower", "synced")
    return table


def test_bell_is_expected_on_the_second_floor() -> None:
    table = LanternTable({"players": 3, "tower": True})
    table.flip("2:c3.occupant")
    table.lantern("x22")
    assert table.table.ask == Ask("wrong.missing", {"places": "2:c3", "pieces": "bell"})
    assert table.table.scene(table.now_ms)["2:c3"].pattern is Pattern.BLINK
    table.lantern("x23")
    assert table.state.phase == "carry"


def test_places_where_a_tap_counts_are_lit() -> None:
    table = towered()
    scene = table.table.scene(table.now_ms)
    pulsing = {place for place, intent in scene.items() if intent.pattern is Pattern.PULSE}
    assert pulsing == {*table.table.gestures.taps} == {"2:c3", "2:c1"}
    assert {"r1", "2:r1", "2:r3"} <= scene.keys()


def test_bell_that_is_lifted_and_put_back_rings() -> None:
    table = towered()
    table.tap("2:c3", 700)
    assert [move.verb for move in table.state.moves[-2:]] == ["ring", "street"]
    assert table.sync == "synced" and table.table.gestures.taps == ()


def test_tap_beside_the_bell_lets_it_rest() -> None:
    table = towered()
    table.tap("2:c1")
    assert [move.verb for move in table.state.moves[-2:]] == ["hush", "street"]


@pytest.mark.parametrize(("place", "for_ms"), [("2:c1", 1_000), ("2:c1", 50), ("2:c1", 700)])
def test_holds_and_knocks_choose_nothing(place: str, for_ms: int) -> None:
    table = towered()
    table.tap(place, for_ms)
    assert (table.state.phase, table.sync) == ("tower", "synced")


def test_no_tap_while_the_lantern_is_not_where_it_belongs() -> None:
    table = towered()
    table.lantern("x22")
    table.tap("2:c1")
    table.tap("2:c3")
    assert (table.state.phase, table.sync) == ("tower", "desync")


def test_help_says_what_may_be_done_and_done_does_it() -> None:
    table = towered()
    table.press("help")
    assert table.table.ask == Ask("menu.move", {"move": "hush"})
    table.press("help")
    assert table.table.ask == Ask("menu.move", {"move": "ring"}) == table.table.gestures.spoken[-1]
    table.press("help")
    assert table.press("done")
    assert [move.verb for move in table.state.moves[-2:]] == ["hush", "street"]
    assert table.table.ask.id == "window.wait"
    table.press("help")
    assert table.table.ask.id == "window.wait" == table.table.gestures.spoken[-1].id


def test_menu_is_closed_by_undo_and_after_a_while() -> None:
    table = towered()
    table.press("help")
    assert table.press("undo")
    assert (table.state.phase, table.table.ask.id) == ("tower", "tower.wait")
    table.press("help")
    table.wait(MENU_MS - 1)
    assert table.table.ask.id == "menu.move"
    table.wait(1)
    assert table.table.ask.id == "tower.wait"
    assert not table.press("done")
    assert table.state.phase == "tower"


def test_bell_that_stays_away_is_missing() -> None:
    table = towered()
    table.flip("2:c3.occupant", 1_400)
    assert table.sync == "synced"
    table.wait(200)
    assert table.table.ask == Ask("wrong.missing", {"places": "2:c3", "pieces": "bell"})
    table.flip("2:c3.occupant")
    assert (table.state.phase, table.sync) == ("tower", "synced")


def test_flashlight_left_in_the_tower_is_named() -> None:
    table = towered()
    table.flip("2:c1.occupant", 3_100)
    assert table.table.ask == Ask("flashlight.lies", {"place": "2:c1"})
    table.flip("2:c1.occupant")
    assert (table.sync, table.state.phase) == ("synced", "tower")


def test_buttons_of_both_floors_do_the_same() -> None:
    for undo in ("undo", "2:undo"):
        table = towered()
        table.flip(undo, 100)
        table.flip(undo)
        assert table.state.phase == "carry"


def test_reeds_of_the_second_floor_are_set_aside() -> None:
    table = towered()
    table.flip("2:c3.occupant", 2_000)
    assert table.sync == "desync"
    table.table.set_aside("2:c3.occupant", table.now_ms)
    assert table.sync == "synced"
    for reed in ("3:c3.occupant", "2:done", "2:", "x:c3.cover", "1:c3.cover", "2:z9.cover"):
        with pytest.raises(UnknownReed, match=r"expected b3\.cover, .*, 2:b3\.cover"):
            table.table.set_aside(reed, table.now_ms)
