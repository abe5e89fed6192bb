"""Games as files: hosts take one out, put one in, and forget one.

A finished game may be shared by everybody, unless its rules keep something secret for ever; then
hosts alone may do it.

| Request | Answer |
|---|---|
| ``GET /export/N`` | game N as text, to save as a file; what an unfinished game hides is ``?`` |
| ``GET /share/N`` | finished game N as text without names and times |
| ``POST /import`` | ``{"game": N}``, or ``{"refused": {"why": …}}``; the body is such a text |
| ``POST /forget`` | ``{}``, or ``{"refused": {"why": …}}``; the body is ``{"game": N}`` |

A text may come compressed (``Content-Encoding: gzip``): a connection takes only so many bytes a
second. Why a text is refused may have more: the ``line`` and an English ``text``. That can hold
moves of the file, so only the answer has it, not the log.
"""

import asyncio
import contextlib
import re
import zlib
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.app import Daemon, Lobby
from heistboard.app.settings import now
from heistboard.journal.errors import StoreError
from heistboard.journal.game_text import (
    MOST_BYTES,
    GameText,
    JournalError,
    SecretsMissing,
    is_open,
    read,
    share,
    write,
)
from heistboard.journal.store import Store
from heistboard.rules import TABLE
from heistboard.statistics.forgotten_games import forget_games
from heistboard.web import page_messages
from heistboard.web.hosting import Host, NotHost, refusal, require_host
from heistboard.web.page_messages import BadGameText, PageMessage
from heistboard.web.request_checks import RateLimits, read_body, read_object, require_rate

__all__ = ["GameFiles"]

REQUESTS, REQUESTS_PER_S = 20, 1.0  # from one address
MAX_FORGET = 64  # bytes of a body
MAX_DIGITS = 18  # of a game's number

_GZIP: Final = 31  # zlib's name for gzip's format


class GameFiles:
    """Answers requests for files of the games in *table*'s journal.

    *forget_seats* deletes who sat in games, by their numbers.
    """

    def __init__(
        self,
        table: Daemon | Lobby,
        host: Host,
        forget_seats: Callable[[Collection[int]], None],
    ) -> None:
        self._table = table
        self._host = host
        self._forget_seats = forget_seats
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self._lock = asyncio.Lock()  # replaying takes long, so one game at a time is
        self.routes = [
            Route("/export/{number}", self._export),
            Route("/share/{number}", self._share),
            Route("/import", self._import, methods=["POST"]),
            Route("/forget", self._forget, methods=["POST"]),
        ]

    async def _export(self, request: Request) -> Response:
        require_rate(self._limits, request)
        if not self._host.is_host(request):
            raise HTTPException(403, "not a host")
        return await self._get(request, _export)

    async def _share(self, request: Request) -> Response:
        require_rate(self._limits, request)
        is_host = self._host.is_host(request)
        return await self._get(request, partial(_share, is_host=is_host))

    async def _get(
        self, request: Request, write: Callable[[Path, int], tuple[str, str] | None]
    ) -> Response:
        number = request.path_params["number"]
        found = None
        if number.isascii() and number.isdecimal() and len(number) <= MAX_DIGITS:
            async with self._lock:
                found = await asyncio.to_thread(write, self._table.journal, int(number))
        if found is None:
            raise HTTPException(404, "not found")
        name, text = found
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    async def _import(self, request: Request) -> Response:
        require_rate(self._limits, request)
        if not self._host.is_host(request):
            refused = refusal(NotHost())
            refused.headers["Connection"] = "close"  # so much is read of hosts alone
            return refused
        body = await read_body(request, MOST_BYTES)
        is_packed = request.headers.get("Content-Encoding") == "gzip"

        def add() -> PageMessage:
            told = _read(body, is_packed=is_packed)
            return page_messages.imported(_add(self._table.journal, told))

        try:
            async with self._lock:
                message = await asyncio.to_thread(add)
        except Exception as error:
            return refusal(error)
        return Response(message, media_type="application/json")

    async def _forget(self, request: Request) -> Response:
        require_rate(self._limits, request)
        number = _parse(await read_body(request, MAX_FORGET))
        if number is None:
            return PlainTextResponse("malformed", 400)

        def forget() -> None:
            with Store(self._table.journal) as store:
                forget_games(store, [number])
            self._forget_seats([number])

        try:
            require_host(is_host=self._host.is_host(request))
            await asyncio.to_thread(forget)
        except Exception as error:
            return refusal(error)
        return Response(page_messages.refused(None), media_type="application/json")


def _export(journal: Path, number: int) -> tuple[str, str] | None:
    # A file's name and its text; None if there is no such game that can be read.
    try:
        with Store(journal) as store:
            summary, _, state, _ = store.get(number)
    except JournalError:
        return None
    tags = {"date": summary.created} | ({"ended": summary.ended} if summary.ended else {})
    # A finished game is told in full, as `journal export` does.
    text = write(state, TABLE if state.outcome is None else None, tags)
    return f"heistboard-{number}-{_plain(summary.game)}.txt", text


def _share(journal: Path, number: int, *, is_host: bool) -> tuple[str, str] | None:
    # Likewise; None also if it is not finished, damaged, or not for everybody.
    try:
        with Store(journal) as store:
            summary, _, state, damage = store.get(number)
        text = share(state, summary.created)
    except JournalError:
        return None
    return (
        None
        if damage or not (is_host or is_open(state))
        else (f"heistboard-{_plain(summary.game)}.txt", text)
    )


def _plain(name: str) -> str:
    return re.sub("[^a-z0-9-]", "", name)


def _read(body: bytes, *, is_packed: bool) -> GameText:
    if is_packed:
        unpacker = zlib.decompressobj(_GZIP)
        with contextlib.suppress(zlib.error):
            body = unpacker.decompress(body, MOST_BYTES + 1)
        if not unpacker.eof and len(body) <= MOST_BYTES:
            raise BadGameText("the file arrived damaged; try again")
    try:
        return read(body)
    except JournalError as error:
        lacks_secrets = isinstance(error, SecretsMissing)
        raise BadGameText(str(error), lacks_secrets=lacks_secrets) from None


def _add(journal: Path, told: GameText) -> int:
    try:
        journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot write to {journal.parent}: {error.strerror or error}") from None
    with Store(journal, create=True) as store:
        return store.add(told.state, told.tags.get("date", now()), told.tags.get("ended"))


def _parse(body: bytes) -> int | None:
    match read_object(body):
        case {"game": int(number), **rest} if not rest and type(number) is int:
            return number if 0 < number < 2**63 else None
    return None
