/* Table: the page's own script. It holds the state, lets the parts draw it, and turns presses into commands. */

import { ring, settle } from "../bell.js";
import { actsOf } from "./acts.js";
import { fetchPictures } from "./cards.js";
import { Chat, chatNodes, isInHand } from "./chat.js";
import { cardsFor, chipsOf, drawChips } from "./chips.js";
import { bindInvite, drawDraw } from "./company.js";
import { toggleKeys } from "./dialogs.js";
import { setAttribute, setShown, setText } from "./dom.js";
import { attend } from "./entropy.js";
import { drawAnnouncements, drawClock, drawSeats, drawTrick } from "./felt.js";
import { Hand } from "./hand.js";
import { bindKeys } from "./keys.js";
import { Ledger } from "./ledger.js";
import { askText, newsOf } from "./news.js";
import { drawNote } from "./note.js";
import { bindOptions } from "./options.js";
import { page } from "./page.js";
import { isAsked, isPaused, pauseBlocks, pauseChips, pauseLabel } from "./pause.js";
import { Ratings } from "./ratings.js";
import { drawSheet, finaleBlocks, interludeBlocks } from "./results.js";
import { actingSeat, isByBot, isMyTurn, mySeat, placeOf } from "./scene.js";
import { dress, onChange, set, settings } from "./settings.js";
import { TableSocket } from "./socket.js";
import { listenForTouch, play as playSound } from "./sound.js";
import { say, speakThrough } from "./speech.js";
import { Stage } from "./stage.js";
import { emptyState, reduce } from "./state.js";
import { clockText, statusOf } from "./status.js";
import { arrivalBlocks, chairActs, chairWords, closedBlocks, waitingBlocks } from "./waiting.js";
import { Witness } from "./witness.js";
import { drawFacts, drawScores } from "./headline.js";
import { fill } from "./words.js";

const find = (id) => document.getElementById(id);
const nodes = {
  felt: find("felt"),
  trick: find("trick"),
  announcements: find("announcements"),
  note: find("note"),
  chips: find("chips"),
  status: find("status"),
  hand: find("hand"),
  dummy: find("dummy"),
  sheet: find("sheet"),
};

/** `now` is where the match stands; `shown` how far it has been shown. */
let now = emptyState();
let shown = now;
let trick = { plays: [], gatheredBy: null };
let line = { state: "reconnecting", code: null };
let word = null; // the signal or spoken words chosen for the next card
let complaint = null; // { text, until }
let wasMyTurn = false;
let wasPauseAsked = false;
let isResyncing = false;
let isChangingChairs = false; // after a match: the reader wants to see the chairs again

const stage = new Stage(playStep);
const ledger = new Ledger({ log: find("log"), last: find("last-trick"), recall: find("recall") });
const witness = new Witness({ node: find("seal"), tell: (sentence) => ledger.add(sentence) });
const hand = new Hand(nodes.hand, { act: useCard, refuse: refuseCard, onChoice: drawOwn });
const dummyHand = new Hand(nodes.dummy, { act: useCard, refuse: refuseCard, onChoice: drawOwn });
const socket = new TableSocket({
  path: `/ws/v1/tables/${page.code}/`,
  position: () => (now.match ? { match: now.match, seq: now.seq } : null),
  onMessage: hear,
  onLine: (state, code = null) => {
    if (code === 4001 && page.isGuest !== undefined) location.reload(); // signed up in another window
    line = { state, code };
    isResyncing = false;
    draw();
  },
});

const chat = new Chat(chatNodes(), socket);
const ratings = new Ratings(draw);

const acts = {
  ...actsOf({ state: () => now, socket, complain }),
  changeChairs: () => {
    isChangingChairs = true;
    draw();
  },
  chooseWord: (chosen) => {
    word = chosen;
    drawOwn();
  },
};

/** The time in the match as this reader sees it, in ms: who watches late sees its clocks as they stood. */
const matchNow = () => socket.now() - (now.table?.you?.delay ?? 0) * 1000;

/* --- what the server says --- */

/** True where a chair at another table waits for the reader. */
const isCall = ({ type, code, table }) =>
  type === "notice" && ["seek_found", "table_ready"].includes(code) && table && table !== page.code;

function hear(message) {
  if (isCall(message)) location.assign(page.tableUrl.replace("0", message.table));
  if (chat.hear(message)) return;
  ratings.hear(message);
  if (message.type === "notice" && message.bell) ring(isInHand(now));
  const { state, change } = reduce(now, message);
  if (change === "gap") {
    if (!isResyncing) socket.resync(now.seq);
    isResyncing = true;
    return;
  }
  if (change === null) return;
  now = state;
  isResyncing = false;
  if (change === "event") {
    stage.push(message, now);
  } else if (change === "match") {
    stage.clear();
    shown = now;
    trick = { plays: now.view.trick?.plays ?? [], gatheredBy: null };
    ledger.begin(now);
  } else {
    shown = { ...shown, table: now.table, presence: now.presence };
  }
  witness.see(message, now);
  attend(now, (type, fields) => socket.command(type, { match: now.match, seq: now.seq, ...fields }).catch(() => {}));
  draw();
}

/** Show one step of what has happened: a card, the trick going to its winner, the table after it. */
function playStep({ kind, event, state, isLast }) {
  const isPlayed = event.kind === "played";
  if (kind === "event") {
    shown = { ...state, table: now.table, presence: now.presence };
    if (event.kind === "started" || event.kind === "dealt") ledger.clear();
    if (event.kind === "started") isChangingChairs = false;
    trick = { plays: (event.trick ?? state.view.trick)?.plays ?? [], gatheredBy: null };
    for (const sentence of newsOf(event, state)) {
      say(sentence);
      ledger.add(sentence);
    }
    if (isPlayed) playSound("card");
    if (event.kind === "ended") playSound("end");
  } else if (kind === "gather") {
    trick = { ...trick, gatheredBy: placeOf(state, event.trick.winner) };
    playSound("trick");
  } else {
    trick = { plays: state.view.trick?.plays ?? [], gatheredBy: null };
  }
  if (isLast) draw();
  else drawFelt();
}

/* --- drawing --- */

function draw() {
  drawFelt();
  drawOwn();
  chat.draw(now);
  if (!isInHand(now)) settle();
  tick();
}

function drawFelt() {
  drawScores(find("scores"), shown);
  drawFacts(find("facts"), shown, line);
  drawDraw(now);
  drawSeats(nodes.felt, {
    shown,
    now,
    extras: (seat) => (isFinale(now) ? [] : chairActs(now, seat, acts)),
    words: (seat) => seatWords(seat),
  });
  drawTrick(nodes.trick, shown, trick);
  drawAnnouncements(nodes.announcements, shown);
  drawSheet(nodes.sheet, shown);
  ledger.draw(shown);
}

function seatWords(seat) {
  const words = clockText(now, seat, matchNow());
  return words || chairWords(now, seat);
}

/** What is the reader's own: hand, chips, and the line that says whose turn it is. */
function drawOwn() {
  const { you, view } = now;
  const may = you?.may ?? {};
  const acting = actingSeat(now);
  const isActing = acting !== null && !isByBot(now) && view.status === "running" && !isPaused(view);
  const wanted = isActing ? askedOf(may, acting) : null;
  const isDummyTurn = isActing && acting !== you.seat;
  hand.draw({
    cards: you?.hand ?? [],
    piles: ownPiles(),
    legal: isActing && !isDummyTurn ? wanted.cards : null,
    most: wanted?.most ?? 1,
  });
  dummyHand.draw({ cards: view?.dummy?.hand ?? [], legal: isDummyTurn ? wanted.cards : null });
  setShown(nodes.dummy, Boolean(view?.dummy?.hand?.length));
  setShown(nodes.hand, !now.table || mySeat(now) !== null);
  if (!may.signals && !may.say) word = null;
  setShown(find("resign"), Boolean(may.resign || may.abort));
  setText(find("resign"), may.abort ? gettext("Call the match off") : gettext("Resign"));
  setShown(find("leave"), Boolean(may.leave));
  setShown(find("pause"), Boolean(may.pause) && !isAsked(view, matchNow()));
  setText(find("pause"), pauseLabel(now));
  const chosen = [...hand.chosen][0] ?? null;
  const chips = view?.status === "running" ? chipsOf({ may, chosen, word, acts }) : [];
  if (may.discard) chips.push(discardChip(may.discard));
  chips.push(...pauseChips(now, matchNow(), acts));
  setAttribute(nodes.chips, "data-place", isActing && view.turn.do !== "play" ? "felt" : null); // no trick lies there then
  drawChips(nodes.chips, chips);
  drawStatus();
  announceTurn(isActing, acting);
}

function ownPiles() {
  const piles = now.you && now.view?.piles?.[now.you.seat];
  return (piles ?? []).filter(({ top }) => top);
}

/** Return the cards that may be used now, and how many of them together. */
function askedOf(may, acting) {
  if (may.discard) return { cards: now.you.hand, most: may.discard };
  if (may.give) return { cards: may.give };
  if (may.call || may.bid || may.take) return { cards: [] };
  const legal = may.play ?? [];
  const fitting = acting === now.you.seat ? cardsFor(may, word) : null;
  return { cards: fitting ? legal.filter((card) => fitting.includes(card)) : legal };
}

function discardChip(count) {
  const cards = [...hand.chosen];
  const isFull = cards.length === count;
  return {
    key: "discard",
    kind: "act",
    label: fill(gettext("Lay aside %(done)s of %(count)s"), { done: cards.length, count }),
    isOff: !isFull,
    press: () => isFull && acts.command("discard", { cards: cards.join(" ") }),
  };
}

function drawStatus() {
  const isComplaining = complaint && complaint.until > performance.now();
  const { text, tone } = isComplaining
    ? { text: complaint.text, tone: "error" }
    : statusOf(now, { line, at: matchNow(), isShowing: !stage.isIdle });
  setText(nodes.status, text);
  setAttribute(nodes.status, "data-tone", tone);
}

/** Call the reader to the table once a turn: by words, sound, title and badge. */
function announceTurn(isActing, acting) {
  if (isActing !== wasMyTurn) {
    wasMyTurn = isActing;
    document.title = isActing ? `● ${gettext("Your turn")} · ${page.title}` : page.title;
    navigator[isActing ? "setAppBadge" : "clearAppBadge"]?.()?.catch(() => {});
    if (isActing) {
      playSound("turn");
      say(askText(now, acting));
    }
  }
}

/** Once a second, and whenever anything changes: clocks, countdowns, the paper on the cloth. */
function tick() {
  const at = matchNow();
  const { view, table } = now;
  const clock = view?.clock;
  if (clock?.deadline) {
    const move = Date.parse(clock.deadline) - clock.bank[clock.seat] - at;
    const whole = (table?.move_seconds || 30) * 1000;
    const left = move > 0 ? move / whole : Math.max(0, Date.parse(clock.deadline) - at) / Math.max(1, clock.bank[clock.seat]);
    drawClock(nodes.felt, { seat: clock.seat, left: Math.min(1, left).toFixed(3), isLow: Date.parse(clock.deadline) - at < 10000 });
    for (const chip of nodes.chips.querySelectorAll("[data-kind=declaration]")) {
      chip.style.setProperty("--left", clock.seat === now.you?.seat ? Math.min(1, left).toFixed(3) : 0);
    }
  } else {
    drawClock(nodes.felt, { seat: null });
  }
  for (const node of nodes.felt.querySelectorAll(".seat")) {
    setText(node.querySelector(".seat-state"), seatWords(Number(node.dataset.seat)));
  }
  drawPaper(at);
  drawStatus();
  if (isAsked(view, at) !== wasPauseAsked) {
    wasPauseAsked = isAsked(view, at);
    drawOwn();
  }
}

/** The paper shows what there is to read and decide; while a hand is played there is none. */
function drawPaper(at) {
  drawNote(nodes.note, stage.isIdle && shown.table ? paperOf(at) : []);
}

function paperOf(at) {
  const { view, table } = shown;
  if (isPaused(view)) return pauseBlocks(shown, acts);
  if (view?.status === "running") return view.phase === "deal" && view.hands.length ? interludeBlocks(shown, at, acts) : [];
  if (isFinale(shown)) return finaleBlocks(shown, acts, ratings);
  if (table.status !== "open") return closedBlocks(table);
  return table.official ? arrivalBlocks(shown) : waitingBlocks(shown, socket.now(), acts);
}

/** True from the end of a match until somebody leaves or wants to change the chairs. */
const isFinale = ({ view, table }) =>
  Boolean(view && view.status !== "running" && (table?.official || isSatAt(table)) && !isChangingChairs);

const isSatAt = (table) => Boolean(table && table.status !== "closed" && table.seats.every(({ user }) => user));

/* --- what the reader does --- */

async function useCard(card) {
  const { may } = now.you;
  const wordOk = word && (cardsFor(may, word) ?? []).includes(card);
  const field = may.signals ? "signal" : "say";
  stage.flush();
  setSent(true);
  const fields = { card, ...(wordOk ? { [field]: word } : {}) };
  const isDone = await acts.command(may.give ? "give" : "play", fields);
  if (isDone) word = null;
  setSent(false);
  drawOwn();
}

function setSent(isSent) {
  hand.setSent(isSent);
  dummyHand.setSent(isSent);
}

function refuseCard() {
  const acting = actingSeat(now);
  if (acting !== null) complain(askText(now, acting));
}

function complain(text) {
  complaint = { text, until: performance.now() + 4000 };
  say(text);
  drawStatus();
}

/* --- keys and tools --- */

function readOut() {
  say(statusOf(now, { line, at: matchNow() }).text);
  ledger.readOut(now);
}

function toggleSound() {
  set("sound", !settings.sound);
}

/** The pictures on the cloth are made once a card; after a change of the deck they are made anew. */
function redrawCards() {
  nodes.trick.replaceChildren();
  nodes.announcements.replaceChildren();
  for (const cards of nodes.felt.querySelectorAll(".seat-cards")) cards.replaceChildren();
  ledger.forget();
  draw();
}

bindKeys({
  keys: {
    h: () => (isMyTurn(now) && actingSeat(now) !== now.you.seat ? dummyHand : hand).focus(),
    d: () => nodes.chips.querySelector("button")?.focus(),
    l: () => ledger.toggleRecall(now),
    s: readOut,
    m: toggleSound,
    "?": toggleKeys,
  },
  putBack: () => {
    ledger.hideRecall();
    hand.choose(null);
    dummyHand.choose(null);
  },
});

function drawTools() {
  setAttribute(find("tool-sound"), "aria-pressed", String(settings.sound));
  setAttribute(find("tool-sound").querySelector("use"), "href", `${page.icons}#${settings.sound ? "sound" : "sound-off"}`);
}

find("tool-last").addEventListener("click", () => ledger.toggleRecall(now));
find("tool-sound").addEventListener("click", toggleSound);
find("resign").addEventListener("click", acts.giveUp);
find("leave").addEventListener("click", acts.leaveToBot);
find("pause").addEventListener("click", acts.askPause);
onChange((name) => {
  drawTools();
  if (name === "deck" || name === "indices") {
    fetchPictures();
    redrawCards();
  }
});

dress();
speakThrough(find("speech"));
bindOptions(find("options"));
bindInvite({ state: () => now, acts });
drawTools();
listenForTouch();
fetchPictures();
setInterval(tick, 1000);
