"""A client written from PROTOCOL.md's tables alone speaks with the firmware, on a bad line too."""

import ast
import sys
from pathlib import Path
from random import Random

import pytest
from heist import layout as board_layout
from heist import wire
from heist.board import Board
from heistboard.firmware import ROOT
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Pattern, pack

from tests.support import document_client
from tests.support.document_client import DocumentClient, Light, Protocol
from tests.support.faults import MessageSpoiler
from tests.support.virtual import LineDrivers, Tamper, untouched

DOCUMENT = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
SETTLE_MS = 15_000
RATE = 0.05


class ClientRig:
    """The client, and the firmware's core; each step is a millisecond."""

    def __init__(self, up: Tamper = untouched, down: Tamper = untouched) -> None:
        self.protocol = Protocol(DOCUMENT)
        self.client = DocumentClient(self.protocol, 0x1234, board_layout.REEDS)
        self.drivers = LineDrivers()
        self.board = Board(self.drivers, b"boot")
        self.now_ms = 0
        self._up, self._down = up, down
        self.client.open(0)

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self.now_ms += 1
            self.drivers.now_ms += 1
            self.drivers.to_board += self._down(self.client.take_output())
            self.board.run_pass()
            data, self.drivers.to_host = self._up(bytes(self.drivers.to_host)), bytearray()
            if data:
                self.client.feed(data, self.now_ms)
            self.client.tick(self.now_ms)
            if self.client.state == "LOST":
                self.client.session += 1
                self.client.open(self.now_ms)

    def settle(self) -> None:
        for _ in range(SETTLE_MS):
            self.run(1)
            if self.is_settled():
                return
        raise AssertionError(f"{self.client.state}, {len(self.board.session.queue)} events wait")

    def is_settled(self) -> bool:
        queue = self.board.session.queue
        is_shown = self.client.shown == self.client._wanted
        return (
            self.client.state == "READY"
            and is_shown
            and not len(queue)
            and self.client._next == queue.next
        )

    @property
    def reeds(self) -> list[bool]:
        rows = len(board_layout.ROW_PINS)
        closed = self.board.debounce.closed
        return [
            bool(closed[reed // rows] >> reed % rows & 1) for reed in range(board_layout.REEDS)
        ]

    def lit(self) -> bytes:
        return bytes(self.board.lights.intents)


def expected(lights: dict[int, Light]) -> bytes:
    """The scene as our own host packs it."""
    scene = {
        layout.LEDS[led]: Intent(
            Colour[colour.upper()], Level[level.upper()], Pattern[pattern.upper()], phase
        )
        for led, (colour, level, pattern, phase) in lights.items()
    }
    return pack(scene)


def any_lights(dice: Random, protocol: Protocol) -> dict[int, Light]:
    patterns = [name for name in protocol.motions if name != "refused"]
    return {
        led: (
            dice.choice([colour for colour in protocol.colours if colour != "off"]),
            dice.choice(list(protocol.levels)),
            dice.choice(patterns),
            dice.randrange(16),
        )
        for led in dice.sample(range(board_layout.LEDS), dice.randrange(board_layout.LEDS))
    }


def test_client_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(document_client.__file__).read_text(encoding="utf-8"))
    named = [
        alias.name if isinstance(node, ast.Import) else node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names
    assert "__import__" not in Path(document_client.__file__).read_text(encoding="utf-8")


def test_it_greets_and_has_the_picture_and_each_event() -> None:
    rig = ClientRig()
    rig.drivers.set("a1.cover", is_closed=True)
    rig.run(200)
    assert rig.client.state == "READY"
    rig.drivers.set("b3.occupant", is_closed=True)
    rig.run(100)
    rig.drivers.set("b3.occupant", is_closed=False)
    rig.run(100)
    reed = layout.REEDS.index("b3.occupant")
    assert [event[1:] for event in rig.client.events][-2:] == [(reed, True), (reed, False)]
    assert rig.client.closed == rig.reeds
    assert rig.is_settled()


def test_it_shows_a_path_and_a_rhythm() -> None:
    rig = ClientRig()
    lights: dict[int, Light] = {7 - led: ("red", "bright", "chase", led) for led in range(8)}
    lights[20] = ("green", "low", "sextuple", 0)
    rig.client.show(lights, 0)
    rig.settle()
    assert rig.lit() == expected(lights)


@pytest.mark.parametrize("seed", range(4))
def test_it_survives_a_twentieth_of_all_messages_lost_garbled_or_doubled(seed: int) -> None:
    spoilers = [
        MessageSpoiler(f"{seed} {way}", loss=RATE, corruption=RATE, duplication=RATE)
        for way in ("up", "down")
    ]
    rig = ClientRig(*spoilers)
    dice = Random(seed)
    lights: dict[int, Light] = {}
    toggled = []
    rig.run(1500)
    for _ in range(60):
        name = dice.choice(layout.REEDS)
        reed = layout.REEDS.index(name)
        is_closed = not rig.reeds[reed]
        rig.drivers.set(name, is_closed=is_closed)
        toggled.append((reed, is_closed))
        if dice.random() < 0.3:
            lights = any_lights(dice, rig.protocol)
            rig.client.show(lights, rig.now_ms)
        rig.run(60)
    for spoiler in spoilers:
        spoiler.stop()
    rig.settle()
    assert rig.client.closed == rig.reeds
    assert rig.lit() == expected(lights)
    numbers = [event[0] for event in rig.client.events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert [event[1:] for event in rig.client.events] == toggled[-len(numbers) :]
    assert len(numbers) >= 55


def test_it_meets_a_restarted_board_anew() -> None:
    rig = ClientRig()
    rig.settle()
    for _ in range(3):
        rig.drivers.set("c3.cover", is_closed=not rig.reeds[layout.REEDS.index("c3.cover")])
        rig.run(100)
    rig.drivers.to_board.clear()
    rig.board = Board(rig.drivers, b"anew")
    rig.run(1000)
    rig.settle()
    assert rig.client.closed == rig.reeds
    assert rig.protocol.version == wire.PROTOCOL
