/* Keys: single letters act wherever the focus is, but for fields one writes in. */

import { isOpen } from "./dialogs.js";

/** Let each of `keys` do its act, and Escape put back what was taken up. */
export function bindKeys({ keys, putBack }) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input:not([type=checkbox], [type=range]), select, textarea");
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    if (event.key === "Escape" && !isOpen()) {
      putBack();
      return;
    }
    if (isOpen() && event.key !== "?") return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
