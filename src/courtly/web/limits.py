"""How much one person may send, and how many live connections there may be; over it `TooMany`.

Counts are those of this process. A person is a player's id, or the address of somebody whom we do not know. An address
is what the connection has, or what a proxy of the settings says; of IPv6 it is the network of 64 bits, which is one
household's.
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

KEPT = 10_000
"""How many senders are remembered; whoever has sent nothing for longest is forgotten first."""


WRONG = (NoSuchTable, NoSuchLink, NoSuchDeal)
"""What a code or a link is answered that leads nowhere."""


DRAFTS = 8
"""Drafts that somebody may ask for in the time of one act: each card that is laid or taken back is another."""


NOTES_LENGTH = 10_000
"""Characters that a player's own notes on a match may have."""


class Rate:
    """So many in so many seconds for each sender; what is refused does not count.

    Parameters
    ----------
    most, seconds
        How many, in how long.
    clock
        Tells the time in seconds.

    Examples
    --------
    >>> rate = Rate(2, 10.0, clock=lambda: 0.0)
    >>> [rate.is_within("Ann") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, most: int, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def is_within(self, sender: str) -> bool:
        """Return whether a sender may send one more now, and count it if so."""
        now = self._clock()
        if not self._has_room(sender, now):
            return False
        self._count(sender, now)
        return True

    def has_room(self, sender: str) -> bool:
        """Return whether a sender may send one more now."""
        return self._has_room(sender, self._clock())

    def count(self, sender: str) -> None:
        """Count one that a sender has sent."""
        self._count(sender, self._clock())

    def _has_room(self, sender: str, now: float) -> bool:
        times = self._times.get(sender)
        return times is None or len(times) < self.most or now - times[0] >= self.seconds

    def _count(self, sender: str, now: float) -> None:
        times = self._times.setdefault(sender, [])
        times.append(now)
        del times[: -self.most]
        self._times.move_to_end(sender)
        if len(self._times) > KEPT:
            self._times.popitem(last=False)


class Limits:
    """The limits of a server, and what has been used of them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._acts = Rate(settings.most_acts, settings.limit_seconds)
        self._drafts = Rate(DRAFTS * settings.most_acts, settings.limit_seconds)
        self._lines = Rate(settings.most_lines, settings.limit_seconds)
        self._persons = Rate(settings.most_persons, settings.address_seconds)
        self._guesses = Rate(settings.most_guesses, settings.address_seconds)
        self._of_person: Counter[str] = Counter()
        self._at_table: Counter[str] = Counter()

    @property
    def largest_message(self) -> int:
        """Bytes of a message of a socket."""
        return self._settings.largest_message

    @property
    def sockets(self) -> int:
        """How many live connections there are."""
        return self._of_person.total()

    def count_act(self, player: Player) -> None:
        """Count an act; raise `TooMany` for one too many."""
        if not self._acts.is_within(player.id):
            raise self._too_fast(said("{most} acts in {seconds} seconds", **self._places(self._acts)), self._acts)

    def count_draft(self, player: Player) -> None:
        """Count a draft; raise `TooMany` for one too many."""
        if not self._drafts.is_within(player.id):
            raise self._too_fast(said("{most} drafts in {seconds} seconds", **self._places(self._drafts)), self._drafts)

    def count_line(self, player: Player) -> None:
        """Count a line of table talk; raise `TooMany` for one too many."""
        if not self._lines.is_within(player.id):
            raise self._too_fast(said("{most} lines in {seconds} seconds", **self._places(self._lines)), self._lines)

    def count_person(self, request: HTTPConnection) -> None:
        """Count somebody new; raise `TooMany` for one too many from an address."""
        if not self._persons.is_within(address_of(request)):
            allowed = said("{most} new persons from one address in {seconds} seconds", **self._places(self._persons))
            raise self._too_fast(allowed, self._persons)

    @contextmanager
    def guessing(self, request: HTTPConnection) -> Iterator[None]:
        """Let a code or a link be tried, and count a wrong one; raise `TooMany` after too many from an address.

        A right one is refused then too, or it would stand out.
        """
        address = address_of(request)
        if not self._guesses.has_room(address):
            allowed = said("{most} wrong codes from one address in {seconds} seconds", **self._places(self._guesses))
            raise self._too_fast(allowed, self._guesses)
        try:
            yield
        except WRONG:
            self._guesses.count(address)
            raise

    def acting(self, request: HTTPConnection, body: Mapping[str, object]) -> AbstractContextManager[None]:
        """Let an act be done; one that shows a code counts as a guess."""
        return self.guessing(request) if body.get("act") == "sit" and body.get("code") else nullcontext()

    @contextmanager
    def socket(self, person: str, table: str) -> Iterator[None]:
        """Count a live connection while it lasts; raise `TooMany` for one too many."""
        for counted, key, most in (
            (self._of_person, person, self._settings.most_sockets),
            (self._at_table, table, self._settings.most_watchers),
        ):
            if counted[key] >= most:
                message = said(
                    "there are {count} live connections already; it takes at most {most}", count=most, most=most
                )
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
        message = said("this is too much at once; it takes at most {allowed}", allowed=allowed)
        return TooMany(message, seconds=rate.seconds, allowed=allowed)


def person_of(request: HTTPConnection, player: Player | None) -> str:
    """Return what tells whoever sends a request from others."""
    if player is not None:
        return player.id
    return f"address {address_of(request)}"


def address_of(request: HTTPConnection) -> str:
    """Return where a request comes from, as limits count it.

    Examples
    --------
    >>> [address_of(HTTPConnection({"type": "http", "client": (host, 1)})) for host in ("192.0.2.7", "2001:db8::7")]
    ['192.0.2.7', '2001:db8::/64']
    """
    host = request.client.host if request.client else ""
    try:
        return str(ip_network(f"{host}/64", strict=False)) if ":" in host else host
    except ValueError:
        # Whatever a proxy has written there.
        return host
