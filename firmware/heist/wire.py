"""The codec for the link's blocks and messages, used by the board, the host and their tests.

Names and numbers are those of PROTOCOL.md, which is authoritative. Pure: bytes in, bytes out, no
clock, no I/O. :class:`BlockReader` and :class:`FrameWriter` (the board's side) allocate only in
the constructor, so they have a CRC of their own with a table of 1 KB: on a Pico `binascii` returns
the CRC as a heap object. :class:`FrameReader` and :func:`block` (the host's side) allocate freely.
"""

from array import array
from binascii import crc32
from struct import pack_into

from .compat import const, micropython, ptr8, ptr32

PROTOCOL = 2

BLOCK_SIZE = const(32)
FIELDS_AT = const(3)  # where a block's fields begin
CRC_AT = const(28)
GREETING_ZEROS = bytes(BLOCK_SIZE - 1)  # before a GREET: complete an unfinished block

FRAME_SYNC = const(0xA5)
_SYNC = const(0xA5)
FRAME_FIELDS_AT = const(4)
FRAME_OVERHEAD = const(6)  # sync, length and CRC, which the length does not count
FRAME_SHORTEST = const(2)  # kind and seq
FRAME_LONGEST = const(98)
CRC_GOOD = 0x2144DF1C  # CRC-32 of anything followed by its own CRC-32, little endian

# Host to board.
GREET = const(0x47)  # "G"
ACK = const(0x41)  # "A"
SCENE = const(0x53)  # "S"
CONFIG = const(0x43)  # "C"
ASK = const(0x51)  # "Q"
SERVICE = const(0x56)  # "V"
BLOCK_KINDS = b"GASCQV"

GREET_FORM = "<B"
ACK_FORM = "<HBB"
SCENE_FORM = "<BBB22s"
CONFIG_FORM = "<HBBB"
ASK_FORM = "<B"
SERVICE_FORM = "<4s"
SERVICE_MAGIC = b"mend"
ASK_SNAPSHOT = const(1)
ASK_STATS = const(2)
ASK_SELF_TEST = const(3)
ASK_SETTINGS = const(4)

# Board to host.
HELLO = const(0x48)  # "H"
SNAPSHOT = const(0x4E)  # "N"
EVENTS = const(0x45)  # "E"
LIT = const(0x4C)  # "L"
CONFIGURED = const(0x43)  # "C"
STATS = const(0x54)  # "T"
FAULT = const(0x46)  # "F"
RISE = const(0x52)  # "R"

HELLO_FORM = "<HBBBBB4s4s8sBBHH"  # then the interpreter's text
SNAPSHOT_FORM = "<HIH9s"
EVENTS_FORM = "<HI"  # then EVENT_FORM for each
EVENT_FORM = "<BH"
LIT_FORM = "<BHH"
STATS_FORM = "<IHIHIHHHHHHHHH"
FAULT_FORM = "<BH"
RISE_FORM = "<HHHHH"

HELLO_SIZE = const(29)
SNAPSHOT_SIZE = const(17)
LIT_SIZE = const(5)
CONFIG_SIZE = const(5)
STATS_SIZE = const(34)
FAULT_SIZE = const(3)
RISE_SIZE = const(10)
EVENTS_SIZE = const(6)
EVENT_SIZE = const(3)
EVENTS_MOST = const(16)  # so that a frame stays under one USB packet of 64 bytes
INTERPRETER_LONGEST = const(40)

FAULT_OVERFLOW = const(1)
FAULT_REFUSED = const(2)
FAULT_SHORT_WRITE = const(3)
FAULT_EXCEPTION = const(4)

RISE_UNKNOWN = const(0)  # no closed reed in the row to pull it low
RISE_NEVER = const(0xFFFF)  # still low after a millisecond

CLOSED = const(0x80)  # in an event's code, beside the reed number
CLOCK_MASK = const(0x1FFFFFFF)  # the board's clock: milliseconds in 29 bits
WINDOW = const(192)  # bytes a board may have in flight
LINE_HOLDS = const(256)  # bytes the board may write beyond the last frame seen
QUEUE = const(256)  # events a board keeps

SCENE_PAIRS = const(11)
SCENE_PARTS_MOST = const(15)
PAIR_LED_SHIFT = const(10)  # of a pair: the LED, above its intent
INTENT_MASK = const(0x3FF)
LED_ALL = const(63)
LED_NONE = const(62)
NO_PAIR = const(0xF800)  # sets none
MOTION_MASK = const(0x1F)
MOTIONS = const(9)  # those that are not a chase; numbers from here to CHASE are refused
CHASE = const(16)  # and its 16 phases
BUDGET_LEAST_MA = const(60)
BUDGET_MOST_MA = const(2000)


def block(kind: int, session: int, form: str, *fields: int | bytes) -> bytes:
    """Returns the block of *kind* whose fields are packed by *form*."""
    data = bytearray(BLOCK_SIZE)
    pack_into("<BH", data, 0, kind, session)
    pack_into(form, data, FIELDS_AT, *fields)
    pack_into("<I", data, CRC_AT, crc32(data[:CRC_AT]))
    return bytes(data)


class BlockReader:
    """Finds blocks in the host's bytes.

    The caller fills the buffer from :meth:`want`, then calls :meth:`got`, which returns the kind
    of a good block or 0. The block is in :attr:`data` until the buffer is filled again.
    """

    def __init__(self) -> None:
        self.data = bytearray(BLOCK_SIZE)
        self.skipped = 0
        self.bad = 0
        self._have = 0  # bytes of a begun block; data[0] is its kind
        whole = memoryview(self.data)
        self._missing = [whole[size:] for size in range(BLOCK_SIZE)]

    @micropython.native
    def want(self) -> memoryview:
        """Returns the buffer to fill: a whole block, or after an error the rest of one."""
        return self._missing[self._have]

    @micropython.native
    def got(self) -> int:
        """Processes the buffer from :meth:`want`, now filled."""
        kind = _checked(self.data, _KINDS, _CRCS)
        if kind > 0:
            self._have = 0
            return kind
        if kind:
            self.bad = (self.bad + 1) & 0xFFFF
        self._shift(-kind)
        return 0

    @micropython.native
    def _shift(self, start: int) -> None:
        # Keep the bytes from *start* that may begin a block, so that a stray byte costs no block.
        data = self.data
        is_bad = start
        while start < BLOCK_SIZE and data[start] not in BLOCK_KINDS:
            if data[start] and not is_bad:
                self.skipped = (self.skipped + 1) & 0xFFFF
            start += 1
        kept = BLOCK_SIZE - start
        i = 0
        while i < kept:
            data[i] = data[start + i]
            i += 1
        self._have = kept


class FrameWriter:
    """Builds one frame at a time in its buffer: pack fields at ``buffer[4:]``, then seal."""

    def __init__(self) -> None:
        self.buffer = bytearray(FRAME_LONGEST + FRAME_OVERHEAD)
        whole = memoryview(self.buffer)
        self._views = [whole[:size] for size in range(len(self.buffer) + 1)]

    @micropython.native
    def seal(self, kind: int, seq: int, size: int) -> memoryview:
        """Returns the frame of *kind* with the *size* bytes of fields already in the buffer."""
        return self._views[_seal(self.buffer, kind, seq, size, _CRCS)]


_KINDS = bytearray(BLOCK_KINDS)
_KINDS_COUNT = const(6)

# The CRC-32 of binascii, as machine code on a board: first the table of single bytes.
_CRCS = array("I", [crc32(bytes([byte ^ 0xFF])) ^ 0xFF000000 for byte in range(256)])


@micropython.viper
def _checked(data: ptr8, kinds: ptr8, crcs: ptr32) -> int:
    # Returns the kind of a good block; 0 if it begins with no kind, -1 if its CRC is wrong.
    kind = data[0]
    i = 0
    while kinds[i] != kind:
        i += 1
        if i == _KINDS_COUNT:
            return 0
    crc = -1
    i = 0
    while i < BLOCK_SIZE:
        crc = crcs[(crc ^ data[i]) & 0xFF] ^ (crc >> 8 & 0xFFFFFF)
        i += 1
    # In halves, because 32 bits are no small integer. This is CRC_GOOD with all bits inverted.
    if crc & 0xFFFF == 0x20E3 and crc >> 16 & 0xFFFF == 0xDEBB:
        return kind
    return -1


@micropython.viper
def _seal(buffer: ptr8, kind: int, seq: int, size: int, crcs: ptr32) -> int:
    # Adds header and CRC to the fields; returns the frame's length.
    buffer[0] = _SYNC
    buffer[1] = size + 2
    buffer[2] = kind
    buffer[3] = seq
    end = size + 4
    crc = -1
    i = 0
    while i < end:
        crc = crcs[(crc ^ buffer[i]) & 0xFF] ^ (crc >> 8 & 0xFFFFFF)
        i += 1
    end += 4
    while i < end:
        buffer[i] = ~crc & 0xFF
        crc >>= 8
        i += 1
    return end


class FrameReader:
    """Finds frames in the board's bytes; never raises on noise."""

    def __init__(self) -> None:
        self.skipped = 0
        self.bad = 0
        self._waiting = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Processes *data*; returns the good frames it completed, with header and CRC.

        A frame's kind and seq are its bytes 2 and 3; its fields begin at byte 4.
        """
        if self._waiting:
            data = self._waiting + data
        frames = []
        at = 0
        size = len(data)
        while at < size:
            if data[at] != FRAME_SYNC:
                found = data.find(b"\xa5", at)
                if found < 0:
                    found = size
                self.skipped += found - at
                at = found
                continue
            if at + 1 == size:
                break
            length = data[at + 1]
            if length < FRAME_SHORTEST or length > FRAME_LONGEST:
                self.skipped += 1
                at += 1
                continue
            end = at + length + FRAME_OVERHEAD
            if end > size:
                break
            frame = data[at:end]
            if crc32(frame) == CRC_GOOD:
                frames.append(frame)
                at = end
            else:
                self.bad += 1
                self.skipped += 1
                at += 1
        self._waiting = data[at:]
        return frames
