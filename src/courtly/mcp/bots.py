"""A table against bots in this process: the model has one seat, and bots have the others.

The model gets only its seat's view and log. A bot gets its own seat's knowledge and returns a move, and this module
plays the move. A cancelled call therefore never stops in the middle of a move.
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
from courtly.envs.nets import PREFIX, NetBot
from courtly.mcp.seats import SeatView, line_of, seat_view
from courtly.runtime import Runtime
from courtly.text.locales import Locale

_BOTS_LUCK = 0x6D6370
_SEED_BITS = 53


@dataclass(frozen=True, slots=True)
class BotOpening:
    """Parameters of a table against bots; `bots` has one name for each other seat, or one for all.

    `nets` allows bots `net:PATH`. A client over HTTP may not name files of this machine.
    """

    setup: Setup
    bots: Sequence[str]
    seat: int
    seed: int | None
    lang: str
    nets: bool = False

    @property
    def others(self) -> list[int]:
        """The seats of the bots."""
        return [other for other in range(self.setup.players) if other != self.seat]

    def specs(self) -> list[str]:
        """Return the bots of the other seats; raise `BadOption` for an invalid seat or number of bots."""
        players, seats = self.setup.players, len(self.others)
        if not 0 <= self.seat < players:
            allowed = said("{low} to {high}", low=0, high=players - 1)
            message = said("there is no seat {given}; choose from {known}", given=self.seat, known=allowed)
            raise BadOption(message, given=self.seat, where="seat", allowed=allowed)
        specs = list(self.bots) * seats if len(self.bots) == 1 else list(self.bots)
        if len(specs) != seats:
            places = {"count": len(specs), "seats": seats}
            message = said(
                "there are {count} bots for {seats} seats; give one name for all, or {seats} names", **places
            )
            raise BadOption(message, given=specs, where="bots", allowed=said("1 or {seats} bots", seats=seats))
        return specs

    def made(self) -> dict[int, Bot]:
        """Return the bot of each other seat."""
        return {seat: self._made(spec) for seat, spec in zip(self.others, self.specs(), strict=True)}

    def _made(self, spec: str) -> Bot:
        if not self.nets or not spec.startswith(PREFIX):
            return find_bot(spec)
        net = NetBot(spec.removeprefix(PREFIX))
        net.check(self.setup)
        return net


class BotTable:
    """A match against bots.

    Parameters
    ----------
    match
        The match, at any stage.
    seat
        The model's seat.
    bots
        The bot in each of the other seats.
    locale
        The locale of the model's texts.
    """

    def __init__(self, match: Match, seat: int, bots: Mapping[int, Bot], locale: Locale, runtime: Runtime) -> None:
        self.match = match
        self.locale = locale
        self._seat = seat
        self._bots = bots
        self._runtime = runtime
        self._luck = {other: stream(match.seed or 0, _BOTS_LUCK, other) for other in bots}
        self._shown = 0
        self._turn = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    async def look(self, wait: float = 0.0, *, again: bool = False) -> SeatView:
        """Let the bots move, and return the view of the seat. The bots are fast, so `wait` is ignored."""
        async with self._turn:
            await self._let_bots_move()
        current_view = self.current_view()
        if not again:
            self._shown = len(self.match.log(self._seat))
        return current_view

    def current_view(self) -> SeatView:
        """Return the current view of the seat."""
        view, log = self.match.view(self._seat), self.match.log(self._seat)
        return seat_view(self.match.setup, view, log, self.locale, self._shown)

    async def play(self, move: str) -> None:
        """Play a move of the model; raise `OutOfTurn` or `IllegalMove` without a change to the match."""
        async with self._turn:
            await self._let_bots_move()
            self.match.play(line_of(move, self.current_view()))

    async def leave(self) -> None:
        """Do nothing: the table ends with its seat."""

    async def _let_bots_move(self) -> None:
        while (seat := self.match.to_move) is not None and seat != self._seat:
            work = partial(choose, self._bots[seat], self.match.knowledge(seat), self._luck[seat])
            choice = await self._runtime.think(work, game=self.match.game)
            self.match.play(choice.move)


async def open_bot_table(wanted: BotOpening, runtime: Runtime) -> BotTable:
    """Open a table and deal a match against bots. Compile the game first if necessary.

    Raises
    ------
    UnknownBot, BadBudget, BadOption
    """
    setup, specs = wanted.setup, wanted.specs()
    bots = wanted.made()
    await runtime.until_warm(setup.game.name)
    opening = Opening(secrets.randbits(_SEED_BITS) if wanted.seed is None else wanted.seed)
    match = await runtime.read(partial(Match, setup, opening))
    own = Locale(wanted.lang).name(wanted.seat)
    names = unique_names(specs)
    locale = Locale(wanted.lang, [*names[: wanted.seat], own, *names[wanted.seat :]], wanted.seat, setup.game.name)
    return BotTable(match, wanted.seat, bots, locale, runtime)
