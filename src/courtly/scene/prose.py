"""A position in plain language, for readers and for language models: what one audience knows, and its moves by number.

Everything comes from the audience's view, its log and the game's own words, in each language that these are written in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtly.engine.contract.game import Game, Setup
from courtly.scene.model import Fact, Piece, Place, Scene, Seat
from courtly.scene.parts import Event, View, folder, scene_of, words_of
from courtly.text.reader import Reader


def position_in_words(setup: Setup, view: View, log: Sequence[Event], reader: Reader, *, told: Sequence[Event]) -> str:
    """Return what an audience knows of a match: the table, what happened, what it may do.

    Parameters
    ----------
    setup
        The game and its options.
    view, log
        What the audience may know, as `Match.view` and `Match.log` give it; the log from the first move on.
    told
        The events of the log that are told.
    """
    scene = scene_of(setup.game, view, log, reader)
    happened = words_of(setup.game).lines(told, view["options"], reader)
    lines = [*_table(scene, reader), *(f"- {line.text}" for line in happened), *_decision(setup, scene, view, reader)]
    return "\n".join(lines)


def moves_in_words(setup: Setup, view: View, reader: Reader) -> dict[int, str]:
    """Return what the seat of a view may do, in words, by the number of the move; nothing when another decides."""
    words = words_of(setup.game)
    numbers = sorted((setup.codec.parse(line), line) for line in view["legal"])
    return {number: words.move(line, view, reader) for number, line in numbers}


def rules_in_words(game: Game, reader: Reader) -> str:
    """Return what a game is, in the reader's language, and its rules by clause where it brings them, in English."""
    words, file = words_of(game), folder(game, "RULES.md")
    about = [reader.say(words.title), reader.say(words.about)] if words.about else [reader.say(words.title)]
    return "\n\n".join([*about, *([file.read_text(encoding="utf-8")] if file.is_file() else [])])


def _decision(setup: Setup, scene: Scene, view: View, reader: Reader) -> Iterator[str]:
    """Yield the scores when the match is over, otherwise what is asked, and the moves of the seat that is asked."""
    if scene.sheet is not None:
        yield scene.sheet.headline
        yield from (pair(row.name, row.total, reader) for row in scene.sheet.rows)
        return
    yield scene.question
    yield from (f"{number}: {words}" for number, words in moves_in_words(setup, view, reader).items())


def _table(scene: Scene, reader: Reader) -> Iterator[str]:
    yield scene.title
    yield from (_fact(fact, reader) for fact in scene.facts)
    yield from (_place(place, reader) for place in scene.places)
    yield from (_seat(seat, reader) for seat in scene.seats)


def pair(title: str, value: object, reader: Reader) -> str:
    """Return a title and what stands under it, with the colon of the reader's language."""
    return reader.say("{title}: {value}", title=title, value=value)


def _fact(fact: Fact, reader: Reader) -> str:
    return pair(fact.title, fact.value, reader)


def _place(place: Place, reader: Reader) -> str:
    note = f" ({place.note})" if place.note else ""
    return pair(f"{place.title}{note}", ", ".join(map(_piece, place.pieces)) or "–", reader)


def _piece(piece: Piece) -> str:
    return f"{piece.label} ({piece.note})" if piece.note else piece.label


def _seat(seat: Seat, reader: Reader) -> str:
    you = f" ({reader.say('you')})" if seat.mine else ""
    return pair(f"{seat.name}{you}", ", ".join(_fact(fact, reader) for fact in seat.facts) or "–", reader)
