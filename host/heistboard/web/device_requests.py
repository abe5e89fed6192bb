"""Devices: who they are, who is a host, and the address that they join at.

| Request | Answer |
|---|---|
| ``GET /you.json`` | ``{"you": …}``: what this browser is called and may do |
| ``POST /host`` with the secret | ``{}`` and the device's cookie, or 403 |
| ``POST /device`` with ``{"nickname": "Anna"}`` | ``{}`` and the cookie of a new device |
| ``POST /address`` | ``address`` of the table, its QR code as ``rows``, ``lan`` |
"""

import asyncio
from collections.abc import Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from heistboard.web import page_messages
from heistboard.web.devices import Device, Devices, checked_nickname
from heistboard.web.encryption import cookie_name
from heistboard.web.hosting import Host, NoDevice, NotHost, refusal
from heistboard.web.request_checks import RateLimits, read_body, read_object, require_rate
from heistboard.web.table_seats import SeatsShown, TableSeats

__all__ = ["BadNickname", "DeviceCookie", "DeviceRequests", "NicknameTaken", "require_device"]

MAX_BODY = 512  # bytes
COOKIE_S = 400 * 24 * 3600  # browsers keep none longer
READS, READS_PER_S = 60, 6.0  # from one address
POSTS, POSTS_PER_S = 20, 0.5  # from one address
ENCRYPTED = "tls."  # begins a token that was never sent in the clear


class BadNickname(ValueError):
    """A nickname is 1 to 20 printable characters."""


class NicknameTaken(ValueError):
    """Another device that is here, or sits, has that nickname."""


class DeviceCookie:
    """Finds the device of a request by its cookie, and gives a new device its cookie.

    The name holds the *port*: browsers send the cookies of all ports of a computer. With *is_tls*,
    a token that was ever sent in the clear is not valid, whatever cookie it comes in.
    """

    def __init__(self, devices: Devices, port: int, *, is_tls: bool = False) -> None:
        self._devices = devices
        self._name = cookie_name(port, is_tls=is_tls)
        self._is_tls = is_tls

    @property
    def token_prefix(self) -> str:
        """How the tokens of new devices begin."""
        return ENCRYPTED if self._is_tls else ""

    def device(self, connection: HTTPConnection) -> Device | None:
        """Returns the device that a request or a socket comes from."""
        token = connection.cookies.get(self._name, "")
        return self._devices.find(token) if token.startswith(self.token_prefix) else None

    def is_host(self, connection: HTTPConnection) -> bool:
        """Returns whether a request or a socket comes from a host."""
        return self._devices.is_host(self.device(connection))

    def give(self, response: Response, token: str) -> None:
        """Sets the cookie of the device that has *token*."""
        response.set_cookie(
            self._name,
            token,
            max_age=COOKIE_S,
            path="/",
            secure=self._is_tls,
            httponly=True,
            samesite="strict",
        )


class DeviceRequests:
    """Answers requests about *devices*, which *shown* and *here* say something about.

    *on_change* is called after a device has become a host or changed its name. In a lobby there
    are no *seats*.
    """

    def __init__(
        self,
        devices: Devices,
        cookie: DeviceCookie,
        host: Host,
        seats: TableSeats | None,
        shown: Callable[[], SeatsShown],
        here: Callable[[], frozenset[str]],
        on_change: Callable[[], None],
    ) -> None:
        self._devices = devices
        self._cookie = cookie
        self._host = host
        self._seats = seats
        self._shown = shown
        self._here = here
        self._on_change = on_change
        self._reads = RateLimits(READS, READS_PER_S)
        self._posts = RateLimits(POSTS, POSTS_PER_S)
        self.routes = [
            Route("/you.json", self._get_you),
            Route("/host", self._become_host, methods=["POST"]),
            Route("/device", self._become_device, methods=["POST"]),
            Route("/address", self._get_address, methods=["POST"]),
        ]

    async def make(self, nickname: str = "") -> tuple[Device, str]:
        """Adds a device; returns it and its token."""
        seats = self._shown()
        sitting = {each.id for devices in (*seats.sitters, *seats.before) for each in devices}
        kept = self._here() | sitting
        return await asyncio.to_thread(
            self._devices.add, nickname, kept, self._cookie.token_prefix
        )

    async def _get_you(self, request: Request) -> Response:
        require_rate(self._reads, request)
        device = self._cookie.device(request)
        is_host = self._devices.is_host(device)
        message = page_messages.you(device, self._shown(), is_host=is_host)
        return Response(message, media_type="application/json")

    async def _become_host(self, request: Request) -> Response:
        require_rate(self._posts, request)
        secret = await read_body(request, MAX_BODY)
        try:
            if not self._devices.is_secret(secret.decode("latin-1")):
                raise NotHost
            device, token = self._cookie.device(request), ""
            if device is None:
                device, token = await self.make()
            self._devices.make_host(device)
        except Exception as error:
            return refusal(error)
        return self._answer(token)

    async def _become_device(self, request: Request) -> Response:
        require_rate(self._posts, request)
        body = await read_body(request, MAX_BODY)
        device, token = self._cookie.device(request), ""
        try:
            nickname = self._checked(body, device)
            if device is None:
                device, token = await self.make(nickname)
            else:
                await asyncio.to_thread(self._rename, device._replace(nickname=nickname))
        except Exception as error:
            return refusal(error)
        return self._answer(token)

    async def _get_address(self, request: Request) -> Response:
        require_rate(self._posts, request)
        message = page_messages.address(self._host.address, is_lan=self._host.is_lan)
        return Response(message, media_type="application/json")

    def _answer(self, token: str) -> Response:
        response = Response(page_messages.done(), media_type="application/json")
        if token:
            self._cookie.give(response, token)
        self._on_change()
        return response

    def _checked(self, body: bytes, device: Device | None) -> str:
        nickname = checked_nickname((read_object(body) or {}).get("nickname"))
        if nickname is None:
            raise BadNickname
        seats = self._shown()
        here = (self._devices.get(id_) for id_ in self._here())
        others = [*here, *(each for devices in seats.sitters for each in devices)]
        own = None if device is None else device.id
        if any(
            other is not None
            and other.id != own
            and other.nickname.casefold() == nickname.casefold()
            for other in others
        ):
            raise NicknameTaken
        return nickname

    def _rename(self, device: Device) -> None:
        self._devices.rename(device.id, device.nickname)
        if self._seats is not None:
            self._seats.change(lambda change: change.seating.rename(device, change.at))


def require_device(device: Device | None) -> Device:
    """Returns *device*; raises :exc:`NoDevice` if there is none."""
    if device is None:
        raise NoDevice
    return device
