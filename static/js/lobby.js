/* Lobby: asks for the list again when the server says that it has changed, and goes to the table that was found.
   The page is whole without this. */

import { ring } from "./bell.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const HEARTBEAT = 3000;
const GATHER = 400; // ms in which several hints become one request

const list = document.getElementById("tables");
let failures = 0;
let isAsked = false;

function ask() {
  if (isAsked) return;
  isAsked = true;
  setTimeout(() => {
    isAsked = false;
    if (!list.contains(document.activeElement)) htmx.trigger(list, "lobby-changed");
    else list.addEventListener("focusout", ask, { once: true }); // nothing is taken from under a hand
  }, GATHER);
}

function open() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/v1/lobby/`);
  const beat = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping", t: Date.now() }));
  }, HEARTBEAT);
  socket.onmessage = ({ data }) => {
    const { type, code, table, bell } = JSON.parse(data);
    if (bell) ring();
    if (type === "hello") failures = 0;
    if (type === "notice" && table && ["seek_found", "table_ready"].includes(code)) location.assign(list.dataset.tableUrl.replace("0", table));
    else if (["hello", "lobby", "notice"].includes(type)) ask(); // before the hello a change went by unheard
  };
  socket.onclose = () => {
    clearInterval(beat);
    failures += 1;
    setTimeout(open, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures));
  };
}

// A notice may be lost with the server that carries it: the list says as well that the table is ready.
const isWaiting = () => list.querySelector("#seek-title") !== null;
let wasWaiting = isWaiting();
list.addEventListener("htmx:afterSwap", () => {
  const ready = list.querySelector("[data-go]");
  if (ready && wasWaiting) location.assign(ready.dataset.go);
  wasWaiting = isWaiting();
});
for (const field of document.getElementById("filters").elements) {
  field.addEventListener("change", () => field.form.requestSubmit());
}
open();
