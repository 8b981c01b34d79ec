"""Deployment: with a site's own name and secret, Django's own list for going live has nothing to add."""

import os
import subprocess
import sys

from tests.private_servers import CHECKOUT


def test_a_site_that_is_set_up_passes_the_deployment_checks():
    answer = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=CHECKOUT,
        env={
            **os.environ,
            "SITE_URL": "https://carte.example.org",
            "ALLOWED_HOSTS": "carte.example.org",
            "SECRET_KEY": "".join(chr(33 + number * 7 % 90) for number in range(60)),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
