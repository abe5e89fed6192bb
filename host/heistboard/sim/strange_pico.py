"""Another Pico on the same computer: it has a port like a board's and never answers."""

import contextlib
import os
import select
import tempfile
import tty
from pathlib import Path
from types import TracebackType

from heistboard.link.port import Port

__all__ = ["SERIAL", "StrangePico"]

SERIAL = "E66000000000002A"


class StrangePico:
    """A pseudo-terminal at whose end nobody answers. Use it in a ``with`` statement.

    It is not plugged in at first.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="heistboard-strange-")
        self.folder = Path(self._folder.name)
        """The folder in which its port appears."""
        self._path = self.folder / "ttySTRANGE"
        self._master = self._slave = -1

    def __enter__(self) -> "StrangePico":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.pull()
        self._folder.cleanup()

    def ports(self) -> list[Port]:
        """Returns its port as discovery would find it; empty while unplugged."""
        return [Port(str(self._path), SERIAL, "another Pico")] if self._master >= 0 else []

    def plug(self) -> None:
        """Plugs it in."""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._path.symlink_to(os.ttyname(self._slave))

    def pull(self) -> None:
        """Pulls its cable."""
        if self._master < 0:
            return
        self._path.unlink()
        for descriptor in (self._master, self._slave):
            os.close(descriptor)
        self._master = self._slave = -1

    def say(self, noise: bytes) -> None:
        """Sends *noise*; what the port has no room for is lost."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, noise)

    @property
    def is_greeted(self) -> bool:
        """Whether a host has sent it something since it was plugged in."""
        return self._master >= 0 and bool(select.select([self._master], [], [], 0)[0])
