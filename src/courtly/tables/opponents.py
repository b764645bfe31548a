"""Finding opponents: strangers with the same wish meet at one listed table, whose match begins by itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from courtly.engine.contract.game import find_game
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.actor import Actor
from courtly.tables.acts import checks
from courtly.tables.errors import BrokenTable, NoSuchTable
from courtly.tables.journal import Head, Player
from courtly.tables.memory import Memory
from courtly.tables.opener import Opener
from courtly.tables.opening import NewTable
from courtly.tables.play import Play
from courtly.tables.presence import Presence
from courtly.tables.refusals import NotAllowed, NotNow, Reused, SeatTaken, TooMany
from courtly.tables.seating import SeatChoice
from courtly.tables.store import reads
from courtly.tables.store.errors import Conflict
from courtly.tables.store.store import Store

Pace = Literal["relaxed", "quick", "days"]

PACES: Mapping[Pace, dict[str, Any]] = {
    "relaxed": {"clock": None, "minder": {"bot": "courtier", "after": 300}},
    "quick": {
        "clock": {"kind": "bank", "seconds": 300, "increment": 10},
        "minder": {"bot": "courtier", "after": 60},
    },
    "days": {"clock": {"kind": "days", "days": 3}, "minder": {"bot": "courtier", "after": None}},
}
"""The clock and the stand-in of each pace, as a request for a new table has them."""

ATTEMPTS = 20
"""The number of looks at the waiting tables. Each further look means that another player was faster."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player looks for.

    Attributes
    ----------
    seats
        The number of seats, None for any.
    """

    game: str
    pace: Pace = "relaxed"
    seats: int | None = None


def seat_numbers(game: str) -> range:
    """Return the numbers of seats that a game can have."""
    option = next(each for each in find_game(game).rules.options.described() if each.name == "players")
    return range(option.least, option.most + 1)


class Opponents:
    """Finds opponents for players, and counts the players who wait for some."""

    def __init__(self, store: Store, tables: Memory, opener: Opener, play: Play, presence: Presence) -> None:
        self._store, self._tables = store, tables
        self._opener, self._play, self._presence = opener, play, presence

    async def find(self, player: Player, wish: Wish, command: str) -> str:
        """Return the table where a player plays or waits for opponents; a repeated command returns the first table.

        A player who waits with others at a fitting table stays there. Else the player joins the oldest fitting one, and
        opens a table only if there is none.

        Raises
        ------
        NotAllowed
            A program asks: all others look for people.
        UnknownGame, BadOption, TooMany, StoreError
            See `Opener.open`.
        """
        if player.is_program:
            message = said("only people can look for opponents; a program can open a table")
            raise NotAllowed(message, where="Authorization", allowed=said("a person"))
        for _ in range(ATTEMPTS):
            if (first := await self._store.read(reads.sent, player.id, command)) is not None:
                return first[0]
            known = await self._store.read(reads.meetings, wish.game)
            apart = await self._play.apart(player)
            heads = [head for head in known if apart.isdisjoint(_players(head))]
            # The table where the player waits with others comes first. A player who waits alone goes to an older table.
            for head in sorted(heads, key=lambda head: not (_has(head, player) and _people(head) > 1)):
                if await self._joined(player, head, wish, command):
                    alone = [other for other in heads if other != head and _has(other, player) and _people(other) == 1]
                    await self._leave(player, alone, wish)
                    return head.table
            with suppress(Conflict):
                return await self._open(player, wish, command, known={head.table for head in known})
        message = said("too many players look for opponents at the same moment; try again")
        raise TooMany(message, seconds=1.0)

    async def _joined(self, player: Player, head: Head, wish: Wish, command: str) -> bool:
        """Return whether a player has a seat at a waiting table; take one if the table fits the wish."""
        with suppress(NoSuchTable, BrokenTable):
            actor = await self._tables.find(head.table)
            # Another process may have written the last entries, and its notice may still be on the way.
            await actor.catch_up(head.version)
            if not self._fits(actor, player, wish):
                return False
            if actor.state.seat_of(player.id) is None:
                # The table may fill or close at this moment, a blocked person may sit down, or the same request may be
                # faster: then look further.
                with suppress(SeatTaken, NotNow, NotAllowed, Reused):
                    await self._play.act(player, head.table, {"command": command, "act": "sit"})
            return actor.state.seat_of(player.id) is not None
        return False

    async def _leave(self, player: Player, heads: Sequence[Head], wish: Wish) -> None:
        """Leave the tables where a player has waited alone for the same wish."""
        for head in heads:
            with suppress(NoSuchTable, BrokenTable, NotAllowed, NotNow):
                if self._fits(await self._tables.find(head.table), player, wish):
                    body = {"command": environment().token(12), "act": "leave"}
                    await self._play.act(player, head.table, body)

    def _fits(self, actor: Actor, player: Player, wish: Wish) -> bool:
        """Return whether a table has the pace of a wish, and a person is there; with days for each move, none must."""
        self._presence.recall(actor)
        state = actor.state
        if not state.is_meeting or state.opened.get("clock") != PACES[wish.pace]["clock"]:
            return False
        if wish.seats is not None and len(state.seats) != wish.seats:
            return False
        if state.seat_of(player.id) is not None:
            return True
        if not checks.open_seats(state):
            return False
        return not state.is_live_meeting or bool(self._here(actor))

    def _here(self, actor: Actor) -> list[str]:
        """Return the ids of the present players with a seat at a table."""
        state = actor.state
        away = state.away(actor.here(), environment().now())
        return [seat.player for n, seat in enumerate(state.seats) if seat.player is not None and n not in away]

    async def _open(self, player: Player, wish: Wish, command: str, *, known: set[str]) -> str:
        count = seat_numbers(wish.game)[0] if wish.seats is None else wish.seats
        # The first seat begins in some games, so the host must not always have it.
        own = environment().random_bits(32) % max(count, 1)
        seats = [SeatChoice(kind="me" if n == own else "open") for n in range(count)]
        wanted = NewTable(command=command, game=wish.game, seats=seats, listed=True, **PACES[wish.pace])
        return await self._opener.open(player, wanted, known=known)

    async def waiting(self) -> Counter[str]:
        """Return the number of present players who wait for opponents, by game; a player counts once for each game."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for head in await self._store.read(reads.meetings):
            # A table that is not in memory has no players here; the other processes have sent notices of their players.
            actor = self._tables.get(head.table)
            here = self._presence.elsewhere(head.table).union([] if actor is None else self._here(actor))
            found[head.game] |= here & {seat.player for seat in head.seats if seat.player is not None}
        return Counter({game: len(players) for game, players in found.items()})


def _has(head: Head, player: Player) -> bool:
    return player.id in _players(head)


def _people(head: Head) -> int:
    return len(_players(head))


def _players(head: Head) -> list[str]:
    return [seat.player for seat in head.seats if seat.player is not None]
