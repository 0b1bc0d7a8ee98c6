"""Calls to addresses that people have given us: to public ones alone, and never anywhere else.

A name is looked up once, and the very address that was found harmless is called. Nobody is
redirected, and of an answer only its status is read.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from cradle import __version__
from cradle.server.notifications.message import Begin, NeverSent, NotSent, Unanswered

CALL_S = 10.0
AGENT = f"Cradle/{__version__}"
NAT64 = ip_network("64:ff9b::/96")
GONE = (404, 410)
LATER = (408, 425, 429)
BEGINS = "http11.send_request_headers.started"  # What httpx calls the moment after connecting.


def is_public(text: str) -> bool:
    """Whether an address is one of the internet's, not of a machine or a network of ours."""
    found = ip_address(text.partition("%")[0])
    inner = _inner(found) if isinstance(found, IPv6Address) else None
    public = found.is_global and not found.is_multicast and not found.is_reserved
    return is_public(str(inner)) if inner is not None else public


def _inner(found: IPv6Address) -> IPv4Address | None:
    """The address of the old kind that one of the new kind stands for."""
    if found in NAT64:
        return IPv4Address(int(found) & 0xFFFFFFFF)
    teredo = found.teredo[1] if found.teredo is not None else None
    return found.ipv4_mapped or found.sixtofour or teredo


async def look_up(host: str) -> list[str]:
    """The addresses of a name."""
    try:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent("no such address") from None
    return [str(entry[4][0]) for entry in found]


class Caller:
    """Calls addresses; with `private`, also those of our own network."""

    def __init__(self, private: bool) -> None:
        self.private = private

    async def post(self, url: str, body: bytes, headers: Mapping[str, str], begin: Begin) -> None:
        """Send something; `NotSent` or `NeverSent` says why it wasn't taken."""
        try:
            target = httpx.URL(url)
        except httpx.InvalidURL:
            raise NeverSent("no address", gone=True) from None
        address = await self._address(target)
        head = {"host": target.netloc.decode(), "user-agent": AGENT, **headers}
        try:
            status = await _status(target, address, body, head, begin)
        except httpx.HTTPError as error:
            raise Unanswered(f"no answer: {type(error).__name__}") from None
        _check(status)

    async def _address(self, target: httpx.URL) -> str:
        """Where to call; nowhere if any address of that name isn't public."""
        if target.scheme != "https" and not self.private:
            raise NeverSent("only https:// addresses are called")
        addresses = await look_up(target.host)
        if not self.private and not all(is_public(each) for each in addresses):
            raise NeverSent("not a public address", gone=True)
        return addresses[0]


async def _status(
    target: httpx.URL, address: str, body: bytes, headers: Mapping[str, str], begin: Begin
) -> int:
    """Call the address under the name: so the certificate is checked against the name."""

    async def trace(moment: str, _: object) -> None:
        if moment == BEGINS:
            await begin()

    more = {"sni_hostname": target.host, "trace": trace}
    async with (
        httpx.AsyncClient(timeout=CALL_S, trust_env=False, follow_redirects=False) as client,
        client.stream(
            "POST", target.copy_with(host=address), content=body, headers=headers, extensions=more
        ) as answer,
    ):
        return answer.status_code


def _check(status: int) -> None:
    if status < 300:
        return
    why = f"answered {status}"
    if status in LATER or status >= 500:
        raise NotSent(why)
    raise NeverSent(why, gone=status in GONE)
