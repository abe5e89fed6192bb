"""What a page is heard to say: a voice that is none, and marks where a sound begins and ends."""

from typing import Any

from playwright.sync_api import BrowserContext, Page

__all__ = ["heard", "listen", "until_heard"]

# Chromium without a screen has no voices. Texts last 30 ms, or until `window.finish()` when held.
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
    """Every page of *context* notes from its beginning what is heard."""
    context.add_init_script(_SCRIPT)


def heard(page: Page) -> list[str]:
    """Returns the texts, and where the covering sound began and ended."""
    found: Any = page.evaluate("window.heard")
    return list(found)


def until_heard(page: Page, last: str) -> None:
    """Waits until *last* is what was heard last."""
    page.wait_for_function("(last) => window.heard.at(-1) === last", arg=last)
