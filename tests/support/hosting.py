"""Requests of a host by HTTP, from this machine or from the network."""

import pytest
from heistboard.web import Server, request_checks
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.in_process import client
from tests.support.web_evening import THIEF, WITHIN_S

__all__ = ["NEW", "as_from_the_network", "client", "is_seated", "post"]

NEW = {"game": "car-thief", "options": {"players": 3}}


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


def as_from_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_checks, "is_local", lambda request: False)
