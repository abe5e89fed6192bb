"""Lets programs of the same user on the same computer send commands to the running table.

The protocol is JSON lines over loopback TCP. Port and token are in the data folder's
``table.json``, which only this user can read. A request has ``token``, ``do`` and that request's
own keys; the answer has ``is``, or ``error`` with a sentence. ``requests`` lists all requests.
"""

import contextlib
import hmac
import json
import logging
import os
import secrets
import socket
import socketserver
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from heistboard.app.requests import Requests

__all__ = [
    "Client",
    "Control",
    "ControlError",
    "Refused",
    "is_running",
    "other_table",
]

FILE = "table.json"
LINE_MOST = 4_096
ANSWER_WITHIN_S = 10.0
_WRONG_TOKEN = "the token is wrong"

_log = logging.getLogger(__name__)


class ControlError(Exception):
    """No table can be reached; the message says what to do."""


class Refused(Exception):
    """The table refused a request; the message says why."""


class Control:
    """Serves *requests* on a socket. Use it in a ``with`` statement within the daemon's.

    *folder* is the data folder. Raises :exc:`ControlError` if another table is running.
    """

    def __init__(self, requests: Requests, folder: Path) -> None:
        self._requests = requests
        self._path = folder / FILE
        self._token = secrets.token_urlsafe(32)

    def __enter__(self) -> "Control":
        if is_running(self._path.parent):
            raise ControlError(other_table(self._path.parent))
        self._server = _Server(("127.0.0.1", 0), self._answer)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="control", daemon=True
        )
        self._thread.start()
        self._write()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError, ValueError, KeyError):
            if json.loads(self._path.read_text(encoding="utf-8"))["token"] == self._token:
                self._path.unlink()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _write(self) -> None:
        port = self._server.server_address[1]
        fresh = self._path.with_name(f".{FILE}-{os.getpid()}")
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"port": port, "token": self._token, "pid": os.getpid()}, out)
        fresh.replace(self._path)

    def _answer(self, line: bytes) -> dict[str, Any]:
        # Called in the server's threads.
        try:
            words = json.loads(line)
            token = str(words["token"]).encode()
            name = str(words["do"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return {"error": "that is not a request"}
        if not hmac.compare_digest(token, self._token.encode()):
            return {"error": _WRONG_TOKEN}
        return self._requests.answer(name, words)


class Client:
    """Talks to the table that uses the data folder *folder*. Use it in a ``with`` statement.

    Raises :exc:`ControlError` if no table is running.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            self.pid = int(found["pid"])
            self._token = str(found["token"])
            address = ("127.0.0.1", int(found["port"]))
        except FileNotFoundError:
            raise ControlError(
                f"no table is running with {folder}; start one with `heistboard play`, "
                "or choose another data folder with --data DIR"
            ) from None
        except OSError as error:
            raise ControlError(f"cannot read {path}: {error.strerror or error}") from None
        except (ValueError, TypeError, KeyError):
            raise ControlError(f"{path} is garbled; end the table and start it again") from None
        try:
            self._socket = socket.create_connection(address, ANSWER_WITHIN_S)
        except (OSError, OverflowError):
            raise self._gone(path) from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("rb")
        self._path = path

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection."""
        self._lines.close()
        self._socket.close()

    def ask(self, do: str, **words: int | str) -> Any:  # noqa: ANN401 (any JSON value)
        """Sends a request and returns the answer; raises :exc:`Refused`."""
        request = json.dumps({"token": self._token, "do": do, **words})
        try:
            self._socket.sendall(request.encode() + b"\n")
            answer = json.loads(self._lines.readline())
            if "error" not in answer:
                return answer["is"]
            if answer["error"] == _WRONG_TOKEN:
                raise ValueError(_WRONG_TOKEN)  # another program now has that port
        except TimeoutError:
            raise ControlError(
                f"the table did not answer within {ANSWER_WITHIN_S:.0f} s"
            ) from None
        except (OSError, ValueError, TypeError, KeyError):
            raise self._gone(self._path) from None
        raise Refused(str(answer["error"]))

    def _gone(self, path: Path) -> ControlError:
        return ControlError(
            f"no table is running: the one of {path} has ended unexpectedly; start it again "
            "with `heistboard play --resume ID`"
        )


def is_running(folder: Path) -> bool:
    """Returns whether a table is running with the data folder *folder*."""
    with contextlib.suppress(ControlError, Refused), Client(folder) as client:
        client.ask("status")
        return True
    return False


def other_table(folder: Path) -> str:
    """Returns the message for when another table is already using *folder*."""
    return (
        f"another table is running with {folder}; end it, or choose another data folder with "
        "--data DIR"
    )


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(
        self, address: tuple[str, int], answer: Callable[[bytes], dict[str, Any]]
    ) -> None:
        self.answer = answer
        super().__init__(address, _Lines)


class _Lines(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self) -> None:
        assert isinstance(self.server, _Server)
        with contextlib.suppress(OSError):
            while line := self.rfile.readline(LINE_MOST):
                answer = self.server.answer(line)
                self.wfile.write(json.dumps(answer).encode() + b"\n")
                if not line.endswith(b"\n") or answer.get("error") == _WRONG_TOKEN:
                    return
