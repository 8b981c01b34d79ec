/* News: what has just happened, in sentences; the live region says them and the log keeps them. */

import { cardName, suitName } from "./cards.js";
import { handNumber, mySeat, nameOf, scores, whoIs } from "./scene.js";
import { bidName, fill, kindName, listText, numberText, playText, pointsText, setName, thirdsText } from "./words.js";

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

function trickNews({ trick }, state) {
  if (!trick) return [];
  return tell(
    state,
    trick.winner,
    [gettext("The trick is yours: %(points)s"), gettext("%(name)s takes the trick: %(points)s")],
    { points: thirdsText(trick.thirds) },
  );
}

function drawnNews({ trick }, state) {
  if (!trick) return [];
  return (state.view.drawn ?? []).flatMap(({ seat, card }) =>
    tell(state, seat, [gettext("You draw: %(card)s"), gettext("%(name)s draws: %(card)s")], { card: cardName(card) }),
  );
}

function dealtNews(event, state) {
  const { view } = state;
  const out = tell(
    state,
    event.dealer,
    [gettext("Hand %(number)s. You deal."), gettext("Hand %(number)s. %(name)s deals.")],
    { number: handNumber(view) },
  );
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
    fill(pgettext("a side and its points", "%(name)s %(points)s"), { name, points: numberText(result.score[index]) }),
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
  const parts = scores(state).map(({ name, points }) => fill(pgettext("a side and its points", "%(name)s %(points)s"), { name, points: numberText(points) }));
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
      time: gettext("The time of the round was up."),
      adjudicated: gettext("Decided by the director."),
      forfeit: gettext("The other side does not play on."),
      annulled: gettext("By the director."),
    }[reason] ?? ""
  );
}

/** Say it of the reader, "you declare", or of somebody else, "Anna declares". */
function tell(state, seat, [mine, theirs], words = {}) {
  return [fill(seat === mySeat(state) ? mine : theirs, { name: nameOf(state, seat), ...words })];
}

const NEWS = {
  started: () => [gettext("The match begins.")],
  dealt: dealtNews,
  played: playedNews,
  declared: (event, state) =>
    tell(
      state,
      event.seat,
      [gettext("You declare %(what)s: %(points)s"), gettext("%(name)s declares %(what)s: %(points)s")],
      { what: declaredText(event), points: pointsText(event.points) },
    ),
  bid: (event, state) =>
    tell(state, event.seat, [gettext("You bid: %(bid)s"), gettext("%(name)s bids: %(bid)s")], { bid: bidName(event.bid) }),
  called: (event, state) =>
    tell(state, event.seat, [gettext("You call: %(card)s"), gettext("%(name)s calls: %(card)s")], { card: cardName(event.card) }),
  given: (event, state) =>
    tell(state, event.seat, [gettext("You give a card back"), gettext("%(name)s gives a card back")]),
  taken: (event, state) =>
    tell(
      state,
      event.seat,
      [
        ngettext("You take %(count)s card", "You take %(count)s cards", event.count),
        ngettext("%(name)s takes %(count)s card", "%(name)s takes %(count)s cards", event.count),
      ],
      { count: event.count },
    ),
  discarded: (event, state) =>
    tell(
      state,
      event.seat,
      [
        ngettext("You lay %(count)s card aside", "You lay %(count)s cards aside", event.count),
        ngettext("%(name)s lays %(count)s card aside", "%(name)s lays %(count)s cards aside", event.count),
      ],
      { count: event.count },
    ),
  redeal_asked: (event, state) =>
    tell(state, event.seat, [
      gettext("You ask for a new deal: less than a point in hand"),
      gettext("%(name)s asks for a new deal: less than a point in hand"),
    ]),
  called_out: (event, state) => tell(state, event.seat, [gettext("You call out"), gettext("%(name)s calls out")]),
  resigned: (event, state) => tell(state, event.seat, [gettext("You resign"), gettext("%(name)s resigns")]),
  abort_asked: (event, state) =>
    tell(state, event.seat, [gettext("You ask to call the match off"), gettext("%(name)s asks to call the match off")]),
  pause_asked: (event, state) => tell(state, event.seat, [gettext("You propose a pause"), gettext("%(name)s proposes a pause")]),
  pause_agreed: (event, state) => tell(state, event.seat, [gettext("You agree to the pause"), gettext("%(name)s agrees to the pause")]),
  pause_declined: (event, state) => tell(state, event.seat, [gettext("You want no pause"), gettext("%(name)s wants no pause")]),
  paused: () => [gettext("The match is paused.")],
  resumed: () => [gettext("The match goes on.")],
  awarded: (event) => [
    fill(gettext("The director awards %(points)s: %(reason)s"), {
      points: pointsText(event.points),
      reason: event.reason,
    }),
  ],
  hand_ended: handEndedNews,
  substituted: (event, state) => [
    event.seat === mySeat(state)
      ? fill(gettext("You play on for %(name)s"), { name: event.out_name })
      : fill(gettext("%(name)s plays on for %(other)s"), { name: event.name, other: event.out_name }),
  ],
  bot_took_seat: (event, state) =>
    tell(state, event.seat, [gettext("A bot plays for you"), gettext("A bot plays for %(name)s")]),
  seat_given_back: (event, state) => tell(state, event.seat, [gettext("You are back"), gettext("%(name)s is back")]),
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
