/* Note: the paper in the middle of the cloth, before the match, between hands and at the end; made of blocks by key. */

import { el, reconcile, setAttribute, setShown, setText } from "./dom.js";

/** A line of text. */
export const text = (key, words, tag = "p", className = null) => ({
  key,
  make: () => el(tag, { class: className }),
  update: (node) => setText(node, words),
});

/** A row of buttons: `[{ key, label, look, act }]`, and links: `[{ key, label, look, href }]`. */
export const buttons = (key, items) => ({
  key,
  make: () => el("div", { class: "actions" }),
  update: (node) =>
    reconcile(node, items, {
      key: (item) => item.key,
      make: (item) =>
        item.href
          ? el("a", { class: `button ${item.look ?? ""}`, href: item.href })
          : el("button", { class: `button ${item.look ?? ""}`, type: "button", onclick: (event) => event.currentTarget.act() }),
      update: (child, item) => {
        child.act = item.act;
        setText(child, item.label);
        setAttribute(child, "aria-disabled", item.isOff ? "true" : null);
      },
    }),
});

/** A small table: `head` and `rows` are lists of texts, the first of each row its heading. */
export const table = (key, head, rows) => ({
  key,
  make: () => el("table", { class: "list list--keep" }),
  update: (node) => {
    const said = JSON.stringify([head, rows]);
    if (node.dataset.said === said) return;
    node.dataset.said = said;
    node.replaceChildren(
      el("thead", {}, el("tr", {}, ...head.map((cell, at) => el(at ? "th" : "td", at ? { scope: "col", class: "num" } : {}, cell)))),
      el("tbody", {}, ...rows.map(([first, ...cells]) => el("tr", {}, el("th", { scope: "row" }, first), ...cells.map((cell) => el("td", { class: "num" }, cell))))),
    );
  },
});

/** Draw the blocks on the paper; with none it is taken away. */
export function drawNote(node, blocks) {
  setShown(node, blocks.length > 0);
  reconcile(node, blocks, {
    key: ({ key }) => key,
    make: (block) => block.make(),
    update: (child, block) => block.update?.(child),
  });
}
