/* Tournament: keeps what a page shows of a tournament up to date, without a reload. The page is whole without this.

   The socket says no more than that something has changed; the page is read again, and what stands in its elements
   with `data-live` takes the place of what stood there. */

import { ring } from "./bell.js";
import { morph } from "./morph.js";
import { page } from "./table/page.js";
import { TableSocket } from "./table/socket.js";
import { tellTimes } from "./times.js";

const GATHER = 400; // ms in which several changes become one reading
const SPREAD = 600; // ms over which the readings of all who look on are spread
const RUNNING_EVERY = 10000; // ms until the scores of matches being played are read again: nobody announces a hand

let version = Number(page.version);
let isDue = false;
let isReading = false;

function ask() {
  if (isDue) return;
  isDue = true;
  setTimeout(read, GATHER + Math.random() * SPREAD);
}

async function read() {
  if (isReading) {
    setTimeout(read, GATHER);
    return;
  }
  isDue = false;
  isReading = true;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // the line is down: the socket notices, and its next hello asks again
  } finally {
    isReading = false;
  }
}

function show(fresh) {
  version = Math.max(version, Number(fresh.getElementById("page-data")?.dataset.version ?? 0));
  for (const node of document.querySelectorAll("[data-live]")) {
    const next = fresh.querySelector(`[data-live="${CSS.escape(node.dataset.live)}"]`);
    if (!next) continue;
    morph(node, next);
    tellTimes(node);
  }
  tick();
  document.dispatchEvent(new CustomEvent("tournament:shown")); // for the scripts of single pages
}

const socket = new TableSocket({
  path: page.socket,
  position: () => null,
  onMessage(message) {
    if (message.type === "notice" && message.bell) ring();
    else if (["hello", "changed"].includes(message.type) && message.version > version) ask();
    else if (message.type === "resync") ask();
  },
  onLine: (state) => document.documentElement.toggleAttribute("data-offline", state !== "online"),
});

setInterval(() => {
  if (!document.hidden && document.querySelector("[data-live] [data-running]")) ask();
}, RUNNING_EVERY);

function tick() {
  for (const node of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(node.dataset.until) - socket.now()) / 1000));
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60].slice(left < 3600 ? 1 : 0);
    node.textContent = parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
  }
}

setInterval(tick, 1000);
