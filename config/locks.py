"""Locks: renews requirements/*.txt from requirements/*.in, one lock for Python 3.11 to 3.13, with hashes."""

import subprocess
import sys

from config.hosting.embedded import CHECKOUT

REQUIREMENTS = CHECKOUT / "requirements"
OPTIONS = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--quiet"),
    *("--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command", "make lock"),
)


def main() -> None:
    """Renew the three locks; the later ones keep to the versions of the earlier. Needs the network."""
    constraints: list[str] = []
    for name in ("runtime", "servers", "dev"):
        command = [sys.executable, "-m", "uv", "pip", "compile", *OPTIONS, *constraints]
        subprocess.run([*command, f"{name}.in", "--output-file", f"{name}.txt"], cwd=REQUIREMENTS, check=True)
        constraints += ["--constraint", f"{name}.txt"]


if __name__ == "__main__":
    main()
