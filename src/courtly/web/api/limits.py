"""How much one person may send, and how many live connections there may be; over it `TooMany`.

Counts are those of this process. A person is a player's id, or the address of somebody whom we do not know.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from courtly.engine.sentences import Sentence, said
from courtly.settings import Settings
from courtly.tables.journal import Player
from courtly.tables.refusals import TooMany

KEPT = 10_000
"""How many senders are remembered; whoever has sent nothing for longest is forgotten first."""


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
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_within(self, sender: str) -> bool:
        """Return whether a sender may send one more now, and count it if so."""
        now = self._clock()
        times = self._times.setdefault(sender, deque(maxlen=self.most))
        self._times.move_to_end(sender)
        if len(self._times) > KEPT:
            self._times.popitem(last=False)
        if len(times) == self.most and now - times[0] < self.seconds:
            return False
        times.append(now)
        return True


class Limits:
    """The limits of a server, and what has been used of them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._acts = Rate(settings.most_acts, settings.limit_seconds)
        self._lines = Rate(settings.most_lines, settings.limit_seconds)
        self._of_person: Counter[str] = Counter()
        self._at_table: Counter[str] = Counter()

    @property
    def largest_message(self) -> int:
        """Bytes of a message of a socket."""
        return self._settings.largest_message

    @property
    def seconds(self) -> float:
        """After how long somebody who was refused may surely send again."""
        return self._settings.limit_seconds

    @property
    def sockets(self) -> int:
        """How many live connections there are."""
        return self._of_person.total()

    def count_act(self, player: Player) -> None:
        """Count an act; raise `TooMany` for one too many."""
        if not self._acts.is_within(player.id):
            raise self._too_fast(said("{most} acts in {seconds} seconds", **self._places(self._acts)))

    def count_line(self, player: Player) -> None:
        """Count a line of table talk; raise `TooMany` for one too many."""
        if not self._lines.is_within(player.id):
            raise self._too_fast(said("{most} lines in {seconds} seconds", **self._places(self._lines)))

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
    def _too_fast(allowed: Sentence) -> TooMany:
        return TooMany(said("this is too much at once; it takes at most {allowed}", allowed=allowed), allowed=allowed)


def person_of(request: HTTPConnection, player: Player | None) -> str:
    """Return what tells whoever sends a request from others."""
    if player is not None:
        return player.id
    return f"address {request.client.host}" if request.client else "address"
