/* Status: the one line that says whose turn it is, and the clock in figures. */

import { askText, endText } from "./news.js";
import { askedText, isPaused } from "./pause.js";
import { actingSeat, holderOf, isByBot, isPresent, mySeat, nameOf } from "./scene.js";
import { fill } from "./words.js";

const FULL = 4013; // close code: the table has as many watchers as it may

/** Return `{ text, tone }` of the status line; `line` is the state of the connection, `at` the server's time in ms. */
export function statusOf(state, { line, at }) {
  const { view, table } = state;
  const isOver = view && view.status !== "running" && table?.official;
  if (table?.status === "closed" && !isOver) return { text: gettext("This table is closed."), tone: "end" };
  if (line.state === "closed") return { text: closedText(line.code), tone: "error" };
  if (line.state === "reconnecting") {
    if (line.code === FULL) return { text: gettext("Too many people are watching. Trying again …"), tone: "wait" };
    return { text: table ? gettext("The connection is gone. Trying again …") : gettext("Connecting …"), tone: "wait" };
  }
  if (view?.status === "running") return runningStatus(state, at);
  if (view && (isOver || table?.seats.every(({ user }) => user))) return { text: endText(state), tone: "end" };
  if (table?.official) return { text: gettext("The match starts once everybody is here."), tone: "wait" };
  const free = table?.seats.filter(({ user }) => !user).length ?? 0;
  return {
    text: fill(ngettext("Waiting for %(count)s player.", "Waiting for %(count)s players.", free), { count: free }),
    tone: "wait",
  };
}

function runningStatus(state, at) {
  const { view, you } = state;
  if (isByBot(state)) return { text: gettext("A bot plays for you. Press “I’m back” to take over."), tone: "wait" };
  if (isPaused(view)) return { text: gettext("The match is paused."), tone: "wait" };
  const pause = askedText(state, at) && ` ${askedText(state, at)}`;
  if (!view.turn) {
    const left = view.next_hand_at ? Math.max(0, Math.ceil((Date.parse(view.next_hand_at) - at) / 1000)) : 0;
    return { text: (left ? fill(gettext("Next hand in %(left)s s."), { left }) : gettext("Dealing …")) + pause, tone: "wait" };
  }
  const acting = actingSeat(state);
  const asked = (you?.resign_asked ?? []).filter((seat) => seat !== you.seat);
  const resign = asked.length ? ` ${fill(gettext("%(name)s proposes to resign."), { name: nameOf(state, asked[0]) })}` : "";
  const declare = you?.may.declare?.length ? ` ${gettext("Declare before your card.")}` : "";
  if (acting !== null) return { text: askText(state, acting) + declare + resign + pause, tone: "turn" };
  return { text: fill(gettext("%(name)s to play."), { name: nameOf(state, view.turn.seat) }) + declare + resign + pause, tone: "wait" };
}

function closedText(code) {
  return (
    {
      4001: gettext("You have been logged out. Log in again and reload the page."),
      4003: gettext("This table is private."),
      4004: gettext("There is no such table."),
    }[code] ?? gettext("The connection is closed. Reload the page.")
  );
}

const minutes = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Return the words under a seat's name: its clock, or that it is away or played by a bot. */
export function clockText(state, seat, at) {
  const { view } = state;
  const clock = view?.status === "running" ? view.clock : null;
  if (clock?.seat === seat && clock.deadline) {
    const left = Date.parse(clock.deadline) - at;
    const move = left - clock.bank[seat];
    return move > 0 ? minutes(move) : fill(gettext("reserve %(time)s"), { time: minutes(left) });
  }
  const holder = holderOf(state, seat);
  if (!holder) return "";
  if (view?.seats.find((found) => found.seat === seat)?.by_bot) return gettext("bot for them");
  if (holder.kind === "bot") return /bot$/i.test(holder.name) ? "" : gettext("bot");
  if (seat !== mySeat(state) && !isPresent(state, seat)) return gettext("away");
  if (view?.phase === "deal" && view.ready?.includes(seat)) return gettext("ready");
  return "";
}
