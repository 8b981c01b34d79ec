"""Formats: dates as the readers of each language write them."""

from datetime import UTC, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from config.formats.months import MONTHS

AT = datetime(2026, 11, 5, 21, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day", "moment", "short"),
    [
        ("en", "5 November 2026", "5 November 2026, 21:30", "5 Nov 2026, 21:30"),
        ("it", "5 novembre 2026", "5 novembre 2026, 21:30", "05/11/2026 21:30"),
        ("hr", "5. studenoga 2026.", "5. studenoga 2026. 21:30", "5.11.2026. 21:30"),
    ],
)
def test_the_day_comes_before_the_month_and_the_clock_has_24_hours(
    language: str, day: str, moment: str, short: str
) -> None:
    with translation.override(language):
        assert date_format(AT, "DATE_FORMAT") == day
        assert date_format(AT, "DATETIME_FORMAT") == moment
        assert date_format(AT, "SHORT_DATETIME_FORMAT") == short


def test_a_weekday_and_a_month_are_written_as_within_a_date() -> None:
    with translation.override("hr"):
        assert date_format(AT, "l j. F Y.") == "Četvrtak 5. studenoga 2026."


@pytest.mark.parametrize("language", ["it", "hr"])
def test_no_month_has_a_capital(language: str) -> None:
    with translation.override(language):
        assert all(gettext(month)[0].islower() for month in MONTHS)
