/* News: what has just happened, in sentences; the live region says them and the log keeps them. */

import { cardName, suitName } from "./cards.js";
import { handNumber, mySeat, nameOf, scores, whoIs } from "./scene.js";
import { bidName, fill, kindName, listText, playText, pointsText, setName, thirdsText } from "./words.js";

function declaredText({ sets, kinds }) {
  return listText(sets ? sets.map((set) => setName(Array.isArray(set) ? set.join(" ") : set)) : kinds.map((kind) => kindName(kind)));
}

function sideText(state, seats) {
  return listText(seats.map((seat) => whoIs(state, seat)));
}

function playedNews(event, state) {
  const pattern = event.timeout
    ? gettext("%(name)s, out of time: %(card)s")
    : pgettext("who plays what", "%(name)s: %(card)s");
  return [fill(pattern, { name: whoIs(state, event.seat), card: playText(event) }), ...trickNews(event, state), ...drawnNews(event, state)];
}

function trickNews({ trick, seat }, state) {
  if (!trick) return [];
  const words = { name: whoIs(state, trick.winner), points: thirdsText(trick.thirds) };
  if (trick.winner === mySeat(state)) return [fill(gettext("The trick is yours: %(points)s"), words)];
  return [fill(gettext("%(name)s takes the trick: %(points)s"), words)];
}

function drawnNews({ trick }, state) {
  if (!trick) return [];
  return (state.view.drawn ?? []).map(({ seat, card }) =>
    fill(gettext("%(name)s draws: %(card)s"), { name: whoIs(state, seat), card: cardName(card) }),
  );
}

function dealtNews(event, state) {
  const { view } = state;
  const words = { number: handNumber(view), name: nameOf(state, event.dealer) };
  const out = [
    event.dealer === mySeat(state)
      ? fill(gettext("Hand %(number)s. You deal."), words)
      : fill(gettext("Hand %(number)s. %(name)s deals."), words),
  ];
  if (view.trump) {
    out.push(fill(gettext("Trumps: %(suit)s. Turned up: %(card)s."), { suit: suitName(view.trump), card: cardName(view.turned) }));
  }
  return out;
}

/** Return the result of a hand in one sentence, the reader's side first. */
export function handText(state, result, number) {
  if (result.redeal) return gettext("The hand is thrown in and dealt again.");
  if (result.score === null) return fill(gettext("Hand %(number)s is not counted."), { number });
  const parts = scores(state).map(({ name, index }) =>
    fill(pgettext("a side and its points", "%(name)s %(points)s"), { name, points: result.score[index] }),
  );
  return fill(gettext("Hand %(number)s: %(points)s."), { number, points: parts.join(", ") });
}

function handEndedNews(event, state) {
  const { hands } = state.view;
  const result = event.result ?? hands.at(-1);
  const out = [handText(state, result, handNumber(state.view))];
  if (result.cappotto !== null && result.cappotto !== undefined) out.push(gettext("Cappotto!"));
  if (!result.redeal) out.push(totalsText(state));
  return out;
}

/** Return the totals in one sentence. */
export function totalsText(state) {
  const parts = scores(state).map(({ name, points }) => fill(pgettext("a side and its points", "%(name)s %(points)s"), { name, points }));
  return fill(gettext("Score: %(points)s."), { points: parts.join(", ") });
}

/** Return who has won, in one sentence. */
export function endText(state) {
  const { view } = state;
  if (view.status === "aborted" || !view.result?.winners) return gettext("The match was called off. It does not count.");
  const found = scores(state);
  const winners = found.filter(({ index }) => view.result.winners.includes(index));
  if (winners.some(({ isMine }) => isMine)) return gettext("You have won the match.");
  const names = winners.map((score) => (score.seats.length ? sideText(state, score.seats) : score.name));
  return fill(ngettext("%(names)s has won the match.", "%(names)s have won the match.", winners.flatMap(({ seats }) => seats).length), {
    names: listText(names),
  });
}

/** Return one line on why the match ended as it did; empty when by reaching the target. */
export function reasonText(state) {
  const { reason } = state.view.result ?? {};
  return (
    {
      resign: gettext("By resignation."),
      call_out: gettext("By calling out."),
      cappotto: gettext("By cappotto."),
      declaration: gettext("By a declaration."),
      hands: gettext("All hands have been played."),
    }[reason] ?? ""
  );
}

const NEWS = {
  started: (event, state) => [gettext("The match begins.")],
  dealt: dealtNews,
  played: playedNews,
  declared: (event, state) => [
    fill(gettext("%(name)s declares %(what)s: %(points)s"), {
      name: whoIs(state, event.seat),
      what: declaredText(event),
      points: pointsText(event.points),
    }),
  ],
  bid: (event, state) => [
    fill(gettext("%(name)s bids: %(bid)s"), { name: whoIs(state, event.seat), bid: bidName(event.bid) }),
  ],
  called: (event, state) => [
    fill(gettext("%(name)s calls: %(card)s"), { name: whoIs(state, event.seat), card: cardName(event.card) }),
  ],
  given: (event, state) => [fill(gettext("%(name)s gives a card back"), { name: whoIs(state, event.seat) })],
  taken: (event, state) => [
    fill(ngettext("%(name)s takes %(count)s card", "%(name)s takes %(count)s cards", event.count), {
      name: whoIs(state, event.seat),
      count: event.count,
    }),
  ],
  discarded: (event, state) => [
    fill(ngettext("%(name)s lays %(count)s card aside", "%(name)s lays %(count)s cards aside", event.count), {
      name: whoIs(state, event.seat),
      count: event.count,
    }),
  ],
  redeal_asked: (event, state) => [
    fill(gettext("%(name)s asks for a new deal: less than a point in hand"), { name: whoIs(state, event.seat) }),
  ],
  called_out: (event, state) => [fill(gettext("%(name)s calls out"), { name: whoIs(state, event.seat) })],
  resigned: (event, state) => [fill(gettext("%(name)s resigns"), { name: whoIs(state, event.seat) })],
  awarded: (event, state) => [
    fill(gettext("The director awards %(points)s: %(reason)s"), {
      points: pointsText(event.points),
      reason: event.reason,
    }),
  ],
  hand_ended: handEndedNews,
  abort_asked: (event, state) => [
    fill(gettext("%(name)s asks to call the match off"), { name: whoIs(state, event.seat) }),
  ],
  bot_took_seat: (event, state) => [fill(gettext("A bot plays for %(name)s"), { name: whoIs(state, event.seat) })],
  seat_given_back: (event, state) => [fill(gettext("%(name)s is back"), { name: whoIs(state, event.seat) })],
  ended: (event, state) => [endText(state)],
};

/** Return the sentences for an event; none for what only machines read. `state` is the state after it. */
export function newsOf(event, state) {
  return NEWS[event.kind]?.(event, state) ?? [];
}

/** Return what is asked of the reader now, in one sentence; "" when nothing is. */
export function askText(state, seat) {
  const { view, you } = state;
  switch (view.turn.do) {
    case "bid":
      return gettext("Your turn: bid.");
    case "call":
      return gettext("Your turn: call a card.");
    case "give":
      return gettext("Your turn: choose the card you give back.");
    case "take":
      return gettext("Your turn: how many cards do you take?");
    case "discard":
      return fill(ngettext("Your turn: lay %(count)s card aside.", "Your turn: lay %(count)s cards aside.", you.may.discard), {
        count: you.may.discard,
      });
    default:
      return leadText(state, seat);
  }
}

function leadText({ view, you }, seat) {
  const led = view.trick.plays[0];
  if (seat !== you.seat) return gettext("Your turn: play a card of the dummy.");
  if (!led) return gettext("Your turn: lead a card.");
  const suit = suitName(led.card[1]);
  const follows = (you.may.play ?? []).some((card) => card[1] === led.card[1]);
  return follows
    ? fill(gettext("Your turn: follow %(suit)s."), { suit })
    : fill(gettext("Your turn: you have no %(suit)s, play any card."), { suit });
}
