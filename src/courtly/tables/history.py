"""The history of a player: matches, results, recurring mistakes, the JSON export, and deletion of the account.

Results are written together with the end of a match, and decision costs together with its review. When a server starts,
a background task adds the results of matches that an earlier version stored without them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from statistics import NormalDist
from typing import Any

from courtly.engine.errors import CourtlyError
from courtly.environment import environment
from courtly.review import BadReview, Review, read_review
from courtly.review.reviewing import shares
from courtly.scene.parts import words_of
from courtly.tables.background import retry_when_unavailable
from courtly.tables.journal import Player, identity
from courtly.tables.ratings import season_name
from courtly.tables.state import TableState
from courtly.tables.store import blocks, events, players, ratings, reads, reports
from courtly.tables.store.outbox import devices_of
from courtly.tables.store.players import MATCHES_PAGE, Against, KindCost
from courtly.tables.store.rows import Cost, Device, MatchRow, ResultRow, Share
from courtly.tables.store.shares import of_maker
from courtly.tables.store.store import Store

FORMAT = "courtly-player/1"
"""The version of the export document."""

LEAST_DECISIONS = 20
"""A mistake needs at least this many decisions of its kind, and at least this many of all other kinds together."""

LEAST_COST = 0.005
"""The smallest reported difference between mean costs: 0.005 of a victory."""

DEVIATIONS = 1.96
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Victories in a row: the present streak and the longest."""

    present: int
    longest: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of decision that costs a player significantly more than their other decisions.

    `cost` is the mean over `decisions` decisions, and `low` to `high` its 95 % interval. `others` is the mean over the
    player's other decisions. All are shares of a victory.
    """

    game: str
    kind: str
    decisions: int
    cost: float
    low: float
    high: float
    others: float


@dataclass(frozen=True, slots=True)
class Played:
    """The content of a player's page: one page of matches, newest first, and statistics over all matches."""

    matches: Sequence[Sequence[ResultRow]]
    count: int
    won: int
    streak: Streak
    against: Sequence[Against]
    reviewed: int
    mistakes: Sequence[Mistake]


def results_of(state: TableState, match: int, finished: datetime) -> list[ResultRow]:
    """Return the results of a match of a table, one for each seat.

    A match has no results if it was stopped early, or if its deal was not fresh: a player may have known the cards.
    A player who has forfeited has lost, even if the stand-in wins.
    """
    played = state.played[match - 1]
    if not played.match.is_over or state.is_from_elsewhere(match):
        return []
    scores, parts = played.match.scores(), shares(played.match)
    return [
        ResultRow(
            table=state.table,
            match=match,
            seat=number,
            player=seat.player,
            name=seat.name,
            bot=seat.bot,
            game=state.game,
            score=int(scores[number]),
            share=0.0 if number in played.forfeited else parts[number],
            finished=finished,
        )
        for number, seat in enumerate(played.seats)
    ]


def finished_row(before: TableState, after: TableState, at: datetime) -> MatchRow | None:
    """Return the row of the match that ended between two states, for lists; None if no match ended."""
    if after.status != "over" or before.status == "over" or after.match is None:
        return None
    record = after.match.record()
    kept: dict[str, Any] = {key: record[key] for key in ("game", "origin", "seats", "result") if key in record}
    kept["substituted"] = sorted(after.played[-1].substituted)
    return MatchRow(after.table, after.number, at, kept, results_of(after, after.number, at))


def costs_of(review: Review) -> list[Cost]:
    """Return the costs of the decisions of a review, by seat and kind.

    Skip decisions without a choice, and decisions of stand-ins.
    """
    kinds = words_of(review.game).decision
    found: dict[tuple[int, str], list[float]] = defaultdict(list)
    for each in review.decisions:
        if each.choices > 1 and not each.by_stand_in:
            found[each.seat, kinds(each.move, each.seat)].append(each.cost)
    return [
        Cost(seat, kind, len(costs), sum(costs), sum(cost * cost for cost in costs))
        for (seat, kind), costs in sorted(found.items())
    ]


def streak_of(won: Iterable[bool]) -> Streak:
    """Return the streaks of a series of matches, oldest first.

    Examples
    --------
    >>> streak_of([True, True, False, True])
    Streak(present=1, longest=2)
    """
    present = longest = 0
    for each in won:
        present = present + 1 if each else 0
        longest = max(longest, present)
    return Streak(present, longest)


def mistakes_of(costs: Sequence[KindCost]) -> list[Mistake]:
    """Return the kinds of decisions that cost a player more than the game's other kinds, most expensive first.

    A kind is returned only if the confidence interval of the difference between the two means is above 0. The
    intervals hold with 95 % for all kinds of a game together (Bonferroni correction).
    """
    found = []
    for one in costs:
        kinds = [each for each in costs if each.game == one.game]
        rest = [each for each in kinds if each.kind != one.kind]
        if (mistake := _mistake(one, rest, _quantile(len(kinds)))) is not None:
            found.append(mistake)
    return sorted(found, key=lambda each: (each.others - each.cost, each.game, each.kind))


def _mistake(one: KindCost, rest: Sequence[KindCost], deviations: float) -> Mistake | None:
    others = KindCost(one.game, "", *(sum(getattr(each, name) for each in rest) for name in ("decisions", *_SUMS)))
    if min(one.decisions, others.decisions) < LEAST_DECISIONS:
        return None
    mean, error = _mean(one)
    other_mean, other_error = _mean(others)
    more = mean - other_mean
    if more < LEAST_COST or more <= deviations * math.hypot(error, other_error):
        return None
    width = DEVIATIONS * error
    return Mistake(one.game, one.kind, one.decisions, mean, max(0.0, mean - width), mean + width, other_mean)


_SUMS = ("total", "squares")


def _mean(costs: KindCost) -> tuple[float, float]:
    """Return the mean cost and its standard error."""
    mean = costs.total / costs.decisions
    variance = max(0.0, costs.squares - costs.decisions * mean * mean) / (costs.decisions - 1)
    return mean, math.sqrt(variance / costs.decisions)


def _quantile(kinds: int) -> float:
    """Return half the width, in standard errors, of an interval that covers 95 % for all comparisons together."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, kinds))


class History:
    """The stored history of players' matches.

    Parameters
    ----------
    store
        The store that holds the history.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def played(self, player: Player, *, page: int = 0) -> Played:
        """Return the content of a player's page."""
        results = await self._store.read(players.results_of, player.id)
        costs = await self._store.read(players.costs_of, player.id)
        won = [share > 0 for _, share in results]
        return Played(
            matches=await self._store.read(players.matches_of, player.id, page=page),
            count=len(results),
            won=sum(won),
            streak=streak_of(won),
            against=await self._store.read(players.against_bots, player.id),
            reviewed=sum(each.decisions for each in costs),
            mistakes=mistakes_of(costs),
        )

    async def export(self, player: Player) -> dict[str, Any]:
        """Return all stored data of a player as JSON, except other players' talk and notes, and hidden cards."""
        matches = [match for page in range(await self._pages(player)) for match in await self._page(player, page)]
        return {
            "format": FORMAT,
            "at": environment().now().isoformat(timespec="seconds"),
            "player": {
                "id": player.id,
                "name": player.name,
                "colour": player.colour,
                "created": player.created.isoformat(),
                "has_recovery_link": player.recovery is not None,
            },
            "matches": matches,
            "acts": await self._store.read(players.acts_of, player.id),
            **await self._store.read(players.writings_of, player.id),
            "devices": [_serialize_device(device) for device in await self._store.read(devices_of, player.id)],
            "links": [_serialize_share(share) for share in await self._store.read(of_maker, player.id)],
            "blocks": [
                {"kind": block.kind, "name": block.name, "made": block.made.isoformat()}
                for block in await self._store.read(blocks.of_player, player.id)
            ],
            "reports": [
                {"about": one.reported_name, "reason": one.reason, "text": one.text, "made": one.made.isoformat()}
                for one in await self._store.read(reports.of_reporter, player.id)
            ],
            "costs": [
                {"game": each.game, "kind": each.kind, "decisions": each.decisions, "total": each.total}
                for each in await self._store.read(players.costs_of, player.id)
            ],
            "events": await self._store.read(events.export_of, player),
            "ratings": [
                {**pool._asdict(), "season": season_name(pool.season), "mu": rating.mu, "sigma": rating.sigma}
                for pool, rating in await self._store.read(ratings.of_player, player.id)
            ],
        }

    async def _pages(self, player: Player) -> int:
        return -(-len(await self._store.read(players.results_of, player.id)) // MATCHES_PAGE)

    async def _page(self, player: Player, page: int) -> list[dict[str, Any]]:
        return [
            _serialize_match(match, player.id)
            for match in await self._store.read(players.matches_of, player.id, page=page)
        ]

    async def load_unfinished(
        self, until_warm: Callable[[str], Awaitable[None]], state_of: Callable[[str], Awaitable[TableState]]
    ) -> None:
        """Add the results and costs of matches that ended before results were stored."""
        for table, match, game in await retry_when_unavailable(lambda: self._store.read(players.without_results)):
            # Skip a table that cannot be replayed: it has no results.
            with suppress(CourtlyError):
                await until_warm(game)
                state = await state_of(table)
                finished = await self._store.read(players.finished_at, table, match)
                if finished is not None and (results := results_of(state, match, finished)):
                    await self._store.write_at(table, players.put_results, results)
                    await self._add_costs(table, match)

    async def _add_costs(self, table: str, match: int) -> None:
        document = await self._store.read(reads.review, table, match)
        if document is not None:
            with suppress(BadReview):
                await self._store.write_at(table, players.put_costs, match, costs_of(read_review(document)))

    async def leave(self, player: Player, left: Callable[[str], Awaitable[None]]) -> None:
        """Remove a player from all tables and delete the player; `left` is called after each table."""
        gone = identity(player.id)
        for table in await self._store.read(players.tables_of, player.id):
            await self._store.leave_table(table, player.id, gone)
            await left(table)
        await self._store.write(players.leave, player.id)


def _serialize_match(results: Sequence[ResultRow], player: str) -> dict[str, Any]:
    first = results[0]
    return {
        "table": first.table,
        "match": first.match,
        "game": first.game,
        "finished": first.finished.isoformat(),
        "seat": next(each.seat for each in results if each.player == player),
        "seats": [{"name": each.name, "bot": each.bot, "score": each.score, "share": each.share} for each in results],
    }


def _serialize_device(device: Device) -> dict[str, Any]:
    """Return a device without its keys."""
    subscription = device.subscription
    return {
        "created": device.created.isoformat(),
        "kind": subscription.kind,
        "endpoint": subscription.endpoint,
        "lang": subscription.lang,
        "zone": subscription.zone,
        "quiet": device.quiet,
    }


def _serialize_share(share: Share) -> dict[str, Any]:
    return {**asdict(share.aim), "made": share.made.isoformat()}
