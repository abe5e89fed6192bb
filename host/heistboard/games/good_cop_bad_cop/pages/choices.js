// How moves of Good Cop Bad Cop are chosen, and what all its pages say of the game.

// A card is chosen first, then against whom; everything else is a tap on a player or a button.
export const CHOICES = { most: 12, first: /^play_/ };

// Returns the number of the turn, or how the game ended.
export function progress({ phase, view }, words) {
  if (view.outcome) return words.of("play", `over.${view.outcome.ending}`);
  if (!view.round) return words.of("phase", phase);
  return words.of("page", "progress", { round: view.round });
}
