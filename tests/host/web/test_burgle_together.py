"""A whole game of Burgle Bros by two phones and simulated boards, whose hands carry the pieces."""

import re
from pathlib import Path
from typing import Any

from heistboard.app import Status
from heistboard.places import layout
from playwright.sync_api import Browser, Page

from tests.support.chromium import Devices
from tests.support.expectation import expect
from tests.support.monkey import LISTEN
from tests.support.pages import PHONE, quick_pages
from tests.support.screens import Screens, place
from tests.support.seats import at_seat

SEED = 181
QUIET_MS, TAP_MS = 1_500, 250  # by the board's clock
AT_BOARD = "move c3"
MOST = 40
KNOWS = "(number) => window.heard.seat?.prompt.number === number"


def tap_at_board(table: Screens, cell: str) -> None:
    """Taps a cell of floor 1 with the flashlight, once all that hands carry has arrived."""
    carried = table.daemon._boards.carried
    table.until(lambda _: carried.due_ms is None and not table.daemon.is_busy())
    board = table.boards[0]
    board.set_reed(f"{cell}.occupant", is_closed=True, after_ms=QUIET_MS)
    board.set_reed(f"{cell}.occupant", is_closed=False, after_ms=QUIET_MS + TAP_MS)


def tap_at_phone(phone: Page, move: str) -> None:
    """Taps a move on a seat's page: its room if that has one, else its button."""
    _, _, at = move.partition(" ")
    spot = place(phone, at) if at[-1:].isdigit() else phone.locator(f'[data-choice="{move}"]')
    if at[-1:].isdigit():
        expect(spot).to_have_accessible_name(re.compile("can be chosen"))
        spot.tap(position={"x": 12, "y": 12})
    else:
        spot.tap()


def next_move(status: Status) -> str:
    """Returns what is chosen: one step at the board, then people end their turns."""
    moves = [str(move) for move in status.moves]
    if "entrance c4" in moves:
        return "entrance c4"
    if AT_BOARD in moves and status.view["round"] == 1:
        return AT_BOARD
    return "pass" if "pass" in moves else moves[0]


def test_two_phones_and_two_boards(browser: Browser, tmp_path: Path) -> None:
    with (
        quick_pages(has_taps=True),
        Screens(tmp_path, "burgle-bros", players=2, seed=SEED, has_boards=True) as table,
        Devices(browser, "WebSocket") as devices,
    ):
        table.until(lambda status: status.sync == "synced")
        phones = [devices.page(viewport=PHONE, has_touch=True, is_fresh=True) for _ in range(2)]
        for seat, phone in enumerate(phones):
            phone.add_init_script(LISTEN)
            phone.goto(at_seat(phone, table.server, seat))
            expect(phone.locator("#ask")).not_to_be_empty()
        chosen: list[str] = []
        while (status := table.daemon.status()).phase != "over":
            assert len(chosen) < MOST
            chosen.append(next_move(status))
            seat = status.seats.index(str(status.seat))
            if chosen[-1] == AT_BOARD:
                tap_at_board(table, AT_BOARD.partition(" ")[2])
            else:
                prompt: Any = table.daemon.seat_view(seat)["prompt"]
                phones[seat].wait_for_function(KNOWS, arg=prompt["number"])
                tap_at_phone(phones[seat], chosen[-1])
            table.until(lambda now, before=status: now.at != before.at)  # type: ignore[misc]
        status = table.until(lambda status: status.sync == "synced")
        for phone in phones:
            expect(phone.locator("#turn")).to_have_text("The end")
            expect(phone.locator("#ask")).to_contain_text("You are caught")
            expect(phone.locator("[data-way=again]")).to_be_visible()
        lying = {cell for cell in layout.CELLS if table.boards[0].is_closed(f"{cell}.cover")}
        assert lying == {at for at in status.pieces["tile"].values() if ":" not in at}
        assert AT_BOARD in chosen and not {"c4", "c3"} & lying
