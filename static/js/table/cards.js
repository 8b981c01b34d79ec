/* Cards: codes, order in a hand, and what people call them (docs/rules.md 1). */

import { page } from "./page.js";
import { settings } from "./settings.js";

export const SUITS = ["d", "c", "s", "b"];
/** From the weakest to the strongest. */
export const RANKS = ["4", "5", "6", "7", "F", "C", "R", "A", "2", "3"];

const THIRDS = { A: 3, 2: 1, 3: 1, R: 1, C: 1, F: 1 };

export const rankOf = (card) => card[0];
export const suitOf = (card) => card[1];
export const powerOf = (card) => RANKS.indexOf(rankOf(card));
/** What a card is worth, in thirds of a point. */
export const thirdsOf = (card) => THIRDS[rankOf(card)] ?? 0;

/** Return the cards sorted by suit (denari, coppe, spade, bastoni), the strongest first in each. */
export function sorted(cards) {
  return [...cards].sort(
    (a, b) => SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)) || powerOf(b) - powerOf(a),
  );
}

/** Return the cards in a "3d Ad Rc" string. */
export const parseCards = (text) => (text ? text.split(" ") : []);

const isFrench = () => settings.deck.startsWith("francesi");

/** Return a suit's name standing alone, as in "follow cups". */
export function suitName(suit) {
  return isFrench()
    ? {
        d: pgettext("suit", "diamonds"),
        c: pgettext("suit", "hearts"),
        s: pgettext("suit", "spades"),
        b: pgettext("suit", "clubs"),
      }[suit]
    : {
        d: pgettext("suit", "coins"),
        c: pgettext("suit", "cups"),
        s: pgettext("suit", "swords"),
        b: pgettext("suit", "batons"),
      }[suit];
}

function suitOfCard(suit) {
  return isFrench()
    ? {
        d: pgettext("suit after a rank", "diamonds"),
        c: pgettext("suit after a rank", "hearts"),
        s: pgettext("suit after a rank", "spades"),
        b: pgettext("suit after a rank", "clubs"),
      }[suit]
    : {
        d: pgettext("suit after a rank", "coins"),
        c: pgettext("suit after a rank", "cups"),
        s: pgettext("suit after a rank", "swords"),
        b: pgettext("suit after a rank", "batons"),
      }[suit];
}

/** Return a rank's name in the singular. */
export function rankName(rank) {
  return {
    A: pgettext("rank", "ace"),
    2: pgettext("rank", "two"),
    3: pgettext("rank", "three"),
    4: pgettext("rank", "four"),
    5: pgettext("rank", "five"),
    6: pgettext("rank", "six"),
    7: pgettext("rank", "seven"),
    F: pgettext("rank", "jack"),
    C: isFrench() ? pgettext("rank", "queen") : pgettext("rank", "knight"),
    R: pgettext("rank", "king"),
  }[rank];
}

/** Return a card's name: "three of swords". */
export function cardName(card) {
  const words = { rank: rankName(rankOf(card)), suit: suitOfCard(suitOf(card)) };
  return interpolate(pgettext("card", "%(rank)s of %(suit)s"), words, true);
}

/** Return the address of a card's picture. */
export function cardImage(card) {
  return `${page.decks}${settings.deck}/${card}.svg${settings.indices ? "" : "#plain"}`;
}

/** The one picture of every card lying face down. */
export const backImage = () => `${page.decks}${settings.deck}/back.svg`;

let kept = [];

/** Fetch all forty pictures, so that no card appears later than its event. The same for everybody: it tells nothing. */
export function fetchPictures() {
  kept = SUITS.flatMap((suit) =>
    RANKS.map((rank) => {
      const image = new Image();
      image.src = cardImage(rank + suit);
      return image;
    }),
  );
}
