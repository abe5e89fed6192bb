// Links into the rulebook of the game on the table, at the section for a prompt or for a rule.

import { put } from "/pages/dom.js";

// Returns the address of the section for what *table* asks, or for a rule of its game; null if the
// game has no rulebook.
export function rulesAt(table, what = table?.ask?.id) {
  const name = table?.view?.game ?? table?.name;
  if (!table?.rules || !name) return null;
  return `/rules/${name}${what ? `#${encodeURIComponent(what)}` : ""}`;
}

// Lets a link open beside the page, where the game goes on.
export function aside(link) {
  link.target = "rules";
  return link;
}

// Writes a note; if it tells that a *rule* of the game forbids something, with a link to that rule.
export function putNote(note, said, { table, rule, words }) {
  const [text, link] = note.children;
  put(text, said);
  const href = said && /[A-Z]/.test(rule ?? "") ? rulesAt(table, rule) : null; // others are the frame's
  link.hidden = !href;
  if (href) aside(link).href = href;
  else link.removeAttribute("href"); // it may tell what is hidden now
  put(link, href ? words.of("rules", "why") : "");
}
