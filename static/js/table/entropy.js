/*
 * Entropy: this browser's part in the shuffle (docs/fair-deal.md). It commits to random bytes before anybody reveals theirs,
 * and reveals them when all have committed. Without it a hand is dealt all the same.
 */

import { commitmentOf, hexOf } from "./shuffle.js";

const BYTES = 32;
const KEY = "bongioco.entropy";

/** What this window has drawn, kept over a reload: `{ place, entropy }`. */
let drawn = null;
try {
  drawn = JSON.parse(sessionStorage.getItem(KEY));
} catch {
  // Without storage a reload between commitment and reveal costs this browser's part, not the hand.
}

function drawFor(place) {
  drawn = { place, entropy: hexOf(crypto.getRandomValues(new Uint8Array(BYTES))) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drawn));
  } catch {
    // As above.
  }
}

/** Do what the shuffle asks of the reader's seat now; `command(type, fields)` sends it, and a refusal is nobody's trouble. */
export function attend(state, command) {
  const { match, view, you } = state;
  const gathering = view?.entropy;
  if (!gathering || !you || you.may.take_back) return; // none while a bot plays for the reader
  const { seat } = you;
  const place = `${match}/${gathering.hand}/${seat}`;
  if (gathering.stage === "commit") {
    if (gathering.commitments[seat] !== undefined || drawn?.place === place) return;
    drawFor(place);
    command("commit_entropy", { commitment: commitmentOf(drawn.entropy, match, gathering.hand, seat) });
  } else if (drawn?.place === place && !drawn.isRevealed && gathering.entropies[seat] === undefined) {
    if (gathering.commitments[seat] !== commitmentOf(drawn.entropy, match, gathering.hand, seat)) return; // another window's
    drawn.isRevealed = true;
    command("reveal_entropy", { entropy: drawn.entropy });
  }
}
