/* Felt: the seats round the cloth, the cards played, and the declarations that lie open. */

import { backImage, cardImage, cardName } from "./cards.js";
import { el, reconcile, setAttribute, setShown, setText } from "./dom.js";
import {
  areAtSeats,
  holderOf,
  isPartner,
  isPresent,
  mySeat,
  nameOf,
  placeOf,
  scores,
  seatCount,
  seatsInOrder,
  whoIs,
  winningPlay,
} from "./scene.js";
import { fill, kindName, numberText, pileName, pointsText, sayName, setName, signalName } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
/** Until which trick declared cards lie open; afterwards the log tells them. */
const OPEN_UNTIL_TRICK = 3;

function ring() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 44 44");
  svg.setAttribute("aria-hidden", "true");
  for (const className of ["ring-track", "ring-left"]) {
    const circle = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ class: className, cx: 22, cy: 22, r: 19 })) circle.setAttribute(name, value);
    if (className === "ring-left") circle.setAttribute("pathLength", 1);
    svg.append(circle);
  }
  return svg;
}

function makeSeat(seat) {
  return el(
    "section",
    { dataset: { seat } },
    el("span", { class: "seat-ring" }, ring(), el("span", { class: "seat-initial", "aria-hidden": "true" })),
    el("span", { class: "seat-name" }),
    el("b", { class: "seat-points num", hidden: true }),
    el("span", { class: "seat-state" }),
    el("span", { class: "seat-cards" }),
  );
}

function seatLabel(state, seat) {
  const name = nameOf(state, seat);
  if (!holderOf(state, seat)) return fill(pgettext("a chair and who sits there", "chair %(number)s: %(name)s"), { number: seat + 1, name });
  if (seat === mySeat(state)) return fill(gettext("%(name)s, you"), { name });
  return isPartner(state, seat) ? fill(gettext("%(name)s, partner"), { name }) : name;
}

/** Backs only, always the same picture; the last one goes, whichever card was played. Open piles are seen by all. */
function showBacks(node, state, seat) {
  const isHidden = seat === mySeat(state) || state.view?.dummy?.seat === seat || !state.view;
  const count = isHidden ? 0 : state.view.counts[seat];
  const piles = seat === mySeat(state) ? [] : (state.view?.piles?.[seat] ?? []).filter(({ top }) => top);
  const items = [
    ...Array.from({ length: count }, (_, index) => ({ key: `back${index}` })),
    ...(count ? [{ key: "count" }] : []),
    ...piles.map(({ top, covered }) => ({ key: top, covered })),
  ];
  reconcile(node, items, {
    key: (item) => item.key,
    make: ({ key, covered }) => {
      if (key === "count") return el("span", { class: "seat-count" });
      if (covered === undefined) return el("img", { src: backImage(), alt: "", width: 50, height: 83 });
      return el("span", { class: "pile" }, el("img", { src: cardImage(key), width: 50, height: 83 }));
    },
    update: (child, { key, covered }) => {
      if (covered !== undefined) {
        setAttribute(child, "data-covered", covered || null);
        setAttribute(child.firstElementChild, "alt", pileName(key, covered));
      }
      if (key !== "count") return;
      setText(child, String(count));
      setAttribute(child, "aria-label", fill(ngettext("%(count)s card", "%(count)s cards", count), { count }));
      setAttribute(child, "role", "img");
    },
  });
}

/**
 * Draw the seats. `shown` is the state as far as it has been shown, `now` as it stands; `extras(seat)` gives the buttons of
 * an empty chair or a bot's, `words(seat)` the line under the name; with `isOpen` no backs: the hands lie open elsewhere.
 */
export function drawSeats(felt, { shown, now, extras, words, isOpen = false }) {
  setAttribute(felt, "data-seats", seatCount(now));
  reconcile(felt, [...seatsInOrder(now).map((seat) => ({ seat })), ...fixedChildren(felt)], {
    key: (item) => item.key ?? `seat${item.seat}`,
    make: ({ seat }) => makeSeat(seat),
    update: (node, item) => {
      if (item.key) return;
      drawSeat(node, item.seat, { shown, now, extras, words, isOpen });
    },
  });
}

const fixedChildren = (felt) =>
  [...felt.children].filter((node) => node.dataset.key?.startsWith("fixed")).map((node) => ({ key: node.dataset.key }));

function drawSeat(node, seat, { shown, now, extras, words, isOpen }) {
  const holder = holderOf(now, seat);
  const isDummy = now.view?.dummy?.seat === seat;
  const isEmpty = !holder && !isDummy;
  const name = nameOf(now, seat);
  const turn = now.view?.status === "running" ? now.view.turn : null;
  const byBot = now.view?.seats.find((found) => found.seat === seat)?.by_bot;
  setAttribute(node, "class", `seat seat--${placeOf(now, seat)}${isEmpty ? " is-empty" : ""}`);
  setAttribute(node, "aria-label", seatLabel(now, seat));
  setAttribute(node, "data-turn", turn?.seat === seat ? (seat === mySeat(now) ? "me" : "other") : null);
  setAttribute(node, "data-dealer", now.view?.dealer === seat ? pgettext("dealer's mark", "D") : null);
  setAttribute(node, "data-away", holder && holder.kind === "human" && !isPresent(now, seat));
  setAttribute(node, "data-bot", holder && (holder.kind === "bot" || byBot));
  setText(node.querySelector(".seat-initial"), isEmpty ? "" : name[0].toUpperCase());
  setText(node.querySelector(".seat-name"), seat === mySeat(now) ? pgettext("the reader", "You") : name);
  setText(node.querySelector(".seat-state"), words(seat));
  if (!isOpen) showBacks(node.querySelector(".seat-cards"), shown, seat);
  setShown(node.querySelector(".seat-cards"), !isOpen && seat !== mySeat(now));
  const owners = scores(shown);
  const points = areAtSeats(owners) && seat !== mySeat(now) ? owners.find(({ seats }) => seats[0] === seat).points : null;
  setShown(node.querySelector(".seat-points"), points !== null);
  setText(node.querySelector(".seat-points"), points === null ? "" : numberText(points));
  setAttribute(node.querySelector(".seat-points"), "aria-label", points === null ? null : pointsText(points));
  setAttribute(node.querySelector(".seat-points"), "role", points === null ? null : "img");
  const buttons = extras(seat);
  reconcile(slotFor(node), buttons, {
    key: (button) => button.key,
    make: (button) => el("button", { class: "button", type: "button", onclick: () => button.act() }, button.label),
    update: (child, button) => {
      setText(child, button.label);
      setAttribute(child, "aria-label", button.name);
    },
  });
}

function slotFor(node) {
  let slot = node.querySelector(".seat-acts");
  if (!slot) {
    slot = el("span", { class: "seat-acts" });
    node.append(slot);
  }
  return slot;
}

/** Draw the trick: `plays` in order, `gatheredBy` the place of its winner while the cards go there. */
export function drawTrick(node, state, { plays, gatheredBy }) {
  setAttribute(node, "data-winner", gatheredBy ?? "");
  const winning = plays.length > 1 ? winningPlay(plays, state.view.trump) : null;
  reconcile(node, plays, {
    key: ({ seat, card }) => `${seat}${card}`,
    make: (play) => makePlayed(state, play),
    update: (child, play) => child.classList.toggle("is-winning", play === winning),
  });
}

function makePlayed(state, play) {
  const word = play.signal ? signalName(play.signal) : play.say ? sayName(play.say) : "";
  return el(
    "figure",
    {
      class: `trick-card trick-card--${placeOf(state, play.seat)} is-new`,
      "data-gesture": play.signal,
    },
    el("img", {
      src: cardImage(play.card),
      alt: fill(pgettext("who plays what", "%(name)s: %(card)s"), { name: whoIs(state, play.seat), card: cardName(play.card) }),
      width: 50,
      height: 83,
    }),
    word && el("figcaption", { class: "signal-word" }, word),
  );
}

function declarationNotes(state) {
  const { view } = state;
  if (!view || (view.trick?.number ?? 99) > OPEN_UNTIL_TRICK) return [];
  return view.declarations.map(({ seat, points, sets, kinds }) => ({
    key: `${seat} ${sets ? sets.map((set) => set.join("")).join(" ") : kinds.join(" ")}`,
    seat,
    cards: [...new Set((sets ?? []).flat())],
    text: (sets ? sets.map((set) => setName(set.join(" "))) : kinds.map((kind) => kindName(kind))).join(", "),
    points,
  }));
}

function drawnNotes(state) {
  return (state.view?.drawn ?? []).map(({ seat, card }) => ({
    key: `drawn ${seat}${card}`,
    seat,
    cards: [card],
    text: fill(pgettext("a card drawn", "drew the %(card)s"), { card: cardName(card) }),
  }));
}

/** Draw what lies open beside the seats: declarations in their first tricks, cards drawn in sight of all. */
export function drawAnnouncements(node, state) {
  reconcile(node, [...declarationNotes(state), ...drawnNotes(state)], {
    key: ({ key }) => key,
    make: ({ seat, cards, text, points }) =>
      el(
        "p",
        { class: `announcement announcement--${placeOf(state, seat)}` },
        cards.length > 0 &&
          el("span", { class: "announcement-cards" }, ...cards.map((card) => el("img", { src: cardImage(card), alt: "", width: 50, height: 83 }))),
        el("span", {}, text, points ? el("b", {}, ` +${points}`) : null),
      ),
  });
}

/** Empty the rings with the clock: once a second is enough, the style sheet moves evenly between. */
export function drawClock(felt, { seat, left, isLow }) {
  for (const node of felt.querySelectorAll(".seat-ring")) {
    const isTheirs = Number(node.closest(".seat").dataset.seat) === seat;
    node.style.setProperty("--left", isTheirs ? left : 1);
    node.classList.toggle("is-low", isTheirs && isLow);
  }
}

