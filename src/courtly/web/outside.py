"""Requests to other servers whose addresses come from players: https only, to public addresses, without redirects.

A name is resolved once, and the connection goes to the checked address, so a name that changes its address in between
cannot reach the private network of the server.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

import h11

from courtly.engine.errors import CourtlyError, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.notifications import Failed, Gone, Outcome, Sent

HTTPS_PORT = 443
MAX_ADDRESS = 2048
CHUNK = 4096
LONGEST_WAIT = 86_400
"""The longest time that another server may ask to wait, in seconds."""

LOOKUPS = 4
"""The number of names that are resolved at the same time."""

Network = IPv4Network | IPv6Network


class BadAddress(CourtlyError):
    """An address to which this server sends nothing."""

    code = "bad-address"


@dataclass(frozen=True, slots=True)
class Reply:
    """The status and the headers of an answer; the names of the headers are in lower case."""

    status: int
    headers: Mapping[str, str]


def outcome_of(reply: Reply, gone: Collection[int]) -> Outcome:
    """Return the outcome of a notification, given the answer; the statuses `gone` end the subscription."""
    if 200 <= reply.status < 300:
        return Sent()
    if reply.status in gone:
        return Gone()
    after = reply.headers.get("retry-after", "")
    wait = timedelta(seconds=min(int(after), LONGEST_WAIT)) if after.isdecimal() else None
    return Failed(f"status {reply.status}", wait)


def split_address(address: str) -> SplitResult:
    """Return the parts of an https address.

    Raises
    ------
    BadAddress
        It is not an https address of at most `MAX_ADDRESS` characters, or has a user name.
    """
    allowed = said("an https address of at most {most} characters", most=MAX_ADDRESS)
    is_plain = isinstance(address, str) and address.isascii() and address.isprintable() and " " not in address
    with suppress(ValueError):
        parts = urlsplit(address)
        is_https = is_plain and parts.scheme == "https" and parts.hostname and "@" not in parts.netloc
        if is_https and len(address) <= MAX_ADDRESS and parts.port != 0:
            return parts
    message = said("{given} cannot be used; use {allowed}", given=shown(address), allowed=allowed)
    raise BadAddress(message, given=address, where="address", allowed=allowed)


def is_allowed(address: IPv4Address | IPv6Address, networks: Sequence[Network]) -> bool:
    """Return whether requests may go to an address: it is public, or in one of the given networks."""
    if isinstance(address, IPv6Address):
        # The same machine, in another notation.
        address = address.ipv4_mapped or address.sixtofour or address
    is_public = address.is_global and not address.is_multicast
    return is_public or any(address in network for network in networks)


class Outside:
    """Sends requests to other servers.

    Parameters
    ----------
    networks
        Networks that are allowed although they are not public.
    timeout
        The longest time of a request, in seconds.
    """

    def __init__(self, networks: Sequence[Network] = (), timeout: float = 10.0) -> None:
        self._networks = networks
        self._timeout = timeout
        self._tls: ssl.SSLContext | None = None
        # Threads of its own: a name whose lookup takes long must not delay reviews, which use the common threads.
        self._lookups = environment().executor(LOOKUPS, "courtly-lookup")

    async def check(self, address: str) -> None:
        """Raise `BadAddress` if an address is invalid, or its name belongs to no allowed address now."""
        parts = split_address(address)
        host = str(parts.hostname)
        found: Sequence[str] = ()
        with suppress(OSError, UnicodeError):
            async with asyncio.timeout(self._timeout):
                found = await self._allowed_addresses(host, parts.port or HTTPS_PORT)
        if not found:
            raise _no_public_address(host)

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a POST request and return the answer without its body.

        Raises
        ------
        BadAddress
            The address is invalid, or its name belongs to no allowed address.
        OSError, TimeoutError, h11.ProtocolError
            The server cannot be reached, does not answer in time, or does not speak HTTP.
        """
        parts = split_address(address)
        async with asyncio.timeout(self._timeout):
            reader, writer = await self._connect(parts)
            try:
                return await _exchange(reader, writer, parts, headers, body)
            finally:
                writer.transport.abort()

    async def _connect(self, parts: SplitResult) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = str(parts.hostname), parts.port or HTTPS_PORT
        if self._tls is None:
            self._tls = ssl.create_default_context()
        last: Exception = _no_public_address(host)
        for address in await self._allowed_addresses(host, port):
            try:
                return await asyncio.open_connection(address, port, ssl=self._tls, server_hostname=host)
            except OSError as error:
                last = error
        raise last

    async def _allowed_addresses(self, host: str, port: int) -> list[str]:
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._lookups, look_up)
        addresses = dict.fromkeys(str(each[4][0]) for each in found)
        return [one for one in addresses if is_allowed(ip_address(one.partition("%")[0]), self._networks)]


def _no_public_address(host: str) -> BadAddress:
    return BadAddress(said("{host} has no public address", host=shown(host)), given=host, where="address")


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    parts: SplitResult,
    headers: Mapping[str, str],
    body: bytes,
) -> Reply:
    connection = h11.Connection(h11.CLIENT)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    every = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close", **headers}
    request = h11.Request(method="POST", target=target, headers=list(every.items()))
    writer.write(connection.send(request) or b"")
    writer.write(connection.send(h11.Data(body)) or b"")
    writer.write(connection.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(CHUNK))
        elif isinstance(event, h11.Response):
            return Reply(event.status_code, {name.decode(): value.decode("latin-1") for name, value in event.headers})
        elif not isinstance(event, h11.InformationalResponse):
            raise h11.RemoteProtocolError("the server closed the connection without an answer")
