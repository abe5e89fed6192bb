"""The covering sound, rendered in a real browser: it covers, has no holes, and does not clip."""

import base64
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page

from tests.support.web_evening import Evening

RATE = 48_000
SECONDS, STOP_S = 32, 31
FADE_S = 0.3
SEEDS = (1, 2, 77)
# dB below full scale, at the highest loudness.
LEVEL_DB = (-25.0, -14.0)  # of each 100 ms
HOLE_DB = -28.0  # no 10 ms are below it
OCTAVE_DB = (-30.0, -25.0)
OCTAVES_HZ = (500, 1000, 2000, 4000)  # where each begins
LOUD = 0.95  # of full scale

Samples = NDArray[np.float64]

_RENDER = """async ([seconds, stop, rate, seed, loudness]) => {
  const { Cover } = await import("/pages/cover.js");
  const context = new OfflineAudioContext(1, seconds * rate, rate);
  const cover = new Cover(context, seed);
  cover.loudness = loudness;
  cover.start();
  context.suspend(stop).then(() => {
    cover.stop();
    context.resume();
  });
  const samples = (await context.startRendering()).getChannelData(0);
  const bytes = new Uint8Array(Float32Array.from(samples).buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) {
    text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  }
  return btoa(text);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, evening: Evening) -> Page:
    page = browser.new_page()
    page.goto(f"http://{evening.host}/nothing")  # under the policy of every page
    return page


@pytest.fixture(scope="module", params=SEEDS)
def sound(page: Page, request: pytest.FixtureRequest) -> Samples:
    return render(page, request.param)


def render(page: Page, seed: int, seconds: int = SECONDS, loudness: float = 1) -> Samples:
    text: Any = page.evaluate(_RENDER, [seconds, min(STOP_S, seconds - 1), RATE, seed, loudness])
    return np.frombuffer(base64.b64decode(text), dtype="<f4").astype(float)


def middle(sound: Samples) -> Samples:
    """Without its fades."""
    return sound[int(FADE_S * RATE) : STOP_S * RATE]


def levels(sound: Samples, each_ms: int) -> Samples:
    size = RATE * each_ms // 1000
    parts = sound[: len(sound) // size * size].reshape(-1, size)
    return np.asarray(10 * np.log10((parts**2).mean(axis=1) + 1e-12))


def test_its_level_stays_and_has_no_holes(sound: Samples) -> None:
    of_100_ms = levels(middle(sound), 100)
    assert LEVEL_DB[0] < of_100_ms.min() and of_100_ms.max() < LEVEL_DB[1]
    assert levels(middle(sound), 10).min() > HOLE_DB
    assert np.abs(sound).max() < LOUD


def test_it_covers_every_octave_of_a_knock_all_the_time(sound: Samples) -> None:
    for begin in range(0, 30, 6):
        part = middle(sound)[begin * RATE : (begin + 6) * RATE]
        power = 2 * np.abs(np.fft.rfft(part)) ** 2 / len(part) ** 2
        hz = np.fft.rfftfreq(len(part), 1 / RATE)
        for low in OCTAVES_HZ:
            level = 10 * np.log10(power[(hz >= low) & (hz < 2 * low)].sum())
            assert OCTAVE_DB[0] < level < OCTAVE_DB[1], (begin, low, level)


def test_it_has_knocks_of_its_own(sound: Samples) -> None:
    fine = levels(middle(sound), 4)
    usual = np.array([np.median(fine[max(0, i - 50) : i + 50]) for i in range(len(fine))])
    is_knock = fine > usual + 4
    begins = int((is_knock[1:] & ~is_knock[:-1]).sum())
    assert 1 < begins / (STOP_S - FADE_S) < 8


def test_it_does_not_come_round(sound: Samples) -> None:
    for wave, per_s in ((middle(sound), RATE), (10 ** (levels(middle(sound), 4) / 10), 250)):
        own = np.fft.irfft(np.abs(np.fft.rfft(wave - wave.mean(), 2 * len(wave))) ** 2)
        lags = own[per_s // 2 : 25 * per_s] / own[0]
        assert lags.max() < 0.35


def test_it_fades_in_and_out(sound: Samples) -> None:
    rises = levels(sound[: int(FADE_S * RATE)], 50)
    assert rises[0] < -32 and rises[-1] > rises[0] + 8
    end = sound[STOP_S * RATE :]
    assert levels(end[int(0.2 * RATE) : int(FADE_S * RATE)], 50)[-1] < -30
    assert not end[int((FADE_S + 0.01) * RATE) :].any()


def test_each_time_it_is_another_one_and_as_loud_as_wanted(page: Page) -> None:
    one, same, other, soft = (
        render(page, seed, 3, loudness) for seed, loudness in ((3, 1), (3, 1), (4, 1), (3, 0.5))
    )
    assert np.allclose(one, same, atol=1e-6) and not np.allclose(one, other, atol=0.1)
    assert np.allclose(one, 4 * soft, atol=1e-5)
