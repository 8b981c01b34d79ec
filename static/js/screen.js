/* Screen: shows the slides of the hall screen one after another. Without this they stand below each other. */

const TURN = 12000; // ms
const wall = document.querySelector("[data-live=slides]");
const slides = () => [...wall.querySelectorAll("[data-slide]")];
let shown = slides()[0]?.dataset.key;

function show() {
  const all = slides();
  const at = Math.max(0, all.findIndex((slide) => slide.dataset.key === shown));
  shown = all[at]?.dataset.key;
  for (const [number, slide] of all.entries()) slide.hidden = number !== at;
  wall.classList.toggle("is-turning", all.length > 1);
}

function turn() {
  const all = slides();
  const at = all.findIndex((slide) => slide.dataset.key === shown);
  shown = all[(at + 1) % all.length]?.dataset.key;
  show();
}

document.addEventListener("tournament:shown", show);
setInterval(turn, TURN);
show();
// A wall is not touched: nobody is there to wake it.
navigator.wakeLock?.request("screen").catch(() => {});
