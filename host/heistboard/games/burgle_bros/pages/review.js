// The review of Burgle Bros: the plain one, with the building as it was at each step.

import { Review as PlainReview } from "/pages/plain_review.js";
import { Pieces } from "/pages/pieces.js";
import { Building } from "/pages/burgle-bros/building.js";

export class Review extends PlainReview {
  #building = null;

  async load(root) {
    await super.load(root);
    const { floors } = this.review;
    this.board.use(await Pieces.of("burgle-bros", floors), this.words, floors);
    document.body.dataset.game = "burgle-bros";
    this.#building = new Building(this.board, this.words);
  }

  drawFloors(at) {
    if (!this.#building) return;
    const view = Object.assign({}, ...this.review.positions.slice(0, at + 1));
    this.board.caption(this.words);
    this.#building.draw({ view, floors: this.review.floors, ask: { words: {} }, hints: {} });
  }
}
