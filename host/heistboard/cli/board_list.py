"""``heistboard board list`` and ``heistboard board info``."""

from argparse import Namespace
from typing import Any

from rich.table import Table

from heistboard.boards.choice import NO_BOARD
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.snapshot import stats_document
from heistboard.firmware import wire
from heistboard.link.port import Connection
from heistboard.terminal.board_screen import plain_console
from heistboard.terminal.output import CommandError, emit

__all__ = ["board_rows", "info", "list_boards"]

STATS_WITHIN_S = 1.0


def list_boards(args: Namespace) -> int:
    """Prints every board that is found, with the reason if it cannot be used."""
    choice = args.board or "sim"
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
    if problems and choice != "auto":
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
                "floor": module.floor if module else None,
                "state": connection.link.state.value if connection else "refused",
                "firmware": hello.firmware if hello else None,
                "problem": problem,
            }
        )
    return found


def info(args: Namespace) -> int:
    """Prints everything that one board reports."""
    with ConnectedBoards("", args.board or "sim", DataFolder(args.data)) as boards:
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
            str(row["floor"] or ""),
            row["state"],
            row["firmware"] or "",
        )
    console = plain_console()
    console.print(table)
    for row in found:
        if row["problem"]:
            console.print(row["problem"], markup=False)


def _print_info(document: dict[str, Any]) -> None:
    table = Table.grid(padding=(0, 2))
    for name, value in document.items():
        if name != "stats":
            table.add_row(name.replace("_", " "), str(value))
    stats = document["stats"] or {}
    for name, value in stats.items():
        table.add_row(f"stats {name}", "hidden" if value is None else str(value))
    plain_console().print(table)
