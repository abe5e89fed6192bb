"""``heistboard umpire``: corrects the running table; changes to the game go to its journal.

The output is for the umpire only. The documents of ``--json``: ``reed`` and ``is_aside`` of
``set-aside`` and ``restore``, ``move`` of ``correct``, ``hints``, ``brightness``, ``seat`` and
``address`` of ``invite``, ``seat`` of ``put-out``; with ``answer`` where the table has one.
"""

import contextlib
from argparse import Namespace
from typing import Any

from heistboard.app.control import Client, ControlError, Refused
from heistboard.boards.data_folder import DataFolder
from heistboard.cli.game_options import require_known_grade
from heistboard.terminal.output import CommandError, emit, say

__all__ = ["brightness", "correct", "hints", "invite", "put_out", "set_aside"]


def set_aside(args: Namespace) -> int:
    """Makes the table ignore a reed, or trust it again."""
    is_aside = args.umpire_command == "set-aside"
    _ask(args, args.umpire_command, reed=args.reed)
    if args.json:
        emit({"reed": args.reed, "is_aside": is_aside})
    else:
        say(f"{args.reed} is {'set aside' if is_aside else 'trusted again'}")
    return 0


def correct(args: Namespace) -> int:
    """Plays a move, or undoes the last one."""
    move = " ".join(args.move)
    answer = _ask(args, "correct", text=move)
    if args.json:
        emit({"move": move} | ({"answer": answer} if answer else {}))
    elif answer:
        say(answer)
    else:
        say("the last move is taken back" if move == "undo" else f"played: {move}")
    return 0


def hints(args: Namespace) -> int:
    """Changes the grade of hints."""
    require_known_grade(args.grade)
    _ask(args, "hints", grade=args.grade)
    if args.json:
        emit({"hints": args.grade})
    else:
        say(f"hints: {args.grade}")
    return 0


def brightness(args: Namespace) -> int:
    """Changes the brightness of the lights."""
    _ask(args, "brightness", brightness=args.brightness)
    if args.json:
        emit({"brightness": args.brightness})
    else:
        say(f"brightness: {args.brightness}")
    return 0


def invite(args: Namespace) -> int:
    """Shows the address of a seat's private page, for one device."""
    from heistboard.web import qr  # loads a package that only this command needs

    address = _ask(args, "invite", seat=args.seat)
    if args.json:
        emit({"seat": args.seat, "address": address})
        return 0
    with contextlib.suppress(UnicodeEncodeError):  # the terminal may lack block characters
        say(qr.text(address))
    say(
        f"{address}\nfor the {args.seat} only; valid for one device, for ten minutes; if the seat "
        "knows a secret, it works ten seconds after everybody has been told"
    )
    return 0


def put_out(args: Namespace) -> int:
    """Disconnects all devices from a seat."""
    answer = _ask(args, "put-out", seat=args.seat)
    if args.json:
        emit({"seat": args.seat} | ({"answer": answer} if answer else {}))
    elif answer:
        say(f"everybody is being told: seat {args.seat} is free in ten seconds")
    else:
        say(f"seat {args.seat} is free; `heistboard umpire invite {args.seat}` invites a device")
    return 0


def _ask(args: Namespace, do: str, **words: str) -> Any:  # noqa: ANN401 (the table's answer)
    try:
        with Client(DataFolder(args.data).path) as client:
            return client.ask(do, **words)
    except (ControlError, Refused) as error:
        raise CommandError(str(error)) from None
