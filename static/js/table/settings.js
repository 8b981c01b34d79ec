/* Settings: how this device shows the table; kept in its own storage, never sent. */

const KEY = "bongioco.table";

export const DEFAULTS = {
  deck: "napoletane", // napoletane, grandi, francesi, francesi-4
  trickSeconds: 1, // how long a full trick stays, 0–3
  taps: "touch", // where the first tap only chooses a card: "touch" screens, "always", "never"
  bigCards: false,
  rows: false, // two rows of five
  letters: false, // a letter of the suit on each card
  indices: true, // rank and suit in the corners
  calm: false, // no motion even where the system allows it
  sound: true,
  volume: 0.6,
};

function stored() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What was chosen on this device. The rest is as usual, or as the table's club has it. */
const chosen = Object.fromEntries(
  Object.entries(stored()).filter(([name, value]) => name in DEFAULTS && typeof value === typeof DEFAULTS[name]),
);
const clubDeck = document.getElementById("page-data")?.dataset.clubDeck;

/** The settings in force. Change them with `set`. */
export const settings = { ...DEFAULTS, ...(clubDeck ? { deck: clubDeck } : {}), ...chosen };

const listeners = new Set();

/** Call `listener` after every change. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Change one setting, keep it and tell everybody. */
export function set(name, value) {
  settings[name] = value;
  chosen[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // A browser without storage forgets it at the end of the visit.
  }
  dress();
  for (const listener of listeners) listener(name, value);
}

/** Put the settings that style sheets read on the document. */
export function dress() {
  const root = document.documentElement.dataset;
  const mark = (name, value) => {
    if (value === null) delete root[name];
    else root[name] = value;
  };
  mark("cards", settings.bigCards ? "big" : null);
  mark("hand", settings.rows ? "rows" : null);
  mark("letters", settings.letters ? "on" : null);
  mark("motion", settings.calm ? "off" : null);
}

/** True where nothing should move: the system's wish, or this table's. */
export function isStill() {
  return settings.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
