"""Any game in a terminal, drawn from its scene: places as rows of pieces, seats, facts, acts, the score sheet."""

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
from courtly.text.reader import Reader


def position(view: View, reader: Reader) -> RenderableType:
    """Return the whole table."""
    scene = _scene(view, reader)
    return Group(*_head(scene, reader), *_places(scene, reader), *_seats(scene, reader))


def question(view: View, reader: Reader) -> str:
    """Return what is asked, and of whom."""
    return _scene(view, reader).question


def menu(view: View, reader: Reader) -> Menu:
    """Return the acts that are open as a numbered list, below them those that are not, with the reason."""
    acts = _scene(view, reader).acts
    listed = Table.grid(padding=(0, 1))
    listed.add_column(justify="right", width=4, style="bold")
    answers: dict[str, str] = {}
    for number, act in enumerate((act for act in acts if act.open), 1):
        answers[str(number)] = act.move
        listed.add_row(str(number), act.words)
    for act in acts:
        if not act.open:
            listed.add_row("", Text(pair(act.words, act.why_not, reader), style="dim"))
    return Menu(answers, listed, reader.say("1 to {count}", count=len(answers)))


def log_lines(view: View, reader: Reader, *, start: int) -> list[Text]:
    """Return what happened from event number `start` on, in words."""
    words = words_of(find_game(view["game"]))
    return [Text(hanging(line.text)) for line in words.lines(view["events"][start:], view["options"], reader)]


def round_begins(view: View) -> bool:
    """Tell whether the match begins; only then somebody who watches is shown the table."""
    return bool(view["version"] == 0)


def ending(view: View, reader: Reader) -> RenderableType:
    """Return the last table, and the score sheet."""
    scene = _scene(view, reader)
    sheet = [] if scene.sheet is None else _sheet(scene.sheet, reader)
    return Group(*_head(scene, reader), *_places(scene, reader), *sheet)


def notation(reader: Reader) -> str:
    """Return how a move is typed."""
    return ""


def _scene(view: View, reader: Reader) -> Scene:
    return scene_of(view["game"], view, view["events"], reader)


def _head(scene: Scene, reader: Reader) -> list[RenderableType]:
    facts = [Text(pair(fact.title, fact.value, reader)) for fact in scene.facts]
    return [heading(scene.title), *map(indented, facts)]


def _places(scene: Scene, reader: Reader) -> Iterator[RenderableType]:
    """Yield every place: its title as a line across, below it what lies there."""
    for place in scene.places:
        yield titled_rule(_title(place, scene.seats, reader))
        pieces = " · ".join(map(_piece, place.pieces))
        yield indented(Text(pieces or "–"))


def _title(place: Place, seats: Sequence[Seat], reader: Reader) -> Text:
    name = seats[place.owner].name if place.owner is not None else ""
    title = Text(place.title if name in place.title else pair(name, place.title, reader), style="bold")
    return title.append(f" ({place.note})" if place.note else "")


def _piece(piece: Piece) -> str:
    return f"{piece.label} ({piece.note})" if piece.note else piece.label


def _seats(scene: Scene, reader: Reader) -> list[RenderableType]:
    grid = columns("left", "left", "left")
    for seat in scene.seats:
        you = f" ({reader.say('you')})" if seat.mine else ""
        grid.add_row("▶" if seat.decides else "", f"{seat.name}{you}", _facts(seat.facts, reader))
    return [titled_rule(Text()), grid]


def _facts(facts: Sequence[Fact], reader: Reader) -> str:
    return ", ".join(pair(fact.title, fact.value, reader) for fact in facts)


def _sheet(sheet: Sheet, reader: Reader) -> list[RenderableType]:
    """Return who has won, and every seat's points, the best first."""
    table = columns("left", "left", *["right"] * (len(sheet.columns) + 1))
    table.add_row("", "", *(Text(title, style="dim") for title in (*sheet.columns, reader.say("Total"))))
    for row in sheet.rows:
        table.add_row(*_row(row))
    return [Text(), heading(sheet.headline), indented(table), *(Text(note) for note in sheet.notes)]


def _row(row: Row) -> list[str]:
    return ["★" if row.winner else "", row.name, *row.cells, str(row.total)]
