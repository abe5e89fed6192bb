"""The web pages of ``heistboard play``: the server, the browser, and invitations."""

import contextlib
import logging
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from heistboard.app import Daemon, Lobby
from heistboard.sim import SimHands
from heistboard.terminal.output import CommandError, is_screen
from heistboard.web import Encryption, Listening, Server, WebError, encryption, listen, qr

__all__ = ["ServedPages", "bind", "serve", "serve_lobby"]


class ServedPages:
    """The served pages, as the terminal and the umpire use them."""

    def __init__(self, server: Server, daemon: Daemon) -> None:
        self._server = server
        self._daemon = daemon

    @property
    def address(self) -> str:
        """The address of the table's page."""
        return self._server.address

    @property
    def authority(self) -> tuple[str, str] | None:
        """The address and the fingerprint of the authority that devices may trust, if any."""
        return self._server.authority_to_trust

    def has_page(self, seat: str) -> bool:
        """Returns whether a device has joined *seat*, given by name."""
        seats = self._daemon.seats()
        return seat in seats and self._server.is_taken(seats.index(seat))

    def invitation(self, seat: int) -> tuple[str, str]:
        """Returns an invitation to *seat* as a QR picture and an address.

        Raises :exc:`CommandError`.
        """
        try:
            address = self.invite(seat)
        except ValueError as error:
            raise CommandError(str(error)) from None
        return qr.text(address), address

    def invite(self, seat: int) -> str:
        """Returns an address through which one device joins *seat*; raises :exc:`ValueError`."""
        try:
            return self._server.invite(seat)
        except WebError as error:
            raise ValueError(str(error)) from None

    def put_out(self, seat: int) -> None:
        """Disconnects every device from *seat*; raises :exc:`ValueError`."""
        try:
            self._server.put_out(seat)
        except WebError as error:
            raise ValueError(str(error)) from None


def bind(args: Namespace) -> Listening:
    """Returns the listening sockets for the pages; raises :exc:`CommandError`."""
    try:
        return listen(args.port, is_lan=args.lan)
    except WebError as error:
        raise CommandError(str(error)) from None


@contextlib.contextmanager
def serve(
    args: Namespace,
    daemon: Daemon,
    folder: Path,
    hands: SimHands | None,
    listener: Listening,
) -> Iterator[ServedPages]:
    """Serves the pages at *listener*, and on a desktop opens the table's page in a browser.

    Raises :exc:`CommandError`.
    """
    with _served(args, daemon, folder, hands, listener) as server:
        yield ServedPages(server, daemon)


@contextlib.contextmanager
def serve_lobby(
    args: Namespace, lobby: Lobby, folder: Path, listener: Listening
) -> Iterator[Server]:
    """Serves the start page at *listener*, and on a desktop opens it in a browser."""
    with _served(args, lobby, folder, None, listener) as server:
        yield server


@contextlib.contextmanager
def _served(
    args: Namespace,
    table: Daemon | Lobby,
    folder: Path,
    hands: SimHands | None,
    listener: Listening,
) -> Iterator[Server]:
    for name in ("asyncio", "uvicorn", "websockets"):
        logging.getLogger(name).addHandler(logging.NullHandler())  # keeps their log off the screen
    with contextlib.ExitStack() as exits:
        try:
            server = exits.enter_context(
                Server(
                    table, folder, hands=hands, listener=listener, tls=_encryption(args, folder)
                )
            )
        except WebError as error:
            raise CommandError(str(error)) from None
        if not args.no_browser and not args.json and _is_desktop():
            _open(server.local_address)  # only there is the simulated board shown
        yield server


def _encryption(args: Namespace, folder: Path) -> Encryption | None:
    if args.tls_cert is not None:
        key = None if args.tls_key is None else Path(args.tls_key)
        return encryption.given(Path(args.tls_cert), key)
    return encryption.made(folder) if args.tls else None


def _is_desktop() -> bool:
    if not is_screen() or os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    # In another process and session: a browser may block, print, or read the terminal.
    with contextlib.suppress(OSError):
        subprocess.Popen(
            [sys.executable, "-m", "webbrowser", address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
