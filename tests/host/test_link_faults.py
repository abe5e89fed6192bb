"""What the link promises, on lines that do their worst.

After silence the host's picture is the board's reeds, no event is lost or doubled, their order is
kept, and the lights are as wanted. :meth:`FaultyLine.judge` checks all of it, against what the
board's debouncing truly said; :meth:`FaultyLine.run` checks what is in flight.
"""

from collections.abc import Callable
from random import Random

import pytest
from heist import wire

from heistboard import layout
from heistboard.link.core import LinkState, StateChange
from heistboard.link.messages import Fault, Stats
from heistboard.sim.faults import ByteFaults
from tests.support.faults import (
    ONE_BYTE_FAULTS,
    Change,
    Drop,
    FaultyLine,
    MessageSpoiler,
    OneByte,
    Spoiler,
)
from tests.support.virtual import Tamper, untouched

LEDS = len(layout.LEDS)
REEDS = len(layout.REEDS)
JUST_BEFORE_WRAP = wire.CLOCK_MASK - 150
SEEDS = range(4)
RATES = (0.01, 0.05, 0.20)

# Intents that hold the bytes that stop a MicroPython program or end its raw input.
FIRST = bytes([0x03, 0x04, 0x02, 0x01, 0x29, 0x28] * 4 + [0x48] * (LEDS - 24))
SECOND = bytes([0x03, 0x04, 0x02, 0x01, 0x29, 0x48] * 4 + [0x48] * (LEDS - 24))


def connected(**settings: int) -> FaultyLine:
    """Returns a line on which all is well and settled."""
    line = FaultyLine(**settings)
    line.plug()
    line.settle()
    return line


def play(line: FaultyLine) -> None:
    """A whole small session: every message of the protocol but SERVICE, and ten events."""
    line.plug()
    line.show(FIRST)
    script: dict[int, Callable[[], None]] = {
        4: lambda: line.set_reed(3, is_closed=True),
        5: lambda: line.set_reed(4, is_closed=True),
        9: lambda: line.show(SECOND),
        12: lambda: line.set_reed(69, is_closed=True),
        13: lambda: line.link.ask(wire.ASK_STATS),
        16: lambda: line.set_reed(3, is_closed=False),
        20: lambda: line.link.ask(wire.ASK_SNAPSHOT),
        25: lambda: line.set_reed(0, is_closed=True),
        33: lambda: line.set_reed(69, is_closed=False),
    }
    for ms in range(60):
        script.get(ms, lambda: None)()
        line.run(1)
    line.settle()
    # The line is good again: whatever the fault left behind must not spoil this.
    line.set_reed(33, is_closed=True)
    line.show(FIRST)
    line.run(1)
    line.settle()
    line.judge()


def scramble(
    line: FaultyLine, random: Random, ms: int, most: int = 200, every_ms: int = 40
) -> None:
    """Turns reeds and changes scenes at random for *ms*, with at most *most* turns."""
    end_ms = line.now_ms + ms
    while line.now_ms < end_ms:
        if most:
            most -= 1
            line.toggle(random.randrange(REEDS))
        if random.random() < 0.2:
            wanted = bytearray(line.wanted)
            for _ in range(random.choice((1, 3, 30))):
                wanted[random.randrange(LEDS)] = random.randrange(8) << 5 | random.randrange(0, 30, 8)
            line.show(bytes(wanted))
        if random.random() < 0.02:
            line.link.ask(random.choice((wire.ASK_SNAPSHOT, wire.ASK_STATS)))
        line.run(random.randrange(1, every_ms))


# One fault.


def recorded_sizes() -> tuple[int, int]:
    line = FaultyLine(clock_ms=JUST_BEFORE_WRAP)
    play(line)
    return (
        sum(len(data) for _, data in line.sent_up),
        sum(len(data) for _, data in line.sent_down),
    )


UP_SIZE, DOWN_SIZE = recorded_sizes()


def test_recorded_session_has_every_message() -> None:
    line = FaultyLine()
    play(line)
    up = b"".join(data for _, data in line.sent_up)
    assert {frame[2] for frame in wire.FrameReader().feed(up)} == set(b"HNELCT")
    down = b"".join(data for _, data in line.sent_down)
    assert set(b"GASCQ") <= set(down)
    assert {0x03, 0x04} <= set(up) & set(down)
    assert 300 < UP_SIZE < 600
    assert 300 < DOWN_SIZE < 1200
    # One for each change, in both directions of the clock's wrap.
    assert len(line.truth) == 7


@pytest.mark.parametrize("fault", ONE_BYTE_FAULTS)
@pytest.mark.parametrize("direction", ["up", "down"])
def test_fault_in_any_one_byte(direction: str, fault: str) -> None:
    for at in range(UP_SIZE if direction == "up" else DOWN_SIZE):
        tamper = OneByte(at, ONE_BYTE_FAULTS[fault])
        line = FaultyLine(
            tamper if direction == "up" else untouched,
            tamper if direction == "down" else untouched,
            JUST_BEFORE_WRAP,
        )
        try:
            play(line)
        except AssertionError as error:
            error.add_note(f"fault in byte {at}")
            raise
        assert line.replugs == 0, f"fault in byte {at}: the connection was lost"
        assert tamper.has_struck


@pytest.mark.parametrize("stray", [b"AT\r", b"\x03", b"\x04", b"AT+GCAP\r", b"GGGGGGGG"])
def test_stray_bytes_before_any_byte_of_the_host(stray: bytes) -> None:
    for at in range(DOWN_SIZE):
        tamper = OneByte(at, lambda byte: stray + bytes([byte]))
        line = FaultyLine(down=tamper, clock_ms=JUST_BEFORE_WRAP)
        play(line)
        assert line.replugs == 0, at
        assert tamper.has_struck


@pytest.mark.parametrize("stray", [b"AT\r", b"\x03", b"\x04"])
def test_stray_bytes_at_any_millisecond(stray: bytes) -> None:
    for at_ms in range(60):
        line = FaultyLine(clock_ms=JUST_BEFORE_WRAP)

        def inject(data: bytes, line: FaultyLine = line, at_ms: int = at_ms) -> bytes:
            return data

        line.at[at_ms] = lambda line=line: line.drivers.to_board.extend(stray)
        play(line)


def test_stray_at_commands_between_blocks_cost_nothing() -> None:
    line = connected()
    blocks = line.board.session.blocks
    for _ in range(20):
        line.drivers.to_board += b"AT\r"
        line.link.ask(wire.ASK_STATS)
        line.run(1)
    assert line.board.session.blocks >= blocks + 20


def test_text_of_an_interpreter_is_skipped() -> None:
    line = connected()
    line.drivers.to_host += b"Traceback (most recent call last):\r\n  File \"main.py\"\r\n>>> "
    line.set_reed(7, is_closed=True)
    line.run(2)
    assert [event.reed for event in line.events] == [7]


@pytest.mark.parametrize("direction", ["up", "down"])
def test_each_message_lost_doubled_or_cut(direction: str) -> None:
    count = 40
    for number in range(count):
        for spoil in (
            lambda message: b"",
            lambda message: message * 2,
            lambda message: message * 3,
            lambda message: message[:9],
            lambda message: message[9:],
            lambda message: message[:1],
            lambda message: message[:-1],
        ):
            line = FaultyLine(clock_ms=JUST_BEFORE_WRAP)
            tamper = OneMessage(number, spoil)
            setattr(line, direction, tamper)
            play(line)
            assert line.replugs == 0
            # The messages of the session itself are fewer; then nothing was spoilt.
            assert tamper.has_struck or number > 9
