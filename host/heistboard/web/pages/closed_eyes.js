// While eyes are closed the page is dark, and a shrinking ring shows how long they stay closed at
// least. Everybody may know that; how much longer it takes is not shown.

const STEP_MS = 200;
const ROUND = 100; // the ring's pathLength

export class ClosedEyes {
  #root;
  #words;
  #leastMs = 0;
  #endMs = null; // null while eyes are open
  #timer = 0;

  constructor(root, words) {
    this.#root = root;
    this.#words = words;
  }

  // Updates the ring. A page that has just connected is told how long is left.
  take({ table, entered }) {
    const now = performance.now();
    if (!table.secret) this.#endMs = null;
    else if (entered) this.#endMs = now + entered.left_ms;
    else this.#endMs ??= now + table.least_ms;
    this.#leastMs = table.least_ms;
    this.draw();
  }

  draw() {
    const isClosed = this.#endMs !== null;
    const leftMs = isClosed ? Math.max(0, this.#endMs - performance.now()) : 0;
    clearTimeout(this.#timer);
    if (leftMs) this.#timer = setTimeout(() => this.draw(), STEP_MS);
    document.body.dataset.eyes = isClosed ? "closed" : "open";
    this.#root.hidden = !isClosed;
    const seconds = Math.ceil(leftMs / 1000);
    const [name, least] = this.#root.querySelectorAll("span");
    name.textContent = this.#words.of("page", "eyes");
    least.textContent = seconds ? this.#words.of("page", "eyes-least", { seconds }) : "";
    const part = leftMs ? (ROUND * leftMs) / this.#leastMs : 0;
    this.#root.querySelector(".left").setAttribute("stroke-dasharray", `${part} ${ROUND}`);
  }
}
