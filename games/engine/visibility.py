"""Visibility: what everybody may see of a match, and what one seat may see and do besides.

``public_view`` and ``seat_view`` are JSON-ready and never depend on a card their reader may not see. They share parts
with the match: treat them as read-only.
"""

from collections.abc import Iterable
from typing import Any

from games.engine.cards import CODES, SUIT_OF, SUITS, THIRDS, Card, card_codes, hand_of
from games.engine.choices import choices
from games.engine.declarations import COMBINATIONS, Declaration
from games.engine.hand import HandInPlay, Mark
from games.engine.match import Match
from games.engine.piles import Piles
from games.engine.scoring import declared
from games.engine.shapes import Sides

View = dict[str, Any]


def public_view(match: Match) -> View:
    """Return what everybody may see. Its keys are the parts a change is sent by."""
    hand = match.hand
    view: View = {
        "hand": None if hand is None else len(match.hands) - (hand.ended is not None),
        "dealer": None if hand is None else hand.dealer,
        "phase": _phase(match),
        "turn": _turn(match),
        "trick": None,
        "last_trick": None,
        "counts": [0] * match.ruleset.seats,
        "sides": None if hand is None or hand.sides is None else [list(side) for side in hand.sides],
        "taken": [],
        "declarations": [],
        "declared": [0] * match.ruleset.shape.side_count,
        "awarded": [0] * match.ruleset.scores,
        "totals": list(match.totals),
        "hands": [result.public for result in match.hands],
        "turned": None,
        "trump": None,
        "result": _result(match),
    }
    if hand is not None:
        _add_hand(view, hand)
    return view


def _phase(match: Match) -> str:
    hand = match.hand
    if match.reason is not None:
        return "finished"
    if hand is None or hand.ended is not None:
        return "deal"
    return {"play": "play", "bid": "auction", "call": "auction"}.get(hand.do, "exchange")


def _turn(match: Match) -> View | None:
    hand = match.hand
    if hand is None or hand.ended is not None or match.reason is not None:
        return None
    return {"seat": hand.turn, "do": hand.do}


def _result(match: Match) -> View | None:
    if match.reason is None:
        return None
    result: View = {"winners": list(match.winners), "totals": list(match.totals), "reason": match.reason}
    if match.stake is not None:
        result["stake"] = match.stake
    return result


def _add_hand(view: View, hand: HandInPlay) -> None:
    """Fill in what the hand in play, or the one just ended, shows."""
    position, rules = hand.position, hand.ruleset
    view["counts"] = [cards.bit_count() for cards in position.hands]
    sides = public_sides(hand)
    if sides is None:
        view["sides"] = None
    view["taken"] = _taken(hand, sides)
    view["awarded"] = list(hand.awards)
    if hand.declarations:
        shown = is_revealed(hand)
        view["declarations"] = [_declaration(declaration, shown=shown) for declaration in hand.declarations]
        view["declared"] = list(declared(hand))
    if hand.do == "play":
        view["trick"] = {
            "number": hand.trick_number,
            "leader": hand.leader,
            "plays": _plays(hand, hand.leader, position.plays, hand.marks),
        }
    if hand.tricks:
        leader, cards, winner = hand.tricks[-1]
        view["last_trick"] = {
            "number": len(hand.tricks),
            "plays": _plays(hand, leader, cards, hand.last_marks),
            "winner": winner,
            "thirds": sum(THIRDS[card] for card in cards),
        }
    if hand.deal is not None and hand.deal.turned is not None:
        view["turned"] = CODES[hand.deal.turned]
        view["trump"] = SUITS[SUIT_OF[hand.deal.turned]]
    if rules.shape.rest or rules.shape.pile_size or rules.contracts or rules.shape.dummy is not None:
        _add_game(view, hand)


def _taken(hand: HandInPlay, sides: Sides | None) -> list[View]:
    """Return tricks and thirds captured by each side; by each seat while the sides are no public knowledge."""
    groups = sides if sides is not None else tuple((seat,) for seat in range(hand.ruleset.seats))
    winners = [trick.winner for trick in hand.tricks]
    taken = hand.position.taken
    return [
        {"tricks": sum(winner in group for winner in winners), "thirds": sum(taken[seat] for seat in group)}
        for group in groups
    ]


def _plays(hand: HandInPlay, leader: int, cards: Iterable[Card], marks: tuple[Mark, ...]) -> list[View]:
    plays: list[View] = []
    seat, next_seat = leader, hand.position.next_seat
    for card in cards:
        plays.append({"seat": seat, "card": CODES[card]})
        seat = next_seat[seat]
    for mark in marks:
        play = next(play for play in plays if play["seat"] == mark.seat)
        if mark.signal is not None:
            play["signal"] = mark.signal
        if mark.say is not None:
            play["say"] = mark.say
    return plays


def public_sides(hand: HandInPlay) -> Sides | None:
    """Return the sides everybody may know: a secret partner is one until the called card falls (rules 6.2)."""
    if hand.called is None or hand.ended is not None or hand.contract is None or hand.contract.called != "stays":
        return hand.sides
    unseen = hand.exchange.left_over
    for cards in hand.position.hands:
        unseen |= cards
    return None if unseen >> hand.called & 1 else hand.sides


def is_revealed(hand: HandInPlay) -> bool:
    """Tell whether the cards declared are shown: at once, or after the first card of trick 2 (rules 5)."""
    if hand.ruleset.declare_reveal == "immediate" or hand.ended is not None:
        return True
    return len(hand.tricks) > 1 or (len(hand.tricks) == 1 and bool(hand.position.plays))


def _declaration(declaration: Declaration, *, shown: bool) -> View:
    seat, sets, points = declaration
    if shown:
        return {"seat": seat, "points": points, "sets": [card_codes(cards) for cards in sets]}
    return {"seat": seat, "points": points, "kinds": [COMBINATIONS[cards].kind for cards in sets]}


def _add_game(view: View, hand: HandInPlay) -> None:
    """Fill in what only some games have: stock, monte, piles, dummy, bids and contract."""
    shape = hand.ruleset.shape
    if shape.rest_use == "stock":
        view["stock"] = len(hand.stock)
        view["drawn"] = [{"seat": seat, "card": CODES[card]} for seat, card in hand.drawn]
    elif shape.rest_use == "monte":
        view["monte"] = {"count": hand.exchange.left_over.bit_count(), "shown": _shown_monte(hand)}
    if hand.piles is not None:
        _add_piles(view, hand, hand.piles)
    if shape.dummy is not None:
        is_shown = bool(hand.tricks or hand.position.plays)
        cards = card_codes(hand.position.hands[shape.dummy]) if is_shown else None
        view["dummy"] = {"seat": shape.dummy, "hand": cards}
    if hand.auction is not None:
        bids = zip(hand.auction.order, hand.auction.bids, strict=False)
        view["bids"] = [{"seat": seat, "bid": bid} for seat, bid in bids]
        view["contract"] = _contract(hand)


def _shown_monte(hand: HandInPlay) -> list[str] | None:
    """Return the monte where the contract has shown it to all: from when the soloist takes it (rules 6.1)."""
    if hand.contract is None or not hand.contract.shows_monte or hand.deal is None or hand.exchange.monte:
        return None
    return card_codes(hand_of(hand.deal.rest))


def _add_piles(view: View, hand: HandInPlay, piles: Piles) -> None:
    view["piles"] = [
        [
            {"top": CODES[top] if top is not None else None, "covered": covered}
            for top, covered in zip(piles.tops(seat), piles.covered(seat), strict=True)
        ]
        for seat in range(hand.ruleset.seats)
    ]
    for seat in range(hand.ruleset.seats):
        view["counts"][seat] -= sum(top is not None for top in piles.tops(seat))


def _contract(hand: HandInPlay) -> View | None:
    if hand.contract is None:
        return None
    return {
        "bid": hand.contract.bid,
        "soloist": hand.soloist,
        "called": CODES[hand.called] if hand.called is not None else None,
        "partner": hand.partner if public_sides(hand) is not None else None,
    }


def seat_view(match: Match, seat: int) -> View:
    """Return what *seat* may see besides: its cards, and what it may do now."""
    hand = match.hand
    if hand is None:
        return {"seat": seat, "hand": [], "may": {}}
    held = hand.position.hands[seat]
    if hand.piles is not None:
        held &= ~hand_of(top for top in hand.piles.tops(seat) if top is not None)
    return {"seat": seat, "hand": card_codes(held), "may": {} if match.reason else choices(hand, seat)}
