"""Burgle Bros on its own pages: a story of two players, by mouse, by touch and by keyboard.

Chance is said as with real cards, so that each position is what the story needs.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.games import turning_points
from heistboard.games.burgle_bros.review import positions
from heistboard.journal.store import Store
from playwright.sync_api import Browser, Locator, Page, Position

from tests.host.games.burgle_bros.careful_games import careful_game
from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.monkey import LISTEN
from tests.support.pages import PHONE, TABLET
from tests.support.reviewed import AT
from tests.support.screens import Screens, place
from tests.support.seats import at_seat, lead_out

STORY = """
character p1 juicer; character p2 rigger; patrol a4; entrance c3; tile c3 lavatory 5; patrol c4
peek c2; tile c2 safe; peek d3; tile d3 keypad 4; move c2; move c3; pass
event lampshade; patrol c1
give dynamite p1; refuse; move d3; roll 3; move d3; roll 1; roll 2
use dynamite b3; move c4; tile c4 stairs 4; pass; lose room; patrol b2; patrol b1
crybaby c4; crybaby d3; target d3
move c4; move 2:c4; tile 2:c4 thermo 1; patrol 2:a1; patrol 2:b1; move 2:c3; tile 2:c3 walkway 3
"""
MOVES = [each.strip() for each in re.split(r"[;\n]", STORY.strip())]
DECKS = ("character", "tile", "patrol", "tool", "event", "die")
CORNER: Position = {"x": 12.0, "y": 12.0}  # of a room, in pixels


class Story:
    """The game, and the table's page on which it is played by mouse, touch or keys."""

    def __init__(self, screens: Screens, page: Page, how: str = "mouse") -> None:
        self.screens = screens
        self.page = page
        self.how = how
        self.taps = 0
        page.add_init_script(LISTEN)
        screens.open_host(page)

    def before(self, move: str) -> None:
        """Plays the story up to a move, as another page of the table would."""
        self.say(*MOVES[len(self.screens.moves) : MOVES.index(move)])

    def say(self, *moves: str) -> None:
        """Says what chance does, or what another page decides."""
        self.screens.at_table(*moves)
        self._wait()

    def tap(self, *whats: str) -> None:
        """Chooses places and choices, one after another."""
        for what in whats:
            self.taps += 1
            found = self._place(what) if _is_place(what) else self._choice(what)
            if self.how == "keys":
                found.focus()
                self.page.keyboard.press("Enter")
            elif self.how == "touch":
                found.tap(position=CORNER)
            else:
                found.click(position=CORNER)

    def made(self, move: str) -> None:
        """Waits until a move was the last one, here and on the page."""
        self.screens.until(lambda status: self.screens.moves[-1] == move)
        self._wait()

    @property
    def team(self) -> list[dict[str, Any]]:
        """What everybody knows of the players."""
        team: Any = self.screens.daemon.status().view["team"]
        return list(team)

    def _place(self, name: str) -> Locator:
        if self.how == "keys":  # by its name alone, as a screen reader has it
            return self.page.get_by_role("button", name=re.compile(rf"^{name}, .*can be chosen$"))
        return place(self.page, name)

    def _choice(self, choice: str) -> Locator:
        return self.page.locator(f'[data-choice="{choice}"]')

    def _wait(self) -> None:
        number = self.screens.daemon.status().prompt
        self.page.wait_for_function("number => heard.table?.prompt.number === number", arg=number)


def _is_place(what: str) -> bool:
    return re.fullmatch(r"(\d:)?[a-e]\d", what) is not None


@pytest.fixture(scope="module")
def devices(browser: Browser) -> Iterator[Devices]:
    with Devices(browser) as devices:
        yield devices


def begun(
    devices: Devices, factory: pytest.TempPathFactory, how: str = "mouse"
) -> Iterator[Story]:
    deal = dict.fromkeys(DECKS, "hands")
    with Screens(factory.mktemp("story"), "burgle-bros", 2, deal=deal) as screens:
        page = devices.page(is_fresh=True, viewport=PHONE, has_touch=how == "touch")
        yield Story(screens, page, how)
        page.goto("about:blank")


@pytest.fixture(scope="module", autouse=True)
def quickly_judged() -> Iterator[None]:
    """A review asks where the game was decided: see tests/host/games/test_turning_points.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turning_points, "POSITIONS", 1)
        patch.setattr(turning_points, "PLAY_OUTS", 1)
        yield


@pytest.fixture(scope="module")
def story(devices: Devices, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    yield from begun(devices, tmp_path_factory)


@pytest.fixture(params=["touch", "keys"])
def other(
    devices: Devices, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Story]:
    yield from begun(devices, tmp_path_factory, request.param)


def test_real_cards_are_said_by_kind_then_by_digit_or_on_the_floor(story: Story) -> None:
    story.before("patrol a4")
    story.tap("a4")
    story.made("patrol a4")
    story.before("tile c3 lavatory 5")
    assert story.screens.daemon.status().ask.words["cell"] == "c3"  # which tile to turn over
    choices = story.page.locator("#choices .choices [data-choice]")
    kinds = choices.count()
    assert 16 <= kinds <= 20  # not a button for each of the 35 tiles
    story.tap("? stairs")
    expect(choices).to_have_count(3)  # two digits, and the way back
    story.tap("? stairs")
    expect(choices).to_have_count(kinds)
    story.tap("? lavatory")  # there is only one
    story.made("tile c3 lavatory 5")


def peek_and_move(story: Story) -> None:
    """Does it with six taps."""
    story.before("peek c2")
    before = story.taps
    story.tap("c2", "peek c2")
    story.made("peek c2")
    story.say("tile c2 safe")
    story.tap("d3", "peek d3")
    story.made("peek d3")
    story.say("tile d3 keypad 4")
    story.tap("c2")
    story.made("move c2")
    story.tap("c3")
    story.made("move c3")
    assert story.taps - before <= 6


def test_peek_peek_move_move_takes_six_taps_by_mouse(story: Story) -> None:
    peek_and_move(story)


def test_peek_peek_move_move_takes_six_taps_by_touch_and_by_keys(other: Story) -> None:
    peek_and_move(other)


def test_seats_page_has_its_own_cards_and_moves(story: Story, devices: Devices) -> None:
    story.before("pass")
    page = devices.page(viewport=PHONE)
    page.goto(at_seat(page, story.screens.server, 0))
    expect(page.locator(".hand .card")).to_contain_text("Juicer")
    assert violations(page) == []
    page.locator("[data-choice=pass]").click()
    story.made("pass")
    lead_out(story.screens.server, 0)


def test_event_is_shown_with_what_it_does(story: Story) -> None:
    story.before("patrol c1")
    card = story.page.locator(".drawn .card")
    expect(card).to_contain_text("Lampshade")
    expect(card).to_contain_text("You get 1 stealth token.")


def test_trade_is_refused_by_who_is_not_on_turn(story: Story) -> None:
    story.before("give dynamite p1")
    story.tap("give dynamite p1")
    story.made("give dynamite p1")
    assert story.screens.daemon.status().turn == ("p1",)
    expect(story.page.locator("#cover")).to_be_hidden()  # nothing is private
    story.tap("refuse")
    story.made("refuse")
    assert [each["items"] for each in story.team] == [[], ["dynamite"]]


def test_keypad_fails_twice(story: Story) -> None:
    story.before("move d3")
    story.tap("d3")
    story.made("move d3")
    story.tap("roll 3")
    story.made("roll 3")
    expect(story.page.locator(".dice .die")).to_have_count(1)
    story.tap("d3")
    story.made("move d3")
    story.tap("roll 1")
    story.made("roll 1")
    story.tap("roll 2")
    story.made("roll 2")
    expect(story.page.locator(".dice .die")).to_have_count(2)
    expect(story.page.get_by_text("Rolled: 1, 2")).to_be_visible()
    assert story.team[1]["at"] == "c3"


def test_tool_is_used_by_its_card(story: Story) -> None:
    story.before("use dynamite b3")
    card = story.page.locator(".hand .card.blue")
    expect(card).to_contain_text("Remove a wall of your room")
    expect(story.page.locator(".hand .card.green")).to_contain_text(
        "Dynamite"
    )  # what a Rigger has
    story.tap("? verb use_dynamite")  # it has only one wall to remove
    story.made("use dynamite b3")
    expect(card).to_have_count(0)


def test_guards_room_costs_a_stealth_token(story: Story) -> None:
    story.before("move c4")
    tokens = story.page.locator(".team .active .stealth")
    expect(tokens).to_have_text("●●●")
    story.tap("c4", "move c4")
    story.made("move c4")
    story.say("tile c4 stairs 4")
    expect(tokens).to_have_text("●●○")
    losses = story.page.locator(".losses")
    expect(losses).to_have_text("Player 2 lost stealth: tokens left: 2.")


def test_token_of_the_lavatory_is_paid_by_who_is_not_on_turn(story: Story) -> None:
    story.before("lose room")
    assert story.screens.daemon.status().view["active"] == "p2"
    story.tap("lose room")
    story.made("lose room")
    assert story.team[0]["stealth"] == 4
    expect(story.page.locator(".losses")).to_have_text("")  # of the room, not of a player
    expect(place(story.page, "c3")).to_have_attribute("aria-label", re.compile("tokens: 2"))


def test_tie_of_alarms_is_decided_on_the_floor(story: Story) -> None:
    story.before("crybaby c4")
    story.tap("? verb crybaby", "c4")
    story.made("crybaby c4")
    story.say("crybaby d3")
    story.tap("d3")
    story.made("target d3")
    expect(story.page.locator(".step")).to_have_count(3)
    expect(place(story.page, "c2")).to_have_attribute("aria-label", re.compile("step 1 of the"))
    expect(place(story.page, "d3")).to_have_attribute("aria-label", re.compile("guard goes here"))


def test_walkway_is_fallen_through(story: Story) -> None:
    story.before("move 2:c3")
    story.tap("2:c3", "move 2:c3")
    story.made("move 2:c3")
    story.say("tile 2:c3 walkway 3")
    assert story.team[0]["at"] == "c3"
    expect(story.page.locator(".floor .person.p1")).to_have_count(1)
    expect(story.page.locator("[aria-label='Floor 1'] .person.p1")).to_have_count(1)
    expect(place(story.page, "c3")).to_have_attribute("aria-label", re.compile("Player 1"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wrong_with_the_page(story: Story, scheme: str) -> None:
    for size in (PHONE, TABLET):
        story.page.set_viewport_size(size)
        story.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert violations(story.page) == []
    story.page.set_viewport_size(PHONE)


def test_tab_reaches_the_floor_where_the_middle_has_no_room(
    devices: Devices, tmp_path: Path
) -> None:
    options = {"scenario": "fort_knox", "walls": "fort_knox_a"}
    with Screens(tmp_path, "burgle-bros", 1, options=options, seed=1) as screens:
        page = devices.page(viewport=TABLET)
        screens.open_host(page)
        expect(place(page, "c3")).to_be_hidden()
        stops = page.locator("#board [role=button][tabindex='0']:visible")
        assert stops.evaluate_all("all => all.map((each) => each.dataset.place)") == ["a1", "2:a1"]
        stops.first.focus()
        page.keyboard.press("ArrowLeft")  # there is nothing
        expect(place(page, "a1")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(place(page, "b1")).to_be_focused()
        screens.daemon.set_hints("notes")
        page.keyboard.press("ArrowDown")  # the way of the guard to the room with the focus
        expect(page.locator(".call")).to_have_count(1)
        page.goto("about:blank")


def test_review_shows_the_building_at_each_step(story: Story) -> None:
    with Store(story.screens.folder / "journal.sqlite") as store:
        number = store.add(careful_game(0), AT, AT)
    seen: Any = positions(careful_game(0))
    page = story.page.context.new_page()
    rooms = page.locator("#board .own-plot .room:not(.hidden)")
    page.goto(f"{story.screens.server.address}review/{number}#8")
    for step in (8, len(seen)):
        if step != 8:
            page.keyboard.press("End")
        tiles = [each["tiles"] for each in seen[:step] if "tiles" in each][-1]
        expect(rooms).to_have_count(len(tiles))
    page.close()
