/* Results: the paper between hands and at the end, and the score sheet. */

import { el } from "./dom.js";
import { endText, reasonText } from "./news.js";
import { buttons, table, text } from "./note.js";
import { page } from "./page.js";
import { handNumber, mySeat, nameOf, scores } from "./scene.js";
import { nextLabel, sittingBlocks } from "./sitting.js";
import { wayOut } from "./waiting.js";
import { fill, listText, numberText, thirdsText } from "./words.js";

const MANY = 4; // columns a phone has room for

/** Return the rows that say how a hand was counted, one column a total. */
function handRows(state, result) {
  const owners = scores(state);
  const bySide = result.sides?.length === state.view.totals.length;
  const row = (label, cell) => [label, ...owners.map(({ index }) => cell(index))];
  const rows = [];
  if (bySide && result.card_points) {
    rows.push(
      row(gettext("Cards"), (index) => {
        const points = result.card_points[index];
        return thirdsText(result.thirds[index]) === String(points) ? String(points) : `${thirdsText(result.thirds[index])} → ${points}`;
      }),
    );
  }
  if (bySide && result.declared.some(Boolean)) rows.push(row(gettext("Declared"), (index) => signed(result.declared[index])));
  if (result.awarded?.some(Boolean)) rows.push(row(gettext("Awarded"), (index) => signed(result.awarded[index])));
  if (result.score) rows.push(row(gettext("This hand"), (index) => numberText(result.score[index])));
  rows.push(row(gettext("Total"), (index) => numberText(result.totals[index])));
  return rows;
}

/** One column a total; where there are many, one row each. */
function countTable(state, result) {
  const head = ["", ...scores(state).map(({ name }) => name)];
  const rows = handRows(state, result);
  if (head.length <= MANY) return table("count", head, rows);
  const all = [head, ...rows];
  const turned = head.map((_, column) => all.map((row) => row[column]));
  return table("count", turned[0], turned.slice(1));
}

const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

/** Return the paper's blocks between two hands. */
export function interludeBlocks(state, now, acts) {
  const { view, you } = state;
  const result = view.hands.at(-1);
  const left = view.next_hand_at ? Math.max(0, Math.ceil((Date.parse(view.next_hand_at) - now) / 1000)) : null;
  const waitsFor = view.seats.filter(({ seat, kind, by_bot }) => kind === "human" && !by_bot && !view.ready.includes(seat));
  const isMine = mySeat(state) !== null;
  return [
    text("heading", result.redeal ? gettext("Dealt again") : fill(gettext("Hand %(number)s"), { number: handNumber(view) }), "h2"),
    result.redeal
      ? text("redeal", gettext("Less than a point in hand: the same dealer deals again."))
      : countTable(state, result),
    !result.redeal && typeof result.cappotto === "number" ? text("cappotto", gettext("Cappotto!"), "p", "badge badge--accent") : null,
    result.contract ? text("contract", contractText(state, result.contract)) : null,
    you?.may.ready
      ? buttons("ready", [{ key: "ready", label: readyLabel(left), look: "button--accent", act: acts.ready }])
      : text("next", nextText(state, left, isMine && waitsFor.length ? waitsFor : [])),
  ].filter(Boolean);
}

const readyLabel = (left) =>
  left === null ? gettext("Next hand") : fill(pgettext("button with seconds left", "Next hand (%(left)s)"), { left });

function nextText(state, left, waitsFor) {
  const parts = [];
  if (waitsFor.length) parts.push(fill(gettext("Waiting for %(names)s."), { names: listText(waitsFor.map(({ seat }) => nameOf(state, seat))) }));
  if (left !== null) parts.push(fill(gettext("Next hand in %(left)s s."), { left }));
  return parts.join(" ");
}

function contractText(state, { soloist, made }) {
  const name = nameOf(state, soloist);
  return made ? fill(gettext("%(name)s made the contract."), { name }) : fill(gettext("%(name)s did not make the contract."), { name });
}

/** Return the paper's blocks at the end of a match. */
export function finaleBlocks(state, acts, ratings) {
  const { view, table: place } = state;
  const may = (act) => place?.you?.may?.includes(act);
  const wants = (place?.seats ?? []).filter(({ rematch, user }) => rematch && user).map(({ user }) => user.name);
  const isAborted = view.status === "aborted";
  const stake = view.result?.stake;
  return [
    text("heading", endText(state), "h2"),
    isAborted ? null : text("final", finalText(state), "p", "score-big"),
    reasonText(state) ? text("reason", reasonText(state), "p", "quiet") : null,
    stake > 1 ? text("stake", fill(gettext("Stake: ×%(stake)s"), { stake })) : null,
    ratings.block(state),
    ...sittingBlocks(place),
    wants.length ? text("wants", fill(gettext("For another match: %(names)s"), { names: listText(wants) })) : null,
    buttons("acts", [
      ...(may("rematch") ? [{ key: "rematch", label: nextLabel(place), look: "button--accent", act: () => acts.rematch(false) }] : []),
      ...(may("swap") ? [{ key: "swap", label: gettext("Swap partners"), act: () => acts.rematch(true) }] : []),
      ...(may("stand") ? [{ key: "chairs", label: gettext("Change the chairs"), act: acts.changeChairs }] : []),
      ...(isAborted ? [] : [{ key: "replay", label: gettext("Replay"), href: page.replayUrl.replace("00000000-0000-0000-0000-000000000000", state.match) }]),
      may("stand")
        ? { key: "leave", label: gettext("Leave the table"), look: "button--quiet", act: acts.leave }
        : wayOut(place?.official, "button--quiet"),
    ]),
  ].filter(Boolean);
}

const finalText = (state) =>
  scores(state)
    .map(({ name, points }) => fill(pgettext("a side and its points", "%(name)s %(points)s"), { name, points: numberText(points) }))
    .join(" – ");

/** Draw the score sheet: one row a hand, the totals at its foot. */
export function drawSheet(node, state) {
  const owners = scores(state);
  const hands = state.view?.hands ?? [];
  const said = JSON.stringify([owners, hands.length, state.view?.totals]);
  if (node.dataset.said === said) return;
  node.dataset.said = said;
  if (!hands.length) {
    node.replaceChildren(el("p", { class: "quiet" }, gettext("No hand has been counted yet.")));
    return;
  }
  let number = 0;
  const rows = hands.map((result) => {
    if (!result.redeal) number += 1;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, result.redeal ? gettext("redealt") : String(number)),
      ...owners.map(({ index }) => el("td", { class: "num" }, cellText(result, index, state))),
    );
  });
  node.replaceChildren(
    el(
      "table",
      { class: "list list--keep" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, gettext("Hand")), ...owners.map(({ name }) => ownerHead(name, owners.length)))),
      el("tbody", {}, ...rows),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, gettext("Total")), ...owners.map(({ points }) => el("td", { class: "num" }, numberText(points))))),
    ),
  );
}

/** Where many sit the columns are narrow: the first letters, and the whole name for who asks. */
function ownerHead(name, count) {
  const isShort = count >= MANY;
  return el("th", { scope: "col", class: "num", "aria-label": isShort ? name : null, title: isShort ? name : null }, isShort ? name.slice(0, 3) : name);
}

function cellText(result, index, state) {
  if (!result.score) return "–";
  const isBySide = result.sides?.length === state.view.totals.length;
  const declared = isBySide ? result.declared[index] : 0;
  return declared ? `${result.score[index] - declared} + ${declared}` : numberText(result.score[index]);
}
