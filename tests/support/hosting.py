"""Requests of a host by HTTP."""

import httpx
from heistboard.web import Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support import in_process
from tests.support.seats import a_host
from tests.support.web_evening import THIEF, WITHIN_S

__all__ = ["NEW", "client", "is_seated", "post"]

NEW = {"game": "car-thief", "options": {"players": 3}}


def client(server: Server, **headers: str) -> httpx.Client:
    """A client that is a host."""
    return in_process.client(server, Cookie=a_host(server), **headers)


def post(server: Server, **wanted: object) -> tuple[int, str]:
    """The code, and why it was refused."""
    with client(server) as asked:
        answer = asked.post("/start", json=wanted)
    return answer.status_code, answer.json().get("refused", {}).get("why", "")


def is_seated(server: Server, cookie: str) -> bool:
    """Says whether that cookie is let into the thief's seat."""
    headers = {"Origin": server.address.rstrip("/"), "Cookie": cookie}
    address = f"{server.address.replace('http', 'ws', 1)}seat/{THIEF}/live"
    with connect(address, additional_headers=headers, proxy=None) as line:
        try:
            return bool(line.recv(timeout=WITHIN_S))
        except ConnectionClosed:
            return False
