"""Read-only links to finished matches. A participant makes a link; its followers see that match and nothing else.

Followers get no table id, no talk and no other match. In a link without names the seats are numbered.
"""

from __future__ import annotations

from dataclasses import replace

from courtly.engine.errors import BadMoment, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables import audience
from courtly.tables.access import Access
from courtly.tables.codes import SHARE_LENGTH, Codes
from courtly.tables.document import SeatDocument, TableDocument
from courtly.tables.fields import Seat
from courtly.tables.journal import Player
from courtly.tables.memory import Memory
from courtly.tables.refusals import NoSuchShare, NotAllowed, TooMany
from courtly.tables.state import TableState
from courtly.tables.store import shares
from courtly.tables.store.rows import Aim, Share
from courtly.tables.store.store import Store
from courtly.tables.table_views import FinishedMatch, MatchView, TableView
from courtly.tables.values import is_plain

PLAYER = "Player"
"""The name of a seat in a link without names, before its number from 1."""

MAX_SHARES = 200
"""The largest number of links per player."""


class Sharing:
    """The read-only links of a store, which keeps the keyed hashes of their codes."""

    def __init__(self, store: Store, runtime: Runtime, codes: Codes, access: Access, tables: Memory) -> None:
        self._store, self._runtime = store, runtime
        self._codes, self._access, self._tables = codes, access, tables

    async def make(self, player: Player, aim: Aim) -> Share:
        """Make a link to a match of a table, or return the player's existing link with the same target.

        Raises
        ------
        NoSuchTable, NotOver, NotAllowed, BadMoment, DealInPlay, DealOpen
            The player may not see the match, or may not share it.
        TooMany
            The player has too many links.
        """
        own = await self._own(player, aim)
        if (known := next((each for each in own if each.aim == aim), None)) is not None:
            return known
        if len(own) >= MAX_SHARES:
            message = said("you already have {count} links to matches; withdraw some first", count=len(own))
            raise TooMany(message, given=len(own), where="links", allowed=str(MAX_SHARES))
        nonce = environment().token(16)
        made = Share(aim, self._codes.hash_of(self._codes.of_share(nonce)), nonce, player.id, environment().now())
        await self._store.write_at(made.aim.table, shares.add, made)
        return made

    async def _own(self, player: Player | None, aim: Aim) -> list[Share]:
        """Return all links of a player, newest first; raise if the player may not share a match."""
        state, _ = await self._access.finished(player, aim.table, aim.match)
        return await self._store.read(shares.of_maker, check_shareable(state, player, aim).id)

    def code_of(self, share: Share) -> str:
        """Return the code of a link, to show to its maker."""
        return self._codes.of_share(share.nonce)

    async def of_match(self, player: Player | None, aim: Aim) -> list[Share]:
        """Return the links that a player has made to a match, newest first; raise the errors of `make`."""
        own = await self._own(player, aim)
        return [share for share in own if (share.aim.table, share.aim.match) == (aim.table, aim.match)]

    async def withdraw(self, player: Player, code: str) -> None:
        """Delete a link of a player; its code leads to no match any more.

        Raises
        ------
        NoSuchShare
            The player has no link with this code.
        """
        if not await self._store.write(shares.withdraw, player.id, self._codes.hash_of(code)):
            raise no_link()

    async def follow(self, code: str, player: Player | None = None) -> tuple[FinishedMatch, Share]:
        """Return the match of a link as its followers see it, and the link.

        `player` is the follower, None for an unknown visitor.

        Raises
        ------
        NoSuchShare
            The link was withdrawn, or never existed.
        DealInPlay, DealOpen
            The follower is playing the deal now, or it is today's deal.
        BrokenTable
            The rules are still being compiled, or the table cannot be replayed.
        """
        found = await self._store.read(shares.find, self._codes.hash_of(code)) if is_plain(code, SHARE_LENGTH) else None
        if found is None:
            raise no_link()
        state = await self._tables.state_of(found.aim.table)
        await self._access.check_match_open(player, state, found.aim.match)
        return await self._runtime.read(lambda: finished_match_of_link(state, found.aim, code)), found


def no_link() -> NoSuchShare:
    """Return the error for a link that leads to no match; it does not give the reason."""
    return NoSuchShare(said("this link leads to no match"), where="link")


def check_shareable(state: TableState, player: Player | None, aim: Aim) -> Player:
    """Return the player who shares; raise if the match, the player or the move does not allow a link.

    Raises
    ------
    NoSuchTable, NotOver
        The table has no such match, or the match is still running or was stopped.
    NotAllowed
        The player was not at the table.
    BadMoment
        The match has no such move.
    """
    played = audience.finished(state, aim.match)
    if player is None or not state.is_participant(player.id):
        allowed = said("players of this table")
        raise NotAllowed(said("only {who} can share its matches", who=allowed), where="table", allowed=allowed)
    if aim.move is not None and not 0 <= aim.move <= played.version:
        moves = f"0 to {played.version}"
        message = said("there is no move {given}; choose from {allowed}", given=shown(aim.move), allowed=moves)
        raise BadMoment(message, given=aim.move, where="move", allowed=moves)
    return player


def finished_match_of_link(state: TableState, aim: Aim, code: str) -> FinishedMatch:
    """Return the match of a link, as its followers see it.

    Raises
    ------
    NoSuchTable, NotOver
        See `audience.finished`.
    """
    match = audience.finished(state, aim.match).copy()
    seats = [_shown(seat, number, aim) for number, seat in enumerate(state.played[aim.match - 1].seats)]
    table = replace(TableDocument.of_match(match, seats, "watch"), watchers=True)
    shown_match = MatchView(1, seats, None, match.view(None), match.log(None), is_over=True)
    return FinishedMatch(TableView(table=table, match=shown_match), match, code=code)


def _shown(seat: Seat, number: int, aim: Aim) -> SeatDocument:
    """Return a seat as a link shows it. Without names, the seat gets a number; bots are shown as bots in any case."""
    named = seat if aim.named else replace(seat, name=f"{PLAYER} {number + 1}", colour=None)
    return named.document(present=True)
