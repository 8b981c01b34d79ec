/* Waiting: the table before a match. Who sits where, who asks for a chair, and how to fill the others. */

import { companyButtons, invitationBlocks } from "./company.js";
import { el, setText } from "./dom.js";
import { buttons, text } from "./note.js";
import { page } from "./page.js";
import { mySeat } from "./scene.js";
import { fill, listText } from "./words.js";

const mayDo = (state, act) => state.table.you?.may?.includes(act) ?? false;
const secondsTo = (until, now) => Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

/** Return the buttons of a chair: sit down or ask, a bot, the bot away. */
export function chairActs(state, seat, acts) {
  if (!state.table || state.table.status !== "open") return [];
  const chair = state.table.seats.find((found) => found.seat === seat);
  if (!chair) return [];
  const number = { number: seat + 1 };
  const found = [];
  if (mayDo(state, `sit:${seat}`)) {
    const isAsked = chair.controller && chair.controller.id !== Number(page.userId);
    found.push({
      key: "sit",
      label: isAsked ? gettext("Ask to sit") : gettext("Sit here"),
      name: fill(isAsked ? gettext("Ask to sit in chair %(number)s") : gettext("Sit in chair %(number)s"), number),
      act: () => acts.sit(seat),
    });
  }
  if (mayDo(state, `bot:${seat}`)) {
    found.push({
      key: "bot",
      label: gettext("Bot"),
      name: fill(gettext("Let a bot sit in chair %(number)s"), number),
      act: () => acts.seatBot(seat),
    });
  }
  if (mayDo(state, `unbot:${seat}`)) {
    found.push({
      key: "unbot",
      label: gettext("Send away"),
      name: fill(gettext("Send the bot in chair %(number)s away"), number),
      act: () => acts.unseatBot(seat),
    });
  }
  return found;
}

/** Return the words under an empty chair. */
export function chairWords(state, seat) {
  const chair = state.table?.seats.find((found) => found.seat === seat);
  if (!chair || chair.user || !chair.controller) return "";
  return chair.controller.id === Number(page.userId)
    ? gettext("you decide who sits")
    : fill(gettext("%(name)s decides"), { name: chair.controller.name });
}

/** Return the paper's blocks while the table waits for its first match, or for more people. */
export function waitingBlocks(state, now, acts) {
  const { table } = state;
  const empty = table.seats.filter(({ user }) => !user);
  const isSeated = mySeat(state) !== null;
  const bots = empty.filter(({ seat }) => mayDo(state, `bot:${seat}`)).map(({ seat }) => seat);
  const heading = empty.length
    ? fill(ngettext("%(count)s chair is free", "%(count)s chairs are free", empty.length), { count: empty.length })
    : gettext("Everybody is here");
  return [
    text("heading", heading, "h2"),
    ...askBlocks(state, now, acts),
    ...requestBlocks(state, now, acts),
    ...invitationBlocks(state, acts),
    empty.length ? text("how", howText(state, isSeated)) : null,
    inviteBlock(),
    buttons("acts", [
      ...(page.userId ? [] : [{ key: "login", label: gettext("Log in to sit down"), look: "button--accent", href: page.loginUrl }]),
      ...(bots.length
        ? [{ key: "bots", label: ngettext("A bot for the free chair", "Bots for the free chairs", bots.length), look: "button--primary", act: () => acts.seatBots(bots) }]
        : []),
      ...companyButtons(state, acts),
      ...(isSeated && mayDo(state, "stand") ? [{ key: "stand", label: gettext("Stand up"), act: acts.stand }] : []),
      ...(mayDo(state, "close") ? [{ key: "close", label: gettext("Close the table"), look: "button--quiet", act: acts.close }] : []),
    ]),
  ].filter(Boolean);
}

/** Return the paper's blocks while a table of a tournament waits for its people. */
export function arrivalBlocks(state) {
  const { official, seats } = state.table;
  const names = (isThere) =>
    seats.filter(({ seat, user }) => user && official.arrived.includes(seat) === isThere).map(({ user }) => user.name);
  const [here, missing] = [names(true), names(false)];
  return [
    text("heading", missing.length ? fill(gettext("Waiting for %(names)s."), { names: listText(missing) }) : gettext("Everybody is here"), "h2"),
    here.length ? text("here", fill(gettext("Here: %(names)s"), { names: listText(here) })) : null,
    text("how", gettext("The match starts once everybody is here."), "p", "quiet"),
    buttons("acts", [wayOut(official, "button--quiet")]),
  ].filter(Boolean);
}

/** Return the paper's blocks when the table has been closed. */
export const closedBlocks = ({ official }) => [
  text("heading", gettext("This table is closed"), "h2"),
  buttons("acts", [wayOut(official, "button--primary")]),
];

/** Return the button that leads away: to the tournament whose table it is, or to the other tables. */
export const wayOut = (official, look) =>
  official
    ? { key: "origin", label: gettext("Back to the tournament"), look, href: official.url }
    : { key: "lobby", label: gettext("Other tables"), look, href: page.lobbyUrl };

function howText(state, isSeated) {
  if (isSeated) return gettext("The match starts by itself when every chair is taken.");
  if (page.userId) return gettext("Sit down in a free chair.");
  return gettext("You are watching. Log in to play.");
}

function askBlocks(state, now, acts) {
  const asked = state.table.you?.asked;
  if (!asked) return [];
  const left = secondsTo(asked.until, now);
  return [
    text("asked", fill(gettext("You asked for chair %(number)s. Without an answer you sit in %(left)s s."), { number: asked.seat + 1, left })),
    buttons("withdraw", [{ key: "withdraw", label: gettext("Take it back"), act: acts.stand }]),
  ];
}

function requestBlocks(state, now, acts) {
  return (state.table.you?.requests ?? []).flatMap(({ id, name, until }) => [
    text(
      `request${id}`,
      fill(gettext("%(name)s asks to sit with you. Without an answer they sit in %(left)s s."), { name, left: secondsTo(until, now) }),
      "p",
      "request",
    ),
    buttons(`answer${id}`, [
      { key: "accept", label: gettext("Accept"), look: "button--primary", act: () => acts.answer(id, true) },
      { key: "refuse", label: gettext("Refuse"), act: () => acts.answer(id, false) },
    ]),
  ]);
}

function inviteBlock() {
  const address = location.origin + location.pathname;
  return {
    key: "invite",
    make: () => {
      const field = el("input", { id: "invite-link", readonly: true, value: address, onfocus: (event) => event.currentTarget.select() });
      const button = el("button", { class: "button", type: "button" }, gettext("Copy"));
      button.addEventListener("click", async () => {
        setText(button, (await copied(field)) ? gettext("Copied") : gettext("Select and copy"));
        setTimeout(() => setText(button, gettext("Copy")), 3000);
      });
      return el(
        "div",
        { class: "invite" },
        el("label", { for: "invite-link" }, gettext("Invitation link")),
        el("div", { class: "invite-row" }, field, button),
      );
    },
  };
}

/** Copy the field's text; the clipboard is shut where a club's server is reached over plain http, the old way is not. */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
