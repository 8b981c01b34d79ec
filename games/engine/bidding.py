"""Bidding: the acts before the first trick, where the game has them (rules 6.1 and 6.2)."""

from games.engine import exchange as exchanges
from games.engine.auction import callable_cards
from games.engine.cards import Card
from games.engine.contracts import Contract
from games.engine.errors import BadExchange, NotAllowed
from games.engine.hand import HandInPlay
from games.engine.shapes import Sides


def bid(hand: HandInPlay, seat: int, word: str) -> None:
    """Make the bid of *seat*, whose turn it is; the last bid settles the contract. Raises NotAllowed, BadBid."""
    if hand.auction is None:
        raise NotAllowed("this game has no auction")
    hand.auction = hand.auction.after(word, hand.position.hands[seat])
    if hand.auction.turn is not None:
        hand.position.turn = hand.auction.turn
        return
    won = hand.auction.won()
    if won is None:
        hand.end("passed")
        return
    hand.soloist, hand.contract = won
    if hand.contract.called != "stays":
        hand.sides = _sides(hand.auction.order, hand.soloist)
    if hand.contract.called == "none":
        _exchange(hand, hand.contract, hand.soloist)
    else:
        hand.do = "call"
        hand.position.turn = hand.soloist


def call(hand: HandInPlay, seat: int, card: Card) -> None:
    """Name the card called by *seat*. Raises NotAllowed, or BadExchange when the rank rule does not offer it."""
    if hand.auction is None or hand.contract is None:
        raise NotAllowed("nothing is called here")
    if not callable_cards(hand.position.hands[seat]) >> card & 1:
        raise BadExchange("a 3 not held is called; holding all, a 2; all those too, an ace")
    hand.called = card
    if hand.contract.called == "stays":
        hand.partner = next((holder for holder, cards in enumerate(hand.position.hands) if cards >> card & 1), None)
        hand.sides = _sides(hand.auction.order, seat, hand.partner)
    _exchange(hand, hand.contract, seat)


def _sides(playing: tuple[int, ...], soloist: int, partner: int | None = None) -> Sides:
    """Return the sides a contract forms: soloist (and partner) against the others, ascending."""
    own = (soloist,) if partner is None else (soloist, partner)
    return own, tuple(sorted(seat for seat in playing if seat not in own))


def _exchange(hand: HandInPlay, contract: Contract, soloist: int) -> None:
    """Begin the exchange the contract asks for."""
    hand.exchange = exchanges.begin(
        contract,
        soloist,
        called=hand.called,
        monte=hand.exchange.monte,
        hands=hand.position.hands,
        ring=hand.position.next_seat,
    )
    _go_on(hand)


def _go_on(hand: HandInPlay) -> None:
    """Ask for the next step of the exchange, or begin the tricks."""
    if not hand.exchange.steps:
        hand.begin_play()
        return
    act, seat, _ = hand.exchange.steps[0]
    if act != "draw":  # draws are made at once; they never wait here
        hand.do = act
        hand.position.turn = seat


def give(hand: HandInPlay, card: Card) -> None:
    """Return a card for the one called. Raises CardNotHeld, BadExchange."""
    hand.exchange = exchanges.give(hand.exchange, hand.position.hands, card)
    _go_on(hand)


def take(hand: HandInPlay, count: int) -> None:
    """Take *count* cards of the monte, leaving the rest to the other opponent. Raises BadExchange."""
    hand.exchange = exchanges.take(hand.exchange, hand.position.hands, count)
    _go_on(hand)


def discard(hand: HandInPlay, cards: tuple[Card, ...]) -> None:
    """Lay *cards* face down. Raises CardNotHeld, BadExchange."""
    hand.exchange = exchanges.discard(hand.exchange, hand.position.hands, cards)
    _go_on(hand)
