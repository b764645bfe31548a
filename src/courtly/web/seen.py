"""What a page of a match is built from: the reader's own view, who sits where, and the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.web.text import Speaker


@dataclass(frozen=True, slots=True)
class Seen:
    """One seat's view of a match, and in which words to show it.

    Attributes
    ----------
    view
        The view of `seat`, as `Match.view` makes it.
    names
        The names of the seats.
    seat
        The reader's seat.
    speaker
        The reader's language.
    off
        What the reader has switched off; see `courtly.web.switches`.
    """

    view: Mapping[str, Any]
    names: Sequence[str]
    seat: int
    speaker: Speaker
    off: Collection[str] = ()

    @property
    def news(self) -> list[Mapping[str, Any]]:
        """The log lines of others since the reader's last turn; the reader's moves of this turn do not end them."""
        start, end = self.news_lines
        return list(self.view["log"][start:end])

    @property
    def news_lines(self) -> tuple[int, int]:
        """The first line of the log that is news, and the line after the last."""
        seats = [entry.get("seat") for entry in self.view["log"]]
        end = len(seats)
        while end and seats[end - 1] == self.seat:
            end -= 1
        return max((i + 1 for i in range(end) if seats[i] == self.seat), default=0), end
