// Words in the language of this device, from the catalogues that the table speaks with.

const OTHER = { en: "ru", ru: "en" };
const NAMES = { en: "English", ru: "Русский" };

export class Words {
  language = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  #catalogue = {};

  // Loads the words, and lets *button* switch to the other language; *changed* is called then.
  async begin(button, changed) {
    if (!(this.language in OTHER)) this.language = "en";
    const use = async () => {
      this.#catalogue = await (await fetch(`/pages/words.${this.language}.json`)).json();
      const other = OTHER[this.language];
      document.documentElement.lang = this.language;
      button.textContent = other.toUpperCase();
      button.setAttribute("aria-label", NAMES[other]);
      button.lang = other;
    };
    button.addEventListener("click", async () => {
      this.language = OTHER[this.language];
      localStorage.setItem("language", this.language);
      await use();
      changed();
    });
    await use();
  }

  of(section, key, values = {}) {
    const text = this.#catalogue[section][key];
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }
}
