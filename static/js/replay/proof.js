/* Proof: the panel that deals the hands of this match again, here in the browser (docs/fair-deal.md). */

import { el, setText } from "../table/dom.js";
import { request } from "../table/rest.js";
import { fill } from "../table/words.js";
import { proofsOf } from "./deals.js";

const FAULTS = {
  no_proof: gettext("the record holds no proof"),
  seed_differs: gettext("the seed is not the one sealed"),
  entropy_differs: gettext("what a player added is not what was sealed"),
  deal_differs: gettext("other cards were dealt"),
};

/** Make `button` check the deals of a match: the verdict goes to `verdict`, each hand to `list`; `nameOf(seat)` names a player. */
export function offerProof({ button, verdict, list, match, nameOf }) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    setText(verdict, gettext("Dealing again …"));
    try {
      const proofs = proofsOf(await request("GET", `/matches/${match}/record/`));
      setText(verdict, verdictText(proofs));
      list.replaceChildren(...proofs.map((proof) => handNode(proof, nameOf)));
    } catch {
      setText(verdict, gettext("The record could not be read. Try again."));
    }
    button.disabled = false;
  });
}

function verdictText(proofs) {
  const doubted = proofs.filter(({ fault }) => fault).length;
  if (doubted) {
    return fill(ngettext("%(count)s hand is not as promised.", "%(count)s hands are not as promised.", doubted), { count: doubted });
  }
  return fill(ngettext("%(count)s hand dealt again: as promised.", "%(count)s hands dealt again: all as promised.", proofs.length), { count: proofs.length });
}

function handNode({ number, seal, seed, entropies, committed, fault }, nameOf) {
  const facts = [];
  const add = (term, text) => facts.push(el("dt", {}, term), el("dd", { class: "digits" }, text));
  if (seal) add(gettext("Seal"), seal);
  if (seed) add(gettext("Seed"), seed);
  entropies.forEach((entropy, seat) => {
    const name = nameOf(seat);
    if (entropy) add(fill(gettext("%(name)s added"), { name }), entropy);
    else if (committed[seat]) add(name, gettext("sealed something and did not show it: counted as nothing"));
  });
  if (seed && !entropies.some(Boolean)) facts.push(el("dt", {}, gettext("Players")), el("dd", {}, gettext("added nothing")));
  return el("details", { class: "proof-hand" }, el("summary", {}, handText(number, fault)), el("dl", { class: "facts" }, ...facts));
}

function handText(number, fault) {
  if (fault === null) return fill(gettext("Hand %(number)s: real cards"), { number });
  if (fault === "") return fill(gettext("Hand %(number)s: as promised"), { number });
  return fill(gettext("Hand %(number)s: not as promised, %(why)s"), { number, why: FAULTS[fault] });
}
