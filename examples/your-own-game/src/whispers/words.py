"""Whispers in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.text.languages import marked
from courtly.text.reader import Reader

TITLE = "Whispers"
ABOUT = marked("Take sides for six houses, openly or in confidence, and guess which of them the Queen favours.")

MOVES = {
    "back": marked("Back with {card}"),
    "slander": marked("Slander {to} with {card}"),
    "confide": marked("Confide {card} to {to}"),
}
EVENTS = {
    "back": marked("{name} backs with {card}."),
    "slander": marked("{name} slanders {to} with {card}."),
    "confide": marked("{name} confides {card} to {to}."),
    "draw": marked("You draw {card}."),
    "end": marked("The Queen's favourite was {card}."),
}


def card_name(card: str | None, reader: Reader) -> str:
    """Return a card in words; None is one that the reader does not see."""
    if card is None:
        return reader.say("a card")
    house, rank = card.split(".")
    return f"{reader.say(house.capitalize())} {rank}"


def event_words(event: Mapping[str, Any], options: Mapping[str, Any], reader: Reader) -> str:
    """Return what happened; that others draw goes without saying."""
    args = event["args"]
    if event["id"] == "draw" and args["by"] != reader.seat:
        return ""
    names = {place: reader.name(args[key]) for place, key in (("name", "seat"), ("to", "to")) if key in args}
    return reader.say(EVENTS[event["id"]], card=card_name(args["card"], reader), **names)


def move_words(move: str, view: Mapping[str, Any], reader: Reader) -> str:
    """Return a choice as the seat that has it reads it."""
    verb, card, *seat = move.split(" ")
    to = {"to": reader.name(int(seat[0]))} if seat else {}
    return reader.say(MOVES[verb], card=card_name(card, reader), **to)
