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
from heistboard.web import (
    Devices,
    Encryption,
    Listening,
    Server,
    WebError,
    encryption,
    listen,
    qr,
)
from heistboard.web.private_file import write_private
from heistboard.web.seating import SeatRefused

__all__ = ["ServedPages", "bind", "serve", "serve_lobby"]

OPENING_FILE = "open-in-browser-{}.html"
OPENING_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url={address}">
<title>Heistboard</title>
<p><a href="{address}">Heistboard</a></p>
"""

_log = logging.getLogger(__name__)


class ServedPages:
    """The served pages, as the terminal and the umpire use them."""

    def __init__(self, server: Server, daemon: Daemon) -> None:
        self._server = server
        self._daemon = daemon

    @property
    def address(self) -> str:
        """The address that makes a browser on this machine a host."""
        return self._server.host_address

    @property
    def is_lan(self) -> bool:
        """Whether phones can reach the pages."""
        return self._server.is_lan

    @property
    def network_address(self) -> str:
        """The address of the table's page for phones, if they can reach it."""
        return self._server.address if self._server.is_lan else ""

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

        The picture is empty if no phone can reach the address. Raises :exc:`CommandError`.
        """
        try:
            address = self.invite(seat)
        except ValueError as error:
            raise CommandError(str(error)) from None
        return qr.text(address) if self.is_lan else "", address

    def look(self, seat: int) -> bool | None:
        """Returns whether the terminal may show what *seat* sees; ``None`` if it plays elsewhere.

        If not, it is announced and may in ten seconds. Raises :exc:`CommandError`.
        """
        try:
            return self._server.look(seat)
        except SeatRefused:
            return None
        except WebError as error:
            raise CommandError(str(error)) from None

    def invite(self, seat: int) -> str:
        """Returns an address through which one device joins *seat*; raises :exc:`ValueError`."""
        try:
            return self._server.invite(seat)
        except WebError as error:
            raise ValueError(str(error)) from None

    def put_out(self, seat: int) -> str | None:
        """Leads every device out of *seat*; returns ``announced`` if that takes ten seconds.

        Raises :exc:`ValueError`.
        """
        try:
            return None if self._server.put_out(seat) else "announced"
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
    devices: Devices | None = None,
) -> Iterator[ServedPages]:
    """Serves the pages at *listener*, and on a desktop opens the table's page in a browser.

    *devices* may be those of the lobby. Raises :exc:`CommandError`.
    """
    with _served(args, daemon, folder, hands, listener, devices) as server:
        yield ServedPages(server, daemon)


@contextlib.contextmanager
def serve_lobby(
    args: Namespace, lobby: Lobby, folder: Path, listener: Listening, devices: Devices
) -> Iterator[Server]:
    """Serves the start page at *listener*, and on a desktop opens it in a browser."""
    with _served(args, lobby, folder, None, listener, devices) as server:
        yield server


@contextlib.contextmanager
def _served(
    args: Namespace,
    table: Daemon | Lobby,
    folder: Path,
    hands: SimHands | None,
    listener: Listening,
    devices: Devices | None,
) -> Iterator[Server]:
    for name in ("asyncio", "uvicorn", "websockets"):
        logging.getLogger(name).addHandler(logging.NullHandler())  # keeps their log off the screen
    with contextlib.ExitStack() as exits:
        try:
            server = exits.enter_context(
                Server(
                    table,
                    folder,
                    hands=hands,
                    listener=listener,
                    devices=devices,
                    tls=_encryption(args, folder),
                )
            )
        except WebError as error:
            raise CommandError(str(error)) from None
        if not args.no_browser and not args.json and _is_desktop():
            exits.enter_context(_opened(server.host_address, folder))
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


@contextlib.contextmanager
def _opened(address: str, folder: Path) -> Iterator[None]:
    # Opens a file that leads to *address*: everybody on this machine can read the arguments of
    # programs, and the address holds the host's secret.
    path = folder / OPENING_FILE.format(os.getpid())
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(path, OPENING_PAGE.format(address=address))
    except OSError as error:
        _log.warning("no browser is opened: %s", error)
        yield
        return
    _open(path.absolute().as_uri())
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


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
