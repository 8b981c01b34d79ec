"""Entries: proposals and the desk, the waiting list, the check-in and its end, drawn partners, seeds, late entry."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.errors import Blocked, ListFull, MembersOnly, NoRight, NotMember, NotYourself, PeopleOnly
from accounts.models import Notice
from accounts.services.closing import close_account
from accounts.services.export import data_of
from accounts.services.guests import admit as admit_guest
from accounts.services.ties import block
from games.models import Rating
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import BotFactory, UserFactory
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament, pairs
from tests.tournaments.test_making import NOW
from tournaments.errors import (
    AlreadyEntered,
    AlreadyProposed,
    BadEntrant,
    BadTournament,
    CheckInClosed,
    ClubTournament,
    NoSuchProposal,
    NotEntered,
    ProposalGone,
    WrongState,
)
from tournaments.formats.errors import BadSeeding, EntryClosed, NoSuchEntrant, StillIn
from tournaments.formats.partners import draw_partners
from tournaments.formats.seeding import by_lot
from tournaments.models import DeskNote, Encounter, Entrant, EntrantMember, PairProposal, Round, Tournament
from tournaments.selectors.entries import entrants_in, entry_of, lot_seal, shown_lot, waiting_list
from tournaments.services import check_in, desk, entries, hand_entries, proposals, seeding
from tournaments.services.audit import Hand
from tournaments.services.closing_entries import close_entries

pytestmark = pytest.mark.django_db
OPEN_AT = STARTS_AT - timedelta(minutes=20)
CLOSE_AT = STARTS_AT - timedelta(minutes=5)


def people(count: int):
    return UserFactory.create_batch(count, password=None)


def propose(tournament, by, to) -> int:
    return proposals.propose(tournament_id=tournament.pk, user_id=by.pk, partner_id=to.pk, now=NOW)[0]


def answer(proposal_id: int, user, *, accept: bool = True):
    return proposals.answer(proposal_id=proposal_id, user_id=user.pk, accept=accept, now=NOW)


def enter(tournament, user, now=NOW) -> Entrant:
    return Entrant.objects.get(
        tournament=tournament, number=entries.enter(tournament_id=tournament.pk, user_id=user.pk, now=now)
    )


def withdraw(tournament, user) -> None:
    entries.withdraw(tournament_id=tournament.pk, user_id=user.pk, hand=Hand(user.pk, "page"), now=NOW)


def told(kind: str) -> set[int]:
    return set(Notice.objects.filter(kind=kind).values_list("user_id", flat=True))


def close(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    close_entries(tournament, CLOSE_AT)
    tournament.refresh_from_db()
    return tournament


def drawn(tournament, round_number: int, state: str = "closed") -> None:
    """Store that a round has been drawn, with a free round for the first seed."""
    round_row = Round.objects.create(tournament=tournament, number=round_number, state=state)
    home = tournament.entrants.get(seed=1)
    Encounter.objects.create(
        tournament=tournament, round=round_row, key=f"s{round_number}.{home.number}", table_number=1, home=home
    )


class TestPairs:
    def test_one_asks_and_the_other_says_yes_or_no(self):
        tournament, (ada, bea, ciro) = a_tournament(a_director()), people(3)
        first = propose(tournament, ada, bea)
        assert told("tournament_proposed") == {bea.pk}
        with pytest.raises(AlreadyProposed):
            propose(tournament, ada, bea)
        with pytest.raises(NoSuchProposal):
            answer(first, ciro)
        assert answer(first, bea, accept=False) is None
        assert told("tournament_refused") == {ada.pk}
        with pytest.raises(ProposalGone):
            answer(first, bea)
        with pytest.raises(AlreadyProposed):
            propose(tournament, ada, bea)  # a no stands, though bea may ask
        assert answer(propose(tournament, bea, ada), ada) == 1
        assert told("tournament_accepted") == {bea.pk}
        entrant = entry_of(tournament_id=tournament.pk, user_id=ada.pk)
        assert (entrant.state, entrant.number) == ("entered", 1)
        assert {member.user_id for member in entrant.members.all()} == {ada.pk, bea.pk}

    def test_who_has_entered_is_in_no_other_pair_and_other_proposals_lapse(self):
        tournament, (x, y, z) = a_tournament(a_director()), people(3)
        with_y, with_z, from_z = propose(tournament, x, y), propose(tournament, x, z), propose(tournament, z, y)
        answer(with_y, y)
        for proposal_id, user in ((with_z, z), (from_z, y)):
            with pytest.raises(ProposalGone):
                answer(proposal_id, user)
        with pytest.raises(AlreadyEntered):
            propose(tournament, z, x)
        with pytest.raises(AlreadyEntered):
            propose(tournament, x, z)
        assert Entrant.objects.count() == 1

    def test_who_cannot_be_a_partner(self):
        tournament, (ada, bea) = a_tournament(a_director()), people(2)
        guest = admit_guest()
        ask = partial(proposals.propose, tournament_id=tournament.pk, now=NOW)
        for partner, refusal in ((ada.pk, NotYourself), (BotFactory().pk, PeopleOnly), (guest, PeopleOnly)):
            with pytest.raises(refusal):
                ask(user_id=ada.pk, partner_id=partner)
        with pytest.raises(MembersOnly):
            ask(user_id=guest, partner_id=bea.pk)
        asked = propose(tournament, ada, bea)
        block(user_id=bea.pk, other_id=ada.pk)
        for one, other in ((ada, bea), (bea, ada)):
            with pytest.raises(Blocked):
                propose(tournament, one, other)
        with pytest.raises(Blocked):
            answer(asked, bea)

    def test_only_members_enter_where_it_is_theirs(self):
        director = a_director()
        tournament = a_tournament(director, open_to="members")
        one, other = (member_in(tournament.club) for _ in range(2))
        with pytest.raises(ClubTournament):
            propose(tournament, one, people(1)[0])
        assert answer(propose(tournament, one, other), other) == 1

    def test_nobody_asks_the_whole_house(self, monkeypatch):
        monkeypatch.setattr(proposals, "MOST_PROPOSALS", 2)
        tournament, (ada, *others) = a_tournament(a_director()), people(4)
        for other in others[:2]:
            proposals.take_back(proposal_id=propose(tournament, ada, other), user_id=ada.pk)
        with pytest.raises(ListFull):
            propose(tournament, ada, others[2])

    def test_entries_are_taken_between_announcement_and_close(self):
        one, other = people(2)
        for facts in ({"state": "draft"}, {"state": "finished"}, {"entries_closed_at": NOW}, {"state": "running"}):
            with pytest.raises((WrongState, EntryClosed)):
                propose(a_tournament(a_director(), **facts), one, other)
        with pytest.raises(BadEntrant):
            entries.enter(tournament_id=a_tournament(a_director()).pk, user_id=one.pk, now=NOW)

    def test_the_desk_brings_single_players_together(self):
        tournament, (ada, bea) = a_tournament(a_director()), people(2)
        put_up = partial(desk.put_up, tournament_id=tournament.pk, now=NOW)
        put_up(user_id=ada.pk, words="cerco\u202e un compagno")
        put_up(user_id=ada.pk, words="gioco da poco")
        put_up(user_id=bea.pk, words="")
        assert list(tournament.desk.order_by("pk").values_list("words", flat=True)) == ["gioco da poco", ""]
        desk.take_down(tournament_id=tournament.pk, user_id=bea.pk)
        desk.take_down(tournament_id=tournament.pk, user_id=bea.pk)
        answer(propose(tournament, bea, ada), ada)
        assert not DeskNote.objects.exists()
        with pytest.raises(AlreadyEntered):
            put_up(user_id=ada.pk, words="")


class TestPlaces:
    def test_a_withdrawal_lets_the_first_who_waits_in_once(self):
        tournament = a_tournament(a_director(), capacity=2)
        couples = [people(2) for _ in range(4)]
        for one, other in couples:
            answer(propose(tournament, one, other), other)
        assert [entrant.number for entrant in waiting_list(tournament)] == [3, 4]
        withdraw(tournament, couples[0][1])
        assert [entrant.number for entrant in entrants_in(tournament)] == [2, 3]
        assert told("tournament_promoted") == {user.pk for user in couples[2]}
        assert told("tournament_out") == {couples[0][0].pk}
        with pytest.raises(NotEntered):
            withdraw(tournament, couples[0][0])
        assert tournament.audit.get(act="promoted").about == "3"

    def test_who_comes_back_goes_to_the_end(self):
        tournament = a_tournament(a_director(), capacity=2)
        couples = [people(2) for _ in range(3)]
        for one, other in couples:
            answer(propose(tournament, one, other), other)
        withdraw(tournament, couples[0][0])
        assert answer(propose(tournament, *couples[0]), couples[0][1]) == 1
        assert [entrant.number for entrant in waiting_list(tournament)] == [1]
        assert EntrantMember.objects.count() == 6

    def test_two_single_players_take_the_place_of_a_pair(self):
        tournament = a_tournament(a_director(), capacity=2, entry="drawn")
        states = [enter(tournament, user).state for user in people(5)]
        assert states == ["single"] * 4 + ["waiting"]

    def test_the_format_says_how_many_there_is_room_for(self):
        tournament = a_tournament(a_director(), "groups", options={"groups": 2, "qualify": 1})
        for _ in range(12):
            a_pair(tournament)
        one, other = people(2)
        answer(propose(tournament, one, other), other)
        assert [entrant.number for entrant in waiting_list(tournament)] == [13]


class TestCheckIn:
    def test_its_window(self):
        tournament = a_tournament(a_director())
        pair = a_pair(tournament, checked_in_at=None)
        member = pair.members.first().user_id
        check = partial(check_in.check_in, tournament_id=tournament.pk, user_id=member)
        for minutes in (31, 5, 4, -1):
            with pytest.raises(CheckInClosed):
                check(now=STARTS_AT - timedelta(minutes=minutes))
        check(now=STARTS_AT - timedelta(minutes=30))
        check(now=OPEN_AT)
        pair.refresh_from_db()
        assert pair.checked_in_at == STARTS_AT - timedelta(minutes=30)
        with pytest.raises(NotEntered):
            check_in.check_in(tournament_id=tournament.pk, user_id=people(1)[0].pk, now=OPEN_AT)
        none = a_tournament(a_director(), check_in_minutes=0)
        with pytest.raises(CheckInClosed):
            check_in.check_in(tournament_id=none.pk, user_id=member, now=OPEN_AT)

    def test_the_host_at_the_door_ticks_off_who_is_there_and_has_paid(self):
        tournament = a_tournament(a_director())
        a_pair(tournament, checked_in_at=None)
        host = Hand(member_in(tournament.club, "host").pk, "page")
        tick = partial(check_in.tick, tournament_id=tournament.pk, now=NOW)
        tick(number=1, hand=host, present=True)
        check_in.mark_fee(tournament_id=tournament.pk, number=1, hand=host, paid=True)
        tick(number=1, hand=host, present=True)
        pair = Entrant.objects.get()
        assert (pair.checked_in_at, pair.fee_paid) == (NOW, True)
        tick(number=1, hand=host, present=False)
        assert list(tournament.audit.order_by("pk").values_list("act", flat=True)) == [
            "checked_in",
            "fee",
            "checked_out",
        ]
        with pytest.raises(NoSuchEntrant):
            tick(number=2, hand=host, present=True)
        with pytest.raises(NoRight):
            tick(number=1, hand=Hand(member_in(tournament.club).pk, "page"), present=True)

    def test_at_its_end_the_absent_are_struck_off_and_who_waits_and_is_there_comes_in(self):
        tournament = a_tournament(a_director(), capacity=3)
        here, gone = pairs(tournament, 2), a_pair(tournament, checked_in_at=None)
        away = a_pair(tournament, state="waiting", checked_in_at=None)
        there = a_pair(tournament, state="waiting")
        absent = {member.user_id for member in gone.members.all()}
        close(tournament)
        for entrant in (*here, gone, away, there):
            entrant.refresh_from_db()
        assert [entrant.state for entrant in (*here, gone, away, there)] == [
            "entered", "entered", "struck", "waiting", "entered",
        ]  # fmt: skip
        assert told("tournament_struck") == absent
        assert sorted(entrant.seed for entrant in (*here, there)) == [1, 2, 3]
        assert (gone.seed, away.seed, tournament.entries_closed_at) == (None, None, CLOSE_AT)
        close_entries(tournament, STARTS_AT)
        assert tournament.entries_closed_at == CLOSE_AT
        after = tournament.audit.get(act="entries_closed").after
        assert (after["struck"], after["promoted"], after["lot"]) == ([3], [5], tournament.lot)

    def test_nobody_is_struck_off_where_nobody_has_to_check_in(self):
        tournament = a_tournament(a_director(), check_in_minutes=0)
        pair = a_pair(tournament, checked_in_at=None)
        close(tournament)
        pair.refresh_from_db()
        assert (pair.state, pair.seed) == ("entered", 1)

    def test_nobody_is_struck_off_before_anybody_could_check_in(self):
        tournament = a_tournament(a_director())
        pair = a_pair(tournament, checked_in_at=None)
        tournament.refresh_from_db()
        close_entries(tournament, NOW)
        pair.refresh_from_db()
        assert (pair.state, pair.seed) == ("entered", 1)

    def test_after_its_end_a_withdrawal_lets_in_who_is_there(self):
        tournament = a_tournament(a_director(), capacity=2)
        one, _other, there = a_pair(tournament), a_pair(tournament), a_pair(tournament, state="waiting")
        close(tournament)
        withdraw(tournament, one.members.first().user)
        one.refresh_from_db()
        there.refresh_from_db()
        assert (one.state, one.seed, there.state) == ("withdrawn", None, "entered")
        assert sorted(tournament.entrants.exclude(seed=None).values_list("seed", flat=True)) == [1, 2]


class TestDraws:
    def test_partners_are_drawn_from_the_lot_that_was_sealed_before(self):
        tournament = a_tournament(a_director(), entry="drawn", check_in_minutes=0)
        seal = lot_seal(tournament)
        singles = {enter(tournament, user).number: user for user in people(7)}
        assert shown_lot(tournament) is None
        close(tournament)
        assert shown_lot(tournament) == tournament.lot
        assert lot_seal(tournament) == seal
        expected = draw_partners(tournament.lot, singles)
        made = tournament.entrants.filter(state="entered").order_by("number")
        assert [{member.user_id for member in pair.members.all()} for pair in made] == [
            {singles[one].pk, singles[other].pk} for one, other in expected.pairs
        ]
        assert [pair.number for pair in made] == [8, 9, 10]
        assert tournament.entrants.get(state="waiting").number == expected.left_over
        assert told("tournament_left_over") == {singles[expected.left_over].pk}
        partner = Notice.objects.get(kind="tournament_partner_drawn", user=singles[expected.pairs[0][0]])
        assert partner.data["person"] == singles[expected.pairs[0][1]].pk

    def test_seeds_by_rating_by_hand_and_by_lot(self):
        director = a_director()
        tournament = a_tournament(director, check_in_minutes=0)
        entrants = pairs(tournament, 4)
        for entrant, rating in zip(entrants, (1400.0, 1600.0, 1500.4, 1500.3), strict=True):
            for member in entrant.members.all():
                Rating.objects.create(user=member.user, pool="pairs", rating=rating, matches=9)
        order = partial(tournament.entrants.order_by("seed").values_list, "number", flat=True)
        close(tournament)
        assert list(order()) == [2, 3, 4, 1]
        hand = Hand(director.pk, "page")
        seeding.set_seeds(tournament_id=tournament.pk, hand=hand, order=[4, 1])
        assert list(order()) == [4, 1, 2, 3]
        for wrong in ([4, 4], [9]):
            with pytest.raises(BadSeeding):
                seeding.set_seeds(tournament_id=tournament.pk, hand=hand, order=wrong)
        tournament.refresh_from_db()
        tournament.seeding = "lot"
        seeding.seed_entrants(tournament)
        assert list(order()) == [entrant.number for entrant in by_lot(tournament.lot, [1, 2, 3, 4])]
        drawn(tournament, 1)
        with pytest.raises(WrongState):
            seeding.set_seeds(tournament_id=tournament.pk, hand=hand, order=[1])


class TestByHand:
    def test_a_director_speaks_for_members_only(self):
        director = a_director()
        tournament = a_tournament(director)
        one, other = (member_in(tournament.club) for _ in range(2))
        add = partial(hand_entries.add, tournament_id=tournament.pk, hand=Hand(director.pk, "page"), now=NOW)
        with pytest.raises(NotMember):
            add(user_ids=[one.pk, people(1)[0].pk], names=[])
        for wrong in ([one.pk], [one.pk, one.pk], []):
            with pytest.raises(BadEntrant):
                add(user_ids=wrong, names=[])
        with pytest.raises(BadEntrant):
            add(user_ids=[one.pk], names=["il Moro"])
        assert add(user_ids=[one.pk, other.pk], names=[]) == 1
        assert told("tournament_entered") == {one.pk, other.pk}
        with pytest.raises(NoRight):
            hand_entries.remove(tournament_id=tournament.pk, number=1, hand=Hand(one.pk, "page"), reason="", now=NOW)
        hand_entries.remove(tournament_id=tournament.pk, number=1, hand=Hand(director.pk, "page"), reason="", now=NOW)
        assert told("tournament_removed") == {one.pk, other.pk}
        assert Entrant.objects.get().state == "withdrawn"

    def test_who_has_no_account_plays_on_paper(self):
        director = a_director()
        tournament = a_tournament(director, plan={"legs": [{"paper": True}], "scoring": "encounter"})
        member = member_in(tournament.club)
        hand_entries.add(
            tournament_id=tournament.pk,
            hand=Hand(director.pk, "page"),
            user_ids=[member.pk],
            names=["il Moro"],
            now=NOW,
        )
        assert {(row.user_id, row.name) for row in EntrantMember.objects.all()} == {(member.pk, ""), (None, "il Moro")}

    def test_bots_of_the_house_fill_it_up(self):
        director = a_director()
        tournament = a_tournament(director, bots_allowed=True, capacity=4)
        a_pair(tournament)
        fill = partial(hand_entries.fill_with_bots, tournament_id=tournament.pk, hand=Hand(director.pk, "api"), now=NOW)
        assert fill(up_to=4) == 3
        assert fill(up_to=4) == 0
        with pytest.raises(BadTournament):
            fill(up_to=5)
        close(tournament)
        assert tournament.entrants.filter(state="entered").count() == 4
        people_only = a_tournament(a_director())
        with pytest.raises(NoRight):
            hand_entries.fill_with_bots(tournament_id=people_only.pk, hand=Hand(director.pk, "api"), up_to=2, now=NOW)


class TestLate:
    @pytest.mark.parametrize(("rounds", "last"), [(5, 3), (6, 4), (7, 4), (11, 6), (12, 7)])
    def test_late_entry_is_open_until_more_than_half_the_rounds_have_started(self, rounds, last):
        tournament = a_tournament(a_director(), "swiss", options={"rounds": rounds}, check_in_minutes=0)
        pairs(tournament, 3)
        close(tournament)
        Tournament.objects.update(state="running")
        entered = []
        for number in range(1, rounds + 1):
            one, other = people(2)
            try:
                asked = propose(tournament, one, other)
                entered.append(Entrant.objects.get(tournament=tournament, number=answer(asked, other)))
            except EntryClosed:
                assert PairProposal.objects.get(pk=asked).state == "pending"
                break
            drawn(tournament, number)
        assert [entrant.joined for entrant in entered] == list(range(1, last + 1))
        assert [entrant.seed for entrant in entered] == list(range(4, 4 + last))

    def test_a_draft_made_without_who_comes_late_is_dropped(self):
        tournament = a_tournament(a_director(), "swiss", check_in_minutes=0)
        pairs(tournament, 3)
        close(tournament)
        Tournament.objects.update(state="running")
        drawn(tournament, 1, "draft")
        one, other = people(2)
        answer(propose(tournament, one, other), other)
        assert not tournament.rounds.exists()

    def test_who_withdrew_in_play_comes_back_at_their_own_wish(self):
        tournament = a_tournament(a_director(), "swiss", check_in_minutes=0, pace="by_hand")
        entrants = pairs(tournament, 4)
        close(tournament)
        Tournament.objects.update(state="running")
        drawn(tournament, 1)
        entrant, user = entrants[1], entrants[1].members.first().user
        withdraw(tournament, user)
        entrant.refresh_from_db()
        assert (entrant.state, entrant.left) == ("withdrawn", 2)
        with pytest.raises(AlreadyEntered):
            propose(tournament, user, people(1)[0])
        entries.come_back(tournament_id=tournament.pk, user_id=user.pk, hand=Hand(user.pk, "page"), now=NOW)
        entrant.refresh_from_db()
        assert (entrant.state, entrant.left) == ("entered", None)
        with pytest.raises(StillIn):
            entries.come_back(tournament_id=tournament.pk, user_id=user.pk, hand=Hand(user.pk, "page"), now=NOW)

    def test_where_it_is_not_for_everybody_the_director_lets_in(self):
        director = a_director()
        tournament = a_tournament(director, "swiss", check_in_minutes=0, late_entry=False)
        pairs(tournament, 3)
        close(tournament)
        one, other = (member_in(tournament.club) for _ in range(2))
        with pytest.raises(WrongState):
            propose(tournament, one, other)
        number = hand_entries.add(
            tournament_id=tournament.pk, hand=Hand(director.pk, "page"), user_ids=[one.pk, other.pk], names=[], now=NOW
        )
        assert tournament.entrants.get(number=number).seed == 4


def test_an_account_that_closes_leaves_every_tournament():
    director = a_director()
    entered, queued, asked = (a_tournament(director, capacity=2) for _ in range(3))
    gone, partner, friend = people(3)
    pair, other, waiting = a_pair(entered, [gone, partner]), a_pair(entered), a_pair(entered, state="waiting")
    a_pair(queued, [gone, friend], state="waiting")
    propose(asked, gone, friend)
    desk.put_up(tournament_id=asked.pk, user_id=gone.pk, words="", now=NOW)
    exported = data_of(user_id=gone.pk)
    assert [entry["tournament"] for entry in exported["tournament_entries"]] == [entered.code, queued.code]
    assert (len(exported["pair_proposals"]), len(exported["partnership_desk"])) == (1, 1)
    close_account(user_id=gone.pk)
    for entrant in (pair, other, waiting):
        entrant.refresh_from_db()
    assert [entrant.state for entrant in (pair, other, waiting)] == ["withdrawn", "entered", "entered"]
    assert not EntrantMember.objects.filter(user=gone, until=None).exists()
    assert not PairProposal.objects.exists()
    assert not DeskNote.objects.exists()
    assert told("tournament_out") == {partner.pk, friend.pk}
