/* Elements: build them without markup in strings, and change only what differs, so that focus and selections survive. */

import { page } from "./page.js";

/** Return a new element; `props` are attributes ("class", "aria-label", …), "on…" listeners, or `dataset`. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else setAttribute(node, name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Set an attribute, or take it away for null, undefined and false; touch nothing when it already is so. */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** Set a node's text unless it already says so. */
export function setText(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

/** Show or hide a node. */
export function setShown(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

const SVG = "http://www.w3.org/2000/svg";

/** Return an icon of icons.svg by its name. */
export function icon(name, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${page.icons}#${name}`);
  svg.append(use);
  return svg;
}

/**
 * Make `parent` hold one child per item, in order. A child is found again by its key and kept, so that whoever has
 * the focus on it or a press half done loses neither.
 */
export function reconcile(parent, items, { key, make, update }) {
  const old = new Map();
  for (const child of parent.children) old.set(child.dataset.key, child);
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let node = old.get(name);
    if (node) old.delete(name);
    else {
      node = make(item);
      node.dataset.key = name;
    }
    update?.(node, item);
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of old.values()) node.remove();
}
