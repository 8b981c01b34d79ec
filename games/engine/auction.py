"""Auction: every seat bids once, each bid higher than the last or *passo* (rules 6.1 and 6.2)."""

from dataclasses import dataclass, replace
from typing import Final

from games.engine.cards import NO_CARDS, RANK_MASK, Hand
from games.engine.contracts import PASSO, Contract
from games.engine.errors import BadBid, quoted

CALLED_RANKS: Final = "32A"  # a 3 first; holding all, a 2; all those too, an ace


def callable_cards(hand: Hand) -> Hand:
    """Return the cards the holder of *hand* may call: of the first rank it does not hold whole."""
    for rank in CALLED_RANKS:
        missing = RANK_MASK[rank] & ~hand
        if missing:
            return missing
    return NO_CARDS


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one hand: ``order`` is the seats in turn from the dealer's right, ``bids`` what each said."""

    contracts: tuple[Contract, ...]
    order: tuple[int, ...]
    bids: tuple[str, ...] = ()

    @property
    def turn(self) -> int | None:
        """The seat to bid, None when all have."""
        return self.order[len(self.bids)] if len(self.bids) < len(self.order) else None

    def offered(self, hand: Hand) -> tuple[str, ...]:
        """Return what may be bid now by who holds *hand*: *passo* and the higher rungs that can be kept."""
        words = [contract.bid for contract in self.contracts]
        last = next((bid for bid in reversed(self.bids) if bid != PASSO), None)
        higher = self.contracts[words.index(last) + 1 :] if last is not None else self.contracts
        kept = [rung.bid for rung in higher if rung.called == "none" or callable_cards(hand)]
        return (PASSO, *kept)

    def after(self, bid: str, hand: Hand) -> "Auction":
        """Return the auction after *bid* by the seat to bid, which holds *hand*. Raises BadBid."""
        if bid not in self.offered(hand):
            raise BadBid(f"{quoted(bid)} may not be bid now")
        return replace(self, bids=(*self.bids, bid))

    def won(self) -> tuple[int, Contract] | None:
        """Return the seat and contract of the highest bid so far, None while all have passed."""
        for seat, bid in zip(reversed(self.order[: len(self.bids)]), reversed(self.bids), strict=True):
            for contract in self.contracts:
                if contract.bid == bid:
                    return seat, contract
        return None
