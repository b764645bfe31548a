"""Matches that begin in the middle of another: its deal and its first moves, then others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from courtly.engine.contract.game import Setup
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.origin import Origin


@dataclass(frozen=True, slots=True)
class Position:
    """What a match is played on from, beside its game and options; the whole truth.

    Attributes
    ----------
    deal
        All that was dealt so far.
    seed
        Where what is dealt later comes from; None where that follows from the deal, or is to be drawn.
    moves
        The moves that were made.
    """

    deal: Mapping[str, Any]
    seed: int | None
    moves: Sequence[str]

    def open(self, setup: Setup, seats: Sequence[Mapping[str, Any]] | None, origin: Origin) -> Match:
        """Return a match that stands here."""
        match = Match(setup, Opening(self.seed, self.deal, seats, origin=origin))
        for move in self.moves:
            match.play(move)
        return match


def position_of(match: Match, version: int) -> Position:
    """Return where a match stood after so many moves.

    What had not been dealt by then is dealt anew, unless the seed of the match decides it.

    Raises
    ------
    BadMoment
        It had fewer moves.
    """
    there = match.at(version)
    return Position(there.record()["deal"], match.seed, tuple(match.moves[:version]))


def deal_key(match: Match) -> str:
    """Return what tells the deal of a match from any other: SHA-256, in hex, of its game and what was dealt first."""
    deal = match.at(0).record()["deal"]
    return sha256(json.dumps([match.game, deal], sort_keys=True).encode()).hexdigest()
