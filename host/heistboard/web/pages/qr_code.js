// Draws QR codes.

import { add, svg } from "/pages/dom.js";

const QUIET = 4; // light modules around a code

// Returns the code with these rows of modules; dark on light in both themes, as cameras need it.
export function qrCode(rows, label) {
  const size = rows.length + 2 * QUIET;
  const viewBox = `${-QUIET} ${-QUIET} ${size} ${size}`;
  const root = svg("svg", { class: "code", viewBox, role: "img", "aria-label": label });
  add(root, "rect", { x: -QUIET, y: -QUIET, width: size, height: size, fill: "#fff" });
  const runs = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) => {
      return `M${index} ${y}h${run.length}v1h${-run.length}z`;
    }),
  );
  add(root, "path", { d: runs.join("") });
  return root;
}
