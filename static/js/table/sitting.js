/* Sitting: the series of matches played here: partita, rivincita and bella, or a giro with each partner once. */

import { table, text } from "./note.js";
import { fill, listText, numberText } from "./words.js";

const MATCHES = 3;

/** Return what the match numbered `number` of a series is called. */
function partName(series, number) {
  if (series === "giro") return fill(gettext("giro, match %(number)s of %(count)s"), { number, count: MATCHES });
  return [pgettext("series", "partita"), pgettext("series", "rivincita"), pgettext("series", "bella")][number - 1];
}

/** Return what is being played, or comes next; "" where single matches are played. */
export function sittingName(place) {
  const number = place?.sitting?.next;
  return number ? partName(place.series, number) : "";
}

/** Return the label of the button that asks for the next match. */
export function nextLabel(place) {
  const name = sittingName(place);
  return name ? fill(gettext("Play on: %(name)s"), { name }) : gettext("Rematch");
}

/** Return the paper's blocks about the series after a match. */
export function sittingBlocks(place) {
  const { sitting, series } = place ?? {};
  if (!sitting?.matches.length) return [];
  const head = series === "giro" ? standingsBlock(sitting) : scoreBlock(sitting);
  const broken = sitting.state === "broken" ? text("series-broken", gettext("The series is over: somebody has left."), "p", "quiet") : null;
  return [head, broken].filter(Boolean);
}

function scoreBlock({ matches, score, state }) {
  const rows = matches.map(({ totals }, at) => [partName("bella", at + 1), ...totals.map(numberText)]);
  rows.push([state === "finished" ? gettext("Matches won") : gettext("Matches won so far"), ...score.map(numberText)]);
  return table("series", ["", ...matches[0].sides.map((names) => listText(names))], rows);
}

function standingsBlock({ standings }) {
  const head = [gettext("Giro"), gettext("Won"), gettext("Difference"), gettext("Points")];
  return table(
    "series",
    head,
    standings.map(({ place, user, wins, difference, points }) => [`${place}. ${user.name}`, ...[wins, difference, points].map(numberText)]),
  );
}
