"""Ways from page to page in a browser: no page is a dead end, whatever happened at the table."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from heistboard.app import Daemon, Lobby, Settings
from heistboard.web import Server, current_game, page_files, review_page, start_page
from heistboard.words import Words
from playwright.sync_api import Browser, Page

from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET
from tests.support.reviewed import add_arrest
from tests.support.seats import a_host, carry, seated
from tests.support.web_evening import POLICE

MOVES = ("place green x22", "place yellow x11", "place pink x44", "hide a1", "search yellow a1")
EXPLAINED = ("nothing", "review/99", "review/1", "board", "export/99")
LOOK_MS = 100
RUSSIAN = Words("ru").all()

Open = Callable[..., Page]


class Program:
    """The program, which is ended and started again at the same port: with a game, or a lobby."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.daemon: Daemon
        self.server: Server
        self._ends = ExitStack()

    def begin(self, *, resume: int | None = None) -> None:
        """Starts it with a game."""
        self.end()
        settings = Settings("car-thief", resume=resume, speed=20)
        journal = self.folder / "journal.sqlite"
        self.daemon = self._ends.enter_context(Daemon(journal, settings, list, has_board=False))
        self._serve(self.daemon)

    def wait(self) -> None:
        """Starts it without a game."""
        self.end()
        self._serve(Lobby(self.folder / "journal.sqlite"))

    def end(self) -> None:
        """Ends it."""
        self._ends.close()

    def finish(self) -> None:
        """Plays the game to its end."""
        for move in MOVES:
            self.daemon.correct(move)

    def address(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def _serve(self, table: Daemon | Lobby) -> None:
        self.server = self._ends.enter_context(Server(table, self.folder, port=self.port))
        self.port = self.server.port


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages look for the next game more often than people can."""
    usual: Callable[[], dict[str, bytes]] = vars(page_files)["assets"]

    def quick() -> dict[str, bytes]:
        files = usual()
        script = files["current_game.js"].decode()
        files["current_game.js"] = re.sub(r"(LOOK_MS = )\d+", rf"\g<1>{LOOK_MS}", script).encode()
        return files

    monkeypatch.setattr(page_files, "assets", quick)
    for module, name in (
        (current_game, "READS"),
        (current_game, "POSTS"),
        (start_page, "POSTS"),
        (start_page, "READS"),
        (review_page, "REQUESTS"),
    ):
        monkeypatch.setattr(module, name, 1000)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    try:
        yield program
    finally:
        program.end()


@pytest.fixture
def look(browser: Browser, program: Program) -> Iterator[Open]:
    """Opens a page on a device of its own, by default a host's."""
    with Devices(browser, "ERR_(CONNECTION|EMPTY|FAILED)|WebSocket|status of 40[349]") as devices:

        def open_page(path: str = "", locale: str = "en-GB", cookie: str | None = None) -> Page:
            page = devices.page(locale=locale, viewport=PHONE)
            if cookie != "":
                carry(page, program.server, cookie or a_host(program.server))
            page.goto(program.address(path))
            expect(page.locator("h1")).not_to_be_empty()
            return page

        yield open_page


def title(page: Page) -> str:
    return page.locator("h1").inner_text()


# After a restart.


@pytest.mark.parametrize("path", ["", "seat/0/", "boards"])
def test_after_a_restart_without_a_game_pages_go_to_the_start_page(
    program: Program, look: Open, path: str
) -> None:
    program.begin()
    page = look(path)
    program.wait()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    assert page.url == program.address()


@pytest.mark.parametrize("path", ["", "start", "board", "boards"])
def test_pages_that_wait_go_to_the_table_when_a_game_begins(
    program: Program, look: Open, path: str
) -> None:
    program.wait()
    page = look(path)
    program.begin()
    expect(page.locator("#ask")).not_to_be_empty()
    assert page.url == program.address()


def test_the_start_page_goes_to_the_next_game(program: Program, look: Open) -> None:
    program.begin()
    program.finish()
    page, other = look("start"), look("start", "ru-RU")
    page.get_by_role("radio", name="Car Thief").check()
    page.get_by_role("button", name="Begin").click()
    for each in (page, other):
        expect(each.locator("#game")).to_contain_text("2")
        assert each.url == program.address()


# At the end of a game.


def test_a_review_leads_to_a_rematch_and_to_another_game(program: Program, look: Open) -> None:
    program.begin()
    program.finish()
    page = look("review/1")
    expect(page.get_by_text("The game is over.")).to_be_visible()
    after = page.locator("#after")
    expect(after.get_by_role("link", name="Another game")).to_have_attribute("href", "/start")
    expect(after.get_by_role("link", name="Review")).to_have_count(0)  # here it is
    after.get_by_role("button", name="Rematch").click()
    expect(page.locator("#game")).to_contain_text("game 2")
    assert program.daemon.status().game == 2


def test_a_rematch_that_somebody_else_began_is_gone_to(program: Program, look: Open) -> None:
    program.begin()
    program.finish()
    page = look("start")
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_be_visible()
    page.route("**/now.json", lambda route: route.abort())  # it has not noticed
    page.wait_for_event("requestfailed")  # and no earlier answer is on its way
    program.daemon.play_again(lambda status: None)
    again.click()
    expect(page.locator("#game")).to_contain_text("game 2")
    assert program.daemon.status().game == 2


def test_a_review_of_another_game_leads_to_the_table(program: Program, look: Open) -> None:
    program.begin()
    page = look(f"review/{add_arrest(program.folder)}")
    after = page.locator("#after")
    expect(after.locator(".end")).to_be_hidden()
    program.finish()
    expect(after.get_by_text("Game 1 on the table is over.")).to_be_visible()
    review = after.get_by_role("link", name="Review: what the police knew")
    expect(review).to_have_attribute("href", "/review/1")
    page.locator("#ways").get_by_role("link", name="To the table").click()
    expect(page.locator("#ask")).to_contain_text("found")


def test_what_a_device_may_not_do_is_not_offered(program: Program, look: Open) -> None:
    program.begin()
    program.daemon.correct(MOVES[0])
    page = look("start", cookie="")
    expect(page.locator("#waiting")).to_have_text(
        "A game is on the table. Only the host can choose another one."
    )
    for name in ("Begin", "Rematch", "Resume", "Forget"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.locator("#file")).to_be_hidden()
    page.get_by_role("link", name="To the table").first.click()
    expect(page.locator("#ask")).not_to_be_empty()


def test_who_sits_at_the_table_is_offered_a_rematch(program: Program, look: Open) -> None:
    program.begin()
    cookie = seated(program.server, POLICE)
    program.finish()
    guest = look("review/1", cookie="")
    expect(guest.locator("#after .who")).to_contain_text("Somebody who sits at the table")
    expect(guest.get_by_role("button", name="Rematch")).to_have_count(0)
    page = look("review/1", cookie=cookie)
    expect(page.get_by_role("link", name="My page")).to_have_attribute("href", "/seat/1/")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#game")).to_contain_text("game 2")
    way = guest.get_by_role("link", name="To the table")
    expect(guest.locator("#after .end")).to_be_hidden()
    expect(way).to_be_visible()


# What cannot be shown.


@pytest.mark.parametrize("path", EXPLAINED)
def test_what_is_missing_is_explained_and_leads_on(
    program: Program, look: Open, path: str
) -> None:
    program.begin()
    page = look(path, "ru-RU")
    own = RUSSIAN["page"]["hands"] if path == "board" else RUSSIAN["explanation"]["title-404"]
    assert title(page) == own
    expect(page.locator("#why")).to_have_text(re.compile("[\u0430-\u044f]{3}"))
    ways = page.locator("#ways")
    expect(ways.get_by_role("link")).to_have_text(
        [RUSSIAN["navigation"][way] for way in ("table", "games", "rules")]
    )
    if path != EXPLAINED[0]:  # the others lead there, too
        expect(ways.get_by_role("link").first).to_have_attribute("href", "/")
        return
    ways.get_by_role("link").first.click()
    expect(page.locator("#ask")).not_to_be_empty()


def test_the_reason_fits_what_was_looked_for(program: Program, look: Open) -> None:
    program.begin()
    add_arrest(program.folder)
    page = look("nothing")
    for path, said in (
        ("review/1", "Game 1 is still being played."),
        ("review/99", "There is no finished game 99"),
        ("board", "Only the host, at the computer that runs the table"),
        ("export/99", "There is no such game"),
        ("nowhere", "There is no page at this address."),
    ):
        page.goto(program.address(path))
        expect(page.locator("#why")).to_contain_text(said)
    other = look("export/2", cookie="")
    expect(other.locator("#why")).to_contain_text("Only the host can save a game")
    assert title(other) == "Not for this device"
    program.wait()
    for path in ("board", "boards"):
        page.goto(program.address(path))
        expect(page.locator("#why")).to_contain_text("No game is on the table")


# Everybody.


def test_the_ways_are_reached_by_keyboard_and_named(program: Program, look: Open) -> None:
    program.begin()
    program.finish()
    page = look("review/1")
    bar = page.get_by_role("navigation", name="Other pages")
    expect(bar.get_by_role("link", name="To the table")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    wanted = ["language", "table", "games", "statistics", "rules", "slider", "back", "play"]
    wanted += ["share", "secret", "again"]
    for name in wanted:
        page.keyboard.press("Tab")
        focused = "document.activeElement.dataset.way ?? document.activeElement.id"
        assert page.evaluate(focused) == name
    page.keyboard.press("Enter")
    expect(page.locator("#game")).to_contain_text("game 2")


@pytest.mark.parametrize("path", ["nothing", "review/1", "start"])
def test_axe_finds_nothing_wrong(program: Program, look: Open, path: str) -> None:
    program.begin()
    add_arrest(program.folder)
    program.finish()
    page = look(path)
    for size, scheme in ((PHONE, "dark"), (TABLET, "light")):
        expect(page.locator("#ways a").first).to_be_visible()
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for summary in page.locator("details:not([open]) > summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert violations(page) == []
        said = title(page)
        page.locator("#language").click()  # Russian, the second time
        expect(page.locator("h1")).not_to_have_text(said)
