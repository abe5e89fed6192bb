"""What devices say on the table's page: moves that everybody is offered, Done, Undo, Help.

A device says them on the socket ``/live`` as seats do on theirs, with the number of TABLE's
prompt. It needs to act for the one seat whose turn it is; that is checked before anything else.
"""

from collections.abc import Collection

from heistboard.app import Daemon, Status
from heistboard.table.table import NotYourTurn
from heistboard.web.sockets import SocketRequest

__all__ = ["run"]


def run(daemon: Daemon, acts: Collection[int], command: SocketRequest) -> None:
    """Runs a command of a device that may act for the seats in *acts*.

    Raises what ``RunningTable.say_at_table`` and ``press_at_table`` do. Help only repeats what is
    public, so any device that may act for somebody may ask for it.
    """
    _require(daemon.status(), acts, is_help=command.text == "help")
    if command.text in ("done", "undo", "help"):
        daemon.press_at_table(command.text, command.prompt)
    else:
        daemon.say_at_table(command.text, command.prompt)


def _require(status: Status, acts: Collection[int], *, is_help: bool) -> None:
    # If it is nobody's turn, as when a card is turned over for all, any such device may do it.
    turn = {status.seats.index(name) for name in status.turn}
    may_act = len(turn) <= 1 and turn <= set(acts)
    if not acts or not (is_help or may_act):
        raise NotYourTurn("it is not your turn")
