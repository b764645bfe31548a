"""Parses the form of a table into an act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.web.errors import BadForm

Fields = Mapping[str, Sequence[str]]
"""The fields of a form, each with all its values."""

NUMBERS = ("match", "turn", "seat")
TEXTS = ("command", "bot", "word", "what", "code")
LONGEST_NUMBER = 9


def act_of(fields: Fields) -> dict[str, Any]:
    """Return the act of a form. A form without the field `act` is a move.

    The text of a move comes from the field `move`, or from `of-amount` and `amount`, or from `piece` and `place`. The
    move is not checked here: the table does that.
    ------
    BadForm
        A number field is not a number.
    """
    act = _first(fields, "act") or "move"
    body: dict[str, Any] = {"act": act}
    for name in TEXTS:
        if name in fields:
            body[name] = _first(fields, name)
    for name in NUMBERS:
        if name in fields:
            body[name] = _number(name, _first(fields, name))
    if act == "move":
        body["moves"] = [_move(fields)]
    return body


def _move(fields: Fields) -> str:
    """Return the move of a form. If a button sends a whole move, the selection on the page is ignored."""
    if "move" in fields:
        parts: Sequence[str] = ("move",)
    elif "of-amount" in fields:
        parts = ("of-amount", "amount")
    else:
        parts = ("piece", "place")
    return " ".join(word for part in parts for word in fields.get(part, ()))


def _first(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def _number(name: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    allowed = said("a whole number from 0")
    message = said("field {name} cannot be {given}; use {allowed}", name=name, given=shown(text), allowed=allowed)
    raise BadForm(message, given=text, where=name, allowed=allowed)
