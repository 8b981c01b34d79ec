/* Scene: the state as this reader sees it: who sits where on the screen, whose points are whose. Pure. */

import { powerOf, suitOf } from "./cards.js";

const PLACES = {
  2: ["south", "north"],
  3: ["south", "east", "west"],
  4: ["south", "east", "north", "west"],
  5: ["south", "east", "northeast", "northwest", "west"],
  6: ["south", "east", "northeast", "north", "northwest", "west"],
  7: ["south", "southeast", "east", "northeast", "northwest", "west", "southwest"],
};
const MIRROR = {
  east: "west",
  west: "east",
  northeast: "northwest",
  northwest: "northeast",
  southeast: "southwest",
  southwest: "southeast",
};

/** Return how many seats the table has. */
export function seatCount(state) {
  if (state.view) return state.view.counts.length;
  // A dummy has no chair: the highest number tells, not how many there are.
  return state.table ? Math.max(...state.table.seats.map(({ seat }) => seat)) + 1 : 4;
}

/** Return this reader's seat, or null for a watcher. */
export function mySeat(state) {
  return state.you?.seat ?? state.table?.you?.seat ?? null;
}

/** Return where on the screen a seat is: the reader south, the next to act at the reader's right. */
export function placeOf(state, seat) {
  const count = seatCount(state);
  const options = state.view?.options ?? state.table?.options ?? {};
  const place = PLACES[count][(seat - (mySeat(state) ?? 0) + count) % count];
  return options.direction === "clockwise" ? MIRROR[place] ?? place : place;
}

/** Return the seats from the one on the left to the reader's own, as they are read. */
export function seatsInOrder(state) {
  const count = seatCount(state);
  const first = mySeat(state) ?? 0;
  return Array.from({ length: count }, (_, step) => (first + step) % count);
}

/** Return who holds a seat: `{ id, name, kind, by_bot }`; null for an empty chair or a dummy. */
export function holderOf(state, seat) {
  const inMatch = state.view?.seats?.find((holder) => holder.seat === seat);
  if (inMatch) return inMatch;
  const chair = state.table?.seats.find((found) => found.seat === seat);
  return chair?.user ?? null;
}

/** Return the name to show for a seat. */
export function nameOf(state, seat) {
  const holder = holderOf(state, seat);
  if (holder) return holder.name;
  if (state.view?.dummy?.seat === seat) return gettext("Dummy");
  return pgettext("a chair", "Free");
}

/** Return a seat's name in a sentence: "You" for the reader. */
export function whoIs(state, seat) {
  return seat === mySeat(state) ? pgettext("the reader", "You") : nameOf(state, seat);
}

/** Return whether who sits there is at the table now; presence comes in the order of the chairs. */
export function isPresent(state, seat) {
  const chair = state.table?.seats.findIndex((found) => found.seat === seat) ?? -1;
  return state.presence?.seats[chair] ?? true;
}

/** Return the number of the hand in play or just played, from 1. */
export const handNumber = (view) => (view.hand ?? 0) + 1;

/** True when the reader and the seat are on one side by the seats, not only in this hand. */
export function isPartner(state, seat) {
  const mine = mySeat(state);
  if (mine === null || seat === mine) return false;
  return (state.view?.sides ?? []).some((side) => side.includes(mine) && side.includes(seat));
}

/**
 * Return the totals with their owners, the reader's first: `[{ index, seats, isMine, points, name }]`. By side, or by
 * seat where each hand forms its own sides.
 */
export function scores(state) {
  const { view } = state;
  if (!view) return [];
  const mine = mySeat(state);
  const count = seatCount(state);
  const sides = view.sides?.length === view.totals.length ? view.sides : null;
  const groups =
    sides ??
    (view.totals.length === count
      ? view.totals.map((_, seat) => [seat])
      : view.totals.map(() => []));
  const found = groups.map((seats, index) => ({
    index,
    seats,
    isMine: mine !== null && seats.includes(mine),
    points: view.totals[index],
  }));
  const isUsAndThem = mine !== null && found.length === 2 && found.every(({ seats }) => seats.length > 0) && count > 2;
  for (const score of found) score.name = scoreName(state, score, isUsAndThem);
  const myIndex = found.findIndex((score) => score.isMine);
  return myIndex > 0 ? [...found.slice(myIndex), ...found.slice(0, myIndex)] : found;
}

/** True where there are too many totals for the headline, and each is one seat's. */
export const areAtSeats = (owners) => owners.length > 3 && owners.every(({ seats }) => seats.length === 1);

function scoreName(state, { seats, isMine, index }, isUsAndThem) {
  if (isUsAndThem) return isMine ? pgettext("score", "Us") : pgettext("score", "Them");
  if (isMine && seats.length === 1) return pgettext("the reader", "You");
  if (seats.length === 0) return interpolate(gettext("Side %(number)s"), { number: index + 1 }, true);
  return seats.map((seat) => nameOf(state, seat)).join(" · ");
}

/** Return the seat the reader acts for now: the own one, or the dummy of the own side; null when it is nobody's turn. */
export function actingSeat(state) {
  const turn = state.view?.turn;
  if (!turn || !state.you) return null;
  return turn.seat === state.you.seat || turn.seat === state.you.acts_for ? turn.seat : null;
}

export const isMyTurn = (state) => actingSeat(state) !== null && !isByBot(state);

/** True while a bot plays for the reader. */
export function isByBot(state) {
  return Boolean(state.you && state.view?.seats.find((holder) => holder.seat === state.you.seat)?.by_bot);
}

/** Return the play that takes the trick as it lies; `trump` is a suit or null. */
export function winningPlay(plays, trump) {
  const beats = (play, best) =>
    suitOf(play.card) === suitOf(best.card)
      ? powerOf(play.card) > powerOf(best.card)
      : suitOf(play.card) === trump;
  return plays.reduce((best, play) => (beats(play, best) ? play : best), plays[0]);
}
