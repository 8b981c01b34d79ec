"""Described: REST does what OpenAPI says of it, in many more cases than `make test` draws; a part of `make soak`.

    python -m bench.described [--examples 60]

The cases are those of tests/config/test_api_schema.py, the same in every run: with as many examples a fault is found
again by the operation alone.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TEST: Final = "tests/config/test_api_schema.py"
CASES: Final = "test_the_site_does_what_it_describes"


def soak(examples: int) -> None:
    """Draw *examples* right and as many wrong calls of every operation. Raises CalledProcessError on a fault."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-x", TEST, "-k", CASES]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "SCHEMA_EXAMPLES": str(examples)}, check=True)
    seconds = round(time.perf_counter() - start)
    print(json.dumps({"bench": "described", "examples": examples, "seconds": seconds}), flush=True)


def main() -> None:
    """Run as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--examples", type=int, default=60, help="of each kind, of each operation")
    soak(words.parse_args().examples)


if __name__ == "__main__":
    main()
