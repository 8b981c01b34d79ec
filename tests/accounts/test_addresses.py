"""Addresses: whose claim of a client's address is believed, and the limits counted by it (field report D9)."""

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client

from accounts.services.addresses import NOWHERE, address_of, client_address
from tests.accounts.factories import PASSWORD, UserFactory

PROXY = "10.0.0.1"


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.5", "", "203.0.113.5"),
        ("203.0.113.5", "198.51.100.7", "203.0.113.5"),  # no proxy of ours: its claims are air
        (PROXY, "", PROXY),
        (PROXY, "198.51.100.7", "198.51.100.7"),
        (PROXY, "1.1.1.1, 2.2.2.2, 198.51.100.7", "198.51.100.7"),  # what the client forged stands on the left
        (PROXY, "198.51.100.7, 192.168.7.9", "198.51.100.7"),  # two proxies of ours
        (PROXY, "192.168.7.8, 192.168.7.9", "192.168.7.8"),  # all ours: the farthest
        (PROXY, "nonsense", PROXY),
        (PROXY, "198.51.100.7, nonsense", PROXY),
        (PROXY, ",,,", PROXY),
        (PROXY, "198.51.100.7:4711", "198.51.100.7"),
        (PROXY, "[2001:db8::7]:4711", "2001:db8::7"),
        (PROXY, "2001:DB8:0::7", "2001:db8::7"),
        (PROXY, "::ffff:198.51.100.7", "198.51.100.7"),
        ("::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"),
        (PROXY, "<script>", PROXY),
        ("", "198.51.100.7", "198.51.100.7"),  # by the unix socket
        ("", "", NOWHERE),
        (PROXY, ", ".join(["198.51.100.7"] + ["192.168.7.9"] * 5000), "192.168.7.9"),
    ],
)
def test_a_claim_is_believed_as_far_as_our_proxies_vouch_for_it(settings, peer, forwarded, address):
    settings.TRUSTED_PROXIES = [PROXY, "192.168.7.0/24", "unix"]
    assert client_address(peer=peer, forwarded=forwarded) == address
    request = SimpleNamespace(META={"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded})
    assert address_of(request) == address


@pytest.mark.parametrize("peer", ["127.0.0.1", PROXY, ""])
def test_nobody_is_believed_unless_the_site_says_so(settings, peer):
    settings.TRUSTED_PROXIES = []
    assert client_address(peer=peer, forwarded="198.51.100.7") == (peer or NOWHERE)


def fail(forwarded="", peer=PROXY, login="Ada", path="/account/login/"):
    return Client(REMOTE_ADDR=peer, headers={"x-forwarded-for": forwarded}).post(
        path, {"login": login, "password": "wrong-wrong"}
    )


def enter(forwarded="", peer=PROXY, login="Bruno"):
    return Client(REMOTE_ADDR=peer, headers={"x-forwarded-for": forwarded}).post(
        "/account/login/", {"login": login, "password": PASSWORD}
    )


@pytest.fixture
def behind_a_proxy(db, settings):
    settings.TRUSTED_PROXIES = [PROXY]
    UserFactory(username="Ada")
    UserFactory(username="Bruno")


@pytest.mark.usefixtures("behind_a_proxy")
def test_one_who_fails_is_blocked_and_the_others_behind_the_proxy_are_not():
    for _ in range(10):
        assert fail("198.51.100.1").status_code == 200
    blocked = fail("198.51.100.1")
    assert blocked.status_code == 429
    assert blocked["Retry-After"] == "300"
    assert enter("198.51.100.1").status_code == 429  # the right password too: the address is what is blocked
    assert enter("198.51.100.2").status_code == 302


@pytest.mark.usefixtures("behind_a_proxy")
def test_a_forged_header_changes_nothing():
    answers = [fail(f"10.9.8.{number}, 198.51.100.1").status_code for number in range(13)]
    assert answers == [200] * 10 + [429] * 3
    assert enter("198.51.100.2").status_code == 302


@pytest.mark.usefixtures("behind_a_proxy")
def test_a_header_from_an_untrusted_peer_is_ignored():
    answers = [fail("198.51.100.5", peer="203.0.113.9").status_code for _ in range(13)]
    assert answers == [200] * 10 + [429] * 3
    assert enter("198.51.100.5").status_code == 302  # nor can it frame somebody else


@pytest.mark.usefixtures("behind_a_proxy")
def test_an_account_is_guessed_at_only_so_often_from_however_many_addresses():
    spellings = ("Ada", "ada", "ADA", "ÀDA", "àda", "Ádá")
    answers = [fail(f"198.51.{number}.1", login=spellings[number % 6]).status_code for number in range(25)]
    assert answers == [200] * 20 + [429] * 5


@pytest.mark.django_db(transaction=True)
def test_parallel_guesses_do_not_slip_past():
    UserFactory(username="Ada")

    def guess(_):
        try:
            return fail(peer="203.0.113.9").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(guess, range(16)))
    assert answers.count(200) <= 10
    assert set(answers) <= {200, 429}


@pytest.mark.django_db
def test_other_limits_answer_with_a_wait_too():
    client = Client()
    answers = [
        client.post("/account/password/reset/", {"email": f"nobody{number}@example.org"}) for number in range(21)
    ]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    assert answers[-1]["Retry-After"] == "60"
    assert answers[-1].templates[0].name == "429.html"
