"""Pages of ladders and ratings: what they show, what they refuse, and that their cost does not grow with their rows."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Rating
from games.services.ratings import rate_pool
from games.services.statistics import count_left
from tests.games.factories import people, person
from tests.games.rated import evening

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/ladder/?cursor=made-up", 302),
        ("/ladder/?cursor=%00&season=2026q1", 302),
        ("/ladder/?place=%00", 200),
        ("/ladder/?around=me", 200),
        ("/ladder/?season=2026q1", 200),
        ("/ladder/?season=2026q9", 404),
        ("/ladder/?among=no-such-club", 404),
        ("/ladder/?among=:friends", 404),
        ("/ladder/chess/", 404),
        ("/players/nobody-of-that-name/ratings/pairs/", 404),
        ("/players/somebody/ratings/chess/", 404),
        ("/players/somebody/ratings/pairs/?page=-1", 200),
    ],
)
def test_what_there_is_not_is_refused_to_a_stranger(client: Client, address: str, status: int) -> None:
    person("somebody")
    assert client.get(address).status_code == status


def test_who_has_no_rank_is_told_so() -> None:
    me = User.objects.create_user("somebody", language="en")
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(me)
    page = client.get("/ladder/?around=me").content.decode()
    assert "You do not stand in this ladder." in page
    Rating.objects.create(user=me, pool="pairs", rating=1611.4, matches=9)
    assert "You have 1611 points" in client.get("/ladder/").content.decode()
    Rating.objects.update(matches=10)
    assert "number 1, with 1611 points" in client.get("/ladder/").content.decode()
    User.objects.filter(pk=me.pk).update(wants_ladder=False)
    assert "hidden from the ladders" in client.get("/ladder/").content.decode()


def test_every_change_is_shown_with_why(client: Client) -> None:
    players = people(4)
    evening(players, 12)
    rate_pool(pool="pairs")
    page = client.get(f"/players/{players[0].username}/ratings/pairs/").content.decode()
    changes = players[0].rating_changes.order_by("-finish_no")
    assert page.count('data-label="K">40</td>') == changes.count()
    assert f'data-label="E">{changes[0].expected:.3f}</td>' in page.replace(",", ".")
    assert page.count("<polyline") == 1
    assert "style=" not in page
    assert "style=" not in client.get(f"/players/{players[0].username}/").content.decode()


def test_no_page_costs_more_queries_for_more_rows(client: Client) -> None:
    players = people(8)

    def cost() -> list[int]:
        counts = []
        for address in (
            "/ladder/",
            f"/players/{players[0].username}/",
            f"/players/{players[0].username}/ratings/pairs/",
            "/",
        ):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            counts.append(len(queries))
        return counts

    evening(players[:4], 12)
    rate_pool(pool="pairs")
    count_left()
    few = cost()
    evening(players, 40)
    rate_pool(pool="pairs")
    count_left()
    assert cost() == few
