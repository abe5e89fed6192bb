// The accessible names of the places on a board: what is there, and whether it can be chosen.

// Names every place. *told* returns what is there, as texts; *asks* whether the place can be chosen.
export function labelPlaces(places, words, { told = () => [], asks = () => false } = {}) {
  for (const place of places.names) {
    const can = asks(place) ? [words.of("choose", "can")] : [];
    places.label(place, [words.place(place), ...told(place), ...can].join(", "));
    places.allow(place, can.length > 0);
  }
  places.avoidUnused();
}

// Returns what everybody sees on a place, for games that do not say it themselves.
export function seenOn(place, { pieces, lifted, wrong }, { kinds, name }, words) {
  const parts = [];
  for (const kind of kinds) {
    for (const [id, at] of Object.entries(pieces[kind.name] ?? {})) {
      if (at === place && kind.reed !== "cover") parts.push(name(kind, id, words));
    }
  }
  if (lifted.includes(place)) parts.push(words.of("choose", "lifted"));
  if (wrong[place]) parts.push(words.of("choose", wrong[place]));
  return parts;
}
