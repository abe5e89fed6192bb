"""The simulated board: the real firmware in a MicroPython process behind a pseudo-terminal."""

import tempfile
from collections.abc import Collection
from pathlib import Path

from heistboard.link.port import Port
from heistboard.sim.board_model import SERIAL, BoardModel
from heistboard.sim.board_process import BoardProcess, check_available
from heistboard.sim.byte_faults import ByteFaults
from heistboard.sim.cable import Cable

__all__ = ["SERIAL", "SimBoard"]


class SimBoard(BoardModel):
    """A simulated floor module. Use it in a ``with`` statement, or call :meth:`close`.

    Its LED watchers are called in the cable's thread.
    """

    def __init__(
        self, serial: str = SERIAL, clock_ms: int = 0, closed: Collection[str] = ()
    ) -> None:
        """Powers on with magnets at the reeds *closed*; the board's clock starts at *clock_ms*."""
        check_available()
        super().__init__(serial, closed)
        self._clock_ms = clock_ms
        self._folder = tempfile.TemporaryDirectory(prefix="heistboard-sim-")
        self._plugs = 0
        self._port: Path | None = None
        self._cable = Cable(self._take_picture)
        self._process = self._power_on()
        self.plug()

    def close(self) -> None:
        """Ends the board's process and removes its port."""
        self._cable.close()
        self._process.kill()
        self._folder.cleanup()

    # The cable.

    def ports(self) -> list[Port]:
        """Returns the board's port as discovery would find it; empty while unplugged."""
        if self._port is None:
            return []
        return [Port(str(self._port), self.serial, "simulated board")]

    @property
    def folder(self) -> Path:
        """The folder in which its port appears."""
        return Path(self._folder.name)

    @property
    def port(self) -> str:
        """The port's name."""
        if self._port is None:
            raise RuntimeError("the cable is pulled")
        return str(self._port)

    def pull(self) -> None:
        """Pulls the cable; the board stays powered."""
        self._port = None
        self._cable.pull()

    def plug(self, *, same_name: bool = False) -> None:
        """Plugs the cable in; the port gets a new name unless *same_name*."""
        if not same_name or not self._plugs:
            self._plugs += 1
        port = Path(self._folder.name) / f"ttySIM{self._plugs}"
        self._cable.plug(port)
        self._port = port

    def spoil(self, up: ByteFaults | None = None, down: ByteFaults | None = None) -> None:
        """Adds faults to the line: *up* from the board, *down* to it; without arguments, none."""
        self._cable.up = up
        self._cable.down = down

    def set_host_reads(self, host_reads: bool) -> None:
        """Sets whether the host's computer reads what the board sends."""
        self._cable.set_host_reads(host_reads)

    def inject(self, data: bytes) -> None:
        """Sends *data* to the board as another program on the same port would."""
        self._cable.inject(data)

    @property
    def waiting(self) -> int:
        """How many bytes from the board are still unread."""
        return self._cable.waiting

    # The board itself.

    def freeze(self) -> None:
        """Stops the firmware until :meth:`thaw`."""
        self._process.freeze()

    def thaw(self) -> None:
        """Resumes the firmware."""
        self._process.thaw()

    def reset(self, *, leaves_port: bool = True) -> None:
        """Restarts the board; with *leaves_port*, its port disappears and returns, as on USB."""
        if leaves_port:
            self.pull()
        self._cable.detach()
        self._process.kill()
        self._process = self._power_on()
        if leaves_port:
            self.plug(same_name=True)

    def enter_safe_mode(self) -> None:
        """Restarts the board in safe mode, as if its firmware had failed three times."""
        self.pull()
        self._cable.detach()
        self._process.kill()
        self._process = BoardProcess(self.serial, self._clock_ms, (), is_safe=True)
        self._cable.attach(self._process)
        self.plug(same_name=True)

    @property
    def pid(self) -> int:
        """The id of the firmware's process."""
        return self._process.pid

    def _power_on(self) -> BoardProcess:
        process = BoardProcess(self.serial, self._clock_ms, self._boot_orders())
        self._cable.attach(process)
        return process

    def _send(self, order: bytes) -> None:
        self._process.send(order)
