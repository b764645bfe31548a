"""What stands in for the words and the scene of a game that brings none: its view, made readable.

Values of the view that are lists lie at places, others are facts; moves are shown in notation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from courtly.engine.contract.views import BaseView
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.text.languages import marked
from courtly.text.reader import Reader

if TYPE_CHECKING:
    from courtly.scene.parts import Words

MOVED, PLAYED = marked("{name} has moved."), marked("{name} plays {move}.")
YOURS, WAITING, OVER = marked("Your turn."), marked("Waiting for {name}."), marked("The match is over.")
WON, SHARED = marked("{names} wins."), marked("{names} share the victory.")
NOT_SHOWN = {*BaseView.__annotations__, "result", "log", "events"}


def event_words(event: Mapping[str, Any], options: Mapping[str, Any], reader: Reader) -> str:
    """Return an event with its arguments as they stand, where nobody says it better."""
    args = dict(event["args"])
    name = reader.name(args.pop("seat")) if "seat" in args else ""
    if event["id"] == "moved":
        return reader.say(MOVED, name=name)
    if event["id"] == "move":
        return reader.say(PLAYED, name=name, move=" ".join(args["move"]))
    told = ", ".join(f"{key} {_text(value)}" for key, value in args.items())
    return " ".join(part for part in (name, event["id"], told) if part)


def nothing(event: Mapping[str, Any], options: Mapping[str, Any], reader: Reader) -> str:
    """Return no heading, as events stand in one list, and no caption, as what they say is short."""
    return ""


def move_words(move: str, view: Mapping[str, Any], reader: Reader) -> str:
    """Return a move in notation."""
    return move


def question(view: Mapping[str, Any], reader: Reader) -> str:
    """Return whose turn it is."""
    if view["to_move"] is None:
        return reader.say(OVER)
    return (
        reader.say(YOURS) if view["to_move"] == view["seat"] else reader.say(WAITING, name=reader.name(view["to_move"]))
    )


def scene(words: Words, view: Mapping[str, Any], reader: Reader) -> Scene:
    """Return a view as a scene."""
    own = {key: value for key, value in view.items() if key not in NOT_SHOWN}
    return Scene(
        title=words.title,
        question=words.question(view, reader),
        places=list(_places(own)),
        acts=acts(words, view, reader),
        seats=seats(view, reader),
        facts=[Fact(_title(key), _text(value)) for key, value in own.items() if not isinstance(value, list | dict)],
        sheet=sheet(view, reader),
    )


def acts(words: Words, view: Mapping[str, Any], reader: Reader) -> list[Act]:
    """Return the reader's legal moves."""
    return [Act(move, words.move(move, view, reader)) for move in view["legal"]]


def seats(view: Mapping[str, Any], reader: Reader) -> list[Seat]:
    """Return who sits where."""
    return [
        Seat(seat, reader.name(seat), mine=seat == view["seat"], decides=seat == view["to_move"])
        for seat in range(view["players"])
    ]


def sheet(view: Mapping[str, Any], reader: Reader) -> Sheet | None:
    """Return the scores and who won, where the view holds a `result` with `scores` and `winners`."""
    result = view.get("result")
    if not result:
        return None
    scores, winners = result["scores"], result["winners"]
    names = ", ".join(reader.name(seat) for seat in winners)
    best_first = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    rows = [Row(seat, reader.name(seat), (), scores[seat], seat in winners) for seat in best_first]
    return Sheet(reader.say(WON if len(winners) == 1 else SHARED, names=names), (), rows)


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


def decision(move: str, _seat: int) -> str:
    """Return which kind of decision a move was: its verb."""
    return move.split(" ", 1)[0]
