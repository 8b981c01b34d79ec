/* Chips: what the reader may say or do beside playing a card. They show only when true and in time, with their deadline. */

import { cardName } from "./cards.js";
import { el, reconcile, setAttribute } from "./dom.js";
import { bidName, fill, sayName, setName, signalMeaning, signalName } from "./words.js";

/**
 * Return the chips for what `you.may` offers: `[{ key, kind, label, note, points, isPressed, isOff, press }]`.
 * `chosen` is the card chosen, or null; `word` the signal or words pressed; `acts` what the page can do.
 */
export function chipsOf({ may, chosen, word, acts }) {
  const found = [];
  if (may.take_back) found.push({ key: "take_back", kind: "act", label: gettext("I’m back"), press: acts.takeBack });
  for (const { sets, points } of may.declare ?? []) found.push(declarationChip(sets, points, acts));
  if ((may.declare?.length ?? 0) > 1) found.push(allChip(may.declare, acts));
  if (may.a_monte) found.push({ key: "a_monte", kind: "act", label: gettext("Ask for a new deal"), press: acts.redeal });
  if (may.call_out) found.push({ key: "call_out", kind: "act", label: gettext("Call out"), press: acts.callOut });
  for (const bid of may.bid ?? []) found.push({ key: `bid ${bid}`, kind: "act", label: bidName(bid), press: () => acts.bid(bid) });
  for (const card of may.call ?? []) {
    found.push({ key: `call ${card}`, kind: "act", label: cardName(card), press: () => acts.call(card) });
  }
  for (const count of may.take ?? []) {
    const label = fill(ngettext("take %(count)s", "take %(count)s", count), { count });
    found.push({ key: `take ${count}`, kind: "act", label, press: () => acts.take(count) });
  }
  return [...found, ...wordChips({ may, chosen, word, acts })];
}

function declarationChip(sets, points, acts) {
  return {
    key: `declare ${sets.join("|")}`,
    kind: "declaration",
    label: sets.map(setName).join(", "),
    note: deadline(),
    points,
    press: () => acts.declare(sets),
  };
}

function allChip(declarations, acts) {
  return {
    key: "declare all",
    kind: "declaration",
    label: gettext("Declare all"),
    note: deadline(),
    points: declarations.reduce((sum, { points }) => sum + points, 0),
    press: () => acts.declare(declarations.flatMap(({ sets }) => sets)),
  };
}

const deadline = () => gettext("before your next card");

/** The words true beside the card chosen, or beside any card while none is chosen. */
function wordChips({ may, chosen, word, acts }) {
  const byCard = may.signals ?? may.say;
  if (!byCard) return [];
  const isSaid = !may.signals;
  const sources = chosen && byCard[chosen] ? [byCard[chosen]] : Object.values(byCard);
  const words = [...new Set(sources.flat())];
  if (isSaid && !chosen) return []; // what may be said is about one card: choose it first
  return words.map((offered) => ({
    key: `word ${offered}`,
    kind: "signal",
    label: isSaid ? sayName(offered) : signalName(offered),
    note: isSaid ? "" : signalMeaning(offered),
    isPressed: offered === word,
    press: () => acts.chooseWord(offered === word ? null : offered),
  }));
}

/** Draw the chips, keeping those that stay. */
export function drawChips(node, chips) {
  reconcile(node, chips, {
    key: ({ key }) => key,
    make: ({ kind }) => el("button", { class: "chip", type: "button", "data-kind": kind, onclick: (event) => event.currentTarget.press() }),
    update: (child, chip) => {
      child.press = chip.press;
      const text = chip.points ? `${chip.label} +${chip.points}` : chip.label;
      if (child.dataset.text !== text) {
        child.dataset.text = text;
        child.replaceChildren(chip.label, ...(chip.points ? [" ", el("b", {}, `+${chip.points}`)] : []));
      }
      setAttribute(child, "aria-pressed", chip.isPressed === undefined ? null : String(chip.isPressed));
      setAttribute(child, "title", chip.note || null);
      setAttribute(child, "aria-disabled", chip.isOff ? "true" : null);
    },
  });
}

/** Return the cards a chosen word is true of; null when every card goes. */
export function cardsFor(may, word) {
  const byCard = may.signals ?? may.say;
  if (!word || !byCard) return null;
  return Object.keys(byCard).filter((card) => byCard[card].includes(word));
}

