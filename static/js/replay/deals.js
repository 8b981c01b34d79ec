/* Deals: each hand of a match record dealt again, and compared with what was dealt (docs/fair-deal.md). Pure. */

import { commitmentOf, sealOf, shuffled } from "../table/shuffle.js";

/**
 * Return the proof of each hand of a record: `{ number, seal, seed, entropies, committed, fault }`. `fault` is "" where the
 * deal is proven, else "no_proof", "seed_differs", "entropy_differs" or "deal_differs"; null for a hand with real cards.
 */
export const proofsOf = (record) => record.hands.map((hand, index) => proofOf(record.match, index, hand));

function proofOf(table, index, hand) {
  const { sha256: seal = "", seed = "", entropies = [], committed = [] } = hand.commit ?? {};
  return { number: index + 1, seal, seed, entropies, committed, fault: faultOf(table, index, hand) };
}

function faultOf(table, index, { dealer, deal, rest = "", commit }) {
  if (!deal.length) return null;
  if (!commit?.seed || !table) return "no_proof";
  const { seed, sha256: seal, entropies, committed } = commit;
  if (sealOf(seed, table, index) !== seal) return "seed_differs";
  const isTrue = (entropy, seat) => !entropy || commitmentOf(entropy, table, index, seat) === committed[seat];
  if (!entropies.every(isTrue)) return "entropy_differs";
  const inOrder = deal.map((_, turn) => deal[(dealer + 1 + turn) % deal.length]);
  const dealt = [...inOrder, rest].join(" ").replaceAll("|", " ").split(" ").filter(Boolean);
  const deck = shuffled(seed, entropies, table, index).filter((card) => dealt.includes(card));
  return deck.join(" ") === dealt.join(" ") ? "" : "deal_differs";
}
