"""The texts of Whispers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.text.languages import marked
from courtly.text.locales import Locale

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


def card_name(card: str | None, locale: Locale) -> str:
    """Return the name of a card. None means a card that is hidden from the viewer."""
    if card is None:
        return locale.say("a card")
    house, rank = card.split(".")
    return f"{locale.say(house.capitalize())} {rank}"


def event_words(event: Mapping[str, Any], options: Mapping[str, Any], locale: Locale) -> str:
    """Return an event as a sentence, or an empty text if another seat draws."""
    args = event["args"]
    if event["id"] == "draw" and args["by"] != locale.seat:
        return ""
    names = {place: locale.name(args[key]) for place, key in (("name", "seat"), ("to", "to")) if key in args}
    return locale.say(EVENTS[event["id"]], card=card_name(args["card"], locale), **names)


def move_words(move: str, view: Mapping[str, Any], locale: Locale) -> str:
    """Return a move in words, addressed to the seat to move."""
    verb, card, *seat = move.split(" ")
    to = {"to": locale.name(int(seat[0]))} if seat else {}
    return locale.say(MOVES[verb], card=card_name(card, locale), **to)
