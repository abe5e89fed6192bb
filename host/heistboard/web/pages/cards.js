// Cards of games: a face with a kind, a name, a symbol and a sentence, or a back; and a hand of them.
// A card that can be chosen is a button; so is one that cannot be chosen now, with the reason.

import { style, svg, text } from "/pages/dom.js";

await style("/pages/cards.css");

// Returns a card, *name* being all that has to be there. *kind* is a word for its style and *title*
// one for people, *tells* a sentence; *symbol* draws on an SVG from -12 to 12. With *choice* it can be
// tapped, and *isChosen* says that it was; *reason* says why it cannot be tapped now.
export function card({ kind = "", title = "", name, tells = "", symbol, choice, isChosen = false, reason = "" }) {
  const isButton = Boolean(choice || reason);
  const made = text(isButton ? "button" : "div", "", `card ${kind}`);
  const head = made.appendChild(text("span", "", "head"));
  const named = head.appendChild(text("span", "", "named"));
  if (title) named.append(text("span", title, "kind"), " ");
  named.append(text("strong", name));
  if (symbol) symbol(head.appendChild(svg("svg", { viewBox: "-12 -12 24 24", class: "symbol", "aria-hidden": "true" })));
  for (const [said, how] of [[tells, "tells"], [reason, "reason"]]) if (said) made.append(" ", text("span", said, how));
  if (isButton) made.type = "button";
  if (choice) {
    made.dataset.choice = choice;
    made.setAttribute("aria-pressed", isChosen);
  } else if (reason) made.setAttribute("aria-disabled", "true");
  return made;
}

// Returns the back of a card; *name* says which deck or card it is.
export function back(name) {
  const made = text("div", "", "card back");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", name);
  return made;
}

// Cards beside each other, in as many rows as they need.
export class Hand {
  root = text("ul", "", "hand");

  constructor() {
    this.root.setAttribute("role", "list"); // some browsers drop the role of lists without bullets
  }

  // Shows cards, each as card() or back() describes it: *cards* are what card() takes, or {back: name}.
  draw(cards, label) {
    this.root.setAttribute("aria-label", label);
    this.root.hidden = !cards.length;
    const news = JSON.stringify(cards);
    if (this.root.dataset.cards === news) return;
    this.root.dataset.cards = news;
    const at = this.root.contains(document.activeElement) ? document.activeElement.dataset.choice : null;
    this.root.replaceChildren(
      ...cards.map((each) => {
        const item = text("li", "");
        item.append(each.back ? back(each.back) : card(each));
        return item;
      }),
    );
    if (at) this.root.querySelector(`[data-choice="${at}"]`)?.focus();
  }
}
