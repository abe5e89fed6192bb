"""The browsers that have joined: each has a token of its own, a nickname, and may be a host.

A token is in the cookie of its browser and nowhere else: the file in the data folder holds its
hash. A device is a host after it has sent the secret of this run of the program, which is printed
in the terminal; the next run has another secret, and no host until somebody sends that one.
"""

import hashlib
import hmac
import json
import logging
import secrets
import threading
import unicodedata
from pathlib import Path
from typing import NamedTuple

from heistboard.web.private_file import write_private

__all__ = ["MAX_DEVICES", "MAX_NICKNAME", "Device", "Devices", "checked_nickname", "hashed"]

FILE = "devices.json"
TOKEN_BYTES = 32
SECRET_BYTES = 16  # short enough for a line of a terminal
ID_BYTES = 4
MAX_DEVICES = 200  # for the next one, the one that came longest ago is forgotten
MAX_NICKNAME = 20  # characters

_log = logging.getLogger(__name__)


class Device(NamedTuple):
    """A browser: its *id* is public; its *nickname* is empty until it has one."""

    id: str
    nickname: str = ""


class Devices:
    """The devices in the data *folder*, and the hosts of this run of the program. Thread-safe.

    A lobby and the game that it becomes share one, so hosts stay hosts. A lobby writes nothing:
    unless *is_kept*, what is new is written by :meth:`keep`.
    """

    def __init__(self, folder: Path, *, is_kept: bool = True) -> None:
        """Raises :exc:`OSError` if the file is there but cannot be read."""
        self._is_kept = is_kept
        self.secret = secrets.token_urlsafe(SECRET_BYTES)
        """A browser that sends it is a host."""
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._ids, self._names = _read(self._path)
        self._hosts: set[str] = set()

    def keep(self) -> None:
        """Writes the file from now on; raises :exc:`OSError`.

        Another program may have written it meanwhile.
        """
        with self._lock:
            if self._is_kept:
                return
            self._is_kept = True
            ids, names = _read(self._path)
            if self._ids.keys() - ids.keys():
                self._save({**ids, **self._ids}, {**names, **self._names})

    def find(self, token: str) -> Device | None:
        """Returns the device with that *token*."""
        # Looked up by hash, so the time of a miss reveals nothing about valid tokens.
        with self._lock:
            id_ = self._ids.get(hashed(token))
            return None if id_ is None else Device(id_, self._names[id_])

    def get(self, id_: str) -> Device | None:
        """Returns the device with that public id."""
        with self._lock:
            return Device(id_, self._names[id_]) if id_ in self._names else None

    def add(
        self, nickname: str = "", kept: frozenset[str] = frozenset(), prefix: str = ""
    ) -> tuple[Device, str]:
        """Adds a device and returns it with its token, which begins with *prefix*.

        Those *kept*, by id, are not forgotten for it. Raises :exc:`OSError`.
        """
        token = prefix + secrets.token_urlsafe(TOKEN_BYTES)
        device = Device(secrets.token_hex(ID_BYTES), nickname)
        with self._lock:
            ids = {**self._ids, hashed(token): device.id}
            old = [key for key, id_ in self._ids.items() if id_ not in kept | self._hosts]
            for key in old[: max(0, len(ids) - MAX_DEVICES)]:
                del ids[key]
            self._save(ids, {**self._names, device.id: nickname})
        return device, token

    def rename(self, id_: str, nickname: str) -> Device:
        """Gives a device a nickname; raises :exc:`OSError`."""
        with self._lock:
            self._save(self._ids, {**self._names, id_: nickname})
        return Device(id_, nickname)

    def is_host(self, device: Device | None) -> bool:
        """Returns whether *device* has sent the secret of this run."""
        return device is not None and device.id in self._hosts

    def is_secret(self, text: str) -> bool:
        """Returns whether *text* is the secret; takes equally long for every wrong one."""
        return hmac.compare_digest(hashed(text), hashed(self.secret))

    def make_host(self, device: Device) -> None:
        """Makes *device* a host until the program ends."""
        with self._lock:
            self._hosts.add(device.id)

    def _save(self, ids: dict[str, str], names: dict[str, str]) -> None:
        names = {id_: names[id_] for id_ in ids.values()}
        if self._is_kept:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            devices = [[id_, names[id_], key] for key, id_ in ids.items()]
            write_private(self._path, json.dumps({"devices": devices}))
        self._ids, self._names = ids, names


def hashed(text: str) -> str:
    """Returns the SHA-256 of *text*, of whatever a client has sent."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def checked_nickname(text: object) -> str | None:
    """Returns *text* as a nickname, or None: 1 to 20 printable characters.

    >>> checked_nickname("  Anna  Maria "), checked_nickname(" "), checked_nickname("x" * 21)
    ('Anna Maria', None, None)
    """
    if not isinstance(text, str) or len(text) > 10 * MAX_NICKNAME:
        return None
    nickname = " ".join(unicodedata.normalize("NFC", text).split())
    is_good = 0 < len(nickname) <= MAX_NICKNAME and nickname.isprintable()
    return nickname if is_good else None


def _read(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    # Ids by the hash of the token, and nicknames by id.
    ids, names = {}, {}
    try:
        for id_, nickname, key in json.loads(path.read_text(encoding="utf-8"))["devices"]:
            is_named = nickname == "" or checked_nickname(nickname) == nickname
            if not (_is_hex(id_, ID_BYTES) and _is_hex(key, 32) and is_named):
                raise ValueError(id_)
            ids[key], names[id_] = id_, nickname
    except FileNotFoundError:
        pass
    except (ValueError, TypeError, KeyError, RecursionError):
        _log.warning("%s is damaged: all devices have to join again", path)
        return {}, {}
    return ids, names


def _is_hex(value: object, size: int) -> bool:
    return (
        isinstance(value, str) and len(value) == 2 * size and set(value) <= {*"0123456789abcdef"}
    )
