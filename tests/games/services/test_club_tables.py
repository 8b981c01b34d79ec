"""Club tables: who opens them and by which rules, and that a club's own are for its members of this moment."""

import pytest

from accounts import errors
from accounts.services import clubs, memberships
from games import announce
from games.engine.errors import BadFormat, BadOption, BadRules
from games.errors import ClubTable, NoSuchHouseRules, TooManyRules
from games.models import HouseRules, Table
from games.selectors.club_rooms import club_tables, house_rules_of, versions_of
from games.selectors.doors import check_match_open
from games.selectors.tables import lobby_tables, table_view
from games.services import house_rules, seating
from games.services.club_tables import open_club_table
from tests.accounts.clubs.houses import club_of, member_in
from tests.games.factories import match_with, people, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db):
    return person("Ada")


@pytest.fixture
def club(ada):
    return club_of(ada, name="Caffè 3♠ / è")


def publish(club, user, name="Ai 31 secchi", preset="club", **options) -> HouseRules:
    rules_id = house_rules.publish(club_id=club.pk, user_id=user.pk, name=name, preset=preset, options=options)
    return HouseRules.objects.get(pk=rules_id)


def opened(club, user, **wishes) -> Table:
    return Table.objects.get(pk=open_club_table(user_id=user.pk, club_id=club.pk, **({"preset": "club"} | wishes)))


def test_a_version_of_house_rules_never_changes(club, ada):
    first = publish(club, ada, target=21)
    assert publish(club, ada, target=21) == first
    second = publish(club, ada, name="ai 31  SECCHI", target=41)
    first.refresh_from_db()
    assert (first.version, first.options, first.is_current) == (1, {"target": 21}, False)
    assert (second.version, second.options) == (2, {"target": 41})
    assert list(house_rules_of(club_id=club.pk)) == [second]
    assert [rules.version for rules in versions_of(second)] == [2, 1]
    assert publish(club, ada, name="Altre").version == 1


def test_rules_that_cannot_be_are_refused(club, ada, monkeypatch):
    with pytest.raises(BadRules):
        publish(club, ada, preset="poker")
    with pytest.raises(BadOption):
        publish(club, ada, target=-1)
    for name in ("", " \u202e ", "x" * 61):
        with pytest.raises(BadFormat):
            publish(club, ada, name=name)
    monkeypatch.setattr(house_rules, "MOST_RULES", 1)
    rules = publish(club, ada)
    publish(club, ada, target=41)
    with pytest.raises(TooManyRules):
        publish(club, ada, name="Altre")
    with pytest.raises(NoSuchHouseRules):
        house_rules.withdraw(club_id=club.pk, user_id=ada.pk, house_rules_id=rules.pk)  # replaced
    assert HouseRules.objects.count() == 2


def test_only_who_keeps_the_settings_publishes_and_withdraws(club, ada):
    rules, director = publish(club, ada), member_in(club, "director")
    with pytest.raises(errors.NoRight):
        publish(club, director, name="Altre")
    with pytest.raises(errors.NoRight):
        house_rules.withdraw(club_id=club.pk, user_id=director.pk, house_rules_id=rules.pk)
    house_rules.withdraw(club_id=club.pk, user_id=ada.pk, house_rules_id=rules.pk)
    with pytest.raises(NoSuchHouseRules):
        opened(club, ada, house_rules_id=rules.pk)
    assert publish(club, ada).version == 2


def test_a_host_opens_a_table_by_the_rules_of_the_house(club, ada):
    rules, host = publish(club, ada, target=41), member_in(club, "host")
    table = opened(club, host, house_rules_id=rules.pk, preset="cinque")  # what the house says goes
    assert (table.preset, table.options, table.club, table.house_rules) == ("club", {"target": 41}, club, rules)
    publish(club, ada, target=21)
    facts = table_view(table.pk)
    assert (facts["club"], facts["house_rules"]) == (
        {"slug": "caffe-3-e", "name": "Caffè 3♠ / è", "deck": "napoletane"},
        {"name": "Ai 31 secchi", "version": 1},
    )
    assert facts["target"] == 41
    with pytest.raises(NoSuchHouseRules):
        opened(club_of(host), host, house_rules_id=rules.pk)


def test_only_who_has_the_right_opens_a_club_table_as_long_as_they_have_it(club, ada):
    member, host = member_in(club), member_in(club, "host")
    for somebody in (member, person()):
        with pytest.raises(errors.NoRight):
            opened(club, somebody)
    memberships.set_role(club_id=club.pk, user_id=ada.pk, member_id=host.pk, role="member")
    with pytest.raises(errors.NoRight):
        opened(club, host)
    with pytest.raises(BadFormat):
        open_club_table(user_id=ada.pk, club_id=None, preset="club", visibility="club")
    assert not Table.objects.exists()


def test_a_members_table_is_seen_and_sat_at_by_members_of_this_moment(club, ada):
    bruno, stranger = member_in(club), person()
    table = opened(club, ada, visibility="club")
    assert "sit:0" in table_view(table.pk, bruno.pk)["you"]["may"]
    for nobody in (stranger.pk, None):
        with pytest.raises(ClubTable):
            table_view(table.pk, nobody, unlocked=True)
    with pytest.raises(ClubTable):
        seating.sit(table_id=table.pk, user_id=stranger.pk, number=0, unlocked=True)
    assert not lobby_tables().exists()
    assert list(club_tables(club_id=club.pk, is_member=True)) == [table]
    assert not club_tables(club_id=club.pk, is_member=False).exists()
    memberships.leave(club_id=club.pk, user_id=bruno.pk)
    with pytest.raises(ClubTable):
        table_view(table.pk, bruno.pk)
    with pytest.raises(ClubTable):
        seating.sit(table_id=table.pk, user_id=bruno.pk, number=0)
    seating.sit(table_id=table.pk, user_id=ada.pk, number=0)
    member_in(club, "owner", stranger)
    memberships.leave(club_id=club.pk, user_id=ada.pk)
    assert table_view(table.pk, ada.pk)["you"]["seat"] == 0  # who sits there is not put out


def test_a_match_of_a_members_table_is_for_members_and_who_played_it(club, ada):
    players = [ada, *people(3)]
    match = match_with(players, club_id=club.pk, visibility="link")
    Table.objects.filter(pk=match.table_id).update(visibility="club")
    bruno = member_in(club)
    for reader in (bruno.pk, players[1].pk):
        check_match_open(match.pk, reader, unlocked=())
    for nobody in (person().pk, None):
        with pytest.raises(ClubTable):
            check_match_open(match.pk, nobody, unlocked={match.table.code})
    with pytest.raises(errors.ClubBusy):
        clubs.close(club_id=club.pk, user_id=ada.pk)


def test_everybody_finds_a_public_club_table(club, ada):
    table = opened(club, ada)
    assert list(lobby_tables()) == list(club_tables(club_id=club.pk, is_member=False)) == [table]
    seating.sit(table_id=table.pk, user_id=person().pk, number=0)


def test_who_is_removed_is_shown_out_at_once(club, ada, monkeypatch):
    bruno = member_in(club)
    own, _public = opened(club, ada, visibility="club"), opened(club, ada)
    told = []
    monkeypatch.setattr(announce, "table", lambda *, table_id: told.append(table_id))
    memberships.remove(club_id=club.pk, user_id=ada.pk, member_id=bruno.pk)
    assert told == [own.pk]
