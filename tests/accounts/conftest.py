import re
from collections import Counter

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail

from config.layers import LiveChannelLayer


@pytest.fixture(autouse=True)
def _posted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no worker here: what would be queued is done in place."""
    from accounts.tasks import deliver  # needs settings, which are there by now

    monkeypatch.setattr(deliver, "delay", deliver)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that have been hashed so far, to be stored or to be compared: what takes an answer its time."""
    passwords: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        passwords.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return passwords


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict]]:
    """What was told to live sockets: (group, message)."""
    told: list[tuple[str, dict]] = []
    monkeypatch.setattr(LiveChannelLayer, "publish", lambda self, group, message: told.append((group, message)) or True)
    return told


@pytest.fixture
def links(settings):
    """The links in the mails sent so far to an address, the newest last, as paths of the site."""
    settings.SITE_URL = "https://carte.example.org"

    def links_to(address: str) -> list[str]:
        mails = [message for message in mail.outbox if message.to == [address]]
        return [path for message in mails for path in re.findall(r"https://carte\.example\.org(/\S+)", message.body)]

    return links_to


@pytest.fixture
def mails_by_address():
    return lambda: Counter(address for message in mail.outbox for address in message.to)
