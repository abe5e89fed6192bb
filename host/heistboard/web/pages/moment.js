// A moment to remember, such as the end of a game: longer than other motion, and over at a tap.

import { still } from "/pages/motion.js";

const ENDS = ["pointerdown", "keydown"];

// Shows *layer* for *ms* while its *acts* play, pairs of an element and frames; then removes it. A tap
// or a key ends it at once.
export async function moment(layer, acts, ms) {
  if (!still.matches) {
    const playing = acts.map(([element, frames]) => element.animate(frames, { duration: ms, fill: "both" }));
    const end = () => playing.forEach((each) => each.finish());
    for (const kind of ENDS) addEventListener(kind, end);
    await Promise.allSettled(playing.map(({ finished }) => finished));
    for (const kind of ENDS) removeEventListener(kind, end);
  }
  layer.remove();
}
