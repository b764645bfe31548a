"""The row that is kept of every match: of fixed size, in memory and on disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.game import Use
from courtly.engine.play.match import Match

Rows = npt.NDArray[np.void]
"""One element for each match, of the dtype that `row_type` returns."""

NOBODY = -1


def row_type(seats: int) -> np.dtype[np.void]:
    """Return the dtype of a match of so many seats.

    `match` is its number, `first` the seat that began, `forfeit` the seat that lost by forfeit or -1; after a forfeit
    the scores are 0, and `decisions` and `turns` those up to it.
    """
    return np.dtype(
        [
            ("match", "<i8"),
            ("decisions", "<i4"),
            ("turns", "<i4"),
            ("first", "<i2"),
            ("forfeit", "<i2"),
            ("scores", "<i4", (seats,)),
        ]
    )


def empty_rows(count: int, seats: int) -> Rows:
    """Return rows in which nothing has happened yet."""
    rows = np.zeros(count, row_type(seats))
    rows["forfeit"] = NOBODY
    return rows


def row_of(match: Match, number: int, order: Sequence[int]) -> Rows:
    """Return the row of a finished match, in which the seats decided in this order."""
    rows = _row_so_far(match, number, order)
    rows["scores"] = match.scores()
    return rows


def forfeited(match: Match, number: int, order: Sequence[int], seat: int) -> Rows:
    """Return the row of a match that a seat lost by forfeit, after the seats had decided in this order."""
    rows = _row_so_far(match, number, order)
    rows["forfeit"] = seat
    return rows


def _row_so_far(match: Match, number: int, order: Sequence[int]) -> Rows:
    rows = empty_rows(1, match.players)
    first = order[0] if order else match.to_move
    rows["match"], rows["decisions"], rows["first"] = number, len(order), first
    rows["turns"] = sum(seat != before for seat, before in zip(order, [None, *order], strict=False))
    return rows


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a piece of work.

    Attributes
    ----------
    rows
        One for each match.
    reasons
        By match, why a seat lost by forfeit.
    records
        By match, its record, where those are kept.
    uses
        By match, what each seat used, where that is studied.
    """

    rows: Rows
    reasons: dict[int, str] = field(default_factory=dict)
    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    uses: dict[int, list[Use]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it as a plain value, which `read_done` takes."""
        return {
            "seats": self.rows["scores"].shape[1],
            "rows": self.rows.tobytes().hex(),
            "reasons": [[match, reason] for match, reason in self.reasons.items()],
            "records": [[match, record] for match, record in self.records.items()],
            "uses": [[match, uses] for match, uses in self.uses.items()],
        }


def read_done(document: dict[str, Any]) -> Done:
    """Return what `Done.as_dict` wrote."""
    rows = np.frombuffer(bytes.fromhex(document["rows"]), row_type(document["seats"]))
    uses = {match: [Use(*use) for use in found] for match, found in document["uses"]}
    return Done(rows, dict(document["reasons"]), dict(document["records"]), uses)
