"""Fixtures of socket tests."""

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.sockets.clients import Client, open_socket
from tests.live_site import LiveSite

if TYPE_CHECKING:  # models are loaded after the fixtures
    from tests.games.sockets.scene import Scene

Enter = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def scene(live_site: LiveSite) -> "Scene":
    """Return a match that four people have just begun."""
    from tests.games.sockets.scene import match_of, people

    return match_of(people(4))


@pytest.fixture
def tokens(scene: "Scene") -> list[str]:
    """Return a token of each player."""
    from tests.games.sockets.scene import token_of

    return [token_of(player) for player in scene.players]


@pytest.fixture
def enter(live_site: LiveSite, scene: "Scene") -> Enter:
    """Open a socket at the scene's table, as a player by token or as a watcher."""

    def enter(token: str = "", query: str = "", **options: Any) -> AbstractAsyncContextManager[Client]:
        return open_socket(f"{live_site.ws_url}/ws/v1/tables/{scene.code}/{query}", token, **options)

    return enter


@pytest.fixture(scope="module")
def another_process(live_server_process: LiveSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """Run another web process of the same site; tests ask for `another_site`."""
    site = LiveSite(tmp_path_factory.mktemp("another"), live_server_process._environment)
    site.start_server()
    yield site
    site.stop("web")


@pytest.fixture
def another_site(live_site: LiveSite, another_process: LiveSite) -> LiveSite:
    """Another web process of the same site; started again where a test has killed it and not come to start it."""
    if another_process._children["web"].ending() is not None:
        another_process.start_server()
    return another_process
