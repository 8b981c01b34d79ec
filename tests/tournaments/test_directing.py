"""Directing: the pause of a tournament, more time, words to everybody, substitutes, and what each leaves in the log."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import BadText, MembersOnly, NoRight, NoSuchPlayer
from accounts.models import Notice, User
from games.engine.errors import BadFormat
from games.errors import AlreadySeated
from games.models import Table
from games.selectors.memory import position_of
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import BotFactory, UserFactory
from tests.tournaments.evenings import begun, current, encounter, hand_of, minutes, place_of, play, seat_all, start
from tests.tournaments.factories import STARTS_AT
from tournaments.errors import (
    AlreadyEntered,
    BadEntrant,
    ClubTournament,
    NotEntered,
    OwnEncounter,
    TooOften,
    WrongState,
)
from tournaments.formats.errors import AlreadyOut, NoSuchEntrant, NoSuchPairing
from tournaments.models import AuditEntry, Entrant, Tournament
from tournaments.selectors.messages import messages_of
from tournaments.services import adding_time, departures, pausing, sweep
from tournaments.services.audit import Hand
from tournaments.services.messages import MOST, tell_everybody
from tournaments.services.substitutes import substitute_member

pytestmark = pytest.mark.django_db


def pause(tournament: Tournament, at: int, hand: Hand | None = None) -> None:
    hand = hand or hand_of(tournament)
    pausing.pause_tournament(tournament_id=tournament.pk, hand=hand, now=minutes(at), reason="Manca la luce")


def resume(tournament: Tournament, at: int) -> None:
    pausing.resume_tournament(tournament_id=tournament.pk, hand=hand_of(tournament), now=minutes(at))


def stops_at(tournament: Tournament, key: str):
    return Table.objects.get(pk=place_of(tournament, key).table_id).stops_at


def last_entry(tournament: Tournament) -> AuditEntry:
    return AuditEntry.objects.filter(tournament=tournament).latest("pk")


def is_paused(tournament: Tournament, key: str) -> bool:
    match = Table.objects.get(pk=place_of(tournament, key).table_id).matches.get()
    return position_of(match.pk, match.seq).is_paused


def test_a_pause_gives_every_clock_back_what_it_took() -> None:
    tournament = begun(4, round_minutes=45)
    start(tournament)
    seat_all(place_of(tournament, "S1.1").table_id)
    pause(tournament, 5)
    assert is_paused(tournament, "S1.1")
    entry = last_entry(tournament)
    assert (entry.act, entry.reason, entry.by_id, entry.address) == (
        "paused",
        "Manca la luce",
        tournament.created_by_id,
        "192.0.2.7",
    )
    assert not sweep.run_due(minutes(30))  # nobody is missed while it stands
    resume(tournament, 25)
    tournament.refresh_from_db()
    assert (tournament.paused_at, current(tournament).ends_at) == (None, minutes(65))
    assert encounter(tournament, "S1.2").waits_until == minutes(30)
    assert tournament.act_at == minutes(30)
    assert not is_paused(tournament, "S1.1")
    assert {stops_at(tournament, key) for key in ("S1.1", "S1.2")} == {minutes(65)}
    assert last_entry(tournament).before == {"seconds": 1200}


def test_no_round_is_drawn_in_a_pause_and_the_next_one_once_it_goes_on() -> None:
    tournament = begun(4)
    start(tournament)
    pause(tournament, 1)
    for key in ("S1.1", "S1.2"):
        play(tournament, key, 31, 7, now=minutes(2))
    assert tournament.rounds.count() == 1
    resume(tournament, 3)
    assert current(tournament).number == 2


def test_one_stops_what_runs_and_lets_go_on_what_stands() -> None:
    tournament = begun(4)
    with pytest.raises(WrongState):
        resume(tournament, 1)
    pause(tournament, 1)
    with pytest.raises(WrongState):
        pause(tournament, 2)
    with pytest.raises(NoRight):
        pause(tournament, 2, Hand(member_in(tournament.club, "host").pk, "page"))


def test_a_round_gets_more_time_and_so_do_its_tables() -> None:
    tournament = begun(4, round_minutes=45)
    whose = {"tournament_id": tournament.pk, "hand": hand_of(tournament)}
    with pytest.raises(WrongState):
        adding_time.add_time_to_round(**whose, minutes=5)
    start(tournament)
    for unlikely in (0, -5, 121):
        with pytest.raises(BadFormat):
            adding_time.add_time_to_round(**whose, minutes=unlikely)
    adding_time.add_time_to_round(**whose, minutes=15)
    assert current(tournament).ends_at == stops_at(tournament, "S1.2") == minutes(60)
    assert last_entry(tournament).act == "time_added"


def test_one_table_gets_more_time_and_waits_longer() -> None:
    tournament = begun(4, round_minutes=45)
    start(tournament)
    whose = {"tournament_id": tournament.pk, "hand": hand_of(tournament), "now": minutes(9)}
    adding_time.add_time_to_table(**whose, key="S1.1", minutes=10)
    assert encounter(tournament, "S1.1").waits_until == minutes(20)
    assert (stops_at(tournament, "S1.1"), stops_at(tournament, "S1.2")) == (minutes(55), minutes(45))
    with pytest.raises(NoSuchPairing):
        adding_time.add_time_to_table(**whose, key="S9.1", minutes=10)
    play(tournament, "S1.1", 31, 20)
    with pytest.raises(WrongState):
        adding_time.add_time_to_table(**whose, key="S1.1", minutes=10)


def test_a_director_gives_their_own_table_nothing() -> None:
    tournament = begun(4)
    start(tournament)
    player = encounter(tournament, "S1.1").home.members.first().user
    member_in(tournament.club, "director", player)
    with pytest.raises(OwnEncounter):
        adding_time.add_time_to_table(
            tournament_id=tournament.pk, key="S1.1", minutes=5, hand=Hand(player.pk, "page"), now=STARTS_AT
        )


def test_everybody_who_has_entered_is_told_and_the_page_shows_it() -> None:
    tournament = begun(2, "knockout")
    whose = {"tournament_id": tournament.pk, "hand": hand_of(tournament), "now": timezone.now()}
    with pytest.raises(BadText):
        tell_everybody(**whose, words=" \u200b ")
    for number in range(MOST):
        tell_everybody(**whose, words=f"Si riprende alle 22:1{number} \u202e")
    with pytest.raises(TooOften):
        tell_everybody(**whose, words="Buona fortuna")
    told = Notice.objects.filter(kind="tournament_message", data__words="Si riprende alle 22:14")
    assert told.count() == 4
    shown = messages_of(tournament_id=tournament.pk, now=timezone.now())
    assert [message.words[-1] for message in shown] == ["4", "3", "2"]
    assert not messages_of(tournament_id=tournament.pk, now=timezone.now() + timedelta(hours=13))


def test_the_longest_words_in_the_longest_tournament_still_fit_under_the_bell() -> None:
    tournament = begun(2, "knockout", name="\U0001f0a1" * 80)
    whose = {"tournament_id": tournament.pk, "hand": hand_of(tournament), "now": timezone.now()}
    tell_everybody(**whose, words="\U0001f0a1" * 140)
    assert Notice.objects.filter(kind="tournament_message").count() == 4


def substitute(tournament: Tournament, number: int, out: User, coming: User, hand: Hand | None = None) -> None:
    substitute_member(
        tournament_id=tournament.pk,
        number=number,
        out_id=out.pk,
        in_id=coming.pk,
        hand=hand or hand_of(tournament),
        now=minutes(3),
    )


def test_a_substitute_takes_over_in_the_entrant_and_at_its_table() -> None:
    tournament = begun(4)
    start(tournament)
    home = encounter(tournament, "S1.1").home
    out, coming = home.members.order_by("pk").first().user, UserFactory()
    match = seat_all(place_of(tournament, "S1.1").table_id)
    substitute(tournament, home.number, out, coming)
    assert coming.pk in home.members.filter(until=None).values_list("user_id", flat=True)
    assert out.pk not in home.members.filter(until=None).values_list("user_id", flat=True)
    assert match.seats.get(user=coming).to_seq is None
    assert match.table.seats.filter(user=coming, is_reserved=True).exists()
    assert set(Notice.objects.filter(kind__in=("replaced", "substituted")).values_list("user", "kind")) == {
        (out.pk, "replaced"),
        (coming.pk, "substituted"),
    }
    entry = last_entry(tournament)
    assert (entry.act, entry.about, entry.before, entry.after) == (
        "substituted",
        str(home.number),
        {"player": out.pk},
        {"player": coming.pk},
    )
    substitute(tournament, home.number, coming, out)  # who has left may come back
    assert match.seats.filter(user=out, to_seq=None).exists()


def test_only_somebody_free_comes_in_for_somebody_who_plays() -> None:
    tournament = begun(3, open_to="members")
    one, other = Entrant.objects.filter(tournament=tournament)[:2]
    out, taken = (member_in(tournament.club, "member", each.members.first().user) for each in (one, other))
    member = member_in(tournament.club)
    guest = UserFactory(kind="guest", password=None)
    gone = UserFactory(is_active=False)
    for number, who, coming, refusal in [
        (one.number, out, taken, AlreadyEntered),
        (one.number, out, out, AlreadyEntered),
        (one.number, out, UserFactory(), ClubTournament),
        (one.number, out, BotFactory(), BadEntrant),
        (one.number, out, guest, MembersOnly),
        (one.number, out, gone, NoSuchPlayer),
        (one.number, taken, member, NotEntered),
        (99, out, member, NoSuchEntrant),
    ]:
        with pytest.raises(refusal):
            substitute(tournament, number, who, coming)
    with pytest.raises(NoRight):
        substitute(tournament, one.number, out, member, Hand(member.pk, "page"))
    departures.withdraw(tournament_id=tournament.pk, number=one.number, hand=hand_of(tournament), now=STARTS_AT)
    with pytest.raises(AlreadyOut):
        substitute(tournament, one.number, out, member)


def test_who_plays_at_a_table_of_another_tournament_comes_in_nowhere() -> None:
    tournament, elsewhere = begun(2, "knockout"), begun(2, "knockout")
    start(tournament)
    start(elsewhere)
    busy = elsewhere.entrants.first().members.first().user
    home = tournament.entrants.first()
    out = home.members.first().user
    with pytest.raises(AlreadySeated):
        substitute(tournament, home.number, out, busy)
    assert home.members.filter(user=out, until=None).exists()
