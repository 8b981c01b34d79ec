"""Checks: each kind of fault in the sources is found, and named so that it can be mended."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from config import checks


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{% if %}", "TemplateSyntaxError: Unexpected end of expression"),
        ("{% load nothing_here %}", "TemplateSyntaxError: 'nothing_here' is not a registered tag library"),
        ('{% include "missing.html" %}', "TemplateDoesNotExist: missing.html"),
        ('{% extends "missing.html" %}', "TemplateDoesNotExist: missing.html"),
    ],
)
def test_a_broken_template_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any, text: str, fault: str
) -> None:
    (tmp_path / "templates" / "games").mkdir(parents=True)
    (tmp_path / "templates" / "games" / "broken.html").write_text(text, encoding="utf-8")
    (tmp_path / "templates" / "whole.html").write_text('{% include name %}{% include "part.txt" %}', encoding="utf-8")
    (tmp_path / "templates" / "part.txt").write_text("part", encoding="utf-8")
    monkeypatch.setattr(checks, "CHECKOUT", tmp_path)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path / "templates"], "APP_DIRS": False}]
    (found,) = checks.template_faults()
    assert found.startswith(f"templates/games/broken.html: {fault}")


def test_a_model_that_left_its_migrations_behind_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(checks.migration_faults()) == []
    monkeypatch.setattr(get_user_model()._meta.get_field("username"), "max_length", 7)
    assert list(checks.migration_faults()) == ["accounts: not in a migration: Alter field username on user"]


def test_faults_make_the_check_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.report(iter([])) == 0
    assert checks.report(iter(["one", "two"])) == 1
    assert capsys.readouterr().out == "one\ntwo\n"
