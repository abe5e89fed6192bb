"""Turns keys typed on a drawn screen into lines; never shows keys typed in secret."""

import codecs
import contextlib
import errno
import os
import sys
from types import TracebackType
from typing import Any

__all__ = ["Keyboard", "TypedLine"]

MOST = 60  # characters in a line
_READ = 4096


class TypedLine:
    """The line being typed; :attr:`shown` is the part that may be shown."""

    def __init__(self) -> None:
        self.text = ""
        self._is_secret = False
        self._is_dropped = False  # a line begun in secret is never shown or executed
        self._escape = ""

    def set_secret(self, is_secret: bool) -> None:
        """Sets whether the keys that follow are secret; drops a line begun before the change."""
        if is_secret != self._is_secret:
            self._is_dropped = self._is_dropped or (self._is_secret and bool(self.text))
            self._is_secret = is_secret
            self.text = ""

    @property
    def shown(self) -> str:
        """The typed text, empty while it is secret."""
        return "" if self._is_secret or self._is_dropped else self.text

    def feed(self, keys: str) -> list[str]:
        """Adds typed *keys* and returns the completed lines."""
        lines = []
        for key in keys:
            if self._escape or key == "\x1b":
                self._feed_escape(key)
            elif key in "\r\n":
                if not self._is_dropped:
                    lines.append(self.text.strip())
                self.text, self._is_dropped = "", False
            elif key in "\x7f\b":
                self.text = self.text[:-1]
            elif key == "\x15":  # Ctrl-U
                self.text = ""
            elif key.isprintable() and len(self.text) < MOST:
                self.text += key
        return lines

    def _feed_escape(self, key: str) -> None:
        # Arrows and function keys send ESC [ numbers letter, or ESC and one more key.
        is_end = len(self._escape) > 1 and "@" <= key <= "~"
        if is_end or (len(self._escape) == 1 and key not in "[O"):
            self._escape = ""
        else:
            self._escape += key


class Keyboard:
    """Reads stdin without echo. Use it in a ``with`` statement.

    stdin may also be a pipe. :attr:`fd` is ``None`` when nothing more can be read.
    """

    def __init__(self) -> None:
        self.fd: int | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._terminal: int | None = None
        self._is_silent = False
        self._before: list[Any] = []
        self._silent: list[Any] = []

    def __enter__(self) -> "Keyboard":
        if sys.stdin is None or sys.platform == "win32":
            return self  # select() cannot wait for a console there
        with contextlib.suppress(OSError, ValueError):
            self.fd = sys.stdin.fileno()
        if self.fd is not None and os.isatty(self.fd):
            self._find_modes(self.fd)
            self.resume()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.pause()

    def pause(self) -> None:
        """Leaves the terminal as it was before."""
        if self._is_silent:
            self._is_silent = False
            # Discards keys that were not read: the shell must not see a secret move.
            self._set_modes(self._before, is_flushing=True)

    def resume(self) -> None:
        """Reads without echo again, if stdin is a terminal."""
        if self._terminal is not None:
            self._is_silent = True
            self._set_modes(self._silent, is_flushing=False)

    def read(self) -> str:
        """Returns the typed keys; blocks until there are some."""
        assert self.fd is not None
        try:
            data = os.read(self.fd, _READ)
        except OSError:
            data = b""
        if not data:
            self.fd = None
        return self._decoder.decode(data)

    def _find_modes(self, fd: int) -> None:
        import termios
        import tty

        self._terminal = fd
        self._before = termios.tcgetattr(fd)
        tty.setcbreak(fd, termios.TCSANOW)
        self._silent = termios.tcgetattr(fd)

    def _set_modes(self, modes: list[Any], *, is_flushing: bool) -> None:
        import termios

        assert self._terminal is not None
        when = termios.TCSAFLUSH if is_flushing else termios.TCSANOW
        while True:
            try:
                termios.tcsetattr(self._terminal, when, modes)
                return
            except termios.error as error:
                # A program in the background is stopped by this call, and continued later.
                if error.args[0] != errno.EINTR:
                    raise
