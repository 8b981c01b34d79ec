"""Races for places: registering at one moment never makes one too many, twice the same, or one player in two pairs.

Field report B9, on a real database with a connection for each player.
"""

from functools import partial

import pytest

from accounts.services.closing import close_account
from tests.accounts.factories import UserFactory
from tests.games.races import at_once
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament
from tests.tournaments.test_making import NOW
from tournaments.errors import AlreadyEntered, ProposalGone
from tournaments.models import Entrant, EntrantMember, PairProposal
from tournaments.services import check_in, entries, proposals
from tournaments.services.audit import Hand

pytestmark = pytest.mark.django_db(transaction=True)


def people(count: int):
    return UserFactory.create_batch(count, password=None)


def proposed(tournament, one, other) -> int:
    return proposals.propose(tournament_id=tournament.pk, user_id=one.pk, partner_id=other.pk, now=NOW)[0]


def accept(proposal_id: int, user):
    return partial(proposals.answer, proposal_id=proposal_id, user_id=user.pk, accept=True, now=NOW)


def one_after_another(deeds) -> list[object]:
    return [deed() for deed in deeds]


def states(tournament) -> list[str]:
    return sorted(Entrant.objects.filter(tournament=tournament).values_list("state", flat=True))


def test_twenty_pairs_at_once_and_sixteen_places():
    tournament = a_tournament(a_director(), capacity=16)
    couples = [people(2) for _ in range(20)]
    answers = [accept(proposed(tournament, one, other), other) for one, other in couples]
    numbers = at_once([partial(one_after_another, answers[start::10]) for start in range(10)])  # as the pool has room
    assert sorted(number for both in numbers for number in both) == list(range(1, 21))
    assert states(tournament) == ["entered"] * 16 + ["waiting"] * 4
    entered = Entrant.objects.filter(tournament=tournament, state="entered").values_list("number", flat=True)
    assert sorted(entered) == list(range(1, 17))  # who came first is in


def test_both_partners_at_one_moment_are_one_entry():
    tournament = a_tournament(a_director())
    for _ in range(5):
        one, other = people(2)
        asks = [
            partial(proposals.propose, tournament_id=tournament.pk, user_id=by.pk, partner_id=to.pk, now=NOW)
            for by, to in ((one, other), (other, one))
        ]
        outcomes = at_once(asks)
        made = [number for _proposal, number in outcomes if number is not None]
        assert len(made) == 1
        assert Entrant.objects.filter(tournament=tournament, members__user=one).count() == 1
    assert states(tournament) == ["entered"] * 5


def test_one_player_is_in_one_pair_whoever_says_yes_first():
    tournament = a_tournament(a_director())
    for _ in range(5):
        x, y, z = people(3)
        with_y, with_z = proposed(tournament, x, y), proposed(tournament, x, z)
        outcomes = at_once([accept(with_y, y), accept(with_z, z)])
        refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert [type(refusal) for refusal in refused] == [ProposalGone]
        assert EntrantMember.objects.filter(tournament=tournament, user=x, until=None).count() == 1
        assert PairProposal.objects.filter(by=x).exclude(state__in=("accepted", "lapsed")).count() == 0


def test_chains_of_partners_who_all_agree_at_once_leave_nobody_twice():
    tournament = a_tournament(a_director())
    ring = people(6)
    answers = [accept(proposed(tournament, ring[n - 1], ring[n]), ring[n]) for n in range(6)]
    outcomes = at_once(answers)
    assert all(isinstance(outcome, int | ProposalGone | AlreadyEntered) for outcome in outcomes)
    standing = EntrantMember.objects.filter(tournament=tournament, until=None)
    assert standing.count() == standing.values("user").distinct().count() == 2 * len(states(tournament))
    assert 2 <= len(states(tournament)) <= 3


def test_withdrawals_at_once_let_as_many_in_as_went():
    tournament = a_tournament(a_director(), capacity=4)
    here = [a_pair(tournament) for _ in range(4)]
    waiting = [a_pair(tournament, state="waiting") for _ in range(3)]
    goes = [
        partial(entries.withdraw, tournament_id=tournament.pk, user_id=user.pk, hand=Hand(user.pk, "page"), now=NOW)
        for entrant in here[:2]
        for user in (member.user for member in entrant.members.all())  # both of a pair, at the same moment
    ]
    outcomes = at_once(goes)
    assert sum(outcome is None for outcome in outcomes) == 2
    for entrant in waiting:
        entrant.refresh_from_db()
    assert [entrant.state for entrant in waiting] == ["entered", "entered", "waiting"]
    assert tournament.audit.filter(act="promoted").count() == 2


def test_both_of_a_pair_check_in_at_once_and_it_is_there_once():
    tournament = a_tournament(a_director())
    pair = a_pair(tournament, checked_in_at=None)
    at = STARTS_AT.replace(hour=19, minute=40)
    both = [member.user_id for member in pair.members.all()]
    checks = [partial(check_in.check_in, tournament_id=tournament.pk, user_id=user, now=at) for user in both]
    assert at_once(checks) == [None, None]
    tournament.refresh_from_db()
    assert tournament.version == 1


def test_nobody_stands_in_a_tournament_whose_account_closes_at_that_moment():
    tournament = a_tournament(a_director())
    for _ in range(4):
        x, y = people(2)
        proposal_id = proposed(tournament, x, y)
        at_once([accept(proposal_id, y), partial(close_account, user_id=x.pk)])
        x.refresh_from_db()
        assert x.closed_at is not None
        assert not EntrantMember.objects.filter(user=x, until=None).exists()
        assert not EntrantMember.objects.filter(user=y, until=None).exists()  # the pair has withdrawn with them
