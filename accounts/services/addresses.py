"""Addresses: where on the network a request comes from.

A forwarded address is a claim of whoever sent it, and is believed only as far as our own proxies vouch for it: from the
right, over the hops in TRUSTED_PROXIES, to the first that is not ours.
"""

from functools import cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Protocol

from django.conf import settings

UNIX = "unix"
"""In TRUSTED_PROXIES: whoever reaches the server by its unix socket, and so has no address."""
NOWHERE = "0.0.0.0"  # noqa: S104 (nothing is bound to it: it stands for a peer without an address)
LONGEST_CHAIN = 20


class Request(Protocol):
    """What is asked of a request, whether Django's or a test's."""

    META: dict[str, str]


def address_of(request: Request) -> str:
    """Return the address a request came from: the client's, where a trusted proxy names it, else the peer's."""
    return client_address(
        peer=request.META.get("REMOTE_ADDR", ""), forwarded=request.META.get("HTTP_X_FORWARDED_FOR", "")
    )


def client_address(*, peer: str, forwarded: str) -> str:
    """Return the address behind *peer* (empty for a unix socket), given the X-Forwarded-For header it sent, if any."""
    trusted = tuple(settings.TRUSTED_PROXIES)
    address = _parse(peer) or NOWHERE
    if not _is_trusted(address if peer else UNIX, trusted):
        return address
    for claim in reversed(forwarded.split(",")[-LONGEST_CHAIN:]):
        claimed = _parse(claim)
        if claimed is None:
            break
        address = claimed
        if not _is_trusted(address, trusted):
            break
    return address


def _parse(text: str) -> str | None:
    """Return the address in *text*, without port and brackets, or None if there is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return str(address)


def _is_trusted(address: str, trusted: tuple[str, ...]) -> bool:
    if address == UNIX:
        return UNIX in trusted
    return any(ip_address(address) in network for network in _networks(trusted))


@cache
def _networks(trusted: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(entry, strict=False) for entry in trusted if entry != UNIX)
