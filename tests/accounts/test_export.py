"""Export: a person gets all that is kept about them, nothing about others, and no secret."""

import json

import pytest

from accounts.errors import NoSuchPlayer
from accounts.services import closing, export
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, UserFactory, token_of

pytestmark = pytest.mark.django_db


def matches(*, user_id):
    return {"matches": [{"player": user_id}]}


@pytest.fixture(autouse=True)
def _settings(settings):
    settings.ON_EXPORT_WANTED = []


def test_the_file_holds_the_person_and_no_secret(client):
    ada = ConfirmedUserFactory(username="Ada", email="ada@example.org", language="hr")
    bruno = ConfirmedUserFactory(username="Bruno")
    secrets = [token_of(ada, "read", "play"), token_of(bruno)]
    client.post("/account/login/", {"login": "Ada", "password": PASSWORD}, headers={"user-agent": "Firefox"})
    answer = client.get("/account/export/")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="bongioco.json"'
    assert "no-store" in answer["Cache-Control"]
    data = json.loads(answer.content)
    assert data["format"] == "bongioco-export/1"
    account = data["account"]
    assert (account["name"], account["email"], account["email_confirmed"]) == ("Ada", "ada@example.org", True)
    assert account["language"] == "hr"
    assert account["joined_at"].endswith("Z")
    assert data["email_addresses"] == [{"email": "ada@example.org", "confirmed": True}]
    assert [session["browser"] for session in data["sessions"]] == ["Firefox"]
    assert [(token["name"], token["scopes"]) for token in data["tokens"]] == [("prova", ["read", "play"])]
    text = answer.content.decode()
    ada.refresh_from_db()
    for secret in (*(s[15:] for s in secrets), ada.password, client.session.session_key, "Bruno", "bruno@"):
        assert secret not in text


def test_other_apps_add_their_sections(settings):
    ada = UserFactory()
    settings.ON_EXPORT_WANTED = [f"{__name__}.matches"]
    assert export.data_of(user_id=ada.pk)["matches"] == [{"player": ada.pk}]
    settings.ON_EXPORT_WANTED *= 2
    with pytest.raises(ValueError, match="matches"):
        export.data_of(user_id=ada.pk)


def test_a_closed_account_has_nothing_to_export():
    ada = UserFactory()
    closing.close_account(user_id=ada.pk)
    with pytest.raises(NoSuchPlayer):
        export.data_of(user_id=ada.pk)


def test_a_stranger_gets_nothing(client):
    assert client.get("/account/export/").status_code == 302
