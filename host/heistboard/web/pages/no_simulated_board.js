// The page in place of the simulated boards' one where there are none: it says when there are.

import { put } from "/pages/dom.js";
import { Words } from "/pages/words.js";

const element = (id) => document.getElementById(id);
const words = new Words();

await words.begin(element("language"), draw);
draw();

function draw() {
  document.title = `${words.of("page", "hands")} · Heistboard`;
  put(element("title"), words.of("page", "hands"));
  put(element("why"), words.of("page", "hands-missing"));
  put(element("table"), words.of("page", "to-table"));
}
