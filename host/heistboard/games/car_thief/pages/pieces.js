// What Car Thief draws besides shape and colour: the rotors of helicopters.

import { add } from "/pages/dom.js";

const ROTOR = { d: "M-13-13L13 13M-13 13L13-13", fill: "none", stroke: "#dfe4ee", "stroke-width": 1.5 };

// Draws under the shape of a piece.
export function drawUnder(group, kind) {
  if (kind.name === "heli") add(group, "path", { class: "rotor", ...ROTOR });
}
