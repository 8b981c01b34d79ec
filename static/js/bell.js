/* Bell: counts up in the header when a notice comes in over a live socket. */

const MOST = 99;
let held = 0;

/** Count a notice; with `isQuiet` only once `settle` is called: nothing rings while a hand is played. */
export function ring(isQuiet = false) {
  held += 1;
  if (!isQuiet) settle();
}

/** Show what has been counted meanwhile. */
export function settle() {
  const node = document.getElementById("bell");
  if (!node || !held) return;
  const count = Number.parseInt(node.textContent, 10) || 0;
  node.textContent = count + held > MOST ? `${MOST}+` : String(count + held);
  held = 0;
}
