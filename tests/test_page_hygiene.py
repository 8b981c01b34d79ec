"""Page hygiene: templates and style sheets keep to the Content-Security-Policy and ask nobody else for anything."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "templates").rglob("*.html"))
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_template_has_no_inline_style_script_or_handler(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<style[\s>]|\sstyle=|javascript:", text)
    assert not re.search(r"<[^>{]*\son[a-z]+=", text)
    scripts = re.findall(r"<script\b([^>]*)>", text)
    assert all(" src=" in attributes for attributes in scripts)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_template_loads_nothing_from_elsewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<(?:script|img|iframe|source|video|audio|use)\b[^>]*(?:src|href)=\"(?:https?:)?//", text)
    assert not re.search(r"<link\b[^>]*href=\"(?:https?:)?//", text)


@pytest.mark.parametrize("sheet", SHEETS, ids=name)
def test_a_style_sheet_asks_only_for_files_that_are_here(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert "@import" not in text
    for address in re.findall(r"url\(\"?([^\")]+)", text):
        assert (sheet.parent / address).is_file(), address


@pytest.mark.parametrize("sheet", [path for path in SHEETS if path.name in {"site.css", "table.css"}], ids=name)
def test_every_token_a_style_sheet_reads_is_given_somewhere(sheet: Path) -> None:
    given = set()
    for path in SHEETS:
        given |= set(re.findall(r"(--[\w-]+)\s*:", path.read_text(encoding="utf-8")))
    set_by_script = {"--left"}
    read = set(re.findall(r"var\((--[\w-]+)", sheet.read_text(encoding="utf-8")))
    assert read <= given | set_by_script


@pytest.mark.parametrize("sheet", [path for path in SHEETS if path.name in {"site.css", "table.css"}], ids=name)
def test_colours_are_named_in_the_tokens_alone(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.findall(r"oklch\([\d.]|rgba?\(|hsla?\(|:[^;{]*#[0-9a-f]{3,8}\b", text)
