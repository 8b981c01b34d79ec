/* Headline: the score of every side in large figures, and the facts of the hand. */

import { cardName, suitName } from "./cards.js";
import { el, reconcile, setAttribute, setText } from "./dom.js";
import { sittingName } from "./sitting.js";
import { areAtSeats, handNumber, mySeat, nameOf, scores, whoIs } from "./scene.js";
import { bidName, fill, numberText } from "./words.js";

/** Draw the totals, the reader's side first, and what is played for; where many play alone, theirs stand at their seats. */
export function drawScores(node, state) {
  const { view, table } = state;
  const all = scores(state);
  const owners = areAtSeats(all) ? all.filter(({ isMine }) => isMine) : all;
  const target = view?.target ?? table?.target;
  const items = owners.map((owner) => ({ key: `score${owner.index}`, owner }));
  if (target || view?.options?.hands) items.splice(Math.min(1, items.length), 0, { key: "target" });
  reconcile(node, items, {
    key: ({ key }) => key,
    make: ({ key }) =>
      key === "target"
        ? el("p", { class: "score-target" })
        : el("div", { class: "score" }, el("span", { class: "score-name" }), " ", el("span", { class: "score-points" })),
    update: (child, { key, owner }) => {
      if (key === "target") {
        setText(child, targetText(view, target));
        return;
      }
      setAttribute(child, "data-side", owner.isMine ? "us" : "them");
      setText(child.querySelector(".score-name"), owner.name);
      setText(child.querySelector(".score-points"), numberText(owner.points));
    },
  });
}

function targetText(view, target) {
  const hands = view?.options?.hands;
  return hands
    ? fill(ngettext("of %(count)s hand", "of %(count)s hands", hands), { count: hands })
    : fill(gettext("to %(target)s"), { target });
}

/** Draw hand number, dealer, and what only some games have: trumps, stock, monte, contract. */
export function drawFacts(node, state, line) {
  const { view, table } = state;
  const facts = [];
  if (table?.official) facts.push(["origin", "origin", table.official.origin, table.official.url]);
  if (table?.you?.delay) facts.push(["late", "late", fill(gettext("%(seconds)s s late"), { seconds: table.you.delay })]);
  if (sittingName(table)) facts.push(["sitting", "sitting", sittingName(table)]);
  if (view) facts.push(["hand", "hand-number", fill(gettext("Hand %(number)s"), { number: handNumber(view) })]);
  if (view?.phase !== "finished" && typeof view?.dealer === "number") {
    facts.push(["dealer", "dealer", fill(gettext("Dealer: %(name)s"), { name: whoIs(state, view.dealer) })]);
  }
  if (view?.trump) facts.push(["trump", "trump", fill(gettext("Trumps: %(suit)s"), { suit: suitName(view.trump) })]);
  if (typeof view?.stock === "number") facts.push(["stock", "stock", fill(gettext("Stock: %(count)s"), { count: view.stock })]);
  if (view?.monte) facts.push(["monte", "monte", monteText(view.monte)]);
  for (const { seat, bid } of view?.contract ? [] : view?.bids ?? []) {
    facts.push([`bid${seat}`, "bid", fill(pgettext("who bids what", "%(name)s: %(bid)s"), { name: whoIs(state, seat), bid: bidName(bid) })]);
  }
  if (view?.contract) facts.push(["contract", "contract", contractText(state)]);
  if (line) facts.push(["line", "connection", lineText(line.state)]);
  reconcile(node, facts, {
    key: ([key]) => key,
    make: ([, className, , href]) => (href ? el("a", { class: className, href }) : el("span", { class: className })),
    update: (child, [key, , text]) => {
      setText(child, text);
      if (key === "line") setAttribute(child, "data-state", line.state === "closed" ? "offline" : line.state);
    },
  });
}

const lineText = (state) =>
  ({ online: gettext("connected"), reconnecting: gettext("connecting …"), closed: gettext("not connected") })[state];

function monteText({ count, shown }) {
  return shown
    ? fill(gettext("Monte: %(cards)s"), { cards: shown.map(cardName).join(", ") })
    : fill(gettext("Monte: %(count)s"), { count });
}

function contractText(state) {
  const { bid, soloist, called, partner } = state.view.contract;
  const parts = [fill(pgettext("who bids what", "%(name)s: %(bid)s"), { name: whoIs(state, soloist), bid: bidName(bid) })];
  if (called) parts.push(cardName(called));
  if (typeof partner === "number") {
    parts.push(partner === mySeat(state) ? gettext("with you") : fill(gettext("with %(name)s"), { name: nameOf(state, partner) }));
  }
  return parts.join(", ");
}
