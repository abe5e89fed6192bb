"""Short sessions on a faulty line that use the whole protocol.

Clock and event numbers start just before they wrap.
"""

import struct
from collections.abc import Callable, Mapping
from random import Random

from heist import wire
from heistboard.link.messages import Snapshot, decode
from heistboard.places import layout

from tests.support.faults import FaultyLine
from tests.support.virtual import Tamper, untouched

LEDS = len(layout.LEDS)
REEDS = len(layout.REEDS)
CLOCK_MS = wire.CLOCK_MASK - 24  # wraps in the middle of the session of play()
FIRST = 0xFFFC

# Intents that contain the bytes that stop a MicroPython program or end its raw input.
_MOVING = (0x10, 0x1F, 0x02, 0x06, 0xA7)
ONE_SCENE = struct.pack(f"<{LEDS}H", *(*_MOVING, 0xA0) * 4, *[0x120] * (LEDS - 24))
OTHER_SCENE = struct.pack(f"<{LEDS}H", *(*_MOVING, 0x120) * 4, *[0x120] * (LEDS - 24))

Actions = Mapping[int, Callable[[], object]]


def new_line(
    up: Tamper = untouched,
    down: Tamper = untouched,
    *,
    up_ms: int = 0,
    down_ms: int = 0,
    piece: int = 0,
    bundle_ms: int = 1,
) -> FaultyLine:
    return FaultyLine(
        up,
        down,
        CLOCK_MS,
        first=FIRST,
        up_ms=up_ms,
        down_ms=down_ms,
        piece=piece,
        bundle_ms=bundle_ms,
    )


def connected(*, up_ms: int = 0, down_ms: int = 0) -> FaultyLine:
    """Returns a connected and settled line."""
    line = new_line(up_ms=up_ms, down_ms=down_ms)
    line.plug()
    line.settle()
    return line


def play(line: FaultyLine, meanwhile: Actions | None = None) -> None:
    """Plays a session with every message of the protocol except SERVICE, then checks it.

    *meanwhile* has further actions by millisecond.
    """
    line.plug()
    line.show(ONE_SCENE)
    script: Actions = {
        4: lambda: line.set_reed(3, is_closed=True),
        5: lambda: line.set_reed(4, is_closed=True),
        9: lambda: line.show(OTHER_SCENE),
        12: lambda: line.set_reed(69, is_closed=True),
        13: lambda: line.link.ask(wire.ASK_STATS),
        16: lambda: line.set_reed(3, is_closed=False),
        20: lambda: line.link.ask(wire.ASK_SNAPSHOT),
        25: lambda: line.set_reed(0, is_closed=True),
        33: lambda: line.set_reed(69, is_closed=False),
    }
    for ms in range(60):
        for actions in (script, meanwhile or {}):
            if ms in actions:
                actions[ms]()
        line.run(1)
    finish(line)


def finish(line: FaultyLine) -> None:
    """Waits until the line is settled and checks it; then uses it once more and checks again.

    The second check shows that no fault has lasting effects.
    """
    line.settle()
    line.judge()
    line.toggle(33)
    line.show(ONE_SCENE if line.wanted != ONE_SCENE else OTHER_SCENE)
    line.run(1)
    line.settle()
    line.judge()


def scramble(
    line: FaultyLine, random: Random, ms: int, *, most: int = 200, every_ms: int = 40
) -> None:
    """Toggles reeds and changes scenes at random for *ms*, with at most *most* toggles."""
    end_ms = line.now_ms + ms
    while line.now_ms < end_ms:
        if most:
            most -= 1
            line.toggle(random.randrange(REEDS))
        if random.random() < 0.2:
            wanted = bytearray(line.wanted)
            for _ in range(random.choice((1, 3, 30))):
                intent = random.randrange(8) << 7 | random.randrange(4) << 5
                struct.pack_into("<H", wanted, 2 * random.randrange(LEDS), intent)
            line.show(bytes(wanted))
        if random.random() < 0.05:
            line.link.ask(random.choice((wire.ASK_SNAPSHOT, wire.ASK_STATS)))
        line.run(random.randrange(1, every_ms))


def snapshots(line: FaultyLine) -> list[Snapshot]:
    """Returns the snapshots that the board sent."""
    up = b"".join(data for _, data in line.sent_up)
    found = [decode(frame) for frame in wire.FrameReader().feed(up)]
    return [message for message in found if isinstance(message, Snapshot)]
