"""A match of an environment in plain language: what a seat knows, and its moves by number; see `scene.prose`."""

from __future__ import annotations

from courtly.engine.play.match import Match
from courtly.scene.prose import moves_in_words, position_in_words
from courtly.text.reader import Reader


def reader_of(match: Match, seat: int | None, lang: str) -> Reader:
    """Return whom a match is told: a seat, or a spectator; the others are called by their numbers."""
    names = [Reader(lang).name(number) for number in range(match.players)]
    return Reader(lang, names, seat, match.game)


def in_words(match: Match, seat: int | None, lang: str = "en", *, last: int = 12) -> str:
    """Return what a seat, None a spectator, knows of a match: the table, what happened last, what it may do.

    Parameters
    ----------
    last
        How many of the last events are told.
    """
    reader, log = reader_of(match, seat, lang), match.log(seat)
    return position_in_words(match.setup, match.view(seat), log, reader, told=log[max(0, len(log) - last) :])


def legal_in_words(match: Match, lang: str = "en") -> dict[int, str]:
    """Return what the deciding seat may do, in words, by the number of the move."""
    seat = match.to_move
    if seat is None:
        return {}
    return moves_in_words(match.setup, match.view(seat), reader_of(match, seat, lang))
