"""The masking sound as samples: rain on wood, loud enough to hide that a piece is lifted. Pure.

A hiss whose level rises and falls, plus drops and knocks. It mixes loops of four lengths with
random starts, so it does not repeat for years. Pages synthesise the same sound: ``cover.js``.
"""

import numpy as np
from numpy.typing import NDArray

__all__ = ["RATE", "MaskingSound", "Samples"]

Samples = NDArray[np.float32]

RATE = 24_000  # per second: enough for 12 kHz
FADE_S = 0.3  # fade-in
RAIN_S = (17.9, 23.3)
WOOD_S = (19.1, 29.7)
RAIN_LEVEL = 0.07  # RMS in one loop
SWELL_DB = 3
LOWEST_HZ, HIGHEST_HZ = 300, 10_800
DROPS_PER_S = 5  # per loop
KNOCKS_PER_S = 1.3
LOUDEST = 0.36  # peak of drops and knocks in one loop; the sum must not clip
ECHO_SHARE = 0.4  # share of knocks with an echo, like a piece being put down


class MaskingSound:
    """An endless masking sound. *random* must be independent of the game's."""

    def __init__(self, random: np.random.Generator) -> None:
        self._loops = [
            *(_rain(round(seconds * RATE), random) for seconds in RAIN_S),
            *(_wood(round(seconds * RATE), random) for seconds in WOOD_S),
        ]
        self._starts = [int(random.integers(len(loop))) for loop in self._loops]
        self._at = 0
        self._faded_from = 0

    def begin(self) -> None:
        """Starts a fade-in at the current position."""
        self._faded_from = self._at

    def next_samples(self, count: int) -> Samples:
        """Returns the next *count* samples, from -1 to 1."""
        at = np.arange(self._at, self._at + count)
        self._at += count
        sound = np.zeros(count, np.float32)
        for loop, start in zip(self._loops, self._starts, strict=True):
            sound += loop[(at + start) % len(loop)]
        sound *= np.clip((at - self._faded_from) / (FADE_S * RATE), 0, 1)
        return sound


def _rain(length: int, random: np.random.Generator) -> Samples:
    # Pink noise from LOWEST_HZ to HIGHEST_HZ in whole periods, so that the loop has no seam.
    hz = np.fft.rfftfreq(length, 1 / RATE)
    waves = np.fft.rfft(random.standard_normal(length))
    waves *= np.where((hz > LOWEST_HZ) & (hz < HIGHEST_HZ), 1 / np.sqrt(np.maximum(hz, 1)), 0)
    hiss = np.fft.irfft(waves, length)
    turns = np.arange(length) / length
    phases = random.random(3)
    swell = sum(
        np.sin(2 * np.pi * (times * turns + phase))
        for times, phase in zip((2, 3, 5), phases, strict=True)
    )
    hiss *= RAIN_LEVEL / hiss.std() * 10 ** (SWELL_DB * swell / 3 / 20)
    return hiss.astype(np.float32)


def _wood(length: int, random: np.random.Generator) -> Samples:
    # Drops, and knocks of wood and plastic, at random times.
    sound = np.zeros(length)
    seconds = length / RATE

    def between(low: float, high: float) -> float:
        return float(low * (high / low) ** random.random())

    def add(at_s: float, level: float, decay_s: float, hz: float | None = None) -> None:
        # A decaying tone of *hz*, or a click.
        after_s = np.arange(round(6 * decay_s * RATE)) / RATE
        if hz is None:
            wave = random.uniform(-1, 1, len(after_s))
        else:
            wave = np.sin(2 * np.pi * hz * after_s)
        places = (round(at_s * RATE) + np.arange(len(after_s))) % length
        sound[places] += level * wave * np.exp(-after_s / decay_s)

    def knock(at_s: float, level: float) -> None:
        low_hz = between(450, 1100)
        for times in (1, between(1.8, 2.9), between(3.5, 6.5)):
            part = level / times * between(0.5, 1)
            add(at_s, part, between(0.006, 0.025) / times, low_hz * times)
        add(at_s, level * between(0.3, 1), between(0.001, 0.006))

    for _ in range(round(seconds * DROPS_PER_S)):
        at_s = seconds * random.random()
        add(at_s, between(0.05, 0.2), between(0.004, 0.02), between(900, 5000))
        add(at_s, between(0.03, 0.15), between(0.0005, 0.002))
    for _ in range(round(seconds * KNOCKS_PER_S)):
        at_s = seconds * random.random()
        level = between(0.15, 0.5)
        knock(at_s, level)
        if random.random() < ECHO_SHARE:
            knock(at_s + between(0.05, 0.3), level * between(0.4, 1))
    return (LOUDEST * np.tanh(sound / LOUDEST)).astype(np.float32)
