"""Answers a host as a board in safe mode does. Pure.

In firmware/main.py safe mode is a loop that reads byte by byte and never returns; virtual time
needs one that hears what has come.
"""

import zlib

from heistboard.firmware import wire

__all__ = ["SafeMode"]

_PROTOCOL = 2  # that of safe mode's HELLO, for ever
_BOOT = b"safe"
_REASON = b"safe mode: no reason kept"


class SafeMode:
    """Safe mode on the board with the number *serial*; it answers GREET and nothing else."""

    def __init__(self, serial: str) -> None:
        self._last = bytes(wire.BLOCK_SIZE)
        # No version, no revision; then boot and serial number; no layout, inputs or LEDs.
        self._hello = bytes(8) + _BOOT + bytes.fromhex(serial) + bytes(6) + _REASON

    def hear(self, data: bytes) -> bytes:
        """Returns the answer to *data*, which may be empty."""
        said = b""
        for byte in data:
            self._last = self._last[1:] + bytes([byte])
            if self._last[0] == wire.GREET and zlib.crc32(self._last) == wire.CRC_GOOD:
                said += self._frame(self._last[1:3])
        return said

    def _frame(self, session: bytes) -> bytes:
        fields = session + bytes([_PROTOCOL]) + self._hello
        size = wire.FRAME_SHORTEST + len(fields)
        frame = bytes([wire.FRAME_SYNC, size, wire.HELLO, 0]) + fields
        return frame + zlib.crc32(frame).to_bytes(4, "little")
