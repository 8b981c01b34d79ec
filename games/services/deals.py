"""Deals: the secret behind each hand, committed to before it and revealed after it (docs/fair-deal.md)."""

import secrets
from collections.abc import Sequence

from games.engine.cards import Card, sequence_text
from games.engine.deal import Deal as Dealt
from games.engine.deal import deal_cards, deal_dict
from games.engine.rulesets import Ruleset
from games.engine.shuffle import SEED_BYTES, commitment, label_of, shuffled
from games.models import Deal
from games.services.logbook import Logbook


def cut(
    rules: Ruleset, dealer: int, seed: bytes, entropies: Sequence[bytes], *, table: str, hand: int
) -> tuple[tuple[Card, ...], Dealt]:
    """Return the deck that *seed* and the players' entropy by seat give, and the hand dealt from it."""
    deck = shuffled(seed, entropies, label_of(table, hand))
    return deck, deal_cards(rules, dealer, deck)


def commit_hand(book: Logbook) -> None:
    """Draw the seed of the next hand and write the commitment to it; the players' entropy is gathered from now on."""
    hand = len(book.position.game.hands)
    seed = secrets.token_bytes(SEED_BYTES)
    promise = commitment(seed, str(book.match.pk), hand)
    Deal.objects.create(match=book.match, hand=hand, seed=seed, commitment=promise)
    book.write("hand_committed", public={"hand": hand, "commitment": promise})


def deal_hand(book: Logbook) -> None:
    """Write the hand that the seed committed to and the entropy revealed give; the server draws the first dealer."""
    game, gathering = book.position.game, book.position.gathering
    row = Deal.objects.get(match=book.match, hand=len(game.hands))
    dealer = game.next_dealer
    if dealer is None:
        dealer = secrets.randbelow(game.ruleset.seats)
    revealed = gathering.entropies if gathering else {}
    entropy = [bytes.fromhex(revealed.get(seat, "")) for seat in range(game.ruleset.seats)]
    deck, dealt = cut(game.ruleset, dealer, bytes(row.seed), entropy, table=str(book.match.pk), hand=row.hand)
    deal = deal_dict(dealt)
    row.deck = sequence_text(deck)
    row.save(update_fields=["deck"])
    public = {"hand": row.hand, "dealer": dealer}
    if "turned" in deal:
        public["turned"] = deal["turned"]
    cards = {str(seat): {"cards": text} for seat, text in enumerate(deal["deal"])}
    book.write("dealt", public=public, private={**cards, "server": deal})


def reveal_hand(book: Logbook) -> None:
    """Write what the hand that has just ended was dealt from, so that everybody can deal it again."""
    position = book.position
    hand = position.game.hand
    number = len(position.game.hands) - (hand is not None and hand.ended is not None)
    deal = Deal.objects.get(match=book.match, hand=number)
    seed = bytes(deal.seed).hex()
    public = {"hand": deal.hand, "seed": seed, "deck": deal.deck, "entropies": list(position.entropies)}
    deal.revealed_seq = book.write("seed_revealed", public=public)
    deal.save(update_fields=["revealed_seq"])
