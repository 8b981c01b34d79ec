/*
 * Stage: the order in which things are shown. Events may come faster than eyes follow; each waits here for its moment,
 * while the clock, the buttons and the hand already stand where the match stands.
 */

import { isStill, settings } from "./settings.js";

const CARD_GAP = 160; // ms between two cards that came at once
const GATHER = 260; // ms for a trick to go to its winner
const MOST_WAITING = 24; // steps: a reader this far behind jumps

export class Stage {
  #steps = [];
  #timer = null;
  #play;

  /** `play(step)` shows one step: `{ kind, event, state }`, kind "event", "gather" or "settle". */
  constructor(play) {
    this.#play = play;
    document.addEventListener("visibilitychange", () => document.hidden && this.flush());
  }

  get isIdle() {
    return this.#timer === null && this.#steps.length === 0;
  }

  /** Show an event in its turn. `state` is the state after it. */
  push(event, state) {
    if (document.hidden) {
      this.#play({ kind: "event", event, state, isLast: true });
      return;
    }
    const isTrick = Boolean(event.trick);
    this.#steps.push({ kind: "event", event, state, wait: this.#waitAfter(event) });
    if (isTrick) {
      this.#steps.push({ kind: "gather", event, state, wait: isStill() ? 0 : GATHER });
      this.#steps.push({ kind: "settle", event, state, wait: 0 });
    }
    if (this.#steps.length > MOST_WAITING) this.flush();
    else if (this.#timer === null) this.#next();
  }

  #waitAfter(event) {
    if (event.trick) return settings.trickSeconds * 1000;
    return event.kind === "played" ? CARD_GAP : 0;
  }

  #next() {
    const step = this.#steps.shift();
    if (!step) {
      this.#timer = null;
      return;
    }
    this.#play({ ...step, isLast: this.#steps.length === 0 });
    this.#timer = setTimeout(() => this.#next(), step.wait);
  }

  /** Show at once all that waits. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const steps = this.#steps;
    this.#steps = [];
    steps.forEach((step, index) => this.#play({ ...step, isLast: index === steps.length - 1 }));
  }

  /** Forget what waits: the whole state is about to be shown. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#steps = [];
  }
}
