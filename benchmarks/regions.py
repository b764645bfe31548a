"""Benchmarks of page regions: the cost of a move for a connected page, in bytes sent and in rendering time.

Random players play whole matches at a table. After every move the page is rendered for each seat and for a spectator,
and the changed regions and the viewer's acts are compressed as one frame. Each frame is compressed separately. A live
connection reuses the context of earlier frames, so it sends fewer bytes than counted here. The peer is the whole page.
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

from benchmarks.measure import Benchmark, Effort, Measurement
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Lobby, LobbyOptions, NewTable, Player, SeatChoice, build_lobby, open_store
from courtly.tables.store import writes
from courtly.tables.table_views import TableView
from courtly.text.locales import Locale
from courtly.web.parts import NO_HASHES, PartHashes
from courtly.web.render import render
from courtly.web.table_pages import is_played, match_page, match_update

T = TypeVar("T")

_MATCHES, _MOVES = 3, 100_000
"""Number of matches, and maximum moves per match. At full effort no match reaches the maximum."""

_PEER = "the whole page"


@dataclass(slots=True)
class _Costs:
    """Costs of each rendering: compressed bytes, and milliseconds."""

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


def _timed(costs: _Costs, work: Callable[[], T]) -> T:
    begun = thread_time()
    result = work()
    costs.times.append(1000 * (thread_time() - begun))
    return result


def _render(samples: _Samples, table_view: TableView, before: PartHashes) -> PartHashes:
    """Render a state as regions and as a page. Record the costs, except for the first state of a match."""
    locale = Locale("en")
    regions, pages = (samples.regions, samples.pages) if before else (_Costs(), _Costs())
    found = _timed(regions, lambda: match_update(table_view, locale, before=before))
    frame = {"acts": found.acts, "regions": found.parts.texts}
    regions.sizes.append(_packed(json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode()))
    pages.sizes.append(_packed(_timed(pages, lambda: _whole(table_view, locale))))
    return found.parts.hashes


def _whole(table_view: TableView, locale: Locale) -> bytes:
    page = match_page(table_view, locale)
    return bytes(render(page.template, page, locale.of(table_view.table.game)).body)


async def _play(samples: _Samples, lobby: Lobby, match: _Match) -> None:
    """Play a match and render each of its states for all viewers."""
    game, players, number, moves = match
    guests = [Player(f"{number}-{n}", f"P{n}", "wine", datetime.now(UTC), is_program=True) for n in range(players)]
    for guest in guests:
        await lobby.store.write(writes.add_player, guest)
    seats = [SeatChoice(kind="me"), *[SeatChoice(kind="open")] * (players - 1)]
    wanted = NewTable(command="open", game=game, seats=seats, listed=True, seed=number)
    table = await lobby.opener.open(guests[0], wanted)
    for guest in guests[1:]:
        await lobby.play.act(guest, table, {"command": "sit", "act": "sit"})
    for guest in guests:
        await lobby.play.act(guest, table, {"command": "ready", "act": "ready"})
    rng, before = random.Random(number), dict[str, PartHashes]()
    for _ in range(moves):
        for viewer in (*guests, None):
            table_view = await lobby.views.table_view(viewer, table)
            if not is_played(table_view):
                return
            name = viewer.id if viewer else "watch"
            before[name] = _render(samples, table_view, before.get(name, NO_HASHES))
        mover = table_view.table.to_move
        assert mover is not None
        state = (await lobby.views.table_view(guests[mover], table)).table
        move = rng.choice(state.legal)
        act = {"command": f"m{state.turn}", "act": "move", "match": 1, "turn": state.turn, "moves": [move]}
        await lobby.play.act(guests[mover], table, act)


@cache
def _samples(game: str, players: int, matches: int, moves: int) -> _Samples:
    samples = _Samples()

    async def run() -> None:
        with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder, Runtime(Settings()) as runtime:
            async with await open_store(Path(folder) / "tables.sqlite3") as store:
                lobby = build_lobby(store, runtime, LobbyOptions(secret=secrets.token_urlsafe(), pace=0.0))
                for number in range(matches):
                    await _play(samples, lobby, _Match(game, players, number, moves))
                await lobby.close()

    asyncio.run(run())
    return samples


def _percentile_95(costs: list[float]) -> float:
    return quantiles(costs, n=20)[18]


def _measure(
    game: str, players: int, what: Callable[[_Costs], list[float]], of: Callable[[list[float]], float], effort: Effort
) -> Measurement:
    samples = _samples(game, players, effort.of(_MATCHES), effort.of(_MOVES))
    costs = what(samples.regions)
    return Measurement(of(costs), of(what(samples.pages)), (min(costs), max(costs)))


def figures(game: str, players: int) -> list[Benchmark]:
    """Return the benchmarks of a game: median, 95th percentile and maximum of the bytes, and the rendering time."""

    def figure(name: str, unit: str, what: Callable[[_Costs], list[float]], of: Callable[[list[float]], float],
               bar: float) -> Benchmark:  # fmt: skip
        measure = partial(_measure, game, players, what, of)
        return Benchmark(name=f"{game}.regions{name}", unit=unit, measure=measure, peer=_PEER, bar=bar)

    def sizes(costs: _Costs) -> list[float]:
        return costs.sizes

    return [
        figure("", "bytes", sizes, median, 1500),
        figure(".p95", "bytes", sizes, _percentile_95, 5000),
        figure(".most", "bytes", sizes, max, 16_000),
        figure(".time", "ms", lambda costs: costs.times, median, 2),
    ]
