"""docs/fair-deal.md: its worked example is what the shuffle does, and its numbers are those in force."""

import hashlib
import re
from pathlib import Path

from games.engine.cards import sequence_text
from games.engine.entropy import LEAST_BYTES, MOST_BYTES, entropy_commitment
from games.engine.shuffle import SEED_BYTES, HmacDrbg, commitment, label_of, shuffled

PAGE = (Path(__file__).parents[3] / "docs" / "fair-deal.md").read_text(encoding="utf-8")
TABLE, HAND = "01a22a73-00b4-77f9-a278-bae798a934bb", 2


def told() -> list[tuple[str, str]]:
    """The rows of the worked example."""
    return re.findall(r"^\| ([^|]+?) \| `([0-9a-f]+)` \|$", PAGE, re.MULTILINE)


def test_the_worked_example_is_right() -> None:
    rows = told()
    values = dict(rows)
    seed = bytes.fromhex(values["seed"])
    entropies = [bytes.fromhex(values.get(f"entropy of seat {seat}", "")) for seat in range(4)]
    assert f"Table `{TABLE}`, hand {HAND}" in PAGE
    commitments = [text for name, text in rows if name == "its commitment"]
    assert commitments == [
        commitment(seed, TABLE, HAND),
        *[entropy_commitment(own, TABLE, HAND, seat) for seat, own in enumerate(entropies) if own],
    ]
    nonce = hashlib.sha256(b"".join(hashlib.sha256(own).digest() for own in entropies)).digest()
    assert values["nonce"] == nonce.hex()
    generator = HmacDrbg(seed, nonce, label_of(TABLE, HAND).encode())
    assert (values["Key after the start"], values["V after the start"]) == (
        generator._key.hex(),
        generator._value.hex(),
    )
    drawn = generator.generate(32)
    assert values["first 32 bytes drawn"] == drawn.hex()
    assert (drawn[0], drawn[1] % 40) == (242, 21)
    deck = sequence_text(shuffled(seed, entropies, label_of(TABLE, HAND)))
    assert deck in " ".join(PAGE.split())


def test_the_page_names_the_lengths_in_force() -> None:
    assert f"seed being {SEED_BYTES} bytes" in PAGE
    assert f"entropy being {LEAST_BYTES} to {MOST_BYTES} bytes" in PAGE
