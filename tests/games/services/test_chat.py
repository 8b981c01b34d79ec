"""Chat at a table: between hands only, each room for its own people, and never twice."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import BadText, PeopleOnly, Silenced
from accounts.services import closing, people, silences, ties
from config.layers import LiveChannelLayer
from games.engine.errors import BadFormat
from games.errors import ChatClosed, ChatTooFast, NoSuchLine, TableClosed, TablePrivate, WatchBanned
from games.models import ChatLine, Match
from games.selectors.chat import EVERY, hearing_of, line_facts, line_for, lines_for
from games.services import absence, chat, clock, seating, tables, watching
from games.services.logbook import writing
from tests.accounts.factories import BotFactory, StaffFactory
from tests.games.factories import act, match_begun, match_with, now_of, open_table, person, play_hand, run_clock
from tests.games.factories import people as persons
from tests.games.races import at_once

pytestmark = pytest.mark.django_db
TABLE, WATCHERS = ChatLine.Room.TABLE, ChatLine.Room.WATCHERS


@pytest.fixture(autouse=True)
def _talkative(settings):
    settings.CHAT_LINES = 50


@pytest.fixture
def told(monkeypatch):
    """What live sockets are told: (group, message)."""
    messages = []
    monkeypatch.setattr(
        LiveChannelLayer, "publish", lambda _layer, group, message: messages.append((group, message)) or True
    )
    return messages


def say(table, user, text="Ciao", **facts):
    return chat.write(table_id=table.pk, user_id=user.pk, command_id=uuid4(), text=text, **facts)


def greet(table, user, greeting):
    return chat.write(table_id=table.pk, user_id=user.pk, command_id=uuid4(), greeting=greeting)


def read(table, room=TABLE, user=None):
    lines = lines_for(table_id=table.pk, room=room, user_id=user and user.pk)
    return [line.text for line in lines.order_by("pk")]


def between_hands(players, **facts):
    match = match_with(players, **facts)
    play_hand(match)
    assert now_of(match).game.hand.ended is not None
    return match


def test_while_nobody_plays_everybody_talks_at_the_table():
    table, ada, bruno = open_table(), person(), person()
    say(table, ada, "Si gioca?")
    say(table, bruno, "Volentieri")
    assert read(table) == ["Si gioca?", "Volentieri"]
    assert read(table, WATCHERS, ada) == []


def test_nothing_is_said_at_the_table_while_a_hand_is_played():
    players = persons(4)
    match = match_with(players)
    for player in players:
        for deed in (say, lambda table, user: greet(table, user, "good_luck")):
            with pytest.raises(ChatClosed):
                deed(match.table, player)
    play_hand(match)
    say(match.table, players[0], "Bella mano")
    greet(match.table, players[1], "thanks")
    for player in players:
        act(match, player, "ready")
    run_clock(match)
    assert now_of(match).turn is not None
    with pytest.raises(ChatClosed):
        say(match.table, players[0])
    assert read(match.table) == ["Bella mano", ""]


def test_before_the_first_hand_is_dealt_the_players_may_talk():
    players = persons(4)
    match = match_begun(players)
    assert now_of(match).game.hand is None
    greet(match.table, players[0], "hello")
    clock.run_ahead(match.pk)
    with pytest.raises(ChatClosed):
        greet(match.table, players[0], "hello")


def test_watchers_have_a_room_that_players_do_not_see_during_the_match():
    players, watcher = persons(4), person()
    match = match_with(players)
    say(match.table, watcher, "Che mano!")
    assert read(match.table, WATCHERS, watcher) == ["Che mano!"]
    assert read(match.table) == []
    for reader in (*players, None):
        with pytest.raises(ChatClosed):
            read(match.table, WATCHERS, reader)
        assert read(match.table, EVERY, reader) == []
    assert read(match.table, EVERY, watcher) == ["Che mano!"]
    for player in (players[0], players[2]):
        act(match, player, "resign")
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert read(match.table, WATCHERS, players[0]) == ["Che mano!"]
    say(match.table, watcher, "Complimenti")
    assert read(match.table) == read(match.table, EVERY) == ["Complimenti"]
    assert read(match.table, EVERY, players[0]) == ["Che mano!", "Complimenti"]


def test_who_has_left_a_match_is_no_watcher_of_it():
    players = persons(4)
    match = match_with(players)
    with writing(match.pk, now_of(match).event.at) as book:
        absence.leave(book, 1)
    with pytest.raises(ChatClosed):
        say(match.table, players[1])
    with pytest.raises(ChatClosed):
        read(match.table, WATCHERS, players[1])


def test_where_watchers_see_the_match_late_they_hear_the_table_late():
    players, watcher = persons(4), person()
    match = between_hands(players, watch_delay=60)
    say(match.table, players[0], "Avevo il tre")
    assert read(match.table, TABLE, players[1]) == ["Avevo il tre"]
    assert read(match.table, TABLE, watcher) == read(match.table) == []
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert read(match.table, TABLE, watcher) == read(match.table) == ["Avevo il tre"]


def test_no_talk_tells_late_watchers_that_the_match_is_over(told, django_capture_on_commit_callbacks):
    players, watcher = persons(4), person()
    match = match_with(players, watch_delay=60)
    say(match.table, watcher, "Prima")
    for player in (players[0], players[2]):
        act(match, player, "resign")
    assert Match.objects.get(pk=match.pk).status == "finished"
    seating.stand(table_id=match.table_id, user_id=players[3].pk)
    with django_capture_on_commit_callbacks(execute=True):
        say(match.table, players[0], "Bella partita")
    ((_, message),) = told
    assert (message["is_late"], message["players"]) == (True, sorted(player.pk for player in players))
    say(match.table, watcher, "Dopo")
    assert read(match.table, TABLE, watcher) == read(match.table) == []
    assert read(match.table, WATCHERS, watcher) == ["Prima", "Dopo"]
    assert read(match.table, EVERY, watcher) == ["Prima", "Dopo"]
    assert read(match.table, EVERY) == []
    assert read(match.table, TABLE, players[3]) == ["Bella partita"]
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert read(match.table, TABLE, watcher) == ["Bella partita"]


def test_the_same_command_is_one_line():
    table, ada, command_id = open_table(), person(), uuid4()
    facts = {"table_id": table.pk, "user_id": ada.pk, "command_id": command_id, "text": "Ciao"}
    assert chat.write(**facts) == chat.write(**facts)
    assert read(table) == ["Ciao"]
    chat.write(**facts | {"user_id": person().pk})
    assert len(read(table)) == 2


def test_only_people_write_something_that_can_be_read():
    table, ada = open_table(), person()
    with pytest.raises(PeopleOnly):
        say(table, BotFactory())
    for text in ("\u200b", " ", "\u202e\u0301"):
        with pytest.raises(BadText):
            say(table, ada, text)
    with pytest.raises(BadText):
        say(table, ada, "x" * 201)
    with pytest.raises(BadFormat):
        say(table, ada, "x", greeting="hello")
    for greeting in ("", "tre_di_coppe"):
        with pytest.raises(BadFormat):
            greet(table, ada, greeting)
    say(table, ada, "<img src=x onerror=alert(1)>\u202e\n♠")
    assert read(table) == ["<img src=x onerror=alert(1)> ♠"]


def test_one_talks_only_where_one_may_look():
    table = open_table(visibility="password", password="bussare")
    with pytest.raises(TablePrivate):
        say(table, person())
    say(table, person(), "Eccomi", unlocked=True)
    owner = table.opened_by
    tables.close_table(table_id=table.pk, user_id=owner.pk)
    with pytest.raises(TableClosed):
        say(table, owner)


def test_who_may_not_watch_talks_there_as_little():
    match, banned = match_with(persons(4)), person()
    watching.ban_from_match(match_id=match.pk, user_id=banned.pk, reason="entered")
    with pytest.raises(WatchBanned):
        say(match.table, banned)


def test_a_few_lines_at_a_time(settings):
    settings.CHAT_LINES = 3
    ada, two_tables = person(), [open_table(), open_table()]
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        for table in (*two_tables, two_tables[0]):
            say(table, ada)
        with pytest.raises(ChatTooFast) as refused:
            say(two_tables[1], ada)
        say(two_tables[0], person())
    assert refused.value.wait == 20
    with time_machine.travel(now + timedelta(seconds=20.1), tick=False):
        say(two_tables[1], ada)


def test_a_time_out_silences_until_it_ends():
    table, ada = open_table(), person()
    silence_id = silences.silence(user_id=ada.pk, by_id=StaffFactory().pk, lasts=timedelta(minutes=5), reason="Insulti")
    for deed in (say, lambda table, user: greet(table, user, "sorry")):
        with pytest.raises(Silenced, match="until 20"):
            deed(table, ada)
    with time_machine.travel(timezone.now() + timedelta(minutes=5, seconds=1)):
        say(table, ada, "Scusate")
    silences.lift(silence_id=silence_id, by_id=StaffFactory().pk)
    say(table, ada, "Grazie")
    assert read(table) == ["Scusate", "Grazie"]


def test_who_blocks_somebody_reads_nothing_of_theirs():
    table, ada, bruno = open_table(), person(), person()
    line_id = say(table, bruno, "Ehi")
    ties.block(user_id=ada.pk, other_id=bruno.pk)
    assert read(table, TABLE, ada) == []
    assert read(table, TABLE, bruno) == ["Ehi"]
    with pytest.raises(NoSuchLine):
        line_for(line_id=line_id, user_id=ada.pk)
    assert hearing_of(ada.pk) == (True, frozenset({bruno.pk}))
    people.choose_chat(user_id=ada.pk, wants=False)
    assert hearing_of(ada.pk)[0] is False


def test_history_has_an_end_and_closed_accounts_a_label():
    table, ada = open_table(), person()
    say(table, ada, "Ieri")
    later = timezone.now() + timedelta(hours=25)
    with time_machine.travel(later):
        assert read(table) == []
        say(table, ada, "Oggi")
        closing.close_account(user_id=ada.pk)
        (facts,) = line_facts(lines_for(table_id=table.pk, room=TABLE, user_id=None))
    assert (facts["by"], facts["text"]) == ({"id": ada.pk, "name": f"ex-{ada.pk}"}, "Oggi")
    assert chat.forget_old_lines(now=timezone.now() + timedelta(days=30, hours=1)) == 1
    assert chat.forget_old_lines(now=timezone.now() + timedelta(days=33), limit=10) == 1


def test_a_hidden_line_is_gone_for_everybody(told, django_capture_on_commit_callbacks):
    table, ada, staff = open_table(), person(), StaffFactory()
    line_id = say(table, ada, "!!!")
    with django_capture_on_commit_callbacks(execute=True):
        chat.hide(line_id=line_id, by_id=staff.pk)
        chat.hide(line_id=line_id, by_id=StaffFactory().pk)
    assert read(table, TABLE, ada) == []
    assert ChatLine.objects.get().hidden_by == staff
    assert [message["text"] for _, message in told] == [f'{{"type":"unsaid","id":{line_id}}}']
    with pytest.raises(NoSuchLine):
        chat.hide(line_id=line_id + 1, by_id=staff.pk)


def test_sockets_are_told_for_whom_a_line_is(told, django_capture_on_commit_callbacks):
    players, watcher = persons(4), person("Wanda")
    match = match_with(players)
    with django_capture_on_commit_callbacks(execute=True):
        say(match.table, watcher, "Shh")
    ((group, message),) = told
    assert group == f"table.{match.table_id}"
    assert (message["room"], message["by"]) == ("watchers", watcher.pk)
    assert message["players"] == sorted(player.pk for player in players)
    assert f'"by":{{"id":{watcher.pk},"name":"Wanda"}}' in message["text"]


@pytest.mark.django_db(transaction=True)
def test_nobody_outruns_their_allowance_or_says_a_line_twice(settings):
    settings.CHAT_LINES = 3
    table, ada, command_id = open_table(), person(), uuid4()
    facts = {"table_id": table.pk, "user_id": ada.pk, "text": "Ciao"}
    once = [lambda: chat.write(command_id=command_id, **facts)] * 3
    assert len(set(at_once(once))) == 1
    outcomes = at_once([lambda: chat.write(command_id=uuid4(), **facts)] * 5)
    assert sum(isinstance(outcome, ChatTooFast) for outcome in outcomes) == 3
    assert len(read(table)) == 3
