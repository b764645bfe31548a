"""A position in plain language, for readers and for language models: what a seat knows, and its moves by number.

Everything comes from the seat's view, its log and the game's own words, in each language that these are written in.
"""

from __future__ import annotations

from collections.abc import Iterator

from courtly.engine.play.match import Match
from courtly.scene.model import Fact, Piece, Place, Scene, Seat
from courtly.scene.parts import scene_of, words_of
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
    reader = reader_of(match, seat, lang)
    log = match.log(seat)
    scene = scene_of(match.setup.game, match.view(seat), log, reader)
    told = words_of(match.setup.game).lines(log, match.options, reader)[-last:] if last else []
    lines = [*_table(scene, reader), *(f"- {line.text}" for line in told), *_decision(match, scene, seat, lang)]
    return "\n".join(lines)


def legal_in_words(match: Match, lang: str = "en") -> dict[int, str]:
    """Return what the deciding seat may do, in words, by the number of the move."""
    seat = match.to_move
    if seat is None:
        return {}
    reader = reader_of(match, seat, lang)
    view, words = match.view(seat), words_of(match.setup.game)
    numbers = sorted((match.setup.codec.parse(line), line) for line in view["legal"])
    return {number: words.move(line, view, reader) for number, line in numbers}


def _decision(match: Match, scene: Scene, seat: int | None, lang: str) -> Iterator[str]:
    """Yield the scores when the match is over, otherwise what is asked, and the moves of the seat that is asked."""
    if scene.sheet is not None:
        yield scene.sheet.headline
        yield from (f"{row.name}: {row.total}" for row in scene.sheet.rows)
        return
    yield scene.question
    if seat is not None and seat == match.to_move:
        yield from (f"{number}: {words}" for number, words in legal_in_words(match, lang).items())


def _table(scene: Scene, reader: Reader) -> Iterator[str]:
    yield scene.title
    yield from map(_fact, scene.facts)
    yield from map(_place, scene.places)
    yield from (_seat(seat, reader) for seat in scene.seats)


def _fact(fact: Fact) -> str:
    return f"{fact.title}: {fact.value}"


def _place(place: Place) -> str:
    note = f" ({place.note})" if place.note else ""
    return f"{place.title}{note}: {', '.join(map(_piece, place.pieces)) or '–'}"


def _piece(piece: Piece) -> str:
    return f"{piece.label} ({piece.note})" if piece.note else piece.label


def _seat(seat: Seat, reader: Reader) -> str:
    you = f" ({reader.say('you')})" if seat.mine else ""
    return f"{seat.name}{you}: {', '.join(map(_fact, seat.facts)) or '–'}"
