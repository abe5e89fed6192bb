"""The faults of a bad line, reproducible from a seed. Pure."""

from random import Random

__all__ = ["ByteFaults"]


class ByteFaults:
    """Loses, garbles and doubles bytes, each with its own probability, and splits the rest.

    *chunk* is the largest number of bytes passed on at once (0: all); *delay_ms* is how long
    each chunk is held back.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        loss: float = 0.0,
        corruption: float = 0.0,
        duplication: float = 0.0,
        chunk: int = 0,
        delay_ms: int = 0,
    ) -> None:
        self.delay_ms = delay_ms
        self.spoilt = 0  # bytes lost, garbled or doubled so far
        self._random = Random(seed)
        self._loss = loss
        self._corruption = corruption
        self._duplication = duplication
        self._chunk = chunk

    def spoil(self, data: bytes) -> list[bytes]:
        """Returns the spoilt *data* in chunks.

        >>> ByteFaults(chunk=2).spoil(b"abcde")
        [b'ab', b'cd', b'e']
        """
        left = bytearray()
        for byte in data:
            chance = self._random.random()
            if chance < self._loss:
                pass
            elif chance < self._loss + self._corruption:
                left.append(byte ^ self._random.randrange(1, 256))
            elif chance < self._loss + self._corruption + self._duplication:
                left += bytes((byte, byte))
            else:
                left.append(byte)
                continue
            self.spoilt += 1
        size = self._chunk or len(left)
        return [bytes(left[at : at + size]) for at in range(0, len(left), size or 1)]
