"""One screen for all: the table's page by mouse and by keyboard; the device is handed over."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route
from websockets.sync.client import connect

from tests.support import small_game
from tests.support.axe import violations
from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import BOARD_SEEN, PHONE, SIZES, TABLET
from tests.support.screens import Screens, place, tap
from tests.support.seats import a_device, a_host, at_seat, carry, sits_too
from tests.support.web_evening import PLACED, POLICE, THIEF, WITHIN_S, receive_until

IS_MET = """(each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
PLACE_ALL = [f"place {colour} {crossing}" for colour, crossing in PLACED.items()]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Screens]:
    with Screens(tmp_path, "car-thief") as table:
        yield table


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    with Devices(browser, "WebSocket|409") as devices:
        yield devices


@pytest.fixture
def page(devices: Devices, table: Screens) -> Page:
    """The table's page of the host, where nobody sits anywhere."""
    page = devices.page(viewport=TABLET)
    table.open_host(page)
    return page


def hunting(table: Screens, cell: str = "c3") -> None:
    """The police are to act."""
    table.at_table(*PLACE_ALL, "done")
    table.daemon.say(THIEF, f"hide {cell}")
    table.until(lambda status: status.phase == "police")


def named(page: Page) -> None:
    """Gives the device the name that the page asks for."""
    page.get_by_role("textbox").fill("Anna")
    page.keyboard.press("Enter")


def test_a_game_by_mouse_alone(page: Page, table: Screens) -> None:
    for crossing in PLACED.values():
        tap(page, crossing)
        expect(place(page, crossing)).to_have_attribute("aria-label", re.compile("helicopter"))
    page.locator("#done").click()

    # The thief's turn is on the thief's own page; the device is handed over.
    cover = page.locator("#cover")
    expect(cover).to_contain_text("Thief: take the device.")
    assert violations(page) == []
    cover.locator(".go").click()
    expect(page).to_have_url(re.compile("/seat/0/$"))  # after everybody was told
    named(page)
    page.locator("#hold").hover()
    page.mouse.down()
    place(page, "c3").hover()
    expect(page.locator("#note")).to_have_text("Let go to hide on c3.")
    page.mouse.up()
    expect(page.locator("#cover")).to_contain_text("Give the device back.")
    assert violations(page) == []
    page.locator("#cover .go").click()
    expect(page.locator("#turn")).to_have_text("The police to act")

    # The police's moves are made here: what is lit remains, then what goes with it.
    tap(page, "x22")
    expect(page.locator("#note")).to_contain_text("The green helicopter: tap a marked")
    expect(page.locator("#board .target")).to_have_count(8)
    tap(page, "x32")
    expect(page.locator("#events li").first).to_have_text("green flew to x32")
    page.locator("#undo").click()
    expect(page.locator("#events li").first).to_have_text("round 1: the car is hidden")
    tap(page, "x22")
    page.locator("#choices").get_by_role("button", name="Search c3").click()
    expect(page.locator("#ask")).to_have_text("The car is found. The police win!")
    assert table.moves[-1] == "search green c3 -> car"
    expect(page.locator("#acts")).to_be_hidden()
    expect(page.locator("[data-way=again]")).to_be_visible()


def test_who_stays_keeps_the_device(page: Page, table: Screens) -> None:
    table.at_table(*PLACE_ALL, "done")
    page.locator("#cover .go").click()
    expect(page).to_have_url(re.compile("/seat/0/$"))
    named(page)
    cover = page.locator("#cover")
    for cell in ("c3", "c4"):
        table.daemon.say(THIEF, f"hide {cell}")
        if cell == "c3":
            expect(cover).to_contain_text("Give the device back.")
            cover.locator(".stay").click()
            for move in ("fly green x32", "fly yellow x34", "fly pink x12"):
                table.daemon.say(POLICE, move)
            table.daemon.press_for(POLICE, "done")
            expect(page.locator("#turn")).to_have_text("The thief to act")
        else:
            expect(page.locator("#turn")).to_have_text("The police to act")
    expect(cover).to_be_hidden()


def test_a_turn_by_keyboard_alone(page: Page, table: Screens) -> None:
    def tab_to(name: str) -> None:
        at = "({activeElement: at}) => at.dataset.place ?? at.dataset.choice ?? at.id"
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate(f"({at})(document)") == name:
                return
        raise AssertionError(f"Tab does not reach {name}")

    tab_to("x22")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("yellow")
    for key, count in (("ArrowRight", 2), ("ArrowDown", 2)):  # from x22 to x44
        for _ in range(count):
            page.keyboard.press(key)
    expect(place(page, "x44")).to_have_attribute("aria-label", "x44, can be chosen")
    page.keyboard.press(" ")
    expect(page.locator("#ask")).to_contain_text("pink")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Press Done.")
    tab_to("done")
    page.keyboard.press("Enter")
    table.until(lambda status: status.phase == "eyes-closed")
    table.daemon.say(THIEF, "hide e1")
    expect(page.locator("#turn")).to_have_text("The police to act")
    expect(place(page, "x22")).to_have_attribute(
        "aria-label", "x22, green helicopter, to act, can be chosen"
    )
    tab_to("x43")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")  # the green helicopter
    first = page.locator("#choices button").first
    tab_to(str(first.get_attribute("data-choice")))
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # the last of its moves
    expect(page.locator("#news")).to_have_text("nothing on c3")
    assert table.moves[-1] == "search green c3 -> nothing"
    expect(place(page, "c3")).to_have_attribute("aria-label", re.compile("round 1: nothing"))


def test_a_tap_that_began_before_the_question_changed_is_no_move(
    page: Page, table: Screens
) -> None:
    hunting(table)
    expect(page.locator("#turn")).to_have_text("The police to act")
    page.locator('#board [data-place="b1"] .name').hover(force=True)
    page.mouse.down()
    table.at_table("fly green x23")
    expect(page.locator("#events li").first).to_have_text("green flew to x23")
    page.mouse.up()
    stale = "The game has moved on: green flew to x23. Look again."
    expect(page.locator("#note")).to_have_text(stale)
    assert table.moves[-1] == "fly green x23"
    tap(page, "b1")
    expect(page.locator("#events li").first).to_have_text("nothing on b1")


def test_another_thing_than_was_asked_is_picked_and_not_played(page: Page, table: Screens) -> None:
    hunting(table)
    expect(page.locator("#turn")).to_have_text("The police to act")
    tap(page, "x22")
    tap(page, "b1")  # which only pink can search
    expect(page.locator("#board .picked")).to_have_count(1)
    assert table.moves[-1] == "hide ?"
    tap(page, "b1")
    expect(page.locator("#board .picked")).to_have_count(0)  # the mind is changed
    tap(page, "e1")
    expect(page.locator("#note")).to_contain_text("cannot get there now")


def test_a_move_that_is_asked_twice(browser: Browser, tmp_path: Path) -> None:
    with (
        small_game.small_game_installed(),
        Screens(tmp_path, "numbers", 3) as table,
        Devices(browser) as devices,
    ):
        for seat in range(3):
            table.daemon.say(seat, "keep 1")
        page = devices.page(viewport=PHONE)
        table.open_host(page)
        stop = page.locator("#choices [data-choice=stop]")
        stop.dblclick()
        sure = page.locator("#choices .sure")
        expect(sure).to_contain_text("This cannot be taken back: stop")
        sure.get_by_role("button", name="No").click()
        expect(sure).to_be_hidden()
        page.locator("#choices [data-choice=raise]").dblclick()  # the second is not p2's
        expect(page.locator("#turn")).to_have_text("p2 to act")
        assert table.moves[3:] == ["raise"]
        stop.click()
        page.wait_for_timeout(100)  # quick pages wait half as long
        sure.get_by_role("button", name="Yes").click()
        expect(page.locator("#turn")).to_have_text("The end")


def test_help_shows_its_answer(page: Page, table: Screens) -> None:
    hunting(table)
    expect(page.locator("#turn")).to_have_text("The police to act")
    page.locator("#help").click()
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Fly a pulsing helicopter")
    expect(answer.locator("li")).to_have_text(
        ["Fly the green helicopter to x21", "Search b2 with the green helicopter"]
    )
    assert violations(page) == []
    first = answer.locator("li").first.element_handle()
    table.daemon.set_brightness("night")
    expect(page.locator("#brightness")).to_have_value("night")
    assert first.evaluate("(each) => each.isConnected")  # who reads it stays where it reads
    table.at_table("fly green x21")
    expect(answer.locator("li").first).not_to_have_text("Fly the green helicopter to x21")
    answer.get_by_role("button", name="Close").click()
    expect(answer).to_be_hidden()


def test_who_may_not_act_has_nothing_to_press(devices: Devices, table: Screens) -> None:
    guest, police = devices.page(viewport=TABLET), devices.page(viewport=PHONE)
    guest.goto(table.server.address)
    expect(guest.locator("#ask")).not_to_be_empty()
    expect(guest.locator("#acts")).to_be_hidden()
    tap(guest, "x22")
    police.goto(at_seat(police, table.server, POLICE))
    police.locator("[data-way=table]").click()
    expect(police.locator("#acts")).to_be_visible()  # it sits there
    tap(police, "x22")
    table.until(lambda _: table.moves == ["place green x22"])
    expect(guest.locator("#events li").first).to_have_text("green placed on x22")


def test_a_seat_that_is_not_asked_any_more_is_not_gone_to(page: Page, table: Screens) -> None:
    held: list[Route] = []
    page.route("**/seat/0/sit", lambda route: held.append(route))
    table.at_table(*PLACE_ALL, "done")
    go = page.locator("#cover .go")
    go.click()
    go.click()
    table.until(lambda _: page.evaluate("1") == 1 and len(held) == 2)
    table.daemon.say(THIEF, "hide c3")  # on a device of its own
    expect(page.locator("#turn")).to_have_text("The police to act")
    expect(page.locator("#cover")).to_be_hidden()
    for each in held:
        each.fulfill(json={})
    page.locator("#help").click()
    expect(page.locator("#answer")).to_contain_text("Fly a pulsing helicopter")
    assert page.url == table.server.address


def test_choices_have_room_on_small_phones(browser: Browser, tmp_path: Path) -> None:
    with (
        small_game.small_game_installed(),
        Screens(tmp_path, "numbers", 3) as table,
        Devices(browser) as devices,
    ):
        cookie = a_host(table.server)
        for seat in range(3):
            sits_too(table.server, cookie, seat)  # many links, and long ones
        page = devices.page(viewport=PHONE, locale="ru-RU")
        carry(page, table.server, cookie)
        page.goto(f"{table.server.address}seat/0/")
        expect(page.locator("#ask")).not_to_be_empty()  # only then a button is held
        for width, height in ((740, 360), (360, 640), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.locator("#hold").hover()
            page.mouse.down()
            first = page.locator("#plain .moves [data-choice]").first
            expect(first).to_be_visible()
            first.evaluate("(each) => each.scrollIntoView({ block: 'center' })")
            assert first.evaluate(IS_MET)
            page.mouse.up()


def test_with_a_board_the_hand_over_is_only_offered(devices: Devices, table: Screens) -> None:
    page = devices.page(viewport=TABLET, is_fresh=True)
    page.route_web_socket(
        re.compile("/live$"),
        lambda line: line.connect_to_server().on_message(
            lambda text: line.send(str(text).replace('"carried":true', '"carried":false'))
        ),
    )
    table.open_host(page)
    table.at_table(*PLACE_ALL, "done")
    expect(page.locator("#eyes")).to_be_visible()
    expect(page.locator("#give")).to_have_text("Thief: go on here")
    expect(page.locator("#cover")).to_be_hidden()
    expect(page.locator("#acts")).to_be_hidden()


def test_a_shared_device_comes_round_to_each_seat_that_is_asked(page: Page) -> None:
    order = page.evaluate("""async () => {
      const { give, waiting } = await import("/pages/turns.js");
      const table = { game: 1, phase: "window", prompt: { number: 7, moves: [] } };
      return [...Array(6).keys()].map(() => {
        const [next] = waiting(table, [0, 1, 2], [2, 1, 0]);
        give(table, next);
        return next;
      });
    }""")
    assert order == [0, 1, 2, 0, 1, 2]


# By the socket.


def say(table: Screens, cookie: str | None, text: str) -> Any:  # noqa: ANN401 (whatever JSON says)
    """Sends a command on the table's socket; returns the answer."""
    status = table.daemon.status()
    said = {"number": 7, "game": status.game, "at": status.prompt, "say": text}
    headers = {
        "Origin": table.server.address.rstrip("/"),
        **({"Cookie": cookie} if cookie else {}),
    }
    address = f"{table.server.address.replace('http', 'ws', 1)}live"
    with connect(address, additional_headers=headers, proxy=None) as line:
        line.send(json.dumps(said))
        return receive_until(line, lambda content: "answer" in content).get("refused")


def test_only_who_acts_for_the_seat_in_turn_is_answered_more_than_turn(table: Screens) -> None:
    hunting(table)
    host, guest = a_host(table.server), a_device(table.server)[1]
    turn = {"why": "turn"}
    for text in ("fly green x23", "search b9", "nonsense", "hide c3", "done", "help"):
        assert say(table, guest, text) == say(table, None, text) == turn
    for text in ("hide c3", "hide e5", "surrounded"):  # a private move, legal or not
        assert say(table, host, text) == turn
    assert say(table, host, "fly green x44") == {"why": "illegal", "rule": "CT-POLICE-4"}
    assert say(table, host, "nonsense") == {"why": "invalid"}
    assert say(table, host, "done") == {"why": "not-now"}
    assert say(table, host, "fly green x23") is None


def test_twins_tell_the_host_the_same(tmp_path: Path) -> None:
    """What the table's page gets, and for whom it asks to hand over the device."""
    heard: list[list[Any]] = []
    for cell in ("c3", "e1"):
        folder = tmp_path / cell
        folder.mkdir()
        with Screens(folder, "car-thief") as table:
            cookie = a_host(table.server, "Host")
            told = [entered(table, cookie)]
            table.at_table(*PLACE_ALL, "done")
            told.append(entered(table, cookie))
            table.daemon.say(THIEF, f"hide {cell}")
            table.until(lambda status: status.phase == "police")
            told.append(entered(table, cookie))
            table.at_table("fly green x23", "search pink b2")
            told.append(entered(table, cookie))
            told += [say(table, cookie, text) for text in ("hide c3", "hide e1", "undo")]
        heard.append(told)
    assert heard[0] == heard[1]
    assert [each["you"]["private"] for each in heard[0][:4]] == [[], [THIEF], [THIEF], [THIEF]]


def is_now(table: Screens, shown: Any) -> bool:  # noqa: ANN401
    """Whether that is what the table is like, which is published soon after a move is answered."""
    status = table.daemon.status()
    return (shown["at"], shown["prompt"]["number"]) == (status.at, status.prompt)


def entered(table: Screens, cookie: str) -> Any:  # noqa: ANN401
    """What a page of the table is sent when it is opened."""
    headers = {"Origin": table.server.address.rstrip("/"), "Cookie": cookie}
    address = f"{table.server.address.replace('http', 'ws', 1)}live"
    content: Any = {}
    while not (content and is_now(table, content["table"])):
        content = {}
        with connect(address, additional_headers=headers, proxy=None) as line:
            while not content.keys() >= {"table", "you"}:  # in either order
                content = {**json.loads(line.recv(timeout=WITHIN_S)), **content}
    content["table"].pop("spoken")
    content["you"].pop("id")
    content["entered"].pop("run")
    return content


# Room.


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_the_whole_board_is_seen_and_its_names_can_be_read_on_every_size(
    devices: Devices, table: Screens, locale: str
) -> None:
    hunting(table)
    for seat in (None, POLICE):
        page = devices.page(viewport=SIZES[0], locale=locale)
        page.goto(table.server.address if seat is None else at_seat(page, table.server, seat))
        expect(page.locator("#ask")).not_to_be_empty()
        for size in SIZES:
            page.set_viewport_size(size)
            is_whole, name_px = page.evaluate(BOARD_SEEN)
            assert is_whole and name_px >= 12, (seat, size, name_px)
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
