"""``heistboard umpire``: what went wrong on the running table is set right, and journalled.

What is said here is for the umpire. The documents of ``--json``: ``reed`` and ``is_aside``;
``move``.
"""

from argparse import Namespace

from heistboard.cli.data import DataFolder
from heistboard.cli.output import CommandError, emit, say
from heistboard.daemon.control import Client, ControlError, Refused

__all__ = ["correct", "set_aside"]


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
    _ask(args, "correct", text=move)
    if args.json:
        emit({"move": move})
    else:
        say("the last move is taken back" if move == "undo" else f"played: {move}")
    return 0


def _ask(args: Namespace, do: str, **words: str) -> None:
    try:
        with Client(DataFolder(args.data).path) as client:
            client.ask(do, **words)
    except (ControlError, Refused) as error:
        raise CommandError(str(error)) from None
