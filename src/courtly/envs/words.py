"""A match of an environment in plain language: a seat's knowledge, and its moves by number; see `scene.prose`."""

from __future__ import annotations

from courtly.engine.play.match import Match
from courtly.scene.prose import moves_in_words, position_in_words
from courtly.text.languages import ENGLISH
from courtly.text.locales import Locale


def locale_of(match: Match, seat: int | None, lang: str) -> Locale:
    """Return the locale of a seat, or of a spectator for None; other players are named by their seat numbers."""
    names = [Locale(lang).name(number) for number in range(match.players)]
    return Locale(lang, names, seat, match.game)


def in_words(match: Match, seat: int | None, lang: str = ENGLISH, *, last: int = 12) -> str:
    """Return a seat's knowledge of a match, or a spectator's for None: the table, the last events, the legal moves.

    Parameters
    ----------
    last
        Number of recent events to include.
    """
    locale, log = locale_of(match, seat, lang), match.log(seat)
    return position_in_words(match.setup, match.view(seat), log, locale, told=log[max(0, len(log) - last) :])


def legal_in_words(match: Match, lang: str = ENGLISH) -> dict[int, str]:
    """Return the legal moves of the seat to move in words, by move number."""
    seat = match.to_move
    if seat is None:
        return {}
    return moves_in_words(match.setup, match.view(seat), locale_of(match, seat, lang))
