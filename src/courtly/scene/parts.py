"""The parts of a game that are found in its package by name, and what stands in for those that it does not bring.

| module | says |
|---|---|
| `words` | `TITLE`, `ABOUT`, `event_words`, `heading`, `caption`, `move_words`, `question` and more: see `Words` |
| `scene` | `scene(view, log, reader)`: the table as a `Scene` |
| `page`, `board` | the game's own drawings for the browser and for the terminal |
| `cli` | its own commands, a Typer app named `app` |

Of `words` a game may leave out any; of the others the whole module.
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
from courtly.text.reader import Reader

Event = Mapping[str, Any]
View = Mapping[str, Any]


class BadPart(CourtlyError):
    """A module of a game's package that lacks what it must say."""

    code = "bad-part"


@dataclass(frozen=True, slots=True)
class Words:
    """What a game's events, moves and questions are called.

    Attributes
    ----------
    title
        The game's name.
    about
        A few English sentences on what the game is, to be translated.
    event
        `event(event, options, reader)`: what happened, in a sentence or several lines; empty for what another event
        tells too.
    heading
        `heading(event, options, reader)`: what the event and those after it stand under in a list of all events; empty
        for one that stands under the same as the event before it.
    caption
        `caption(event, options, reader)`: what is said while the event is shown on the table; empty where `event` is
        short enough for that.
    move
        `move(move, view, reader)`: a choice, as the seat that has it reads it.
    question
        `question(view, reader)`: what is asked, and of whom.
    decision
        `decision(move, seat)`: which kind of decision a move of a seat's was, as a key of `decisions`.
    decisions
        What these kinds are called, in English, to be translated.
    """

    title: str
    about: str
    event: Callable[[Event, View, Reader], str]
    heading: Callable[[Event, View, Reader], str]
    caption: Callable[[Event, View, Reader], str]
    move: Callable[[str, View, Reader], str]
    question: Callable[[View, Reader], str]
    decision: Callable[[str, int], str]
    decisions: Mapping[str, str]

    def lines(self, log: Sequence[Event], options: View, reader: Reader, *, under: str = "") -> list[Line]:
        """Return events in words, those that have none left out.

        Parameters
        ----------
        under
            The heading of what was told before the log, for events that begin no new one.
        """
        lines = list[Line]()
        for event in log:
            if text := self.event(event, options, reader):
                under = self.heading(event, options, reader) or under
                seat = event["args"].get("seat")
                caption = self.caption(event, options, reader)
                lines.append(Line(text, seat is not None and seat == reader.seat, under, caption))
        return lines


def part(package: str, name: str) -> ModuleType | None:
    """Return a module of a game's package, None when it has none of that name."""
    found = f"{package}.{name}"
    return import_module(found) if _is_there(found) else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the "package" is a module
        return False


def folder(game: Game | str, name: str) -> Path:
    """Return a folder of a game's package, which may be missing: `templates`, `static`."""
    found = game if isinstance(game, Game) else find_game(game)
    return Path(str(files(found.package))) / name


def needed(module: ModuleType, name: str) -> Any:
    """Return what a module must have; raise `BadPart` when it lacks it."""
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
        caption=getattr(module, "caption", plain.nothing),
        move=getattr(module, "move_words", plain.move_words),
        question=getattr(module, "question", plain.question),
        decision=getattr(module, "decision", plain.decision),
        decisions=getattr(module, "DECISIONS", {}),
    )


def words_of(game: Game | str) -> Words:
    """Return the words of a game."""
    found = game if isinstance(game, Game) else find_game(game)
    return _words(found.package, found.name)


def scene_of(game: Game | str, view: View, log: Sequence[Event], reader: Reader) -> Scene:
    """Return the table of a game as one audience sees it.

    Parameters
    ----------
    game
        The game, or its name.
    view, log
        What the audience may know, as `Match.view` and `Match.log` give it; the log from the first move on.
    reader
        Whom it is for.
    """
    found = game if isinstance(game, Game) else find_game(game)
    module = part(found.package, "scene")
    if module is None:
        return plain.scene(words_of(found), view, reader)
    drawn: Scene = needed(module, "scene")(view, log, reader)
    return drawn
