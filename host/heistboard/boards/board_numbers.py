"""Boards show the number of their floor, and people choose one by pressing Done on it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from heistboard.boards.connected import ConnectedBoards
from heistboard.firmware import wire
from heistboard.link.link import Notice, Presence
from heistboard.link.module import Event, Module
from heistboard.places.floor_number import number_of, number_scene
from heistboard.places.scene import pack

__all__ = ["BoardNumbers", "numbers_shown"]

DARK_WITHIN_S = 0.5
_DARK = pack({})


class BoardNumbers:
    """The *serials* among *boards* show their numbers, also those that connect later."""

    def __init__(self, boards: ConnectedBoards, serials: Collection[str] | None) -> None:
        """Without *serials*, all boards show their numbers."""
        self._boards = boards
        self._serials = serials
        self._done: Module | None = None
        boards.on_notice = self._take
        for connection in boards.hub.ready():
            self._show(connection.link.module)

    def wait_done(self, within_s: float) -> Module | None:
        """Waits until Done is pressed on a board, and returns that board; None if nobody does."""
        self._boards.hub.wait(lambda: self._done is not None, within_s)
        return self._done

    def show_again(self) -> None:
        """Shows the present numbers, after a floor was assigned."""
        for connection in self._boards.hub.ready():
            self._show(connection.link.module)

    def darken(self) -> None:
        """Switches the lights off and waits until the boards have confirmed it."""
        hub = self._boards.hub
        self._boards.on_notice = lambda module, notice: None
        ready = hub.ready()
        for connection in ready:
            connection.show(_DARK)
        hub.wait(lambda: all(each.link.is_settled for each in ready), DARK_WITHIN_S)

    def _show(self, module: Module | None) -> None:
        if module is not None and (self._serials is None or module.serial in self._serials):
            self._boards.hub.show(module.serial, pack(number_scene(number_of(module.floor))))

    def _take(self, module: Module | None, notice: Notice) -> None:
        # Called on the connections' threads.
        if isinstance(notice, Presence) and notice.is_there:
            self._show(module)
        elif module is not None and isinstance(notice, Event) and self._done is None:
            is_press = notice.is_closed and notice.name == "done"
            if is_press and _is_fresh(module, notice):
                self._done = module


def _is_fresh(module: Module, event: Event) -> bool:
    # Not queued on the board before it was connected.
    assert module.hello is not None
    age = (module.hello.next - event.number) & 0xFFFF
    return not 0 < age <= wire.QUEUE


@contextmanager
def numbers_shown(
    boards: ConnectedBoards, serials: Collection[str] | None = None
) -> Iterator[BoardNumbers]:
    """Lets *boards* show their numbers until the ``with`` statement ends."""
    numbers = BoardNumbers(boards, serials)
    try:
        yield numbers
    finally:
        numbers.darken()
