"""Startup: seconds from `make run` on a prepared checkout to the first page, beside a Django that only imports itself.

`python -m bench.startup [--starts 5]` prints a JSON line. The first start, which makes the database, is not counted.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from config.hosting.embedded import CHECKOUT

MUST_REACH = 5.0  # seconds
GIVEN_UP = 120.0


def start(directory: Path, port: int) -> float:
    """Open the site, wait for its first page, close it; return the seconds until the page."""
    environment = {**os.environ, "DATA_DIR": str(directory / "data"), "PORT": str(port), "DEMO": "no"}
    with (directory / "out").open("wb") as out:
        begun = time.monotonic()
        site = subprocess.Popen(
            [shutil.which("make") or "make", "run"], cwd=CHECKOUT, env=environment, stdout=out, process_group=0
        )
    try:
        while not has_page(port):
            if site.poll() is not None or time.monotonic() - begun > GIVEN_UP:
                raise RuntimeError((directory / "out").read_text(encoding="utf-8"))
            time.sleep(0.01)
        return time.monotonic() - begun
    finally:
        os.killpg(site.pid, signal.SIGTERM)
        site.wait()


def has_page(port: int) -> bool:
    """Tell whether the first page comes whole."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            return bool(answer.read())
    except HTTPError as refusal:
        refusal.close()
    except (URLError, OSError):
        pass
    return False


def reference() -> float:
    """Return the seconds a Python takes that loads this Django site and ends."""
    begun = time.monotonic()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    program = "import django; django.setup()"
    subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, env=environment, check=True)
    return time.monotonic() - begun


def main() -> None:
    """Measure and print."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--starts", type=int, default=5)
    said = words.parse_args()
    directory = Path(tempfile.mkdtemp(prefix="bongioco-bench-"))
    directory.chmod(0o711)  # root's servers run as somebody else
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    try:
        first = start(directory, port)
        pairs = [(start(directory, port), reference()) for _ in range(said.starts)]
    finally:
        shutil.rmtree(directory)
    ours, beside = (statistics.median(column) for column in zip(*pairs, strict=True))
    row = {
        "bench": "startup",
        "seconds": round(ours, 2),
        "worst": round(max(pairs)[0], 2),
        "first_ever": round(first, 2),
    }
    row |= {"django_alone": round(beside, 2), "ratio": round(ours / beside, 1), "must_reach": f"<= {MUST_REACH} s"}
    print(json.dumps(row | {"reached": max(pairs)[0] <= MUST_REACH}))


if __name__ == "__main__":
    main()
