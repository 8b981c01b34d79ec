/* Morph: makes what stands on a page like another version of it, touching only what differs, so that the focus, the
   scroll of a box and an opened detail stay as they are. */

const OWN = new Set(["open", "value", "checked"]); // the reader's own doing
const sameKind = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
const keyOf = (node) => node.id || node.dataset?.key || "";

/** Make `node` like `fresh`, a node of the same kind. */
export function morph(node, fresh) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...node.attributes]) if (!OWN.has(name) && !fresh.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (!OWN.has(name) && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  morphChildren(node, fresh);
}

function morphChildren(node, fresh) {
  const keyed = new Map([...node.childNodes].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = node.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const known = keyOf(wanted) ? keyed.get(keyOf(wanted)) : at;
    if (known && sameKind(known, wanted)) {
      if (known === at) at = at.nextSibling;
      else node.insertBefore(known, at);
      morph(known, wanted);
    } else {
      node.insertBefore(document.importNode(wanted, true), at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
