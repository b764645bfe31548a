"""Matches that begin in the middle of another: its deal and its first moves, then others."""

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


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a match from which another may be played on.

    Attributes
    ----------
    match
        The match, whole.
    version
        After how many of its moves.
    table, number
        Where it was played, if at a live table: the table's id, and its number there. A record with a fair shuffle
        says so itself.
    """

    match: Match
    version: int
    table: str | None = None
    number: int | None = None

    def position(self) -> Position:
        """Return where the match stood.

        What had not been dealt by then is dealt anew, unless the seed of the match decides it.

        Raises
        ------
        BadMoment
            It had fewer moves, or is over there.
        """
        there = self.match.at(self.version)
        if there.is_over:
            allowed = f"0 to {self.match.version - 1}"
            message = said("after move {given} the match is over: there is nothing to play on", given=self.version)
            raise BadMoment(message, given=self.version, where="move", allowed=allowed)
        return Position(there.record()["deal"], self.match.seed, tuple(self.match.moves[: self.version]))

    def origin(self) -> Origin:
        """Return what a match that is played on from here says of where it comes from."""
        match, fair = self.match, self.match.fair
        table, number = (fair.table, fair.match) if fair and self.table is None else (self.table, self.number)
        return Origin("position", self.version, table, number, match.origin.day if match.origin else None)

    def seat(self, wanted: int | None = None) -> int:
        """Return the seat that is to be played, by default that which decides; raise `WrongSeat` for none of them."""
        there = self.match.at(self.version)
        if wanted is None:
            return there.to_move or 0
        there.view(wanted)
        return wanted


def deal_key(match: Match) -> str:
    """Return what tells the deal of a match from any other: SHA-256, in hex, of its game and what was dealt first."""
    deal = match.at(0).record()["deal"]
    return sha256(json.dumps([match.game, deal], sort_keys=True).encode()).hexdigest()
