"""Races: the card of one player and the agreement of another to a pause, at one moment."""

import pytest

from games.errors import MatchPaused, PauseGone
from tests.games.factories import act, first_choice, holder_on_turn, log_of, match_with, now_of, people
from tests.games.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_card_and_the_last_agreement_meet() -> None:
    players = people(4)
    outcomes = set()
    for _ in range(8):
        match = match_with(players)
        turn = now_of(match).turn
        asker, last = players[(turn + 1) % 4], players[(turn + 2) % 4]
        act(match, asker, "pause")
        act(match, players[(turn + 3) % 4], "agree_to_pause")
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        act(match, user, "agree_to_pause")  # and plays all the same, as long as the pause is not on
        seq = now_of(match).seq
        card, agreement = at_once(
            [
                lambda match=match, user=user, do=do, fields=fields, seq=seq: act(match, user, do, seq=seq, **fields),
                lambda match=match, last=last, seq=seq: act(match, last, "agree_to_pause", seq=seq),
            ]
        )
        position = now_of(match)
        assert isinstance(agreement, int)
        assert position.is_paused
        kinds = [event.kind for event in log_of(match)][seq:]
        if isinstance(card, MatchPaused):
            assert kinds == ["pause_agreed", "paused"]
        else:
            assert kinds == ["played", "pause_agreed", "paused"]
        outcomes.add(type(card))
        for player in players:
            act(match, player, "abort")
    assert outcomes <= {int, MatchPaused}


def test_the_card_of_who_has_not_agreed_ends_the_proposal_or_comes_too_late() -> None:
    players = people(4)
    for _ in range(6):
        match = match_with(players)
        turn = now_of(match).turn
        act(match, players[(turn + 1) % 4], "pause")
        act(match, players[(turn + 2) % 4], "agree_to_pause")
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        seq = now_of(match).seq
        card, agreement = at_once(
            [
                lambda match=match, user=user, do=do, fields=fields, seq=seq: act(match, user, do, seq=seq, **fields),
                lambda match=match, turn=turn, seq=seq: act(match, players[(turn + 3) % 4], "agree_to_pause", seq=seq),
            ]
        )
        position = now_of(match)
        assert isinstance(card, int)
        assert isinstance(agreement, (int, PauseGone))
        assert position.pause is None
        assert not position.is_paused
        for player in players:
            act(match, player, "abort")
