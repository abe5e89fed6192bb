"""``heistboard umpire``: whoever runs the table sets it right; what is of the game is journalled.

What is said here is for the umpire. The documents of ``--json``: ``reed`` and ``is_aside``;
``move``; ``hints``; ``brightness``; ``seat`` and ``address``, who may be invited and where;
``seat``.
"""

import contextlib
from argparse import Namespace
from typing import Any

from heistboard.app.control import Client, ControlError, Refused
from heistboard.boards.data_folder import DataFolder
from heistboard.terminal.output import CommandError, emit, say

__all__ = ["brightness", "correct", "hints", "invite", "put_out", "set_aside"]


def set_aside(args: Namespace) -> int:
    """Has a reed ignored, or believed again."""
    is_aside = args.umpire_command == "set-aside"
    _ask(args, args.umpire_command, reed=args.reed)
    if args.json:
        emit({"reed": args.reed, "is_aside": is_aside})
    else:
        say(f"{args.reed} is {'set aside' if is_aside else 'believed again'}")
    return 0


def correct(args: Namespace) -> int:
    """Plays a move, or takes the last one back."""
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
    """Changes how far the table helps to deduce."""
    _ask(args, "hints", grade=args.grade)
    if args.json:
        emit({"hints": args.grade})
    else:
        say(f"hints: {args.grade}")
    return 0


def brightness(args: Namespace) -> int:
    """Changes how bright the lights are."""
    _ask(args, "brightness", brightness=args.brightness)
    if args.json:
        emit({"brightness": args.brightness})
    else:
        say(f"brightness: {args.brightness}")
    return 0


def invite(args: Namespace) -> int:
    """Shows the way to a seat's private page, for one device."""
    from heistboard.web import qr  # the pages' packages, for this command only

    address = _ask(args, "invite", seat=args.seat)
    if args.json:
        emit({"seat": args.seat, "address": address})
        return 0
    with contextlib.suppress(UnicodeEncodeError):  # a terminal may not know its blocks
        say(qr.text(address))
    say(f"{address}\nfor the {args.seat} only: good for one device, within ten minutes")
    return 0


def put_out(args: Namespace) -> int:
    """Puts all devices out of a seat."""
    _ask(args, "put-out", seat=args.seat)
    if args.json:
        emit({"seat": args.seat})
    else:
        say(f"nobody sits in seat {args.seat}; `heistboard umpire invite {args.seat}` fills it")
    return 0


def _ask(args: Namespace, do: str, **words: str) -> Any:  # noqa: ANN401 (whatever the table says)
    try:
        with Client(DataFolder(args.data).path) as client:
            return client.ask(do, **words)
    except (ControlError, Refused) as error:
        raise CommandError(str(error)) from None
