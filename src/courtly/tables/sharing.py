"""Read-only links to finished matches: whoever was at the table makes them, whoever has one sees that match alone.

What a follower is given holds neither the table's id nor its talk, nor any other match; without names its seats are
numbered.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from courtly.engine.errors import BadMoment, shown
from courtly.engine.sentences import said
from courtly.tables import audience
from courtly.tables.actor import now
from courtly.tables.codes import SHARE_LENGTH, Codes
from courtly.tables.journal import Player
from courtly.tables.looking import Look, MatchLook, Past
from courtly.tables.refusals import NoSuchShare, NotAllowed, TooMany
from courtly.tables.state import Seat, TableState
from courtly.tables.store.rows import Aim, Share
from courtly.tables.store.store import Store
from courtly.tables.values import is_plain

PLAYER = "Player"
"""What a seat is called, with its number from 1, in a link without names."""

MOST_SHARES = 200
"""Links of one person, at most."""


class Sharing:
    """The read-only links of a store.

    Parameters
    ----------
    store
        Where they are kept, by the keyed hashes of their codes.
    codes
        How codes are derived.
    """

    def __init__(self, store: Store, codes: Codes) -> None:
        self._store, self._codes = store, codes

    async def make(self, player: Player, state: TableState, aim: Aim) -> Share:
        """Make a link to a match of a table, or return the one that its maker has to the same already.

        Raises
        ------
        NoSuchTable, NotOver
            There was no such match, it is still running, or was stopped.
        NotAllowed
            They were not at the table.
        BadMoment
            The match had fewer moves.
        TooMany
        """
        check_shareable(state, player, aim)
        own = await self._store.shares_of(player.id)
        if (known := next((each for each in own if each.aim == aim), None)) is not None:
            return known
        if len(own) >= MOST_SHARES:
            message = said("you have {count} links to matches; withdraw some", count=len(own))
            raise TooMany(message, given=len(own), where="links", allowed=str(MOST_SHARES))
        nonce = secrets.token_urlsafe(16)
        made = Share(aim, self._codes.hash_of(self._codes.of_share(nonce)), nonce, player.id, now())
        await self._store.add_share(made)
        return made

    def code_of(self, share: Share) -> str:
        """Return the code of a link, for its maker."""
        return self._codes.of_share(share.nonce)

    async def of_match(self, player: Player, table: str, match: int) -> list[Share]:
        """Return the links that somebody has made to a match, the newest first."""
        own = await self._store.shares_of(player.id)
        return [share for share in own if (share.aim.table, share.aim.match) == (table, match)]

    async def withdraw(self, player: Player, code: str) -> None:
        """Let a link of one's own lead nowhere any more.

        Raises
        ------
        NoSuchShare
            One has made none with this code.
        """
        if not await self._store.withdraw_share(player.id, self._codes.hash_of(code)):
            raise no_link()

    async def find(self, code: str) -> Share:
        """Return the link of a code.

        Raises
        ------
        NoSuchShare
            It was withdrawn, or never was.
        """
        found = await self._store.share(self._codes.hash_of(code)) if is_plain(code, SHARE_LENGTH) else None
        if found is None:
            raise no_link()
        return found


def no_link() -> NoSuchShare:
    """Return the error for a link that leads nowhere, whatever the reason."""
    return NoSuchShare(said("this link leads to no match"), where="link")


def check_shareable(state: TableState, player: Player | None, aim: Aim) -> Player:
    """Return who shares; refuse what nobody may see yet, what was not one's own, and a move that there was not.

    Raises
    ------
    NoSuchTable, NotOver, NotAllowed, BadMoment
    """
    played = audience.finished(state, aim.match)
    if player is None or not state.is_home_of(player.id):
        allowed = said("whoever was at the table")
        raise NotAllowed(said("only {who} shares its matches", who=allowed), where="table", allowed=allowed)
    if aim.move is not None and not 0 <= aim.move <= played.version:
        moves = f"0 to {played.version}"
        message = said("there is no move {given}; there are {allowed}", given=shown(aim.move), allowed=moves)
        raise BadMoment(message, given=aim.move, where="move", allowed=moves)
    return player


def shared_past(state: TableState, aim: Aim, code: str) -> Past:
    """Return the match of a link as its followers see it.

    Raises
    ------
    NoSuchTable, NotOver
    """
    match = audience.finished(state, aim.match).copy()
    seats = [_shown(seat, number, aim) for number, seat in enumerate(state.played[aim.match - 1].seats)]
    table = {
        "id": "",
        "version": 0,
        "status": "over",
        "game": state.game,
        "options": match.options,
        "seats": seats,
        "you": "watch",
        "host": None,
        "clock": None,
        "clocks": None,
        "minder": None,
        "listed": False,
        "watchers": True,
        "talk": False,
        "aids": True,
        "known_deal": False,
        "origin": None,
        "promise": None,
        "match": 1,
        "turn": match.version,
        "to_move": None,
        "view": match.view(None),
    }
    shown_match = MatchLook(1, seats, None, match.view(None), match.log(None), is_over=True)
    return Past(Look(table=table, match=shown_match), match, code=code)


def _shown(seat: Seat, number: int, aim: Aim) -> dict[str, Any]:
    """Return a seat as a link shows it; a bot is one either way."""
    named = seat if aim.named else replace(seat, name=f"{PLAYER} {number + 1}", colour=None)
    return audience.shown_seat(named, present=True)
