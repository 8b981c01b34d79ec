/* Replay: a match that has ended, card by card, with every hand open. */

import { cardImage, cardName, fetchPictures, sorted } from "../table/cards.js";
import { isOpen } from "../table/dialogs.js";
import { el, reconcile, setAttribute, setText } from "../table/dom.js";
import { drawAnnouncements, drawSeats, drawTrick } from "../table/felt.js";
import { drawFacts, drawScores } from "../table/headline.js";
import { newsOf } from "../table/news.js";
import { page } from "../table/page.js";
import { nameOf, seatsInOrder, whoIs } from "../table/scene.js";
import { dress } from "../table/settings.js";
import { say, speakThrough } from "../table/speech.js";
import { clockText } from "../table/status.js";
import { drawSheet } from "../table/results.js";
import { fill, playText, thirdsText } from "../table/words.js";
import { offerProof } from "./proof.js";
import { addressOf, handStarts, momentAt, momentsOf, tricksUntil } from "./moments.js";

const PACE = 1100; // ms a step while it plays by itself

const find = (id) => document.getElementById(id);
let moments = [];
let now = 0;
let timer = null;

async function begin() {
  const answer = await fetch(page.replay, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  const { events } = await answer.json();
  const seat = page.seat === "" ? null : Number(page.seat);
  moments = momentsOf(events, { seats: [], you: { seat } });
  find("position").max = String(moments.length - 1);
  drawHandList();
  offerProof({ button: find("deal-again"), verdict: find("proof-verdict"), list: find("proofs"), match: page.match, nameOf: playerAt });
  go(momentAt(moments, location.hash), { isQuiet: true });
  find("replay").hidden = false;
}

const playerAt = (seat) => nameOf(moments[0].state, seat);

/* --- moving --- */

function go(to, { isQuiet = false } = {}) {
  const next = Math.max(0, Math.min(moments.length - 1, to));
  const isMoved = next !== now;
  now = next;
  draw();
  history.replaceState(null, "", addressOf(moments[now]));
  if (!isQuiet && isMoved) for (const sentence of newsOf(moments[now].event, moments[now].state)) say(sentence);
  if (now === moments.length - 1) pause();
}

function toHand(step) {
  const starts = handStarts(moments);
  const inside = starts.findLastIndex(({ at }) => at <= now);
  const isAtStart = starts[inside]?.at === now;
  const wanted = step < 0 && !isAtStart ? inside : inside + step;
  go(starts[Math.max(0, Math.min(starts.length - 1, wanted))].at);
}

function pause() {
  clearInterval(timer);
  timer = null;
  drawPlay();
}

function togglePlay() {
  if (timer) {
    pause();
    return;
  }
  if (now === moments.length - 1) go(0);
  timer = setInterval(() => go(now + 1), PACE);
  drawPlay();
}

/* --- drawing --- */

function draw() {
  const { event, state, hands } = moments[now];
  drawScores(find("scores"), state);
  drawFacts(find("facts"), state);
  drawSeats(find("felt"), { shown: state, now: state, extras: () => [], words: (seat) => clockText(state, seat, 0), isOpen: true });
  drawTrick(find("trick"), state, { plays: (event.trick ?? state.view.trick)?.plays ?? [], gatheredBy: null });
  drawAnnouncements(find("announcements"), state);
  drawHands(state, hands);
  drawSheet(find("sheet"), state);
  drawTricks(state);
  setText(find("news"), newsOf(event, state).join(" · "));
  find("position").value = String(now);
  setAttribute(find("position"), "aria-valuetext", fill(gettext("hand %(hand)s, card %(cards)s"), moments[now]));
  for (const [id, isEnd] of [["first", now === 0], ["back", now === 0], ["forward", now === moments.length - 1], ["last", now === moments.length - 1]]) {
    setAttribute(find(id), "aria-disabled", isEnd ? "true" : null);
  }
  for (const button of find("hands").children) {
    setAttribute(button, "aria-pressed", String(Number(button.dataset.hand) === moments[now].hand));
  }
}

function drawPlay() {
  setAttribute(find("play"), "aria-pressed", String(timer !== null));
  setAttribute(find("play").querySelector("use"), "href", `${page.icons}#${timer ? "pause" : "play"}`);
}

function drawHands(state, hands) {
  reconcile(find("open-hands"), seatsInOrder(state), {
    key: (seat) => seat,
    make: () => el("section", { class: "open-hand" }, el("h2"), el("p", { class: "card-row" })),
    update: (node, seat) => {
      setText(node.firstElementChild, whoIs(state, seat));
      setAttribute(node, "data-turn", state.view.turn?.seat === seat ? "" : null);
      reconcile(node.lastElementChild, sorted(hands[seat] ?? []), {
        key: (card) => card,
        make: (card) => el("img", { src: cardImage(card), alt: cardName(card), width: 50, height: 83 }),
      });
    },
  });
}

function drawTricks(state) {
  const tricks = tricksUntil(moments, now);
  setText(find("tricks-none"), tricks.length ? "" : gettext("No trick has been taken yet."));
  reconcile(find("tricks"), tricks, {
    key: ({ at }) => at,
    make: ({ at, trick }) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "trick-line", onclick: () => go(at) },
          el("span", { class: "trick-number num" }, String(trick.number)),
          el(
            "span",
            { class: "trick-cards" },
            ...trick.plays.map((play) =>
              el("img", {
                class: play.seat === trick.winner ? "is-winner" : null,
                src: cardImage(play.card),
                alt: fill(pgettext("who plays what", "%(name)s: %(card)s"), { name: whoIs(state, play.seat), card: playText(play) }),
                width: 50,
                height: 83,
              }),
            ),
          ),
          el("b", { class: "num" }, fill(pgettext("who takes how much", "%(name)s %(points)s"), { name: whoIs(state, trick.winner), points: thirdsText(trick.thirds) })),
        ),
      ),
  });
}

function drawHandList() {
  find("hands").replaceChildren(
    ...handStarts(moments).map(({ hand, at }) =>
      el("button", { type: "button", class: "chip", "data-hand": hand, onclick: () => go(at) }, fill(gettext("Hand %(number)s"), { number: hand })),
    ),
  );
}

async function copyLink() {
  const field = find("moment-link");
  field.value = location.href;
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    isCopied = document.execCommand("copy");
  }
  setText(find("copied"), isCopied ? gettext("Link copied") : gettext("Select and copy"));
  setTimeout(() => setText(find("copied"), ""), 3000);
}

/* --- buttons and keys --- */

const ACTS = { first: () => go(0), back: () => go(now - 1), play: togglePlay, forward: () => go(now + 1), last: () => go(moments.length - 1) };
for (const [id, act] of Object.entries(ACTS)) {
  find(id).addEventListener("click", () => {
    if (id !== "play") pause();
    act();
  });
}
find("position").addEventListener("input", (event) => go(Number(event.target.value)));
find("share").addEventListener("click", copyLink);

const KEYS = {
  ArrowLeft: () => go(now - 1),
  ArrowRight: () => go(now + 1),
  Home: () => go(0),
  End: () => go(moments.length - 1),
  PageUp: () => toHand(-1),
  PageDown: () => toHand(1),
  " ": togglePlay,
};
document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  const isElsewhere = event.target.closest("input, select, textarea") || (event.key === " " && event.target.closest("button, a, summary"));
  if (!act || isElsewhere || isOpen() || event.altKey || event.ctrlKey || event.metaKey || !moments.length) return;
  event.preventDefault();
  act();
});
addEventListener("hashchange", () => go(momentAt(moments, location.hash)));

dress();
speakThrough(find("speech"));
fetchPictures();
begin().catch(() => setText(find("loading"), gettext("The match could not be loaded. Reload the page.")));
