/* Free segnapunti: remembers on this phone the address of the last sheet, and offers to go on with it. */

const PLACE = "segnapunti:last";
const offer = document.getElementById("last-sheet");

try {
  if (!offer) localStorage.setItem(PLACE, location.search);
  const last = localStorage.getItem(PLACE);
  if (offer && last) {
    offer.querySelector("a").search = last;
    offer.hidden = false;
  }
} catch {
  // storage is shut: the address itself is the sheet
}
