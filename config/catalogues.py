"""Catalogues: the texts to translate, gathered from sources, compared with the translations, compiled for gettext.

Babel does it all: neither xgettext nor msgfmt need be on the machine. English texts are the message ids, so English has
no catalogue. `make messages` gathers, `make check` compares, set-up compiles.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_stale(locale: Path) -> list[Path]:
    """Compile each catalogue under *locale* that is newer than its compiled form; return the compiled files."""
    compiled = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parent.parent.name, domain=source.stem)
        draft = target.with_suffix(".mo.draft")
        with draft.open("wb") as out:
            write_mo(out, catalogue)
        draft.replace(target)
        compiled.append(target)
    return compiled
