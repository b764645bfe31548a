"""Table talk, and the private notes of players on tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from courtly.engine.sentences import said
from courtly.tables import audience
from courtly.tables.access import Access
from courtly.tables.blocks import Blocks
from courtly.tables.journal import Line, Player
from courtly.tables.refusals import NotAllowed
from courtly.tables.store import reads, writes
from courtly.tables.store.store import Store
from courtly.tables.values import storable
from courtly.tables.word_filter import WordFilter

LINE_LENGTH = 500


class Talk:
    """Keeps the lines of table talk and the notes."""

    def __init__(self, store: Store, access: Access, blocks: Blocks, words: WordFilter) -> None:
        self._store, self._access, self._blocks, self._words = store, access, blocks, words

    async def say(self, player: Player, table: str, line: Line) -> Line:
        """Add a line of table talk, and send it to all subscribers, except where a block or a mute hides it."""
        actor = await self._access.actor(player, table)
        state = actor.state
        if not state.opened.get("talk", True):
            raise NotAllowed(said("there is no chat at this table"), where="talk")
        await self._access.check_open(player, state, 0)
        seat = state.seat_of(player.id)
        if seat is None and state.status == "playing":
            raise NotAllowed(said("spectators cannot write during a match"), where="seat")
        if line.text is not None:
            line = replace(line, text=self._words.hide(line.text))
        kept, is_new = await self._store.write_at(table, writes.add_line, line)
        if is_new:
            frame = {"type": "line", **audience.serialize_line(kept, seat)}
            deaf = await self._blocks.deaf(player)
            for subscriber in list(actor.subscribers):
                if subscriber.hears and (subscriber.player is None or subscriber.player.id not in deaf):
                    subscriber.send(frame)
        return kept

    async def lines(self, player: Player | None, table: str, *, since: int = 0) -> list[dict[str, Any]]:
        """Return the lines of table talk from a number on, except those that a block or a mute hides.

        Raises
        ------
        NoSuchTable, DealInPlay, DealOpen
            The player may not see the table, or may not see one of its finished matches, which the talk may reveal.
        """
        state = (await self._access.actor(player, table)).state
        await self._access.check_open(player, state, 0)
        lines = await self._store.read(reads.lines, table, since=since)
        # The sender may have another seat by now: a rematch rotates the seats.
        unheard = await self._blocks.unheard(player)
        heard = [line for line in lines if line.sender not in unheard]
        return [audience.serialize_line(line, state.seat_of(line.sender)) for line in heard]

    async def note(self, player: Player | None, table: str, text: str | None = None) -> str:
        """Return a player's notes on a table; replace them first if `text` is given. A visitor has no notes."""
        await self._access.actor(player, table)
        if player is None:
            return ""
        if text is not None:
            await self._store.write_at(table, writes.put_note, player.id, storable(text))
        return await self._store.read(reads.note, player.id, table)
