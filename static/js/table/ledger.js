/* Ledger: what has been: the log of the hand, and the last trick whenever it is called back. */

import { cardImage, cardName } from "./cards.js";
import { el, setShown } from "./dom.js";
import { totalsText } from "./news.js";
import { nameOf, whoIs } from "./scene.js";
import { say } from "./speech.js";
import { fill, listText, playText, thirdsText } from "./words.js";

const LONGEST = 150;
const RECALL = 5000; // ms

export class Ledger {
  #log;
  #last;
  #recall;
  #timer = null;
  #drawn = "";

  /** `log` is the list of sentences, `last` the panel of the last trick, `recall` the paper that shows it on the cloth. */
  constructor({ log, last, recall }) {
    this.#log = log;
    this.#last = last;
    this.#recall = recall;
    recall.addEventListener("click", () => this.hideRecall());
  }

  /** Start anew from a whole state. */
  begin(state) {
    this.clear();
    this.draw(state);
  }

  clear() {
    this.#log.replaceChildren();
  }

  add(sentence) {
    this.#log.append(el("li", {}, sentence));
    while (this.#log.childElementCount > LONGEST) this.#log.firstElementChild.remove();
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** Draw the panel anew at the next occasion. */
  forget() {
    this.#drawn = "";
  }

  /** Draw the last trick in its panel. */
  draw(state) {
    const last = state.view?.last_trick;
    const said = JSON.stringify(last ?? null);
    if (said === this.#drawn) return;
    this.#drawn = said;
    this.#last.replaceChildren(...(last ? trickNodes(state, last) : [el("p", { class: "quiet" }, gettext("No trick has been taken yet."))]));
  }

  /** Say the last trick and lay it on the cloth for a while; or take it away. */
  toggleRecall(state) {
    if (!this.#recall.hidden) {
      this.hideRecall();
      return;
    }
    const last = state.view?.last_trick;
    say(last ? lastText(state, last) : gettext("No trick has been taken yet."));
    if (!last) return;
    this.#recall.replaceChildren(el("h2", {}, gettext("Last trick")), ...trickNodes(state, last));
    setShown(this.#recall, true);
    this.#timer = setTimeout(() => this.hideRecall(), RECALL);
  }

  hideRecall() {
    clearTimeout(this.#timer);
    setShown(this.#recall, false);
  }

  /** Say the score and the trick on the table. */
  readOut(state) {
    if (!state.view) return;
    say(totalsText(state));
    const plays = state.view.trick?.plays ?? [];
    if (plays.length) say(fill(gettext("On the table: %(cards)s."), { cards: listText(plays.map((play) => playLine(state, play))) }));
  }
}

const playLine = (state, play) =>
  fill(pgettext("who plays what", "%(name)s: %(card)s"), { name: whoIs(state, play.seat), card: playText(play) });

function lastText(state, { plays, winner, thirds }) {
  return fill(gettext("Last trick: %(cards)s. Taken by %(name)s: %(points)s."), {
    cards: listText(plays.map((play) => playLine(state, play))),
    name: nameOf(state, winner),
    points: thirdsText(thirds),
  });
}

function trickNodes(state, { plays, winner, thirds }) {
  return [
    el(
      "div",
      { class: "mini-trick" },
      ...plays.map(({ seat, card }) =>
        el(
          "figure",
          { class: `mini-card${seat === winner ? " is-winner" : ""}` },
          el("img", { src: cardImage(card), alt: cardName(card), width: 50, height: 83 }),
          el("figcaption", {}, whoIs(state, seat)),
        ),
      ),
    ),
    el("p", { class: "quiet" }, fill(gettext("Worth %(points)s."), { points: thirdsText(thirds) })),
  ];
}
