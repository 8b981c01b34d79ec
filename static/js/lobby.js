/* Lobby: asks for the list again when the server says that it has changed. The page is whole without this. */

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
    const { type } = JSON.parse(data);
    if (type === "hello") failures = 0;
    if (type === "hello" || type === "lobby") ask(); // before the hello a change went by unheard
  };
  socket.onclose = () => {
    clearInterval(beat);
    failures += 1;
    setTimeout(open, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures));
  };
}

for (const field of document.getElementById("filters").elements) {
  field.addEventListener("change", () => field.form.requestSubmit());
}
open();
