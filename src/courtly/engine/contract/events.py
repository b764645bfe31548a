"""Events: the effects of a move as ids and numbers, and the pieces that moved.

Events contain no text; the user interface turns them into sentences. An event names its audience. If an audience may
know only a part, there are two events: one for the seats that know everything and one for all others. Names of places
and pieces use public facts only: the number of a play, the number of a spy, the position in a seat's own hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Audience:
    """The audience of an event: some seats only, or all seats and spectators except some seats.

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
        """Return whether the audience includes a seat (None for a spectator)."""
        return (seat in self.seats) != self.but


EVERYBODY = Audience()
"""All seats and all spectators."""


def only(*seats: int) -> Audience:
    """Return the audience of these seats only."""
    return Audience(frozenset(seats), but=False)


def all_but(*seats: int) -> Audience:
    """Return the audience of all seats and spectators except these seats."""
    return Audience(frozenset(seats))


@dataclass(frozen=True, slots=True)
class Movement:
    """A move of one piece, or of several equal pieces, from one place to another.

    Attributes
    ----------
    kind
        The kind of piece: `card`, `crown`, `coins`.
    piece
        The name of the piece at its target, as in the scene.
    source, target
        The ids of the places, as in the scene.
    face
        The id of the component that the audience sees, None for a piece that is face down.
    count
        The number of pieces.

    Examples
    --------
    >>> print(Movement("card", "play:17", "hand:2", "domain:0", face="hare.noble"))
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
        """Return the movement as it appears in a log."""
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
    """One effect of a move.

    Attributes
    ----------
    id
        The kind of event, in lower case with hyphens: `play`, `year-ends`.
    args
        Ids and numbers that JSON can hold; `seat` is the acting seat, if there is one.
    steps
        The pieces that moved, in order.
    audience
        Who may see the event.
    """

    id: str
    args: Mapping[str, Any] = field(default_factory=dict)
    steps: Sequence[Movement] = ()
    audience: Audience = EVERYBODY

    def as_dict(self) -> dict[str, Any]:
        """Return the event as it appears in a log."""
        return {"id": self.id, "args": dict(self.args), "steps": [step.as_dict() for step in self.steps]}
