"""Exchange: the called card, its return, the monte and the discards before the first trick (rules 6.1)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from games.engine.cards import NO_CARDS, Card, Hand, hand_of
from games.engine.contracts import Contract
from games.engine.errors import BadExchange, CardNotHeld

Act: TypeAlias = Literal["give", "draw", "take", "discard"]


class Step(NamedTuple):
    """One act still due: a seat gives, takes or discards so many *cards*, or (``draw``) gets them without asking."""

    do: Act
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """What is still to be exchanged; ``monte`` is the cards nobody took, ``discards`` those laid face down.

    ``giver`` is the seat the called card came from. The functions below change the hands they are given.
    """

    steps: tuple[Step, ...] = ()
    monte: tuple[Card, ...] = ()
    discards: Hand = NO_CARDS
    called: Card | None = None
    giver: int | None = None

    @property
    def left_over(self) -> Hand:
        """The cards that go to the last trick."""
        return self.discards | hand_of(self.monte)


def _steps(contract: Contract, soloist: int, next_seat: Sequence[int]) -> tuple[Step, ...]:
    right = next_seat[soloist]
    other = next_seat[right]
    match contract.monte:
        case "soloist":
            return (Step("draw", soloist, 4), Step("discard", soloist, 4))
        case "divided":
            return (
                Step("draw", right, 2),
                Step("draw", other, 2),
                Step("discard", right, 2),
                Step("discard", other, 2),
            )
        case "chosen":
            return (Step("take", right, 4), Step("draw", other, 4))
        case "untouched":
            return ()


def begin(
    contract: Contract,
    soloist: int,
    *,
    called: Card | None,
    monte: tuple[Card, ...],
    hands: list[Hand],
    ring: Sequence[int],
) -> Exchange:
    """Return the exchange *contract* asks for, its called card moved and its first draw made."""
    steps = _steps(contract, soloist, ring)
    giver = None
    if contract.called == "moves" and called is not None:
        giver = next((seat for seat, hand in enumerate(hands) if hand >> called & 1), None)
        if giver is not None:
            hands[giver] ^= 1 << called
            hands[soloist] |= 1 << called
            steps = (Step("give", soloist, 1), *steps)
    return _drawn(Exchange(steps, monte, called=called, giver=giver), hands)


def _drawn(exchange: Exchange, hands: list[Hand]) -> Exchange:
    """Return *exchange* after the draws that wait for nobody."""
    while exchange.steps and exchange.steps[0].do == "draw":
        _, seat, count = exchange.steps[0]
        hands[seat] |= hand_of(exchange.monte[:count])
        exchange = replace(exchange, steps=exchange.steps[1:], monte=exchange.monte[count:])
    return exchange


def check_give(exchange: Exchange, hand: Hand, card: Card) -> None:
    """Check the card returned from *hand*: held, and not the one called. Raises CardNotHeld, BadExchange."""
    if not hand >> card & 1:
        raise CardNotHeld("the card to give is not held")
    if card == exchange.called:
        raise BadExchange("the called card is not given back")


def give(exchange: Exchange, hands: list[Hand], card: Card) -> Exchange:
    """Return the exchange after the soloist returns *card* to who gave the called one."""
    seat = exchange.steps[0].seat
    check_give(exchange, hands[seat], card)
    hands[seat] ^= 1 << card
    if exchange.giver is not None:
        hands[exchange.giver] |= 1 << card
    return _drawn(replace(exchange, steps=exchange.steps[1:]), hands)


def take(exchange: Exchange, hands: list[Hand], count: int) -> Exchange:
    """Return the exchange after the first opponent takes *count* cards and the other the rest. Raises BadExchange."""
    step, other = exchange.steps
    if not 0 <= count <= step.cards:
        raise BadExchange(f"from 0 to {step.cards} cards may be taken")
    shares = ((step.seat, count), (other.seat, step.cards - count))
    draws = tuple(Step("draw", seat, share) for seat, share in shares if share)
    discards = tuple(Step("discard", seat, share) for seat, share in shares if share)
    return _drawn(replace(exchange, steps=draws + discards), hands)


def discard(exchange: Exchange, hands: list[Hand], cards: tuple[Card, ...]) -> Exchange:
    """Return the exchange after the seat due lays *cards* face down. Raises CardNotHeld, BadExchange."""
    step = exchange.steps[0]
    chosen = hand_of(cards)
    if chosen & ~hands[step.seat]:
        raise CardNotHeld("a card to discard is not held")
    if len(cards) != step.cards or chosen.bit_count() != step.cards:
        raise BadExchange(f"{step.cards} different cards are discarded")
    hands[step.seat] ^= chosen
    return _drawn(replace(exchange, steps=exchange.steps[1:], discards=exchange.discards | chosen), hands)
