"""Seeks: waiting for company, alone or with a partner, and the table that is found exactly once."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.errors import Blocked, MembersOnly, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import User
from accounts.services.closing import close_account
from accounts.services.guests import admit
from accounts.services.ties import block
from games.engine.errors import BadFormat, BadOption, BadRules
from games.errors import AlreadySeated, AlreadySeeking, NoSuchSeek
from games.models import Match, Seat, Seek, Seeker, Table
from games.models.ratings import Rating
from games.services import pairing, seating, seekers, seeks
from tests.games.factories import START, later, open_table, people, person

pytestmark = pytest.mark.django_db


def seek(user, preset="club", **facts) -> Seek:
    return Seek.objects.get(pk=seeks.seek(user_id=user.pk, preset=preset, now=START, **facts))


def sides_of(match: Match) -> set[frozenset[int]]:
    seats = dict(match.seats.values_list("number", "user"))
    return {frozenset({seats[0], seats[2]}), frozenset({seats[1], seats[3]})}


def rated(users, *ratings) -> None:
    Rating.objects.bulk_create(
        Rating(user=user, pool="pairs", rating=rating) for user, rating in zip(users, ratings, strict=True)
    )


def test_the_fourth_person_starts_the_match_of_four() -> None:
    four = people(4)
    for user in four[:3]:
        assert seek(user).state == "waiting"
    assert not Table.objects.exists()
    last = seek(four[3])
    table = Table.objects.get()
    assert (last.state, last.table, table.status, table.visibility) == ("found", table, "playing", "public")
    assert set(Match.objects.get().seats.values_list("user", flat=True)) == {user.pk for user in four}
    assert not Seeker.objects.filter(is_open=True).exists()


def test_sides_of_singles_are_as_even_as_can_be() -> None:
    four = people(4)
    rated(four, 2000, 1900, 1200, 1100)
    for user in four:
        seek(user)
    strongest, second, third, weakest = (user.pk for user in four)
    assert sides_of(Match.objects.get()) == {frozenset({strongest, weakest}), frozenset({second, third})}


@pytest.mark.parametrize(("preset", "count"), [("due", 2), ("tre", 3), ("morto", 3), ("cinque", 5), ("chiamare", 5)])
def test_every_number_of_seats_finds_its_company(preset, count) -> None:
    for user in people(count - 1):
        seek(user, preset)
    assert not Match.objects.exists()
    seek(person(), preset)
    assert Match.objects.get().seats.count() == count


def test_only_the_same_wish_meets() -> None:
    one, two, three, four = people(4)
    seek(one, "due")
    seek(two, "due", rated=True)
    seek(three, "due", options={"target": 31})
    seek(four, "spizzichino")
    assert not Match.objects.exists()
    seek(person(), "due", rated=True)
    table = Table.objects.get()
    assert (table.rated, table.move_seconds, table.opened_by) == (True, 20, two)


def test_the_same_wish_again_goes_on_waiting_and_another_takes_its_place() -> None:
    anna = person()
    first = seek(anna)
    assert seek(anna) == first
    second = seek(anna, rated=True)
    first.refresh_from_db()
    assert (first.state, first.end, second.state) == ("ended", "cancelled", "waiting")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seeker.objects.create(seek=first, user=anna, rating=1500, seen_at=START)


class TestPartners:
    """A seek for two."""

    def test_two_pairs_are_the_sides(self) -> None:
        anna, bruno, carla, dario = people(4)
        rated([anna, bruno, carla, dario], 2000, 1900, 1200, 1100)
        for one, other in ((anna, bruno), (carla, dario)):
            own = seek(one, partner_id=other.pk)
            assert own.state == "asking"
            seeks.answer(seek_id=own.pk, user_id=other.pk, accept=True, now=START)
        assert sides_of(Match.objects.get()) == {frozenset({anna.pk, bruno.pk}), frozenset({carla.pk, dario.pk})}

    def test_a_pair_meets_two_singles(self) -> None:
        anna, bruno, carla, dario = people(4)
        seek(carla)
        seek(dario)
        own = seek(anna, partner_id=bruno.pk)
        seeks.answer(seek_id=own.pk, user_id=bruno.pk, accept=True, now=START)
        assert frozenset({anna.pk, bruno.pk}) in sides_of(Match.objects.get())

    def test_who_has_not_agreed_is_not_seated(self) -> None:
        anna, bruno, carla, dario = people(4)
        own = seek(anna, partner_id=bruno.pk)
        seek(carla)
        seek(dario)
        assert not Match.objects.exists()
        seeks.answer(seek_id=own.pk, user_id=bruno.pk, accept=False)
        own.refresh_from_db()
        assert (own.state, own.end) == ("ended", "declined")
        with pytest.raises(NoSuchSeek):
            seeks.answer(seek_id=own.pk, user_id=bruno.pk, accept=True)

    def test_only_the_named_partner_answers(self) -> None:
        own = seek(person(), partner_id=person().pk)
        with pytest.raises(NoSuchSeek):
            seeks.answer(seek_id=own.pk, user_id=person().pk, accept=True)

    def test_who_waits_already_or_sits_cannot_agree(self) -> None:
        anna, bruno = people(2)
        own = seek(anna, partner_id=bruno.pk)
        seek(bruno, rated=True)
        with pytest.raises(AlreadySeeking):
            seeks.answer(seek_id=own.pk, user_id=bruno.pk, accept=True)
        seeks.cancel(user_id=bruno.pk)
        seating.sit(table_id=open_table().pk, user_id=bruno.pk, number=0)
        with pytest.raises(AlreadySeated):
            seeks.answer(seek_id=own.pk, user_id=bruno.pk, accept=True)

    def test_a_partner_who_waits_makes_no_seek_of_their_own_but_may_end_both(self) -> None:
        anna, bruno = people(2)
        own = seek(anna, partner_id=bruno.pk)
        seeks.answer(seek_id=own.pk, user_id=bruno.pk, accept=True)
        with pytest.raises(AlreadySeeking):
            seek(bruno, rated=True)
        seeks.cancel(user_id=bruno.pk)
        own.refresh_from_db()
        assert own.end == "cancelled"
        assert seek(anna).state == "waiting"

    def test_partners_who_cannot_be(self) -> None:
        anna, bruno = people(2)
        block(user_id=bruno.pk, other_id=anna.pk)
        bot = User.objects.create_user("Prova-bot", kind=User.Kind.BOT)
        for partner, refusal in ((anna.pk, NotYourself), (bruno.pk, Blocked), (bot.pk, PeopleOnly), (0, NoSuchPlayer)):
            with pytest.raises(refusal):
                seek(anna, partner_id=partner)
        with pytest.raises(BadFormat):
            seek(anna, "due", partner_id=person().pk)


class TestBands:
    """Whom one would play with."""

    def test_a_band_keeps_others_away_until_it_has_opened(self) -> None:
        anna, bruno = people(2)
        rated([anna, bruno], 1800, 1500)
        seek(anna, "due", rating_low=1600)
        seek(bruno, "due")
        assert pairing.mend_seeks(later(0)) == 0
        keep_alive(later(39))
        assert pairing.mend_seeks(later(39)) == 0
        keep_alive(later(40))
        assert pairing.mend_seeks(later(40)) == 1

    def test_who_blocks_somebody_is_not_brought_together_with_them(self) -> None:
        anna, bruno = people(2)
        block(user_id=bruno.pk, other_id=anna.pk)
        seek(anna, "due")
        seek(bruno, "due")
        assert not Match.objects.exists()

    @pytest.mark.parametrize("band", [(-1, None), (None, 5001), (1600, 1500)])
    def test_impossible_bands(self, band) -> None:
        with pytest.raises(BadFormat):
            seek(person(), rating_low=band[0], rating_high=band[1])


def keep_alive(now) -> None:
    Seeker.objects.filter(is_open=True).update(seen_at=now)


class TestEndings:
    """How a seek ends without a table."""

    def test_sitting_down_elsewhere(self) -> None:
        anna = person()
        own = seek(anna)
        seating.sit(table_id=open_table().pk, user_id=anna.pk, number=0)
        own.refresh_from_db()
        assert (own.state, own.end) == ("ended", "seated")

    def test_silence(self) -> None:
        anna, bruno = people(2)
        own = seek(anna)
        seekers.note_seen([bruno.pk])
        assert seekers.end_silent(START + seekers.SILENT_AFTER) == 0
        assert seekers.end_silent(START + seekers.SILENT_AFTER + timedelta(seconds=1)) == 1
        own.refresh_from_db()
        assert own.end == "gone"

    def test_a_closed_account(self) -> None:
        anna = person()
        own = seek(anna)
        close_account(user_id=anna.pk)
        own.refresh_from_db()
        assert own.end == "cancelled"

    def test_cancelling_twice(self) -> None:
        anna = person()
        seek(anna)
        seeks.cancel(user_id=anna.pk)
        with pytest.raises(NoSuchSeek):
            seeks.cancel(user_id=anna.pk)

    def test_ended_seeks_are_forgotten_after_a_day(self) -> None:
        anna = person()
        own = seek(anna)
        seeks.cancel(user_id=anna.pk)
        own.refresh_from_db()
        seekers.forget_old(own.changed_at + seekers.KEPT_FOR)
        assert Seek.objects.exists()
        seekers.forget_old(own.changed_at + seekers.KEPT_FOR + timedelta(seconds=1))
        assert not Seek.objects.exists()


def test_who_may_not_seek() -> None:
    anna, bot = person(), User.objects.create_user("Prova-bot", kind=User.Kind.BOT)
    with pytest.raises(MembersOnly):
        seeks.seek(user_id=admit(), preset="club")
    with pytest.raises(PeopleOnly):
        seek(bot)
    with pytest.raises(BadRules):
        seek(anna, "poker")
    with pytest.raises(BadOption):
        seek(anna, options={"target": 0})
    seating.sit(table_id=open_table().pk, user_id=anna.pk, number=0)
    with pytest.raises(AlreadySeated):
        seek(anna)


def test_what_a_killed_process_left_undone_is_done_by_the_sweep(monkeypatch) -> None:
    monkeypatch.setattr(seeks, "pair_up", lambda **_: [])
    four = people(4)
    for user in four:
        seek(user)
    assert not Match.objects.exists()
    assert pairing.mend_seeks(later(1)) == 1
    assert Seat.objects.filter(user__in=four).count() == 4
