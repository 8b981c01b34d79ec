"""Match: hands one after another until a side has won (rules 2.5)."""

from dataclasses import dataclass
from typing import Final

from games.engine import acts, endings
from games.engine.actions import Action, Award, CallOut, Declare, Play, Resign
from games.engine.cards import CARD_OF, NO_CARDS, Card, Hand
from games.engine.deal import Deal
from games.engine.endings import Reason
from games.engine.errors import BadDeal, MatchOver, NotAllowed
from games.engine.hand import HandInPlay
from games.engine.rulesets import Ruleset
from games.engine.scoring import HandResult, Points, add, declared, is_claim_good, result_of, side_of, standing
from games.engine.shapes import Sides
from games.engine.timeouts import default_action

_ACE_OF_DENARI: Final = CARD_OF["Ad"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winners (indexes of totals), the totals, why, and the stake where stakes are on."""

    winners: Points
    totals: Points
    reason: Reason
    stake: int | None = None


class Match:
    """A match under one ruleset. ``hand`` is the hand in play or the last one, ``hands`` the results of those ended.

    Refused actions leave it as it was. A director's award may follow the last card of a hand, so totals and outcome are
    final only when the next hand starts; a resignation, a claim or a declaration that ends the match is final at once.
    """

    ruleset: Ruleset
    hand: HandInPlay | None
    hands: tuple[HandResult, ...]
    totals: Points
    reason: Reason | None
    winners: Points
    is_closed: bool  # ended in the middle of a hand: not even an award may follow
    _before: Points  # totals before the hand in play
    _done: tuple[HandResult, ...]  # results before the hand in play

    __slots__ = (
        "_before",
        "_done",
        "hand",
        "hands",
        "is_closed",
        "reason",
        "ruleset",
        "totals",
        "winners",
    )

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.hand = None
        self.hands = self._done = ()
        self.totals = self._before = (0,) * ruleset.scores
        self.reason = None
        self.winners = ()
        self.is_closed = False

    def copy(self) -> "Match":
        """Return an independent copy, in a few microseconds."""
        twin: Match = object.__new__(Match)
        twin.ruleset = self.ruleset
        twin.hand = self.hand.copy() if self.hand is not None else None
        twin.hands = self.hands
        twin.totals = self.totals
        twin.reason = self.reason
        twin.winners = self.winners
        twin.is_closed = self.is_closed
        twin._before = self._before
        twin._done = self._done
        return twin

    @property
    def finished(self) -> bool:
        """Whether the match has ended."""
        return self.reason is not None

    def outcome(self) -> Outcome | None:
        """Return how the match ended, None while it runs."""
        if self.reason is None:
            return None
        return Outcome(self.winners, self.totals, self.reason, self.stake)

    @property
    def stake(self) -> int | None:
        """The highest multiplier the winners earned in any hand, None where stakes are off (rules 8)."""
        if self.ruleset.stakes == "off" or self.reason is None:
            return None
        return max([1, *(hand.multipliers[side] for hand in self.hands if hand.multipliers for side in self.winners)])

    @property
    def sides(self) -> Sides | None:
        """The sides of the hand in play or just ended, None while unknown. Secret where the partner is (rules 6.2)."""
        return self.hand.sides if self.hand is not None else self.ruleset.sides

    @property
    def next_dealer(self) -> int | None:
        """The seat to deal the next hand, None before the first: after a redeal the same, else the one to the right."""
        if self.hand is None:
            return None
        if self.hand.ended == "a_monte":
            return self.hand.dealer
        return (self.hand.dealer + 1) % self.ruleset.seats

    @property
    def next(self) -> tuple[str, int | None] | None:
        """The act due and the seat it is asked of: ``("deal", dealer)`` between hands, None when finished."""
        if self.reason is not None:
            return None
        if self.hand is None or self.hand.ended:
            return "deal", self.next_dealer
        return self.hand.do, self.hand.turn

    def legal_cards(self, seat: int) -> Hand:
        """Return the cards *seat* may play now, none when it is not to play."""
        hand = self.hand
        if hand is None or hand.do != "play" or self.is_closed:
            return NO_CARDS
        position = hand.position
        return position.legal() if position.turn == seat else NO_CARDS

    def has_sole_last_card(self) -> bool:
        """Tell whether the seat to move holds one card and it is its last of the hand: only that one plays itself."""
        hand = self.hand
        return (
            hand is not None
            and hand.do == "play"
            and len(hand.tricks) == hand.trick_count - 1
            and hand.position.hands[hand.turn].bit_count() == 1
        )

    def start_hand(self, dealer: int, deal: Deal) -> None:
        """Deal the next hand. Raises MatchOver, BadDeal (also for a hand after an unfinished one)."""
        self._check_dealer(dealer)
        hand = HandInPlay(
            self.ruleset,
            dealer,
            deal,
            sides=self._sides(deal),
            first=all(result.ended == "paper" or not result.counts for result in self.hands),
            redeals=self._redeals(),
        )
        self._enter(hand)

    def start_paper_hand(self, dealer: int) -> None:
        """Begin a hand played with real cards, which awards score. Raises MatchOver, BadDeal."""
        self._check_dealer(dealer)
        self._enter(HandInPlay(self.ruleset, dealer, None, sides=self._sides(None), first=False, redeals=0))
        self._close()

    def _check_dealer(self, dealer: int) -> None:
        if self.reason is not None:
            raise MatchOver("the match has ended")
        if self.hand is not None and not self.hand.ended:
            raise BadDeal("the hand before is unfinished")
        expected = self.next_dealer
        if not 0 <= dealer < self.ruleset.seats or (expected is not None and dealer != expected):
            raise BadDeal(f"seat {expected} deals" if expected is not None else "the dealer is no seat")

    def _sides(self, deal: Deal | None) -> Sides | None:
        """Return the sides known at the deal: where the ace of denari forms them, for the whole match (rules 6)."""
        if self.ruleset.shape.sides_from != "ace_of_denari":
            return self.ruleset.sides
        known = next((result.sides for result in self.hands if result.counts and result.sides is not None), None)
        if known is not None or deal is None:
            return known
        holder = next((seat for seat, cards in enumerate(deal.hands) if _ACE_OF_DENARI in cards), 0)
        return (holder,), tuple(seat for seat in range(self.ruleset.seats) if seat != holder)

    def _redeals(self) -> int:
        """Return how many hands in a row before this one ended a monte."""
        redeals = 0
        for result in reversed(self.hands):
            if result.ended != "a_monte":
                break
            redeals += 1
        return redeals

    def _enter(self, hand: HandInPlay) -> None:
        self._before = self.totals
        self._done = self.hands
        self.hand = hand

    def play(self, seat: int, card: Card, signal: str | None = None, say: str | None = None) -> None:
        """Play *card* for *seat*. Raises MatchOver, HandOver, NotAllowed and what HandInPlay.play raises."""
        hand = self.hand
        if hand is None or self.is_closed:
            raise self._no_hand()
        if hand.play(seat, card, signal, say):
            self._close()

    def _no_hand(self) -> MatchOver | NotAllowed:
        return MatchOver("the match has ended") if self.is_closed else NotAllowed("no hand is dealt")

    def admit(self, do: str, seat: int) -> None:
        """Check who may do what now, before any card is looked at: MatchOver, HandOver, NotAllowed, NotYourTurn."""
        if self.hand is None or self.is_closed:
            raise self._no_hand()
        acts.admit(self.hand, do, seat)

    def apply(self, action: Action) -> None:
        """Apply *action*, or raise the first refusal that holds and change nothing."""
        if isinstance(action, Play):
            self.play(action.seat, action.card, action.signal, action.say)
            return
        hand = self.hand
        if hand is None or self.is_closed:
            raise self._no_hand()
        if not isinstance(action, Award):
            acts.admit(hand, action.do, action.seat)
        if isinstance(action, Resign):
            self._resign(hand, action.seat, action.side)
        elif isinstance(action, CallOut):
            self._claim(hand, action.seat)
        else:
            acts.perform(hand, action)
            if isinstance(action, Declare) and self._is_target_declared(hand, action.seat):
                hand.end("declaration")
                self._close()
                self._shut(endings.best(self.ruleset, self.totals), "declaration")
            elif hand.ended:
                self._close()

    def _close(self) -> None:
        """Score the hand that has ended and ask who has won."""
        self._settle()
        verdict = endings.verdict(self.ruleset, self.hands[-1])
        self.winners, self.reason = verdict if verdict is not None else ((), None)

    def _settle(self) -> None:
        if self.hand is not None:
            played = self._done[-1].played if self._done else 0
            result = result_of(self.hand, self._before, played)
            self.hands = (*self._done, result)
            self.totals = result.totals

    def _shut(self, winners: Points, reason: Reason) -> None:
        """End the match in the middle of a hand."""
        self.winners, self.reason = winners, reason
        self.is_closed = True

    def _is_target_declared(self, hand: HandInPlay, seat: int) -> bool:
        """Tell whether the side of *seat* has reached the target by declaring, where that ends the match (rules 5)."""
        if not self.ruleset.declare_ends_match:
            return False
        reached = add(add(self._before, declared(hand)), hand.awards)
        return reached[side_of(hand, seat)] >= self.ruleset.target

    def _claim(self, hand: HandInPlay, seat: int) -> None:
        side = side_of(hand, seat)
        counted = standing(hand, self._before)
        hand.end("call_out")
        self._close()
        if is_claim_good(counted, side, self.ruleset.target):
            self._shut((side,), "call_out")
        elif self.ruleset.call_out == "lose_match":
            self._shut(endings.best(self.ruleset, counted, endings.others(counted, side)), "call_out")

    def _resign(self, hand: HandInPlay, seat: int, side: int) -> None:
        own = seat if self.ruleset.scored_by_seat or hand.sides is None else side_of(hand, seat)
        if side != own:
            raise NotAllowed("a seat resigns for its own side")
        hand.end("resign")
        self._settle()
        self._shut(endings.best(self.ruleset, self.totals, endings.others(self.totals, side)), "resign")


def server_action(match: Match) -> Action:
    """Return the server's move when the seat due does not act (rules 10). Raises NotAllowed between hands."""
    action = default_action(match.hand) if match.hand is not None and match.reason is None else None
    if action is None:
        raise NotAllowed("nobody is to act")
    return action
