/* Board: draws a table in little; the template games/_board.html draws the same without script. */

import { cardImage, cardName } from "../table/cards.js";
import { el, reconcile as reconcileKeyed, setAttribute, setText } from "../table/dom.js";
import { fill } from "../table/words.js";

const PLACES = { 2: ["south", "north"], 3: ["south", "east", "west"], 4: ["south", "east", "north", "west"] };

const placeOf = (board, seat) => PLACES[board.counts.length]?.[seat] ?? "any";
const nameOf = (board, seat) => board.seats.find((holder) => holder.seat === seat)?.name ?? gettext("Dummy");

/** Draw over what the server's template has drawn, whose children have no keys yet. */
function reconcile(parent, items, parts) {
  for (const child of [...parent.children]) if (!child.dataset.key) child.remove();
  reconcileKeyed(parent, items, parts);
}

/** Return who has which points: by sides where they are known, else by seats. */
export function scoresOf({ sides, totals, counts, seats }) {
  const bySeat = totals.length === counts.length ? totals.map((_, seat) => [seat]) : totals.map(() => []);
  const groups = sides?.length === totals.length ? sides : bySeat;
  return groups.map((group, index) => ({
    names: seats.filter(({ seat }) => group.includes(seat)).map(({ name }) => name).join(" · "),
    points: totals[index],
  }));
}

/** Return an empty board of a table, its head as a link to it. */
export function makeBoard(address) {
  return el(
    "article",
    { class: "panel board" },
    el("div", { class: "panel-head" }, el("h3", {}, el("a", { href: address })), el("span", { class: "board-mark" })),
    el("p", { class: "board-scores" }),
    el("div", { class: "board-cloth" }, el("div", { class: "board-trick" })),
    el("p", { class: "quiet small board-facts" }),
  );
}

/** Draw how things stand on a board, changing only what differs. */
export function drawBoard(node, board) {
  setAttribute(node, "data-table", board.code);
  setAttribute(node, "data-seats", board.counts.length);
  const isLive = board.status === "running";
  const link = node.querySelector("h3 a");
  if (board.name) setText(link, board.name);
  else if (!link.textContent) setText(link, board.seats.map(({ name }) => name).join(" · "));
  reconcile(node.querySelector(".board-mark"), [{ isLive }], {
    key: () => `mark-${isLive}`,
    make: () => (isLive ? el("span", { class: "live" }, gettext("live")) : el("span", { class: "badge" }, gettext("ended"))),
  });
  reconcile(node.querySelector(".board-scores"), scoresOf(board), {
    key: ({ names }) => names,
    make: () => el("span", { class: "board-score" }, el("span", { class: "board-names" }), " ", el("b", { class: "num" })),
    update: (child, { names, points }) => {
      setText(child.querySelector(".board-names"), names);
      setText(child.querySelector("b"), String(points));
    },
  });
  drawCloth(node.querySelector(".board-cloth"), board, isLive);
  if (!node.querySelector(".board-facts").textContent) {
    setText(node.querySelector(".board-facts"), fill(gettext("to %(target)s"), { target: board.target }));
  }
}

function drawCloth(node, board, isLive) {
  const trick = node.querySelector(".board-trick");
  trick.dataset.key = "trick";
  reconcile(node, [...board.seats.map(({ seat, name }) => ({ seat, name })), { key: "trick" }], {
    key: (item) => item.key ?? `seat${item.seat}`,
    make: ({ seat }) => el("p", { class: `board-seat board-seat--${placeOf(board, seat)}` }),
    update: (child, item) => {
      if (item.key) return;
      setText(child, item.name);
      setAttribute(child, "class", `board-seat board-seat--${placeOf(board, item.seat)}`);
      setAttribute(child, "data-turn", isLive && board.turn === item.seat);
    },
  });
  reconcile(trick, board.cloth, {
    key: ({ card }) => `${board.match}${board.hand}${card}`,
    make: ({ card }) => el("img", { src: cardImage(card), width: 50, height: 83 }),
    update: (child, { seat, card }) => {
      const winning = board.winner === seat ? " is-winning" : "";
      setAttribute(child, "class", `board-card board-card--${placeOf(board, seat)}${winning}`);
      const words = { name: nameOf(board, seat), card: cardName(card) };
      setAttribute(child, "alt", fill(pgettext("who plays what", "%(name)s: %(card)s"), words));
    },
  });
}
