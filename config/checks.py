"""Checks: everything `make check` asks of the sources, each named as it passes or fails."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from config.hosting.embedded import CHECKOUT

PYTHON = sys.executable
LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
PROGRAMS = {
    "lint": [PYTHON, "-m", "ruff", "check", "--quiet", "."],
    "format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."],
    "types": [PYTHON, "-m", "mypy"],
    "import order": [PYTHON, "-c", LINT_IMPORTS, "--no-cache"],
    "Django": [PYTHON, "-m", "config.checks", "django"],
}


def main() -> int:
    """Run all checks, or those of Django alone; return the exit status."""
    # The sources are checked, not somebody's site: its settings stay out of it.
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "ENV_FILE": os.devnull, "SECRET_KEY": "only-for-checks"}
    if sys.argv[1:] == ["django"]:
        return report(django_faults())
    failed = []
    for name, command in PROGRAMS.items():
        begun = time.monotonic()
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
        print(f"{name:13} {'ok' if done.returncode == 0 else 'FAILED':7} {time.monotonic() - begun:5.1f} s", flush=True)
        if done.returncode:
            print(done.stdout + done.stderr, flush=True)
            failed.append(name)
    print(f"make check: {', '.join(failed)} failed" if failed else "make check: all is well")
    return 1 if failed else 0


def report(faults: Iterator[str]) -> int:
    """Print *faults*, one line each; return the exit status."""
    found = list(faults)
    for fault in found:
        print(fault)
    return 1 if found else 0


def django_faults() -> Iterator[str]:
    """Yield what is wrong with the site's parts, as far as it shows without a database."""
    import django
    from django.core.management import CommandError, call_command

    django.setup()
    for command, options in (
        ("check", {"fail_level": "WARNING"}),
        ("spectacular", {"validate": True, "fail_on_warn": True, "file": os.devnull}),
    ):
        try:
            call_command(command, **options)
        except (CommandError, SystemExit) as failure:
            yield f"manage.py {command}: {failure or 'failed'}"
    yield from migration_faults()
    yield from template_faults()
    yield from translation_faults()


def migration_faults() -> Iterator[str]:
    """Yield the apps whose models and migrations differ; `makemigrations --check`, which would ask a database, too."""
    from django.apps import apps
    from django.db.migrations.autodetector import MigrationAutodetector
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.state import ProjectState
    from django.utils import translation

    loader = MigrationLoader(None)
    for app, names in loader.detect_conflicts().items():
        yield f"{app}: conflicting migrations {', '.join(sorted(names))}"
    with translation.override(None):  # names are compared in English, as they are written
        detector = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps))
        changes = detector.changes(graph=loader.graph)
    for app, migrations in changes.items():
        for operation in migrations[0].operations:
            yield f"{app}: not in a migration: {operation.describe()}"


def template_faults() -> Iterator[str]:
    """Yield each template of ours that does not compile, or whose fixed parts are missing."""
    from django.template import Engine, TemplateDoesNotExist, TemplateSyntaxError
    from django.template.loader_tags import ExtendsNode, IncludeNode

    engine = Engine.get_default()
    for file in sorted((CHECKOUT / "templates").rglob("*.*")):
        name = file.relative_to(CHECKOUT / "templates").as_posix()
        try:
            template = engine.get_template(name)
            for kind, named in ((ExtendsNode, "parent_name"), (IncludeNode, "template")):
                for node in template.nodelist.get_nodes_by_type(kind):
                    part = getattr(node, named).var
                    if isinstance(part, str):  # else a variable, known only when the page is made
                        engine.get_template(part)
        except (TemplateSyntaxError, TemplateDoesNotExist, UnicodeDecodeError) as fault:
            yield f"templates/{name}: {type(fault).__name__}: {fault}"


def translation_faults() -> Iterator[str]:
    """Yield what is missing or wrong in the translations; they are compiled where they are used, not here."""
    from config import catalogues

    yield from catalogues.faults(CHECKOUT)


if __name__ == "__main__":
    sys.exit(main())
