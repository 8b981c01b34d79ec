/* Pause: the proposal to stop a casual match for a while, its answers, and the paper on the cloth while it is stopped. */

import { language } from "../language.js";
import { buttons, text } from "./note.js";
import { mySeat, nameOf } from "./scene.js";
import { fill, listText } from "./words.js";

/** True while nobody plays and no clock runs. */
export const isPaused = (view) => view?.status === "running" && Boolean(view.pause?.since);

/** True while a proposal waits for its answers; `at` is the server's time in ms. */
export const isAsked = (view, at) => Boolean(view?.pause && !view.pause.since && Date.parse(view.pause.until) > at);

/** Return the sentence about a proposal that waits; "" when none does. */
export function askedText(state, at) {
  const { view } = state;
  if (!isAsked(view, at)) return "";
  if (view.pause.by === mySeat(state)) return gettext("You propose a pause.");
  return fill(gettext("%(name)s proposes a pause."), { name: nameOf(state, view.pause.by) });
}

/** Return the chips that answer a proposal. */
export function pauseChips(state, at, acts) {
  if (!isAsked(state.view, at) || !state.you) return [];
  if (state.view.pause.by === state.you.seat) {
    return [{ key: "pause withdraw", kind: "act", label: gettext("Take the pause back"), press: () => acts.answerPause(false) }];
  }
  if (!state.you.may.answer_pause) return [];
  return [
    { key: "pause yes", kind: "act", label: gettext("Agree to the pause"), press: () => acts.answerPause(true) },
    { key: "pause no", kind: "act", label: gettext("Go on playing"), press: () => acts.answerPause(false) },
  ];
}

/** Return the label of the button that proposes one: where nobody has to be asked it begins at once. */
export function pauseLabel({ view, you }) {
  const others = view?.seats.filter(({ seat, kind, by_bot }) => kind === "human" && !by_bot && seat !== you?.seat) ?? [];
  return others.length ? gettext("Propose a pause") : gettext("Pause");
}

/** Return the paper's blocks while the match is paused. */
export function pauseBlocks(state, acts) {
  const { pause } = state.view;
  if (pause.by === null) {
    return [
      text("heading", gettext("The director has stopped the match"), "h2"),
      text("who", gettext("No clock runs. The director lets it go on."), "p", "quiet"),
    ];
  }
  const until = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" }).format(new Date(pause.until));
  const agreed = listText(pause.agreed.map((seat) => nameOf(state, seat)));
  return [
    text("heading", gettext("The match is paused"), "h2"),
    text("who", fill(gettext("Agreed by %(names)s. No clock runs."), { names: agreed })),
    text("until", fill(gettext("It goes on by itself on %(until)s."), { until }), "p", "quiet"),
    ...(state.you?.may.resume ? [buttons("acts", [{ key: "resume", label: gettext("Go on"), look: "button--accent", act: acts.resume }])] : []),
  ];
}
