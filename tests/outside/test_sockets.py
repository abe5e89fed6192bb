"""What the sockets of the outside game's pages receive, byte by byte."""

import json
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from heistboard.rules import TABLE
from websockets.sync.client import ClientConnection, connect

from tests.outside.evening import LanternEvening
from tests.support.seats import seated

WITHIN_S = 10.0
LOOKERS = (0, 1, TABLE)  # in this order, because the table hears who joins


def line(evening: LanternEvening, seat: int, ends: ExitStack) -> ClientConnection:
    """Opens the socket of the table, or joins a seat and opens its socket."""
    host = f"127.0.0.1:{evening.server.port}"
    origin = {"Origin": f"http://{host}"}
    path = "/live"
    if seat != TABLE:
        origin["Cookie"] = seated(evening.server, seat)
        path = f"/seat/{seat}/live"
    address = f"ws://{host}{path}"
    return ends.enter_context(connect(address, additional_headers=origin, proxy=None))


def heard(line: ClientConnection, what: str, since: int = 0) -> list[str]:
    """All messages up to the one that contains *what*; prompts of the table count from *since*."""
    frames: list[str] = []
    while not frames or what not in frames[-1]:
        frame = json.loads(line.recv(timeout=WITHIN_S))
        for public in ("seats", "seating"):  # when somebody sat down, and who
            frame.pop(public, None)
        if "table" in frame:
            frame["table"]["prompt"]["number"] -= since
        if "you" not in frame:
            frames.append(json.dumps(frame, sort_keys=True))
    return frames


def prompt_number(frame: str) -> int:
    """The number of the table's prompt."""
    number: int = json.loads(frame)["table"]["prompt"]["number"]
    return number


def evening_with(folder: Path, *passes: str) -> tuple[dict[int, list[str]], str]:
    """What sockets received, and the list of games, while others passed in a window."""
    with (
        LanternEvening(folder, has_pages=True, players=5) as evening,
        ExitStack() as ends,
    ):
        evening.daemon.say(0, "carry x23")
        evening.lantern("x23", off="x22")
        lines = {}
        for seat in LOOKERS:
            lines[seat] = line(evening, seat, ends)
            # How the lantern's way was seen, in one step or two, is the board's matter.
            begun = prompt_number(heard(lines[seat], '"window"')[-1])
        evening.say(*passes)
        started = httpx.get(f"http://127.0.0.1:{evening.server.port}/start.json").text
        evening.say("p2 pass")
        told = {1: heard(lines[1], '"p2 pass"', begun)}
        evening.say(*(f"p{n} pass" for n in (3, 4, 5) if f"p{n} pass" not in passes))
        evening.until(lambda status: status.phase == "carry")
        for seat in LOOKERS:
            told[seat] = told.get(seat, []) + heard(lines[seat], '"carry"', begun)
    return told, started


@pytest.mark.parametrize("passes", [("p3 pass",), ("p5 pass", "p4 pass")])
def test_nobody_hears_who_has_passed_before_the_window_closes(
    tmp_path: Path, passes: tuple[str, ...]
) -> None:
    quiet, listed = evening_with(tmp_path / "quiet")
    told, also_listed = evening_with(tmp_path / "told", *passes)
    assert also_listed == listed
    assert json.loads(listed)["games"]
    assert told == quiet
    # That the window has closed, and to p2 before that it has passed itself.
    assert {seat: len(frames) for seat, frames in told.items()} == {0: 1, 1: 2, TABLE: 1}
