"""Losses on a line that happen when somebody says so."""

from heistboard.firmware import wire
from heistboard.link.messages import Hello, decode
from heistboard.sim.line_losses import LineLosses
from heistboard.sim.virtual_safe_mode import SafeMode

BLOCK = wire.block(wire.GREET, 0x4D2, wire.GREET_FORM, wire.PROTOCOL)
FRAME = bytes([wire.FRAME_SYNC, 6, wire.LIT, 1, *range(4), *range(4)])
SERIAL = "53494D0000000002"


def left(losses: LineLosses, data: bytes) -> bytes:
    return b"".join(losses.spoil(data))


def test_nothing_is_lost_at_first() -> None:
    losses = LineLosses()
    assert left(losses, FRAME + FRAME) == FRAME + FRAME and losses.spoilt == 0


def test_half_of_the_next_message_is_lost_and_no_more() -> None:
    for message in (FRAME, BLOCK):
        losses = LineLosses()
        losses.cuts_next = True
        assert left(losses, b"") == b""
        assert left(losses, message + message) == message[: len(message) // 2] + message
        assert not losses.cuts_next and losses.spoilt == len(message) // 2


def test_the_next_bytes_are_lost_over_several_messages() -> None:
    losses = LineLosses()
    losses.loses = len(FRAME) + 2
    assert (left(losses, FRAME), left(losses, FRAME)) == (b"", FRAME[2:])
    assert losses.loses == 0 and losses.spoilt == len(FRAME) + 2


def test_a_mute_line_loses_everything_until_it_is_not() -> None:
    losses = LineLosses()
    losses.is_mute = losses.cuts_next = True
    assert left(losses, FRAME) == b"" and losses.cuts_next
    losses.is_mute = losses.cuts_next = False
    assert left(losses, FRAME) == FRAME


def test_safe_mode_answers_a_greeting_wherever_it_begins_and_nothing_else() -> None:
    safe = SafeMode(SERIAL)
    assert safe.hear(b"AT\r" + wire.block(wire.ACK, 7, wire.ACK_FORM, 1, 2, 0)) == b""
    assert safe.hear(BLOCK[:9]) == b""
    (frame,) = wire.FrameReader().feed(safe.hear(BLOCK[9:] + b"\0"))
    hello = decode(frame)
    assert isinstance(hello, Hello)
    assert hello.safe_mode == "no reason kept"
    assert hello.serial == SERIAL
