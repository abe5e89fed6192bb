// One setting of the table, of a few: what it is now, and a new choice of whoever may.

export class Choice {
  #select;
  #words;
  #name;
  #shown = "";

  // *trouble* gets words when the choice is refused, and none when it is not.
  constructor(select, words, values, trouble) {
    this.#select = select;
    this.#words = words;
    this.#name = select.id; // also where to, and in the catalogue
    select.append(...values.map((value) => new Option(value, value)));
    select.addEventListener("change", async () => {
      const asked = { method: "POST", body: select.value };
      const response = await fetch(`/${this.#name}`, asked).catch(() => null);
      select.value = this.#shown; // until the table says so
      const why = response?.status === 403 ? "refused.host" : "refused.trouble";
      trouble(response?.ok ? "" : words.of("seats", why));
    });
  }

  draw(value) {
    this.#select.setAttribute("aria-label", this.#words.of("page", this.#name));
    for (const option of this.#select.options) {
      option.textContent = this.#words.of("table", `${this.#name}-${option.value}`);
    }
    if (this.#shown === value) return;
    this.#shown = value;
    this.#select.value = value;
  }
}
