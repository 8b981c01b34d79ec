/* Segnapunti: sends the hands of a score sheet without leaving the page, and keeps them on the phone while there is no
   network. The page works without this.

   A hand is sent with the version of the sheet that its writer has seen; what tournament.js shows meanwhile is not seen
   while a hand is half written. The server refuses a hand written on an older sheet, and nothing is lost by that. */

const RETRY = 5000; // ms
const form = document.getElementById("hand-form");
const waiting = document.getElementById("waiting");
const overtaken = document.getElementById("overtaken");
const place = `segnapunti:${location.pathname}`;

const shownVersion = () => document.getElementById("sheet").dataset.sheet;
const seenVersion = () => new URL(form.action).searchParams.get("version");
const written = () => new URLSearchParams(new FormData(form)).toString();
const blank = written();

function read() {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? { version: "", hands: [] };
  } catch {
    return { version: "", hands: [] }; // another edition's, or storage is shut
  }
}

function keep(kept) {
  try {
    if (kept.hands.length) localStorage.setItem(place, JSON.stringify(kept));
    else localStorage.removeItem(place);
  } catch {
    // storage is shut: the hand is still in this page's memory until it is left
  }
  waiting.hidden = kept.hands.length === 0;
}

let kept = read();
let isSending = false;
let isHeld = false; // a hand was refused and is being mended: those behind it wait

function see() {
  form.action = `?version=${shownVersion()}`;
  overtaken.hidden = true;
  const live = document.getElementById("sheet");
  form.hidden = live.hasAttribute("data-over") || live.querySelector(".sheet-proposal") !== null;
}

function show(fresh) {
  for (const name of ["sheet", "hands"]) {
    const next = fresh.querySelector(`[data-live="${name}"]`);
    if (next) document.querySelector(`[data-live="${name}"]`).replaceWith(document.importNode(next, true));
  }
  document.getElementById("fault")?.remove();
  const faults = [...fresh.querySelectorAll("#fault, #hand-form .errorlist")].map((node) => node.textContent.trim());
  if (!faults.length) return;
  const fault = Object.assign(document.createElement("p"), { id: "fault", className: "message message--error", textContent: faults.join(" ") });
  fault.setAttribute("role", "alert");
  form.before(fault);
}

/** Put a hand that was refused back where it was written. */
function putBack(entries) {
  form.reset();
  for (const [name, value] of entries) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
      else if (field.type !== "hidden") field.value = value;
    }
  }
  form.hidden = false;
}

async function send() {
  if (isSending || isHeld || !kept.hands.length) return;
  isSending = true;
  try {
    while (kept.hands.length) {
      const entries = kept.hands[0];
      const body = new URLSearchParams([...entries, ["csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value]]);
      const answer = await fetch(`?version=${kept.version}`, { method: "POST", body, credentials: "same-origin" });
      if (answer.status >= 500) break; // the server is not there: again later
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!fresh.getElementById("sheet")) break; // a page of something in between
      kept.hands.shift();
      show(fresh);
      if (!answer.ok) {
        putBack(entries);
        form.action = `?version=${shownVersion()}`;
        isHeld = kept.hands.length > 0;
        break;
      }
      kept.version = shownVersion();
      see();
    }
  } catch {
    // no network: the hands stay on this phone
  } finally {
    isSending = false;
    keep(kept);
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const entries = [...new FormData(form)].filter(([name, value]) => name !== "csrfmiddlewaretoken" && value !== "");
  if (isHeld || !kept.hands.length) kept.version = seenVersion();
  if (isHeld) kept.hands.unshift(entries);
  else kept.hands.push(entries);
  isHeld = false;
  form.reset();
  keep(kept);
  send();
});

document.addEventListener("tournament:shown", () => {
  if (shownVersion() === seenVersion() || kept.hands.length) return;
  if (written() === blank) see();
  else overtaken.hidden = false;
});

addEventListener("online", send);
setInterval(send, RETRY);
keep(kept);
send();
