"""Rate limits on requests, and limits on live connections; above them, `TooMany` is raised.

All counts are per process. A sender is counted by player id, or by address if unknown. The address is that of the
connection, or the one given by a proxy that the settings trust. An IPv6 address counts as its /64 network, one
household.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from ipaddress import ip_network

from starlette.requests import HTTPConnection

from courtly.engine.sentences import Sentence, said
from courtly.settings import Settings
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.refusals import NoSuchDeal, NoSuchLink, TooMany

MAX_SENDERS = 10_000
"""Maximum number of senders in memory; above it, the least recently active is dropped."""


UNKNOWN_CODE_ERRORS = (NoSuchTable, NoSuchLink, NoSuchDeal)
"""The errors for a code or a link that does not exist."""


DRAFTS = 8
"""The number of drafts allowed for each allowed act: each card that is placed or taken back is another draft."""


NOTES_LENGTH = 10_000
"""Maximum length, in characters, of a player's notes on a match."""


class Rate:
    """A sliding-window limit for each sender; rejected attempts do not count.

    Parameters
    ----------
    most, seconds
        The limit, and the length of the window.
    clock
        Returns the time in seconds.

    Examples
    --------
    >>> rate = Rate(2, 10.0, clock=lambda: 0.0)
    >>> [rate.allow("Ann") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, most: int, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def allow(self, sender: str) -> bool:
        """Count an attempt of a sender, and return True, if the sender is below the limit."""
        now = self._clock()
        if not self._has_room(sender, now):
            return False
        self._count(sender, now)
        return True

    def is_below_limit(self, sender: str) -> bool:
        """Return whether a sender is below the limit."""
        return self._has_room(sender, self._clock())

    def count(self, sender: str) -> None:
        """Count an attempt of a sender."""
        self._count(sender, self._clock())

    def _has_room(self, sender: str, now: float) -> bool:
        times = self._times.get(sender)
        return times is None or len(times) < self.most or now - times[0] >= self.seconds

    def _count(self, sender: str, now: float) -> None:
        times = self._times.setdefault(sender, [])
        times.append(now)
        del times[: -self.most]
        self._times.move_to_end(sender)
        if len(self._times) > MAX_SENDERS:
            self._times.popitem(last=False)


class Limits:
    """The limits of a server, with their counters."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._acts = Rate(settings.max_acts, settings.limit_seconds)
        self._drafts = Rate(DRAFTS * settings.max_acts, settings.limit_seconds)
        self._lines = Rate(settings.max_lines, settings.limit_seconds)
        self._persons = Rate(settings.max_persons, settings.address_seconds)
        self._guesses = Rate(settings.max_guesses, settings.address_seconds)
        self._of_person: Counter[str] = Counter()
        self._at_table: Counter[str] = Counter()

    @property
    def largest_message(self) -> int:
        """Maximum size of a socket message in bytes."""
        return self._settings.largest_message

    @property
    def sockets(self) -> int:
        """The number of live connections."""
        return self._of_person.total()

    def count_act(self, player: Player) -> None:
        """Count an act; raise `TooMany` above the limit."""
        if not self._acts.allow(player.id):
            raise self._too_fast(said("{most} actions in {seconds} seconds", **self._places(self._acts)), self._acts)

    def count_draft(self, player: Player) -> None:
        """Count a draft; raise `TooMany` above the limit."""
        if not self._drafts.allow(player.id):
            raise self._too_fast(said("{most} drafts in {seconds} seconds", **self._places(self._drafts)), self._drafts)

    def count_line(self, player: Player) -> None:
        """Count a line of table talk; raise `TooMany` above the limit."""
        if not self._lines.allow(player.id):
            raise self._too_fast(said("{most} messages in {seconds} seconds", **self._places(self._lines)), self._lines)

    def count_person(self, request: HTTPConnection) -> None:
        """Count a new player; raise `TooMany` if their address is at the limit."""
        if not self._persons.allow(address_of(request)):
            allowed = said("{most} new players from one address in {seconds} seconds", **self._places(self._persons))
            raise self._too_fast(allowed, self._persons)

    @contextmanager
    def count_wrong_codes(self, request: HTTPConnection) -> Iterator[None]:
        """Run a lookup of a code or a link, and count a wrong one; raise `TooMany` if the address is at the limit.

        At the limit, right codes are rejected too, so that a guesser cannot recognize them.
        """
        address = address_of(request)
        if not self._guesses.is_below_limit(address):
            allowed = said("{most} wrong codes from one address in {seconds} seconds", **self._places(self._guesses))
            raise self._too_fast(allowed, self._guesses)
        try:
            yield
        except UNKNOWN_CODE_ERRORS:
            self._guesses.count(address)
            raise

    def acting(self, request: HTTPConnection, body: Mapping[str, object]) -> AbstractContextManager[None]:
        """Return the context manager to run an act in; it counts a wrong code in the act."""
        return self.count_wrong_codes(request) if body.get("act") == "sit" and body.get("code") else nullcontext()

    @contextmanager
    def socket(self, person: str, table: str) -> Iterator[None]:
        """Count a live connection while it is open; raise `TooMany` at the limit."""
        for counted, key, most in (
            (self._of_person, person, self._settings.max_sockets),
            (self._at_table, table, self._settings.max_watchers),
        ):
            if counted[key] >= most:
                message = said("there are already {count} live connections; the limit is {most}", count=most, most=most)
                raise TooMany(message, given=most, where="socket", allowed=str(most))
        self._of_person[person] += 1
        self._at_table[table] += 1
        try:
            yield
        finally:
            for counted, key in ((self._of_person, person), (self._at_table, table)):
                counted[key] -= 1
                if not counted[key]:
                    del counted[key]

    @staticmethod
    def _places(rate: Rate) -> dict[str, object]:
        return {"most": rate.most, "seconds": f"{rate.seconds:g}"}

    @staticmethod
    def _too_fast(allowed: Sentence, rate: Rate) -> TooMany:
        message = said("too many at once: the limit is {allowed}", allowed=allowed)
        return TooMany(message, seconds=rate.seconds, allowed=allowed)


def person_of(request: HTTPConnection, player: Player | None) -> str:
    """Return a key that identifies the sender of a request."""
    if player is not None:
        return player.id
    return f"address {address_of(request)}"


def address_of(request: HTTPConnection) -> str:
    """Return the address of a request, as the limits count it.

    Examples
    --------
    >>> [address_of(HTTPConnection({"type": "http", "client": (host, 1)})) for host in ("192.0.2.7", "2001:db8::7")]
    ['192.0.2.7', '2001:db8::/64']
    """
    host = request.client.host if request.client else ""
    try:
        return str(ip_network(f"{host}/64", strict=False)) if ":" in host else host
    except ValueError:
        # A proxy may send any text as the address.
        return host
