"""Finished matches with fixed shuffles and moves, and a database with their statistics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from courtly.engine.contract.game import set_up
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Opening
from courtly.engine.play.opening import open_match
from courtly.tables.fields import PlayedMatch, Seat
from courtly.tables.statistics import sums_of
from courtly.tables.store.schema import statistics


def played(game: str, seats: int, number: int = 0, **options: Any) -> PlayedMatch:
    """Return a finished match with a fixed shuffle and fixed moves."""
    fair = FairShuffle(number.to_bytes(32, "big"), [""] * seats, "t", 1)
    match = open_match(set_up(game, {"players": seats, **options}), Opening(fair=fair))
    while not match.is_over:
        moves = match.legal_moves()
        match.play(moves[(match.version * 7 + number) % len(moves)])
    return PlayedMatch(tuple(Seat("bot", bot="random") for _ in range(seats)), match, fair, 0, 0)


def put_statistics(database: Path, game: str, copies: int = 40) -> None:
    """Put the statistics of a few matches into a database of a server, as if each had been played many times."""
    engine = sa.create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        for seats in (2, 3):
            one = sums_of(played(game, seats, seats))
            rows = [
                {"game": game, **key._asdict(), "count": copies * count, "total": copies * total}
                for key, (count, total) in one.items()
            ]
            connection.execute(sa.insert(statistics), rows)
    engine.dispose()
