/* Table: the page's own script. It holds the state, lets the parts draw it, and turns presses into commands. */

import { fetchPictures } from "./cards.js";
import { cardsFor, chipsOf, drawChips } from "./chips.js";
import { ask, isOpen, toggleKeys } from "./dialogs.js";
import { setAttribute, setShown, setText } from "./dom.js";
import { attend } from "./entropy.js";
import { drawAnnouncements, drawClock, drawSeats, drawTrick } from "./felt.js";
import { Hand } from "./hand.js";
import { Ledger } from "./ledger.js";
import { askText, newsOf } from "./news.js";
import { drawNote } from "./note.js";
import { bindOptions } from "./options.js";
import { page } from "./page.js";
import { request } from "./rest.js";
import { drawSheet, finaleBlocks, interludeBlocks } from "./results.js";
import { actingSeat, isByBot, isMyTurn, mySeat, nameOf, placeOf } from "./scene.js";
import { dress, onChange, set, settings } from "./settings.js";
import { TableSocket } from "./socket.js";
import { listenForTouch, play as playSound } from "./sound.js";
import { say, speakThrough } from "./speech.js";
import { Stage } from "./stage.js";
import { emptyState, reduce } from "./state.js";
import { clockText, statusOf } from "./status.js";
import { chairActs, chairWords, closedBlocks, waitingBlocks } from "./waiting.js";
import { Witness } from "./witness.js";
import { drawFacts, drawScores } from "./headline.js";
import { fill, refusalText } from "./words.js";

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
    line = { state, code };
    isResyncing = false;
    draw();
  },
});

/* --- what the server says --- */

function hear(message) {
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
  tick();
}

function drawFelt() {
  drawScores(find("scores"), shown);
  drawFacts(find("facts"), shown, line);
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
  const words = clockText(now, seat, socket.now());
  return words || chairWords(now, seat);
}

/** What is the reader's own: hand, chips, and the line that says whose turn it is. */
function drawOwn() {
  const { you, view } = now;
  const may = you?.may ?? {};
  const acting = actingSeat(now);
  const isActing = acting !== null && !isByBot(now) && view.status === "running";
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
  const chosen = [...hand.chosen][0] ?? null;
  const chips = view?.status === "running" ? chipsOf({ may, chosen, word, acts }) : [];
  if (may.discard) chips.push(discardChip(may.discard));
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
    press: () => isFull && command("discard", { cards: cards.join(" ") }),
  };
}

function drawStatus() {
  const isComplaining = complaint && complaint.until > performance.now();
  const { text, tone } = isComplaining
    ? { text: complaint.text, tone: "error" }
    : statusOf(now, { line, at: socket.now(), isShowing: !stage.isIdle });
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
  const at = socket.now();
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
}

/** The paper shows what there is to read and decide; while a hand is played there is none. */
function drawPaper(at) {
  drawNote(nodes.note, stage.isIdle && shown.table ? paperOf(at) : []);
}

function paperOf(at) {
  const { view, table } = shown;
  if (view?.status === "running") return view.phase === "deal" && view.hands.length ? interludeBlocks(shown, at, acts) : [];
  if (isFinale(shown)) return finaleBlocks(shown, acts);
  return table.status === "open" ? waitingBlocks(shown, at, acts) : closedBlocks();
}

/** True from the end of a match until somebody leaves or wants to change the chairs. */
const isFinale = ({ view, table }) =>
  Boolean(view && view.status !== "running" && table && table.status !== "closed" && table.seats.every(({ user }) => user) && !isChangingChairs);

/* --- what the reader does --- */

/** Send a command of the match; a refusal is told in words. */
async function command(type, fields = {}) {
  try {
    await socket.command(type, { match: now.match, seq: now.seq, ...fields });
    return true;
  } catch (refusal) {
    complain(refusalText(refusal));
    return false;
  }
}

async function useCard(card) {
  const { may } = now.you;
  const wordOk = word && (cardsFor(may, word) ?? []).includes(card);
  const field = may.signals ? "signal" : "say";
  stage.flush();
  setSent(true);
  const fields = { card, ...(wordOk ? { [field]: word } : {}) };
  const isDone = await command(may.give ? "give" : "play", fields);
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

/** Do something about the table over REST; the socket shows the change. */
async function rest(method, path, body) {
  try {
    await request(method, `/tables/${page.code}${path}`, body);
    return true;
  } catch (refusal) {
    complain(refusalText(refusal));
    return false;
  }
}

const acts = {
  sit: (seat) => rest("PUT", `/seats/${seat}/`),
  stand: () => rest("DELETE", `/seats/${now.table.you.seat ?? now.table.you.asked.seat}/`),
  seatBot: (seat) => rest("PUT", `/seats/${seat}/bot/`),
  unseatBot: (seat) => rest("DELETE", `/seats/${seat}/bot/`),
  seatBots: async (seats) => {
    for (const seat of seats) if (!(await rest("PUT", `/seats/${seat}/bot/`))) return;
  },
  answer: (id, accept) => rest("POST", `/requests/${id}/`, { accept }),
  rematch: (swap) => rest("POST", "/rematch/", { swap }),
  changeChairs: () => {
    isChangingChairs = true;
    draw();
  },
  leave: async () => {
    if (await acts.stand()) location.assign(page.lobbyUrl);
  },
  close: async () => {
    const isSure = await ask({ title: gettext("Close the table?"), body: gettext("Everybody stands up and the table is gone."), yes: gettext("Close it"), isDanger: true });
    if (isSure && (await rest("DELETE", "/"))) location.assign(page.lobbyUrl);
  },
  ready: () => command("ready"),
  takeBack: () => command("take_back"),
  declare: (sets) => command("declare", { sets }),
  bid: (bid) => command("bid", { bid }),
  call: (card) => command("call", { card }),
  take: (count) => command("take", { count }),
  chooseWord: (chosen) => {
    word = chosen;
    drawOwn();
  },
  redeal: async () => {
    const isSure = await ask({ title: gettext("Ask for a new deal?"), body: gettext("The hand is thrown in and dealt again."), yes: gettext("New deal") });
    if (isSure) command("a_monte");
  },
  callOut: async () => {
    const isSure = await ask({
      title: gettext("Call out?"),
      body: gettext("The play stops and the points so far are counted. If they do not reach the target, it costs you dear."),
      yes: gettext("Call out"),
      isDanger: true,
    });
    if (isSure) command("call_out");
  },
};

/** Out of the match: called off before the first trick is complete, given up after it. */
async function giveUp() {
  const may = now.you?.may ?? {};
  if (may.abort) {
    const isSure = await ask({
      title: gettext("Call the match off?"),
      body: gettext("Until the first trick is complete the match can be called off if everybody asks for it. It does not count then."),
      yes: gettext("Call it off"),
      isDanger: true,
    });
    if (isSure) command("abort");
  } else if (may.resign) {
    const asked = partnersWhoResign();
    const body = asked.length
      ? fill(gettext("%(name)s has proposed to resign. If you agree, the match ends."), { name: nameOf(now, asked[0]) })
      : hasPartner()
        ? gettext("Your partner must agree. Once proposed, it cannot be taken back in this hand.")
        : gettext("The match ends and the others win.");
    const isSure = await ask({ title: gettext("Resign the match?"), body, yes: gettext("Resign"), isDanger: true });
    if (isSure) command("resign");
  }
}

async function leaveToBot() {
  const isSure = await ask({
    title: gettext("Leave the match to a bot?"),
    body: gettext("A bot plays in your place. You can take over again at any time."),
    yes: gettext("Leave it to a bot"),
  });
  if (isSure) command("leave");
}

const partnersWhoResign = () => (now.you.resign_asked ?? []).filter((seat) => seat !== now.you.seat);

const hasPartner = () =>
  (now.view.sides ?? []).some(
    (side) => side.includes(now.you.seat) && side.some((seat) => seat !== now.you.seat && now.view.seats.some((holder) => holder.seat === seat && holder.kind === "human" && !holder.by_bot)),
  );

/* --- keys and tools --- */

function readOut() {
  say(statusOf(now, { line, at: socket.now() }).text);
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

const KEYS = {
  h: () => (isMyTurn(now) && actingSeat(now) !== now.you.seat ? dummyHand : hand).focus(),
  d: () => nodes.chips.querySelector("button")?.focus(),
  l: () => ledger.toggleRecall(now),
  s: readOut,
  m: toggleSound,
  "?": toggleKeys,
};

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input:not([type=checkbox], [type=range]), select, textarea");
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
  if (event.key === "Escape" && !isOpen()) {
    ledger.hideRecall();
    hand.choose(null);
    dummyHand.choose(null);
    return;
  }
  if (isOpen() && event.key !== "?") return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

function drawTools() {
  setAttribute(find("tool-sound"), "aria-pressed", String(settings.sound));
  setAttribute(find("tool-sound").querySelector("use"), "href", `${page.icons}#${settings.sound ? "sound" : "sound-off"}`);
}

find("tool-last").addEventListener("click", () => ledger.toggleRecall(now));
find("tool-sound").addEventListener("click", toggleSound);
find("resign").addEventListener("click", giveUp);
find("leave").addEventListener("click", leaveToBot);
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
drawTools();
listenForTouch();
fetchPictures();
setInterval(tick, 1000);
