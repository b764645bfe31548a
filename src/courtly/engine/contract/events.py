"""What happened in a move, as values: an event says what, with ids and numbers, and which pieces went where.

Words are made of events where they are shown. An event says who is told of it; what an audience may know only in part
is two events, one for those who know it all and one for the others. Places and pieces are named by public facts alone:
the number of a play, a spy's number, a place in one's own hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told of an event: some seats only, or everybody (spectators included) except some seats.

    Examples
    --------
    >>> only(0).includes(0), only(0).includes(1), only(0).includes(None)
    (True, False, False)
    >>> all_but(0).includes(0), all_but(0).includes(1), all_but(0).includes(None)
    (False, True, True)
    """

    seats: frozenset[int] = frozenset()
    but: bool = True

    def includes(self, seat: int | None) -> bool:
        """Tell whether a seat, None for a spectator, is among them."""
        return (seat in self.seats) != self.but


EVERYBODY = Audience()
"""All seats, and spectators."""


def only(*seats: int) -> Audience:
    """Return the audience of these seats and nobody else."""
    return Audience(frozenset(seats), but=False)


def all_but(*seats: int) -> Audience:
    """Return the audience of everybody, spectators too, except these seats."""
    return Audience(frozenset(seats))


@dataclass(frozen=True, slots=True)
class Step:
    """One piece, or several alike, that went from one place to another.

    Attributes
    ----------
    kind
        What moves: `card`, `crown`, `coins`.
    piece
        Its name where it arrives, as the scene has it there.
    source, target
        The places, as the scene names them.
    face
        The id of the component that the audience sees on it, None while it lies face down.
    count
        How many.

    Examples
    --------
    >>> print(Step("card", "play:17", "hand:2", "domain:0", face="hare.noble"))
    card play:17 from hand:2 to domain:0
    """

    kind: str
    piece: str
    source: str
    target: str
    face: str | None = None
    count: int = 1

    def __str__(self) -> str:
        return f"{self.kind} {self.piece} from {self.source} to {self.target}"

    def as_dict(self) -> dict[str, Any]:
        """Return the step as it stands in a log."""
        return {
            "kind": self.kind,
            "piece": self.piece,
            "from": self.source,
            "to": self.target,
            "face": self.face,
            "count": self.count,
        }


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a move brought about.

    Attributes
    ----------
    id
        What happened, in lower case with hyphens: `play`, `year-ends`.
    args
        Ids and numbers, fit for JSON; `seat` is the seat that did it, where one did.
    steps
        What moved, in this order.
    audience
        Who is told.
    """

    id: str
    args: Mapping[str, Any] = field(default_factory=dict)
    steps: Sequence[Step] = ()
    audience: Audience = EVERYBODY

    def as_dict(self) -> dict[str, Any]:
        """Return the event as it stands in a log."""
        return {"id": self.id, "args": dict(self.args), "steps": [step.as_dict() for step in self.steps]}
