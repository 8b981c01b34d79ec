"""Freshness: whatever preparation depends on makes a site stale, and a start without it costs nothing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from config.hosting import freshness
from config.hosting.embedded import Place


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "games/migrations/0001_initial.py",
        "locale/it/LC_MESSAGES/django.po",
        "locale/it/LC_MESSAGES/django.mo",
        "static/js/table/page.js",
        "requirements/runtime.txt",
        "config/settings.py",
        "games/services/play.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before", encoding="utf-8")
    monkeypatch.setattr(freshness, "CHECKOUT", tmp_path)
    monkeypatch.delenv("STATIC_ROOT")
    return tmp_path


@pytest.fixture
def place(checkout: Path) -> Place:
    var = checkout / "var"
    for name in ("postgres/PG_VERSION", "static/.sources"):
        (var / name).parent.mkdir(parents=True)
        (var / name).write_text("before", encoding="utf-8")
    place = Place(var, var, var / "run")
    assert not freshness.is_fresh(place)
    freshness.note(place)
    assert freshness.is_fresh(place)
    return place


def change(name: str) -> Callable[[Path], None]:
    return lambda checkout: os.utime(checkout / name, (1, 1))


def remove(name: str) -> Callable[[Path], None]:
    return lambda checkout: (checkout / name).unlink()


def add(name: str) -> Callable[[Path], None]:
    return lambda checkout: (checkout / name).touch()


@pytest.mark.parametrize(
    "deed",
    [
        change("games/migrations/0001_initial.py"),
        add("games/migrations/0002_next.py"),
        change("locale/it/LC_MESSAGES/django.po"),
        remove("locale/it/LC_MESSAGES/django.mo"),
        remove("static/js/table/page.js"),
        change("requirements/runtime.txt"),
        change("config/settings.py"),
        remove("var/static/.sources"),
        change("var/postgres/PG_VERSION"),
    ],
)
def test_what_preparation_depends_on_makes_it_stale(checkout: Path, place: Place, deed: Callable[[Path], None]) -> None:
    deed(checkout)
    assert not freshness.is_fresh(place)


def test_what_it_does_not_depend_on_leaves_it_fresh(checkout: Path, place: Place) -> None:
    change("games/services/play.py")(checkout)
    assert freshness.is_fresh(place)


@pytest.mark.parametrize("name", ["DEMO", "STATIC_ROOT"])
def test_settings_it_depends_on_make_it_stale(place: Place, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "elsewhere")
    assert not freshness.is_fresh(place)


def test_another_database_is_prepared_again(place: Place) -> None:
    freshness.forget(place)
    assert not freshness.is_fresh(place)
