"""What holds of every hand and match, over a thousand random hands a preset."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import hand_of, thirds_in
from games.engine.deal import deal_cards
from games.engine.match import server_action
from games.engine.record import hand_record, match_of, record_of, result_dict
from games.engine.rulesets import PRESETS
from tests.games.engine.invariants import check_hand, play_out
from tests.games.engine.tables import deal_next, finish_hand, moves, new_match

HANDS = 1_000


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_thousand_hands_end_and_add_up(preset: str) -> None:
    rng = random.Random(preset)
    variants: list[dict[str, Any]] = [{"players": players} for players in PRESETS[preset].shapes]
    played = 0
    while played < HANDS:
        match = new_match(preset, **rng.choice(variants))
        totals = match.totals
        while not match.finished and played < HANDS:
            deal_next(match, rng, dealer=rng.randrange(match.ruleset.seats))
            result = play_out(match, rng)
            check_hand(match, result)
            assert match.totals == tuple(a + b for a, b in zip(totals, result.score, strict=True))
            totals = match.totals
            played += 1


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_matches_end_with_who_stands_best(preset: str) -> None:
    rng = random.Random(f"match {preset}")
    for _ in range(3):
        match = new_match(preset)
        while not match.finished:
            assert match.next[0] == "deal"
            deal_next(match, rng, dealer=0)
            play_out(match, rng)
        best = min if match.ruleset.goal == "lowest" else max
        assert all(match.totals[side] == best(match.totals) for side in match.winners)
        assert match.outcome().winners == match.winners
        assert match.next is None
        if not match.ruleset.hands:
            assert max(match.totals) >= match.ruleset.target


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_record_of_a_random_match_tells_the_match(preset: str) -> None:
    """Events folded are the state: a record written from what was done replays to the same result."""
    rng = random.Random(f"record {preset}")
    match, hands = new_match(preset), []
    acts = ("declare", "signal", "say", "a_monte", "call_out")
    while not match.finished and len(hands) < 8:
        deal_next(match, rng, dealer=1)
        actions = []
        while not match.hand.ended:
            action = rng.choice(moves(match, acts=acts))
            match.apply(action)
            actions.append(action)
        hands.append(hand_record(match.hand.dealer, match.hand.deal, actions))
    names = [f"player {seat}" for seat in match.ruleset.person_seats]
    again = match_of(record_of(match.ruleset, names, hands))
    assert result_dict(again) == result_dict(match)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_server_alone_brings_every_game_to_its_end(preset: str) -> None:
    rng = random.Random(f"server {preset}")
    for variant in PRESETS[preset].shapes:
        match = new_match(preset, players=variant, hands=2, declare_mandatory=True)
        for _ in range(6):
            if match.finished:
                break
            deal_next(match, rng, dealer=0)
            while not match.hand.ended:
                match.apply(server_action(match))
        assert match.finished or match.hand.ended == "passed"


@given(st.permutations(range(40)), st.integers(0, 3), st.data())
def test_any_deal_of_any_deck_ends(deck: list[int], dealer: int, data: st.DataObject) -> None:
    match = new_match(data.draw(st.sampled_from(["club", "due", "spizzichino", "tre", "briscola"])))
    dealer %= match.ruleset.seats
    match.start_hand(dealer, deal_cards(match.ruleset, dealer, tuple(deck)))
    result = finish_hand(match, random.Random(dealer))
    assert sum(result.thirds) == 35


@given(st.lists(st.integers(0, 39), max_size=40))
def test_a_set_of_cards_is_worth_its_cards(cards: list[int]) -> None:
    hand = hand_of(cards)
    assert hand.bit_count() == len(set(cards))
    assert thirds_in(hand) == sum(3 if card % 10 == 7 else int(card % 10 > 3) for card in set(cards))
