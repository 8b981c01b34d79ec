"""Deals: the secret behind each hand, committed to before it and revealed after it (docs/fair-deal.md)."""

import secrets

from games.engine.cards import sequence_text
from games.engine.deal import deal_cards, deal_dict
from games.engine.shuffle import SEED_BYTES, commitment, shuffled
from games.models import Deal
from games.services.logbook import Logbook


def deal_hand(book: Logbook) -> None:
    """Write the commitment to a fresh seed, then the hand dealt from it; the server draws the first dealer."""
    game, match_id = book.position.game, book.match.pk
    hand = len(game.hands)
    seed = secrets.token_bytes(SEED_BYTES)
    promise = commitment(seed, str(match_id), hand)
    entropy = [b""] * game.ruleset.seats  # none is waited for: a hand never waits
    deck = shuffled(seed, entropy, label_of(str(match_id), hand))
    dealer = game.next_dealer
    if dealer is None:
        dealer = secrets.randbelow(game.ruleset.seats)
    deal = deal_dict(deal_cards(game.ruleset, dealer, deck))
    Deal.objects.create(match=book.match, hand=hand, seed=seed, commitment=promise, deck=sequence_text(deck))
    book.write("hand_committed", public={"hand": hand, "commitment": promise})
    public = {"hand": hand, "dealer": dealer}
    if "turned" in deal:
        public["turned"] = deal["turned"]
    cards = {str(seat): {"cards": text} for seat, text in enumerate(deal["deal"])}
    book.write("dealt", public=public, private={**cards, "server": deal})


def reveal_hand(book: Logbook) -> None:
    """Write the seed and the deck of the hand that has just ended, so that everybody can deal it again."""
    deal = Deal.objects.get(match=book.match, hand=len(book.position.game.hands) - 1)
    public = {"hand": deal.hand, "seed": bytes(deal.seed).hex(), "deck": deal.deck}
    deal.revealed_seq = book.write("seed_revealed", public=public)
    deal.save(update_fields=["revealed_seq"])


def label_of(match: str, hand: int) -> str:
    """Return the name a hand has in its shuffle."""
    return f"{match}:{hand}"
