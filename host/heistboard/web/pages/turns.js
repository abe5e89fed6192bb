// Whose hands a device belongs in, where several people share it.

// Returns the seats that have something private and are asked now, on their own pages. *turn* and
// *own* are numbers of seats. Those that were given the device for this question come last, the
// first of them first: so each comes round again.
export function waiting(table, turn, own) {
  if (table.phase === "over" || table.prompt.moves.length) return [];
  const asked = turn.filter((seat) => own.includes(seat));
  const last = given(table);
  return [...asked.filter((seat) => !last.includes(seat)), ...last.filter((seat) => asked.includes(seat))];
}

// Notes that a seat is given the device for this question. Only this tab remembers it.
export function give(table, seat) {
  const seats = [...given(table).filter((each) => each !== seat), seat];
  sessionStorage.setItem("given", JSON.stringify({ question: question(table), seats }));
}

export function wasGiven(table, seat) {
  return given(table).includes(seat);
}

// Whether a seat was given the device in this tab, for any question.
export function isShared(seat) {
  return JSON.parse(sessionStorage.getItem("given") ?? "{}").seats?.includes(seat) ?? false;
}

// Notes that who plays here keeps the device: it is shared no more.
export function keep() {
  sessionStorage.removeItem("given");
}

function given(table) {
  const last = JSON.parse(sessionStorage.getItem("given") ?? "{}");
  return last.question === question(table) ? last.seats : [];
}

function question({ game, prompt }) {
  return `${game} ${prompt.number}`;
}
