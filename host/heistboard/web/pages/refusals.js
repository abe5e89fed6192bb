// Why a command was refused, in words: what was asked, the rule against it, and what changed meanwhile.

// Returns the sentence for *refused*, the server's answer to the command *asked*, itself in words. A
// game may have a text of its own for a reason; *table* has what happened last.
export function refusal({ why, rule }, asked, table, words) {
  const event = table.said[words.language].events.at(-1)?.replace(/\.$/, "") ?? "";
  const key = `refused-${why}`;
  const reason =
    why === "stale" && event
      ? words.of("seat", "refused-since", { event })
      : ruled(rule, words) ?? words.or("seat", key, words.of("seat", "refused-trouble"));
  return asked ? words.of("seat", "refused", { move: asked, reason }) : reason;
}

// Returns what a rule says, or null.
export function ruled(rule, words) {
  if (!rule) return null;
  const own = `refused-${rule}`;
  if (words.has("seat", own)) return words.of("seat", own);
  const said = words.or("refused", rule, null);
  if (!said || !/[A-Z]/.test(rule)) return said; // ids of a game's rules are in capitals
  return words.of("seat", "refused-rule", { rule, said });
}
