"""Checks of a masking sound: no gaps, loud enough at the pitch of knocks, never repeating."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Samples", "check", "levels"]

Samples = NDArray[np.float64]

# dB below full scale, at the highest loudness.
LEVEL_DB = (-25.0, -14.0)  # of each 100 ms
GAP_DB = -28.0  # no 10 ms are below it
OCTAVE_DB = (-30.0, -25.0)
OCTAVES_HZ = (500, 1000, 2000, 4000)  # the lower limit of each
LOUD = 0.95  # of full scale


def levels(sound: Samples, rate: int, each_ms: int) -> Samples:
    """Returns the level of each part, in dB."""
    size = rate * each_ms // 1000
    parts = sound[: len(sound) // size * size].reshape(-1, size)
    return np.asarray(10 * np.log10((parts**2).mean(axis=1) + 1e-12))


def check(sound: Samples, rate: int) -> None:
    """Checks half a minute from the middle of *sound*."""
    assert len(sound) >= 30 * rate
    _check_level(sound, rate)
    _check_octaves(sound, rate)
    _check_knocks(sound, rate)
    _check_no_repetition(sound, rate)


def _check_level(sound: Samples, rate: int) -> None:
    of_100_ms = levels(sound, rate, 100)
    assert LEVEL_DB[0] < of_100_ms.min() and of_100_ms.max() < LEVEL_DB[1]
    assert levels(sound, rate, 10).min() > GAP_DB
    assert np.abs(sound).max() < LOUD


def _check_octaves(sound: Samples, rate: int) -> None:
    for begin in range(0, 30, 6):
        part = sound[begin * rate : (begin + 6) * rate]
        power = 2 * np.abs(np.fft.rfft(part)) ** 2 / len(part) ** 2
        hz = np.fft.rfftfreq(len(part), 1 / rate)
        for low in OCTAVES_HZ:
            level = 10 * np.log10(power[(hz >= low) & (hz < 2 * low)].sum())
            assert OCTAVE_DB[0] < level < OCTAVE_DB[1], (begin, low, level)


def _check_knocks(sound: Samples, rate: int) -> None:
    fine = levels(sound, rate, 4)
    usual = np.array([np.median(fine[max(0, i - 50) : i + 50]) for i in range(len(fine))])
    is_knock = fine > usual + 4
    begins = int((is_knock[1:] & ~is_knock[:-1]).sum())
    assert 1 < begins / (len(sound) / rate) < 8


def _check_no_repetition(sound: Samples, rate: int) -> None:
    # The autocorrelation has no peak within 25 s.
    for wave, per_s in ((sound, rate), (10 ** (levels(sound, rate, 4) / 10), 250)):
        own = np.fft.irfft(np.abs(np.fft.rfft(wave - wave.mean(), 2 * len(wave))) ** 2)
        lags = own[per_s // 2 : 25 * per_s] / own[0]
        assert lags.max() < 0.35
