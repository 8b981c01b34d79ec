/* Times: turns the moments of a page into the reader's own time, with its zone. */

const language = document.documentElement.lang;
const full = new Intl.DateTimeFormat(language, {
  weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
  timeZoneName: "short",
}); // prettier-ignore

/** Rewrite the moments within `root`. */
export function tellTimes(root = document) {
  for (const node of root.querySelectorAll("time[data-moment]")) node.textContent = full.format(new Date(node.dateTime));
}

tellTimes();
