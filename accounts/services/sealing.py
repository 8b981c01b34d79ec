"""Sealing: secrets the site must be able to read again, such as those of second factors, and a thief of the table not.

The key comes from SECRET_KEY, which is not in the database; after a change of it SECRET_KEY_FALLBACKS still open what
was sealed before.
"""

from base64 import urlsafe_b64encode
from functools import cache

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"bongioco second factors"


def seal(text: str) -> str:
    """Return *text* sealed."""
    return _box().encrypt(text.encode()).decode("ascii")


def unseal(sealed: str) -> str:
    """Return the text in *sealed*. Raises cryptography's InvalidToken if no key of ours opens it."""
    return _box().decrypt(sealed.encode()).decode()


def _box() -> MultiFernet:
    return MultiFernet([_key_of(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@cache
def _key_of(secret: str) -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return Fernet(urlsafe_b64encode(key))
