"""Attacks on the web server, each in one short round over raw sockets.

A round returns how many things were sent, and how those that ended did: the status of an answer,
the code and reason of a closed web socket, why a move was refused, or ``dropped``.
"""

import contextlib
import json
import random
import re
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

__all__ = ["ATTACKS", "AttackLine", "Round", "Target", "frame"]

THIEF, POLICE = 0, 1
WITHIN_S = 10.0
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
DROPPED = "dropped"


class Target(NamedTuple):
    """A server's port, and cookies of its seats."""

    port: int
    cookies: dict[int, str]

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"


class Round(NamedTuple):
    """How many things were sent, and how they ended."""

    sent: int
    ends: Counter[str]


class AttackLine:
    """A raw connection. Use it in a ``with`` statement."""

    def __init__(self, target: Target, *, receives: int | None = None) -> None:
        self._host = target.host
        self._heard = b""
        self.socket = socket.socket()
        self.socket.settimeout(WITHIN_S)
        if receives is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        self.socket.connect(("127.0.0.1", target.port))

    def __enter__(self) -> "AttackLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> bool:
        """Sends *data*; returns False if the server has closed the connection."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def ask(self, what: str, *headers: str, body: bytes = b"") -> bool:
        """Sends a request with *headers* and ``Host``."""
        sent = [f"Host: {self._host}", *headers]
        return self.send("\r\n".join([f"{what} HTTP/1.1", *sent, "", ""]).encode() + body)

    def upgrade(self, path: str = "/live", cookie: str = "", *headers: str) -> bool:
        """Opens a web socket; returns False if it is refused."""
        self.ask(
            f"GET {path}",
            f"Origin: http://{self._host}",
            *([f"Cookie: {cookie}"] if cookie else []),
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            *headers,
        )
        while b"\r\n\r\n" not in self._heard and self._hear():
            pass
        if b" 101 " not in self._heard:
            return False
        self._heard = self._heard.partition(b"\r\n\r\n")[2]
        return True

    def status(self) -> str:
        """Returns the status of the answer."""
        while not (found := re.match(rb"HTTP/1\.1 (\d+) ", self._heard)) and self._hear():
            pass
        return found[1].decode() if found else DROPPED

    def is_ended(self) -> bool:
        """Waits until the server closes the connection."""
        while self._hear():
            pass
        return True

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Yields the server's frames until the web socket is closed."""
        while True:
            while len(self._heard) < 2 or len(self._heard) < sum(self._sizes()):
                if not self._hear():
                    return
            head, size = self._sizes()
            opcode, data = self._heard[0] & 15, self._heard[head : head + size]
            self._heard = self._heard[head + size :]
            yield opcode, data

    def end(self) -> str:
        """Returns how the server closed the web socket."""
        for opcode, data in self.frames():
            if opcode == CLOSE:
                return f"{int.from_bytes(data[:2], 'big')} {data[2:].decode()}".strip()
        return DROPPED

    def _sizes(self) -> tuple[int, int]:
        size = self._heard[1] & 127
        if size == 126 and len(self._heard) >= 4:
            return 4, int.from_bytes(self._heard[2:4], "big")
        return 2, size

    def _hear(self) -> bool:
        try:
            heard = self.socket.recv(65536)
        except ConnectionError:
            return False
        self._heard += heard
        return bool(heard)


def frame(opcode: int, data: bytes = b"", *, is_last: bool = True, mask: int = 0) -> bytes:
    """Returns a masked frame, as browsers send it; the default *mask* changes nothing."""
    size = len(data)
    head = bytes([opcode | (0x80 if is_last else 0)])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += struct.pack(">BH", 0x80 | 126, size)
    else:
        head += struct.pack(">BQ", 0x80 | 127, size)
    return head + bytes([mask] * 4) + (bytes(each ^ mask for each in data) if mask else data)


# Without permission.


def wrong_tokens(target: Target) -> Round:
    name, _, token = target.cookies[THIEF].partition("=")
    wrong = ["", f"{name}={'x' * 43}", f"{name}={token[:-1]}", f"{name}={token}x", f"{name}="]
    return _all(_sit(target, cookie) for cookie in wrong)


def stolen_tokens(target: Target) -> Round:
    thief, police = target.cookies[THIEF], target.cookies[POLICE]
    token = thief.partition("=")[2]
    other = f"heistboard-{target.port + 1}={token}"  # what a browser sends to all ports
    stolen = [(police, "/seat/0/live"), (thief, "/seat/1/live"), (other, "/seat/0/live")]
    stolen += [("", f"/seat/0/live?{thief}"), (f"seat={token}", "/seat/0/live")]
    return _all(_sit(target, cookie, path) for cookie, path in stolen)


def guessed_codes(target: Target) -> Round:
    return _all(_post(target, str(number).encode() * 10) for number in range(30))


def foreign_origins(target: Target) -> Round:
    def ends() -> Iterator[str]:
        for origin in ("http://evil.example", "null", f"http://localhost:{target.port}"):
            with AttackLine(target) as line:
                line.ask(
                    "GET /seat/0/live",
                    f"Origin: {origin}",
                    f"Cookie: {target.cookies[THIEF]}",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                )
                yield line.status()

    return _all(ends())


def rebound_names(target: Target) -> Round:
    def ends() -> Iterator[str]:
        for host in ("evil.example", f"evil.example:{target.port}", "0x7f.1", "127.0.0.1.nip.io"):
            with AttackLine(target) as line:
                line.send(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                yield line.status()

    return _all(ends())


def paths_upwards(target: Target) -> Round:
    def ends() -> Iterator[str]:
        for path in ("/pages/../app.py", "/pages/..%2fapp.py", "/%2e%2e/%2e%2e/etc/passwd"):
            for what in ("GET", "HEAD"):
                with AttackLine(target) as line:
                    line.ask(f"{what} {path}")
                    yield line.status()

    return _all(ends())


# Too much.


def long_message(target: Target) -> Round:
    return _say(target, [frame(TEXT, b"x" * 10_000_000)])


def long_message_in_parts(target: Target) -> Round:
    part = frame(TEXT, b"x" * 1000, is_last=False)
    more = frame(0, b"x" * 1000, is_last=False)
    return _say(target, [part, *[more] * 10_000])


def empty_parts(target: Target) -> Round:
    return _say(target, [frame(TEXT, is_last=False), *[frame(0, is_last=False)] * 1000])


def ten_thousand_messages(target: Target) -> Round:
    return _say(target, [_saying("hide c3")] * 10_000)


def ten_thousand_pings(target: Target) -> Round:
    return _say(target, [frame(PING, b"x" * 125)] * 10_000)


def idle_sockets(target: Target) -> Round:
    """Two hundred sockets that send nothing."""
    with contextlib.ExitStack() as lines:
        opened = [lines.enter_context(AttackLine(target)) for _ in range(200)]
        ends = Counter[str]()
        for line in opened:
            if not line.upgrade():
                ends[DROPPED] += 1
            elif next(line.frames())[0] == CLOSE:
                ends["1013"] += 1
        return Round(len(opened), ends)


def idle_connections(target: Target) -> Round:
    """Three hundred connections that send nothing; some are dropped at once."""
    with contextlib.ExitStack() as lines:
        opened = [lines.enter_context(AttackLine(target)) for _ in range(300)]
        ends = Counter[str]()
        for line in opened:
            line.socket.settimeout(0.001)
            with contextlib.suppress(TimeoutError):
                ends[line.status()] += 1
        return Round(len(opened), ends)


def long_heads(target: Target) -> Round:
    def ends() -> Iterator[str]:
        for headers in (
            [f"X: {'x' * 1_000_000}"],
            [f"X{number}: x" for number in range(20_000)],
        ):
            with AttackLine(target) as line:
                line.ask("GET /", *headers)
                yield line.status()
        with AttackLine(target) as line:  # good HTTP, but not for a web socket
            line.upgrade("/live", "", f"X: {'x' * 10_000}")
            yield line.status()

    return _all(ends())


def long_bodies(target: Target) -> Round:
    return _all(_post(target, b"x" * size) for size in (257, 65_536, 5_000_000))


def posts(target: Target) -> Round:
    """Endless bodies, to paths that read one and to paths that do not."""

    def ends() -> Iterator[str]:
        for path in ("/seat/join", "/start", "/", "/live"):
            with AttackLine(target) as line:
                line.ask(
                    f"POST {path}", f"Origin: http://{target.host}", "Transfer-Encoding: chunked"
                )
                part = b"ff00\r\n" + b"x" * 0xFF00 + b"\r\n"
                is_taken = True
                for _ in range(1000):
                    is_taken = is_taken and line.send(part)
                yield "taken" if is_taken else line.status()

    return _all(ends())


def gets(target: Target) -> Round:
    """Many requests on one connection, whose answers are read only at the end."""
    with AttackLine(target) as line:
        asked = f"GET /seat/0/ HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode()
        for _ in range(200):
            line.send(asked)
        line.socket.shutdown(socket.SHUT_WR)
        heard = b"".join(iter(lambda: line.socket.recv(65536), b""))
    return Round(200, Counter(each.decode() for each in re.findall(rb"HTTP/1\.1 (\d+) ", heard)))


# Malformed.


def garbage(target: Target) -> Round:
    """Garbage instead of a request, before one and after one."""
    noise = random.Random(1)
    good = f"GET /seat/0/ HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode()
    texts = [noise.randbytes(size) for size in (1, 100, 20_000)]
    texts += [b"\0" * 100, b"\r\n" * 50, b"GET", good[:-2]]
    texts += [good + b"\0\r\n\r\n", good * 2 + b"\xff"]
    texts.append(
        f"POST /seat/join HTTP/1.1\r\nHost: {target.host}\r\nOrigin: http://{target.host}\r\n"
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode()
    )

    def ends() -> Iterator[str]:
        for text in texts:
            with AttackLine(target) as line:
                line.send(text)
                line.socket.shutdown(socket.SHUT_WR)
                yield line.status()

    return _all(ends())


def garbage_in_a_socket(target: Target) -> Round:
    noise = random.Random(2)
    frames = [
        [noise.randbytes(200)],
        [frame(BINARY, noise.randbytes(200))],
        [frame(TEXT, b"\xff\xfe")],
        [frame(TEXT, b"\xff"), frame(CLOSE, b"\x03\xe8")],
        [frame(3)],
        [frame(0, b"no beginning")],
        [frame(PING, is_last=False)],
        [frame(PING, b"x" * 126)],
        [frame(CLOSE, b"\0")],
        [frame(CLOSE, b"\x03\xe7\xff")],
        [bytes([0xF1, 0x80]) + bytes(4)],
        [bytes([0x81, 5]) + b"plain"],
        [bytes([0x81, 0xFF]) + b"\xff" * 8 + bytes(4)],
    ]
    rounds = [_say(target, each) for each in frames]
    return Round(len(rounds), sum((each.ends for each in rounds), Counter[str]()))


def malformed_moves(target: Target) -> Round:
    texts = ["", "{", "[]", "null", "NaN", '"x"', "1" * 900, '{"number": 1}', "[" * 1000]
    texts += ['{"a":' * 160 + "1" + "}" * 160]
    rounds = [_say(target, [frame(TEXT, text.encode())]) for text in texts]
    return Round(len(rounds), sum((each.ends for each in rounds), Counter[str]()))


def starts(target: Target) -> Round:
    """Requests for games that do not exist, and for one that would end the current one."""
    texts = ["", "[]", "null", "[" * 1000, '{"resume": 1e999}', '{"resume": true}', "\0"]
    texts += ['{"game": "\\ud800"}', '{"game": ["car-thief"]}', '{"resume": ' + "9" * 900 + "}"]
    texts += ['{"game": "car-thief", "options": {"players": []}}', '{"game": "car-thief"}']
    texts += ['{"resume": 99}', '{"game": "../../etc/passwd"}', "x" * 2000]
    return _all(_post(target, text.encode(), "/start") for text in texts)


# Not allowed now.


def moves_out_of_turn(target: Target) -> Round:
    """The thief's moves while the police are to move."""
    moves = ["hide c4", "surrounded", "fly green x23", "nonsense", "", "\0", "hide \ud800"]
    return _moves(target, THIEF, [(move, 0) for move in moves])


def moves_of_another_time(target: Target) -> Round:
    """The police's moves for an older or a future prompt."""
    moves = ["fly green x23", "search green b2", "nonsense"]
    return _moves(target, POLICE, [(move, since) for move in moves for since in (-1, -2, 1000)])


def moves_of_another_game(target: Target) -> Round:
    return _moves(target, POLICE, [("fly green x23", 0)] * 3, game=1)


def illegal_moves(target: Target) -> Round:
    moves = ["hide c4", "fly green x55", "place green x22", "search green e5", "", "fly", "\0"]
    return _moves(target, POLICE, [(move, 0) for move in moves])


ATTACKS: dict[str, Callable[[Target], Round]] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        wrong_tokens,
        stolen_tokens,
        guessed_codes,
        foreign_origins,
        rebound_names,
        paths_upwards,
        long_message,
        long_message_in_parts,
        empty_parts,
        ten_thousand_messages,
        ten_thousand_pings,
        idle_sockets,
        idle_connections,
        long_heads,
        long_bodies,
        posts,
        gets,
        garbage,
        garbage_in_a_socket,
        malformed_moves,
        starts,
        moves_out_of_turn,
        moves_of_another_time,
        moves_of_another_game,
        illegal_moves,
    )
}


def _all(ends: Iterable[str]) -> Round:
    counted = Counter(ends)
    return Round(counted.total(), counted)


def _sit(target: Target, cookie: str, path: str = "/seat/0/live") -> str:
    with AttackLine(target) as line:
        return line.end() if line.upgrade(path, cookie) else line.status()


def _post(target: Target, body: bytes, path: str = "/seat/join") -> str:
    with AttackLine(target) as line:
        origin = f"Origin: http://{target.host}"
        line.ask(f"POST {path}", origin, f"Content-Length: {len(body)}", body=body)
        return line.status()


def _say(target: Target, frames: list[bytes]) -> Round:
    # Sends to the thief's socket as fast as possible, a hundred frames at a time.
    sent = 0
    with AttackLine(target) as line:
        line.upgrade("/seat/0/live", target.cookies[THIEF])
        for at in range(0, len(frames), 100):
            sent += len(frames[at : at + 100])
            if not line.send(b"".join(frames[at : at + 100])):
                break
        return Round(sent, Counter([line.end()]))


def _saying(text: str, number: int = 1, game: int = 1, at: int = 0) -> bytes:
    said = {"number": number, "game": game, "at": at, "say": text}
    return frame(TEXT, json.dumps(said).encode())


def _moves(target: Target, seat: int, moves: list[tuple[str, int]], game: int = 0) -> Round:
    # With each move comes the distance of its prompt from the current one.
    ends = Counter[str]()
    with AttackLine(target) as line:
        line.upgrade(f"/seat/{seat}/live", target.cookies[seat])
        contents = (json.loads(data) for opcode, data in line.frames() if opcode == TEXT)
        seen = next(contents)
        asked, playing = seen["seat"]["prompt"]["number"], seen["table"]["game"]
        for number, (move, since) in enumerate(moves):
            line.send(_saying(move, number, playing + game, max(0, asked + since)))
            answer = next(content for content in contents if "answer" in content)
            ends[answer["refused"]["why"] if "refused" in answer else "taken"] += 1
    return Round(len(moves), ends)
