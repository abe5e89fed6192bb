"""``heistboard board assign`` and ``heistboard board identify``: which board is which floor.

If a table is running with the data folder, it has the boards and does it; else this command
connects to them. The documents of ``--json``: ``serial``, ``floor`` and ``before`` (the serial
number of the board that had the floor, or null) of ``assign``; ``boards`` of ``identify``, each
with ``serial``, ``floor`` and ``number`` (null: it lights its whole round track).
"""

import contextlib
import time
from argparse import Namespace
from collections.abc import Collection, Iterator
from typing import Any

from heistboard.app.control import Client, ControlError, Refused
from heistboard.boards.board_numbers import numbers_shown
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.cli import values
from heistboard.link.module import board_name
from heistboard.places.floor_number import number_of
from heistboard.terminal.output import CommandError, UsageError, emit, say
from heistboard.word_lists import all_of, one_of

__all__ = ["assign", "identify"]

DONE_WITHIN_S = 60.0
IDENTIFY_S = 10.0
CHOSEN_S = 2.0  # how long a board shows the number that it was given
LOOK_EVERY_S = 0.2
HAS_BOARDS = "a table is running and has the boards; leave --board out"


def assign(args: Namespace) -> int:
    """Makes a board the one of a floor."""
    data = DataFolder(args.data)
    choice = _choice(args)
    with _table(data) as table:
        if table is None:
            serial, before = _assign_boards(args, choice, data)
        elif args.board:
            raise CommandError(HAS_BOARDS)
        else:
            serial, before = _assign_at_table(args, table)
    if args.json:
        emit({"serial": serial, "floor": args.floor, "before": before})
        return 0
    say(f"board {serial} is floor {args.floor} now")
    if before is not None:
        say(f"board {before} has no floor now")
    return 0


def identify(args: Namespace) -> int:
    """Lets boards show the number of their floor for some seconds."""
    data = DataFolder(args.data)
    choice = _choice(args)
    with _table(data) as table:
        if table is None:
            _identify_boards(args, choice, data)
        elif args.board:
            raise CommandError(HAS_BOARDS)
        else:
            _identify_at_table(args, table)
    return 0


def _choice(args: Namespace) -> tuple[str, ...]:
    choice = values.boards(args, "auto")
    if "sim" in choice:
        raise UsageError(
            "the simulated boards are floors 1, 2 and 3 from the start; choose real ones with "
            "--board auto or --board PORT"
        )
    return choice


def _find(text: str, serials: Collection[str]) -> str:
    # Returns the serial number that *text* is, or begins.
    asked = text.upper()
    found = [serial for serial in serials if serial == asked] or sorted(
        serial for serial in serials if serial.startswith(asked)
    )
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(f"{text!r} fits the boards {all_of(found)}; give more of it")
    raise CommandError(f"there is no board {text!r}, expected {one_of(sorted(serials))}")


def _press_done(floor: int, boards: Collection[tuple[str, int | None]]) -> list[str]:
    # What people are told before they press Done.
    return [
        *(f"{board_name(own, serial)} {_lit(own)}" for serial, own in boards),
        f"press Done on the board that is to be floor {floor}, within a minute",
    ]


def _lit(floor: int | None) -> str:
    number = number_of(floor)
    return "lights its whole round track" if number is None else f"shows {number}"


def _nobody(floor: int, serials: Collection[str]) -> CommandError:
    return CommandError(
        f"nobody pressed Done within a minute; name the board: `heistboard board assign {floor} "
        f"SERIAL`, with {one_of(sorted(serials))}"
    )


# On the boards themselves.


def _assign_boards(
    args: Namespace, choice: tuple[str, ...], data: DataFolder
) -> tuple[str, str | None]:
    with ConnectedBoards("", choice, data) as boards:
        ready = boards.require_ready()
        serials = [each.link.module.serial for each in ready if each.link.module]
        if args.serial is not None:
            serial = _find(args.serial, {*serials, *boards.modules.floors})
        elif len(serials) == 1:
            serial = serials[0]
        else:
            return _choose_by_done(args, boards, data, serials)
        return serial, _give(boards, data, args.floor, serial)


def _choose_by_done(
    args: Namespace, boards: ConnectedBoards, data: DataFolder, serials: list[str]
) -> tuple[str, str | None]:
    if not args.json:
        known = [(serial, boards.modules[serial].floor) for serial in serials]
        for line in _press_done(args.floor, known):
            say(line)
    with numbers_shown(boards) as numbers:
        module = numbers.wait_done(DONE_WITHIN_S)
        if module is None:
            raise _nobody(args.floor, serials)
        before = _give(boards, data, args.floor, module.serial)
        numbers.show_again()
        time.sleep(CHOSEN_S)
    return module.serial, before


def _give(boards: ConnectedBoards, data: DataFolder, floor: int, serial: str) -> str | None:
    before = boards.modules.assign(floor, serial)
    data.save_floors(boards.modules.floors)
    return before


def _identify_boards(args: Namespace, choice: tuple[str, ...], data: DataFolder) -> None:
    with ConnectedBoards("", choice, data) as boards:
        ready = boards.require_ready()
        modules = [each.link.module for each in ready if each.link.module]
        if args.serial is not None:
            serial = _find(args.serial, [module.serial for module in modules])
            modules = [module for module in modules if module.serial == serial]
        shown = {module.serial: module.floor for module in modules}
        if not args.json:
            _say_numbers(shown)
        with contextlib.suppress(KeyboardInterrupt), numbers_shown(boards, shown):
            time.sleep(IDENTIFY_S)
    if args.json:
        _emit_numbers(shown)


def _say_numbers(shown: dict[str, int | None]) -> None:
    for serial, floor in shown.items():
        say(f"board {serial} {_lit(floor)}")


def _emit_numbers(shown: dict[str, int | None]) -> None:
    boards = [
        {"serial": serial, "floor": floor, "number": number_of(floor)}
        for serial, floor in shown.items()
    ]
    emit({"boards": boards})


# Through a running table.


@contextlib.contextmanager
def _table(data: DataFolder) -> Iterator[Client | None]:
    # The running table, if there is one.
    try:
        client = Client(data.path)
    except ControlError:
        yield None
        return
    with client:
        try:
            yield client
        except (ControlError, Refused) as error:
            raise CommandError(str(error)) from None


def _assign_at_table(args: Namespace, table: Client) -> tuple[str, str | None]:
    listed = table.ask("boards")
    there = [board["serial"] for board in listed if board["is_there"]]
    if args.serial is not None:
        serial = _find(args.serial, [board["serial"] for board in listed])
    elif not there:
        raise CommandError(
            "the running table has no board; plug one in, or name one by its SERIAL"
        )
    elif len(there) == 1:
        serial = there[0]
    else:
        return _choose_at_table(args, table, listed, there)
    table.ask("assign", floor=args.floor, serial=serial)
    return serial, _lost(listed, args.floor, serial)


def _choose_at_table(
    args: Namespace, table: Client, listed: list[dict[str, Any]], there: list[str]
) -> tuple[str, str | None]:
    if not args.json:
        known = [(board["serial"], board["floor"]) for board in listed if board["is_there"]]
        for line in _press_done(args.floor, known):
            say(line)
    due_s = time.monotonic() + DONE_WITHIN_S  # before the table's own minute is over
    table.ask("assign", floor=args.floor)
    table.ask("identify")
    had = [board["serial"] for board in listed if board["floor"] == args.floor]
    is_late = False
    while not is_late:
        time.sleep(LOOK_EVERY_S)
        has_ended = table.ask("assigning") is None
        is_late = time.monotonic() >= due_s
        for board in table.ask("boards") if has_ended else ():
            # The board of before may have been chosen again, but not once the minute is over.
            if board["floor"] == args.floor and not (is_late and board["serial"] in had):
                return board["serial"], _lost(listed, args.floor, board["serial"])
    raise _nobody(args.floor, there)


def _lost(listed: list[dict[str, Any]], floor: int, serial: str) -> str | None:
    # The board that had the floor before.
    had = (each["serial"] for each in listed if each["floor"] == floor)
    return next((each for each in had if each != serial), None)


def _identify_at_table(args: Namespace, table: Client) -> None:
    listed = {each["serial"]: each["floor"] for each in table.ask("boards") if each["is_there"]}
    if not listed:
        raise CommandError("the running table has no board; plug one in")
    if args.serial is not None:
        serial = _find(args.serial, listed)
        listed = {serial: listed[serial]}
        table.ask("identify", serial=serial)
    else:
        table.ask("identify")
    (_emit_numbers if args.json else _say_numbers)(listed)
