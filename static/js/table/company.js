/* Company: who is asked to the table and who asks, how partners were drawn, and the dialog that invites people. */

import { cardName } from "./cards.js";
import { setShown, setText } from "./dom.js";
import { buttons, text } from "./note.js";
import { page } from "./page.js";
import { fill } from "./words.js";

const mayDo = (state, act) => state.table?.you?.may?.includes(act) ?? false;
const dialog = document.getElementById("invite");

/** Return the chairs the reader may invite somebody to. */
const chairsToFill = (state) => state.table.seats.map(({ seat }) => seat).filter((seat) => mayDo(state, `invite:${seat}`));

/** Return the paper's blocks about invitations: those to answer, and those that wait for an answer. */
export function invitationBlocks(state, acts) {
  return (state.table.you?.invitations ?? []).flatMap(({ id, seat, inviter, invited }) =>
    invited.id === Number(page.userId)
      ? [
          text(`invited${id}`, fill(gettext("%(name)s invites you to chair %(number)s."), { name: inviter.name, number: seat + 1 }), "p", "request"),
          buttons(`welcome${id}`, [
            { key: "accept", label: gettext("Sit down"), look: "button--primary", act: () => acts.answerInvitation(id, true) },
            { key: "decline", label: gettext("Decline"), act: () => acts.answerInvitation(id, false) },
          ]),
        ]
      : [
          text(`invited${id}`, fill(gettext("You have invited %(name)s to chair %(number)s."), { name: invited.name, number: seat + 1 })),
          buttons(`withdraw${id}`, [{ key: "withdraw", label: gettext("Take it back"), act: () => acts.withdrawInvitation(id) }]),
        ],
  );
}

/** Return the buttons about company: invite somebody, swap partners while one is still waited for. */
export function companyButtons(state, acts) {
  const isOurs = chairsToFill(state).length > 0 || mayDo(state, "privacy");
  const wishes = state.table.seats.filter(({ rematch }) => rematch === "swap").length;
  const swap = wishes ? fill(gettext("Swap partners (%(count)s for it)"), { count: wishes }) : gettext("Swap partners");
  return [
    ...(isOurs ? [{ key: "invite", label: gettext("Invite somebody"), act: () => openDialog(state) }] : []),
    ...(mayDo(state, "swap") ? [{ key: "swap", label: swap, act: () => acts.rematch(true) }] : []),
  ];
}

/** Say how partners were drawn for the match being played, in the table's facts; empty where nothing was drawn. */
export function drawDraw(state) {
  const { table } = state;
  const draw = table?.draw;
  const isShown = Boolean(draw) && draw.match_number === table.match_number;
  for (const node of document.querySelectorAll("[data-draw]")) setShown(node, isShown);
  setText(document.getElementById("draw"), isShown ? drawText(table, draw) : "");
}

/** Return the draw in words: what each person drew, round by round. */
function drawText(table, draw) {
  const name = (id) => table.seats.find(({ user }) => user?.id === Number(id))?.user.name ?? "?";
  const rounds = draw.rounds.map((drawn) =>
    Object.entries(drawn)
      .map(([id, card]) => `${name(id)}: ${cardName(card)}`)
      .join(", "),
  );
  return rounds.join("; ");
}

/** Have the dialog's forms ask the server; `state()` is where the table stands. */
export function bindInvite({ state, acts }) {
  const said = document.getElementById("invite-said");
  const invite = document.getElementById("invite-form");
  const privacy = document.getElementById("privacy-form");
  invite.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [seat] = chairsToFill(state());
    const name = invite.elements.name.value.trim();
    if (seat === undefined || !name) return;
    const isDone = await acts.invite(name, seat);
    setText(said, isDone ? fill(gettext("%(name)s has been invited."), { name }) : gettext("That was not possible: look at the name."));
    if (isDone) invite.reset();
  });
  privacy.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { visibility, password } = privacy.elements;
    const isDone = await acts.changePrivacy(visibility.value, visibility.value === "password" ? password.value : "");
    setText(said, isDone ? gettext("Saved.") : gettext("That was not possible. A table with a password needs one, a public table a clock."));
  });
  privacy.elements.visibility.addEventListener("change", () => setShown(document.getElementById("privacy-password"), privacy.elements.visibility.value === "password"));
}

function openDialog(state) {
  setText(document.getElementById("invite-said"), "");
  setShown(document.getElementById("invite-form"), chairsToFill(state).length > 0);
  const privacy = document.getElementById("privacy-form");
  setShown(privacy, mayDo(state, "privacy"));
  privacy.elements.visibility.value = state.table.visibility;
  setShown(document.getElementById("privacy-password"), state.table.visibility === "password");
  dialog.showModal();
}
