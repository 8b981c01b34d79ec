"""Play one hand: what a newcomer does in the first minutes, done over the network on a running site.

Looks at the pages, signs up through the form, makes a token, and lets the protocol's example client
(bench/socket_client.py) play one hand against bots. Usage: python .ci/play_one_hand.py http://127.0.0.1:8000
"""

import asyncio
import re
import secrets
import sys
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.socket_client import Site, play

REST = ("/api/v1/", "/api/v1/docs/", "/api/v1/schema/", "/api/v1/tables/")
SECONDS = 150


def see_pages(browser: httpx.Client) -> None:
    """Ask for the first page, for every page, style and script it names, and for what REST shows to anybody."""
    first = browser.get("/").raise_for_status().text
    for path in sorted({*re.findall(r'(?:href|src)="(/[^"#]*)', first), *REST}):
        answer = browser.get(path).raise_for_status()
        print(f"{answer.status_code} {len(answer.content) // 1024:4} kB  {path}")


def sign_up(browser: httpx.Client) -> str:
    """Sign up as somebody new and return a token that may open tables and play."""
    name = f"ci{secrets.token_hex(4)}"
    token = form_token(browser.get("/account/signup/").text)
    answer = browser.post(
        "/account/signup/",
        data={
            "csrfmiddlewaretoken": token,
            "username": name,
            "email": f"{name}@example.com",
            "password1": secrets.token_urlsafe(12),
        },
        headers={"Referer": f"{browser.base_url}/account/signup/"},
    )
    answer.raise_for_status()
    me = browser.get("/api/v1/me/").raise_for_status().json()
    assert me["name"] == name, f"signed up as {name}, but the site knows {me}"
    issued = browser.post(
        "/api/v1/tokens/",
        json={"name": "ci", "scopes": ["read", "tables", "play"], "days": 1},
        headers={"X-CSRFToken": browser.cookies["csrftoken"], "Referer": str(browser.base_url)},
    )
    return str(issued.raise_for_status().json()["secret"])


def form_token(page: str) -> str:
    """Return the token in a page's form."""
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found, "the form has no token"
    return found[1]


def main() -> None:
    """Do all of it; any failure is an exception, and so the exit status."""
    url = sys.argv[1].rstrip("/")
    with httpx.Client(base_url=url, follow_redirects=True, timeout=20) as browser:
        see_pages(browser)
        site = Site(url, sign_up(browser))
    code = site.open_table(preset="club", bot_delay_ms=0)
    view = asyncio.run(asyncio.wait_for(play(site, code, hands=1), SECONDS))
    (hand,) = view["hands"]
    print(f"one hand was played at table {code}: {hand}")


if __name__ == "__main__":
    main()
