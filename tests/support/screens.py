"""A game played on screens, without boards or with simulated ones, and its pages."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest
from heistboard import games
from heistboard.app import Daemon, Settings, Status
from heistboard.games.pieces import pieces_of
from heistboard.link.floors import Modules
from heistboard.link.port import Port
from heistboard.sim import SimHands
from heistboard.sim.board_model import BoardModel
from heistboard.sim.following_hands import FollowingHands
from heistboard.sim.simulated_boards import SimulatedBoards
from heistboard.web import Server, seating, sockets
from playwright.sync_api import Locator, Page

from tests.support.expectation import expect
from tests.support.seats import unlimited
from tests.support.web_evening import WITHIN_S

__all__ = ["Screens", "place", "tap"]

ANNOUNCED_MS = 300  # instead of ten seconds


class Screens:
    """Use it in a ``with`` statement. The host's act on a seat is announced only shortly.

    On simulated boards, one for each floor, hands carry what everybody may see.
    """

    def __init__(
        self,
        folder: Path,
        game: str,
        players: int | None = None,
        *,
        has_boards: bool = False,
        **more: Any,  # noqa: ANN401
    ) -> None:
        options = {"thief-seconds": "0"} if game == "car-thief" else {}
        options |= more.pop("table_options", {})
        self.folder = folder
        self._settings = Settings(game, players, table_options=options, **more)
        self._ends = contextlib.ExitStack()
        self._has_boards = has_boards
        self.boards: tuple[BoardModel, ...] = ()
        self.daemon: Daemon
        self.server: Server

    def __enter__(self) -> Self:
        patch = self._ends.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(seating, "ANNOUNCED_MS", ANNOUNCED_MS)
        patch.setattr(sockets, "COMMANDS", 1000)  # tests are faster than people
        unlimited(patch)
        journal = self.folder / "journal.sqlite"
        ports: Callable[[], list[Port]] = list
        modules = hands = follows = None
        if self._has_boards:
            game = games.load(self._settings.game)
            floors = game.floors(game.new(**self._settings.options).options)
            boards = self._ends.enter_context(SimulatedBoards(range(1, floors + 1)))
            hands = SimHands(boards.boards, pieces_of(game.name, floors))
            follows = FollowingHands(hands, boards.of)
            ports, modules, self.boards = boards.ports, Modules(boards.floors), boards.boards
        self.daemon = self._ends.enter_context(
            Daemon(
                journal, self._settings, ports, modules, has_board=self._has_boards, hands=follows
            )
        )
        server = Server(self.daemon, self.folder, port=0, hands=hands)
        self.server = self._ends.enter_context(server)
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    @property
    def moves(self) -> list[str]:
        """The moves that everybody knows of."""
        view: Any = self.daemon.status().view
        return list(view["moves"])

    def until(self, wanted: Callable[[Status], bool]) -> Status:
        """Waits until the status is as *wanted*."""
        end_s = time.monotonic() + WITHIN_S
        while not wanted(status := self.daemon.status()):
            assert time.monotonic() < end_s, status
            time.sleep(0.002)
        return status

    def at_table(self, *moves: str) -> None:
        """Makes moves and presses buttons as the table's page does."""
        for move in moves:
            status = self.daemon.status()
            at, acts = (status.game, status.prompt), range(len(status.seats))
            if move in ("done", "undo"):
                self.daemon.press_at_table(acts, move, at)
            else:
                self.daemon.say_at_table(acts, move, at)

    def open_host(self, page: Page) -> None:
        """Opens the table's page as its host, who acts for the seats in which nobody sits."""
        page.goto(self.server.host_address)
        expect(page.locator("#ask")).not_to_be_empty()
        expect(page.locator("#seats")).to_contain_text("You are the host.")


def place(page: Page, name: str) -> Locator:
    return page.locator(f'#board [data-place="{name}"]')


def tap(page: Page, name: str) -> None:
    """Clicks a place on the board."""
    place(page, name).locator(".spot, .name").first.click(force=True)
