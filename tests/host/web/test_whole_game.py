"""Whole games on pages: the table's, the thief's, the police's and the simulated board's."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.web import sockets
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices, connected, launch, shared_browser
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET
from tests.support.quiet_line import QuietLine
from tests.support.web_evening import PLACED, POLICE, THIEF, Evening

KNOWN = "WebSocket|ERR_"
SPEED = 4  # slow enough that a browser sees each step


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(sockets, "COMMANDS", 1000)  # these hands are faster than people's
    with Evening(tmp_path / "evening", speed=SPEED, has_board_page=True) as evening:
        yield evening


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "net.json"


@pytest.fixture
def browser(log: Path) -> Iterator[Browser]:
    """A browser that logs its connections."""
    browser = launch(shared_browser().browser_type, f"--log-net-log={log}")
    yield browser
    browser.close()


class WholeEvening:
    """The pages of one game, and what people do on them."""

    def __init__(self, devices: Devices, evening: Evening, thiefs_line: QuietLine) -> None:
        self.evening = evening
        self.public: list[str] = []  # what came to the table and to the police
        home = f"http://{evening.host}/"
        own = f"http://127.0.0.1:{thiefs_line.port}/"
        invited = evening.server.invite(THIEF).replace(home, own)
        self.table, self.hands = (devices.page(viewport=TABLET) for _ in range(2))
        self.police, self.thief = (devices.page(viewport=PHONE) for _ in range(2))
        self._sockets = lambda socket: socket.on("framereceived", self._hear)
        for page in (self.table, self.police):
            page.on("websocket", self._sockets)
        self.table.goto(home)
        self.police.goto(evening.server.invite(POLICE))
        self.thief.goto(invited)
        for page, name in ((self.police, "Paula"), (self.thief, "Tom")):
            page.get_by_role("textbox").fill(name)
            page.keyboard.press("Enter")
        self.hands.goto(evening.server.host_address)
        expect(self.hands.locator("#seats")).to_contain_text("You are the host.")
        self.hands.goto(f"{home}board")
        expect(self.hands.locator("#board")).to_have_attribute("aria-busy", "false")

    def _hear(self, frame: str | bytes) -> None:
        self.public.append(str(frame))

    def end(self) -> None:
        """Listens to no sockets any more."""
        for page in (self.table, self.police):
            page.remove_listener("websocket", self._sockets)

    def happened(self, event: str) -> None:
        """Waits until *event* is the last one on the table's page."""
        expect(self.table.locator("#events li").first).to_have_text(event)

    # By hands, on the simulated board.

    def carry(self, piece: str, place: str) -> None:
        self.hands.locator(f'#tray [data-piece="{piece}"]').click()
        self.touch(place)

    def touch(self, place: str) -> None:
        spot = ".spot" if place.startswith("x") else ".name"
        self.hands.locator(f"#board [data-place={place}] {spot}").first.click(force=True)

    def search(self, cell: str, found: str) -> None:
        self.touch(cell)
        self.happened(f"{found} on {cell}")
        if found != "the car":
            expect(self.table.locator("#ask")).to_have_text(f"Put the building back on {cell}.")
            self.touch(cell)

    def fly(self, colour: str, to: str) -> None:
        self.carry(f"heli {colour}", to)
        self.happened(f"{colour} flew to {to}")

    def done(self, turn: str) -> None:
        self.hands.locator("#done").click()
        expect(self.table.locator("#turn")).to_have_text(turn)

    def hide_by_hands(self, cell: str) -> None:
        self.touch(cell)
        self.evening.until(lambda _: cell in self.evening.hiding()["open"])
        self.carry("car", cell)
        self.hands.wait_for_timeout(100)  # shorter would be a knock
        self.touch(cell)
        self.evening.until_hiding("ready", cell=cell)
        self.done("The police to act")

    # By the thief's phone.

    def hide_by_phone(self, cell: str) -> None:
        hold = self.thief.locator("#hold")
        hold.hover()
        self.thief.mouse.down()
        self.thief.locator(f"[data-place={cell}]").hover()
        expect(self.thief.locator("#note")).to_have_text(f"Let go to hide on {cell}.")
        self.thief.mouse.up()


def test_three_browsers_play_a_game(browser: Browser, evening: Evening, log: Path) -> None:
    with QuietLine(evening.server.port) as line, Devices(browser, KNOWN) as devices:
        play = WholeEvening(devices, evening, line)
        for colour, crossing in PLACED.items():
            play.carry(f"heli {colour}", crossing)
            play.happened(f"{colour} placed on {crossing}")
        play.done("The thief to act")

        # The first round: by phone, then by hands.
        play.hide_by_phone("d3")
        play.happened("round 1: the car is hidden")
        expect(play.police.locator("#turn")).to_have_text("The police to act")
        play.fly("green", "x32")
        play.search("e5", "nothing")
        play.search("a2", "nothing")
        play.done("The thief to act")

        # The second: by hands.
        play.hide_by_hands("d2")
        play.happened("round 2: the car is hidden")
        play.fly("green", "x31")
        play.fly("yellow", "x43")
        play.fly("pink", "x21")
        play.done("The thief to act")

        # The third: the answer to the thief's phone gets lost, and its network changes.
        expect(play.thief.locator("#turn")).to_have_text("The thief to act")
        line.hush(up=False)
        play.hide_by_phone("e2")
        play.happened("round 3: the car is hidden")
        play.thief.evaluate("dispatchEvent(new Event('online'))")
        acting = "The police to act"
        expect(play.thief.locator("#turn")).to_have_text(acting, timeout=4_500)
        play.search("d2", "blue token")
        assert not [each for each in play.public if re.search(r"hide [a-e]\d|trail", each)]
        play.fly("yellow", "x42")
        play.fly("pink", "x22")
        play.done("The thief to act")
        expect(play.thief.locator("#turn")).to_have_text("The thief to act")
        play.hide_by_phone("e3")
        play.happened("round 4: the car is hidden")
        play.search("e3", "the car")

        # The end: a trail, then a look back.
        expect(play.table.locator("#ask")).to_have_text("The car is found. The police win!")
        expect(play.police.locator("#ask")).to_have_text("The car is found. The police win!")
        trail = re.compile("round 1: d3, round 2: d2, round 3: e2, round 4: e3")
        expect(play.table.locator("#board")).to_have_attribute("aria-label", trail)
        expect(play.table.locator("#board .trail")).to_have_attribute("points", re.compile(r"\d"))
        play.table.locator("[data-way=review]").click()
        expect(play.table.locator("#title")).to_have_text("Game 1: arrest in round 4")
        assert str(evening.daemon.status().view["moves"]).count("hide e2") == 1
    browser.close()
    assert connected(log) == {evening.host, f"127.0.0.1:{line.port}"}


def tab_to(page: Page, name: str) -> None:
    """Presses Tab until the element has the focus."""
    at = "({activeElement: at}) => at.dataset.piece ?? at.dataset.place ?? at.dataset.way ?? at.id"
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(f"({at})(document)") == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


def walk(page: Page, start: str, to: str) -> None:
    """Goes from place to place with arrow keys."""
    for steps, keys in (
        (ord(to[-2]) - ord(start[-2]), ("ArrowLeft", "ArrowRight")),
        (int(to[-1]) - int(start[-1]), ("ArrowUp", "ArrowDown")),
    ):
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps > 0])


def test_a_game_by_keyboard_alone(evening: Evening) -> None:
    with QuietLine(evening.server.port) as line, Devices(shared_browser(), KNOWN) as devices:
        play = WholeEvening(devices, evening, line)
        hands, thief, table = play.hands, play.thief, play.table
        at = "x22"
        for colour, crossing in PLACED.items():
            tab_to(hands, f"heli {colour}")
            hands.keyboard.press("Enter")
            tab_to(hands, at)
            walk(hands, at, crossing)
            hands.keyboard.press("Enter")
            at = crossing
            play.happened(f"{colour} placed on {crossing}")
        tab_to(hands, "done")
        hands.keyboard.press("Enter")
        expect(thief.locator("#turn")).to_have_text("The thief to act")

        tab_to(thief, "hold")
        thief.keyboard.down("Space")
        expect(thief.locator("body")).to_have_attribute("data-shown", "true")
        walk(thief, "c3", "c2")
        thief.keyboard.press("Enter")
        play.happened("round 1: the car is hidden")
        thief.keyboard.up("Space")
        expect(thief.locator("body")).to_have_attribute("data-shown", "false")

        tab_to(hands, "c3")
        walk(hands, "c3", "c2")
        hands.keyboard.press("Enter")
        expect(table.locator("#ask")).to_have_text("The car is found. The police win!")
        tab_to(table, "review")
        table.keyboard.press("Enter")
        expect(table.locator("#title")).to_have_text("Game 1: arrest in round 1")
        table.keyboard.press("ArrowLeft")
        expect(table.locator("#said")).to_have_text("Round 1: the car hides on c2.")
        play.end()
