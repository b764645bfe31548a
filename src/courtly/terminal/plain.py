"""Render any game in a terminal from its scene: places with their pieces, seats, facts, acts and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from courtly.engine.contract.game import find_game
from courtly.scene.console import Menu, View, columns, hanging, heading, indented, titled_rule
from courtly.scene.model import Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.parts import scene_of, words_of
from courtly.scene.prose import pair
from courtly.text.locales import Locale


def position(view: View, locale: Locale) -> RenderableType:
    """Return the whole table."""
    scene = _scene(view, locale)
    return Group(*_head(scene, locale), *_places(scene, locale), *_seats(scene, locale))


def question(view: View, locale: Locale) -> str:
    """Return the question to the seat that decides."""
    return _scene(view, locale).question


def menu(view: View, locale: Locale) -> Menu:
    """Return the open acts as a numbered list, followed by the closed acts with the reason."""
    acts = _scene(view, locale).acts
    listed = Table.grid(padding=(0, 1))
    listed.add_column(justify="right", width=4, style="bold")
    answers: dict[str, str] = {}
    for number, act in enumerate((act for act in acts if act.open), 1):
        answers[str(number)] = act.move
        listed.add_row(str(number), act.words)
    for act in acts:
        if not act.open:
            listed.add_row("", Text(pair(act.words, act.why_not, locale), style="dim"))
    return Menu(answers, listed, locale.say("1 to {count}", count=len(answers)))


def log_lines(view: View, locale: Locale, *, start: int) -> list[Text]:
    """Return the log from event `start` on, in words."""
    words = words_of(find_game(view["game"]))
    return [Text(hanging(line.text)) for line in words.lines(view["events"][start:], view["options"], locale)]


def round_begins(view: View) -> bool:
    """Return whether the match begins. A spectator sees the table only then, because a scene has no rounds."""
    return bool(view["version"] == 0)


def ending(view: View, locale: Locale) -> RenderableType:
    """Return the final table and the score sheet."""
    scene = _scene(view, locale)
    sheet = [] if scene.sheet is None else _sheet(scene.sheet, locale)
    return Group(*_head(scene, locale), *_places(scene, locale), *sheet)


def notation(locale: Locale) -> str:
    """Return the help on how to type a move, which is empty for scenes."""
    return ""


def _scene(view: View, locale: Locale) -> Scene:
    return scene_of(view["game"], view, view["events"], locale)


def _head(scene: Scene, locale: Locale) -> list[RenderableType]:
    facts = [Text(pair(fact.title, fact.value, locale)) for fact in scene.facts]
    return [heading(scene.title), *map(indented, facts)]


def _places(scene: Scene, locale: Locale) -> Iterator[RenderableType]:
    """Yield every place: its title as a rule, then its pieces."""
    for place in scene.places:
        yield titled_rule(_title(place, scene.seats, locale))
        pieces = " · ".join(map(_piece, place.pieces))
        yield indented(Text(pieces or "–"))


def _title(place: Place, seats: Sequence[Seat], locale: Locale) -> Text:
    name = seats[place.owner].name if place.owner is not None else ""
    title = Text(place.title if name in place.title else pair(name, place.title, locale), style="bold")
    return title.append(f" ({place.note})" if place.note else "")


def _piece(piece: Piece) -> str:
    return f"{piece.label} ({piece.note})" if piece.note else piece.label


def _seats(scene: Scene, locale: Locale) -> list[RenderableType]:
    grid = columns("left", "left", "left")
    for seat in scene.seats:
        you = f" ({locale.say('you')})" if seat.mine else ""
        grid.add_row("▶" if seat.decides else "", f"{seat.name}{you}", _facts(seat.facts, locale))
    return [titled_rule(Text()), grid]


def _facts(facts: Sequence[Fact], locale: Locale) -> str:
    return ", ".join(pair(fact.title, fact.value, locale) for fact in facts)


def _sheet(sheet: Sheet, locale: Locale) -> list[RenderableType]:
    """Return the winner and every seat's points, the best first."""
    table = columns("left", "left", *["right"] * (len(sheet.columns) + 1))
    table.add_row("", "", *(Text(title, style="dim") for title in (*sheet.columns, locale.say("Total"))))
    for row in sheet.rows:
        table.add_row(*_row(row))
    return [Text(), heading(sheet.headline), indented(table), *(Text(note) for note in sheet.notes)]


def _row(row: Row) -> list[str]:
    return ["★" if row.winner else "", row.name, *row.cells, str(row.total)]
