/* Chat: what people at the table say to each other, between hands, and what its watchers say among themselves.

   Its lines are read out only while no hand is played, so that nothing talks over the cards. */

import { language } from "../language.js";
import { el, icon, reconcile, setAttribute, setShown, setText } from "./dom.js";
import { page } from "./page.js";
import { Refusal, request } from "./rest.js";
import { mySeat } from "./scene.js";
import { fill, refusalText } from "./words.js";

const MOST_SHOWN = 100;

/** True while cards are out: then the players write nothing. */
export const isInHand = ({ view }) => view?.status === "running" && view.phase !== "deal";

/** Return a greeting in the reader's language (docs/protocol.md 1.5). */
function greetingText(code) {
  return {
    hello: gettext("Hello!"),
    good_luck: gettext("Good luck!"),
    well_played: gettext("Well played!"),
    thanks: gettext("Thank you!"),
    sorry: gettext("Sorry!"),
    no_matter: gettext("Never mind!"),
    back_soon: gettext("I'll be right back."),
    one_more: gettext("Another one?"),
    goodbye: gettext("Goodbye!"),
  }[code];
}

const GREETINGS = ["hello", "good_luck", "well_played", "thanks", "sorry", "no_matter", "back_soon", "one_more", "goodbye"];

export class Chat {
  #nodes;
  #socket;
  #lines = new Map(); // id → line
  #unread = 0;
  #state = { view: null, table: null, match: null };
  #isOn;
  #isBehind = true; // something may have been said that was not told here
  #played = null; // the match in which the reader has had a seat: who was replaced is a player of it to its end

  /** `nodes` are the panel's parts; `socket` takes the commands. */
  constructor(nodes, socket) {
    this.#nodes = nodes;
    this.#socket = socket;
    this.#isOn = page.chat !== "off";
    nodes.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#write();
    });
    nodes.toggle.addEventListener("click", () => this.#choose(!this.#isOn));
    nodes.tool.addEventListener("click", () => this.#read());
    nodes.lines.addEventListener("focusin", () => this.#read());
    nodes.words.addEventListener("focusin", () => this.#read());
    for (const code of GREETINGS) {
      const greet = () => this.#say("greet", { greeting: code });
      nodes.greetings.append(el("button", { class: "chip", type: "button", onclick: greet }, greetingText(code)));
    }
  }

  /** Take in a message of the server; true if it was about the chat. */
  hear(message) {
    if (message.type === "hello") this.#isBehind = true;
    if (message.type === "said") this.#add([message.line]);
    else if (message.type === "unsaid") this.#lines.delete(message.id);
    else return false;
    if (message.line && String(message.line.by.id) !== page.userId && !this.#isSeen()) this.#unread += 1;
    this.#drawLines();
    return true;
  }

  /** Show what may be said now. */
  draw(state) {
    const wasPlaying = this.#isPlayer();
    this.#state = state;
    if (state.view?.status === "running" && mySeat(state) !== null) this.#played = state.match;
    if (wasPlaying !== this.#isPlayer()) this.#changeRooms();
    if (this.#isOn && this.#isBehind && state.table) this.#catchUp();
    const isClosed = this.#isPlayer() && isInHand(state);
    const canWrite = Boolean(page.userId) && this.#isOn;
    setShown(this.#nodes.form, canWrite);
    setShown(this.#nodes.greetings, canWrite);
    setShown(this.#nodes.lines, this.#isOn);
    setShown(this.#nodes.toggle, Boolean(page.userId));
    setText(this.#nodes.toggle, this.#isOn ? gettext("Hide the chat") : gettext("Show the chat"));
    for (const control of [...this.#nodes.form.elements, ...this.#nodes.greetings.children]) {
      setAttribute(control, "aria-disabled", isClosed ? "true" : null);
    }
    setAttribute(this.#nodes.words, "readonly", isClosed);
    setAttribute(this.#nodes.lines, "aria-live", isInHand(state) ? "off" : "polite");
    setText(this.#nodes.rule, this.#ruleText(isClosed));
    this.#drawTool();
  }

  /** True for who plays the match that is on, or has: they know what was dealt. */
  #isPlayer() {
    const { view, table, match } = this.#state;
    const hasSeat = mySeat(this.#state) !== null || (this.#played !== null && this.#played === match);
    return view?.status === "running" && (hasSeat || Boolean(table?.you?.replaced));
  }

  /** True for who writes to those who watch: during a match, and always where the table is seen late. */
  #isWatcher() {
    const { view, table } = this.#state;
    return Boolean(table?.you?.delay) || (view?.status === "running" && !this.#isPlayer());
  }

  #ruleText(isClosed) {
    if (!this.#isOn) return gettext("You have switched the chat off.");
    if (!page.userId) return gettext("Log in to write.");
    if (isClosed) return gettext("The chat opens again between hands.");
    if (this.#isPlayer()) return gettext("Everybody at the table reads it.");
    if (this.#isWatcher()) return gettext("Only those who watch read it; the players do not.");
    return gettext("Everybody at the table reads it.");
  }

  #drawLines() {
    const { lines } = this.#nodes;
    const isAtEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
    const here = this.#isWatcher() ? "watchers" : "table";
    const shown = [...this.#lines.values()].sort((one, other) => one.id - other.id).slice(-MOST_SHOWN);
    reconcile(lines, shown, {
      key: ({ id }) => id,
      make: (line) => this.#make(line),
      update: (node, { room }) => setShown(node.querySelector(".chat-room"), room !== here),
    });
    setShown(this.#nodes.empty, this.#isOn && !shown.length);
    if (isAtEnd) lines.scrollTop = lines.scrollHeight;
    this.#drawTool();
  }

  #make({ id, by, at, text, greeting, room }) {
    const isMine = String(by.id) === page.userId;
    const report = `${page.playerUrl.replace("0name0", encodeURIComponent(by.name))}report/?line=${id}`;
    const label = fill(gettext("Report what %(name)s wrote"), { name: by.name });
    return el(
      "p",
      { class: "chat-line" },
      el("b", { class: "chat-by" }, by.name),
      " ",
      el("span", { class: "chat-room badge" }, room === "watchers" ? gettext("watching") : gettext("at the table")),
      " ",
      el("bdi", { class: "chat-words" }, text ?? greetingText(greeting) ?? greeting),
      " ",
      el("time", { class: "quiet", datetime: at }, new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })),
      page.userId && !isMine && el("a", { class: "chat-report", href: report, target: "_blank", "aria-label": label }, icon("flag")),
    );
  }

  #drawTool() {
    const { tool, count } = this.#nodes;
    setText(count, this.#unread ? String(Math.min(this.#unread, 99)) : "");
    const label = ngettext("Chat, %(count)s new line", "Chat, %(count)s new lines", this.#unread);
    setAttribute(tool, "aria-label", this.#unread ? fill(label, { count: this.#unread }) : gettext("Chat"));
  }

  #isSeen() {
    const { top, bottom } = this.#nodes.lines.getBoundingClientRect();
    return !document.hidden && top < innerHeight && bottom > 0;
  }

  #read() {
    this.#unread = 0;
    this.#drawTool();
  }

  #add(lines) {
    for (const line of lines) this.#lines.set(line.id, line);
    const old = [...this.#lines.keys()].sort((one, other) => one - other).slice(0, -MOST_SHOWN);
    for (const id of old) this.#lines.delete(id);
  }

  /** Who sits down to play reads the watchers no more, and reads what they said afterwards. */
  #changeRooms() {
    for (const { id, room } of [...this.#lines.values()]) if (room === "watchers") this.#lines.delete(id);
    this.#isBehind = true;
    this.#drawLines();
  }

  /** Read what was said before, or while the line was down. */
  async #catchUp() {
    this.#isBehind = false;
    try {
      const { results } = await request("GET", `/tables/${page.code}/chat/?room=every&page_size=${MOST_SHOWN}`);
      this.#add(results.filter(({ room }) => room === "table" || !this.#isPlayer())); // they may have sat down meanwhile
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
    }
    this.#drawLines();
  }

  async #write() {
    const { words } = this.#nodes;
    const text = words.value.trim();
    if (!text) return;
    if (await this.#say("chat", { text })) words.value = "";
  }

  /** Say something; false, and why, if it was refused. */
  async #say(type, fields) {
    const { problem } = this.#nodes;
    if (this.#isPlayer() && isInHand(this.#state)) return false;
    try {
      await this.#socket.command(type, fields);
      setText(problem, "");
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      setText(problem, refusalText(refusal));
      return false;
    }
  }

  /** Switch the chat on or off for this person, on all devices. */
  async #choose(isOn) {
    try {
      await request("PUT", "/me/chat/", { wants_chat: isOn });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      setText(this.#nodes.problem, refusalText(refusal));
      return;
    }
    this.#isOn = isOn;
    this.#isBehind = true;
    this.#lines.clear();
    this.#read();
    this.#drawLines();
    this.draw(this.#state);
  }
}

/** Return the parts of the chat's panel. */
export function chatNodes() {
  const names = ["form", "words", "lines", "empty", "greetings", "rule", "problem", "toggle"];
  const nodes = Object.fromEntries(names.map((name) => [name, document.getElementById(`chat-${name}`)]));
  return { ...nodes, tool: document.getElementById("tool-chat"), count: document.getElementById("tool-chat-count") };
}
