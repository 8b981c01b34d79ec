/* Speech: the page's one polite live region. Each sentence is added once and never rewritten, so a screen reader says it once. */

import { el } from "./dom.js";

const KEPT = 20;
let region = null;

/** Begin to speak through the node, which has aria-live="polite" in the page from the start. */
export function speakThrough(node) {
  region = node;
}

/** Say one sentence. */
export function say(sentence) {
  if (!sentence || !region) return;
  region.append(el("p", {}, sentence));
  while (region.childElementCount > KEPT) region.firstElementChild.remove();
}
