"""The fair deal: the generator against NIST's vectors, the shuffle against chance, the commitment against change."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

from games.engine.cards import CODES
from games.engine.deal import deal_cards, deal_dict, hands_dealt, parse_deal
from games.engine.errors import BadDeal
from games.engine.rulesets import PRESETS, resolve
from games.engine.shuffle import SEED_BYTES, HmacDrbg, _Dice, commitment, shuffled

# NIST CAVP, HMAC_DRBG.rsp [SHA-256], 32-byte entropy: no reseed, two requests of 128 bytes, the second is returned
VECTORS = [
    (
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "",
        (
            "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
            "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
            "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
            "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
        ),
    ),
    (
        "79737479ba4e7642a221fcfd1b820b134e9e3540a35bb48ffae29c20f5418ea3",
        "3593259c092bef4129bc2c6c9e19f343",
        "",
        (
            "cf5ad5984f9e43917aa9087380dac46e410ddc8a7731859c84e9d0f31bd43655"
            "b924159413e2293b17610f211e09f770f172b8fb693a35b85d3b9e5e63b1dc25"
            "2ac0e115002e9bedfb4b5b6fd43f33b8e0eafb2d072e1a6fee1f159df9b51e6c"
            "8da737e60d5032dd30544ec51558c6f080bdbdab1de8a939e961e06b5f1aca37"
        ),
    ),
    (
        "5cacc68165a2e2ee20812f35ec73a79dbf30fd475476ac0c44fc6174cdac2b55",
        "6f885496c1e63af620becd9e71ecb824",
        "e72dd8590d4ed5295515c35ed6199e9d211b8f069b3058caa6670b96ef1208d0",
        (
            "f1012cf543f94533df27fedfbf58e5b79a3dc517a9c402bdbfc9a0c0f721f9d5"
            "3faf4aafdc4b8f7a1b580fcaa52338d4bd95f58966a243cdcd3f446ed4bc546d"
            "9f607b190dd69954450d16cd0e2d6437067d8b44d19a6af7a7cfa8794e5fbd72"
            "8e8fb2f2e8db5dd4ff1aa275f35886098e80ff844886060da8b1e7137846b23b"
        ),
    ),
]
SEED = bytes(range(SEED_BYTES))


@pytest.mark.parametrize(("entropy", "nonce", "personalization", "returned"), VECTORS)
def test_the_generator_agrees_with_nist(entropy: str, nonce: str, personalization: str, returned: str) -> None:
    drbg = HmacDrbg(*map(bytes.fromhex, (entropy, nonce, personalization)))
    drbg.generate(128)
    assert drbg.generate(128).hex() == returned


@pytest.mark.parametrize("count", [-1, (1 << 16) + 1])
def test_a_request_has_bounds(count: int) -> None:
    with pytest.raises(ValueError, match="bytes a request"):
        HmacDrbg(SEED).generate(count)


def test_ten_thousand_deals_spread_every_card_evenly() -> None:
    """Field report A13: over 160 cells, the statistic fails above 174.4 (one time in a thousand)."""
    cells: Counter[tuple[int, int]] = Counter()
    for number in range(10_000):
        deck = shuffled(hashlib.sha256(b"deal %d" % number).digest(), [], "even")
        cells.update((card, place // 10) for place, card in enumerate(deck))
    assert sum((cells[card, seat] - 2_500) ** 2 / 2_500 for card in range(40) for seat in range(4)) < 174.4


def test_the_statistic_finds_a_biased_shuffle() -> None:
    """The test above can fail: swapping each card with any place is far beyond the limit."""
    rng, cells = random.Random(1), Counter()
    for _ in range(10_000):
        deck = list(range(40))
        for place in range(40):
            other = rng.randrange(40)
            deck[place], deck[other] = deck[other], deck[place]
        cells.update((card, place // 10) for place, card in enumerate(deck))
    assert sum((cells[card, seat] - 2_500) ** 2 / 2_500 for card in range(40) for seat in range(4)) > 1_000


@pytest.mark.parametrize("bound", range(2, 41))
def test_no_place_is_favoured(bound: int) -> None:
    """Of all 256 values a byte may have, as many give each place; the others are thrown away."""

    class EveryByteOnce:
        def generate(self, count: int) -> bytes:
            return bytes(range(256))

    dice = _Dice(EveryByteOnce())
    drawn = Counter(dice.below(bound) for _ in range(256 // bound * bound))
    assert drawn == dict.fromkeys(range(bound), 256 // bound)
    assert next(dice._bytes, 256) >= 256 - 256 % bound  # what is left would give some places one more


def test_a_deck_depends_on_seed_entropy_and_label_and_on_nothing_else() -> None:
    deck = shuffled(SEED, [b"anna", b"bruno"], "table 1, hand 1")
    assert sorted(deck) == list(range(40))
    assert shuffled(SEED, [b"anna", b"bruno"], "table 1, hand 1") == deck
    others = [
        shuffled(SEED[::-1], [b"anna", b"bruno"], "table 1, hand 1"),
        shuffled(SEED, [b"annab", b"runo"], "table 1, hand 1"),  # no byte passes from one player to the next
        shuffled(SEED, [b"bruno", b"anna"], "table 1, hand 1"),
        shuffled(SEED, [b"anna", b"bruno", b""], "table 1, hand 1"),
        shuffled(SEED, [b"anna", b"bruno"], "table 1, hand 2"),
    ]
    assert len({deck, *others}) == 6


def dealt_again(seed: bytes, entropy: list[bytes], label: str) -> list[int]:
    """The deck once more, step by step as docs/rules.md tells it and with nothing of the engine's."""

    def mac(key: bytes, message: bytes) -> bytes:
        return hmac.new(key, message, hashlib.sha256).digest()

    nonce = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in entropy)).digest()
    material = seed + nonce + label.encode()
    key, value = b"\x00" * 32, b"\x01" * 32
    for step in (b"\x00", b"\x01"):
        key = mac(key, value + step + material)
        value = mac(key, value)
    stream = b""
    for _ in range(20):
        value = mac(key, value)
        stream += value
        key = mac(key, value + b"\x00")
        value = mac(key, value)
    deck, at = list(range(40)), 0
    for place in range(39, 0, -1):
        while stream[at] >= 256 // (place + 1) * (place + 1):
            at += 1
        other = stream[at] % (place + 1)
        at += 1
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("number", range(50))
def test_anybody_can_deal_the_deck_again(number: int) -> None:
    seed = hashlib.sha256(b"%d" % number).digest()
    entropy = [b"", b"bruno", bytes([number]), b"x" * number]
    assert list(shuffled(seed, entropy, f"hand {number}")) == dealt_again(seed, entropy, f"hand {number}")


def test_a_published_deck_comes_out_of_every_later_version() -> None:
    deck = shuffled(SEED, [b"anna", b"bruno", b"carla", b"dino"], "golden")
    assert " ".join(CODES[card] for card in deck) == (
        "4d 6s 7c Ac Rs 3c Rc Cs 4c Cd 4s 5d 3s 7s 6b 3b Fd Rd 2c Ad "
        "Fc 2d 7d 4b 2s 7b 6d Ab Rb Fb Cc 5c As 5s 5b 6c 3d 2b Fs Cb"
    )


def test_the_commitment_is_the_hash_of_seed_table_and_hand() -> None:
    expected = hashlib.sha256(SEED + b"t-1" + b"\x00\x00\x00\x07").hexdigest()
    assert commitment(SEED, "t-1", 7) == expected
    assert len({commitment(SEED, "t-1", 7), commitment(SEED, "t-1", 8), commitment(SEED, "t-17", 7)}) == 3


@pytest.mark.parametrize("seed", [b"", SEED[:-1], SEED + b"\x00"])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(seed, [], "short")
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed, "t", 1)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_deck_becomes_a_deal_of_every_game(preset: str) -> None:
    for players in PRESETS[preset].shapes:
        ruleset = resolve(preset, {"players": players})
        deck = shuffled(SEED, [], f"{preset} {players}")
        for dealer in range(ruleset.seats):
            deal = deal_cards(ruleset, dealer, deck)
            hands_dealt(ruleset, dealer, deal)
            assert parse_deal(ruleset, deal_dict(deal)) == deal
    first = next(card for card in deck if not ruleset.shape.removed >> card & 1)
    right = (dealer + 1) % ruleset.seats
    assert deal.hands[right][0] == first


@pytest.mark.parametrize("deck", [(), tuple(range(39)), (0, *range(39)), (*range(40), 0)])
def test_a_deck_has_forty_cards(deck: tuple[int, ...]) -> None:
    with pytest.raises(BadDeal):
        deal_cards(resolve("club", {}), 0, deck)
