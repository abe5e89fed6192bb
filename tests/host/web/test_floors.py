"""Several floors on pages: what the server sends, then the board itself in a browser."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from heistboard import games
from heistboard.app import Lobby
from heistboard.games.gestures import Ask
from heistboard.games.status import Status
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern
from heistboard.rules import TABLE
from heistboard.web import Server, page_messages
from heistboard.web.assets import assets
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.pages import PHONE, TABLET

PATH = ["a1", "b1", "c1", "c2", "2:c2", "2:b2", "3:b2"]  # up through a building
BACK = ["3:e5", "3:d5", "3:c5"]  # a second chase at the same time, to the left


def test_lights_are_sent_with_their_phase_and_floor() -> None:
    view = games.load("car-thief").new().view(TABLE)
    scene = {
        "2:b3": Intent(Colour.AMBER, Level.BRIGHT, Pattern.CHASE, phase=5),
        "c1": Intent(Colour.WHITE),
    }
    status = Status(
        1, 1, 0, "police", None, "synced", Ask("lost"), {}, (), False, scene, view, (), floors=2
    )
    told = json.loads(page_messages.table(status))["table"]
    assert told["floors"] == 2
    assert told["lights"] == {
        "2:b3": ["amber", "bright", "chase", 5],
        "c1": ["white", "normal", "steady", 0],
    }


def test_pieces_may_stand_on_every_floor_of_the_game() -> None:
    files = assets()

    def kinds(name: str) -> dict[str, Any]:
        return {kind["name"]: kind for kind in json.loads(files[f"car-thief/{name}"])["kinds"]}

    assert kinds("pieces.json")["heli"]["places"] == [*layout.CROSSINGS]
    on_three = kinds("pieces-3.json")["heli"]["places"]
    assert len(on_three) == 3 * len(layout.CROSSINGS)
    assert {"x11", "2:x11", "3:x44"} <= set(on_three)


# In a browser.

BEGIN = """async ([floors, lights]) => {
  const load = (name) => import(`/pages/${name}.js`);
  const [{ Board }, { PlaceButtons }, { Pieces }, { Words }, { style }] = await Promise.all(
    ["board", "place_buttons", "pieces", "words", "dom"].map(load));
  await style("/pages/board.css");
  document.body.innerHTML = '<div id="board" role="group"></div>';
  const words = new Words();
  await words.begin(document.createElement("button"), () => {});
  const layout = await (await fetch("/pages/layout.json")).json();
  const board = new Board(document.getElementById("board"), layout);
  const places = new PlaceButtons(board);
  const pieces = await Pieces.of("car-thief", floors);
  await words.play("car-thief");
  board.use(pieces, words, floors);
  places.renew();
  board.caption(words);
  board.show(lights);
  document.body.addEventListener("keydown", ({ key }) => places.isStep(key) && places.step(key));
  Object.assign(window, { board, pieces, words, places });
}"""
PROGRESS = """(places) => places.map((place) =>
  board.at(place).light.getAnimations()[0].effect.getComputedTiming().progress)"""


@pytest.fixture
def open_board(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    lobby = Lobby(tmp_path / "journal.sqlite")
    with Server(lobby, tmp_path, port=0) as server, Devices(browser) as devices:

        def open_page(floors: int, lights: dict[str, Any] | None = None, **how: Any) -> Page:  # noqa: ANN401
            page = devices.page(viewport=TABLET, **how)
            page.goto(server.address)
            expect(page.locator("#title")).not_to_be_empty()
            page.evaluate(BEGIN, [floors, lights or {}])
            return page

        yield open_page


def test_light_runs_along_paths_in_any_direction(open_board: Any) -> None:  # noqa: ANN401
    lights = {place: ["amber", "bright", "chase", i] for i, place in enumerate(PATH)}
    lights |= {place: ["blue", "bright", "chase", i + 14] for i, place in enumerate(BACK)}
    page = open_board(3, lights, reduced_motion="no-preference")
    for path in (PATH, BACK):
        progress = page.evaluate(PROGRESS, path)
        for earlier, later in pairwise(progress):
            assert (earlier - later) % 1 == pytest.approx(256 / 4096, abs=0.001)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0


def test_floors_are_beside_each_other_or_below(open_board: Any) -> None:  # noqa: ANN401
    page = open_board(3, locale="ru-RU")
    floors = page.locator(".floor")
    expect(page.locator(".storey")).to_have_text(["Этаж 1", "Этаж 2", "Этаж 3"])
    for size in (TABLET, PHONE):
        page.set_viewport_size(size)
        boxes = [each.bounding_box() for each in floors.all()]
        first, second, third = ((box["x"], box["y"]) for box in boxes if box)
        if size is TABLET:
            assert first[0] < second[0] < third[0] and first[1] == second[1] == third[1]
        else:
            assert first[1] < second[1] < third[1] and first[0] == second[0] == third[0]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    # The next game has one floor, which needs no name.
    page.evaluate("board.use(pieces, words); board.caption(words)")
    expect(floors).to_have_count(1)
    expect(page.locator(".storey")).to_be_hidden()


def test_pieces_and_marks_are_on_their_floor(open_board: Any) -> None:  # noqa: ANN401
    page = open_board(3)
    show = (
        "(at) => board.pieces({ pieces: { heli: { green: at } }, lifted: ['2:c3'], "
        "wrong: { '3:x22': 'extra' }, trail: ['a1', 'a2', '2:a2', '2:b2', 'b2', 'c2'] })"
    )
    for place, floor in (("x22", 1), ("2:x22", 2), ("3:x11", 3)):
        page.evaluate(show, place)
        piece = page.locator(f".floor:nth-child({floor}) .piece:not(.away)")
        expect(piece).to_have_attribute("data-piece", "heli green")
        expect(page.locator(".piece:not(.away)")).to_have_count(1)
    expect(page.locator(".lifted")).to_have_count(2)  # the cell, and its light
    expect(page.locator(".floor:nth-child(2) .cell.lifted .name")).to_have_text("c3")
    expect(page.locator(".floor:nth-child(3) .extra .mark")).to_have_text("!")
    lines = [page.locator(f".floor:nth-child({floor}) .trail") for floor in (1, 2)]
    assert [line.count() for line in lines] == [2, 1]  # it comes back


def test_arrow_keys_stay_on_a_floor_and_tab_reaches_each(open_board: Any) -> None:  # noqa: ANN401
    page = open_board(2)
    at = "document.activeElement.dataset.place"
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(at))
    assert reached == ["c3", "x22", "2:c3", "2:x22"]
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate(at) == "2:x43"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(at) == "2:c2"
