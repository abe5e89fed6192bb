// How moves of Burgle Bros are chosen, and what all its pages say of the game.

// A tap on a room goes there or looks there; tools and special abilities are chosen before a room.
export const CHOICES = { most: 0, first: /^(use_|xray$|enhance$|crybaby$|crow$|send)/ };

// Returns the round and how many actions are left, or how the game ended.
export function progress({ phase, view }, words) {
  if (view.outcome) return words.of("play", `over.${view.outcome.ending}`);
  if (!view.round) return words.of("phase", phase);
  return words.of("page", "progress", { round: view.round, actions: view.actions });
}
