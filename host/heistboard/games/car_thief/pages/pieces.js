// What the pieces of Car Thief have besides shape and colour: helicopters have rotors.

import { add } from "/pages/dom.js";

const ROTOR = { d: "M-13-13L13 13M-13 13L13-13", fill: "none", stroke: "#dfe4ee", "stroke-width": 1.5 };

// Draws what is under a piece's shape.
export function drawUnder(group, kind) {
  if (kind.name === "heli") add(group, "path", { class: "rotor", ...ROTOR });
}
