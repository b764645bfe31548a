"""Starts of a first match without a fresh deal: a position of another match, or a shared deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from courtly.engine.play.origin import Origin
from courtly.engine.play.position import BranchPoint, Position, deal_key
from courtly.tables.seating import SeatChoice
from courtly.tables.store.rows import StartRow

OTHERS = "courtier"
"""The bot that replaces the other players of the original match."""

OPEN = "open"
"""The choice that leaves the other seats open instead of filling them with bots."""


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a table's first match.

    Attributes
    ----------
    key
        The key that identifies the deal; see `deal_key`.
    origin
        The match and the move that the start comes from.
    position
        The deal, the seed and the moves to replay.
    luck
        The seed of the bots, None for a new seed. All players of a shared deal get the same seed.
    shared
        The id of the shared deal or deal of the day that is played, None without one.
    """

    key: str
    origin: Origin
    position: Position = field(repr=False)
    luck: int | None = field(default=None, repr=False)
    shared: str | None = None

    def data(self) -> dict[str, Any]:
        """Return the fields for the first entry of the table, except deal and seed."""
        return {
            "key": self.key,
            "origin": self.origin.as_dict(),
            "moves": list(self.position.moves),
            "luck": self.luck,
            "shared": self.shared,
        }

    def row(self, player: str) -> StartRow:
        """Return the row that the store keeps for the player's table."""
        return StartRow(self.key, self.shared, player)


def start_from(place: BranchPoint) -> Start:
    """Return the start that continues from a branch point; raise `BadMoment` if play cannot continue there."""
    return Start(deal_key(place.match), place.origin(), place.position())


def seats_with(players: int, own: int, other: str) -> list[SeatChoice]:
    """Return the seats of a table: one player in seat `own`, and bots of one kind or open seats in all others."""
    rest = SeatChoice(kind="open") if other == OPEN else SeatChoice(kind="bot", bot=other)
    return [SeatChoice(kind="me") if seat == own else rest for seat in range(players)]
