"""In the browser: a newcomer's way in and out, each page sound for every reader and on a phone."""

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, token_of
from tests.chromium import assert_axe_clean

pytestmark = [pytest.mark.browser, pytest.mark.long]
PHONE = {"width": 360, "height": 640}
STRANGERS = [
    "/account/login/", "/account/signup/", "/account/password/reset/", "/account/password/reset/done/",
    "/account/password/reset/key/done/", "/account/password/reset/key/1-abc-def/", "/account/confirm-email/",
    "/account/confirm-email/abc/", "/account/inactive/", "/privacy/",
]  # fmt: skip
COLOUR_RULES = ("color-contrast", "link-in-text-block")  # all else is the same in the dark
PERSONS = [
    "/account/", "/account/tokens/", "/account/sessions/", "/account/close/", "/account/email/",
    "/account/password/change/", "/account/reauthenticate/", "/account/logout/", "/account/2fa/",
]  # fmt: skip


def assert_is_sound(page):
    """On this page, light and dark, axe finds nothing, and nothing stands out sideways."""
    assert_axe_clean(page)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{page.url} scrolls sideways: {width}"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert_axe_clean(page, kinds=COLOUR_RULES)
    page.emulate_media(color_scheme="light")


def test_a_strangers_pages(new_page):
    page = new_page(viewport=PHONE, reduced_motion="reduce")
    for path in STRANGERS:
        page.goto(path)
        assert_is_sound(page)


def test_a_persons_pages(new_page):
    ada = ConfirmedUserFactory(username="Ada-di-lungo-nome-di-24c")
    EmailAddress.objects.create(user=ada, email="un.indirizzo.davvero.lungo.e.senza.fine@esempio.example.org")
    token_of(ada, name="x" * 60)
    page = new_page(user=ada, viewport=PHONE, reduced_motion="reduce", locale="hr-HR")
    for path in PERSONS:
        page.goto(path)
        assert_is_sound(page)


def test_the_way_of_a_newcomer(new_page):
    page = new_page(viewport=PHONE, reduced_motion="reduce")
    page.goto("/account/signup/")
    page.locator("#id_username").fill("admin")
    page.locator("#id_email").fill("ada@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    assert page.locator("#id_username").get_attribute("aria-invalid") == "true"
    described = page.locator("#id_username").get_attribute("aria-describedby").split()
    assert all(page.locator(f"#{name}").count() == 1 for name in described)
    assert any(page.locator(f"#{name}.errorlist").count() for name in described)
    assert_is_sound(page)
    page.locator("#id_username").fill("Ada")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/tables/")
    assert User.objects.get().username == "Ada"

    page.goto("/account/")
    page.locator("main button[value=hr]").click()
    assert page.locator("html").get_attribute("lang") == "hr"
    assert User.objects.get().language == "hr"

    page.goto("/account/tokens/")
    page.locator("#id_name").fill("prova")
    page.locator("input[value=read]").check()
    page.locator("main form:has(#id_name) button[type=submit]").click()
    assert page.locator("#secret").inner_text().startswith("bongioco_")
    assert_is_sound(page)

    page.goto("/account/2fa/totp/activate/")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/totp/activate/")
    assert page.locator("main svg[role=img]").bounding_box()["width"] >= 200
    assert_is_sound(page)

    page.goto("/account/close/")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/")
    assert User.objects.get().username.startswith("ex-")
