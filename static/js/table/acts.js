/* Acts: what the reader does, as commands of the match on the socket and requests about the table over REST. */

import { ask } from "./dialogs.js";
import { page } from "./page.js";
import { request } from "./rest.js";
import { nameOf } from "./scene.js";
import { fill, refusalText } from "./words.js";

/** Return the acts by name. `state()` is where the match stands; `complain(text)` tells the reader of a refusal. */
export function actsOf({ state, socket, complain }) {
  const tried = async (doing) => {
    try {
      await doing();
      return true;
    } catch (refusal) {
      complain(refusalText(refusal));
      return false;
    }
  };

  /** Send a command of the match; true when it was done. */
  const command = (type, fields = {}) => tried(() => socket.command(type, { match: state().match, seq: state().seq, ...fields }));
  /** Do something about the table; the socket shows the change. */
  const rest = (method, path, body) => tried(() => request(method, `/tables/${page.code}${path}`, body));

  const stand = () => {
    const { you } = state().table;
    return rest("DELETE", `/seats/${you.seat ?? you.asked.seat}/`);
  };

  return {
    command,
    stand,
    sit: (seat) => rest("PUT", `/seats/${seat}/`),
    seatBot: (seat) => rest("PUT", `/seats/${seat}/bot/`),
    unseatBot: (seat) => rest("DELETE", `/seats/${seat}/bot/`),
    seatBots: async (seats) => {
      for (const seat of seats) if (!(await rest("PUT", `/seats/${seat}/bot/`))) return;
    },
    answer: (id, accept) => rest("POST", `/requests/${id}/`, { accept }),
    invite: (name, seat) => rest("POST", "/invitations/", { name, seat }),
    answerInvitation: (id, accept) => tried(() => request("POST", `/me/invitations/${id}/`, { accept })),
    withdrawInvitation: (id) => tried(() => request("DELETE", `/me/invitations/${id}/`)),
    changePrivacy: (visibility, password) => rest("PUT", "/privacy/", { visibility, password }),
    rematch: (swap) => rest("POST", "/rematch/", { swap }),
    leave: async () => {
      if (await stand()) location.assign(page.lobbyUrl);
    },
    close: async () => {
      const question = {
        title: gettext("Close the table?"),
        body: gettext("Everybody stands up and the table is gone."),
        yes: gettext("Close it"),
        isDanger: true,
      };
      if ((await ask(question)) && (await rest("DELETE", "/"))) location.assign(page.lobbyUrl);
    },
    ready: () => command("ready"),
    askPause: () => command("pause"),
    answerPause: (accept) => command("answer_pause", { accept }),
    resume: () => command("resume"),
    takeBack: () => command("take_back"),
    declare: (sets) => command("declare", { sets }),
    bid: (bid) => command("bid", { bid }),
    call: (card) => command("call", { card }),
    take: (count) => command("take", { count }),
    redeal: async () => {
      const question = {
        title: gettext("Ask for a new deal?"),
        body: gettext("The hand is thrown in and dealt again."),
        yes: gettext("New deal"),
      };
      if (await ask(question)) command("a_monte");
    },
    callOut: async () => {
      const question = {
        title: gettext("Call out?"),
        body: gettext("The play stops and the points so far are counted. If they do not reach the target, it costs you dear."),
        yes: gettext("Call out"),
        isDanger: true,
      };
      if (await ask(question)) command("call_out");
    },
    /** Out of the match: called off before the first trick is complete, given up after it. */
    giveUp: async () => {
      const { may } = state().you;
      if (await ask(may.abort ? abortQuestion() : resignQuestion(state()))) command(may.abort ? "abort" : "resign");
    },
    leaveToBot: async () => {
      const question = {
        title: gettext("Leave the match to a bot?"),
        body: gettext("A bot plays in your place. You can take over again at any time."),
        yes: gettext("Leave it to a bot"),
      };
      if (await ask(question)) command("leave");
    },
  };
}

const abortQuestion = () => ({
  title: gettext("Call the match off?"),
  body: gettext("Until the first trick is complete the match can be called off if everybody asks for it. It does not count then."),
  yes: gettext("Call it off"),
  isDanger: true,
});

function resignQuestion(state) {
  const asked = state.you.resign_asked.filter((seat) => seat !== state.you.seat);
  let body = gettext("The match ends and the others win.");
  if (asked.length) {
    body = fill(gettext("%(name)s has proposed to resign. If you agree, the match ends."), { name: nameOf(state, asked[0]) });
  } else if (hasPartner(state)) {
    body = gettext("Your partner must agree. Once proposed, it cannot be taken back in this hand.");
  }
  return { title: gettext("Resign the match?"), body, yes: gettext("Resign"), isDanger: true };
}

/** True when a person beside the reader has to agree. */
function hasPartner({ view, you }) {
  const side = view.sides?.find((seats) => seats.includes(you.seat)) ?? [];
  return view.seats.some(({ seat, kind, by_bot }) => side.includes(seat) && seat !== you.seat && kind === "human" && !by_bot);
}
