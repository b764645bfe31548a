"""The parts of a game that are found in its package by name, and the defaults for missing parts.

| module | contents |
|---|---|
| `words` | `TITLE`, `ABOUT`, `event_words`, `heading`, `caption`, `move_words` and more: see `Words` |
| `captions` | `turn_caption`: see `Words` |
| `scene` | `scene(view, log, locale)`: the table as a `Scene` |
| `page`, `board` | the game's own rendering in the browser and in the terminal |
| `cli` | its own commands, a Typer app named `app` |

All attributes of `words` are optional. Each of the other modules is optional as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from courtly.engine.contract.game import Game, find_game
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.scene import plain
from courtly.scene.model import Line, Scene
from courtly.text.locales import Locale

Event = Mapping[str, Any]
View = Mapping[str, Any]


class BadPart(CourtlyError):
    """A module of a game's package that lacks a required attribute."""

    code = "bad-part"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a game for its events, moves and questions.

    Attributes
    ----------
    title
        The displayed name of the game.
    about
        A few English sentences that describe the game, marked for translation.
    event
        `event(event, options, locale)`: the event in a sentence or several lines; empty if another event covers it.
    heading
        `heading(event, options, locale)`: the heading of this event and of the next events in the full log; empty to
        continue under the current heading.
    when
        `when(view, locale)`: the time of a position as the table shows it, such as the round; empty if it shows none.
    opening
        `opening(locale)`: the heading of the first events of a match; empty if it begins without a heading.
    caption
        `caption(event, options, locale)`: a text for the animation on the table, for an event whose `event` is too
        long or empty; empty if `event` serves for that.
    turn_caption
        `turn_caption(events, options, locale)`: the text for the animation of the last of these events, which have
        the same heading; empty if each event has its own text.
    move
        `move(move, view, locale)`: a move in words, addressed to the seat that may choose it.
    completed_by
        The first words of moves that a later move of the same turn completes, each with the first word of the later
        move. The words of the later move say both.
    question
        `question(view, locale)`: the decision to make now and the seat that makes it.
    decision
        `decision(move, seat)`: the kind of decision behind a move, as a key of `decisions`.
    decisions
        The English names of the kinds of decisions, marked for translation.
    items
        The kinds of items whose win rates players see, of those that the game's `uses` function returns, with their
        English names in the plural, marked for translation.
    item
        `item(item, locale)`: the name of an item of these kinds with the printed components.
    """

    title: str
    about: str
    event: Callable[[Event, View, Locale], str]
    heading: Callable[[Event, View, Locale], str]
    when: Callable[[View, Locale], str]
    opening: Callable[[Locale], str]
    caption: Callable[[Event, View, Locale], str]
    turn_caption: Callable[[Sequence[Event], View, Locale], str]
    move: Callable[[str, View, Locale], str]
    completed_by: Mapping[str, str]
    question: Callable[[View, Locale], str]
    decision: Callable[[str, int], str]
    decisions: Mapping[str, str]
    items: Mapping[str, str]
    item: Callable[[str, Locale], str]

    def lines(self, log: Sequence[Event], options: View, locale: Locale, *, under: str = "") -> list[Line]:
        """Return events in words; events without a text are left out.

        Parameters
        ----------
        under
            The current heading before the first event of `log`. Events have it until an event starts a new heading.
        """
        lines = list[Line]()
        for event in log:
            if text := self.event(event, options, locale):
                under = self.heading(event, options, locale) or under
                seat = event["args"].get("seat")
                lines.append(Line(text, seat is not None and seat == locale.seat, under))
        return lines

    def captions(self, log: Sequence[Event], options: View, locale: Locale) -> list[str]:
        """Return the text to show on the table during each event, empty for an event that needs none."""
        return [self.caption(event, options, locale) or self.event(event, options, locale) for event in log]


def part(package: str, name: str) -> ModuleType | None:
    """Return a module of a game's package, None if it does not exist."""
    found = f"{package}.{name}"
    return import_module(found) if _is_there(found) else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the "package" is a module
        return False


def folder(game: Game | str, name: str) -> Path:
    """Return the path of a folder in a game's package, such as `templates` or `static`; it may not exist."""
    found = game if isinstance(game, Game) else find_game(game)
    return Path(str(files(found.package))) / name


def needed(module: ModuleType, name: str) -> Any:
    """Return a required attribute of a module; raise `BadPart` if it is missing."""
    if not hasattr(module, name):
        where = module.__name__
        message = said("the module {where} lacks {name}", where=where, name=name)
        raise BadPart(message, given=where, where=where, allowed=name)
    return getattr(module, name)


@cache
def _words(package: str, name: str) -> Words:
    module = part(package, "words")
    return Words(
        title=getattr(module, "TITLE", name.replace("_", " ").title()),
        about=getattr(module, "ABOUT", ""),
        event=getattr(module, "event_words", plain.event_words),
        heading=getattr(module, "heading", plain.nothing),
        when=getattr(module, "when", plain.no_time),
        opening=getattr(module, "opening", plain.no_heading),
        caption=getattr(module, "caption", plain.nothing),
        turn_caption=getattr(part(package, "captions"), "turn_caption", plain.nothing),
        move=getattr(module, "move_words", plain.move_words),
        completed_by=getattr(module, "COMPLETED_BY", {}),
        question=getattr(module, "question", plain.question),
        decision=getattr(module, "decision", plain.decision),
        decisions=getattr(module, "DECISIONS", {}),
        items=getattr(module, "ITEMS", {}),
        item=getattr(module, "item_name", plain.item_name),
    )


def words_of(game: Game | str) -> Words:
    """Return the texts of a game."""
    found = game if isinstance(game, Game) else find_game(game)
    return _words(found.package, found.name)


def scene_of(game: Game | str, view: View, log: Sequence[Event], locale: Locale) -> Scene:
    """Return the table of a game as one audience sees it.

    Parameters
    ----------
    game
        The game, or its name.
    view, log
        The knowledge of the audience, as returned by `Match.view` and `Match.log`; the log from the first move on.
    locale
        The language, the names of the seats and the viewing seat.
    """
    found = game if isinstance(game, Game) else find_game(game)
    module = part(found.package, "scene")
    if module is None:
        return plain.scene(words_of(found), view, locale)
    drawn: Scene = needed(module, "scene")(view, log, locale)
    return drawn
