"""Proof: what a record tells of each shuffle, checked by shuffling again (docs/fair-deal.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.deal import deal_cards, deal_dict
from games.engine.entropy import entropy_commitment, parse_digest, parse_entropy
from games.engine.errors import BadFormat
from games.engine.record import rules_of, well_formed
from games.engine.rulesets import Ruleset
from games.engine.shuffle import commitment, label_of, shuffled

_DEALT: Final = ("deal", "rest", "turned")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking one hand: *fault* is empty where its deal is proven, else a stable code.

    `no_proof`: the record holds none. `bad_proof`: it has not the shape of one. `seed_differs`, `entropy_differs`: what
    was revealed is not what was committed to. `deal_differs`: other cards were dealt than seed and entropy give.
    """

    hand: int
    fault: str = ""
    added: tuple[int, ...] = ()  # the seats whose entropy went into the deal
    silent: tuple[int, ...] = ()  # those that committed and did not reveal
    is_paper: bool = False  # played with real cards: there was no deal to prove

    @property
    def is_proven(self) -> bool:
        """Whether nothing is left to doubt about what was dealt."""
        return not self.fault


def verdicts(obj: object) -> Iterator[Verdict]:
    """Yield what comes of checking each hand of the record *obj*. Raises the Refusal of a record of no such shape."""
    record = well_formed(obj)
    rules = rules_of(record)
    for number, hand in enumerate(record["hands"]):
        yield _verdict(rules, record.get("match"), number, hand)


def _verdict(rules: Ruleset, table: object, number: int, hand: object) -> Verdict:
    if not isinstance(hand, Mapping) or not isinstance(hand.get("deal"), list):
        return Verdict(number, "bad_proof")
    if not hand["deal"]:
        return Verdict(number, is_paper=True)
    proof = hand.get("commit")
    if not isinstance(proof, Mapping) or "seed" not in proof or not isinstance(table, str):
        return Verdict(number, "no_proof")
    try:
        return _checked(rules, table, number, hand, proof)
    except BadFormat:
        return Verdict(number, "bad_proof")


def _checked(rules: Ruleset, table: str, number: int, hand: Mapping[str, Any], proof: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a hand with a proof. Raises BadFormat where the proof has the wrong shape."""
    seed = bytes.fromhex(parse_digest(proof["seed"]))
    committed = [parse_digest(text) if text != "" else "" for text in _by_seat(rules, proof, "committed")]
    entropies = [parse_entropy(text) if text != "" else b"" for text in _by_seat(rules, proof, "entropies")]
    dealer = hand.get("dealer")
    if type(dealer) is not int or not 0 <= dealer < rules.seats:
        raise BadFormat("dealer is no seat")
    added = tuple(seat for seat, own in enumerate(entropies) if own)
    silent = tuple(seat for seat, digest in enumerate(committed) if digest and not entropies[seat])
    fault = ""
    if commitment(seed, table, number) != proof.get("sha256"):
        fault = "seed_differs"
    elif any(entropy_commitment(entropies[seat], table, number, seat) != committed[seat] for seat in added):
        fault = "entropy_differs"
    else:
        deck = shuffled(seed, entropies, label_of(table, number))
        if deal_dict(deal_cards(rules, dealer, deck)) != {key: hand[key] for key in _DEALT if key in hand}:
            fault = "deal_differs"
    return Verdict(number, fault, added, silent)


def _by_seat(rules: Ruleset, proof: Mapping[str, Any], key: str) -> list[object]:
    """Return the list *key* of a proof, one entry a seat. Raises BadFormat."""
    texts = proof.get(key)
    if not isinstance(texts, list) or len(texts) != rules.seats:
        raise BadFormat(f"{key} has a text for each seat")
    return texts
