// The symbols of integrity cards, equipment, guns and wounds, drawn here: lines in a box from -9 to 9.

import { add } from "/pages/dom.js";

const KINDS = {
  honest: "M0-9L2.5-3.5L8.5-2.8L4 1.3L5.3 7.3L0 4.3L-5.3 7.3L-4 1.3L-8.5-2.8L-2.5-3.5Z",
  crooked: "M5-7Q-6-9-5-4T5 0T3 7Q-2 9-6 6M5-7L8-8M5-7L7-4",
  agent: "M-9 0Q0-9 9 0Q0 9-9 0ZM3 0A3 3 0 1 1-3 0A3 3 0 1 1 3 0Z",
  kingpin: "M-8 6V-5L-3.5 0L0-8L3.5 0L8-5V6ZM-8 9H8",
};

const EQUIPMENT = {
  blackmail: "M-9-6H5V3H-9ZM-9-6L-2-1L5-6M-3 6H9V-3M6 0L9-3L11 0",
  coffee: "M-7-3H5V5Q5 9 1 9H-3Q-7 9-7 5ZM5-1Q9-1 9 2T5 5M-4-6Q-6-8-4-10M1-6Q-1-8 1-10",
  defibrillator: "M0 8Q-9 1-8-4Q-6-9 0-5Q6-9 8-4Q9 1 0 8ZM-6 0H-2L0-3L2 3L3 0H6",
  evidence_bag: "M-6-5H6L8 9H-8ZM-6-5V-8H6V-5M2 2A2 2 0 1 1-2 2A2 2 0 1 1 2 2ZM1.5 3.5L4 6",
  flashbang: "M-3-3H3V8H-3ZM-2-3V-6H2V-3M2-6L6-4M-9-6L-6-4M-9 2H-6M9 2H6M0-9V-8",
  k9_unit: "M-8-8L-4-5H2L7 0V4H2L0 8H-6L-8 2ZM-3-2H-2.9M7 1H5",
  metal_detector: "M7-9L-1 3M-3 3L2 6M3 6A4 3 0 1 1-5 6A4 3 0 1 1 3 6ZM7-9H4M-8 1Q-9-2-7-4",
  planted_evidence: "M-7 9V-2H7V9ZM0-2V-5M0-5Q-6-5-6-9Q0-9 0-5Q0-9 6-9Q6-5 0-5M-3 3L3 6",
  polygraph: "M-9-7H9V7H-9ZM-9 0H-5L-3-4L0 5L3-3L5 0H9",
  report_audit: "M-6-8H6V9H-6ZM-2-8V-10H2V-8M-3-3H3M-3 1H3M-3 5H0",
  restraining_order: "M-2-9H2L3 9H-3ZM-9-3H-5M-9 3H-5M9-3H5M9 3H5",
  smoke_grenade: "M-6 8A5 5 0 0 1-7-1A5 5 0 0 1 1-6A5 5 0 0 1 8 0A4 4 0 0 1 6 8ZM-3 3Q0 0 3 3",
  surveillance_camera: "M-9-5H4V3H-9ZM4-3L9-6V4L4 1M-5 3L-7 9M-1 3V9M-6-1H-2",
  taser: "M3-10L-6 1H0L-3 10L6-2H0Z",
  truth_serum: "M7-9L9-7M8-8L5-5M2-7L7-2M4-4L-4 4L-7 4L-7 7L-9 9M-1-3L3 1M-4 0L0 4",
  wiretap: "M-6 9V-1A6 6 0 0 1 6-1V9M-8 3H-4V9H-8ZM4 3H8V9H4ZM-2-4Q0-6 2-4",
  bt_body_armor: "M-7-8H-3Q0-3 3-8H7V0L5 9H-5L-7 0ZM-7 1H7M0 1V9",
  bt_cover_story: "M-8-5Q-4-8 0-5Q4-8 8-5V1Q4 6 0 1Q-4 6-8 1ZM-5-2H-3M3-2H5M-2 8H2",
  bt_decoy: "M-9 4H-1L3-4H9M6-7L9-4L6-1M-9-4H-4M3 4H9",
  bt_first_aid: "M-8-5H8V8H-8ZM-3-5V-8H3V-5M0-2V5M-3.5 1.5H3.5",
  bt_sniffer_dog: "M-9 2Q-9-5-3-6L-1-9L1-6Q7-6 8 0L9 4Q4 7 0 4Q-6 8-9 2ZM3-1H3.1M7 1H7.5",
};

const SIGNS = {
  gun: "M-9-5H8V-1H2Q2 2-2 1H-4L-6 8H-9L-8-1H-9ZM8-3H9",
  wound: "M-8-2A3 3 0 0 1-3-6L7 2A3 3 0 0 1 3 7ZM-3 1L1-3M-1 3L3-1M0 0H0.1",
  bomb: "M5 3A6 6 0 1 1-7 3A6 6 0 1 1 5 3ZM3-2L5-4M4-5L6-3M6-5Q8-8 9-5",
  knife: "M-9 9L-4 4M-6 2L-2 6M-4 2L6-8Q9-9 8-5L0 5Z",
  lead: "M3-2A5 5 0 1 1-7-2A5 5 0 1 1 3-2ZM2 2L8 8",
  evidence: EQUIPMENT.planted_evidence,
};

// Draws the symbol of a kind of integrity card, of equipment, or of a sign around (x, y).
export function drawSymbol(parent, name, { x = 0, y = 0, scale = 1 } = {}) {
  const d = KINDS[name] ?? EQUIPMENT[name] ?? SIGNS[name] ?? "";
  return add(parent, "path", { class: `sign ${name}`, d, transform: `translate(${x} ${y}) scale(${scale})` });
}
