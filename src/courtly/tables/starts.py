"""What the first match of a table begins with where it is not dealt afresh: a position, a deal that others play too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from courtly.engine.play.origin import Origin
from courtly.engine.play.position import Place, Position, deal_key
from courtly.tables.seating import SeatChoice
from courtly.tables.store.rows import StartRow

OTHERS = "courtier"
"""The bot that plays where somebody else sat in the other match."""

OPEN = "open"
"""What is chosen in place of a bot where others shall sit down."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a table's first match begins with.

    Attributes
    ----------
    key
        What tells the deal from any other; see `deal_key`.
    luck
        The seed of the bots, where everybody who plays the deal shall meet the same luck.
    shared
        The id of the shared deal or day that this is a try at, None for none.
    """

    key: str
    origin: Origin
    position: Position = field(repr=False)
    luck: int | None = field(default=None, repr=False)
    shared: str | None = None

    def data(self) -> dict[str, Any]:
        """Return what the first entry of the table keeps of it, beside deal and seed."""
        return {
            "key": self.key,
            "origin": self.origin.as_dict(),
            "moves": list(self.position.moves),
            "luck": self.luck,
            "shared": self.shared,
        }

    def row(self, player: str) -> StartRow:
        """Return what the store keeps of it for the table of a player."""
        return StartRow(self.key, self.shared, player)


def start_from(place: Place) -> Start:
    """Return what a match begins with that is played on from a place; raise `BadMoment` where there is nothing to."""
    return Start(deal_key(place.match), place.origin(), place.position())


def seats_with(players: int, own: int, other: str) -> list[SeatChoice]:
    """Return the seats of a table at which somebody plays with bots of one kind, or with whoever comes."""
    beside = SeatChoice(kind="open") if other == OPEN else SeatChoice(kind="bot", bot=other)
    return [SeatChoice(kind="me") if seat == own else beside for seat in range(players)]
