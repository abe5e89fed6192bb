"""What pages ask for about windows: Stop, when a seat wants to be asked, how long beats are.

A socket of the table or of a seat takes ``stop SEAT WINDOW`` from a device that acts for the seat,
named as in the game, and with the number of the window; a seat's takes ``wish …``: see
``window_notes``. A host sets an option by ``POST /windows`` with its name, a space and its value.
"""

from collections.abc import Collection

from heistboard.app import Daemon
from heistboard.app.game_notes import NoteRefused
from heistboard.table.table import NotNow, NotYourTurn
from heistboard.web.sockets import SocketRequest

__all__ = ["set_option", "stop"]


def stop(daemon: Daemon, acts: Collection[int], command: SocketRequest) -> bool:
    """Says Stop for one of the seats *acts*; returns whether that was asked for.

    Raises :exc:`NotYourTurn`, or what :meth:`~heistboard.app.move_calls.MoveCalls.stop` raises.
    """
    match command.text.split(" "):
        case ["stop", name, window]:
            names = daemon.seats()
            if name not in names or (seat := names.index(name)) not in acts:
                raise NotYourTurn("that is not your seat")
            if not (window.isascii() and window.isdecimal()):
                raise NotNow("there is no such window")
            daemon.stop(seat, int(window), command.prompt and command.prompt[0])
            return True
    return False


def set_option(daemon: Daemon, text: str) -> None:
    """Sets the option that *text* names; raises :exc:`NoteRefused`."""
    name, _, value = text.partition(" ")
    if not value:
        raise NoteRefused("expected a name and a value")
    daemon.set_window_option(name, value)
