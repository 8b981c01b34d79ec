/* Socket: one live line to a table. It comes back by itself, and a command is sent until the server has answered it. */

import { page } from "./page.js";
import { Refusal } from "./rest.js";

const SILENCE = 9000; // ms without a word from the server: the line is dead
const FIRST_WAIT = 300;
const LONGEST_WAIT = 10000;
/** Close codes after which trying again is of no use (docs/protocol.md 1.6). */
const FINAL = new Set([4001, 4003, 4004]);
/** Close codes after which one waits longer: too many messages, too many watchers. */
const PATIENT = new Set([4013, 4029]);

/** Return a random UUID; crypto.randomUUID is missing where a club's server is reached over plain http. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export class TableSocket {
  #address;
  #position;
  #onMessage;
  #onLine;
  #socket = null;
  #waiting = new Map(); // command_id → { frame, resolve, reject }
  #failures = 0;
  #retryAt = 0;
  #heardAt = 0;
  #pingAt = 0;
  #heartbeat = 3000;
  #offset = 0; // server's clock minus ours, in ms
  #bestTrip = Infinity;
  #isOver = false;

  /**
   * `path` is the socket's; `position()` gives `{ match, seq }` to go on from, or null; `onMessage(message)` gets all
   * that is not an answer to a command; `onLine(state, code)` hears "online", "reconnecting" or "closed".
   */
  constructor({ path, position, onMessage, onLine }) {
    this.#address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.#position = position;
    this.#onMessage = onMessage;
    this.#onLine = onLine;
    new Worker(page.ticker).onmessage = () => this.#tick();
    addEventListener("online", () => this.#retryNow());
    addEventListener("pageshow", (event) => event.persisted && this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
    this.#open();
  }

  /** The server's time, in ms. */
  now() {
    return Date.now() + this.#offset;
  }

  /** Send a command; resolves with its acknowledgement, rejects with a Refusal. */
  command(type, fields = {}) {
    const frame = { type, command_id: uuid(), ...fields };
    return new Promise((resolve, reject) => {
      this.#waiting.set(frame.command_id, { frame, resolve, reject });
      this.#send(frame);
    });
  }

  /** Say what needs no answer; it is lost while the line is down. */
  tell(frame) {
    this.#send(frame);
  }

  /** Ask for what was missed after `seq`. */
  resync(seq) {
    this.#send({ type: "resync", since: seq });
  }

  #send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #open() {
    const from = this.#position();
    const socket = new WebSocket(this.#address + (from ? `?since=${from.seq}&match=${from.match}` : ""));
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(code);
    };
  }

  #hear(message) {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "hello":
        this.#failures = 0;
        this.#heartbeat = message.heartbeat ?? this.#heartbeat;
        this.#offset = Date.parse(message.now) - Date.now();
        this.#bestTrip = Infinity;
        this.#onMessage(message);
        this.#onLine("online");
        for (const { frame } of this.#waiting.values()) this.#send(frame);
        break;
      case "pong":
        this.#setClock(message);
        break;
      case "ack":
      case "refused":
        this.#answer(message);
        break;
      default:
        this.#onMessage(message);
    }
  }

  /** The sample with the shortest trip says best what time it is over there. */
  #setClock({ t, now }) {
    const trip = Date.now() - t;
    if (trip > this.#bestTrip) return;
    this.#bestTrip = trip;
    this.#offset = Date.parse(now) + trip / 2 - Date.now();
  }

  #answer(message) {
    const command = this.#waiting.get(message.command_id);
    if (!command) return;
    this.#waiting.delete(message.command_id);
    if (message.type === "ack") command.resolve(message);
    else command.reject(new Refusal(message.code, message.detail));
  }

  #lose(code) {
    this.#socket = null;
    if (FINAL.has(code)) {
      this.#isOver = true;
      for (const { reject } of this.#waiting.values()) reject(new Refusal("offline"));
      this.#waiting.clear();
      this.#onLine("closed", code);
      return;
    }
    const wait = PATIENT.has(code) ? LONGEST_WAIT * 2 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryAt = Date.now() + wait * (0.75 + Math.random() / 2);
    this.#onLine("reconnecting", code);
    setTimeout(() => this.#tick(), this.#retryAt - Date.now() + 1);
  }

  #retryNow() {
    if (!this.#socket) this.#retryAt = 0;
    this.#tick();
  }

  #tick() {
    if (this.#isOver) return;
    const now = Date.now();
    if (!this.#socket) {
      if (now >= this.#retryAt) this.#open();
    } else if (now - this.#heardAt > SILENCE) {
      const silent = this.#socket;
      this.#lose(4008);
      silent.close();
    } else if (now - this.#pingAt >= this.#heartbeat - 500) {
      this.#pingAt = now;
      this.#send({ type: "ping", t: now });
    }
  }
}
