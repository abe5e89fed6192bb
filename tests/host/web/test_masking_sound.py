"""The masking sound, rendered in a real browser: it masks, has no gaps, and does not clip."""

import base64
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.support.masking_sound_checks import Samples, check, levels
from tests.support.web_evening import Evening

RATE = 48_000
SECONDS, STOP_S = 32, 31
FADE_S = 0.3
SEEDS = (1,)  # and others in tests/long/masking_sound.py

_RENDER = """async ([seconds, stop, rate, seed, loudness]) => {
  const { MaskingSound } = await import("/pages/masking_sound.js");
  const context = new OfflineAudioContext(1, seconds * rate, rate);
  const cover = new MaskingSound(context, seed);
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


def test_it_covers(sound: Samples) -> None:
    check(sound[int(FADE_S * RATE) : STOP_S * RATE], RATE)


def test_it_fades_in_and_out(sound: Samples) -> None:
    rises = levels(sound[: int(FADE_S * RATE)], RATE, 50)
    assert rises[0] < -32 and rises[-1] > rises[0] + 8
    end = sound[STOP_S * RATE :]
    assert levels(end[int(0.2 * RATE) : int(FADE_S * RATE)], RATE, 50)[-1] < -30
    assert not end[int((FADE_S + 0.01) * RATE) :].any()


def test_each_time_it_is_another_one_and_as_loud_as_wanted(page: Page) -> None:
    one, same, other, soft = (
        render(page, seed, 2, loudness) for seed, loudness in ((3, 1), (3, 1), (4, 1), (3, 0.5))
    )
    assert np.allclose(one, same, atol=1e-6) and not np.allclose(one, other, atol=0.1)
    assert np.allclose(one, 4 * soft, atol=1e-5)
