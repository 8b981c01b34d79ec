"""Settings: every one the code asks the environment for stands in docs/operations.md, and no other."""

import re

import pytest

from config.hosting.embedded import CHECKOUT

ASKED = re.compile(r"""\b(?:env\.\w+\(\s*|os\.environ(?:\.get)?[(\[]\s*)"([A-Z_]+)\"""")
OWN = {"DJANGO_SETTINGS_MODULE"}
"""Names our programs set for one another; nobody sets them by hand."""


def asked_for() -> set[str]:
    files = [
        *(CHECKOUT / "config").rglob("*.py"),
        *(file for app in ("accounts", "games", "tournaments") for file in (CHECKOUT / app).rglob("*.py")),
        CHECKOUT / "tests" / "chromium.py",
    ]
    found = {name for file in files for name in ASKED.findall(file.read_text(encoding="utf-8"))}
    shell = (CHECKOUT / "config" / "hosting" / "bootstrap.sh").read_text(encoding="utf-8")
    return (found | set(re.findall(r'"\$([A-Z_]{2,})"', shell))) - OWN - {"CI"}


def listed() -> list[str]:
    text = (CHECKOUT / "docs" / "operations.md").read_text(encoding="utf-8")
    table = text.partition("## Settings")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)


def test_every_setting_is_listed_once_and_none_else() -> None:
    assert sorted(listed()) == sorted(asked_for())


@pytest.mark.parametrize("name", ["HOST", "DATABASE_URL", "PYTHON", "CHROMIUM", "DATA_DIR"])
def test_settings_are_found_wherever_they_are_asked_for(name: str) -> None:
    assert name in asked_for()
