"""Rate limits on requests, and limits on live connections; above them, `TooMany` is raised.

All counts are per process. A sender is counted by player id, or by address if unknown. The address is that of the
connection, or the one given by a proxy that the settings trust. An IPv6 address counts as its /48 network: one
customer may have a whole one.
"""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from ipaddress import IPv4Address, IPv6Network, ip_address
from math import ceil, inf

from starlette.requests import HTTPConnection

from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.settings import Settings
from courtly.tables.errors import NoSuchTable
from courtly.tables.fair_queue import Caller, FairQueue, QueueFull
from courtly.tables.journal import Player
from courtly.tables.refusals import NoSuchDeal, NoSuchEvent, NoSuchLink, TooMany, too_fast

MAX_SENDERS = 10_000
"""Maximum number of senders in memory; above it, the least recently active is dropped."""


UNKNOWN_CODE_ERRORS = (NoSuchTable, NoSuchLink, NoSuchDeal, NoSuchEvent)
"""The errors for a code or a link that does not exist."""


DRAFTS = 8
"""The number of drafts allowed for each allowed act: each card that is placed or taken back is another draft."""


ADDRESS_DRAFTS = 4 * DRAFTS
"""The number of drafts allowed from one address for each allowed act: enough for a class that plays behind one address,
while all drafts of an address take only a part of the processor time."""


ADDRESS_PARTS = 4
"""The spectators of one address get at most a quarter of the spectators' connections at a table. This is enough for a
class behind one address, and leaves connections for others."""


DAY = 24 * 3600.0
"""The window, in seconds, of the limit on uploads. A shorter window would let one address fill the disk within days."""

KILOBYTE = 1024
"""Uploads are counted in whole kilobytes."""

PERSON_PART = 4
"""One person may upload a quarter of the amount of an address, so one person cannot use up a household's limit."""

SMALL_OPTIONS = 4 * KILOBYTE
"""Options up to this size do not count as an upload: only those with a card set or a map of their own are larger."""

MAILS = 3
"""The number of mails with a link to confirm an address, in `MAIL_SECONDS` seconds: for each player, for each mailbox,
and for each address of a connection."""

MAIL_SECONDS = 3600.0

REPORTS, ADDRESS_REPORTS = 5, 20
"""The number of reports in `REPORT_SECONDS` seconds, for each player and for each address."""

REPORT_SECONDS = 3600.0

MAX_REPLAYS = 256
"""Maximum number of waiting requests for pages of whole matches."""

NOTES_LENGTH = 10_000
"""Maximum length, in characters, of a player's notes on a match."""


class Rate:
    """A sliding-window limit for each sender; rejected attempts do not count.

    Parameters
    ----------
    most, seconds
        The limit, and the length of the window.
    clock
        Returns the time in seconds; by default the monotonic clock.

    Examples
    --------
    >>> rate = Rate(2, 10.0, clock=lambda: 0.0)
    >>> [rate.allow("Ann") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, most: int, seconds: float, *, clock: Callable[[], float] | None = None) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock or environment().monotonic
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def allow(self, sender: str) -> bool:
        """Count an attempt of a sender, and return True, if the sender is below the limit."""
        now = self._clock()
        if not self._has_room(sender, now, 1):
            return False
        self._count(sender, now, 1)
        return True

    def is_below_limit(self, sender: str, amount: int = 1) -> bool:
        """Return whether a sender may make an attempt, or this many."""
        return self._has_room(sender, self._clock(), amount)

    def count(self, sender: str, amount: int = 1) -> None:
        """Count an attempt of a sender, or `amount` attempts."""
        self._count(sender, self._clock(), amount)

    def wait(self, sender: str, amount: int = 1) -> float:
        """Return the seconds after which a sender may make an attempt, or this many; the whole window at most."""
        times = self._times.get(sender, [])
        over = len(times) + amount - self.most
        if over > len(times):
            return self.seconds
        return 0.0 if over <= 0 else max(0.0, self.seconds - (self._clock() - times[over - 1]))

    def take_back(self, sender: str, amount: int) -> None:
        """Forget the latest attempts of a sender."""
        times = self._times.get(sender, [])
        del times[max(0, len(times) - amount) :]

    def _has_room(self, sender: str, now: float, amount: int) -> bool:
        times = self._times.get(sender, [])
        over = len(times) + amount - self.most
        return over <= 0 or (over <= len(times) and now - times[over - 1] >= self.seconds)

    def _count(self, sender: str, now: float, amount: int) -> None:
        times = self._times.setdefault(sender, [])
        times += [now] * amount
        del times[: -self.most]
        self._times.move_to_end(sender)
        if len(self._times) > MAX_SENDERS:
            self._times.popitem(last=False)


class Limits:
    """The limits of a server, with their counters.

    Attributes
    ----------
    sockets
        The number of live connections.
    """

    def __init__(self, settings: Settings, *, clock: Callable[[], float] | None = None) -> None:
        self._settings = settings
        self._acts = Rate(settings.max_acts, settings.limit_seconds)
        self._drafts = Rate(DRAFTS * settings.max_acts, settings.limit_seconds)
        self._address_drafts = Rate(ADDRESS_DRAFTS * settings.max_acts, settings.limit_seconds)
        self._lines = Rate(settings.max_lines, settings.limit_seconds)
        self._refused = Rate(settings.max_acts, settings.limit_seconds)
        self._persons = Rate(settings.max_persons, settings.address_seconds)
        self._guesses = Rate(settings.max_guesses, settings.address_seconds)
        kilobytes = settings.max_upload // KILOBYTE
        self._uploads = Rate(kilobytes // PERSON_PART, DAY, clock=clock)
        self._address_uploads = Rate(kilobytes, DAY, clock=clock)
        self._mails = {of: Rate(MAILS, MAIL_SECONDS, clock=clock) for of in ("player", "mailbox", "address")}
        self._reports = Rate(REPORTS, REPORT_SECONDS, clock=clock)
        self._address_reports = Rate(ADDRESS_REPORTS, REPORT_SECONDS, clock=clock)
        self._replays = FairQueue(MAX_REPLAYS)
        self._sockets: Counter[tuple[str, ...]] = Counter()
        self.sockets = 0

    @property
    def largest_message(self) -> int:
        """Maximum size of a socket message in bytes."""
        return self._settings.largest_message

    def count_act(self, player: Player) -> None:
        """Count an act; raise `TooMany` above the limit."""
        if not self._acts.allow(player.id):
            raise too_fast(
                said("{most} actions in {seconds} seconds", **self._places(self._acts)), self._acts.wait(player.id)
            )

    def count_draft(self, request: HTTPConnection, player: Player) -> None:
        """Count a draft or a hint; raise `TooMany` if the player or the address is at the limit."""
        if not self._drafts.allow(player.id):
            allowed = said("{most} drafts in {seconds} seconds", **self._places(self._drafts))
            raise too_fast(allowed, self._drafts.wait(player.id))
        if not (rate := self._address_drafts).allow(address_of(request)):
            allowed = said("{most} drafts from one address in {seconds} seconds", **self._places(rate))
            raise too_fast(allowed, rate.wait(address_of(request)))

    def count_line(self, player: Player) -> None:
        """Count a line of table talk; raise `TooMany` above the limit."""
        if not self._lines.allow(player.id):
            allowed = said("{most} messages in {seconds} seconds", **self._places(self._lines))
            raise too_fast(allowed, self._lines.wait(player.id))

    def count_refused(self, request: HTTPConnection, player: Player | None) -> None:
        """Count a refused message of a live connection; raise `TooMany` above the limit.

        A message may be refused before it counts as an act or a line, for example if it is not JSON.
        """
        if not self._refused.allow(person_of(request, player)):
            allowed = said("{most} refused messages in {seconds} seconds", **self._places(self._refused))
            raise too_fast(allowed, self._refused.wait(person_of(request, player)))

    def count_mail(self, request: HTTPConnection, player: Player, mailbox: str) -> None:
        """Count a mail to a mailbox that is not confirmed yet; raise `TooMany` above a limit.

        A mailbox has one count, also with another case, or with a word after a plus sign.
        """
        local, _, domain = mailbox.lower().rpartition("@")
        senders = {
            "player": player.id,
            "mailbox": f"{local.partition('+')[0]}@{domain}",
            "address": address_of(request),
        }
        for of, sender in senders.items():
            if not (rate := self._mails[of]).is_below_limit(sender):
                raise too_fast(said("{most} e-mails to confirm in an hour", most=MAILS), rate.wait(sender))
        for of, sender in senders.items():
            self._mails[of].count(sender)

    def count_report(self, request: HTTPConnection, player: Player) -> None:
        """Count a report; raise `TooMany` if the player or the address is at the limit."""
        for rate, sender in ((self._reports, player.id), (self._address_reports, address_of(request))):
            if not rate.is_below_limit(sender):
                raise too_fast(said("{most} reports in an hour", most=rate.most), rate.wait(sender))
        self._reports.count(player.id)
        self._address_reports.count(address_of(request))

    def count_person(self, request: HTTPConnection) -> None:
        """Count a new player; raise `TooMany` if their address is at the limit."""
        if not self._persons.allow(address_of(request)):
            allowed = said("{most} new players from one address in {seconds} seconds", **self._places(self._persons))
            raise too_fast(allowed, self._persons.wait(address_of(request)))

    @contextmanager
    def count_wrong_codes(self, request: HTTPConnection) -> Iterator[None]:
        """Run a lookup of a code or a link, and count a wrong one; raise `TooMany` if the address is at the limit.

        At the limit, right codes are rejected too, so that a guesser cannot recognize them.
        """
        address = address_of(request)
        if not self._guesses.is_below_limit(address):
            allowed = said("{most} wrong codes from one address in {seconds} seconds", **self._places(self._guesses))
            raise too_fast(allowed, self._guesses.wait(address))
        try:
            yield
        except UNKNOWN_CODE_ERRORS:
            self._guesses.count(address)
            raise

    @contextmanager
    def upload(self, caller: Caller, document: object) -> Iterator[None]:
        """Store a document in the block, and count its size; raise `TooMany` if the person or address is at the limit.

        The size is that of the document as JSON in ASCII. It does not count if the block fails.
        """
        amount = 1 + len(json.dumps(document)) // KILOBYTE
        person, address = self._uploads, self._address_uploads
        # Counted before the block, so that many requests at the same time cannot exceed the limit together.
        if not person.is_below_limit(caller.person, amount):
            allowed = said("{most} kB of uploads in 24 hours", most=person.most)
            raise too_fast(allowed, person.wait(caller.person, amount))
        if not address.is_below_limit(caller.address, amount):
            allowed = said("{most} kB of uploads from one address in 24 hours", most=address.most)
            raise too_fast(allowed, address.wait(caller.address, amount))
        person.count(caller.person, amount)
        address.count(caller.address, amount)
        try:
            yield
        except BaseException:
            person.take_back(caller.person, amount)
            address.take_back(caller.address, amount)
            raise

    def options(self, caller: Caller, options: object) -> AbstractContextManager[None]:
        """Return the context manager that stores the options of a table; those with a card set or a map are uploads."""
        return self.upload(caller, options) if len(json.dumps(options)) > SMALL_OPTIONS else nullcontext()

    @asynccontextmanager
    async def replay(self, caller: Caller) -> AsyncIterator[None]:
        """Wait for a turn to work on a whole match, and hold it; raise `TooMany` if too many requests are waiting.

        A match may have many moves, so one is replayed or rendered at a time, in an order that is fair to addresses and
        persons.
        """
        try:
            async with self._replays.take(caller):
                yield
        except QueueFull:
            allowed = said("{most} at a time", most=MAX_REPLAYS)
            raise too_fast(allowed, 1.0) from None

    @contextmanager
    def acting(self, request: HTTPConnection, player: Player, body: Mapping[str, object]) -> Iterator[None]:
        """Run an act; count a wrong code and large options in it."""
        has_code = body.get("act") == "sit" and body.get("code")
        with (
            self.count_wrong_codes(request) if has_code else nullcontext(),
            self.options(caller_of(request, player), body.get("options")),
        ):
            yield

    @contextmanager
    def socket(
        self, request: HTTPConnection, player: Player | None, table: str, *, is_seated: bool = False
    ) -> Iterator[None]:
        """Count a live connection while it is open; raise `TooMany` at the limit.

        The limits of the table apply only to spectators, so that they can never keep its players out.
        """
        most = self._settings.max_watchers
        limits: dict[tuple[str, ...], float] = {
            ("person", person_of(request, player)): self._settings.max_sockets,
            ("table", table): inf if is_seated else most,
        }
        if not is_seated:
            limits["table", table, address_of(request)] = ceil(most / ADDRESS_PARTS)
        for key, limit in limits.items():
            if self._sockets[key] >= limit:
                message = said(
                    "there are already {count} live connections; the limit is {most}", count=limit, most=limit
                )
                raise TooMany(message, given=limit, where="socket", allowed=str(limit))
        self._sockets.update(limits.keys())
        self.sockets += 1
        try:
            yield
        finally:
            self.sockets -= 1
            for key in limits:
                self._sockets[key] -= 1
                if not self._sockets[key]:
                    del self._sockets[key]

    @staticmethod
    def _places(rate: Rate) -> dict[str, object]:
        return {"most": rate.most, "seconds": f"{rate.seconds:g}"}


def person_of(request: HTTPConnection, player: Player | None) -> str:
    """Return a key that identifies the sender of a request."""
    if player is not None:
        return player.id
    return f"address {address_of(request)}"


def caller_of(request: HTTPConnection, player: Player | None) -> Caller:
    """Return the sender of a request, as a fair queue counts it."""
    return Caller(address_of(request), player.id if player else "")


def host_of(request: HTTPConnection) -> str:
    """Return the address of a request, as the server or its proxy has it."""
    return request.client.host if request.client else ""


def address_of(request: HTTPConnection) -> str:
    """Return the address of a request, as the limits count it.

    Examples
    --------
    >>> hosts = "192.0.2.7", "2001:db8::7", "::ffff:192.0.2.7"
    >>> [address_of(HTTPConnection({"type": "http", "client": (host, 1)})) for host in hosts]
    ['192.0.2.7', '2001:db8::/48', '192.0.2.7']
    """
    host = host_of(request)
    try:
        address = ip_address(host)
    except ValueError:
        # A proxy may send any text as the address.
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    # A server that listens on both protocols may get the addresses of IPv4 in the notation of IPv6.
    return str(address.ipv4_mapped or IPv6Network((int(address), 48), strict=False))
