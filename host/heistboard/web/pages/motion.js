// Motion that is short, and none where a device asks for little motion. What moves ends up where it is
// drawn without motion, so nothing is told by motion alone.

export const LONGEST_MS = 500;

export const still = matchMedia("(prefers-reduced-motion: reduce)");

// Plays *frames* once on an element. Use transform and opacity, which a browser moves smoothly.
export function play(element, frames, ms = LONGEST_MS) {
  if (!still.matches) element.animate(frames, { duration: Math.min(ms, LONGEST_MS), easing: "ease-out" });
}
