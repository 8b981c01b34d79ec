#!/usr/bin/env python3
"""Verify deal: deals the hands of tressette/1 records again (docs/fair-deal.md). Run: verify_deal.py < record.json.

Standard library only, and no code of the site. Prints a line a hand; exits with 1 unless every deal is proven.
"""

import json
import sys
from hashlib import sha256
from hmac import digest

CARDS = [rank + suit for suit in "dcsb" for rank in "4567FCRA23"]


def random_bytes(material):
    """Yield the bytes of HMAC_DRBG (NIST SP 800-90A) with SHA-256, asked for 32 at a time."""
    key, value = bytes(32), b"\1" * 32
    for step in b"\0", b"\1":
        key = digest(key, value + step + material, "sha256")
        value = digest(key, value, "sha256")
    while True:
        value = digest(key, value, "sha256")
        yield from value
        key = digest(key, value + b"\0", "sha256")
        value = digest(key, value, "sha256")


def shuffled(seed, entropies, label):
    """Return the deck after Fisher-Yates; a byte that would favour some places is thrown away."""
    nonce = sha256(b"".join(sha256(own).digest() for own in entropies)).digest()
    deck, source = CARDS[:], random_bytes(seed + nonce + label)
    for size in range(40, 1, -1):
        other = next(byte for byte in source if byte < 256 - 256 % size) % size
        deck[size - 1], deck[other] = deck[other], deck[size - 1]
    return deck


def fault_of(table, number, hand):
    """Return what is wrong with the deal of a hand, None where it is proven."""
    proof, name = hand["commit"], table.encode() + number.to_bytes(4, "big")
    seed, entropies = bytes.fromhex(proof["seed"]), [bytes.fromhex(own) for own in proof["entropies"]]
    if sha256(seed + name).hexdigest() != proof["sha256"]:
        return "the seed is not the one committed to"
    for seat, own in enumerate(entropies):
        if own and sha256(own + name + bytes([seat])).hexdigest() != proof["committed"][seat]:
            return f"the entropy of seat {seat} is not the one committed to"
    order = [(hand["dealer"] + turn) % len(hand["deal"]) for turn in range(1, len(hand["deal"]) + 1)]
    dealt = " ".join([*(hand["deal"][seat] for seat in order), hand.get("rest", "")]).replace("|", "").split()
    deck = shuffled(seed, entropies, f"{table}:{number}".encode())
    return None if dealt == [card for card in deck if card in dealt] else "other cards were dealt"


doubts, text = 0, sys.stdin.read().strip()
for record in map(json.loads, text.splitlines() if "\n{" in text else [text]):
    for number, hand in enumerate(record["hands"]):
        try:
            fault = fault_of(record["match"], number, hand)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            fault = f"no proof can be read ({error!r})"
        doubts += fault is not None
        print(record.get("match"), "hand", number + 1, f"NOT PROVEN: {fault}" if fault else "proven")
sys.exit(doubts > 0)
