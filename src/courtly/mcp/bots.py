"""A table against bots in this process: one seat is the model's, bots sit in the others and move when it has moved.

Whatever is told is the seat's view and log. A bot is given its own seat's knowledge, and what it chooses is played
here, so that a call that is given up leaves the match between two moves.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from courtly.arena.plan import unique_names
from courtly.bots import Bot, choose, find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadOption
from courtly.engine.play.match import Match, Opening
from courtly.engine.sentences import said
from courtly.mcp.seats import Sight, line_of, sight_of
from courtly.runtime import Runtime
from courtly.text.reader import Reader

_BOTS_LUCK = 0x6D6370
_SEED_BITS = 53


@dataclass(frozen=True, slots=True)
class BotOpening:
    """What a table against bots is opened with; `bots` has a name for each other seat, or one for all."""

    setup: Setup
    bots: Sequence[str]
    seat: int
    seed: int | None
    lang: str

    @property
    def others(self) -> list[int]:
        """The seats in which bots sit."""
        return [other for other in range(self.setup.players) if other != self.seat]

    def specs(self) -> list[str]:
        """Return the bots of the other seats; raise `BadOption` for a seat or a number of bots that cannot be."""
        players, seats = self.setup.players, len(self.others)
        if not 0 <= self.seat < players:
            allowed = said("{low} to {high}", low=0, high=players - 1)
            message = said("there is no seat {given}; there are {known}", given=self.seat, known=allowed)
            raise BadOption(message, given=self.seat, where="seat", allowed=allowed)
        specs = list(self.bots) * seats if len(self.bots) == 1 else list(self.bots)
        if len(specs) != seats:
            places = {"count": len(specs), "seats": seats}
            message = said(
                "there are {count} bots for {seats} seats; give one name for all, or {seats} names", **places
            )
            raise BadOption(message, given=specs, where="bots", allowed=said("1 or {seats} names", seats=seats))
        return specs


class BotTable:
    """A match against bots.

    Parameters
    ----------
    match
        Not begun, or anywhere.
    seat
        The model's.
    bots
        Who sits in each of the other seats.
    reader
        Whom words are for.
    """

    def __init__(self, match: Match, seat: int, bots: Mapping[int, Bot], reader: Reader, runtime: Runtime) -> None:
        self.match = match
        self.reader = reader
        self._seat = seat
        self._bots = bots
        self._runtime = runtime
        self._luck = {other: stream(match.seed or 0, _BOTS_LUCK, other) for other in bots}
        self._told = 0
        self._turn = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    async def look(self, wait: float = 0.0, *, again: bool = False) -> Sight:
        """Return what the seat sees once the bots have moved; they never take long enough to wait for."""
        async with self._turn:
            await self._let_bots_move()
        sight = self.sight()
        if not again:
            self._told = len(self.match.log(self._seat))
        return sight

    def sight(self) -> Sight:
        """Return what the seat sees now."""
        view, log = self.match.view(self._seat), self.match.log(self._seat)
        return sight_of(self.match.setup, view, log, self.reader, self._told)

    async def play(self, move: str) -> None:
        """Play a move of the model's; raise `OutOfTurn` or `IllegalMove` with nothing changed."""
        async with self._turn:
            await self._let_bots_move()
            self.match.play(line_of(move, self.sight()))

    async def leave(self) -> None:
        """Do nothing: the table goes with its seat."""

    async def _let_bots_move(self) -> None:
        while (seat := self.match.to_move) is not None and seat != self._seat:
            work = partial(choose, self._bots[seat], self.match.knowledge(seat), self._luck[seat])
            choice = await self._runtime.think(work, game=self.match.game)
            self.match.play(choice.move)


async def open_bot_table(wanted: BotOpening, runtime: Runtime) -> BotTable:
    """Return a table at which a match against bots has been dealt; the game is compiled first if need be.

    Raises
    ------
    UnknownBot, BadBudget, BadOption
    """
    setup, specs = wanted.setup, wanted.specs()
    bots = dict(zip(wanted.others, map(find_bot, specs), strict=True))
    await runtime.until_warm(setup.game.name)
    opening = Opening(secrets.randbits(_SEED_BITS) if wanted.seed is None else wanted.seed)
    match = await runtime.read(partial(Match, setup, opening))
    own = Reader(wanted.lang).name(wanted.seat)
    names = unique_names(specs)
    reader = Reader(wanted.lang, [*names[: wanted.seat], own, *names[wanted.seat :]], wanted.seat, setup.game.name)
    return BotTable(match, wanted.seat, bots, reader, runtime)
