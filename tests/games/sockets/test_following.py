"""Old view + events == fresh view, whatever happens to the messages on their way (architecture 7, zulip's test)."""

import pytest

RUNS = 80
"""`make soak` runs ten thousand."""


@pytest.mark.django_db(transaction=True)
def test_old_view_and_events_make_the_fresh_view() -> None:
    from tests.games.sockets.following import follow

    follow(RUNS, steps=12)
