// Means to draw a ground: what differs from place to place, and is the same in every game.

// Returns a function that gives numbers from 0 to 1, the same ones each time for the same name.
export function seeded(name) {
  let state = [...name].reduce((all, each) => Math.imul(all ^ each.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
