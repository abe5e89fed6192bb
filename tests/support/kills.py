"""Plays games at a table whose daemon is killed at random moments and resumed."""

import time
from pathlib import Path
from random import Random
from typing import Any

from heistboard.games.car_thief.board import CELLS, cells_of
from heistboard.games.car_thief.rules import CarThief
from heistboard.places import layout
from heistboard.rehearse.table_process import TableProcess
from heistboard.rules import HIDDEN, TABLE
from heistboard.sim import SimBoard

__all__ = ["KillCounts", "kill_often"]

SPEED = 12
THIEF_MS = 1_200
SETTLE_S = 0.9 / SPEED
READY_WITHIN_S = 10.0


class KillCounts:
    """Counts of kills, of accepted moves, and of moves that were not shown before the kill."""

    def __init__(self) -> None:
        self.kills = 0
        self.moves = 0
        self.games = 1
        self.unshown = 0


def kill_often(folder: Path, kills: int, seed: int) -> KillCounts:
    """Plays on one board and kills and resumes the daemon; checks the journal after each kill."""
    random = Random(seed)
    killed = KillCounts()
    settings = {
        "game": "car-thief",
        "table_options": {"thief-seconds": f"{THIEF_MS / 1000:g}"},
        "speed": SPEED,
    }
    with SimBoard() as board:
        for cell in layout.CELLS:
            board.set_reed(f"{cell}.cover", is_closed=True)
        table = TableProcess(
            [(board.folder, board.serial)],
            {board.serial: 1},
            folder,
            settings,
            [f"{cell}.occupant" for cell in layout.CELLS],
        )
        table.start()
        try:
            while killed.kills < kills:
                before = _wait_ready(table)
                state = table.state()
                assert isinstance(state, CarThief)
                if state.outcome is not None:
                    _begin_again(board, table, killed)
                    continue
                _put_right(board, state)
                _act(board, state, table.status(), random)
                shown = _as_before_the_end(table.status()["view"]["moves"])
                time.sleep(random.random() * SETTLE_S * 0.5)
                table.kill()
                after = table.state()
                _check(before, shown, _as_before_the_end(after.told(TABLE)), killed)
                killed.kills += 1
                table.start()
                resumed = table.status()["view"]["moves"]
                assert resumed == after.told(TABLE)
        finally:
            table.close()
    return killed


def _check(before: list[str], shown: list[str], after: list[str], killed: KillCounts) -> None:
    # No accepted move is lost; at most one move is new, the one in progress.
    assert after[: len(before)] == before, (before, after)
    assert after[: len(shown)] == shown or len(shown) < len(before), (shown, after)
    assert len(after) <= len(before) + 1, (before, after)
    killed.moves += len(after) - len(before)
    killed.unshown += len(after) > len(shown)


def _as_before_the_end(told: list[str]) -> list[str]:
    return [f"hide {HIDDEN}" if line.startswith("hide") else line for line in told]


def _wait_ready(table: TableProcess) -> list[str]:
    due = time.monotonic() + READY_WITHIN_S
    while (status := table.status())["sync"] == "lost":
        assert time.monotonic() < due, "the board does not come back"
        time.sleep(0.01)
    return list(status["view"]["moves"])


def _begin_again(board: SimBoard, table: TableProcess, killed: KillCounts) -> None:
    for reed in layout.REEDS:
        board.set_reed(reed, is_closed=reed.endswith(".cover"))
    time.sleep(0.1)
    board.set_reed("done", is_closed=True)
    due = time.monotonic() + READY_WITHIN_S
    while table.status()["phase"] == "over":
        assert time.monotonic() < due, "no new game begins"
        time.sleep(0.02)
    board.set_reed("done", is_closed=False)
    killed.games += 1


def _put_right(board: SimBoard, state: CarThief) -> None:
    at = state.helicopters.values()
    for crossing in layout.CROSSINGS:
        board.set_reed(f"{crossing}.occupant", is_closed=crossing in at)
    for cell in CELLS:
        board.set_reed(f"{cell}.cover", is_closed=True)
    board.set_reed("done", is_closed=False)
    time.sleep(0.06)


def _act(board: SimBoard, state: CarThief, status: dict[str, Any], random: Random) -> None:
    # Makes one move by hand and does not wait for its result.
    phase = status["phase"]
    if phase == "eyes-closed":
        _hide(board, random.choice([CELLS[cell] for cell in cells_of(state.free)]), random)
    elif phase == "restore":
        _hide(board, CELLS[state.trail[-1]], random)
    elif status["ask"]["id"] == "police.which":
        asked = state.moves[-1].split()[1]
        home = f"{state.helicopters[asked]}.occupant"
        board.set_reed(home, is_closed=False)
        time.sleep(SETTLE_S * random.uniform(1.0, 1.4))
        board.set_reed(home, is_closed=True)
        time.sleep(0.04)
    elif phase == "setup" and None in state.helicopters.values():
        free = [x for x in layout.CROSSINGS if x not in state.helicopters.values()]
        board.set_reed(f"{random.choice(free)}.occupant", is_closed=True)
        time.sleep(SETTLE_S * random.uniform(0.8, 1.4))
    elif phase == "police" and state.seat == 1:
        _, colour, place = random.choice(state.legal()).split()
        if place in CELLS:
            board.set_reed(f"{place}.cover", is_closed=False)
        else:
            board.set_reed(f"{state.helicopters[colour]}.occupant", is_closed=False)
            board.set_reed(f"{place}.occupant", is_closed=True)
        time.sleep(SETTLE_S * random.uniform(0.8, 1.4))
    else:
        board.set_reed("done", is_closed=True)
        time.sleep(0.03)


def _hide(board: SimBoard, to: str, random: Random) -> None:
    for cell in CELLS:
        if board.is_closed(f"{cell}.occupant") and cell != to:
            board.set_reed(f"{cell}.cover", is_closed=False)
            time.sleep(0.04)
            board.set_reed(f"{cell}.occupant", is_closed=False)
            board.set_reed(f"{cell}.cover", is_closed=True)
    board.set_reed(f"{to}.cover", is_closed=False)
    time.sleep(0.04)
    board.set_reed(f"{to}.occupant", is_closed=True)
    board.set_reed(f"{to}.cover", is_closed=True)
    time.sleep(0.06)
    board.set_reed("done", is_closed=True)
    time.sleep(THIEF_MS / 1000 / SPEED * random.uniform(0.5, 1.2))
