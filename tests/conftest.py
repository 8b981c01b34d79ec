"""The tests' house: what every test may ask for, and how generated cases are drawn."""

import hypothesis

pytest_plugins = ["tests.private_servers", "tests.live_site", "tests.chromium"]

# The same cases in every run: a failure is a failure for everybody.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, print_blob=True)
hypothesis.settings.load_profile("repeatable")
