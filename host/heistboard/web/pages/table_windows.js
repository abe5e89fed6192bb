// Windows on the table's page: the beat, Stop for all seats of the device, and the host's settings.

import { BeatPanel } from "/pages/beat.js";
import { BeatSettings } from "/pages/beat_settings.js";
import { put } from "/pages/dom.js";

export class TableWindows {
  #beat;
  #settings;

  // *say* sends a command, *redraw* draws the page.
  constructor(words, say, redraw) {
    const settings = document.getElementById("settings");
    settings.addEventListener("filled", redraw);
    this.#beat = new BeatPanel(document.getElementById("say"), words, say);
    this.#settings = new BeatSettings(settings, words, (text) => put(document.getElementById("chosen"), text));
  }

  take(content) {
    this.#beat.take(content);
  }

  draw(table, you) {
    this.#beat.draw(you?.acts ?? []);
    this.#settings.draw(table, you?.host);
  }
}
