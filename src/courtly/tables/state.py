"""The state of a table, as it follows from the journal.

`TableState.apply` applies entries in order, without checks: an entry was checked before it was written (see `acts`).
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from courtly.tables.acts import body_of
from courtly.tables.fields import TableFields
from courtly.tables.journal import Entry, Head, HeadSeat


class TableState(TableFields):
    """A table, as it follows from its entries so far."""

    @classmethod
    def of(cls, table: str, entries: Iterable[Entry]) -> TableState:
        """Return the state after a whole journal."""
        state = cls(table)
        for entry in entries:
            state.apply(entry)
        return state

    def apply(self, entry: Entry) -> None:
        """Apply an entry."""
        body_of(entry).apply(self, entry)
        self.entries.append(entry)

    def copy(self) -> TableState:
        """Return an independent copy, so that holders of this state are not affected by later entries."""
        twin = copy(self)
        twin.entries, twin.seats, twin.played = list(self.entries), list(self.seats), list(self.played)
        if twin.played:
            twin.played[-1] = replace(twin.played[-1], match=twin.played[-1].match.copy())
        twin.removed = set(self.removed)
        twin.codes, twin.votes = dict(self.codes), self.votes.copy()
        return twin

    def head(self) -> Head:
        """Return the summary of the table for lists."""
        return Head(
            table=self.table,
            game=self.game,
            status=self.status,
            version=self.version,
            listed=bool(self.opened.get("listed")),
            host=self.host,
            match=self.number,
            to_move=self.to_move,
            created=self.entries[0].at,
            updated=self.entries[-1].at,
            seats=tuple(HeadSeat(seat.kind, seat.name, seat.player, seat.bot) for seat in self.seats),
            turn_since=self.turn_since if self.to_move is not None else None,
            due=self.clocks.runs_out(self.to_move) if self.clocks and self.to_move is not None else None,
        )

    @property
    def aids(self) -> bool:
        """Whether the table has hints and computed aids: by default, only if at most one seat is not a bot's."""
        given = self.opened.get("aids", True)
        return sum(seat.kind != "bot" for seat in self.seats) <= 1 if given is None else bool(given)

    def shown_match(self, player: str | None) -> int:
        """Return the number of the match on a player's page: the last match until the player agrees to a rematch."""
        seat = self.seat_of(player)
        if not self.is_rematch or seat is None or self.seats[seat].agreed:
            return self.number
        return self.number - (self.played[-1].seat_of(player) is not None)

    def has_seen(self, player: str | None, number: int) -> bool:
        """Return whether a player has played a match to its end, so that nothing of it is hidden from them."""
        played = self.played[number - 1]
        return played.match.is_over and played.seat_of(player) is not None

    def is_participant(self, player: str) -> bool:
        """Return whether a player may always see the table: the host, and all present and former players."""
        if player == self.host or self.seat_of(player) is not None:
            return True
        return player not in self.removed and any(played.seat_of(player) is not None for played in self.played)
