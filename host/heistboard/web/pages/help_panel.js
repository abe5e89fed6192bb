// The button that asks for help.

export class HelpPanel {
  #button;
  #words;
  #answer = null;
  #table = null;

  // *press* is called when somebody asks for help, with the table's answer still to come.
  constructor(button, words, press = () => {}) {
    this.#button = button;
    this.#words = words;
    button.addEventListener("click", async () => {
      press();
      const { HelpAnswer } = await import("/pages/help_answer.js");
      this.#answer ??= new HelpAnswer(words);
      this.#answer.draw(this.#table);
      this.#answer.open();
    });
  }

  // Shows the answer for this *table*, if there is one.
  draw(table) {
    this.#table = table;
    this.#button.textContent = "?";
    this.#button.setAttribute("aria-label", this.#words.of("page", "help"));
    this.#answer?.draw(table);
  }
}
