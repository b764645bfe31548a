"""The other people at a table: players with a seat, and writers in the chat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from courtly.engine.sentences import said
from courtly.tables.access import Access
from courtly.tables.blocks import Blocks
from courtly.tables.journal import Player, is_gone
from courtly.tables.refusals import NotNow
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.store.blocks import BlockKind
from courtly.tables.store.store import Store

MAX_LINES = 50
"""The number of the last lines of table talk whose writers belong to the company of a table."""


@dataclass(frozen=True, slots=True)
class Companion:
    """Another person at a table, as one viewer may know them.

    Attributes
    ----------
    handle
        The name of the person in the viewer's forms.
    player
        The id of the person. It must not leave the server.
    name
        The name of a person with a seat, now or in the last match; empty for a spectator.
    seat
        The present seat of the person, None without one.
    text, phrase
        The last line of a spectator.
    kind
        Whether the viewer has blocked or muted the person.
    """

    handle: str
    player: str
    name: str
    seat: int | None = None
    text: str | None = None
    phrase: str | None = None
    kind: BlockKind | None = None


class Company:
    """Finds the other people at a table."""

    def __init__(self, store: Store, access: Access, blocks: Blocks) -> None:
        self._store, self._access, self._blocks = store, access, blocks

    async def of_table(self, viewer: Player, table: str) -> list[Companion]:
        """Return the other people at a table.

        Raises
        ------
        NoSuchTable
            The viewer may not see the table.
        """
        state = (await self._access.actor(viewer, table)).state
        kinds = {block.other: block.kind for block in await self._blocks.of_player(viewer)}
        found = _seated(state)
        if await self._access.may_read_talk(viewer, state):
            for line in (await self._store.read(reads.lines, table))[-MAX_LINES:]:
                if line.sender not in found or not found[line.sender].name:
                    found[line.sender] = Companion("", line.sender, "", None, line.text, line.phrase)
        return [
            replace(one, handle=self._blocks.handle(viewer, player), kind=kinds.get(player))
            for player, one in found.items()
            if player != viewer.id
        ]

    async def find(self, viewer: Player, table: str, handle: str) -> Companion:
        """Return the person of a handle at a table.

        Raises
        ------
        NotNow
            The person is not at the table any more.
        """
        found = next((one for one in await self.of_table(viewer, table) if one.handle == handle), None)
        if found is None:
            raise NotNow(said("this person is no longer at the table"), given=handle, where="whom")
        return found


def _seated(state: TableState) -> dict[str, Companion]:
    """Return the players with a seat, now or in the last match, by id."""
    former = [(None, seat) for seat in (state.played[-1].seats if state.played else ())]
    return {
        seat.player: Companion("", seat.player, seat.name, number)
        for number, seat in [*former, *enumerate(state.seats)]
        if seat.player is not None and not is_gone(seat.player)
    }
