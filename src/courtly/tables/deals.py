"""Deals that are played more than once: deals that a player shares by a link, and the deal of the day.

A player who has finished a deal sees the other players' results. A player who is playing a deal that they may not know
cannot see other players' finished matches with that deal: every view of a finished match calls `check_open`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from courtly.engine.play.origin import Origin
from courtly.engine.play.position import Position, deal_key
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables.opening import NewTable, with_deal
from courtly.tables.refusals import DealOpen, RoundOpen, deal_in_play
from courtly.tables.seating import SeatChoice
from courtly.tables.starts import Start
from courtly.tables.state import TableState
from courtly.tables.store import events, reads
from courtly.tables.store.rows import DealPlay
from courtly.tables.store.store import Store

_TODAYS = said("this is a deal of today, and others may still want to play it")


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal that several people play, each at their own table, in one fixed seat and against the same bots.

    Attributes
    ----------
    id
        The key in the store; never shown.
    luck
        The seed of the bots.
    key
        The key that identifies the cards; see `deal_key`.
    seat
        The seat of the player.
    seats
        The seats, in the form that `NewTable` takes.
    known_to
        The players who know the cards from the original match; they cannot play the deal.
    source
        The table and the number of the original match; None for the deal of a day.
    giver, owner
        The name and the id of the player who shared the deal.
    day
        The date of the deal of a day, such as `2026-11-23`.
    """

    id: str
    game: str
    options: Mapping[str, Any]
    deal: Mapping[str, Any] = field(repr=False)
    seed: int = field(repr=False)
    luck: int = field(repr=False)
    key: str
    seat: int
    seats: Sequence[Mapping[str, Any]]
    aids: bool
    known_to: Sequence[str] = ()
    source: tuple[str, int] | None = None
    giver: str = ""
    owner: str = ""
    day: str | None = None

    @property
    def command(self) -> str:
        """The command id with which a player opens a table for the deal. It is fixed: one table per player."""
        return f"deal-{hashlib.sha256(self.id.encode()).hexdigest()[:40]}"

    def wanted(self) -> tuple[NewTable, Start]:
        """Return the request and the start of the table for a player of the deal."""
        origin = Origin("day" if self.day else "deal", day=self.day)
        start = Start(self.key, origin, Position(self.deal, self.seed, ()), self.luck, self.id)
        seats = [SeatChoice(**seat) for seat in self.seats]
        table = NewTable(
            command=self.command, game=self.game, options=dict(self.options), seats=seats, talk=False, aids=self.aids
        )
        return with_deal(table, start), start


@dataclass(frozen=True, slots=True)
class SharedDealResult:
    """The result of one player with a shared deal.

    Attributes
    ----------
    scores
        The points of every seat; None if the match was stopped.
    place
        The rank at the player's table, from 1; equal points share a rank. 0 without a rank: the match was stopped, or
        a stand-in moved for the player.
    is_mine
        Whether it is the viewer's own result.
    is_substituted
        Whether a stand-in made a move for the player.
    """

    table: str
    match: int
    name: str
    seat: int
    scores: Sequence[int] | None
    place: int
    is_mine: bool
    is_substituted: bool = False


@dataclass(frozen=True, slots=True)
class SharedDealStanding:
    """A shared deal as one viewer may see it.

    Attributes
    ----------
    table
        The viewer's table for the deal, None without one.
    is_over
        Whether the viewer may see all results: the viewer has played the deal, was a player or a spectator of the
        original match, or the day of the deal is over.
    can_play
        Whether the viewer may still start a match with the deal.
    results
        The results of all players, best first, then those without a rank; empty before `is_over`.
    """

    table: str | None
    is_over: bool
    can_play: bool
    results: Sequence[SharedDealResult] = ()


def today() -> str:
    """Return the date in UTC."""
    return environment().now().date().isoformat()


class Deals:
    """Who may see or play deals that are played more than once, and their results."""

    def __init__(self, store: Store, runtime: Runtime) -> None:
        self._store, self._runtime = store, runtime

    async def standing(self, shared: SharedDeal, player: str | None) -> SharedDealStanding:
        """Return a shared deal as a player may see it now."""
        deal_plays = await self._store.read(reads.deal_plays, shared.id)
        own = next((one for one in deal_plays if one.player == player), None)
        is_past = shared.day is not None and shared.day < today()
        saw_source = player is not None and await self._saw_source(player, shared.known_to, shared.source)
        knows = saw_source or (own is not None and _has_played(own, shared.day))
        can_play = own is None and not saw_source and not is_past
        elsewhere = await self._store.read(reads.deals_in_play, player) if player else {}
        if shared.key in elsewhere or not (knows or (is_past and (own is None or own.is_over))):
            return SharedDealStanding(own.table if own else None, is_over=False, can_play=can_play)
        results = [
            found for one in deal_plays if (found := _result(one.table, 1, shared.seat, one.head, is_mine=one is own))
        ]
        results += await self._source_result(shared, player)
        results.sort(key=_rank)
        return SharedDealStanding(own.table if own else None, is_over=True, can_play=False, results=results)

    async def _source_result(self, shared: SharedDeal, player: str | None) -> list[SharedDealResult]:
        """Return the result of the player who shared a deal."""
        if shared.source is None:
            return []
        table, number = shared.source
        ended = [one for one in await self._store.read(reads.matches, table) if one.match == number]
        mine = player == shared.owner
        found = [_result(table, number, shared.seat, one.head, is_mine=mine) for one in ended]
        return [one for one in found if one]

    async def check_round_over(self, state: TableState, number: int) -> None:
        """Raise `RoundOpen` for a match of an event whose deal is still being played at other tables."""
        of = state.round_of
        if of is None or number != 1 or not of["has_same_deals"]:
            return
        if not await self._store.read(events.is_round_over, of["event"], of["round"]):
            message = said("other tables of this event are still playing this deal")
            raise RoundOpen(message, where="deal", allowed=said("once all tables of the round have finished"))

    async def may_compare(self, player: str | None, state: TableState, number: int) -> bool:
        """Return whether a player may see a finished match because the player has finished the same deal.

        The match must have a shared deal, or a deal of the day or of an event. After its round, an event is open.
        """
        if (of := state.round_of) is not None:
            return number == 1 and await self._store.read(events.is_round_over, of["event"], of["round"])
        if (name := state.opened.get("shared")) and number == 1:
            return await self._knows(name, player, state.opened["origin"].get("day"))
        return False

    async def _knows(self, name: str, player: str | None, day: str | None) -> bool:
        if day is not None and day < today():
            return True
        if player is None:
            return False
        if any(_has_played(one, day) for one in await self._store.read(reads.deal_plays, name, player)):
            return True
        kept = await self._store.read(reads.deal, name)
        return kept is not None and await self._saw_source(player, kept["known_to"], kept["source"])

    async def _saw_source(self, player: str, players: Collection[str], source: Sequence[Any] | None) -> bool:
        """Return whether a player may know a deal from its original match: as one of its players, or at its table."""
        return player in players or (source is not None and await self._store.read(reads.was_at, player, source[0]))

    async def check_open(self, player: str | None, state: TableState, numbers: Iterable[int]) -> None:
        """Raise if a player may not see these matches of a table now, because of their deals.

        Raises
        ------
        DealInPlay
            The player is playing one of the deals at another table.
        DealOpen
            A match has today's deal, and the player has not played that deal to its end.
        RoundOpen
            Other tables of an event still play the deal of a match.
        """
        # The player has seen the end of these matches.
        asked = [number for number in numbers if not state.has_seen(player, number)]
        if not asked:
            return
        for number in asked:
            await self.check_round_over(state, number)
        await self._check_day(player, state, asked)
        elsewhere = await self._store.read(reads.deals_in_play, player) if player else {}
        others = {key: table for key, table in elsewhere.items() if table != state.table}
        if others:
            keys = await self._runtime.read(lambda: [deal_key(state.played[number - 1].match) for number in asked])
            self.check_elsewhere(others, keys)

    @staticmethod
    def check_elsewhere(in_play: Mapping[str, str], keys: Iterable[str]) -> None:
        """Raise `DealInPlay` if one of these deals is in play at another table."""
        if (table := next((in_play[key] for key in keys if key in in_play), None)) is not None:
            raise deal_in_play(table)

    async def _check_day(self, player: str | None, state: TableState, numbers: Sequence[int]) -> None:
        origin = state.opened.get("origin", {})
        day = origin.get("day")
        if 1 not in numbers or day is None or day < today():
            return
        own = state.played[0].seat_of(player) is not None
        if not own and not await self._knows(f"day-{day}-{state.game}", player, day):
            message = said("this is a deal of today, and you have not finished it")
            raise DealOpen(message, where="deal", allowed=said("from tomorrow, or once you have played it"))

    # The store refuses a player a second seat in a deal: only the store's transaction sees the seats at all tables.

    @staticmethod
    def check_may_sit(player: str, state: TableState) -> None:
        """Raise `DealOpen` if a match has today's deal and the player is not the host."""
        day = state.opened["origin"].get("day")
        if day is not None and day >= today() and player != state.host:
            raise DealOpen(_TODAYS, where="deal", allowed=said("from tomorrow"))

    @staticmethod
    def check_may_begin(start: Start, *, has_others: bool) -> None:
        """Raise `DealOpen` if a start has today's deal and other people would see that deal."""
        if has_others and start.origin.day is not None and start.origin.day >= today():
            raise DealOpen(_TODAYS, where="deal", allowed=said("only with bots, or from tomorrow"))


def _has_played(own: DealPlay, day: str | None) -> bool:
    """Return whether a match with a shared deal is over. The deal of a day must have been played to its end."""
    return own.is_over and (day is None or (own.head is not None and "result" in own.head))


def _result(
    table: str, match: int, seat: int, head: Mapping[str, Any] | None, *, is_mine: bool
) -> SharedDealResult | None:
    """Return a result from the summary of a match; None while it is still being played."""
    if head is None:
        return None
    name = str(head["seats"][seat]["name"])
    scores = head["result"]["scores"] if "result" in head else None
    is_substituted = seat in head.get("substituted", ())
    place = 1 + sum(score > scores[seat] for score in scores) if scores and not is_substituted else 0
    return SharedDealResult(table, match, name, seat, scores, place, is_mine, is_substituted)


def _rank(result: SharedDealResult) -> tuple[int, int, int]:
    """Return the sort key of a result: the rank at its table, then the margin to the best opponent, then the points."""
    if result.scores is None or result.is_substituted:
        return (99, 0, 0)
    own = result.scores[result.seat]
    best = max((score for seat, score in enumerate(result.scores) if seat != result.seat), default=0)
    return (result.place, best - own, -own)
