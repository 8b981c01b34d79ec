/* Words: what the table says about cards, declarations, signals, bids and refusals. */

import { cardName, parseCards, rankOf, SUITS, suitName, suitOf } from "./cards.js";
import { language } from "../language.js";

const fill = (pattern, words) => interpolate(pattern, words, true);

/** Thirds as people say them: 5 → "1⅔". */
export function thirdsText(thirds) {
  const whole = Math.floor(thirds / 3);
  const part = ["", "⅓", "⅔"][thirds % 3];
  return whole || !part ? `${whole}${part}` : part;
}

/** A number with a true minus sign. */
export const numberText = (number) => (number < 0 ? `−${-number}` : String(number));

/** "1 point", "3 points". */
export function pointsText(points) {
  return fill(ngettext("%(count)s point", "%(count)s points", points), { count: points });
}

function threeName(rank, missing) {
  const words = { suit: suitName(missing) };
  return {
    A: fill(pgettext("declaration", "three aces, without %(suit)s"), words),
    2: fill(pgettext("declaration", "three twos, without %(suit)s"), words),
    3: fill(pgettext("declaration", "three threes, without %(suit)s"), words),
  }[rank];
}

/** Return the name of a set of declared cards ("Ad 2d 3d"). */
export function setName(set) {
  const cards = parseCards(set);
  if (cards.length === 4) return kindName("four", rankOf(cards[0]));
  if (cards.every((card) => suitOf(card) === suitOf(cards[0]))) {
    return fill(pgettext("declaration", "napoletana of %(suit)s"), { suit: suitName(suitOf(cards[0])) });
  }
  const missing = SUITS.find((suit) => !cards.some((card) => suitOf(card) === suit));
  return threeName(rankOf(cards[0]), missing);
}

/** Return the name of a declaration of which only the kind is told yet. */
export function kindName(kind, rank) {
  if (kind === "napoletana") return pgettext("declaration", "napoletana");
  if (kind === "three") return pgettext("declaration", "three of a kind");
  return {
    A: pgettext("declaration", "four aces"),
    2: pgettext("declaration", "four twos"),
    3: pgettext("declaration", "four threes"),
  }[rank] ?? pgettext("declaration", "four of a kind");
}

/** Return what a signal is called at the table. */
export function signalName(word) {
  return {
    busso: pgettext("signal", "busso"),
    striscio: pgettext("signal", "striscio"),
    volo: pgettext("signal", "volo"),
  }[word] ?? word;
}

/** Return one line on what a signal means. */
export function signalMeaning(word) {
  return {
    busso: gettext("Play your best card of this suit and come back in it"),
    striscio: gettext("I have more of this suit"),
    volo: gettext("This was my last of this suit"),
  }[word] ?? "";
}

const COUNTS = () => ({
  seconda: pgettext("spoken", "two of them"),
  terza: pgettext("spoken", "three of them"),
  quarta: pgettext("spoken", "four of them"),
  quinta: pgettext("spoken", "five of them"),
  sesta: pgettext("spoken", "six of them"),
  settima: pgettext("spoken", "seven of them"),
  ottava: pgettext("spoken", "eight of them"),
  nona: pgettext("spoken", "nine of them"),
  decima: pgettext("spoken", "ten of them"),
});

/** Return a spoken declaration in words (docs/rules.md 7). */
export function sayName(word) {
  const plain = {
    ho_asso: pgettext("spoken", "I have the ace"),
    ho_due: pgettext("spoken", "I have the two"),
    ho_tre: pgettext("spoken", "I have the three"),
    voglio_asso: pgettext("spoken", "I want the ace"),
    voglio_due: pgettext("spoken", "I want the two"),
    voglio_tre: pgettext("spoken", "I want the three"),
    napoli: pgettext("spoken", "I have the napoletana here"),
    piombo: pgettext("spoken", "this is the only one"),
    dammi_tre: pgettext("spoken", "give me the three"),
    dammi_due: pgettext("spoken", "give me the two"),
  }[word];
  if (plain) return plain;
  const [count, low] = word.split("_");
  const text = COUNTS()[count] ?? word;
  return low ? fill(pgettext("spoken", "%(count)s, led low"), { count: text }) : text;
}

/** Return a bid in words. */
export function bidName(bid) {
  return {
    passo: pgettext("bid", "pass"),
    chiamo: pgettext("bid", "chiamo"),
    solo: pgettext("bid", "solo"),
    solissimo: pgettext("bid", "solissimo"),
    dividete: pgettext("bid", "dividete"),
    scegliete: pgettext("bid", "scegliete"),
  }[bid] ?? bid;
}

/** Return what a refusal means to the person whose act was refused (docs/protocol.md 3). */
export function refusalText(refusal) {
  const known = {
    offline: gettext("No connection. Nothing was changed."),
    stale: gettext("The table had already moved on. Look again and choose anew."),
    not_your_turn: gettext("It is not your turn."),
    card_not_held: gettext("You do not hold that card."),
    must_follow_suit: gettext("You have the suit led: follow it."),
    signal_not_allowed: gettext("That signal is not allowed here."),
    signal_false: gettext("That signal is not true of your hand."),
    declaration_too_late: gettext("It is too late to declare."),
    declaration_not_held: gettext("You do not hold that declaration."),
    declaration_repeated: gettext("Those cards were already declared."),
    bad_bid: gettext("That bid is not possible now."),
    bad_exchange: gettext("That exchange is not possible."),
    hand_over: gettext("The hand is over."),
    match_over: gettext("The match is over."),
    match_paused: gettext("The match is paused. Press “Go on” first."),
    not_paused: gettext("The match is going on already."),
    no_pause_here: gettext("This match is not paused."),
    pause_gone: gettext("No pause waits for your answer any more."),
    seat_by_bot: gettext("A bot is playing for you. Press “I’m back” first."),
    not_seated: gettext("You have no seat here."),
    not_logged_in: gettext("Log in first."),
    seat_taken: gettext("That chair is taken."),
    already_seated: gettext("You already have a chair at a table. Leave it first."),
    already_asked: gettext("You have already asked. Wait for the answer."),
    seat_not_yours: gettext("Somebody else decides about that chair."),
    official_table: gettext("The tournament decides about this table."),
    must_stay: gettext("Nobody leaves this match. Call the director, or resign."),
    request_gone: gettext("That request is gone."),
    invitation_gone: gettext("That invitation is gone."),
    already_seeking: gettext("You are waiting for a table already."),
    too_many_invitations: gettext("You have invited enough people for now."),
    members_only: gettext("Sign up first: guests only practise."),
    no_such_player: gettext("Nobody has this name."),
    people_only: gettext("Only people can be invited."),
    table_closed: gettext("This table is closed."),
    table_playing: gettext("The match is being played: the chairs stay as they are."),
    chat_closed: gettext("The chat opens again between hands."),
    chat_too_fast: gettext("Not so fast. Wait a moment."),
    silenced: gettext("You have a time-out and cannot write now. Your settings say until when."),
    people_only: gettext("Only people with an account write here."),
    bad_text: gettext("That line is too long, or nothing in it can be read."),
    blocked: gettext("One of you has blocked the other."),
    too_many: gettext("Too many at once. Wait a moment."),
    busy: gettext("The server is busy. Try again."),
  }[refusal.code];
  return known ?? refusal.message ?? refusal.code;
}

/** "three of swords", with the signal or the words that go with it. */
export function playText({ card, signal, say }) {
  const name = cardName(card);
  if (signal) return fill(pgettext("card with a signal", "%(card)s, %(signal)s"), { card: name, signal: signalName(signal) });
  if (say) return fill(pgettext("card with spoken words", "%(card)s: “%(words)s”"), { card: name, words: sayName(say) });
  return name;
}

/** "two of cups, on a pile, 4 cards beneath". */
export function pileName(card, covered) {
  const name = fill(gettext("%(card)s, on a pile"), { card: cardName(card) });
  if (!covered) return name;
  const beneath = fill(ngettext("%(count)s card beneath", "%(count)s cards beneath", covered), { count: covered });
  return `${name}, ${beneath}`;
}

/** Names in a row: "Anna, Bruno and Carla". */
export function listText(names) {
  return new Intl.ListFormat(language).format(names);
}

export { fill };
