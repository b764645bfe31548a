"""The row that is kept of every match: of fixed size, in memory and on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.game import Use
from courtly.engine.play.match import Match


class Spent(NamedTuple):
    """What the answers of one seat cost, refused ones too; what its program did not tell is None."""

    answers: int = 0
    seconds: float = 0.0
    tokens: float | None = None
    cost: float | None = None

    def plus(self, other: Spent) -> Spent:
        """Return both together."""
        tokens, cost = _sum(self.tokens, other.tokens), _sum(self.cost, other.cost)
        return Spent(self.answers + other.answers, self.seconds + other.seconds, tokens, cost)


def _sum(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other


def write_spent(spent: Mapping[int, Spent]) -> list[list[float | None]]:
    """Return what seats spent as a plain value, which `read_spent` takes."""
    return [[seat, *each] for seat, each in spent.items()]


def read_spent(document: list[list[Any]]) -> dict[int, Spent]:
    """Return what `write_spent` wrote."""
    return {int(seat): Spent(*each) for seat, *each in document}


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
    moves
        By match, the numbers of its moves, where those are kept; not of matches that compiled code can play again.
    spent
        By match and seat, what a language model's moves cost; see `Spent`.
    """

    rows: Rows
    reasons: dict[int, str] = field(default_factory=dict)
    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    uses: dict[int, list[Use]] = field(default_factory=dict)
    moves: dict[int, list[int]] = field(default_factory=dict)
    spent: dict[int, dict[int, Spent]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it as a plain value, which `read_done` takes."""
        return {
            "seats": self.rows["scores"].shape[1],
            "rows": self.rows.tobytes().hex(),
            "reasons": [[match, reason] for match, reason in self.reasons.items()],
            "records": [[match, record] for match, record in self.records.items()],
            "uses": [[match, uses] for match, uses in self.uses.items()],
            "moves": [[match, moves] for match, moves in self.moves.items()],
            "spent": [[match, write_spent(spent)] for match, spent in self.spent.items()],
        }


def read_done(document: dict[str, Any]) -> Done:
    """Return what `Done.as_dict` wrote."""
    rows = np.frombuffer(bytes.fromhex(document["rows"]), row_type(document["seats"]))
    uses = {match: [Use(*use) for use in found] for match, found in document["uses"]}
    spent = {match: read_spent(found) for match, found in document["spent"]}
    return Done(rows, dict(document["reasons"]), dict(document["records"]), uses, dict(document["moves"]), spent)
