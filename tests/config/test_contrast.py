"""Contrast: what axe has measured once it need not measure again, and nothing that cannot be read is passed over."""

from typing import TYPE_CHECKING

import pytest

from tests.chromium import SOUND_CONTRASTS, assert_axe_clean

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FADINGS = (
    ("color", "rgb(190, 185, 175)"),
    ("backgroundColor", "rgb(70, 70, 70)"),
    ("opacity", "0.3"),
)


@pytest.mark.parametrize(("name", "value"), FADINGS)
def test_what_fades_is_found_as_often_as_it_is_looked_at(page: "Page", name: str, value: str) -> None:
    page.goto("/about/")
    assert_axe_clean(page)
    assert SOUND_CONTRASTS
    page.evaluate("([name, value]) => { document.querySelector('main p').style[name] = value }", [name, value])
    for _ in range(2):
        with pytest.raises(AssertionError, match="color-contrast"):
            assert_axe_clean(page)
    page.evaluate("name => { document.querySelector('main p').style[name] = '' }", name)
    assert_axe_clean(page)


def test_what_has_passed_is_not_measured_again(page: "Page") -> None:
    page.goto("/about/")
    assert_axe_clean(page)
    known = set(SOUND_CONTRASTS)
    page.reload()
    assert_axe_clean(page)
    assert known == SOUND_CONTRASTS
