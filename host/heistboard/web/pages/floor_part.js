// Shows a part of each floor, for games that do not use all places.

const AROUND = 28; // mm from the middle of an outer place to the edge

// Shows only these places, and of each floor only the part where they are.
export function showOnly(board, places) {
  const used = new Set(places);
  for (const { names, root } of board.floors) {
    for (const place of names) {
      for (const each of [board.at(place).group, board.group(place)]) each.classList.toggle("unused", !used.has(place));
    }
    const at = names.filter((place) => used.has(place)).map((place) => board.at(place));
    if (!at.length) continue;
    const [left, top] = [Math.min(...at.map(({ x }) => x)) - AROUND, Math.min(...at.map(({ y }) => y)) - AROUND];
    const [right, bottom] = [Math.max(...at.map(({ x }) => x)) + AROUND, Math.max(...at.map(({ y }) => y)) + AROUND];
    root.querySelector("svg").setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  }
}
