/* Ratings: what a rated match did to them, once the server has counted it. */

import { table } from "./note.js";
import { request } from "./rest.js";
import { fill } from "./words.js";

const PATIENCE = 10_000; // ms; that the ratings are there may be said while nobody hears

export class Ratings {
  #match = null; // the match over, and what it changed as far as is known
  #changes = [];

  constructor(onChange) {
    this.onChange = onChange;
  }

  /** Take in that a match has been rated, or rated anew. */
  hear({ type, match }) {
    if (type === "rated" && match === this.#match) this.#ask();
  }

  /** Return the paper's block on a match that is over, null while there is nothing to say. */
  block(state) {
    if (state.match !== this.#match) {
      this.#match = state.match;
      this.#changes = [];
      if (state.table?.rated && state.view.status === "finished") {
        this.#ask();
        setTimeout(() => !this.#changes.length && this.#match === state.match && this.#ask(), PATIENCE);
      }
    }
    if (!this.#changes.length) return null;
    const rows = this.#changes.map(({ player, before, after }) => [player.name, changeText(before, after)]);
    return table("ratings", [gettext("Player"), gettext("Rating")], rows);
  }

  async #ask() {
    const match = this.#match;
    try {
      const { changes } = await request("GET", `/matches/${match}/ratings/`);
      if (match !== this.#match) return;
      this.#changes = changes;
      this.onChange();
    } catch {
      // They stand on the players' own pages too.
    }
  }
}

function changeText(before, after) {
  const now = Math.round(after);
  const step = now - Math.round(before);
  const sign = step > 0 ? "+" : step < 0 ? "−" : "±";
  return fill(pgettext("a rating and its last step", "%(now)s (%(step)s)"), { now, step: `${sign}${Math.abs(step)}` });
}
