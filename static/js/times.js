/* Times: turns the moments of a page into the reader's own time, with its zone. */

import { language } from "./language.js";

const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
const formats = {
  day: new Intl.DateTimeFormat(language, day),
  time: new Intl.DateTimeFormat(language, time),
  full: new Intl.DateTimeFormat(language, { ...day, ...time }),
};

/** Rewrite the moments within `root`. */
export function tellTimes(root = document) {
  for (const node of root.querySelectorAll("time[data-moment]")) {
    node.textContent = formats[node.dataset.moment].format(new Date(node.dateTime));
  }
}

tellTimes();
