"""A position as plain text, for people and for language models: one audience's knowledge and its numbered moves.

The text is built from the audience's view, its log and the game's own texts, in any language of these texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtly.engine.contract.game import Game, Setup
from courtly.scene.model import Fact, Piece, Place, Scene, Seat
from courtly.scene.parts import Event, View, folder, scene_of, words_of
from courtly.text.locales import Locale


def position_in_words(setup: Setup, view: View, log: Sequence[Event], locale: Locale, *, told: Sequence[Event]) -> str:
    """Return an audience's knowledge of a match as text: the table, the events, and the possible moves.

    Parameters
    ----------
    setup
        The game and its options.
    view, log
        The knowledge of the audience, as returned by `Match.view` and `Match.log`; the log from the first move on.
    told
        The events of the log to include.
    """
    scene = scene_of(setup.game, view, log, locale)
    happened = words_of(setup.game).lines(told, view["options"], locale)
    lines = [*_table(scene, locale), *(f"- {line.text}" for line in happened), *_decision(setup, scene, view, locale)]
    return "\n".join(lines)


def moves_in_words(setup: Setup, view: View, locale: Locale) -> dict[int, str]:
    """Return the legal moves of a view's seat in words, by move number; empty if another seat decides."""
    words = words_of(setup.game)
    numbers = sorted((setup.codec.parse(line), line) for line in view["legal"])
    return {number: words.move(line, view, locale) for number, line in numbers}


def rules_in_words(game: Game, locale: Locale) -> str:
    """Return a game's description in the viewer's language, and its `RULES.md`, in English, if the file exists."""
    words, file = words_of(game), folder(game, "RULES.md")
    about = [locale.say(words.title), locale.say(words.about)] if words.about else [locale.say(words.title)]
    return "\n\n".join([*about, *([file.read_text(encoding="utf-8")] if file.is_file() else [])])


def _decision(setup: Setup, scene: Scene, view: View, locale: Locale) -> Iterator[str]:
    """Yield the final scores, or the current question and the moves of its seat."""
    if scene.sheet is not None:
        yield scene.sheet.headline
        yield from (pair(row.name, row.total, locale) for row in scene.sheet.rows)
        return
    yield scene.question
    yield from (f"{number}: {words}" for number, words in moves_in_words(setup, view, locale).items())


def _table(scene: Scene, locale: Locale) -> Iterator[str]:
    yield scene.title
    yield from (_fact(fact, locale) for fact in scene.facts)
    yield from (_place(place, locale) for place in scene.places)
    yield from (_seat(seat, locale) for seat in scene.seats)


def pair(title: str, value: object, locale: Locale) -> str:
    """Return a title and its value, with the colon of the language."""
    return locale.say("{title}: {value}", title=title, value=value)


def _fact(fact: Fact, locale: Locale) -> str:
    return pair(fact.title, fact.value, locale)


def _place(place: Place, locale: Locale) -> str:
    note = f" ({place.note})" if place.note else ""
    return pair(f"{place.title}{note}", ", ".join(map(_piece, place.pieces)) or "–", locale)


def _piece(piece: Piece) -> str:
    return f"{piece.label} ({piece.note})" if piece.note else piece.label


def _seat(seat: Seat, locale: Locale) -> str:
    you = f" ({locale.say('you')})" if seat.mine else ""
    return pair(f"{seat.name}{you}", ", ".join(_fact(fact, locale) for fact in seat.facts) or "–", locale)
