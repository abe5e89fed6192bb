"""A game makes no connections beyond this machine, neither the program nor its pages."""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, WebSocket

from tests.support.chromium import Devices, shared_browser
from tests.support.command import HOST
from tests.support.expectation import expect
from tests.support.terminal import Terminal

# Python loads it before anything else, in the program and in every Python that it starts.
HEARS = """
import json, sys
WANTED = {
    "socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyaddr",
    "socket.gethostbyname", "socket.sendmsg", "socket.sendto", "subprocess.Popen",
}
def hear(event, arguments):
    if event in WANTED:
        with open(PATH, "a") as file:
            file.write(json.dumps([event, *map(repr, arguments[:2])]) + "\\n")
sys.addaudithook(hear)
"""


SOON = {"heistboard.web.seating:ANNOUNCED_MS": 1}


class Browser:
    """A browser's pages, and all addresses that they requested."""

    def __init__(self, context: BrowserContext) -> None:
        self.asked: list[str] = []
        self._context = context
        context.on("request", lambda request: self.asked.append(request.url))

    def open(self, address: str) -> Page:
        page = self._context.new_page()
        page.on("websocket", self._join)
        page.goto(address)
        return page

    def _join(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)


def test_a_game_makes_no_connections_outside(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    (tmp_path / "sitecustomize.py").write_text(f"PATH = {str(heard)!r}{HEARS}")
    path = os.pathsep.join([str(tmp_path), str(HOST)])
    sim = ("play", "car-thief", "--board", "sim", "--thief-seconds", "0.2", "--no-browser")
    with (
        Devices(shared_browser()) as devices,
        Terminal(tmp_path, *sim, size=(80, 40), PYTHONPATH=path, constants=SOON) as terminal,
    ):
        browser = Browser(devices.page(is_fresh=True).context)
        terminal.wait("Page: http://127.0.0.1:", "green helicopter", "board: right")
        (address,) = (word for word in terminal.text.split() if word.startswith("http://"))
        table = browser.open(address)
        expect(table.locator("#seats")).to_contain_text("You are the host.")
        address = address.partition("#")[0]
        browser.open(f"{address}board")
        for colour, crossing in (("green", "x11"), ("yellow", "x12"), ("pink", "x44")):
            terminal.type(f"heli {colour} {crossing}\r")
            terminal.wait(f"{colour} placed on {crossing}")
        terminal.type("done\r")
        terminal.wait("The thief to act")
        terminal.type("hide b2\r")
        terminal.wait("The police to act")
        terminal.type("page\r")
        terminal.wait("any key to close it.")
        (invitation,) = (line for line in terminal.lines if "/#sit=" in line)
        seat = browser.open(invitation)
        seat.wait_for_url("**/seat/0/")
        terminal.type("x")
        terminal.wait("The police to act")
        terminal.type("search green b2\r")
        expect(table.locator("[data-way=review]")).to_be_visible()
        review = browser.open(f"{address}review/1")
        expect(review.locator("svg").first).to_be_visible()
        terminal.type("quit\r")
        assert terminal.process.wait(10) == 0

    host = urlsplit(address).netloc
    assert {urlsplit(each).netloc for each in browser.asked} == {host}
    pages = {urlsplit(each).path for each in browser.asked}
    assert pages >= {
        "/",
        "/board",
        "/seat/0/",
        "/review/1",
        "/live",
        "/seat/0/live",
        "/board/live",
    }

    events = [json.loads(line) for line in heard.read_text().splitlines()]
    bound = [what for event, _, what in events if event == "socket.bind"]
    started = [what for event, _, what in events if event == "subprocess.Popen"]
    assert len(events) == len(bound) + len(started)  # it asks nobody, not even for a name
    assert bound and all(each.startswith("('127.0.0.1', ") for each in bound)
    assert len(started) == 1 and "'micropython_unix'" in started[0]  # the simulated board
