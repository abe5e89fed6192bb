"""Pages reconnect after sleep, after a lost network, and after a crash of the server."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import heistboard.web
import pytest
from heistboard.web import sockets
from playwright.sync_api import Browser, Page

from tests.support.chromium import DEVICE, Devices
from tests.support.expectation import expect
from tests.support.pages import USUAL_PORT
from tests.support.quiet_line import QuietLine
from tests.support.seats import at_seat, unlimited
from tests.support.web_evening import POLICE, THIEF, Evening, receive

AWAKE_MS = 4_500  # sooner than a silent socket is given up
EYES = "The thief to act"
ACT = "The police to act"
LOST = "Connection lost – trying again"

Open = Callable[..., Page]


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    unlimited(monkeypatch)
    with Evening(tmp_path) as evening:
        yield evening


@pytest.fixture
def line(evening: Evening) -> Iterator[QuietLine]:
    with QuietLine(evening.server.port, USUAL_PORT + 10_000) as line:
        yield line


@pytest.fixture
def look(browser: Browser, evening: Evening, line: QuietLine) -> Iterator[Open]:
    """Opens a page over the connection that may die."""
    with Devices(browser, "WebSocket") as devices:

        def open_page(seat: int | None = None, *, has_clock: bool = False) -> Page:
            page = devices.page(is_fresh=has_clock)
            if has_clock:
                page.clock.install()
            if seat is not None:
                at_seat(page, evening.server, seat)
            page.goto(at(line) if seat is None else f"{at(line)}seat/{seat}/")
            expect(page.locator("#ask")).not_to_be_empty()
            expect(page.locator("#line")).to_have_text("")
            return page

        yield open_page


def at(line: QuietLine) -> str:
    return f"http://127.0.0.1:{line.port}/"


def sleep(page: Page, line: QuietLine) -> None:
    """Lets a phone sleep for hours: its socket dies silently, and no timer of the page runs."""
    line.hush()
    page.clock.set_system_time(page.evaluate("Date.now()") / 1000 + 4 * 3600)


WAKES = {
    "screen on": "document.dispatchEvent(new Event('visibilitychange'))",
    "thawed": "document.dispatchEvent(new Event('resume'))",
    "out of the cache": "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
    "network": "dispatchEvent(new Event('online'))",
    "nothing": "0",  # its own clock tells it
}


def test_a_phone_that_slept_is_back_in_its_seat(
    look: Open, evening: Evening, line: QuietLine
) -> None:
    page = look(THIEF, has_clock=True)
    evening.place()
    for number, how in enumerate(WAKES):
        before, after = (ACT, EYES) if number % 2 else (EYES, ACT)
        expect(page.locator("#turn")).to_have_text(before)
        taken = line.taken
        sleep(page, line)
        if number % 2:
            evening.fly()
        else:
            evening.daemon.say(THIEF, f"hide {'cde'[number // 2]}3")
        page.evaluate(WAKES[how])
        expect(page.locator("#turn"), how).to_have_text(after, timeout=AWAKE_MS)
        expect(page.locator("#line")).to_have_text("")
        # Its clock may have told it before, in the meantime: then that was another call.
        assert taken + 1 <= line.taken <= taken + 2, how


def test_a_page_that_is_heard_does_not_call_again(look: Open, line: QuietLine) -> None:
    page = look()
    taken = line.taken
    for how in ("screen on", "nothing"):
        page.evaluate(WAKES[how])
    assert line.taken == taken


def test_the_server_sends_often_enough_for_pages() -> None:
    script = (Path(heistboard.web.__file__).parent / "pages/live_socket.js").read_text("utf-8")
    ms = {name: int(value) for name, value in re.findall(r"const (\w+_MS) = (\d+);", script)}
    assert (
        sockets.KEEPALIVE_S * 1000
        < ms["FRESH_MS"]
        < 2 * sockets.KEEPALIVE_S * 1000
        < ms["SILENT_MS"]
    )


@pytest.mark.parametrize("way", ["reload", "elsewhere"])
def test_a_reload_is_back_in_its_seat(look: Open, evening: Evening, way: str) -> None:
    page = look(THIEF)
    evening.place()
    if way == "reload":
        page.reload(wait_until="commit")
    else:
        page.goto("about:blank")
        page.go_back(wait_until="commit")
    expect(page.locator("#turn")).to_have_text(EYES)


def test_a_line_that_died_silently_is_noticed_at_both_ends(
    look: Open, evening: Evening, line: QuietLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = evening.server._server.config
    monkeypatch.setattr(config, "ws_ping_interval", 0.05)
    monkeypatch.setattr(config, "ws_ping_timeout", 0.1)
    page = look(THIEF, has_clock=True)
    room = evening.server._web_app._audience(THIEF)
    assert len(room._viewers) == 1
    line.die()
    evening.until(lambda _: not room._viewers)
    page.clock.run_for(5_000)
    expect(page.locator("#line")).to_have_text(LOST)
    page.clock.run_for(30_000)
    expect(page.locator("#line")).to_have_text(LOST)
    line.live()
    evening.place()
    page.clock.run_for(8_000)
    expect(page.locator("#turn")).to_have_text(EYES)
    expect(page.locator("#line")).to_have_text("")


def test_another_network(look: Open, evening: Evening, line: QuietLine) -> None:
    page = look(THIEF)
    line.die()
    page.context.set_offline(True)
    evening.place()
    line.live()
    page.context.set_offline(False)
    expect(page.locator("#turn")).to_have_text(EYES, timeout=AWAKE_MS)


@pytest.mark.parametrize("way", ["up", "down"])
def test_a_move_whose_answer_is_lost_is_made_once(
    look: Open, evening: Evening, line: QuietLine, way: str
) -> None:
    page = look(THIEF)
    evening.place()
    expect(page.locator("#turn")).to_have_text(EYES)
    line.hush(up=way == "up", down=True)
    hide(page, "c3")
    if way == "down":
        evening.until(lambda status: status.phase == "police")
    page.evaluate(WAKES["network"])
    if way == "up":  # it was not heard, so it is not made, and may be said again
        expect(page.locator("#line")).to_have_text("")
        hide(page, "c3")
        evening.until(lambda status: status.phase == "police")
    expect(page.locator("#turn")).to_have_text(ACT, timeout=AWAKE_MS)
    view = evening.daemon.seat_view(THIEF)["view"]
    assert isinstance(view, dict)
    assert view["trail"] == ["c3"]
    moves = view["moves"]
    assert isinstance(moves, list)
    assert [move for move in moves if "hide" in str(move)] == ["hide c3"]


def hide(page: Page, cell: str) -> None:
    page.locator("#hold").hover()
    page.mouse.down()
    page.locator(f'[data-place="{cell}"]').hover()
    expect(page.locator("#note")).to_have_text(f"Let go to hide on {cell}.")
    page.mouse.up()


def test_silence_is_never_forfeit(evening: Evening) -> None:
    evening.place()
    with evening.socket() as table, evening.sit(THIEF) as thief, evening.sit(POLICE) as police:
        for line in (table, thief, police):
            receive(line)
    before = evening.daemon.status()
    evening.until(
        lambda _: not any(room._viewers for room in evening.server._web_app._audiences.values())
    )
    evening.daemon.call(lambda: evening.daemon._table.tick(evening.daemon._now() + 24 * 3600_000))
    after = evening.daemon.status()
    assert after.view == before.view and after.phase == "eyes-closed" and after.ask == before.ask
    evening.hide("c3")
    evening.fly()
    evening.hide("c4", "c3")
    assert evening.daemon.status().phase == "police"


COUNT_LOCKS = """
    const ask = WakeLock.prototype.request;
    window.locks = [];
    WakeLock.prototype.request = async function (kind) {
        locks.push(await ask.call(this, kind));
        return locks.at(-1);
    };
"""


def test_the_screen_stays_on_while_there_is_a_game(look: Open, evening: Evening) -> None:
    page = look(has_clock=True)
    page.context.grant_permissions(["screen-wake-lock"])  # a browser without windows denies it
    page.add_init_script(COUNT_LOCKS)
    page.reload()

    def until(held: int) -> None:
        found = "locks.filter((lock) => !lock.released).length"
        evening.until(lambda _: page.evaluate(found) == held)

    until(1)
    page.evaluate("locks[0].release()")  # as browsers do when the page is hidden
    until(0)
    page.evaluate(WAKES["screen on"])
    until(1)
    page.clock.fast_forward(20 * 60_000)  # nobody plays any more
    until(0)
    evening.place()
    until(1)


SERVE = """
import sys
from pathlib import Path
from heistboard.web import routes, sockets
from tests.support.seats import seated
from tests.support.web_evening import THIEF, Evening
from tests.support.seats import at_seat

folder, port, resume = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) or None
with Evening(folder, port=port, resume=resume) as evening:
    cookie = "" if resume else seated(evening.server, THIEF)
    print(evening.host, cookie, flush=True)
    sys.stdin.read()
"""


def serve(folder: Path, port: int = 0, resume: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), str(port), str(resume)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )


def test_pages_heal_when_the_daemon_is_killed_and_started_again(
    browser: Browser, tmp_path: Path
) -> None:
    first = serve(tmp_path)
    assert first.stdout is not None
    host, cookie = first.stdout.readline().split()
    device = browser.new_context(**DEVICE)
    name, _, token = cookie.partition("=")
    device.add_cookies([{"name": name, "value": token, "url": f"http://{host}/"}])
    table, thief = device.new_page(), device.new_page()
    table.goto(f"http://{host}/")
    thief.goto(f"http://{host}/seat/{THIEF}/")
    expect(table.locator("#game")).to_have_text("game 1 · Getting ready")
    expect(thief.locator("#ask")).not_to_be_empty()
    first.send_signal(signal.SIGKILL)
    first.wait()
    for page in (table, thief):
        expect(page.locator("#line")).to_have_text(LOST)
    again = serve(tmp_path, int(host.partition(":")[2]), resume=1)
    for page in (table, thief):
        expect(page.locator("#line")).to_have_text("", timeout=20_000)
    expect(thief.locator("#turn")).not_to_have_text("You do not sit here.")
    expect(table.locator("#game")).to_have_text("game 1 · Getting ready")
    again.communicate("")
    assert again.returncode == 0
    device.close()
