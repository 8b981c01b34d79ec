"""Admin: the staff comes in by the common door, and can do what it may, no more."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Token, User
from accounts.services.closing import close_account
from tests.accounts.factories import BotFactory, ConfirmedUserFactory, StaffFactory, UserFactory, token_of

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def capo():
    return StaffFactory(username="Capo")


@pytest.fixture
def client(capo):
    client = Client()
    client.force_login(capo)
    return client


@pytest.fixture
def clerk():
    """A member of staff who may change people, but has not all rights."""
    clerk = ConfirmedUserFactory(username="Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client = Client()
    client.force_login(clerk)
    return client


def form_of(answer):
    """Return what the browser would send back of an admin form unchanged."""
    form = answer.context["adminform"].form
    data = {}
    for name in form.fields:
        value = form[name].value()
        if value is True:
            data[name] = "on"
        elif value not in (None, False):
            data[name] = value
    return data


def test_the_staff_logs_in_by_the_common_page():
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/?next=%2Fadmin%2F")
    person = Client()
    person.force_login(UserFactory())
    assert person.get("/admin/", follow=True).status_code == 403


def test_every_page_of_people_and_tokens_opens(client):
    ada = ConfirmedUserFactory(username="Ada", email="ada@example.org")
    token_of(ada, "read")
    BotFactory(username="Zeno-bot", bot_level="buono")
    for path in (
        "/admin/", PEOPLE, f"{PEOPLE}?q=àda", f"{PEOPLE}?kind__exact=bot", f"{PEOPLE}add/", f"{PEOPLE}{ada.pk}/change/",
        f"{PEOPLE}{ada.pk}/password/", f"{PEOPLE}{ada.pk}/history/", "/admin/accounts/token/",
        f"/admin/accounts/token/{Token.objects.get().pk}/change/",
        f"/admin/accounts/token/{Token.objects.get().pk}/delete/",
    ):  # fmt: skip
        assert client.get(path).status_code == 200, path
    assert client.get(f"{PEOPLE}{ada.pk}/delete/").status_code == 403
    assert client.get("/admin/accounts/token/add/").status_code == 403


def test_the_staff_makes_an_account_by_the_rules_for_names(client):
    UserFactory(username="Nonno")
    data = {"kind": "human", "usable_password": "true", "password1": "tre-di-spade-40", "password2": "tre-di-spade-40"}
    for name in ("nonno", "Nònno", "n0nno", "a", "a b", "<b>x</b>"):
        answer = client.post(f"{PEOPLE}add/", {**data, "username": name})
        assert answer.context["adminform"].form.errors["username"], name
    assert client.post(f"{PEOPLE}add/", {**data, "username": "Amministratore"}).status_code == 302
    assert User.objects.get_by_natural_key("amministratore").check_password("tre-di-spade-40")


def test_sleep_by_the_form_or_by_the_list_ends_everything(client, announced, django_capture_on_commit_callbacks):
    ada, bruno = UserFactory(username="Ada"), UserFactory(username="Bruno")
    page = client.get(f"{PEOPLE}{ada.pk}/change/")
    data = form_of(page)
    del data["is_active"]
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(f"{PEOPLE}{ada.pk}/change/", data).status_code == 302
        client.post(PEOPLE, {"action": "put_to_sleep", "_selected_action": [bruno.pk]})
    assert not User.objects.filter(username__in=["Ada", "Bruno"], is_active=True).exists()
    assert {group for group, _ in announced} == {f"user.{ada.pk}", f"user.{bruno.pk}"}
    client.post(PEOPLE, {"action": "wake", "_selected_action": [ada.pk, bruno.pk]})
    assert User.objects.filter(username__in=["Ada", "Bruno"], is_active=True).count() == 2


def test_a_password_set_by_the_staff_ends_the_sessions(client, announced, django_capture_on_commit_callbacks):
    ada = UserFactory(username="Ada")
    data = {"usable_password": "true", "password1": "asso-di-coppe-11", "password2": "asso-di-coppe-11"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(f"{PEOPLE}{ada.pk}/password/", data).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("asso-di-coppe-11")
    ((group, message),) = announced
    assert (group, message["ended"]) == (f"user.{ada.pk}", ["*"])


def test_closing_by_the_list_spares_the_last_administrator_and_what_is_closed(client, capo):
    ada, gone = UserFactory(username="Ada"), UserFactory(username="Gone")
    close_account(user_id=gone.pk)
    answer = client.post(PEOPLE, {"action": "close", "_selected_action": [ada.pk, gone.pk, capo.pk]}, follow=True)
    assert len(list(answer.context["messages"])) == 2
    assert list(User.objects.filter(closed_at=None)) == [capo]
    assert client.get(f"{PEOPLE}{gone.pk}/change/").status_code == 200
    assert client.post(f"{PEOPLE}{gone.pk}/change/", {"username": "Gone"}).status_code == 403


def test_staff_gives_itself_no_rights_and_has_no_power_over_administrators(clerk, capo):
    me = User.objects.get(username="Clerk")
    page = clerk.get(f"{PEOPLE}{me.pk}/change/")
    assert "is_superuser" not in page.context["adminform"].form.fields
    clerk.post(f"{PEOPLE}{me.pk}/change/", {**form_of(page), "is_superuser": "on", "is_staff": "on"})
    me.refresh_from_db()
    assert not me.is_superuser
    assert clerk.post(f"{PEOPLE}{capo.pk}/change/", {"username": "Nobody"}).status_code == 403
    data = {"usable_password": "true", "password1": "asso-di-coppe-11", "password2": "asso-di-coppe-11"}
    assert clerk.post(f"{PEOPLE}{capo.pk}/password/", data).status_code == 403
    StaffFactory(username="Other")
    clerk.post(PEOPLE, {"action": "put_to_sleep", "_selected_action": [capo.pk]})
    capo.refresh_from_db()
    assert capo.is_active


def test_a_token_is_revoked_not_edited(client, announced, django_capture_on_commit_callbacks):
    token_of(UserFactory(), "read")
    token_of(UserFactory(), "read")
    first, second = Token.objects.all()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/admin/accounts/token/{first.pk}/delete/", {"post": "yes"})
        client.post(
            "/admin/accounts/token/", {"action": "delete_selected", "_selected_action": [second.pk], "post": "yes"}
        )
    assert not Token.objects.exists()
    assert len(announced) == 2
    assert client.post(f"/admin/accounts/token/{first.pk}/change/", {"name": "x"}).status_code in {302, 403}
