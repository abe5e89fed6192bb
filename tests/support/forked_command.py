"""Processes of ``heistboard`` that start fast, because they are forked from a loaded one.

Each has its own arguments, environment, streams, session and signals, and runs ``main`` to the
end of the process. Only the start of the interpreter is missing; ``tests/host/cli/test_usage.py``
tests that.
"""

import contextlib
import functools
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from heistboard import games
from heistboard.web.assets import assets

__all__ = ["ForkedCommand"]

ROOT = Path(__file__).parents[2]
MOST_BYTES = 1 << 16
FOR_EVER_S = 1e6
PRELOADED = (
    *("numpy", "rich.live", "rich.table", "rich.progress", "rich.traceback"),
    *("heistboard.cli.board_test", "heistboard.cli.doctor", "heistboard.cli.journal"),
    *("heistboard.cli.play", "heistboard.cli.play_pages", "heistboard.cli.simulate"),
    *("heistboard.cli.game_commands", "heistboard.games.car_thief.drawing"),
    *("heistboard.games.car_thief.bots", "heistboard.games.car_thief.gestures"),
    *("heistboard.games.car_thief.pages", "heistboard.sim.board", "heistboard.voice.player"),
    *("uvicorn.lifespan.off", "uvicorn.loops.asyncio"),
    "uvicorn.protocols.websockets.websockets_impl",
)


class ForkedCommand:
    """A process that runs one command; its interface is that of :class:`subprocess.Popen`.

    *streams* are the descriptors of stdin, stdout and stderr. *constants* gives other values to
    constants, by ``module:NAME``.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str],
        streams: Sequence[int],
        constants: Mapping[str, object] | None = None,
    ) -> None:
        self.returncode: int | None = None
        self._exit, exit_sender = socket.socketpair()
        request = {
            "arguments": arguments,
            "env": dict(env),
            "folder": os.getcwd(),
            "constants": constants or {},
        }
        server = _server()
        with exit_sender:
            data = json.dumps(request).encode() + b"\n"
            sent = socket.send_fds(server, [data], [*streams, exit_sender.fileno()])
            server.sendall(data[sent:])
            self.pid = int(server.recv(MOST_BYTES))

    def poll(self) -> int | None:
        """Returns the exit code, or None while the process runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the end and returns the exit code."""
        if self.returncode is None:
            if not select.select([self._exit], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("heistboard", timeout or 0)
            self.returncode = int(self._exit.recv(MOST_BYTES))
            self._exit.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless the process has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it has ended since
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kills the process."""
        self.send_signal(signal.SIGKILL)


@functools.cache
def _server() -> socket.socket:
    # One for each process of pytest; it ends when this socket is closed.
    client, server = socket.socketpair()
    with server:
        subprocess.Popen(
            [sys.executable, "-m", __name__, str(server.fileno())],
            cwd=ROOT,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # threads do not survive a fork
            pass_fds=[server.fileno()],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    return client


def _serve(requests: socket.socket) -> None:
    # Forks a process for each request, and reports its exit code. Returns in each fork.
    for name in PRELOADED:
        import_module(name)
    assets()  # with all games, and their texts
    gc.freeze()
    wake_reader, wake_writer = socket.socketpair()
    for end in (wake_reader, wake_writer):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(wake_writer.fileno())
    exits: dict[int, socket.socket] = {}
    while True:
        ready = select.select([requests, wake_reader], [], [])[0]
        if wake_reader in ready:
            wake_reader.recv(MOST_BYTES)
            _report_exits(exits)
        if requests not in ready:
            continue
        data, fds, _, _ = socket.recv_fds(requests, MOST_BYTES, 4)
        if not data:
            os._exit(0)
        while not data.endswith(b"\n"):
            data += requests.recv(MOST_BYTES)
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for each in (requests, wake_reader, wake_writer, *exits.values()):
                each.close()
            os.close(fds.pop())
            _become(json.loads(data), fds)
            return
        exits[pid] = socket.socket(fileno=fds.pop())
        for fd in fds:
            os.close(fd)
        requests.sendall(str(pid).encode())


def _report_exits(exits: dict[int, socket.socket]) -> None:
    while exits:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with exits.pop(pid) as exit_sender, contextlib.suppress(BrokenPipeError):
            exit_sender.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def _become(request: dict[str, object], fds: list[int]) -> None:
    os.setsid()
    env, folder, arguments = request["env"], request["folder"], request["arguments"]
    assert isinstance(env, dict) and isinstance(folder, str) and isinstance(arguments, list)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    paths = str(env.get("PYTHONPATH", "")).split(os.pathsep)
    if others := [path for path in paths if path and path not in sys.path]:
        sys.path += others
        games.forget()
    for path in paths:
        if os.path.exists(os.path.join(path, "sitecustomize.py")):
            sys.modules.pop("sitecustomize", None)
            sys.path.insert(0, path)
            import_module("sitecustomize")
    sys.argv = ["heistboard", *arguments]
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    encoding = str(env.get("PYTHONIOENCODING") or "utf-8")
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)), encoding)
    stdout, stderr = (io.BufferedWriter(io.FileIO(number, "w")) for number in (1, 2))
    sys.stdout = io.TextIOWrapper(stdout, encoding, line_buffering=os.isatty(1))
    sys.stderr = io.TextIOWrapper(stderr, encoding, "backslashreplace", line_buffering=True)
    time.tzset()
    constants = request["constants"]
    assert isinstance(constants, dict)
    for place, value in constants.items():
        module, _, name = place.partition(":")
        vars(import_module(module))[name]  # it must exist
        setattr(import_module(module), name, value)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from heistboard.cli import main

    sys.exit(main())
