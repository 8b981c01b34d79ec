/*
 * Witness: what this page was promised of each shuffle, and whether it was kept (docs/fair-deal.md). A record can be written
 * anew; what a page has seen with its own eyes cannot.
 */

import { setAttribute, setText } from "./dom.js";
import { sealOf, shuffled } from "./shuffle.js";
import { fill } from "./words.js";

const DIGITS = 16; // of a seal are shown

export class Witness {
  #node;
  #tell;
  #match = null;
  #hands = new Map(); // number of the hand → { seal, entropies: { seat: hex }, own: { dealer, seat, cards } }
  #verdict = "";

  /** `node` shows the seal and the verdict; `tell(sentence)` hears of a broken promise. */
  constructor({ node, tell }) {
    this.#node = node;
    this.#tell = tell;
  }

  /** Take in what has just been heard; `state` is the state after it. */
  see(message, state) {
    if (!state.view) return;
    if (state.match !== this.#match) {
      this.#match = state.match;
      this.#hands.clear();
      this.#verdict = "";
    }
    this.#remember(state);
    if (message.type === "event" && message.kind === "dealt") this.#rememberCards(message, state);
    if (message.type === "event" && message.kind === "seed_revealed") this.#judge(message);
    this.#draw(state);
  }

  /** Of what is seen twice the first counts. */
  #remember({ view }) {
    const number = view.entropy?.hand ?? view.hand;
    if (!view.commitment || number === null) return;
    const hand = this.#hands.get(number) ?? { seal: view.commitment, entropies: {} };
    hand.entropies = { ...view.entropy?.entropies, ...hand.entropies };
    this.#hands.set(number, hand);
  }

  #rememberCards({ hand: number, dealer }, { view, you }) {
    const hand = this.#hands.get(number);
    const isWholePack = view.counts.reduce((sum, count) => sum + count, 0) === 40;
    if (hand && you && isWholePack) hand.own = { dealer, seat: you.seat, cards: you.hand, counts: view.counts };
  }

  #judge({ hand: number, seed, deck, entropies }) {
    const hand = this.#hands.get(number);
    if (!hand) return;
    this.#hands.delete(number);
    const isKept =
      sealOf(seed, this.#match, number) === hand.seal &&
      Object.entries(hand.entropies).every(([seat, entropy]) => entropies[seat] === entropy) &&
      shuffled(seed, entropies, this.#match, number).join(" ") === deck &&
      (!hand.own || isOwn(deck.split(" "), hand.own));
    const pattern = isKept
      ? gettext("Hand %(number)s was dealt as promised.")
      : gettext("Hand %(number)s was not dealt as promised. Keep its record.");
    this.#verdict = fill(pattern, { number: number + 1 });
    if (!isKept) this.#tell(this.#verdict);
  }

  #draw({ view }) {
    const seal = view.status === "running" && view.commitment;
    const words = [seal ? fill(gettext("Seal %(digits)s …"), { digits: view.commitment.slice(0, DIGITS) }) : "", this.#verdict];
    setText(this.#node, words.filter(Boolean).join(" · "));
    setAttribute(this.#node, "title", seal || null);
  }
}

/** Return whether a seat's cards are those it had to get from the deck. */
function isOwn(deck, { dealer, seat, cards, counts }) {
  let at = 0;
  for (let turn = (dealer + 1) % counts.length; turn !== seat; turn = (turn + 1) % counts.length) at += counts[turn];
  const due = deck.slice(at, at + counts[seat]);
  return cards.length === due.length && cards.every((card) => due.includes(card));
}
