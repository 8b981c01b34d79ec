"""Seeks at once: nobody is seated twice, every company starts once (PostgreSQL's own locks, no mock)."""

from functools import partial

import pytest

from games.engine.errors import Refusal
from games.models import Match, Seat, Seek, Seeker, Table
from games.services import pairing, seating, seeks
from tests.games.factories import open_table, people, person
from tests.games.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def seek(user, **facts):
    return partial(seeks.seek, user_id=user.pk, preset="due", **facts)


def crowd(deeds):
    """Let each deed be done, in ten threads, and give what went wrong."""

    def run(own):
        wrong = []
        for deed in own:
            try:
                deed()
            except Refusal as refusal:
                wrong.append(refusal)
        return wrong

    found = at_once([partial(run, deeds[first::10]) for first in range(10)])
    return [wrong for wrongs in found for wrong in wrongs]


def check_everybody_once(users) -> None:
    seated = list(Seat.objects.filter(user__in=users).values_list("user", flat=True))
    assert len(seated) == len(set(seated))
    for match in Match.objects.all():
        assert match.seats.values("user").distinct().count() == match.table.seat_count
        assert match.deals.count() == 1
    assert Seeker.objects.filter(is_open=True, user__in=seated).count() == 0
    assert Match.objects.count() == Table.objects.filter(status="playing").count()


def test_forty_people_are_twenty_matches() -> None:
    users = people(40)
    assert crowd([seek(user) for user in users]) == []
    pairing.mend_seeks(Seek.objects.latest("made_at").made_at)  # who came while others held the lock
    check_everybody_once(users)
    assert Match.objects.count() == 20


def test_one_person_seeks_from_eight_windows() -> None:
    anna = person()
    outcomes = at_once([seek(anna, rated=bool(number % 2)) for number in range(8)])
    assert all(isinstance(outcome, int | Refusal) for outcome in outcomes), outcomes
    assert Seeker.objects.filter(user=anna, is_open=True).count() == 1


def test_two_pairings_at_once_while_people_sit_down_elsewhere_and_cancel(monkeypatch) -> None:
    for _ in range(6):
        users, tables = people(8), [open_table(), open_table()]
        with monkeypatch.context() as patch:
            patch.setattr(seeks, "pair_up", lambda **_: [])
            for user in users[:6]:
                seek(user)()
        wish = Seek.objects.filter(state="waiting").values_list("wish", flat=True).first()
        outcomes = at_once(
            [
                partial(pairing.pair_up, wish=wish),
                partial(pairing.pair_up, wish=wish),
                partial(seating.sit, table_id=tables[0].pk, user_id=users[0].pk, number=0),
                partial(seating.sit, table_id=tables[1].pk, user_id=users[1].pk, number=0),
                partial(seeks.cancel, user_id=users[2].pk),
                seek(users[6]),
                seek(users[7]),
            ]
        )
        assert all(outcome is None or isinstance(outcome, list | int | Refusal) for outcome in outcomes), outcomes
        check_everybody_once(users)
        Seat.objects.filter(user__in=users).update(is_exclusive=False)
        Seek.objects.all().delete()
