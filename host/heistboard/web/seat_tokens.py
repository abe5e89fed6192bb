"""Who may sit where: a lasting token for each seat, and invitations that hand it to a device.

An invitation is what a QR code shows. It works once and for ten minutes, so it is useless to
somebody who reads it over a shoulder later. The token it is exchanged for is never shown: it lives
in the data folder and in the cookies of the seat's devices.

A device that was invited from the network joined while nothing was secret in that game. Earlier
games may have secrets, so the file also says in which game somebody last joined from the network.
"""

import contextlib
import hashlib
import hmac
import json
import logging
import os
import secrets
import threading
from pathlib import Path
from typing import NamedTuple

__all__ = ["INVITATION_S", "MAX_INVITATIONS", "JoinedSeat", "SeatTokens"]

INVITATION_S = 600  # how long an invitation is valid
MAX_INVITATIONS = 16  # the oldest one is dropped for the next
TOKEN_BYTES = 32

_log = logging.getLogger(__name__)


class JoinedSeat(NamedTuple):
    """A seat, its token, and whether the invitation was made on this machine."""

    seat: int
    token: str
    is_local: bool


class _Invitation(NamedTuple):
    seat: int
    until_s: float
    is_local: bool


class SeatTokens:
    """The tokens in the file at *path*; a seat has one after the first invitation to it."""

    def __init__(self, path: Path) -> None:
        """Raises :exc:`OSError` if the file is there but cannot be read."""
        self._path = path
        self._lock = threading.Lock()
        self._tokens, self._network_games = _read(path)
        self._invitations: dict[bytes, _Invitation] = {}  # by the code's hash

    def seats(self) -> list[int]:
        """Returns the seats that have a token."""
        return sorted(self._tokens)

    def invite(self, seat: int, now_s: float, *, is_local: bool = True) -> str:
        """Returns a code that lets one device join *seat*; raises :exc:`OSError`.

        *is_local*: it was requested on this machine.
        """
        with self._lock:
            if seat not in self._tokens:
                self._renew(seat)
            code = secrets.token_urlsafe(TOKEN_BYTES)
            while len(self._invitations) >= MAX_INVITATIONS:
                self._invitations.pop(next(iter(self._invitations)))
            invitation = _Invitation(seat, now_s + INVITATION_S, is_local)
            self._invitations[_hash(code)] = invitation
            return code

    def join(self, code: str, now_s: float) -> JoinedSeat | None:
        """Uses up an invitation; returns None if *code* is wrong, used or too old."""
        with self._lock:
            # Looked up by hash, so the time of a miss reveals nothing about valid codes.
            invitation = self._invitations.pop(_hash(code), None)
            if invitation is None or now_s >= invitation.until_s:
                return None
            return JoinedSeat(invitation.seat, self._tokens[invitation.seat], invitation.is_local)

    def note_network_join(self, seat: int, game: int) -> None:
        """Records that somebody invited from the network joined *seat* in *game*.

        Raises :exc:`OSError`.
        """
        with self._lock:
            if game > self._network_games.get(seat, 0):
                self._save(self._tokens, self._network_games | {seat: game})

    def joined_after(self, game: int) -> list[int]:
        """Returns the seats that somebody joined from the network in a later game than *game*."""
        return sorted(seat for seat, joined in self._network_games.items() if joined > game)

    def renew(self, seat: int) -> None:
        """Gives *seat* a new token and drops its invitations; raises :exc:`OSError`."""
        with self._lock:
            self._invitations = {
                code: each for code, each in self._invitations.items() if each.seat != seat
            }
            self._renew(seat)

    def is_token(self, seat: int, token: str) -> bool:
        """Returns whether *token* belongs to *seat*; takes equally long for every wrong token."""
        is_known = seat in self._tokens
        expected = self._tokens.get(seat, _NO_TOKEN)
        return hmac.compare_digest(_hash(token), _hash(expected)) and is_known

    def _renew(self, seat: int) -> None:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        games = {each: game for each, game in self._network_games.items() if each != seat}
        self._save(self._tokens | {seat: token}, games)

    def _save(self, tokens: dict[int, str], network_games: dict[int, int]) -> None:
        _write(self._path, tokens, network_games)
        self._tokens, self._network_games = tokens, network_games


_NETWORK_GAMES = "since"  # its key in the file, beside the seats' numbers
_NO_TOKEN = secrets.token_urlsafe(TOKEN_BYTES)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def _read(path: Path) -> tuple[dict[int, str], dict[int, int]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        games = {int(seat): int(game) for seat, game in data.pop(_NETWORK_GAMES, {}).items()}
        return {int(seat): token for seat, token in data.items() if _is_good(token)}, games
    except FileNotFoundError:
        return {}, {}
    except (ValueError, AttributeError, TypeError):
        _log.warning("%s is damaged: all devices have to join again", path)
        return {}, {}


def _is_good(token: object) -> bool:
    return isinstance(token, str) and len(token) >= TOKEN_BYTES


def _write(path: Path, tokens: dict[int, str], network_games: dict[int, int]) -> None:
    # A crash leaves the old file or the new one. Only the owner may read either.
    data = {**{str(seat): token for seat, token in tokens.items()}, _NETWORK_GAMES: network_games}
    fresh = path.with_name(f".{path.name}-{os.getpid()}")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(data, file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
