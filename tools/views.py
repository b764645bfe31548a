"""Write docs/views.md and docs/events.md: the keys of every game's view, and the content of its events.

The keys come from the TypedDict of a game's view, the events from the table `EVENTS` in the game's module `events`. If
a game has no such TypedDict or no such table, that page has no section for the game. `python -m tools.views` writes
both pages. With `--check` it writes nothing and fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from courtly.engine.contract.game import Game, find_game, game_names
from courtly.engine.contract.views import BaseView, ViewField
from courtly.scene.parts import part

DOCS = Path(__file__).resolve().parent.parent / "docs"

VIEWS_HEAD = """\
# Views

`match.view(seat)` returns the view of a seat, `match.view()` the view of a spectator. A view is a dict with JSON
values. Outside programs receive the same dict. The column "for" shows who gets the value of a key: "all", "the
viewing seat" (others get `None` or an empty list), or "set by the rules" (the column "content" then explains who gets
it). `make docs` generates this page from the types that are used to check views.
"""

EVENTS_HEAD = """\
# Events

`match.log(seat, since=n)` returns the events that a seat may see, from move number `n` on. Without a seat, it returns
the events for spectators. Each event is a dict:

| key | content |
|---|---|
| `id` | kind of event |
| `args` | ids and numbers, never text; `seat` is the acting seat, if there is one |
| `steps` | moved pieces, in order: `kind`, `piece`, `from`, `to`, `face` (`None` if face down), `count` |

Pieces and places have the ids of the [scene](glossary.md#the-software). If an event has private facts, it has two
versions. The seats that know the facts get the version with the facts, all others get the version without.
`make docs` generates this page from the games' tables of events.
"""

Part = tuple[str, Any, ViewField]
"""One key of a view: its name, the type of its value, and its description."""


class View(NamedTuple):
    """A TypedDict: the type of a view, or of a table in a view."""

    name: str
    about: str
    keys: list[Part]


def main() -> int:
    """Write the pages, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is out of date")
    only_check = parser.parse_args().check
    games = [find_game(name) for name in game_names()]
    pages = {"views.md": render_views(view_types(games)), "events.md": render_events(event_tables(games))}
    old = [name for name, page in pages.items() if not _is_current(DOCS / name, page)]
    if only_check:
        for name in old:
            print(f"docs/{name} is out of date: run `make docs`", file=sys.stderr)
        return 1 if old else 0
    for name in old:
        (DOCS / name).write_text(pages[name], encoding="utf-8")
    return 0


def _is_current(path: Path, page: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == page


def view_types(games: list[Game]) -> dict[str, type]:
    """Return the view types by game."""
    return {game.name: game.audience_view.view_type for game in games if game.audience_view.view_type is not None}


def event_tables(games: list[Game]) -> dict[str, Mapping[str, str]]:
    """Return the event descriptions by game and id."""
    found = {game.name: getattr(part(game.package, "events"), "EVENTS", None) for game in games}
    return {name: events for name, events in found.items() if events}


def render_views(types: Mapping[str, type]) -> str:
    """Return the page of views: the common keys, then the keys of each game."""
    lines = [VIEWS_HEAD, "## every game", *_table(read_view(BaseView)), ""]
    for game, view_type in types.items():
        lines += [f"## {game}", *_table(read_view(view_type, without=BaseView)), ""]
        for inner in inner_types(view_type, without=BaseView):
            view = read_view(inner)
            lines += [f"### {game}: {view.name}", view.about, *_table(view), ""]
    return "\n".join(lines)


def render_events(tables: Mapping[str, Mapping[str, str]]) -> str:
    """Return the page of events: a table for each game."""
    lines = [EVENTS_HEAD]
    for game, events in tables.items():
        rows = [f"| `{name}` | {_in_a_cell(text)} |" for name, text in events.items()]
        lines += [f"## {game}", "", "| event | meaning |", "|---|---|", *rows, ""]
    return "\n".join(lines)


def read_view(view_type: type, without: type | None = None) -> View:
    """Return a type's keys in order, without the keys that `without` declares in the same way."""
    known = {} if without is None else get_type_hints(without, include_extras=True)
    hints = get_type_hints(view_type, include_extras=True)
    keys = [(name, *_fact(hint)) for name, hint in hints.items() if known.get(name) != hint]
    about = " ".join((view_type.__doc__ or "").split())
    return View(view_type.__name__, about, keys)


def _fact(hint: Any) -> tuple[Any, ViewField]:
    """Return the type of an annotation and its description, which is empty if the annotation has none."""
    if get_origin(hint) is NotRequired:
        return _fact(get_args(hint)[0])
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        return kind, next((extra for extra in extras if isinstance(extra, ViewField)), ViewField(""))
    return hint, ViewField("")


def inner_types(view_type: type, without: type | None = None) -> list[type]:
    """Return the TypedDicts in a view, each once, in order of appearance."""
    found: dict[type, None] = {}
    waiting = [view_type]
    while waiting:
        view = read_view(waiting.pop(0), without)
        fresh = [table for _, kind, _ in view.keys for table in _tables(kind) if table not in found]
        found.update(dict.fromkeys(fresh))
        waiting += dict.fromkeys(fresh)
    return list(found)


def _tables(kind: Any) -> Iterator[type]:
    """Yield the TypedDicts within a type."""
    if is_typeddict(kind):
        yield kind
    for argument in get_args(kind):
        yield from _tables(argument)


def written(kind: Any) -> str:
    """Return a type in JSON terms.

    Examples
    --------
    >>> written(dict[str, list[int] | None]), written(Literal["a", "b"])
    ('table of (list of int or None)', '"a" or "b"')
    """
    arguments = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(written(argument) for argument in arguments)
    if get_origin(kind) is Literal:
        return " or ".join(f'"{value}"' for value in arguments)
    if get_origin(kind) is list:
        return f"list of {_grouped(arguments[0])}"
    if get_origin(kind) is dict:
        return f"table of {_grouped(arguments[1])}"
    return {NoneType: "None", Any: "any"}.get(kind) or str(kind.__name__)


def _grouped(kind: Any) -> str:
    """Return the item type of a list or table, in parentheses if it is a union."""
    return f"({written(kind)})" if get_origin(kind) in (Union, UnionType) else written(kind)


def _table(view: View) -> Iterator[str]:
    yield ""
    yield "| key | type | for | content |"
    yield "|---|---|---|---|"
    for name, kind, fact in view.keys:
        yield f"| `{name}` | {_in_a_cell(written(kind))} | {fact.seen} | {_in_a_cell(fact.text)} |"


def _in_a_cell(text: str) -> str:
    """Escape bars in `text`, so that they do not end a table cell."""
    return text.replace("|", r"\|")


if __name__ == "__main__":
    sys.exit(main())
