"""A named walk through Good Cop Bad Cop: on phones, by keys alone, and with a screen reader."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from heistboard.app import running_table
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.window_options import ALL, beat_option
from playwright.sync_api import Browser

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.good_cop import NAME, good_cop_installed
from tests.support.monkey import LISTEN
from tests.support.pages import TABLET, quick_pages
from tests.support.screens import Screens
from tests.support.seats import at_seat
from tests.support.walking import LIVE, KeyPlayer, PlannedDealer, TouchPlayer

KEYS = 24  # that an act may take
ENDING = "The Agent is eliminated. The crooked team wins: Player 2!"
PHONE = {"width": 360, "height": 740}
WAITS = {beat_option(kind): ALL for kind in GAME.windows}
ROWS = {
    "p1": "agent honest_knife honest_knife",
    "p2": "kingpin crooked_bomb crooked_knife",
    "p3": "honest_bomb honest_bomb crooked_bomb",
}
CARDS: list[dict[str, list[str]]] = [  # equipment in the order in which it is drawn, game by game
    {"p1": ["evidence_bag", "coffee"], "p2": ["k9_unit"], "p3": ["restraining_order", "taser"]},
    {"p1": ["coffee"], "p2": ["taser"], "p3": ["blackmail"]},
    {"p1": ["coffee"], "p2": ["taser"], "p3": ["blackmail"]},
]
# Scrolls to the end of the page; returns how far, and whether a finger meets Stop there.
BELOW = """() => {
  scrollTo(0, 10_000);
  const stop = document.querySelector("#beat .stops button");
  const { x, y, width, height } = stop.getBoundingClientRect();
  return [scrollY > height, document.elementFromPoint(x + width / 2, y + height / 2) === stop];
}"""
SHORT = {"declared": "2", "investigated": "0.5", "after_action": "0.5", "after_aim": "0.5"}


class Walk:
    """A table of three: its page, Anna's phone, Ben's keyboard, and Cleo, who listens."""

    def __init__(self, screens: Screens, devices: Devices) -> None:
        self.screens = screens
        self.daemon = screens.daemon
        self.table = devices.page(is_fresh=True, viewport=TABLET)
        touch: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        pages = [devices.page(is_fresh=True, **how) for how in (touch, {}, touch)]
        self.anna = TouchPlayer(pages[0], 0)
        self.ben = KeyPlayer(pages[1], 1)
        self.cleo = TouchPlayer(pages[2], 2)
        self.pages = [self.table, *pages]
        for page in self.pages:
            page.add_init_script(LISTEN)
            page.add_init_script(LIVE)
        screens.open_host(self.table)
        for seat, page in enumerate(pages):
            page.goto(at_seat(page, screens.server, seat))
        self.wait()

    def beats(self, **seconds: str) -> None:
        """Sets the beats, in seconds; other windows wait for all."""
        for kind in GAME.windows:
            beat = seconds.get(kind.replace("-", "_"), ALL)
            self.daemon.set_window_option(beat_option(kind), beat)

    def wait(self, phase: str = "") -> None:
        """Waits for a phase, if that is said, and until the pages show it."""
        if phase:
            self.screens.until(lambda status: status.phase == phase)
        number = self.daemon.status().prompt
        for page in self.pages:
            page.wait_for_function("number => heard.table?.prompt.number >= number", arg=number)

    def on_to(self, *moves: str) -> None:
        """Plays these moves. Before each, all others who are asked pass or answer."""
        for move in moves:
            while move not in self.asked():
                asked = self.asked()
                passes = [each for each in asked if each.endswith(" pass")]
                self.say((passes or asked)[0])
            self.say(move)
        self.wait()

    def until(self, phase: str) -> None:
        """Has everybody pass, or else make the first move, until this phase."""
        while self.daemon.status().phase != phase:
            asked = self.asked()
            passes = [each for each in asked if each.endswith(" pass")]
            self.say((passes or asked)[0])
        self.wait()

    def made(self, move: str) -> None:
        """Waits until everybody knows of a move, and the pages, too."""
        self.screens.until(lambda status: move in self.screens.moves)
        self.wait()

    def again(self) -> None:
        """Begins another game, in which the same people sit."""
        self.daemon.play_again(lambda status: None)
        for seat, page in enumerate(self.pages[1:]):
            page.goto(at_seat(page, self.screens.server, seat))
        self.wait()

    def asked(self) -> list[str]:
        views: list[Any] = [self.daemon.seat_view(seat) for seat in range(3)]
        return [each["move"] for view in views for each in view["prompt"]["moves"]]

    def say(self, move: str) -> None:
        self.daemon.say(int(move[1]) - 1, move)


@pytest.fixture(scope="module")
def walk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    folder, games = tmp_path_factory.mktemp("walk"), iter(CARDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running_table, "Dealer", lambda chance: PlannedDealer(ROWS, next(games)))
        with (
            good_cop_installed(),
            quick_pages(has_taps=True),
            Screens(folder, NAME, 3, table_options=WAITS, options={"first": 1}) as screens,
            Devices(browser, "WebSocket|404") as devices,
        ):
            walk = Walk(screens, devices)
            yield walk
            for page in walk.pages:
                page.goto("about:blank")


def test_investigating_takes_two_taps_and_nobody_else_needs_one(walk: Walk) -> None:
    walk.until("action")
    walk.beats(**SHORT)
    anna, cleo = walk.anna, walk.cleo
    cleo.forget()
    anna.tap("[data-choice='p1 investigate p3']")
    walk.wait("declared")
    for page in walk.pages:
        expect(page.locator(".declared")).to_have_text("Player 1 investigates Player 3")
    walk.wait("look")
    anna.tap("[data-place='? p3.2']")
    walk.wait("investigated")
    assert anna.counted() == 2
    anna.look()
    expect(anna.page.locator("#note")).to_contain_text("You see: Honest with a bomb.")
    expect(anna.page.locator(".kept")).to_contain_text("Card 2 of player 3: Honest with a bomb")
    anna.hide()
    walk.wait("turn-start")
    assert cleo.heard("ask", "news") == [
        ["ask", "Player 1 will investigate player 3. Who plays a card?"],
        ["news", "player 1 will investigate player 3"],
        ["news", "Seconds to answer after a declared action: 2."],
        ["ask", "Player 1 looks at a card of player 3."],
        ["ask", "Player 1 has looked at a card. Who plays a card?"],
        ["news", "player 1 looks at card 2 of player 3"],
        ["ask", "The action of player 1 is done. Who plays a card?"],
        ["ask", "The turn of player 1 ends. Who plays a card?"],
        ["ask", "Player 2 begins the turn. Who plays a card?"],
    ]
    for page in walk.pages:
        assert "with a bomb" not in page.locator("body").inner_text()


def test_a_dog_stops_a_shot_by_keys_alone_and_the_action_changes(walk: Walk) -> None:
    walk.beats()
    walk.on_to("p2 arm", "p2 aim p3", "p2 turn_up p2.2", "p2 aim p3")
    walk.on_to("p3 investigate p1", "p3 look p1.2")
    walk.on_to("p1 arm", "p1 aim p2", "p1 turn_up p1.2", "p1 aim p2")
    walk.on_to("p2 investigate p1", "p2 look p1.3", "p2 aim p3")
    walk.on_to("p3 investigate p1", "p3 look p1.3")
    walk.until("action")
    walk.beats(declared="30")
    anna, ben, cleo = walk.anna, walk.ben, walk.cleo
    for each in (anna, ben, cleo):
        each.forget()
    anna.tap("[data-choice='p1 shoot p2']")
    anna.confirm()
    walk.wait("declared")
    expect(walk.table.locator(".aim-at.shot")).to_have_count(1)
    assert cleo.page.evaluate(BELOW) == [True, True]

    ben.focus("Stop")
    ben.press("Enter")
    walk.screens.until(lambda status: bool(status.beat and status.beat.stopped))
    assert ben.focused == "Stop"  # it stays there
    ben.look()
    ben.focus("? verb play_k9_unit", back=True)
    ben.press("Enter")
    card = ben.page.get_by_role("button", name="K-9 Unit A player", pressed=True)
    expect(card).to_be_focused()
    expect(ben.page.locator("#note")).to_have_text("K-9 Unit: against whom, or what?")
    ben.focus("p2 play k9_unit p1")
    ben.press("Enter")
    walk.wait("redeclare")
    ben.hide()
    expect(walk.table.locator(".aim-at")).to_have_count(1)  # Ben's own

    walk.beats()
    expect(anna.page.locator("[data-choice^='p1 shoot']")).to_have_count(0)
    anna.tap("[data-choice='p1 investigate p2']")
    walk.wait("declared")
    assert anna.counted() == 3
    assert ben.counted() <= KEYS
    assert cleo.heard("ask", "news") == [
        ["ask", "Player 1 will shoot player 2! Who plays a card?"],
        ["news", "player 1 will shoot player 2"],
        ["news", "Seconds to answer after a declared action: 30."],
        ["news", "Player 2 says Stop: 30 seconds."],
        ["ask", "Player 1 declares another action: the first one is not possible any more."],
        ["news", "player 2 plays the K-9 Unit: player 1 loses the gun"],
        ["ask", "Player 1 will investigate player 2. Who plays a card?"],
        ["news", "player 1 will investigate player 2"],
    ]


def test_of_three_only_one_is_left_for_a_shot_under_restraint(walk: Walk) -> None:
    anna, ben, cleo = walk.anna, walk.ben, walk.cleo
    walk.on_to("p1 look p2.1")
    walk.until("action")
    for each in (anna, ben, cleo):
        each.forget()
    ben.choose("p2 shoot p3")
    ben.confirm()
    walk.wait("declared")
    cleo.look()
    cleo.tap("[data-choice='? verb play_restraining_order']")
    walk.wait("redirect")
    cleo.hide()
    assert cleo.counted() == 3
    assert walk.asked() == ["p2 aim p1"]
    ben.choose("p2 aim p1")
    walk.wait("declared")
    for page in walk.pages:
        expect(page.locator(".declared")).to_have_text("Player 2 shoots Player 1")
    expect(ben.page.locator(".moves")).to_be_focused()  # where the choices were
    assert ben.counted() <= KEYS
    walk.until("discard")  # a leader without a wound draws equipment
    seen = walk.table.locator(".circle .player[aria-label^='Player 1,']")
    expect(seen).to_have_attribute("aria-label", re.compile("wounded.*card 1: Agent"))
    anna.look()
    anna.tap("[data-choice='p1 discard coffee']")
    walk.wait("after-action")
    anna.hide()
    assert anna.counted() == 3
    assert [text for name, text in cleo.heard("news") if "shot" in text] == [
        "player 1 is shot: Agent, Honest with a knife, Honest with a knife and wounded; "
        "player 1 draws an equipment card"
    ]


def test_what_is_in_the_bag_is_seen_by_two(walk: Walk) -> None:
    anna, cleo = walk.anna, walk.cleo
    walk.on_to("p3 equip")
    walk.until("turn-start")
    anna.forget()
    anna.look()
    anna.tap("[data-choice='? verb play_evidence_bag']")
    walk.made("p1 play evidence_bag p3")
    for each in (anna, cleo):
        if each is cleo:
            each.look()
        expect(each.page.locator("#note")).to_contain_text("You see: Taser.")
        each.hide()
    assert anna.counted() == 3
    for page in walk.pages:
        assert "Taser" not in page.locator("body").inner_text()
        label = page.locator(".circle .player[aria-label^='Player 1,']")
        expect(label).to_have_attribute("aria-label", re.compile("equipment: 1"))


def test_a_wounded_leader_is_shot_and_the_game_ends(walk: Walk) -> None:
    ben, cleo = walk.ben, walk.cleo
    walk.on_to("p1 investigate p2", "p1 look p2.3")
    walk.on_to("p2 arm", "p2 aim p1", "p2 turn_up p2.3", "p2 aim p1")
    walk.on_to("p3 investigate p2", "p3 look p2.1", "p1 investigate p3", "p1 look p3.3")
    walk.until("action")
    ben.forget()
    cleo.forget()
    ben.choose("p2 shoot p1")
    ben.confirm()
    walk.wait("declared")
    assert cleo.page.evaluate(BELOW)[0]
    walk.until("over")
    for page in walk.pages:
        expect(page.locator("#ask")).to_have_text(ENDING)
    assert cleo.page.evaluate("scrollY") == 0  # who has won is in sight
    for page in walk.pages:
        expect(page.locator("[data-way=review]")).to_be_visible()
    for page in (walk.table, cleo.page):
        assert violations(page) == []
    assert cleo.heard("ask")[-1] == ["ask", ENDING]
    assert ben.counted() <= KEYS


def test_both_leaders_in_one_hand_by_exchange(walk: Walk) -> None:
    walk.again()
    walk.until("turn-start")
    cleo = walk.cleo
    cleo.look()
    cleo.tap(
        "[data-choice='? verb play_blackmail']", "[data-place='? p1.1']", "[data-place='? p2.2']"
    )
    walk.wait("over")
    cleo.hide()
    assert cleo.counted() == 5
    for page in walk.pages:
        ending = "Agent and Kingpin in one hand! Player 2 wins alone."
        expect(page.locator("#ask")).to_have_text(ending)
        expect(page.locator(".circle .card-at.up")).to_have_count(9)


def test_a_bomber_is_shot(walk: Walk) -> None:
    walk.again()
    walk.on_to("p1 arm", "p1 aim p3", "p1 turn_up p1.2", "p1 aim p3")
    walk.on_to("p2 investigate p1", "p2 look p1.1", "p3 investigate p1", "p3 look p1.1")
    walk.until("action")
    anna = walk.anna
    anna.tap("[data-choice='p1 shoot p3']")
    anna.confirm()
    walk.wait("declared")
    assert anna.counted() == 2
    walk.until("over")
    for page in walk.pages:
        expect(page.locator("#ask")).to_have_text("A bomber was shot. The bombers win: Player 3!")
