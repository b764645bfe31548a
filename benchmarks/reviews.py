"""Benchmarks of finished matches: the time of a review on one core, and of the page of each move."""

from __future__ import annotations

import asyncio
import gc
import random
import secrets
import tempfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from time import thread_time

from benchmarks.measure import Benchmark, Effort, Measurement, processor_seconds
from courtly.bots import find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening
from courtly.review import Effort as ReviewEffort
from courtly.review import review
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables import Lobby, LobbyOptions, NewTable, Player, SeatChoice, build_lobby, open_store
from courtly.tables.store import writes
from courtly.text.locales import Locale
from courtly.web.render import render
from courtly.web.stepper import step_page


def figures(game: str, bars: dict[str, float], *, players: int) -> list[Benchmark]:
    """Return the figures of a game that are in `bars`, with their upper bounds."""
    measures = {"review": ("s", _review), "step": ("ms", _steps)}
    return [
        Benchmark(name=f"{game}.{name}", unit=unit, measure=partial(measure, game, players), bar=bars[name])
        for name, (unit, measure) in measures.items()
        if name in bars
    ]


def _played(game: str, players: int) -> Match:
    """Return a finished match of stewards."""
    match, bot, rng = Match(set_up(game, {"players": players}), Opening(seed=7)), find_bot("steward"), stream(7)
    while match.to_move is not None:
        match.play(bot.choose(match.knowledge(match.to_move), rng).move)
    return match


def _review(game: str, players: int, effort: Effort) -> Measurement:
    """Measure the processor time of a review, which uses one thread."""
    match = _played(game, players)
    review(match, ReviewEffort(matches=8, simulations=8))
    budget = ReviewEffort(matches=max(8, effort.of(ReviewEffort().matches)))
    times = [processor_seconds(lambda: review(match, budget)) for _ in range(min(3, effort.repeats))]
    return Measurement(median(times), span=(min(times), max(times)))


def _steps(game: str, players: int, effort: Effort) -> Measurement:
    """Measure the page of every move of a match on the second pass, and return the slowest."""
    times = asyncio.run(_step_times(game, players, effort))
    return Measurement(max(times), span=(min(times), max(times)))


async def _step_times(game: str, players: int, effort: Effort) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="courtly-bench-") as folder, Runtime(Settings()) as runtime:
        async with await open_store(Path(folder) / "tables.sqlite3") as store:
            lobby = build_lobby(store, runtime, LobbyOptions(secret=secrets.token_urlsafe(), pace=0.0))
            guests, table = await _finished(lobby, game, players)
            count = (await lobby.finished.find(guests[0], table, 1)).match.version
            numbers = range(0, count + 1, count // effort.of(count))
            # The first pass loads templates and texts. The server also freezes long-lived objects.
            for _ in range(2):
                gc.collect()
                gc.freeze()
                times = [await _page_time(lobby, guests[0], table, number) for number in numbers]
            gc.unfreeze()
            await lobby.close()
            return times


async def _page_time(lobby: Lobby, guest: Player, table: str, number: int) -> float:
    """Return the processor milliseconds to find and render the page of a move, with open hands."""
    begun, locale = thread_time(), Locale("en")
    past = await lobby.finished.find(guest, table, 1)
    page = step_page(past, min(number, past.match.version), None, locale, ())
    render(page.template, page, locale.of(past.match.game))
    return 1000 * (thread_time() - begun)


async def _finished(lobby: Lobby, game: str, players: int) -> tuple[list[Player], str]:
    """Play a random match at a table; return its players and the table."""
    guests = [Player(f"g{n}", f"P{n}", "wine", datetime.now(UTC), is_program=True) for n in range(players)]
    for guest in guests:
        await lobby.store.write(writes.add_player, guest)
    seats = [SeatChoice(kind="me"), *[SeatChoice(kind="open")] * (players - 1)]
    table = await lobby.opener.open(guests[0], NewTable(command="open", game=game, seats=seats, listed=True, seed=7))
    for guest in guests[1:]:
        await lobby.play.act(guest, table, {"command": "sit", "act": "sit"})
    for guest in guests:
        await lobby.play.act(guest, table, {"command": "ready", "act": "ready"})
    rng = random.Random(7)
    state = await lobby.views.document(guests[0], table)
    while state.status == "playing":
        assert state.to_move is not None
        mover = guests[state.to_move]
        state = await lobby.views.document(mover, table)
        move = rng.choice(state.legal)
        act = {"command": f"m{state.turn}", "act": "move", "match": 1, "turn": state.turn, "moves": [move]}
        await lobby.play.act(mover, table, act)
        state = await lobby.views.document(guests[0], table)
    return guests, table
