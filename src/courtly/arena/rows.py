"""The result row of a match: a fixed-size record, in memory and on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.contract.game import Use
from courtly.engine.play.match import Match


class ModelCost(NamedTuple):
    """Cost of one seat's answers, including refused answers. `tokens` and `cost` are None if not reported.

    `seconds` is the total time and `slowest` the time of the slowest answer.
    """

    answers: int = 0
    seconds: float = 0.0
    tokens: float | None = None
    cost: float | None = None
    refused: int = 0
    slowest: float = 0.0

    def plus(self, other: ModelCost) -> ModelCost:
        """Return the sum of two costs."""
        tokens, cost = _sum(self.tokens, other.tokens), _sum(self.cost, other.cost)
        answers, refused = self.answers + other.answers, self.refused + other.refused
        seconds, slowest = self.seconds + other.seconds, max(self.slowest, other.slowest)
        return ModelCost(answers, seconds, tokens, cost, refused, slowest)


def _sum(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other


def write_spent(spent: Mapping[int, ModelCost]) -> list[list[float | None]]:
    """Return the costs by seat as lists that `read_spent` accepts."""
    return [[seat, *each] for seat, each in spent.items()]


def read_spent(document: list[list[Any]]) -> dict[int, ModelCost]:
    """Return the costs that `write_spent` serialized."""
    return {int(seat): ModelCost(*each) for seat, *each in document}


Visits = Sequence[Sequence[int]]
"""The moves of a search with their numbers of simulations, as pairs; empty for a decision without a search."""

Rows = npt.NDArray[np.void]
"""One element for each match, with the dtype that `row_type` returns."""

NOBODY = -1
"""Value of `forfeit` in a row if no seat forfeited."""


def row_type(seats: int) -> np.dtype[np.void]:
    """Return the dtype of a match with `seats` seats.

    `match` is the match number, `first` the starting seat, `forfeit` the seat that forfeited or -1. After a forfeit
    the scores are 0, and `decisions` and `turns` count up to the forfeit.
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
    """Return initialized rows: all zeros, without a forfeit."""
    rows = np.zeros(count, row_type(seats))
    rows["forfeit"] = NOBODY
    return rows


def row_of(match: Match, number: int, order: Sequence[int]) -> Rows:
    """Return the row of a finished match; `order` lists the deciding seats."""
    rows = _row_so_far(match, number, order)
    rows["scores"] = match.scores()
    return rows


def forfeited(match: Match, number: int, order: Sequence[int], seat: int) -> Rows:
    """Return the row of a match that a seat forfeited; `order` lists the deciding seats until then."""
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
class TaskResult:
    """The result of a task.

    Attributes
    ----------
    rows
        One row for each match.
    reasons
        Reason of each forfeit, by match.
    records
        Match records, by match, if requested.
    uses
        Items that each seat used, by match, if requested.
    moves
        Move numbers, by match, if requested; not for matches that compiled code can replay.
    spent
        Cost of a language model's moves, by match and seat.
    visits
        The searches of a match, one for each decision, by match; with `moves`.
    transcripts
        The messages to outside programs with their answers, by match, if requested.
    """

    rows: Rows
    reasons: dict[int, str] = field(default_factory=dict)
    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    uses: dict[int, list[Use]] = field(default_factory=dict)
    moves: dict[int, list[int]] = field(default_factory=dict)
    spent: dict[int, dict[int, ModelCost]] = field(default_factory=dict)
    visits: dict[int, list[Visits]] = field(default_factory=dict)
    transcripts: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary that `read_task_result` accepts."""
        return {
            "seats": self.rows["scores"].shape[1],
            "rows": self.rows.tobytes().hex(),
            "reasons": [[match, reason] for match, reason in self.reasons.items()],
            "records": [[match, record] for match, record in self.records.items()],
            "uses": [[match, uses] for match, uses in self.uses.items()],
            "moves": [[match, moves] for match, moves in self.moves.items()],
            "spent": [[match, write_spent(spent)] for match, spent in self.spent.items()],
            "visits": [[match, visits] for match, visits in self.visits.items()],
            "transcripts": [[match, lines] for match, lines in self.transcripts.items()],
        }


def read_task_result(document: dict[str, Any]) -> TaskResult:
    """Return the result that `TaskResult.as_dict` serialized."""
    rows = np.frombuffer(bytes.fromhex(document["rows"]), row_type(document["seats"]))
    uses = {match: [Use(*use) for use in found] for match, found in document["uses"]}
    spent = {match: read_spent(found) for match, found in document["spent"]}
    kept = {name: dict(document[name]) for name in ("reasons", "records", "moves", "visits", "transcripts")}
    return TaskResult(rows, uses=uses, spent=spent, **kept)
