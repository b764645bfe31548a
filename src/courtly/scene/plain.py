"""The default texts and the default scene, generated from a view, for games that do not define their own.

Lists and tables in the view become places, all other values become facts; moves are shown in notation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from courtly.engine.contract.views import BaseView
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import joined
from courtly.text.languages import marked
from courtly.text.locales import Locale

if TYPE_CHECKING:
    from courtly.scene.parts import Words

MOVED, PLAYED = marked("{name} has moved."), marked("{name} plays {move}.")
YOURS, WAITING, OVER = marked("Your turn."), marked("Waiting for {name}."), marked("The match is over.")
WON, SHARED = marked("{names} wins."), marked("{names} share the victory.")
NOT_SHOWN = {*BaseView.__annotations__, "result", "log", "events"}


def event_words(event: Mapping[str, Any], options: Mapping[str, Any], locale: Locale) -> str:
    """Return an event as its id and arguments, the default for games without texts."""
    args = dict(event["args"])
    name = locale.name(args.pop("seat")) if "seat" in args else ""
    if event["id"] == "moved":
        return locale.say(MOVED, name=name)
    if event["id"] == "move":
        return locale.say(PLAYED, name=name, move=" ".join(args["move"]))
    told = ", ".join(f"{key} {_text(value)}" for key, value in args.items())
    return " ".join(part for part in (name, event["id"], told) if part)


def nothing(events: object, options: Mapping[str, Any], locale: Locale) -> str:
    """Return an empty text, the default heading and caption."""
    return ""


def no_time(view: Mapping[str, Any], locale: Locale) -> str:
    """Return an empty text, the default time of a position."""
    return ""


def no_heading(locale: Locale) -> str:
    """Return an empty text, the default heading of the first events."""
    return ""


def move_words(move: str, view: Mapping[str, Any], locale: Locale) -> str:
    """Return a move in notation, the default text of a move."""
    return move


def question(view: Mapping[str, Any], locale: Locale) -> str:
    """Return a sentence that says whose turn it is."""
    if view["to_move"] is None:
        return locale.say(OVER)
    return (
        locale.say(YOURS) if view["to_move"] == view["seat"] else locale.say(WAITING, name=locale.name(view["to_move"]))
    )


def scene(words: Words, view: Mapping[str, Any], locale: Locale) -> Scene:
    """Return a view as a scene."""
    own = {key: value for key, value in view.items() if key not in NOT_SHOWN}
    return Scene(
        title=words.title,
        question=words.question(view, locale),
        places=list(_places(own)),
        acts=acts(words, view, locale),
        seats=seats(view, locale),
        facts=[Fact(_title(key), _text(value)) for key, value in own.items() if not isinstance(value, list | dict)],
        sheet=sheet(view, locale),
    )


def acts(words: Words, view: Mapping[str, Any], locale: Locale) -> list[Act]:
    """Return the viewer's legal moves as acts."""
    return [Act(move, words.move(move, view, locale)) for move in view["legal"]]


def seats(view: Mapping[str, Any], locale: Locale) -> list[Seat]:
    """Return all seats of a match."""
    return [
        Seat(seat, locale.name(seat), mine=seat == view["seat"], decides=seat == view["to_move"])
        for seat in range(view["players"])
    ]


def sheet(view: Mapping[str, Any], locale: Locale) -> Sheet | None:
    """Return the scores and the winners if the view has a `result` with `scores` and `winners`, else None."""
    result = view.get("result")
    if not result:
        return None
    scores, winners = result["scores"], result["winners"]
    names = joined([locale.name(seat) for seat in winners], locale)
    best_first = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    rows = [Row(seat, locale.name(seat), (), scores[seat], seat in winners) for seat in best_first]
    return Sheet(locale.say(WON if len(winners) == 1 else SHARED, names=names), (), rows)


def _places(own: Mapping[str, Any]) -> Iterator[Place]:
    """Yield a place for each list, and for each entry of a table."""
    for key, value in own.items():
        entries = value.items() if isinstance(value, dict) else [("", value)] if isinstance(value, list) else []
        for name, there in entries:
            place = f"{key}:{name}" if name else key
            yield Place(place, _title(f"{key} {name}".strip()), _pieces(place, there))


def _pieces(place: str, there: object) -> Sequence[Piece]:
    values = there if isinstance(there, list) else [there]
    return [
        Piece(f"{place}/{i}", "value", _text(value), value if isinstance(value, str) else None)
        for i, value in enumerate(values)
    ]


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def item_name(item: str, _locale: Locale) -> str:
    """Return the name of an item: its id."""
    return item


def decision(move: str, _seat: int) -> str:
    """Return the kind of decision behind a move: its verb."""
    return move.split(" ", 1)[0]
