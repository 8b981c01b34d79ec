"""Way back: after a log-in that a form made necessary, the page with the form, and never somebody else's."""

import pytest
from django.test import Client

LOG_IN = "/account/login/"


def sent_to(path: str, referer: str | None) -> str:
    return Client().post(path, headers={} if referer is None else {"Referer": referer})["Location"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("referer", "location"),
    [
        ("http://testserver/tournaments/?state=open#end", f"{LOG_IN}?next=/tournaments/%3Fstate%3Dopen"),
        ("http://testserver/", f"{LOG_IN}?next=/"),
        ("http://elsewhere.example/tournaments/", LOG_IN),
        ("//elsewhere.example/", LOG_IN),
        ("http://testserver.elsewhere.example/", LOG_IN),
        ("http://testserver//elsewhere.example/", LOG_IN),
        ("javascript:alert(1)", LOG_IN),
        ("http://[", LOG_IN),
        ("", LOG_IN),
        (None, LOG_IN),
    ],
)
def test_a_form_sent_by_nobody_leads_back_to_its_page(referer: str | None, location: str) -> None:
    assert sent_to("/practice-cup/", referer) == location


@pytest.mark.django_db
def test_a_page_leads_back_to_itself() -> None:
    answer = Client().get("/account/", headers={"Referer": "http://testserver/tables/"})
    assert answer["Location"] == f"{LOG_IN}?next=/account/"


@pytest.mark.django_db
def test_other_answers_stay_as_they_are() -> None:
    answer = Client().post("/account/language/", {"language": "en"}, headers={"Referer": "http://testserver/rules/"})
    assert (answer.status_code, answer["Location"]) != (302, LOG_IN)
