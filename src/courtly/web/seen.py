"""What a page of a match is built from: the reader's own view, who sits where, and the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """

    view: Mapping[str, Any]
    names: Sequence[str]
    seat: int
    speaker: Speaker

    @property
    def news(self) -> list[Mapping[str, Any]]:
        """The log lines of others since the reader's last turn; the reader's moves of this turn do not end them."""
        log = list(self.view["log"])
        while log and log[-1]["seat"] == self.seat:
            log.pop()
        start = max((i + 1 for i, entry in enumerate(log) if entry["seat"] == self.seat), default=0)
        return log[start:]
