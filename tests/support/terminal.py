"""A command in its own terminal: a pseudo-terminal, and an emulator that interprets its output."""

import os
import re
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ, tcgetattr
from types import TracebackType

import pyte

from tests.support.command import WITHIN_S, environment
from tests.support.forked_command import ForkedCommand


class Terminal:
    """Runs ``heistboard`` in it, or with *shell* a bash. Use it in a ``with`` statement.

    *constants* as in :class:`ForkedCommand`; *variables* are of the environment.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        constants: Mapping[str, object] | None = None,
        shell: bool = False,
        **variables: str,
    ) -> None:
        self.bytes = b""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = threading.Condition(threading.RLock())
        self._terminal, inner = os.openpty()
        self.resize(*size)
        env = environment(data) | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | variables
        self.process: ForkedCommand | subprocess.Popen[bytes] = (
            _shell(os.ttyname(inner), env)
            if shell
            else ForkedCommand(arguments, env, (inner, inner, inner), constants)
        )
        self._inner = inner
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> "Terminal":
        self._reader.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._inner)
        self._reader.join()
        os.close(self._terminal)

    @property
    def said(self) -> bytes:
        """All that was written, without the host's address, which is random."""
        return re.sub(rb"#host=\S+", b"", self.bytes)

    @property
    def lines(self) -> list[str]:
        """The lines on the screen."""
        with self._changed:
            return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """The text on the screen, with single spaces."""
        return " ".join(" ".join(self.lines).split())

    def type(self, text: str) -> None:
        """Types *text*."""
        os.write(self._terminal, text.encode())

    def clear(self) -> None:
        """Forgets what is on the screen, as if another program had drawn over it."""
        with self._changed:
            self._screen.reset()

    def modes(self) -> list[object]:
        """Returns the modes of the terminal, such as echo."""
        return list(tcgetattr(self._inner))

    def resize(self, width: int, height: int) -> None:
        """Changes the size of the terminal."""
        with self._changed:
            self._screen.resize(height, width)
        ioctl(self._terminal, TIOCSWINSZ, struct.pack("4H", height, width, 0, 0))

    def wait(self, *parts: str, within_s: float = WITHIN_S) -> None:
        """Waits until all *parts* are on the screen."""
        if not self.wait_for(lambda: all(part in self.text for part in parts), within_s):
            raise AssertionError(f"no {parts!r} in:\n" + "\n".join(self.lines))

    def wait_for(self, done: Callable[[], bool], within_s: float = WITHIN_S) -> bool:
        """Waits until *done*, which is checked after every output."""
        due = time.monotonic() + within_s
        with self._changed:
            while not done():
                if not self._changed.wait(due - time.monotonic()):
                    return done()
        return True

    def wait_end(self) -> int:
        """Waits for the end of the command and returns its exit code."""
        return self.process.wait(WITHIN_S)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._terminal, 65536)
            except OSError:
                return  # the other end is closed
            with self._changed:
                self.bytes += data
                self._stream.feed(data)
                self._changed.notify_all()


def _shell(terminal: str, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    # Whoever begins a session and opens a terminal gets it: jobs can be stopped there.
    begin = 'PS1="$ " exec bash --noprofile --norc -i <"$0" >"$0" 2>&1'
    return subprocess.Popen(
        ["bash", "-c", begin, terminal],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
