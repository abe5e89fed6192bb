"""Records what a page speaks, with a fake voice, and when its masking sound starts and stops."""

from typing import Any

from playwright.sync_api import BrowserContext, Page

__all__ = ["heard", "listen", "until_heard"]

# Headless Chromium has no voices. A text lasts 30 ms or, if held, until `window.finish()`.
_SCRIPT = """
window.heard = [];
window.isHeld = false;
window.voices = [
  { lang: "en-US", name: "far", localService: false, default: true },
  { lang: "en-GB", name: "near", localService: true, default: false },
  { lang: "ru_RU", name: "рядом", localService: true, default: false },
];
const speech = new EventTarget();
let saying = null;
window.finish = () => {
  const said = saying;
  saying = null;
  said?.onend({});
};
window.isSaying = () => saying !== null;
speech.getVoices = () => window.voices;
speech.speak = (said) => {
  saying = said;
  window.heard.push(said.text);
  window.voice = said.voice.name;
  if (!window.isHeld) setTimeout(window.finish, 30);
};
speech.cancel = () => {
  const said = saying;
  saying = null;
  if (said) window.heard.push("cancelled");
  said?.onerror({ error: "canceled" });
};
Object.defineProperty(window, "speechSynthesis", { value: speech });
window.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};
const loops = AudioBufferSourceNode.prototype;
for (const [name, mark] of [["start", "cover on"], ["stop", "cover off"]]) {
  const own = loops[name];
  loops[name] = function (...when) {
    if (window.heard.at(-1) !== mark) window.heard.push(mark);
    return own.apply(this, when);
  };
}
"""


def listen(context: BrowserContext) -> None:
    """Makes every page of *context* record what it speaks and plays."""
    context.add_init_script(_SCRIPT)


def heard(page: Page) -> list[str]:
    """Returns the spoken texts, and marks where the masking sound started and stopped."""
    found: Any = page.evaluate("window.heard")
    return list(found)


def until_heard(page: Page, last: str) -> None:
    """Waits until *last* is the latest recorded item."""
    page.wait_for_function("(last) => window.heard.at(-1) === last", arg=last)
