"""What a bad line does to bytes. Pure, and the same for the same seed."""

from random import Random

__all__ = ["ByteFaults"]


class ByteFaults:
    """Loses, garbles and doubles bytes, each with its own probability, and cuts what is left.

    *chunk* is the most bytes that are passed on at once (0: all), *delay_ms* how long each chunk is held back.
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
        self._random = Random(seed)
        self._loss = loss
        self._corruption = corruption
        self._duplication = duplication
        self._chunk = chunk

    def spoil(self, data: bytes) -> list[bytes]:
        """Returns what becomes of *data*, in chunks.

        >>> ByteFaults(chunk=2).spoil(b"abcde")
        [b'ab', b'cd', b'e']
        """
        spoilt = bytearray()
        for byte in data:
            chance = self._random.random()
            if chance < self._loss:
                continue
            chance -= self._loss
            if chance < self._corruption:
                spoilt.append(byte ^ self._random.randrange(1, 256))
                continue
            chance -= self._corruption
            spoilt.append(byte)
            if chance < self._duplication:
                spoilt.append(byte)
        size = self._chunk or len(spoilt)
        return [bytes(spoilt[at : at + size]) for at in range(0, len(spoilt), size or 1)]
