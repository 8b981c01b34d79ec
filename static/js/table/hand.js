/* Hand: the reader's cards as buttons. A press means one card, never two; events of others change neither focus nor choice. */

import { cardImage, cardName, sorted, suitOf } from "./cards.js";
import { el, reconcile, setAttribute } from "./dom.js";
import { settings } from "./settings.js";
import { fill, pileName } from "./words.js";

/** After a card has gone, taps count again only this many ms later: not every browser says which tap is a second one. */
const CALM = 350;

export class Hand {
  #node;
  #act;
  #refuse;
  #onChoice;
  #cards = [];
  #legal = null; // Set of codes, or null when nothing is asked
  #most = 1; // how many are chosen together: 1 plays, more are laid aside
  #isSent = false;
  #readyAt = 0;
  #lastFocus = -1;
  /** The cards chosen so far, as codes. */
  chosen = new Set();

  /** `act(card)` is called for the card to play; `refuse(card)` for one that may not be; `onChoice()` on a new choice. */
  constructor(node, { act, refuse, onChoice }) {
    this.#node = node;
    this.#act = act;
    this.#refuse = refuse;
    this.#onChoice = onChoice;
    node.addEventListener("click", (event) => this.#press(event));
    node.addEventListener("keydown", (event) => this.#walk(event));
    node.addEventListener("focusin", () => {
      this.#lastFocus = [...node.children].indexOf(document.activeElement);
    });
  }

  /**
   * Show `cards`, and after them `piles`, each with its open `top` and how many are `covered`. `legal` are those that may be used now, or null when nothing is
   * asked; `most` is how many are chosen together.
   */
  draw({ cards, piles = [], legal, most = 1 }) {
    const had = this.#node.contains(document.activeElement);
    const tops = piles.map(({ top }) => top);
    const gone = this.#cards.filter((card) => !cards.includes(card) && !tops.includes(card));
    if (gone.length > 0) {
      this.#isSent = false;
      this.#readyAt = performance.now() + CALM;
    }
    this.#cards = [...cards, ...tops];
    this.#legal = legal && new Set(legal);
    this.#most = most;
    for (const card of this.chosen) if (!this.#cards.includes(card)) this.chosen.delete(card);
    if (most === 1 && this.chosen.size > 1) this.chosen.clear();
    const items = [...sorted(cards).map((card) => ({ card })), ...piles.map(({ top, covered }) => ({ card: top, isPile: true, covered }))];
    reconcile(this.#node, items, {
      key: ({ card }) => card,
      make: ({ card }) =>
        el(
          "button",
          { class: "card", type: "button", "data-card": card, "data-suit": suitOf(card) },
          el("img", { src: cardImage(card), alt: "", width: 50, height: 83, draggable: "false" }),
        ),
      update: (node, item) => this.#drawCard(node, item),
    });
    this.#keepFocus(had);
  }

  #drawCard(node, { card, isPile, covered }) {
    const isOpen = this.#legal !== null;
    const isLegal = isOpen && this.#legal.has(card);
    const isChosen = this.chosen.has(card);
    node.classList.toggle("is-legal", isLegal);
    node.classList.toggle("is-illegal", isOpen && !isLegal);
    node.classList.toggle("is-selected", isChosen);
    node.classList.toggle("is-pile", Boolean(isPile));
    setAttribute(node, "data-covered", covered || null);
    setAttribute(node, "aria-disabled", isOpen && !isLegal ? "true" : null);
    setAttribute(node, "aria-pressed", isChosen ? "true" : null);
    setAttribute(node, "aria-label", this.#label(isPile ? pileName(card, covered) : cardName(card), { isLegal, isChosen }));
    setAttribute(node.firstElementChild, "src", cardImage(card));
  }

  #label(name, { isLegal, isChosen }) {
    if (this.#legal === null) return isChosen ? fill(gettext("%(card)s, chosen"), { card: name }) : name;
    if (isChosen) return fill(gettext("%(card)s, chosen, playable"), { card: name });
    return isLegal ? fill(gettext("%(card)s, playable"), { card: name }) : fill(gettext("%(card)s, not playable"), { card: name });
  }

  /** The card under the focus has gone by the reader's own act: its neighbour takes over. */
  #keepFocus(had) {
    if (!had || this.#node.contains(document.activeElement)) return;
    const cards = this.#node.children;
    cards[Math.min(this.#lastFocus, cards.length - 1)]?.focus({ preventScroll: true });
  }

  #press(event) {
    const node = event.target.closest(".card");
    const isHasty = event.pointerType === "touch" && performance.now() < this.#readyAt;
    if (!node || this.#isSent || isHasty) return;
    const { card } = node.dataset;
    if (event.detail > 1 && !this.chosen.has(card)) return; // the second half of a double click, on another card
    if (this.#most > 1) {
      this.#toggle(card);
      return;
    }
    const wasChosen = this.chosen.has(card);
    if (this.#legal === null || !this.#legal.has(card)) {
      if (this.#legal !== null) this.#refuse(card);
      this.choose(wasChosen || this.#legal !== null ? null : card);
      return;
    }
    if (!wasChosen && choosesFirst(event)) {
      this.choose(card);
      return;
    }
    this.#act(card);
  }

  #toggle(card) {
    if (!this.#legal?.has(card)) {
      this.#refuse(card);
      return;
    }
    if (this.chosen.has(card)) this.chosen.delete(card);
    else if (this.chosen.size < this.#most) this.chosen.add(card);
    this.#onChoice();
  }

  /** Choose one card, or none. */
  choose(card) {
    this.chosen = new Set(card ? [card] : []);
    this.#onChoice();
  }

  /** A card is on its way: nothing more is taken until it has gone or been refused. */
  setSent(isSent) {
    this.#isSent = isSent;
    setAttribute(this.#node, "aria-busy", isSent ? "true" : null);
  }

  focus() {
    const wanted = this.#node.querySelector(".is-selected, .is-legal") ?? this.#node.firstElementChild;
    wanted?.focus();
  }

  #walk(event) {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault(); // a key held down is one press
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const cards = [...this.#node.children];
    const at = cards.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    cards[Math.max(0, Math.min(cards.length - 1, at + step))].focus();
  }
}

/** A finger covers what it presses: by default it chooses first and plays with the second tap. */
function choosesFirst(event) {
  if (settings.taps === "always") return event.detail > 0; // a key's press is meant as it is
  return settings.taps === "touch" && event.pointerType === "touch";
}
