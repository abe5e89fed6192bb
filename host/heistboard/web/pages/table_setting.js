// A select element for one setting of the table, such as the hints. Only a host can change it.

export class TableSetting {
  #select;
  #words;
  #name;
  #shown = "";
  #values = "";

  // *trouble* is called with a text when a choice is refused, with "" when it is accepted.
  constructor(select, words, trouble) {
    this.#select = select;
    this.#words = words;
    this.#name = select.id; // also the path of the request, and the key of its words
    select.addEventListener("change", async () => {
      const asked = { method: "POST", body: select.value };
      const response = await fetch(`/${this.#name}`, asked).catch(() => null);
      select.value = this.#shown; // until the table confirms it
      const why = response?.status === 403 ? "refused.host" : "refused.trouble";
      trouble(response?.ok ? "" : words.of("seats", why));
    });
  }

  // Shows *value*, one of *values*, in words.
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
