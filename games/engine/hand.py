"""Hand: one hand in play, from the deal to its last trick (rules 2)."""

from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.auction import Auction
from games.engine.cards import CARD_OF, SUIT_OF, Card, Hand, Suit
from games.engine.contracts import Contract
from games.engine.deal import Deal, hands_dealt
from games.engine.declarations import Combination, Declaration, offered
from games.engine.errors import CardNotHeld, HandOver, MustFollowSuit, NotAllowed, NotYourTurn, SignalNotAllowed
from games.engine.exchange import Exchange
from games.engine.piles import Piles
from games.engine.rulesets import Ruleset
from games.engine.shapes import Sides
from games.engine.signals import check_say, check_signal
from games.engine.tricks import RUNNING, Position, Trick, ring

Do: TypeAlias = Literal["bid", "call", "give", "take", "discard", "play", "over"]
Ending: TypeAlias = Literal["played", "passed", "a_monte", "call_out", "declaration", "resign", "paper"]

_FOUR_OF_DENARI: Final = CARD_OF["4d"]
_NO_EXCHANGE: Final = Exchange()


class Mark(NamedTuple):
    """What stood beside a card."""

    seat: int
    signal: str | None
    say: str | None


class HandInPlay:
    """One hand: the deal, the trick core, and what stands around it (auction, declarations, signals, draws).

    Methods check first and change afterwards: a refusal leaves the hand as it was. ``do`` is the act due from ``turn``,
    ``over`` once the hand has ended; ``ended`` says how. ``awards`` are points a director gave, one a total.
    """

    ruleset: Ruleset
    dealer: int
    deal: Deal | None  # None for a paper hand
    dealt: tuple[Hand, ...]
    first: bool  # no hand was played before this one
    redeals: int  # hands that ended a monte in a row before this one
    sides: Sides | None
    position: Position
    do: Do
    ended: Ending | None
    begun: bool  # trick 1 is open, or was
    leader: int
    tricks: tuple[Trick, ...]
    trick_count: int
    declarations: tuple[Declaration, ...]
    marks: tuple[Mark, ...]  # of the trick on the table
    last_marks: tuple[Mark, ...]
    bussos: tuple[tuple[int, Suit], ...]
    stock: tuple[Card, ...]
    drawn: tuple[tuple[int, Card], ...]  # after the last trick
    piles: Piles | None
    auction: Auction | None
    contract: Contract | None
    soloist: int | None
    called: Card | None
    partner: int | None  # who holds the card called, where it stays
    exchange: Exchange
    awards: tuple[int, ...]

    __slots__ = (
        "auction",
        "awards",
        "begun",
        "bussos",
        "called",
        "contract",
        "deal",
        "dealer",
        "dealt",
        "declarations",
        "do",
        "drawn",
        "ended",
        "exchange",
        "first",
        "last_marks",
        "leader",
        "marks",
        "partner",
        "piles",
        "position",
        "redeals",
        "ruleset",
        "sides",
        "soloist",
        "stock",
        "trick_count",
        "tricks",
    )

    def __init__(
        self, ruleset: Ruleset, dealer: int, deal: Deal | None, *, sides: Sides | None, first: bool, redeals: int
    ) -> None:
        shape = ruleset.shape
        self.ruleset = ruleset
        self.dealer = dealer
        self.deal = deal
        self.sides = sides
        self.first = first
        self.redeals = redeals
        self.begun = False
        self.tricks = ()
        self.trick_count = shape.tricks
        self.declarations = ()
        self.marks = self.last_marks = ()
        self.bussos = ()
        self.stock = ()
        self.drawn = ()
        self.piles = None
        self.auction = None
        self.contract = self.soloist = self.called = self.partner = None
        self.exchange = _NO_EXCHANGE
        self.awards = (0,) * ruleset.scores
        self.ended = None
        if deal is None:
            self.dealt = (0,) * shape.seats
            self.position = Position(self.dealt, dealer)
            self.leader = dealer
            self.end("paper")
            return
        hands = hands_dealt(ruleset, dealer, deal)
        self.dealt = tuple(hands)
        if shape.pile_size:
            self.piles = Piles(deal.piles)
            for seat, piles in enumerate(deal.piles):
                for pile in piles:
                    hands[seat] |= 1 << pile[0]
        next_seat = ring(shape.seats, dealer if shape.dealer_rests else None)
        trump = SUIT_OF[deal.turned] if deal.turned is not None else None
        self.leader = next_seat[dealer]
        self.position = Position(hands, self.leader, next_seat=next_seat, size=shape.size, trump=trump)
        if shape.rest_use == "stock":
            self.stock = deal.rest
        elif shape.rest_use == "monte":
            self.exchange = Exchange(monte=deal.rest)
        if ruleset.contracts:
            order = [self.leader]
            while len(order) < shape.size:
                order.append(next_seat[order[-1]])
            self.auction = Auction(ruleset.contracts, tuple(order))
            self.do = "bid"
        else:
            self.begin_play()

    def copy(self) -> "HandInPlay":
        """Return an independent copy."""
        twin: HandInPlay = object.__new__(HandInPlay)
        for name in _SHARED:
            setattr(twin, name, getattr(self, name))
        twin.position = self.position.copy()
        return twin

    @property
    def turn(self) -> int:
        """The seat the act due is asked of."""
        return self.position.turn

    @property
    def is_leading(self) -> bool:
        """Whether the seat to play leads a trick."""
        return not self.position.plays

    @property
    def trick_number(self) -> int:
        """The number of the trick on the table, from 1."""
        return len(self.tricks) + 1

    @property
    def suits_led(self) -> set[Suit]:
        """The suits led in the tricks already taken."""
        return {SUIT_OF[trick.cards[0]] for trick in self.tricks}

    def declarable(self, seat: int) -> Hand:
        """Return the cards a declaration of *seat* is judged on, by the basis in force (rules 3)."""
        if self.ruleset.declare_basis == "dealt":
            return self.dealt[seat]
        held = self.position.hands[seat]
        return held & self.dealt[seat] if self.piles is not None else held

    def combinations(self, seat: int) -> list[Combination]:
        """Return what *seat* could declare now if its window is open; nothing for a dummy."""
        if not self.ruleset.has_declarations or seat == self.ruleset.shape.dummy:
            return []
        return offered(self.declarable(seat), self.declarations)

    def is_declaring_late(self, seat: int) -> bool:
        """Whether the window for declarations has closed for *seat*, on its turn where turns count (rules 3)."""
        window = self.ruleset.declare_window
        if window == "own_turn_trick_1":
            return len(self.tricks) > 0
        if window == "own_turn_tricks_1_3":
            return len(self.tricks) > 2
        return len(self.tricks) > 1 or seat in self.seats_played()

    def owes_declaration(self, seat: int) -> bool:
        """Tell whether *seat*, on its turn where turns count, must declare before its card (rules 3)."""
        rules = self.ruleset
        if not rules.declare_mandatory or (rules.declare_window == "after_trick_1" and not self.tricks):
            return False
        return not self.is_declaring_late(seat) and bool(self.combinations(seat))

    def seats_played(self) -> list[int]:
        """Return the seats whose cards lie in the trick on the table, in order."""
        seats: list[int] = []
        seat = self.leader
        for _ in self.position.plays:
            seats.append(seat)
            seat = self.position.next_seat[seat]
        return seats

    def come_back(self, seat: int) -> Suit | None:
        """Return the suit of the partner's latest busso, for a *seat* that has just taken a trick and leads."""
        if self.position.plays or not self.tricks or self.sides is None:
            return None
        own = next(side for side in self.sides if seat in side)
        return next((suit for signaller, suit in reversed(self.bussos) if signaller in own and signaller != seat), None)

    def begin_play(self) -> None:
        """Open trick 1: the soloist, the holder of the 4 of denari or the dealer's right leads (rules 5)."""
        rules = self.ruleset
        self.leader = self.position.next_seat[self.dealer]
        if rules.soloist_leads and self.soloist is not None:
            self.leader = self.soloist
        elif rules.first_lead == "four_denari_always" or (rules.first_lead == "four_denari_first_hand" and self.first):
            for seat, hand in enumerate(self.position.hands):
                if hand >> _FOUR_OF_DENARI & 1:
                    self.leader = seat
        self.position.turn = self.leader
        self.do = "play"
        self.begun = True

    def check_turn(self, seat: int) -> None:
        """Check that *seat* may play a card now. Raises HandOver, NotAllowed, NotYourTurn.

        Where declaring is a duty, a card that skips a declaration is not allowed (rules 3).
        """
        if self.ended:
            raise HandOver("the hand has ended")
        if self.do != "play":
            raise NotAllowed("no card is played yet")
        if seat != self.position.turn:
            raise NotYourTurn(f"seat {self.position.turn} is to play")
        if self.owes_declaration(seat):
            raise NotAllowed("a declaration is due before this card")

    def play(self, seat: int, card: Card, signal: str | None = None, say: str | None = None) -> bool:
        """Play *card* for *seat* and tell whether the hand has ended by it.

        Raises what check_turn raises, then CardNotHeld, MustFollowSuit, SignalNotAllowed, SignalFalse.
        """
        position = self.position
        if seat != position.turn or self.do != "play" or self.ruleset.declare_mandatory:
            self.check_turn(seat)
        hand = position.hands[seat]
        bit = 1 << card
        if not hand & bit:
            raise CardNotHeld("the card is not in this hand")
        led = position.led
        if led & hand and not led & bit:
            raise MustFollowSuit("a card of the suit led is held")
        if signal is not None or say is not None:
            self._mark(seat, card, signal, say)
        if self.piles is not None:
            self.piles = self.piles.played(seat, card)
        plays = position.plays
        winner = position.play(card)
        if winner == RUNNING:
            return False
        return self._trick_taken(winner, plays)

    def _mark(self, seat: int, card: Card, signal: str | None, say: str | None) -> None:
        rules, hand, leading = self.ruleset, self.position.hands[seat], self.is_leading
        if seat == rules.shape.dummy:
            raise SignalNotAllowed("a dummy does not signal")
        if signal is not None:
            check_signal(rules, signal, card, hand, leading=leading, come_back=self.come_back(seat))
        if say is not None:
            check_say(rules, say, card, hand, leading=leading, suits_led=self.suits_led)
        if signal == "busso":
            self.bussos = (*self.bussos, (seat, SUIT_OF[card]))
        self.marks = (*self.marks, Mark(seat, signal, say))

    def _trick_taken(self, winner: int, cards: list[Card]) -> bool:
        tricks = self.tricks = (*self.tricks, Trick(self.leader, tuple(cards), winner))
        self.leader = winner
        self.last_marks, self.marks = self.marks, ()
        if len(tricks) == self.trick_count:
            self.end("played")
            return True
        if self.stock:
            self._draw(winner)
        elif self.drawn:
            self.drawn = ()
        if self.piles is not None:
            self.piles = self.piles.turned_up(self.position.hands)
        return False

    def _draw(self, winner: int) -> None:
        """Give each seat a card of the stock, the winner first (rules 6, *due*)."""
        drawn, seat = [], winner
        for card in self.stock[: self.position.size]:
            self.position.hands[seat] |= 1 << card
            drawn.append((seat, card))
            seat = self.position.next_seat[seat]
        self.drawn = tuple(drawn)
        self.stock = self.stock[len(drawn) :]

    def end(self, how: Ending) -> None:
        """End the hand; only awards may follow."""
        self.ended = how
        self.do = "over"


_SHARED: Final = tuple(name for name in HandInPlay.__slots__ if name != "position")
