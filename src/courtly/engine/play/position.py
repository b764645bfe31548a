"""Matches that continue from a position of another match: the same deal and first moves, then new moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadMoment
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.origin import Origin
from courtly.engine.sentences import said


@dataclass(frozen=True, slots=True)
class Position:
    """The start of a continued match, apart from game and options, with all hidden information.

    Attributes
    ----------
    deal
        Everything dealt so far.
    seed
        Source of later deals; None if they follow from the deal or are drawn at random.
    moves
        The moves made so far.
    """

    deal: Mapping[str, Any]
    seed: int | None
    moves: Sequence[str]

    def open(self, setup: Setup, seats: Sequence[Mapping[str, Any]] | None, origin: Origin) -> Match:
        """Return a match in this position."""
        match = Match(setup, Opening(self.seed, self.deal, seats, origin=origin))
        for move in self.moves:
            match.play(move)
        return match


@dataclass(frozen=True, slots=True)
class BranchPoint:
    """A point in a match from which another match can continue.

    Attributes
    ----------
    match
        The whole match.
    version
        Number of moves made at this point.
    table, number
        The live table of the match, if any: the id of the table and the number of the match there. A record with a
        fair shuffle contains both.
    """

    match: Match
    version: int
    table: str | None = None
    number: int | None = None

    def position(self) -> Position:
        """Return the position of the match at this point.

        Cards not dealt by then are dealt again, unless the seed of the match determines them.

        Raises
        ------
        BadMoment
            The match has fewer moves, or is over at this point.
        """
        there = self.match.at(self.version)
        if there.is_over:
            allowed = f"0 to {self.match.version - 1}"
            message = said("the match is over after move {given}, so there is nothing left to play", given=self.version)
            raise BadMoment(message, given=self.version, where="move", allowed=allowed)
        return Position(there.record()["deal"], self.match.seed, tuple(self.match.moves[: self.version]))

    def origin(self) -> Origin:
        """Return the origin of a match that continues from here."""
        match, fair = self.match, self.match.fair
        table, number = (fair.table, fair.match) if fair and self.table is None else (self.table, self.number)
        return Origin("position", self.version, table, number, match.origin.day if match.origin else None)

    def seat(self, wanted: int | None = None) -> int:
        """Return the seat to play, the deciding seat by default; raise `WrongSeat` for an unknown seat."""
        there = self.match.at(self.version)
        if wanted is None:
            return there.to_move or 0
        there.view(wanted)
        return wanted


def deal_key(match: Match) -> str:
    """Return a key that identifies the deal of a match: SHA-256, in hex, of its game and first deal."""
    deal = match.at(0).record()["deal"]
    return sha256(json.dumps([match.game, deal], sort_keys=True).encode()).hexdigest()
