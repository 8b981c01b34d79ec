"""The rule player: legal, honest, obedient to signals, and clearly better than chance (field report A7)."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bench.bots import play_match, random_legal, rule
from games.engine.actions import parse_action
from games.engine.cards import card_code, cards_in, hand_of, parse_card
from games.engine.deal import Deal, deal_cards
from games.engine.match import Match
from games.engine.rulesets import PRESETS, resolve
from games.engine.visibility import public_view, seat_view
from games.solver.knowledge import knowledge_of
from games.solver.rule_player import choose

Act = Mapping[str, Any]


def start(deal: list[str], *, dealer: int = 3, preset: str = "club", **options: object) -> Match:
    match = Match(resolve(preset, options))
    match.start_hand(dealer, Deal(hands=tuple(tuple(map(parse_card, cards.split())) for cards in deal)))
    return match


def ask(match: Match, history: list[Act]) -> list[dict[str, Any]]:
    assert match.next is not None
    assert match.next[1] is not None
    return choose(
        ruleset=match.ruleset,
        public=public_view(match),
        private=seat_view(match, match.next[1]),
        history=history,
    )


def play(match: Match, history: list[Act], *acts: Act) -> None:
    for act in acts:
        match.apply(parse_action(act))
        history.append(act)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_is_played_to_its_end(preset: str) -> None:
    seats = resolve(preset, {}).seats
    match, _ = play_match(preset, {}, dict.fromkeys(range(seats), rule), random.Random(preset))
    assert match.outcome() is not None


def test_three_in_four_against_chance() -> None:
    won = 0
    for number in range(40):
        for rule_side in (0, 1):
            weak = random_legal(random.Random(number))
            players = {seat: rule if seat % 2 == rule_side else weak for seat in range(4)}
            match, _ = play_match("club", {"target": 21}, players, random.Random(number))
            won += rule_side in match.winners
    assert won >= 60  # 75 % of 80


def test_what_the_bot_cannot_see_changes_nothing() -> None:
    rng = random.Random(7)
    asked = 0
    while asked < 500:
        match = Match(resolve("club", {}))
        deck = list(range(40))
        rng.shuffle(deck)
        match.start_hand(0, deal_cards(match.ruleset, 0, tuple(deck)))
        history: list[Act] = []
        while match.next is not None and match.next[0] == "play":
            seat = match.next[1]
            assert seat is not None
            answer = ask(match, history)
            assert (
                choose(
                    ruleset=match.ruleset,
                    public=public_view(scrambled(match, seat, rng)),
                    private=seat_view(scrambled(match, seat, rng), seat),
                    history=history,
                )
                == answer
            )
            asked += 1
            play(match, history, *answer)


def scrambled(match: Match, seat: int, rng: random.Random) -> Match:
    """Return the match with the cards that *seat* cannot see dealt anew among the others."""
    twin = match.copy()
    assert twin.hand is not None
    hands = list(twin.hand.position.hands)
    others = [other for other in range(4) if other != seat]
    unseen = [card for other in others for card in cards_in(hands[other])]
    rng.shuffle(unseen)
    for other in others:
        count = hands[other].bit_count()
        hands[other], unseen = hand_of(unseen[:count]), unseen[count:]
    twin.hand.position.hands[:] = hands
    return twin


def test_busso_is_obeyed_and_the_suit_comes_back() -> None:
    match = start(
        [
            "4d 5d 3d 4c 5c 6c 4s 5s 6s 7s",
            "6d 7d Fd 7c Fc Cc Fs Cs Rs As",
            "2d Cd Rd Rc Ac 2c 4b 5b 6b 7b",
            "Ad 3c 2s 3s Fb Cb Rb Ab 2b 3b",
        ]
    )
    history: list[Act] = []
    play(match, history, {"seat": 0, "do": "play", "card": "4d", "signal": "busso"})
    play(match, history, {"seat": 1, "do": "play", "card": "6d"})
    assert ask(match, history)[-1]["card"] == "2d"  # the best card of the suit
    play(match, history, *ask(match, history))
    play(match, history, {"seat": 3, "do": "play", "card": "Ad"})
    assert ask(match, history)[-1]["card"] in {"Cd", "Rd"}  # and it comes back in it


def test_the_ace_goes_on_a_partners_sure_trick() -> None:
    match = start(
        [
            "3d 2d 5d 4c 5c 6c 4s 5s 6s 7s",
            "6d 7d Fd 7c Fc Cc Fs Cs Rs As",
            "4b 2b 3b Rc Ac 2c 5b 6b 7b Ab",
            "Ad Cd Rd 4d 3c 2s 3s Fb Cb Rb",
        ]
    )
    history: list[Act] = []
    play(match, history, {"seat": 0, "do": "play", "card": "3d"}, {"seat": 1, "do": "play", "card": "6d"})
    assert ask(match, history)[-1]["card"] in {"Ac", "Ab"}


def test_everything_held_is_declared_before_the_first_card() -> None:
    match = start(
        [
            "3d 2d Ad 3c 3s 4c 5c 6c 4s 5s",
            "4d 5d 6d 7d Fd 7c Fc Cc Fs Cs",
            "Cd Rd Rc Ac 2c 4b 5b 6b 7b 6s",
            "2s As Rs 7s 3b 2b Ab Rb Cb Fb",
        ]
    )
    declare, card = ask(match, [])
    assert declare["do"] == "declare"
    assert sorted(map(sorted, (text.split() for text in declare["sets"]))) == [["2d", "3d", "Ad"], ["3c", "3d", "3s"]]
    assert card["do"] == "play"


def test_who_holds_the_called_card_plays_with_the_caller_and_the_others_together() -> None:
    rng = random.Random(3)
    match = Match(resolve("chiamare", {"players": 5}))
    deck = list(range(40))
    rng.shuffle(deck)
    match.start_hand(4, deal_cards(match.ruleset, 4, tuple(deck)))
    play(
        match,
        [],
        {"seat": 0, "do": "bid", "bid": "chiamo"},
        *({"seat": s, "do": "bid", "bid": "passo"} for s in range(1, 5)),
    )
    called = next(
        card for card in seat_view(match, 0)["may"]["call"] if not match.hand.position.hands[0] >> parse_card(card) & 1
    )
    play(match, [], {"seat": 0, "do": "call", "card": called})
    partner = next(seat for seat in range(1, 5) if match.hand.position.hands[seat] >> parse_card(called) & 1)

    def friends(seat: int) -> frozenset[int]:
        public, private = public_view(match), seat_view(match, seat)
        return knowledge_of(
            pack=match.ruleset.shape.pack, public=public, private=private, history=[], acting=seat
        ).friends

    assert friends(0) == frozenset()
    assert friends(partner) == {0}
    for seat in {1, 2, 3, 4} - {partner}:
        assert friends(seat) == {1, 2, 3, 4} - {seat}


def test_cards_drawn_and_open_tops_are_known_to_be_where_they_are() -> None:
    match = Match(resolve("spizzichino", {}))
    match.start_hand(1, deal_cards(match.ruleset, 1, tuple(range(40))))
    public, private = public_view(match), seat_view(match, 0)
    know = knowledge_of(pack=match.ruleset.shape.pack, public=public, private=private, history=[], acting=0)
    tops = [hand_of(parse_card(pile["top"]) for pile in piles) for piles in public["piles"]]
    assert know.mine & tops[0] == tops[0]
    assert know.must_hold[1] == tops[1]
    match = Match(resolve("due", {}))
    match.start_hand(1, deal_cards(match.ruleset, 1, tuple(range(40))))
    held = cards_in(match.hand.position.hands[1])[0]
    history: list[Act] = [{"seat": 1, "do": "draw", "card": card_code(held)}]
    know = knowledge_of(
        pack=match.ruleset.shape.pack, public=public_view(match), private=seat_view(match, 0), history=history, acting=0
    )
    assert know.share(1, held) == 1.0
