"""What is typed while something is drawn: keys become lines, and what is secret is never shown."""

import codecs
import contextlib
import os
import sys
from types import TracebackType

__all__ = ["Keyboard", "TypedLine"]

MOST = 60  # characters of a line
_READ = 4096


class TypedLine:
    """The line that is being typed: :attr:`text` is what of it may be shown."""

    def __init__(self) -> None:
        self.text = ""
        self._is_secret = False
        self._is_dropped = False  # what was begun in secret is not shown when it ends
        self._escape = ""

    def set_secret(self, is_secret: bool) -> None:
        """Says whether what comes now is secret; what was begun before is dropped."""
        if is_secret != self._is_secret:
            self._is_dropped = self._is_dropped or (self._is_secret and bool(self.text))
            self._is_secret = is_secret
            self.text = ""

    @property
    def shown(self) -> str:
        """What may be shown of it."""
        return "" if self._is_secret or self._is_dropped else self.text

    def take(self, keys: str) -> list[str]:
        """Takes what was typed and returns the lines that are finished."""
        lines = []
        for key in keys:
            if self._escape or key == "\x1b":
                self._take_escape(key)
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

    def _take_escape(self, key: str) -> None:
        # Arrows and function keys: ESC [ numbers letter, or ESC and one more.
        is_end = len(self._escape) > 1 and "@" <= key <= "~"
        if is_end or (len(self._escape) == 1 and key not in "[O"):
            self._escape = ""
        else:
            self._escape += key


class Keyboard:
    """What is typed into this program, without echo. Use it in a ``with`` statement.

    From a pipe it takes lines all the same. :attr:`fd` is ``None`` when nothing can come any more.
    """

    def __init__(self) -> None:
        self.fd: int | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._exits = contextlib.ExitStack()

    def __enter__(self) -> "Keyboard":
        if sys.stdin is None or sys.platform == "win32":
            return self  # what is typed cannot be waited for there
        with contextlib.suppress(OSError, ValueError):
            self.fd = sys.stdin.fileno()
        if self.fd is not None and os.isatty(self.fd):
            self._silence(self.fd)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._exits.close()

    def read(self) -> str:
        """Returns what has come; waits for something if nothing has."""
        assert self.fd is not None
        try:
            data = os.read(self.fd, _READ)
        except OSError:
            data = b""
        if not data:
            self.fd = None
        return self._decoder.decode(data)

    if sys.platform != "win32":

        def _silence(self, fd: int) -> None:
            import termios
            import tty

            before = termios.tcgetattr(fd)
            tty.setcbreak(fd, termios.TCSANOW)
            # What came meanwhile and was not read goes to nobody: it may be a move.
            self._exits.callback(termios.tcsetattr, fd, termios.TCSAFLUSH, before)
