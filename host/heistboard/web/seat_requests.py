"""Who sits where: requests of devices and of hosts.

| Request | Who | Does |
|---|---|---|
| ``POST /seat/join`` with an invitation's code | anybody | sits down; answers ``{"seat": N}`` |
| ``POST /seat/N/sit`` | a device | sits down, or ``{"waits": true}`` |
| ``POST /seat/N/stand`` | a device | stands up, or asks no longer |
| ``POST /seat/N/answer`` with ``device`` and ``yes`` | who sits there | answers who asks |
| ``POST /seat/N/hand`` with ``device`` | a host | seats that device |
| ``POST /seat/N/put-out`` with ``device``, or nothing | a host | leads it out, or all |
| ``POST /seat/N/computer`` with ``bot`` | a host | gives the seat to that computer player |
| ``POST /seat/begin`` | a host | computer players wait for nobody any longer |
| ``POST /seat/N/invite`` | a host | ``address``, its QR code as ``rows``, ``lan`` |

What is announced first answers ``{"waits": true}``. A host that wants to sit where only a host may
seat somebody is announced, too. The rules are in ``seating``.
"""

import asyncio
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from heistboard.web import page_messages
from heistboard.web.device_requests import DeviceCookie, DeviceRequests, require_device
from heistboard.web.devices import Device, Devices, hashed
from heistboard.web.hosting import Host, refusal, require_host
from heistboard.web.page_messages import PageMessage
from heistboard.web.request_checks import RateLimits, read_body, read_object, require_rate
from heistboard.web.seating import SeatRefused
from heistboard.web.table_seats import Change, SeatsShown, TableSeats

__all__ = ["SeatRequests"]

MAX_BODY = 256  # bytes
REQUESTS, REQUESTS_PER_S = 20, 1.0  # from one address

_Body: TypeAlias = dict[str, object]
_Do: TypeAlias = Callable[[Change], PageMessage]
_T = TypeVar("_T")


class SeatRequests:
    """Answers requests about *seats*; *invite* returns the address of a new invitation.

    *on_seated* gets the id of each device that asks for a seat; *here* returns the ids of those
    that are connected.
    """

    def __init__(
        self,
        seats: TableSeats,
        shown: Callable[[], SeatsShown],
        devices: Devices,
        cookie: DeviceCookie,
        own: DeviceRequests,
        host: Host,
        invite: Callable[[int], str],
        on_seated: Callable[[str], None],
        here: Callable[[], frozenset[str]],
    ) -> None:
        self._seats = seats
        self._shown = shown
        self._devices = devices
        self._cookie = cookie
        self._own = own
        self._host = host
        self._invite_to = invite
        self._on_seated = on_seated
        self._here = here
        self._limits = RateLimits(REQUESTS, REQUESTS_PER_S)
        self.routes = [
            Route("/seat/join", self._join, methods=["POST"]),
            Route("/seat/begin", self._begin, methods=["POST"]),
            Route("/seat/{seat}/sit", self._sit, methods=["POST"]),
            Route("/seat/{seat}/stand", self._stand, methods=["POST"]),
            Route("/seat/{seat}/answer", self._answer, methods=["POST"]),
            Route("/seat/{seat}/hand", self._hand, methods=["POST"]),
            Route("/seat/{seat}/put-out", self._put_out, methods=["POST"]),
            Route("/seat/{seat}/computer", self._give, methods=["POST"]),
            Route("/seat/{seat}/invite", self._invite, methods=["POST"]),
        ]

    # Devices.

    async def _join(self, request: Request) -> Response:
        require_rate(self._limits, request)
        code = hashed((await read_body(request, MAX_BODY)).decode("latin-1"))
        found, token = self._cookie.device(request), ""
        # A device is only made for a good code: others are refused first.
        device = found or Device("")

        def look(change: Change) -> int:
            return change.seating.copy().join(device, code, *change[1:])

        def join(change: Change) -> int:
            return change.seating.join(device, code, *change[1:])

        try:
            if found is None:
                await asyncio.to_thread(self._seats.change, look)
                device, token = await self._own.make()
            self._on_seated(device.id)
            seat = await asyncio.to_thread(self._seats.change, join)
        except Exception as error:
            return refusal(error)
        response = Response(page_messages.done(seat=seat), media_type="application/json")
        if token:
            self._cookie.give(response, token)
        return response

    async def _sit(self, request: Request) -> Response:
        def sit(seat: int, body: _Body) -> _Do:
            device = self._device(request)
            is_host = self._devices.is_host(device)

            def do(change: Change) -> PageMessage:
                seating, chairs, now_ms, at = change
                if seating.sit(device, seat, chairs, at):
                    return page_messages.done()
                if is_host and not seating.sitters[seat]:
                    return _seated(is_done=seating.hand(device, seat, chairs, now_ms, at))
                return page_messages.done(waits=True)

            return do

        return await self._do(request, sit)

    async def _stand(self, request: Request) -> Response:
        def stand(seat: int, body: _Body) -> _Do:
            device = self._device(request)
            return _done(lambda change: change.seating.stand(device, seat, change.at))

        return await self._do(request, stand)

    async def _answer(self, request: Request) -> Response:
        def answer(seat: int, body: _Body) -> _Do:
            by, other, is_yes = self._device(request), body.get("device"), body.get("yes")
            if not isinstance(other, str) or not isinstance(is_yes, bool):
                raise TypeError
            return _done(
                lambda change: change.seating.answer(by, other, seat, change.at, is_yes=is_yes)
            )

        return await self._do(request, answer)

    # Hosts.

    async def _hand(self, request: Request) -> Response:
        def hand(seat: int, body: _Body) -> _Do:
            require_host(is_host=self._cookie.is_host(request))
            if not isinstance(id_ := body.get("device"), str):
                raise TypeError
            device = self._devices.get(id_)
            if device is None:
                raise SeatRefused("no-device")
            self._on_seated(device.id)
            return lambda change: _seated(is_done=change.seating.hand(device, seat, *change[1:]))

        return await self._do(request, hand)

    async def _put_out(self, request: Request) -> Response:
        def put_out(seat: int, body: _Body) -> _Do:
            require_host(is_host=self._cookie.is_host(request))
            if not isinstance(id_ := body.get("device"), str | None):
                raise TypeError
            return lambda change: _seated(is_done=change.seating.put_out(id_, seat, *change[1:]))

        return await self._do(request, put_out)

    async def _give(self, request: Request) -> Response:
        def give(seat: int, body: _Body) -> _Do:
            require_host(is_host=self._cookie.is_host(request))
            if not isinstance(bot := body.get("bot"), str):
                raise TypeError
            if bot not in self._shown().offered[seat]:
                raise SeatRefused("no-bot")
            here = self._here()
            return lambda change: _seated(
                is_done=change.seating.give(bot, seat, *change[1:], here=here)
            )

        return await self._do(request, give)

    async def _begin(self, request: Request) -> Response:
        require_rate(self._limits, request)
        try:
            require_host(is_host=self._cookie.is_host(request))
            await asyncio.to_thread(self._seats.let_bots_begin)
        except Exception as error:
            return refusal(error)
        return Response(page_messages.done(), media_type="application/json")

    async def _invite(self, request: Request) -> Response:
        require_rate(self._limits, request)
        seat = self._seat(request)
        if seat is None:
            return PlainTextResponse("not found", 404)
        try:
            require_host(is_host=self._cookie.is_host(request))
            address = await asyncio.to_thread(self._invite_to, seat)
        except Exception as error:
            return refusal(error)
        message = page_messages.address(address, is_lan=self._host.is_lan)
        return Response(message, media_type="application/json")

    # Inside.

    def _device(self, request: Request) -> Device:
        device = require_device(self._cookie.device(request))
        self._on_seated(device.id)
        return device

    def _seat(self, request: Request) -> int | None:
        names = [str(seat) for seat in range(len(self._shown().names))]
        name = request.path_params["seat"]
        return names.index(name) if name in names else None

    async def _do(self, request: Request, prepare: Callable[[int, _Body], _Do]) -> Response:
        # *prepare* checks who asks for what; what it returns changes the seats.
        require_rate(self._limits, request)
        sent = await read_body(request, MAX_BODY)
        body = read_object(sent) if sent else {}
        seat = self._seat(request)
        if seat is None:
            return PlainTextResponse("not found", 404)
        if body is None:
            return PlainTextResponse("malformed", 400)
        try:
            do = prepare(seat, body)
        except TypeError:
            return PlainTextResponse("malformed", 400)
        except Exception as error:
            return refusal(error)

        def change(change: Change) -> PageMessage:
            if seat >= len(change.seating.sitters):
                raise SeatRefused("no-device")  # another game has begun, without that seat
            return do(change)

        try:
            message = await asyncio.to_thread(self._seats.change, change)
        except Exception as error:
            return refusal(error)
        return Response(message, media_type="application/json")


def _seated(*, is_done: bool) -> PageMessage:
    return page_messages.done() if is_done else page_messages.done(waits=True)


def _done(do: Callable[[Change], object]) -> _Do:
    def run(change: Change) -> PageMessage:
        do(change)
        return page_messages.done()

    return run
