"""The origin of a match that was not newly dealt: a position of another match, or a shared deal.

The players may have seen the cards of such a match before, so the match is practice, and its record says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from courtly.engine.errors import BadRecord, shown
from courtly.engine.sentences import said

Kind = Literal["position", "deal", "day"]

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a match.

    Attributes
    ----------
    kind
        `position`, continued from another match; `deal`, the deal of another match; `day`, the deal of a day.
    moves
        Number of moves at the start of this match that were copied from the other match.
    table, match
        The other match, if it was played at a live table: the id of the table, and the number of the match there.
    day
        For the deal of the day, the date, such as `2026-11-23`.
    """

    kind: Kind
    moves: int = 0
    table: str | None = None
    match: int | None = None
    day: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the origin as it appears in a record.

        Examples
        --------
        >>> Origin("position", 12).as_dict()
        {'kind': 'position', 'moves': 12}
        """
        more = {"table": self.table, "match": self.match, "day": self.day}
        return {"kind": self.kind, "moves": self.moves} | {key: value for key, value in more.items() if value}


def read_origin(document: object, moves: int) -> Origin:
    """Return the origin in a record that has `moves` moves.

    Raises
    ------
    BadRecord
        A key is unknown or missing, or has an invalid value.
    """
    if not isinstance(document, Mapping):
        raise _bad("origin", document, said("an object"))
    for key in document:
        if key not in _ALLOWED:
            raise _bad("origin", key, ", ".join(_ALLOWED))
    for key in ("kind", "moves"):
        if key not in document:
            raise BadRecord(said("the record lacks {key}", key=f"origin.{key}"), where=f"origin.{key}")
    for key, value in document.items():
        if not _holds(key, value) or (key == "moves" and value > moves):
            raise _bad(f"origin.{key}", value, f"0 to {moves}" if key == "moves" else _ALLOWED[key])
    return Origin(**document)


_ALLOWED: Mapping[str, Any] = {
    "kind": ", ".join(get_args(Kind)),
    "moves": said("a whole number"),
    "table": said("the id of a table"),
    "match": said("a whole number from 1"),
    "day": said("a date such as 2026-11-23"),
}


def _holds(key: str, value: object) -> bool:
    """Return whether a value is valid for a key."""
    match key:
        case "kind":
            return value in get_args(Kind)
        case "table":
            return isinstance(value, str) and 0 < len(value) <= 64 and value.isascii() and value.isprintable()
        case "day":
            return isinstance(value, str) and DAY.fullmatch(value) is not None
    return type(value) is int and value >= (1 if key == "match" else 0)


def _bad(where: str, given: object, allowed: Any) -> BadRecord:
    message = said("{where} cannot be {given}; use {allowed}", where=where, given=shown(given), allowed=allowed)
    return BadRecord(message, given=given, where=where, allowed=allowed)
