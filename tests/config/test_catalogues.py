"""Catalogues: what is gathered from each kind of source, what a check finds wrong, what gettext then reads."""

import gettext
import os
from pathlib import Path

import pytest

from config import catalogues

SOURCES = {
    "games/views.py": 'NAME = _("Table")\nMANY = ngettext("%(n)d trick", "%(n)d tricks", 3)\n',
    "games/migrations/0001.py": '_("never shown")\n',
    "templates/page.html": (
        '{% load i18n %}\n  <p>{% translate "Play" context "verb" %}</p>\n<a title="{{ _("Close") }}">\n'
        "{% blocktranslate count n=n trimmed %}\n   {{ n }} point\n{% plural %}\n   {{ n }} points\n"
        "{% endblocktranslate %}\n    {# unrelated #}\n"
    ),
    "static/js/table/page.js": 'text(pgettext("suit", "cups"));\ntitle = `● ${gettext("Your turn")}`;\n',
}
ITALIAN = {
    "Table": "Tavolo",
    "Close": "Chiudi",
    "Play": "Gioca",
    "cups": "coppe",
    "Your turn": "Tocca a te",
    "%(n)d trick": ("%(n)d presa", "%(n)d prese"),
    "%(n)s point": ("%(n)s punto", "%(n)s punti"),
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    catalogues.update(tmp_path)
    return tmp_path


def italian(checkout: Path, domain: str = "django") -> Path:
    return checkout / "locale" / "it" / "LC_MESSAGES" / f"{domain}.po"


def translate(checkout: Path) -> None:
    """Fill the Italian catalogues in, as a translator would."""
    for domain in catalogues.SOURCES:
        file = italian(checkout, domain)
        catalogue = catalogues.read(file, "it")
        for message in catalogue:
            if message.id:
                message.string = ITALIAN[catalogues.as_tuple(message.id)[0]]
        with file.open("wb") as out:
            catalogues.write_po(out, catalogue)


def faults(checkout: Path) -> list[str]:
    return [fault.split(": ", 1)[1] for fault in catalogues.faults(checkout) if fault.startswith("locale/it/")]


def test_every_kind_of_source_is_gathered_and_nothing_else(checkout: Path) -> None:
    found = {
        (message.context, *catalogues.as_tuple(message.id))
        for domain in catalogues.SOURCES
        for message in catalogues.gather(checkout, domain)
        if message.id
    }
    assert found == {
        (None, "Table"),
        (None, "Close"),
        (None, "Your turn"),
        ("verb", "Play"),
        (None, "%(n)d trick", "%(n)d tricks"),
        (None, "%(n)s point", "%(n)s points"),
        ("suit", "cups"),
    }


def test_gathering_again_changes_nothing_and_keeps_translations(checkout: Path) -> None:
    translate(checkout)
    catalogues.update(checkout)
    first = italian(checkout).read_bytes()
    catalogues.update(checkout)
    assert italian(checkout).read_bytes() == first
    assert "Tavolo" in first.decode()
    assert faults(checkout) == []


def test_a_text_that_left_the_sources_leaves_the_catalogue(checkout: Path) -> None:
    translate(checkout)
    (checkout / "templates" / "page.html").write_text("", encoding="utf-8")
    assert [fault for fault in faults(checkout) if "Play" in fault] == ["not used any more: 'Play' [verb]"]
    catalogues.update(checkout)
    assert faults(checkout) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('"Tavolo"', '""', "not translated: 'Table' (games/views.py)"),
        ('msgid "Table"', '#, fuzzy\nmsgid "Table"', "marked fuzzy: 'Table'"),
        ("%(n)d prese", "%(m)d prese", "other placeholders in '%(m)d prese' than in '%(n)d trick'"),
        ('"Chiudi"', '"<b>Chiudi"', "other tags in '<b>Chiudi' than in 'Close'"),
        ('"Chiudi"', '" Chiudi"', "other blanks at the ends of ' Chiudi' than of 'Close'"),
        ("nplurals=2", "nplurals=3", "its plural forms are not nplurals=2"),
    ],
)
def test_a_bad_translation_is_found(checkout: Path, before: str, after: str, fault: str) -> None:
    translate(checkout)
    text = italian(checkout).read_text(encoding="utf-8")
    assert before in text
    italian(checkout).write_text(text.replace(before, after, 1), encoding="utf-8")
    assert any(found.startswith(fault) for found in faults(checkout)), faults(checkout)


def test_compiled_catalogues_are_what_gettext_reads_and_follow_their_source(checkout: Path) -> None:
    translate(checkout)
    locale = checkout / "locale"
    assert italian(checkout).with_suffix(".mo") in catalogues.compile_stale(locale)
    assert catalogues.compile_stale(locale) == []
    read = gettext.translation("django", locale, languages=["it"])
    assert (read.gettext("Table"), read.ngettext("%(n)d trick", "%(n)d tricks", 2)) == ("Tavolo", "%(n)d prese")

    file = italian(checkout)
    file.write_text(file.read_text(encoding="utf-8").replace("Tavolo", "Banco"), encoding="utf-8")
    os.utime(file, (1, 1))  # a change that looks old, as one from a checkout or an archive may
    assert catalogues.compile_stale(locale) == [file.with_suffix(".mo")]
    with file.with_suffix(".mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("Table") == "Banco"
