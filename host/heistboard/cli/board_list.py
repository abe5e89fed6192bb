"""``heistboard board list`` and ``heistboard board info``."""

from argparse import Namespace
from typing import Any

from rich.table import Table

from heistboard.boards.choice import NO_BOARD
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.snapshot import stats_document
from heistboard.cli import values
from heistboard.firmware import wire
from heistboard.link.link import NOT_ANSWERING, LinkState
from heistboard.link.module import NO_FLOOR
from heistboard.link.port import Connection
from heistboard.terminal.board_screen import plain_console
from heistboard.terminal.output import CommandError, emit

__all__ = ["board_rows", "info", "list_boards"]

STATS_WITHIN_S = 1.0
HOW_TO_ASSIGN = "`heistboard board assign FLOOR` makes a board the one of floor 1, 2 or 3"


def list_boards(args: Namespace) -> int:
    """Prints every board that is found, with the reason if it cannot be used."""
    choice = values.boards(args, "sim")
    try:
        with ConnectedBoards("", choice, DataFolder(args.data)) as boards:
            boards.update()
            found = board_rows(boards)
    except CommandError as error:
        raise CommandError(str(error), {"boards": []}) from None
    document = {"boards": found}
    if not found:
        raise CommandError(NO_BOARD, document)
    problems = [row["problem"] for row in found if row["problem"]]
    if problems and "auto" not in choice:
        raise CommandError(problems[0], document)
    if args.json:
        emit(document)
    else:
        _print_boards(found)
    return 0


def board_rows(boards: ConnectedBoards) -> list[dict[str, Any]]:
    """Returns the row of each port, for the table of ``list`` and for JSON."""
    connections = {each.port.device: each for each in boards.hub.ready()}
    found = []
    for port in boards.chosen.ports():
        connection = connections.get(port.device)
        module = connection.link.module if connection else None
        hello = module.hello if module else None
        problem = boards.hub.problems.get(port.device)
        if connection is None and problem is None:
            problem = f"{port.device}: the board does not answer; unplug it and plug it in again"
        found.append(
            {
                "port": port.device,
                "serial": module.serial if module else port.serial,
                "floor": module.floor if module else boards.modules.floors.get(port.serial or ""),
                "state": connection.link.state.value if connection else _state_of(problem),
                "firmware": hello.firmware if hello else None,
                "problem": problem,
            }
        )
    return found


def _state_of(problem: str | None) -> str:
    state = LinkState.LOST if problem and NOT_ANSWERING in problem else LinkState.REFUSED
    return state.value


def info(args: Namespace) -> int:
    """Prints everything that one board reports."""
    with ConnectedBoards("", values.boards(args, "sim"), DataFolder(args.data)) as boards:
        connection = boards.require_one()
        boards.update()
        document = _describe(boards, connection)
    if args.json:
        emit(document)
    else:
        _print_info(document)
    return 0


def _describe(boards: ConnectedBoards, connection: Connection) -> dict[str, Any]:
    link = connection.link
    connection.ask(wire.ASK_STATS)
    boards.hub.wait(lambda: link.stats is not None, STATS_WITHIN_S)
    module = link.module
    hello = module.hello if module else None
    if module is None or hello is None:
        raise CommandError(f"{connection.port.device}: the board was lost")
    return {
        "port": connection.port.device,
        "serial": hello.serial,
        "floor": module.floor,
        "firmware": hello.firmware,
        "protocol": hello.protocol,
        "revision": hello.revision,
        "layout_crc": f"{hello.layout_crc:08x}",
        "inputs": hello.inputs,
        "leds": hello.leds,
        "interpreter": hello.interpreter,
        "boot": hello.boot.hex(),
        **boards.chosen.facts,
        "stats": stats_document(link.stats, is_hiding=bool(boards.hidden)),
    }


def _print_boards(found: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("port", "serial", "floor", "state", "firmware"):
        table.add_column(name, overflow="fold", no_wrap=name != "port")
    for row in found:
        table.add_row(
            row["port"],
            row["serial"] or "",
            str(row["floor"] or (NO_FLOOR if row["firmware"] else "")),
            row["state"],
            row["firmware"] or "",
        )
    console = plain_console()
    console.print(table)
    for row in found:
        if row["problem"]:
            console.print(row["problem"], markup=False)
    if len(found) > 1 and any(row["firmware"] and not row["floor"] for row in found):
        console.print(HOW_TO_ASSIGN)


def _print_info(document: dict[str, Any]) -> None:
    table = Table.grid(padding=(0, 2))
    for name, value in document.items():
        if name != "stats":
            is_none = name == "floor" and value is None
            table.add_row(name.replace("_", " "), NO_FLOOR if is_none else str(value))
    stats = document["stats"] or {}
    for name, value in stats.items():
        table.add_row(f"stats {name}", "hidden" if value is None else str(value))
    plain_console().print(table)
