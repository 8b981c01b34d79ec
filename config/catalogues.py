"""Catalogues: the texts to translate, gathered from the sources, compared with the translations, compiled for gettext.

Babel does it all: neither xgettext nor msgfmt need be on the machine. English texts are the message ids, so English has
no catalogue. `make messages` gathers, `make check` compares, set-up compiles.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import templatize

PLURAL_FORMS = {
    # Unicode's third form, for whole millions, has no use at a card table.
    "it": "nplurals=2; plural=(n != 1);",
    "hr": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
SOURCES = {
    "django": ("config/**/*.py", "accounts/**/*.py", "games/**/*.py", "tournaments/**/*.py", "templates/**/*.*"),
    "djangojs": ("static/js/**/*.js",),
}
PYTHON_KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), (1,)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|(?<!\{)\{\w*\}(?!\})")
TAG = re.compile(r"</?[a-z]+")
# Dates and names that would make every gathering a change.
IDLE_HEADERS = re.compile(
    r'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|Report-Msgid-Bugs-To):.*\n',
    re.MULTILINE,
)


def gather(checkout: Path, domain: str) -> Catalog:
    """Return the texts of *domain* in the sources, without translations."""
    found = Catalog()
    for pattern in SOURCES[domain]:
        for source in sorted(checkout.glob(pattern)):
            if source.is_file() and "migrations" not in source.parts:
                name = source.relative_to(checkout).as_posix()
                for line, text, comments, context in texts_of(source):
                    found.add(text, locations=[(name, line)], auto_comments=comments, context=context)
    return found


def texts_of(source: Path) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    """Yield line, text (a tuple where it has a plural), comments for translators and context."""
    content = source.read_bytes()
    method, options = "python", {}
    if source.suffix == ".js":
        method, options = "javascript", {"parse_template_string": True}
    elif source.suffix != ".py":
        # Django turns a template into calls, one line each; their indentation means nothing to Python.
        calls = templatize(content.decode(), origin=str(source))
        content = "\n".join(line.lstrip() for line in calls.split("\n")).encode()
    yield from extract(
        method, BytesIO(content), keywords=PYTHON_KEYWORDS, comment_tags=["Translators"], options=options
    )


def path_of(locale: Path, language: str, domain: str) -> Path:
    """Return where the catalogue of *language* is kept."""
    return locale / language / "LC_MESSAGES" / f"{domain}.po"


def read(file: Path, language: str) -> Catalog:
    """Return a catalogue as it is on disk, an empty one where there is none."""
    if file.exists():
        with file.open("rb") as text:
            return read_po(text, locale=language, domain=file.stem)
    catalogue = Catalog(locale=language, project="Bongioco", version="1", fuzzy=False)
    catalogue.mime_headers = [("Plural-Forms", PLURAL_FORMS[language])]
    return catalogue


def update(checkout: Path) -> list[Path]:
    """Bring every catalogue up to the sources, keeping translations, dropping unused texts; return the files."""
    written = []
    for domain in SOURCES:
        template = gather(checkout, domain)
        for language in PLURAL_FORMS:
            file = path_of(checkout / "locale", language, domain)
            catalogue = read(file, language)
            catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
            catalogue.obsolete.clear()
            catalogue.header_comment = (
                f"# Bongioco in {catalogue.locale.english_name if catalogue.locale else language}."
            )
            file.parent.mkdir(parents=True, exist_ok=True)
            out = BytesIO()
            write_po(out, catalogue, width=120, include_lineno=False, sort_by_file=True)
            file.write_text(IDLE_HEADERS.sub("", out.getvalue().decode()), encoding="utf-8")
            written.append(file)
    return written


def faults(checkout: Path) -> list[str]:
    """Return what is wrong with the translations, one line each; nothing where all is well."""
    found = []
    for domain in SOURCES:
        template = gather(checkout, domain)
        for language, plural_forms in PLURAL_FORMS.items():
            file = path_of(checkout / "locale", language, domain)
            catalogue = read(file, language)
            name = file.relative_to(checkout).as_posix()
            found += [f"{name}: {fault}" for fault in differences(template, catalogue)]
            if catalogue.plural_forms != plural_forms:
                found.append(f"{name}: its plural forms are not {plural_forms}")
    return found


def differences(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Yield each way in which *catalogue* falls short of *template*."""
    for message in template:
        if message.id:
            translated = catalogue.get(message.id, message.context)
            yield from shortcomings(message, translated, catalogue.num_plurals)
    for message in catalogue:
        if message.id and template.get(message.id, message.context) is None:
            yield f"not used any more: {shown(message)}"


def shortcomings(message: Message, translated: Message | None, plurals: int) -> Iterator[str]:
    """Yield what is wrong with one translation."""
    if translated is None or not (translated.string and all(as_tuple(translated.string))):
        yield f"not translated: {shown(message)} ({message.locations[0][0]})"
        return
    if translated.fuzzy:
        yield f"marked fuzzy: {shown(message)}"
    ids, forms = as_tuple(message.id), as_tuple(translated.string)
    if len(forms) != (plurals if message.pluralizable else 1):
        yield f"{len(forms)} plural forms instead of {plurals}: {shown(message)}"
    for form in forms:
        for what, marks in (("placeholders", PLACEHOLDER), ("tags", TAG)):
            if Counter(marks.findall(form)) not in [Counter(marks.findall(text)) for text in ids]:
                yield f"other {what} in {form!r} than in {shown(message)}"
        if edges(form) not in map(edges, ids):
            yield f"other blanks at the ends of {form!r} than of {shown(message)}"


def as_tuple(text: str | Iterable[str]) -> tuple[str, ...]:
    """Return the forms of a text, one where it has no plural."""
    return (text,) if isinstance(text, str) else tuple(text)


def edges(text: str) -> tuple[bool, bool]:
    """Tell whether *text* begins and ends with a blank."""
    return text[:1].isspace(), text[-1:].isspace()


def shown(message: Message) -> str:
    """Return how a message is named in a complaint."""
    text = repr(as_tuple(message.id)[0])
    return f"{text} [{message.context}]" if message.context else text


def compile_stale(locale: Path) -> list[Path]:
    """Compile each catalogue under *locale* that is another than was compiled before; return the compiled files."""
    compiled = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        time = source.stat().st_mtime_ns
        if target.exists() and target.stat().st_mtime_ns == time:
            continue
        draft = target.with_suffix(f".{os.getpid()}")
        with draft.open("wb") as out:
            write_mo(out, read(source, source.parent.parent.name))
        os.utime(draft, ns=(time, time))  # the compiled form carries the time of what it was made from
        draft.replace(target)
        compiled.append(target)
    return compiled
