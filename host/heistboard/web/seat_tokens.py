"""Who may sit where: a lasting token per seat, and invitations that bring one there.

An invitation is what a QR shows. It is good once and for a while, so whoever reads it over a
shoulder later finds it used. What it is exchanged for, the token, is never shown to anybody: it
lives in the data folder and in the cookies of the seat's devices.

Who was invited from the network in one game has seen that nothing was secret then. That says
nothing of games begun before it, so the file also knows in which game that was.
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

__all__ = ["LASTS_S", "Joined", "Seats"]

LASTS_S = 600  # an invitation
INVITED_MOST = 16  # then the oldest invitation goes
TOKEN_BYTES = 32

_log = logging.getLogger(__name__)


class Joined(NamedTuple):
    """A seat, its token, and whether the invitation was asked for at this machine."""

    seat: int
    token: str
    is_here: bool


class _Invited(NamedTuple):
    seat: int
    until_s: float
    is_here: bool


class Seats:
    """The tokens in the file at *path*; a seat has one once somebody was invited to it."""

    def __init__(self, path: Path) -> None:
        """Raises :exc:`OSError` if there is a file that cannot be read."""
        self._path = path
        self._lock = threading.Lock()
        self._tokens, self._since = _read(path)
        self._invited: dict[bytes, _Invited] = {}  # by the code's hash

    def known(self) -> list[int]:
        """Returns the seats that have a token."""
        return sorted(self._tokens)

    def invite(self, seat: int, now_s: float, *, is_here: bool = True) -> str:
        """Returns a code that lets one device join *seat*; raises :exc:`OSError`.

        *is_here*: it was asked for at this machine.
        """
        with self._lock:
            if seat not in self._tokens:
                self._renew(seat)
            code = secrets.token_urlsafe(TOKEN_BYTES)
            while len(self._invited) >= INVITED_MOST:
                self._invited.pop(next(iter(self._invited)))
            self._invited[_hash(code)] = _Invited(seat, now_s + LASTS_S, is_here)
            return code

    def join(self, code: str, now_s: float) -> Joined | None:
        """Takes a *code*, which is good once; None for whatever is not good."""
        with self._lock:
            # By hash: how long it takes to find none says nothing about those there are.
            invited = self._invited.pop(_hash(code), None)
            if invited is None or now_s >= invited.until_s:
                return None
            return Joined(invited.seat, self._tokens[invited.seat], invited.is_here)

    def came(self, seat: int, game: int) -> None:
        """Notes that somebody invited from the network joined *seat* in *game*.

        Raises :exc:`OSError`.
        """
        with self._lock:
            if game > self._since.get(seat, 0):
                self._keep(self._tokens, self._since | {seat: game})

    def later(self, game: int) -> list[int]:
        """Returns the seats that the network came into in a later game than *game*."""
        return sorted(seat for seat, since in self._since.items() if since > game)

    def renew(self, seat: int) -> None:
        """Puts everybody out of *seat*, the invited too; raises :exc:`OSError`."""
        with self._lock:
            self._invited = {c: each for c, each in self._invited.items() if each.seat != seat}
            self._renew(seat)

    def is_token(self, seat: int, token: str) -> bool:
        """Says whether *token* is that of *seat*, in the same time for all that are not."""
        is_known = seat in self._tokens
        wanted = self._tokens.get(seat, _NOBODY)
        return hmac.compare_digest(_hash(token), _hash(wanted)) and is_known

    def _renew(self, seat: int) -> None:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        since = {each: game for each, game in self._since.items() if each != seat}
        self._keep(self._tokens | {seat: token}, since)

    def _keep(self, tokens: dict[int, str], since: dict[int, int]) -> None:
        _write(self._path, tokens, since)
        self._tokens, self._since = tokens, since


_SINCE = "since"  # in the file, beside the seats
_NOBODY = secrets.token_urlsafe(TOKEN_BYTES)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def _read(path: Path) -> tuple[dict[int, str], dict[int, int]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        since = {int(seat): int(game) for seat, game in data.pop(_SINCE, {}).items()}
        return {int(seat): token for seat, token in data.items() if _is_good(token)}, since
    except FileNotFoundError:
        return {}, {}
    except (ValueError, AttributeError, TypeError):
        _log.warning("%s is garbled: all seats are to be joined again", path)
        return {}, {}


def _is_good(token: object) -> bool:
    return isinstance(token, str) and len(token) >= TOKEN_BYTES


def _write(path: Path, tokens: dict[int, str], since: dict[int, int]) -> None:
    # A crash leaves the old file or the new one; nobody but the owner may read either.
    fresh = path.with_name(f".{path.name}-{os.getpid()}")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({**{str(seat): token for seat, token in tokens.items()}, _SINCE: since}, file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
