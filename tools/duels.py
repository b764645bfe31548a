"""Matches of two players on duplicate deals, for players that the arena cannot name by a specification."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from courtly.arena.intervals import Figure, ratio
from courtly.arena.random_streams import bot_streams, deal_seed
from courtly.bots.base import Bot, choose
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Setup
from courtly.engine.play.match import Match, Opening

Chooser = Callable[[Match, Stream], str]
"""Returns the move of the seat to move."""


def of_bot(bot: Bot) -> Chooser:
    """Return a chooser that asks a bot for the move, with the knowledge of the seat to move."""
    return lambda match, rng: choose(bot, match.knowledge(int(match.state()[0].to_move)), rng).move


def duel(setup: Setup, one: Chooser, other: Chooser, deals: int, seed: int) -> Figure:
    """Return the win share of `one` against `other`; each deal is played in both seatings."""
    shares = np.zeros(deals)
    for number in range(2 * deals):
        deal, seat = divmod(number, 2)
        match, streams = Match(setup, Opening(deal_seed(seed, deal))), bot_streams(seed, number, 2)
        while match.to_move is not None:
            chooser = one if match.to_move == seat else other
            match.play(chooser(match, streams[match.to_move]))
        winners = match.winners()
        shares[deal] += (seat in winners) / len(winners)
        if seat:
            print(f"{deal + 1} deals, {shares[: deal + 1].sum() / (number + 1):.3f}", file=sys.stderr)
    return ratio(shares, np.full(deals, 2.0))
