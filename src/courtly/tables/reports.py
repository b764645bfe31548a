"""Reports of players about other players, for the operator of the server."""

from __future__ import annotations

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.access import Access
from courtly.tables.blocks import Blocks
from courtly.tables.company import Companion
from courtly.tables.journal import Line, Player
from courtly.tables.refusals import BadAct
from courtly.tables.state import TableState
from courtly.tables.store import reads, reports
from courtly.tables.store.reports import Report, ReportedLine
from courtly.tables.store.store import Store
from courtly.text.languages import marked

REASONS = {
    "insults": marked("Insults or threats"),
    "spam": marked("Advertising or spam"),
    "stalling": marked("Holds up the match on purpose"),
    "cheating": marked("Cheating"),
    "name": marked("Offensive name"),
    "other": marked("Something else"),
}
"""The reasons for a report."""

TEXT_LENGTH = 1000
"""The largest number of characters that a reporter can write."""

MAX_LINES = 20
"""The number of the last lines of table talk in a report."""


class Reports:
    """Takes reports of players."""

    def __init__(self, store: Store, access: Access, blocks: Blocks, *, is_on: bool = True) -> None:
        self._store, self._access, self._blocks = store, access, blocks
        self.is_on = is_on

    async def lines(self, player: Player, table: str) -> list[tuple[Line, int | None]]:
        """Return the last lines of table talk that a player could see, with the present seats of their senders.

        Own blocks and mutes hide none of them.
        """
        state = (await self._access.actor(player, table)).state
        if not await self._access.may_read_talk(player, state):
            return []
        own = {block.other for block in await self._blocks.of_player(player)}
        hidden = await self._blocks.unheard(player) - own
        lines = await self._store.read(reads.lines, table)
        seen = [line for line in lines if line.sender not in hidden][-MAX_LINES:]
        return [(line, state.seat_of(line.sender)) for line in seen]

    async def send(self, player: Player, table: str, other: Companion, reason: str, text: str) -> Report:
        """Store a report about another person at a table, with the last lines of table talk.

        Raises
        ------
        NoSuchTable
            The player may not see the table.
        BadAct
            There is no such reason, or the text is too long.
        """
        if reason not in REASONS:
            message = said("there is no reason {given}; choose from {allowed}", given=shown(reason), allowed=_REASONS)
            raise BadAct(message, given=reason, where="reason", allowed=list(REASONS))
        if len(text) > TEXT_LENGTH:
            allowed = said("at most {most} characters", most=TEXT_LENGTH)
            raise BadAct(said("the text is too long; write {allowed}", allowed=allowed), where="text", allowed=allowed)
        state = (await self._access.actor(player, table)).state
        names = _names(state)
        report = Report(
            id=environment().token(12),
            table=table,
            match=state.number,
            reporter=player.id,
            reporter_name=player.name,
            reported=other.player,
            reported_name=await self._name(other.player, names),
            reason=reason,
            # No database stores this character.
            text=text.replace("\0", "").strip(),
            lines=[
                ReportedLine(line.sender, await self._name(line.sender, names), line.at, line.text, line.phrase)
                for line, _ in await self.lines(player, table)
            ],
            made=environment().now(),
        )
        await self._store.write(reports.add, report)
        return report

    async def _name(self, player: str, names: dict[str, str]) -> str:
        """Return the name of a player at the table, or of a spectator; remember the latter."""
        if player not in names:
            found = await self._store.read(reads.player, id=player)
            names[player] = found.name if found else ""
        return names[player]


_REASONS = listing(list(REASONS))


def _names(state: TableState) -> dict[str, str]:
    """Return the names of the players with a seat, by id."""
    return {seat.player: seat.name for seat in state.seats if seat.player is not None}
