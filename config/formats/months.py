"""Months: named here so that our own catalogues say how they are written within a date, before the framework's.

Those have capitals in Italian and Croatian, and in Croatian the case of a month that stands alone.
"""

from typing import Final

from django.utils.translation import gettext_noop as _

MONTHS: Final = (
    _("January"), _("February"), _("March"), _("April"), _("May"), _("June"),
    _("July"), _("August"), _("September"), _("October"), _("November"), _("December"),
)  # fmt: skip
