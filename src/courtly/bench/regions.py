"""Figures of regions: the cost of a move for a connected page, in bytes on the wire and in rendering time.

Programs play a whole match at a table. After every move its page is rendered for each seat and for a spectator. The
changed regions and the viewer's acts are compressed like a frame, each frame separately. The peer is the whole page. A
live connection compresses with the context of earlier frames, so it sends fewer bytes than these figures count.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from statistics import median, quantiles
from time import thread_time
from typing import NamedTuple, TypeVar

from courtly.bench.measure import Benchmark, Effort, Measurement
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Lobby, NewTable, Player, SeatChoice, open_store
from courtly.tables.table_views import TableView
from courtly.text.locales import Locale
from courtly.web.region_hashes import NO_HASHES, RegionHashes
from courtly.web.render import render
from courtly.web.table_pages import is_played, match_page, match_regions

T = TypeVar("T")

_MATCHES, _MOVES = 3, 100_000
"""Matches, and the limit of moves in each. No match has that many, so with full effort matches are complete."""

_PEER = "the whole page"


@dataclass(slots=True)
class _Costs:
    """Cost of each state for each audience: bytes and milliseconds."""

    sizes: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


class _Match(NamedTuple):
    """The match to play: a game, its seats, the match number, and a limit of moves."""

    game: str
    players: int
    number: int
    moves: int


@dataclass(slots=True)
class _Samples:
    regions: _Costs = field(default_factory=_Costs)
    pages: _Costs = field(default_factory=_Costs)


def _packed(data: bytes) -> int:
    return len(zlib.compress(data, 6, -15))


def _timed(costs: _Costs, draw: Callable[[], T]) -> T:
    begun = thread_time()
    drawn = draw()
    costs.times.append(1000 * (thread_time() - begun))
    return drawn


def _draw(samples: _Samples, look: TableView, before: RegionHashes) -> RegionHashes:
    """Render a state as regions and as a page, and record the costs unless it is the first one."""
    locale = Locale("en")
    regions, pages = (samples.regions, samples.pages) if before else (_Costs(), _Costs())
    drawn = _timed(regions, lambda: match_regions(look, locale, before=before))
    told = {"acts": drawn.acts, "regions": drawn.drawing.regions}
    regions.sizes.append(_packed(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()))
    pages.sizes.append(_packed(_timed(pages, lambda: _whole(look, locale))))
    return drawn.drawing.hashes


def _whole(look: TableView, locale: Locale) -> bytes:
    page = match_page(look, locale)
    return bytes(render(page.template, page, locale.of(look.table["game"])).body)


async def _play(samples: _Samples, lobby: Lobby, match: _Match) -> None:
    """Play a match and render each of its states for all viewers."""
    game, players, number, moves = match
    guests = [Player(f"{number}-{n}", f"P{n}", "wine", datetime.now(UTC), is_program=True) for n in range(players)]
    for guest in guests:
        await lobby.store.add_player(guest)
    seats = [SeatChoice(kind="me"), *[SeatChoice(kind="open")] * (players - 1)]
    opened = await lobby.open(guests[0], NewTable(command="open", game=game, seats=seats, listed=True, seed=number))
    table = opened["id"]
    for guest in guests[1:]:
        await lobby.act(guest, table, {"command": "sit", "act": "sit"})
    for guest in guests:
        await lobby.act(guest, table, {"command": "ready", "act": "ready"})
    luck, before = random.Random(number), dict[str, RegionHashes]()  # noqa: S311 (no secret)
    for _ in range(moves):
        for locale in (*guests, None):
            look = await lobby.table_view(locale, table)
            if not is_played(look):
                return
            name = locale.id if locale else "watch"
            before[name] = _draw(samples, look, before.get(name, NO_HASHES))
        shown = (await lobby.table_view(guests[look.table["to_move"]], table)).table
        move = luck.choice(shown["view"]["legal"])
        act = {"command": f"m{shown['turn']}", "act": "move", "match": 1, "turn": shown["turn"], "moves": [move]}
        await lobby.act(guests[shown["to_move"]], table, act)


@cache
def _samples(game: str, players: int, matches: int, moves: int) -> _Samples:
    samples = _Samples()

    async def run() -> None:
        with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder, Runtime(Settings()) as runtime:
            async with await open_store(Path(folder) / "tables.sqlite3") as store:
                lobby = Lobby(store, runtime, secret=secrets.token_urlsafe(), pace=0.0)
                for number in range(matches):
                    await _play(samples, lobby, _Match(game, players, number, moves))
                await lobby.close()

    asyncio.run(run())
    return samples


def _most_of_20(costs: list[float]) -> float:
    return quantiles(costs, n=20)[18]


def _measure(
    game: str, players: int, what: Callable[[_Costs], list[float]], of: Callable[[list[float]], float], effort: Effort
) -> Measurement:
    samples = _samples(game, players, effort.of(_MATCHES), effort.of(_MOVES))
    costs = what(samples.regions)
    return Measurement(of(costs), of(what(samples.pages)), (min(costs), max(costs)))


def figures(game: str, players: int) -> list[Benchmark]:
    """Return the figures of a game: median, 95th percentile and maximum of the bytes, and the rendering time."""

    def figure(name: str, unit: str, what: Callable[[_Costs], list[float]], of: Callable[[list[float]], float],
               bar: float) -> Benchmark:  # fmt: skip
        measure = partial(_measure, game, players, what, of)
        return Benchmark(name=f"{game}.regions{name}", unit=unit, measure=measure, peer=_PEER, bar=bar)

    def sizes(costs: _Costs) -> list[float]:
        return costs.sizes

    return [
        figure("", "bytes", sizes, median, 1500),
        figure(".p95", "bytes", sizes, _most_of_20, 5000),
        figure(".most", "bytes", sizes, max, 16_000),
        figure(".time", "ms", lambda costs: costs.times, median, 2),
    ]
