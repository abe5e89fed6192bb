"""Devices of tests: hosts, and those that sit in a seat without having asked anybody."""

from itertools import count

import pytest
from heistboard.web import Server, device_requests, seat_requests
from heistboard.web.devices import Device
from heistboard.web.encryption import cookie_name
from heistboard.web.seating import Event
from heistboard.web.table_seats import Change, TableSeats
from playwright.sync_api import Page

__all__ = [
    "a_device",
    "a_host",
    "at_seat",
    "carry",
    "host_page",
    "lead_out",
    "open_invitation",
    "own_cookie",
    "seated",
    "seats_of",
    "sits_too",
    "unlimited",
]

_numbers = count(1)


def a_device(server: Server, nickname: str = "") -> tuple[Device, str]:
    """A device that has just joined, and its cookie."""
    name = nickname or f"Guest {next(_numbers)}"
    device, token = server._devices.add(name, prefix=server._cookie.token_prefix)
    return device, own_cookie(server, token)


def a_host(server: Server, nickname: str = "") -> str:
    """The cookie of a host."""
    device, cookie = a_device(server, nickname)
    server._devices.make_host(device)
    return cookie


def seated(server: Server, seat: int, nickname: str = "") -> str:
    """The cookie of a device that sits in *seat*."""
    _, cookie = a_device(server, nickname)
    sits_too(server, cookie, seat)
    return cookie


def sits_too(server: Server, cookie: str, seat: int) -> None:
    """Seats the device that has that *cookie* in *seat*."""
    device = server._devices.find(cookie.partition("=")[2])
    assert device is not None

    def sit(change: Change) -> None:
        change.seating.sitters[seat].append(device)
        event = Event(change.at, seat, device.id, device.nickname, "sit")
        change.seating.events.append(event)

    server._web_app._seen.add(device.id)
    seats_of(server).change(sit)


def lead_out(server: Server, seat: int) -> None:
    """Leads everybody out of *seat*, without announcing it."""

    def put_out(change: Change) -> None:
        for device in list(change.seating.sitters[seat]):
            change.seating.stand(device, seat, change.at)

    seats_of(server).change(put_out)


def open_invitation(server: Server, seat: int) -> str:
    """The code of an invitation that has been announced already, to a seat that is not full."""
    code = server.invite(seat).partition("#sit=")[2]

    def announce(change: Change) -> None:
        del change.seating.sitters[seat][:-3]
        invitations = change.seating._invitations
        for key, each in invitations.items():
            invitations[key] = each._replace(from_ms=0, is_announced=True)
        change.seating.acts.clear()

    seats_of(server).change(announce)
    return code


def seats_of(server: Server) -> TableSeats:
    assert server._seats is not None
    return server._seats


def unlimited(patch: pytest.MonkeyPatch) -> None:
    """Lets one address ask about devices and seats as often as it wants."""
    for limit in ("READS", "POSTS"):
        patch.setattr(device_requests, limit, 10_000)
    patch.setattr(seat_requests, "REQUESTS", 10_000)


def own_cookie(server: Server, token: str) -> str:
    return f"{cookie_name(server.port, is_tls=server.is_tls)}={token}"


def carry(page: Page, server: Server, cookie: str) -> None:
    """Gives the browser of *page* a cookie."""
    name, _, token = cookie.partition("=")
    hosts = ("127.0.0.1", "localhost")
    page.context.add_cookies(
        [
            {"name": name, "value": token, "domain": host, "path": "/", "sameSite": "Strict"}
            for host in hosts
        ]
    )


def at_seat(page: Page, server: Server, seat: int) -> str:
    """Seats the browser of *page*; returns the address of the seat's page."""
    carry(page, server, seated(server, seat))
    return f"http://127.0.0.1:{server.port}/seat/{seat}/"


def host_page(page: Page, server: Server, path: str = "") -> str:
    """Makes the browser of *page* a host; returns the address of *path*."""
    carry(page, server, a_host(server))
    return f"http://127.0.0.1:{server.port}/{path}"
