"""Pages of tables, matches, players and rules: what they show, and what they keep from whom."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.options import OPTIONS
from games.engine.rulesets import PRESETS
from games.forms.new_table import NewTableForm
from games.forms.rule_words import OPTION_WORDS, PRESET_GROUPS, PRESET_WORDS, VALUE_WORDS
from games.models import Match, Table
from tests.games.factories import match_with, open_table, people, person, play_randomly

pytestmark = pytest.mark.django_db
CARD = re.compile(r"\b[A234567FCR][dcsb]\b")


def client_of(user=None, language="en") -> Client:
    client = Client(headers={"accept-language": language})
    if user:
        client.force_login(user)
    return client


@pytest.fixture
def stranger() -> Client:
    return client_of()


def played(**facts) -> Match:
    """A short match of four bots that has ended."""
    match = match_with([None] * 4, options={"target": 1}, **facts)
    play_randomly(match, seed=3)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


# --- the lobby ---------------------------------------------------------------------------------
def test_the_lobby_lists_what_everybody_may_find(stranger):
    shown = open_table(name="Bar Sport")
    hidden = open_table(name="For friends", visibility="link")
    page = stranger.get("/tables/").content.decode()
    assert "Bar Sport" in page
    assert shown.code in page
    assert hidden.code not in page


def test_the_lobby_is_filtered_by_game_and_by_free_chairs(stranger):
    open_table(name="Biska here", preset="biska")
    match_with([None] * 4, name="Full house")
    assert b"Full house" not in stranger.get("/tables/?preset=biska").content
    only_free = stranger.get("/tables/?room=1").content
    assert b"Biska here" in only_free
    assert b"Full house" not in only_free


def test_htmx_gets_the_list_alone(stranger):
    open_table(name="Bar Sport")
    part = stranger.get("/tables/", headers={"HX-Request": "true"}).content.decode()
    assert "Bar Sport" in part
    assert "<html" not in part


@pytest.mark.parametrize("address", ["/tables/", "/matches/", "/watch/", "/players/", "/"])
def test_a_list_costs_the_same_queries_however_long_it_is(stranger, address, django_assert_max_num_queries):
    played()
    match_with([None] * 4)
    open_table()
    with django_assert_max_num_queries(20) as few:
        stranger.get(address)
    for _ in range(4):
        match_with([None] * 4)
        open_table()
    with django_assert_max_num_queries(len(few)):
        stranger.get(address)


def test_a_name_is_shown_literally(stranger):
    open_table(name="<img src=x onerror=alert(1)>")
    page = stranger.get("/tables/").content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


# --- opening a table ---------------------------------------------------------------------------
@pytest.mark.parametrize("preset", PRESETS)
def test_the_form_as_it_comes_opens_the_preset_unchanged(preset):
    user = person()
    client = client_of(user)
    address = f"/tables/new/?preset={preset}"
    form = client.get(address).context["form"]
    fields = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    answer = client.post(address, {**fields, "visibility": "public", "clock": "usual"})
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get()
    assert (table.preset, table.options) == (preset, {})
    assert table.seats.get(number=0).user == user
    assert answer.url == reverse("games:table", args=[table.code])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_form_offers_what_has_effect_and_nothing_else(preset):
    asked = set(NewTableForm(preset).fields) & set(OPTIONS)
    useful = {name for name in OPTIONS if PRESETS[preset].has_effect(name)}
    if len(PRESETS[preset].shapes) == 1:
        useful.discard("players")
    assert asked == useful


def test_what_is_changed_is_what_the_table_has():
    user = person()
    data = {
        "target": "21",
        "signals": "any",
        "signal_words": ["volo", "busso"],
        "signal_truth": "",
        "visibility": "link",
    }
    client_of(user).post("/tables/new/?preset=club", {**defaults("club"), **data, "clock": "none", "name": "Ours"})
    table = Table.objects.get()
    assert table.options == {
        "target": 21,
        "signals": "any",
        "signal_words": ["busso", "volo"],
        "signal_truth": False,
    }
    assert (table.move_seconds, table.bank_seconds, table.visibility, table.name) == (0, 0, "link", "Ours")


def test_fixed_hands_follow_the_players_unless_asked_for():
    user = person()
    client = client_of(user)
    client.post("/tables/new/?preset=chiamare", {**defaults("chiamare"), "players": "3"})
    assert Table.objects.latest("pk").options == {"players": 3}
    client.post("/tables/new/?preset=chiamare", {**defaults("chiamare"), "players": "3", "hands": "4"})
    assert Table.objects.latest("pk").options == {"players": 3, "hands": 4}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"clock": "none"}, "clock"),
        ({"clock": "none", "visibility": "link", "rated": "on"}, "clock"),
        ({"visibility": "password"}, "password"),
        ({"target": "12"}, "target"),
        ({"hands": "101"}, "hands"),
        ({"signals": "shouted"}, "signals"),
        ({"name": "x" * 61}, "name"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(wrong, field):
    answer = client_of(person()).post("/tables/new/?preset=club", {**defaults("club"), **wrong})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Table.objects.exists()


def test_a_table_is_opened_by_who_is_logged_in(stranger):
    assert stranger.get("/tables/new/").url == "/account/login/?next=/tables/new/"
    assert client_of(person()).get("/tables/new/?preset=poker").status_code == 404


def defaults(preset: str) -> dict:
    fields = NewTableForm(preset).fields
    found = {name: field.initial for name, field in fields.items() if field.initial not in (None, False)}
    return {**found, "visibility": "public", "clock": "usual"}


def test_practice_begins_at_once_and_is_found_again(stranger):
    user = person()
    client = client_of(user)
    first = client.post("/tables/practice/")
    match = Match.objects.get()
    assert first.url == reverse("games:table", args=[match.table.code])
    assert (match.table.visibility, match.move_seconds) == ("link", 0)
    assert sorted(seat.user.kind for seat in match.table.seats.select_related("user")) == ["bot", "bot", "bot", "human"]
    again = client.post("/tables/practice/")
    assert again.url == first.url
    assert Table.objects.count() == 1
    assert client.get("/tables/practice/").status_code == 405
    assert stranger.post("/tables/practice/").url != first.url  # a guest's own (tests/accounts/test_guests.py)


# --- the table ---------------------------------------------------------------------------------
def test_the_shell_of_a_table_names_no_card_in_a_hand(stranger):
    players = people(4)
    match = match_with(players)
    for client in (stranger, client_of(players[0])):
        page = client.get(reverse("games:table", args=[match.table.code])).content.decode()
        assert not CARD.search(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))


def test_without_a_script_the_table_tells_how_it_stands(stranger):
    players = people(4)
    match = match_with(players)
    page = stranger.get(reverse("games:table", args=[match.table.code])).content.decode()
    summary = re.search(r"<noscript>.*?</noscript>", page, re.DOTALL).group()
    assert f"{players[0].username} · {players[2].username}" in summary
    assert "Hand 1" in summary


def test_a_table_with_a_password_opens_to_who_knows_it(stranger):
    opener = person()
    table = open_table(opener, visibility="password", password="briscola")
    address = reverse("games:table", args=[table.code])
    assert b'name="password"' in stranger.get(address).content
    assert stranger.post(address, {"password": "scopa"}).status_code == 422
    assert b'id="felt"' not in stranger.get(address).content
    assert stranger.post(address, {"password": "briscola"}).url == address
    assert b'id="felt"' in stranger.get(address).content
    assert b'id="felt"' in client_of(opener).get(address).content


def test_no_such_table(stranger):
    assert stranger.get("/tables/0000000000/").status_code == 404


# --- matches -----------------------------------------------------------------------------------
def test_matches_are_listed_running_and_ended(stranger):
    ended, running = played(), match_with([None] * 4)
    private = match_with([None] * 4, visibility="link")
    page = stranger.get("/matches/").content.decode()
    assert reverse("games:replay", args=[ended.pk]) in page
    assert reverse("games:table", args=[running.table.code]) in page
    assert private.table.code not in page


def test_a_running_match_has_no_replay(stranger):
    match = match_with([None] * 4)
    assert stranger.get(reverse("games:replay", args=[match.pk])).url == reverse("games:table", args=[match.table.code])
    assert stranger.get(reverse("games:replay-data", args=[match.pk])).status_code == 404


def test_a_replay_holds_every_event_and_every_hand(stranger):
    match = played()
    assert stranger.get(reverse("games:replay", args=[match.pk])).status_code == 200
    data = json.loads(stranger.get(reverse("games:replay-data", args=[match.pk])).content)
    events = data["events"]
    assert [event["seq"] for event in events] == list(range(1, match.seq + 1))
    hands: dict[str, list[str]] = {}
    in_hand = 0
    for event in events:
        before = dict(hands)
        hands |= event.get("hands", {})
        if event["kind"] == "dealt":
            in_hand = 0
            assert sorted(len(cards) for cards in hands.values()) == [10] * 4
            assert len({card for cards in hands.values() for card in cards}) == 40
        if event["kind"] == "played":
            in_hand += 1
            assert set(event["hands"]) == {str(event["seat"])}
            assert set(before[str(event["seat"])]) - set(hands[str(event["seat"])]) == {event["card"]}
    assert in_hand == 40


def test_the_replay_of_a_private_match_is_for_who_may_see_its_table(stranger):
    players = people(4)
    match = match_with(players, options={"target": 1})
    play_randomly(match, seed=5)
    Table.objects.update(visibility="password")
    for name in ("games:replay", "games:replay-data"):
        address = reverse(name, args=[match.pk])
        assert stranger.get(address).status_code == 404
        assert client_of(players[2]).get(address).status_code == 200
    assert str(match.pk) not in stranger.get("/matches/").content.decode()
    assert str(match.pk) in client_of(players[2]).get("/matches/").content.decode()


# --- players -----------------------------------------------------------------------------------
def test_a_profile_shows_the_matches_its_reader_may_find(stranger):
    ada, others = person("Ada"), people(3)
    private = match_with([ada, *others], visibility="link", options={"target": 1})
    play_randomly(private, seed=7)
    public = match_with([ada, *others], options={"target": 1})
    play_randomly(public, seed=8)
    page = stranger.get("/players/Ada/").content.decode()
    assert str(public.pk) in page
    assert str(private.pk) not in page
    assert str(private.pk) in client_of(ada).get("/players/Ada/").content.decode()


def test_another_spelling_leads_to_the_profile(stranger):
    person("Ada")
    assert stranger.get("/players/ada/").url == "/players/Ada/"
    assert stranger.get("/players/nobody-here/").status_code == 404


def test_players_are_found_by_the_beginning_of_their_name(stranger):
    person("Zelda")
    person("Ada")
    page = stranger.get("/players/?name=zel").content.decode()
    assert "Zelda" in page
    assert "Ada</a>" not in page


# --- rules and front ---------------------------------------------------------------------------
def test_every_preset_option_and_value_has_words():
    assert set(PRESET_WORDS) == set(PRESETS)
    assert sorted(code for _, codes in PRESET_GROUPS for code in codes) == sorted(PRESETS)
    assert set(OPTION_WORDS) == set(OPTIONS)
    for name, option in OPTIONS.items():
        if option.kind in {"choice", "words"}:
            assert set(VALUE_WORDS[name]) == set(option.values), name


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_page(stranger, preset):
    page = stranger.get(f"/rules/{preset}/")
    assert page.status_code == 200
    assert [section.slug for section in page.context["sections"]][:2] == ["players", "cards"]


def said(client: Client, preset: str, slug: str) -> str:
    sections = client.get(f"/rules/{preset}/").context["sections"]
    return " ".join(next(section.sentences for section in sections if section.slug == slug))


@pytest.mark.parametrize(
    ("preset", "slug", "words"),
    [
        ("club", "match", "31 points"),
        ("biska", "play", "four of coins"),
        ("biska", "signals", "no signals"),
        ("centrosud", "declarations", "first card of the second trick"),
        ("nord", "match", "call out"),
        ("partner", "signals", "Busso is for the leader alone"),
        ("ventuno", "match", "collatondrione"),
        ("torneo", "declarations", "no declarations"),
        ("treseta", "signals", "striscio"),
        ("bolognese", "deal", "less than one point"),
        ("briscola", "play", "highest trump"),
        ("due", "play", "draws a card"),
        ("spizzichino", "deal", "two piles of 5"),
        ("morto", "players", "open hand"),
        ("cinque", "players", "Two play against three"),
        ("tre", "deal", "last trick"),
        ("tocca", "cards", "Taken out: four of batons"),
        ("terziglio", "auction", "scegliete"),
        ("chiamare", "auction", "secret partner"),
        ("perdere", "match", "lowest total"),
        ("perdere", "numbers", "With 3: 13 cards each, without four of batons."),
        ("chiamare", "numbers", "With 7: 6 cards each, 4 cards left over, the dealer rests."),
    ],
)
def test_the_page_says_what_the_preset_is_played_by(stranger, preset, slug, words):
    assert words in said(stranger, preset, slug)


def test_a_rule_not_in_force_is_not_told(stranger):
    assert "volo" not in said(stranger, "treseta", "signals")
    assert "call out" not in said(stranger, "club", "match")
    assert all(section.slug != "auction" for section in stranger.get("/rules/club/").context["sections"])


def examples(client: Client, preset: str) -> dict:
    return client.get(f"/rules/{preset}/").context["examples"]


@pytest.mark.parametrize(
    ("preset", "cases"),
    [
        ("club", ["4⅔ → 4, 7 → 7", "5⅔ → 5, 6 → 6", "5 → 5, 6⅔ → 6"]),  # rules 9
        ("tre", ["3⅔ → 3, 3⅔ → 3, 4⅓ → 4: 10 points"]),
        ("perdere", ["2⅔ → 2, 2⅔ → 2, 2⅔ → 2, 3⅔ → 5: 11 points", "0 : 11 : 11 : 11"]),
    ],
)
def test_the_examples_are_the_worked_cases(stranger, preset, cases):
    told = examples(stranger, preset)["counted"]
    for case in cases:
        assert any(case in line for line in told), (case, told)


def test_the_examples_of_declarations_add_up(stranger):
    club, due = examples(stranger, "club"), examples(stranger, "due")
    assert [(held.made, held.points) for held in club["declared"]] == [
        (["three 3"], 3),
        (["four 4"], 4),
        (["napoletana 3"], 3),
        (["four 4", "napoletana 3"], 7),
        (["three 3", "napoletana 3"], 6),
    ]
    assert (club["drawn"], due["drawn"].points) == (None, 4)
    assert examples(stranger, "torneo")["declared"] == []


def test_the_examples_of_payments_are_those_of_the_rules(stranger):
    paid = {(row.bid, row.is_alone): (row.made, row.lost) for row in examples(stranger, "terziglio")["paid"]}
    assert paid["solissimo", True] == ((8, -4), (-8, 4))
    paid = {(row.bid, row.is_alone): row.made for row in examples(stranger, "chiamare")["paid"]}
    assert paid == {("chiamo", False): (6, 3, -3), ("chiamo", True): (4, -1), ("solo", True): (8, -2)}
    assert "\N{MINUS SIGN}3" in stranger.get("/rules/chiamare/").content.decode()


def test_all_games_stand_side_by_side(stranger):
    rows = {row.code: row for row in stranger.get("/rules/").context["compared"]}
    assert set(rows) == set(PRESETS)
    assert (rows["perdere"].players, rows["spizzichino"].cards, rows["terziglio"].ends) == (
        "3\N{EN DASH}7",
        "20",
        "12 hands",
    )
    assert rows["club"].apart == ""


def test_there_are_no_rules_of_another_game(stranger):
    assert stranger.get("/rules/poker/").status_code == 404


@pytest.mark.parametrize("language", ["it", "en", "hr"])
@pytest.mark.parametrize("address", ["/", "/help/", "/about/", "/rules/", "/tables/", "/matches/", "/players/"])
def test_the_pages_open_in_every_language(address, language):
    page = client_of(language=language).get(address)
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.content.decode()


WORDS = [
    "accusa", "bongioco", "carico", "bussare", "bussata", "bussata-forte", "liscio-e-busso", "lisciare", "cappotto",
    "franca", "carta-tre", "chiuso-in-mano", "compagno", "falliare", "piombo", "faliante", "piombarsi", "cartina",
    "figura", "asso", "ultima", "napoletana", "ventotto", "dammi-il-tre", "striscio", "volo", "chiamarsi-fuori",
]  # fmt: skip


def test_the_glossary_has_an_address_for_every_word(stranger):
    page = stranger.get("/help/").content.decode()
    assert [word for word in WORDS if f'id="{word}"' not in page] == []


def test_home_offers_the_next_step():
    user = person()
    client = client_of(user)
    assert reverse("games:practice") in client.get("/").content.decode()
    client.post("/tables/practice/")
    assert Table.objects.get().code in client.get("/").content.decode()
    assert reverse("account_signup") in client_of().get("/").content.decode()
