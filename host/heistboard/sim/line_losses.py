"""Losses on a line that happen when somebody says so. Pure."""

from heistboard.firmware import wire
from heistboard.sim.byte_faults import ByteFaults

__all__ = ["LineLosses"]


class LineLosses(ByteFaults):
    """Loses the next bytes, half of the next message, or everything; at first, nothing.

    The thread of a cable calls :meth:`spoil`; any other may change what is lost.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_mute = False
        """Whether everything is lost."""
        self.cuts_next = False
        """Whether half of the next message is going to be lost."""
        self.loses = 0
        """How many of the next bytes are going to be lost."""

    def spoil(self, data: bytes) -> list[bytes]:
        """Returns what is left of *data*, which begins with a message.

        >>> losses = LineLosses()
        >>> losses.loses = 3
        >>> [losses.spoil(b"AB"), losses.spoil(b"CD")]
        [[], [b'D']]
        """
        left = b"" if self.is_mute else data
        if self.cuts_next and left:
            self.cuts_next = False
            size = min(_size(left), len(left))
            left = left[: size // 2] + left[size:]
        lost = min(self.loses, len(left))
        self.loses -= lost
        left = left[lost:]
        self.spoilt += len(data) - len(left)
        return [left] if left else []


def _size(message: bytes) -> int:
    if message[0] == wire.FRAME_SYNC and len(message) > 1:
        return message[1] + wire.FRAME_OVERHEAD
    return wire.BLOCK_SIZE
