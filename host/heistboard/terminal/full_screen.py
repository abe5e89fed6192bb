"""A terminal that is drawn on: left while the program is stopped, redrawn afterwards."""

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Protocol

from rich.console import Console, RenderableType
from rich.live import Live

__all__ = ["DrawnScreen", "Pausable"]

_SIGNALS = ("SIGTSTP", "SIGCONT", "SIGWINCH")  # Ctrl-Z, `fg`, a changed size; not on Windows


class Pausable(Protocol):
    """What else uses the terminal, such as a keyboard that is read without echo."""

    def pause(self) -> None:
        """Leaves the terminal as it was before."""

    def resume(self) -> None:
        """Uses the terminal again."""


class DrawnScreen:
    """Draws on the terminal. Use it in a ``with`` statement.

    On Ctrl-Z the terminal is restored before the program stops, with *keyboard* paused. Only in
    the main thread; elsewhere signals are left alone. Each signal writes a byte to *wake_fd*.
    Unless *is_whole*, it draws below what is there already.
    """

    def __init__(
        self,
        console: Console,
        keyboard: Pausable | None = None,
        *,
        is_whole: bool = True,
        wake_fd: int = -1,
    ) -> None:
        self._console = console
        self._keyboard = keyboard
        self._is_whole = is_whole
        self._wake_fd = wake_fd
        self._noted: set[int] = set()
        self._handlers: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        self._wake_fd_before = -1
        self._live = self._new_live()

    def __enter__(self) -> "DrawnScreen":
        if threading.current_thread() is threading.main_thread():
            numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
            if self._wake_fd >= 0:
                self._wake_fd_before = signal.set_wakeup_fd(
                    self._wake_fd, warn_on_full_buffer=False
                )
            self._handlers = {number: signal.signal(number, self._note) for number in numbers}
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self._handlers and self._wake_fd >= 0:
            signal.set_wakeup_fd(self._wake_fd_before)

    def draw(self, what: RenderableType) -> None:
        """Draws *what* instead of what is there."""
        self._live.update(what, refresh=True)

    def is_stale(self) -> bool:
        """Returns whether everything must be drawn again; on Ctrl-Z, stops until ``fg`` first."""
        noted, self._noted = self._noted, set()
        if not noted:
            return False
        if noted - {getattr(signal, "SIGWINCH", 0)}:
            self._leave()
            if signal.SIGTSTP in noted:
                signal.signal(signal.SIGTSTP, signal.SIG_DFL)
                signal.raise_signal(signal.SIGTSTP)  # returns when the program is continued
                signal.signal(signal.SIGTSTP, self._note)
                self._noted.clear()
            self._enter()
        return True

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted.add(number)

    def _leave(self) -> None:
        self._live.stop()
        if self._keyboard is not None:
            self._keyboard.pause()

    def _enter(self) -> None:
        if self._keyboard is not None:
            self._keyboard.resume()
        self._live = self._new_live()
        self._live.start()

    def _new_live(self) -> Live:
        return Live(
            console=self._console,
            screen=self._is_whole,
            transient=not self._is_whole,
            auto_refresh=False,
        )
