"""Chromium: without it, a run says loudly what it left out; on a CI machine it does not run at all."""

import os
import subprocess
import sys
from pathlib import Path

from config.hosting.embedded import CHECKOUT


def collect(tmp_path: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in {"CI", "CHROMIUM"}}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/config/test_live_site.py"],
        env={
            **{name: value for name, value in environment.items() if not name.startswith(("PYTEST", "DJANGO"))},
            "PATH": str(tmp_path),
            "HOME": str(tmp_path),
            **extra,
        },
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_chromium_the_run_ends_with_what_was_left_out_and_how_to_get_it(tmp_path: Path) -> None:
    run = collect(tmp_path)
    assert run.returncode == 0
    assert "::test_it_serves_what_the_test_commits" in run.stdout
    assert "::test_faults_of_accessibility_are_named" not in run.stdout
    loud = next(line for line in run.stdout.splitlines() if line.startswith("NOT RUN"))
    left_out = "NOT RUN: 9 browser tests, for want of Chromium. To run them: "
    assert loud.startswith(f"{left_out}apt install chromium-headless-shell")


def test_on_a_ci_machine_that_is_a_failure(tmp_path: Path) -> None:
    run = collect(tmp_path, CI="true")
    assert run.returncode == 4
    assert "Chromium is missing, and 9 tests need it. apt install chromium-headless-shell" in run.stderr


def test_with_chromium_nothing_is_left_out(tmp_path: Path) -> None:
    run = collect(tmp_path, CHROMIUM="/usr/bin/chromium", CI="true")
    assert run.returncode == 0
    assert "::test_faults_of_accessibility_are_named" in run.stdout
    assert "NOT RUN" not in run.stdout
