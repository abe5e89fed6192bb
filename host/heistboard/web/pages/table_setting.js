// One setting of the table, of a few: what it is now, and a new choice of whoever may.

export class TableSetting {
  #select;
  #words;
  #name;
  #shown = "";
  #values = "";

  // *trouble* gets words when the choice is refused, and none when it is not.
  constructor(select, words, trouble) {
    this.#select = select;
    this.#words = words;
    this.#name = select.id; // also where to, and in the catalogue
    select.addEventListener("change", async () => {
      const asked = { method: "POST", body: select.value };
      const response = await fetch(`/${this.#name}`, asked).catch(() => null);
      select.value = this.#shown; // until the table says so
      const why = response?.status === 403 ? "refused.host" : "refused.trouble";
      trouble(response?.ok ? "" : words.of("seats", why));
    });
  }

  // Shows *value*, one of *values*.
  draw(value, values) {
    if (this.#values !== values.join()) {
      this.#values = values.join();
      this.#select.replaceChildren(...values.map((each) => new Option(each, each)));
      this.#shown = "";
    }
    this.#select.setAttribute("aria-label", this.#words.of("page", this.#name));
    for (const option of this.#select.options) {
      option.textContent = this.#words.or("table", `${this.#name}-${option.value}`, option.value);
    }
    if (this.#shown === value) return;
    this.#shown = value;
    this.#select.value = value;
  }
}
