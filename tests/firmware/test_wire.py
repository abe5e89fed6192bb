"""The codec finds blocks and frames among any other bytes.

Runs on CPython and on MicroPython.
"""

import binascii
import struct

from dice import Dice
from heist import wire
from peer import SESSION, ack, ask, config, greet, scene

FLIPS = (0x01, 0x10, 0x80, 0xFF)
STRAY = b"AT\r"  # what a modem manager says


def listen(reader: wire.BlockReader, *chunks: bytes) -> "list[bytes]":
    # Like the drivers: bytes missing at the end of a chunk come too late and read as zeros.
    found = []
    for chunk in chunks:
        at = 0
        while at < len(chunk):
            view = reader.want()
            for i in range(len(view)):
                view[i] = chunk[at + i] if at + i < len(chunk) else 0
            at += len(view)
            kind = reader.got()
            if kind:
                assert kind == reader.data[0]
                found.append(bytes(reader.data))
    return found


def frame(kind: int, seq: int, fields: bytes) -> bytes:
    # By hand, not by FrameWriter.
    data = bytes([0xA5, len(fields) + 2, kind, seq]) + fields
    return data + binascii.crc32(data).to_bytes(4, "little")


def all_kinds() -> "list[bytes]":
    return [
        greet(),
        ack(258, 7, 1),
        scene(9, 8, [(12, 320)]),
        config(),
        ask(wire.ASK_STATS),
        wire.block(wire.SERVICE, SESSION, wire.SERVICE_FORM, wire.SERVICE_MAGIC),
    ]


# Blocks.


def test_block_is_kind_session_fields_zeros_and_crc() -> None:
    block = wire.block(wire.CONFIG, 0x1234, wire.CONFIG_FORM, 0x0102, 3, 4, 5)
    assert block[:28] == b"C\x34\x12\x02\x01\x03\x04\x05" + bytes(20)
    assert block[28:] == binascii.crc32(block[:28]).to_bytes(4, "little")
    assert binascii.crc32(block) == wire.CRC_GOOD


def test_whole_block_is_wanted_and_after_an_error_what_it_lacks() -> None:
    reader = wire.BlockReader()
    assert len(reader.want()) == 32
    assert listen(reader, b"A" + b"..C" + bytes(28)) == []
    assert len(reader.want()) == 3
    assert listen(reader, bytes(3)) == []
    assert len(reader.want()) == 32


def test_block_is_found_whole() -> None:
    for block in all_kinds():
        reader = wire.BlockReader()
        assert listen(reader, block) == [block]
        assert (reader.skipped, reader.bad) == (0, 0)


def test_block_stays_until_the_next_is_read() -> None:
    reader = wire.BlockReader()
    assert listen(reader, ack(1, 2)) == [ack(1, 2)]
    assert len(reader.want()) == 32
    assert reader.data == ack(1, 2)


def test_blocks_are_found_back_to_back() -> None:
    blocks = all_kinds()
    reader = wire.BlockReader()
    assert listen(reader, b"".join(blocks)) == blocks
    assert listen(reader, b"".join(blocks)) == blocks
    assert (reader.skipped, reader.bad) == (0, 0)


def test_block_is_found_after_junk_that_is_counted_but_for_zeros() -> None:
    reader = wire.BlockReader()
    assert listen(reader, b"hello, \0\0\xff\x03" + ack(1, 2)) == [ack(1, 2)]
    assert (reader.skipped, reader.bad) == (9, 0)


def test_stray_text_costs_no_block() -> None:
    assert STRAY[0] in wire.BLOCK_KINDS
    reader = wire.BlockReader()
    assert listen(reader, STRAY + ack(1, 2) + ack(2, 3)) == [ack(1, 2), ack(2, 3)]
    assert reader.bad == 1


def test_stray_text_between_blocks_costs_no_block() -> None:
    blocks = all_kinds()
    reader = wire.BlockReader()
    assert listen(reader, STRAY.join(blocks)) == blocks


def test_block_cut_anywhere_and_followed_by_silence_costs_only_itself() -> None:
    for block in all_kinds():
        for size in range(1, 32):
            reader = wire.BlockReader()
            assert listen(reader, block[:size], greet(), ack(1, 2)) == [greet(), ack(1, 2)]


def test_block_cut_anywhere_and_followed_by_others_costs_only_itself() -> None:
    for block in all_kinds():
        for size in range(1, 32):
            reader = wire.BlockReader()
            assert listen(reader, block[:size] + ack(1, 2) + greet()) == [ack(1, 2), greet()]


def test_block_that_lost_its_beginning_costs_only_itself() -> None:
    for block in all_kinds():
        for size in range(1, 32):
            reader = wire.BlockReader()
            assert listen(reader, block[size:] + ack(1, 2) + greet()) == [ack(1, 2), greet()]


def test_blocks_inside_one_another_cost_only_those_that_are_cut() -> None:
    outer = ack(1, 2)
    for size in range(1, 32):
        reader = wire.BlockReader()
        data = outer[:size] + greet() + outer[size:] + config()
        assert listen(reader, data) == [greet(), config()]


def test_one_wrong_byte_anywhere_makes_a_block_bad_and_costs_no_other() -> None:
    for block in all_kinds():
        for at in range(32):
            for flip in FLIPS:
                wrong = bytearray(block)
                wrong[at] ^= flip
                reader = wire.BlockReader()
                assert listen(reader, bytes(wrong) + ack(1, 2)) == [ack(1, 2)], (at, flip)


def test_bad_blocks_are_counted() -> None:
    wrong = bytearray(greet())
    wrong[31] ^= 1
    assert not any(byte in wire.BLOCK_KINDS for byte in wrong[1:])
    reader = wire.BlockReader()
    for count in (1, 2, 3):
        assert listen(reader, bytes(wrong)) == []
        assert reader.bad == count


def test_counters_begin_again_at_65536() -> None:
    reader = wire.BlockReader()
    reader.bad = reader.skipped = 0xFFFF
    assert listen(reader, b".G" + bytes(31)) == []
    assert (reader.skipped, reader.bad) == (0, 0)


def test_kinds_among_the_fields_do_not_confuse() -> None:
    letters = (wire.BLOCK_KINDS * 4)[:22]
    for kind in wire.BLOCK_KINDS:
        block = wire.block(kind, 0x4741, wire.SCENE_FORM, kind, kind, kind, letters)
        reader = wire.BlockReader()
        assert listen(reader, block + block) == [block, block]
        assert reader.bad == 0
        for size in range(1, 32):
            reader = wire.BlockReader()
            assert listen(reader, block[:size] + block + greet()) == [block, greet()], size


def test_greeting_zeros_fill_whatever_was_begun() -> None:
    roll = Dice(1).roll
    alphabet = wire.BLOCK_KINDS + b"\0."
    for _ in range(300):
        junk = bytes(alphabet[roll(len(alphabet))] for _ in range(roll(70)))
        data = junk + wire.GREETING_ZEROS + greet()
        reader = wire.BlockReader()
        # With a driver that waits forever for missing bytes.
        found = 0
        at = 0
        while at + len(reader.want()) <= len(data):
            view = reader.want()
            for i in range(len(view)):
                view[i] = data[at + i]
            at += len(view)
            found += reader.got() == wire.GREET
        assert (found, at) == (1, len(data)), junk
        assert reader.data == greet()


def test_noise_ends_with_the_second_block_after_it() -> None:
    roll = Dice(2).roll
    for _ in range(100):
        noise = bytes(roll(256) for _ in range(roll(200)))
        reader = wire.BlockReader()
        assert listen(reader, noise + ack(1, 2) + greet()) == [ack(1, 2), greet()]


# Frames.


def sealed(writer: wire.FrameWriter, kind: int, seq: int, fields: bytes) -> bytes:
    at = wire.FRAME_FIELDS_AT
    writer.buffer[at : at + len(fields)] = fields
    return bytes(writer.seal(kind, seq, len(fields)))


def some_frames() -> "list[bytes]":
    return [frame(0x45 + i, 7 * i, bytes(range(0xA0, 0xA0 + 5 * i))) for i in range(12)]


def test_frames_of_all_sizes_are_written_and_read() -> None:
    writer = wire.FrameWriter()
    reader = wire.FrameReader()
    roll = Dice(3).roll
    for size in range(97):
        fields = bytes(roll(256) for _ in range(size))
        kind = roll(256)
        data = sealed(writer, kind, size + 159, fields)
        assert data == frame(kind, size + 159, fields)
        assert reader.feed(data) == [data]
    assert (reader.skipped, reader.bad) == (0, 0)
    assert len(data) == wire.FRAME_LONGEST + wire.FRAME_OVERHEAD == 104


def test_crc_of_a_good_frame_is_constant() -> None:
    for data in some_frames():
        assert binascii.crc32(data) == wire.CRC_GOOD


def test_frames_are_found_in_one_feed() -> None:
    reader = wire.FrameReader()
    assert reader.feed(b"".join(some_frames())) == some_frames()
    assert reader.feed(b"") == []


def test_text_between_frames_is_skipped_and_counted() -> None:
    reader = wire.FrameReader()
    text = b"Traceback (most recent call last):\r\n"
    data = text.join(some_frames())
    assert reader.feed(text + data) == some_frames()
    assert reader.skipped == 12 * len(text)
    assert reader.bad == 0


def test_frame_split_anywhere_is_found() -> None:
    data = b"text" + frame(0x48, 1, b"\xa5\xa5fields") + b"\r\n" + frame(0x4E, 2, b"")
    for first in range(len(data) + 1):
        reader = wire.FrameReader()
        found = reader.feed(data[:first]) + reader.feed(data[first:])
        assert found == [frame(0x48, 1, b"\xa5\xa5fields"), frame(0x4E, 2, b"")]
        assert reader.skipped == 6


def test_frame_comes_with_its_last_byte() -> None:
    reader = wire.FrameReader()
    found = []
    came = []
    at = 0
    for data in some_frames():
        at += len(data)
        came.append(at)
    for at, byte in enumerate(b"".join(some_frames())):
        for data in reader.feed(bytes([byte])):
            found.append(data)
            assert at + 1 == came[len(found) - 1]
    assert found == some_frames()


def test_wrong_lengths_are_skipped_at_once() -> None:
    for length in set(range(256)) - set(range(2, 99)):
        reader = wire.FrameReader()
        data = bytes([0xA5, length]) + frame(0x48, 1, b"x")
        assert reader.feed(data) == [frame(0x48, 1, b"x")], length
        assert reader.skipped == 2


def test_wrong_length_waits_for_102_bytes_at_most() -> None:
    for length in range(2, 99):
        reader = wire.FrameReader()
        assert reader.feed(bytes([0xA5, length])) == []
        follows = b"".join(some_frames())[:102]
        complete = []
        at = 0
        for data in some_frames():
            at += len(data)
            if at <= 102:
                complete.append(data)
        assert reader.feed(follows) == complete, length
        assert len(complete) == 5
        assert reader.bad == 1


def test_one_wrong_byte_anywhere_makes_no_frame_and_costs_no_other() -> None:
    for data in (frame(0x48, 1, b""), frame(0x54, 2, b"\xa5\x02" * 9), frame(0x45, 3, bytes(40))):
        for at in range(len(data)):
            for flip in FLIPS:
                wrong = bytearray(data)
                wrong[at] ^= flip
                reader = wire.FrameReader()
                found = reader.feed(bytes(wrong) + b"".join(some_frames()))
                assert found == some_frames(), (at, flip)


def test_frame_cut_anywhere_costs_only_itself() -> None:
    data = frame(0x54, 2, b"\xa5\x02" * 20)
    for size in range(1, len(data)):
        reader = wire.FrameReader()
        assert reader.feed(data[:size] + b"".join(some_frames())) == some_frames()
        reader = wire.FrameReader()
        assert reader.feed(data[size:] + b"".join(some_frames())) == some_frames()


def test_bad_frames_are_counted() -> None:
    wrong = bytearray(frame(0x48, 1, b"abc"))
    wrong[-1] ^= 1
    assert wrong.count(b"\xa5") == 1
    reader = wire.FrameReader()
    assert reader.feed(bytes(wrong)) == []
    assert (reader.bad, reader.skipped) == (1, len(wrong))


def test_noise_is_survived() -> None:
    roll = Dice(4).roll
    reader = wire.FrameReader()
    for _ in range(60):
        noise = bytes(0xA5 if roll(4) == 0 else roll(256) for _ in range(roll(120)))
        assert reader.feed(noise) == []
    assert reader.feed(bytes(104) + frame(0x48, 1, b"end")) == [frame(0x48, 1, b"end")]
    assert reader.bad > 10


# Forms.


def test_sizes_are_those_of_the_forms() -> None:
    for size, form in (
        (wire.HELLO_SIZE, wire.HELLO_FORM),
        (wire.SNAPSHOT_SIZE, wire.SNAPSHOT_FORM),
        (wire.LIT_SIZE, wire.LIT_FORM),
        (wire.CONFIG_SIZE, wire.CONFIG_FORM),
        (wire.STATS_SIZE, wire.STATS_FORM),
        (wire.FAULT_SIZE, wire.FAULT_FORM),
        (wire.EVENTS_SIZE, wire.EVENTS_FORM),
        (wire.EVENT_SIZE, wire.EVENT_FORM),
    ):
        assert size == struct.calcsize(form), form


def test_longest_frames_fit_their_packets() -> None:
    events = wire.FRAME_OVERHEAD + wire.FRAME_SHORTEST + wire.EVENTS_SIZE
    assert events + wire.EVENTS_MOST * wire.EVENT_SIZE < 64
    assert wire.FRAME_SHORTEST + wire.HELLO_SIZE + wire.INTERPRETER_LONGEST <= wire.FRAME_LONGEST
