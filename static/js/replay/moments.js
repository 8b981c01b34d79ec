/* Moments: the places of a match at which a replay can stop, and their addresses (#h2c13: hand 2, after 13 cards). Pure. */

import { handNumber } from "../table/scene.js";
import { emptyState, reduce } from "../table/state.js";

/** The kinds of event one can see; the others are the shuffle's, the clock's and the like. */
const SEEN = new Set(
  `dealt declared played bid called given taken discarded redeal_asked called_out resigned awarded hand_ended
  bot_took_seat seat_given_back ended`.split(/\s+/),
);

/**
 * Return the moments of a match from its events: `[{ event, state, hands, hand, cards }]`. `state` is as at the live table,
 * `hands` the open cards by seat, `hand` the number of the hand and `cards` how many had been played in it.
 */
export function momentsOf(events, table) {
  const moments = [];
  let state = { ...emptyState(), table };
  let hands = {};
  let cards = 0;
  for (const event of events) {
    ({ state } = reduce(state, { type: "event", ...event }));
    hands = { ...hands, ...event.hands };
    if (event.kind === "dealt") cards = 0;
    if (event.kind === "played") cards += 1;
    if (SEEN.has(event.kind)) moments.push({ event, state, hands, hand: handNumber(state.view), cards });
  }
  return moments;
}

/** Return the address of a moment. */
export const addressOf = ({ hand, cards }) => `#h${hand}c${cards}`;

/** Return the number of the moment an address names; 0 when it names none. */
export function momentAt(moments, address) {
  const found = /^#h(\d+)c(\d+)$/.exec(address);
  if (!found) return 0;
  const [hand, cards] = [Number(found[1]), Number(found[2])];
  const at = moments.findIndex((moment) => moment.hand === hand && moment.cards >= cards);
  return Math.max(0, at);
}

/** Return the tricks of a hand that are complete at or before a moment: `[{ at, trick }]`. */
export function tricksUntil(moments, now) {
  const { hand } = moments[now];
  return moments.flatMap(({ event, hand: own }, at) => (own === hand && at <= now && event.trick ? [{ at, trick: event.trick }] : []));
}

/** Return where each hand begins: `[{ hand, at }]`. */
export function handStarts(moments) {
  return moments.flatMap(({ event, hand }, at) => (event.kind === "dealt" ? [{ hand, at }] : []));
}
