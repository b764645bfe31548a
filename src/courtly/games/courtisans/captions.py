"""A turn of Courtisans in a few words, for the caption of the table: all its acts so far, with cards and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.words import REVEALED, card_name, family_name, shown_name
from courtly.text.languages import DOT, marked
from courtly.text.locales import Locale

PLAYED = {
    "above": marked("{card} above"),
    "below": marked("{card} below"),
    "own": marked("{card} in own domain"),
    "mine": marked("{card} in your domain"),
    "yours": marked("{card} to you"),
    "other": marked("{card} to {name}"),
}
KILLED = {
    "above": marked("eliminated: {card} above"),
    "below": marked("eliminated: {card} below"),
}
KILLED_THERE = marked("eliminated: {card}")
"""A victim in a domain, which is the domain of the assassin in the act before."""

SPARED, TURN = marked("no victim"), marked("{name}: {acts}.")


def turn_caption(events: Sequence[Mapping[str, Any]], _options: Mapping[str, Any], locale: Locale) -> str:
    r"""Return the acts of a turn in a few words.

    Examples
    --------
    >>> played = {"id": "play", "args": {"seat": 1, "play": 4, "card": "toad.plain", "spy": None, "area": "above"}}
    >>> turn_caption([played, {"id": "spare", "args": {"seat": 1}}], {}, Locale(names=["Ann", "Bo"]))
    'Bo: Toad above\xa0· no victim.'
    """
    acts = [act for event in events for act in _act(event, locale)]
    seat = events[0]["args"].get("seat") if events else None
    if seat is None:
        return ""
    turn = locale.say(TURN, name=shown_name(seat, locale), acts=DOT.join(acts))
    is_over = any(event["id"] == "reveal" and event["args"]["spies"] for event in events)
    return f"{turn} {locale.say(REVEALED)}" if is_over else turn


def _act(event: Mapping[str, Any], locale: Locale) -> Iterator[str]:
    args = event["args"]
    if event["id"] == "spare":
        yield locale.say(SPARED)
    elif event["id"] == "eliminate":
        yield locale.say(KILLED.get(args["area"], KILLED_THERE), card=_card(args, locale.lang))
    elif event["id"] == "play":
        owner = None if args["area"] in TABLE else int(args["area"].partition(":")[2])
        place = args["area"] if owner is None else _domain(owner, args["seat"], locale)
        name = "" if owner is None else locale.name(owner)
        yield locale.say(PLAYED[place], card=_card(args, locale.lang), name=name)


def _card(args: Mapping[str, Any], lang: str) -> str:
    """Return the name of a card; a card without a role has the name of its family."""
    card = args["card"] or f"spy:{args['spy']}"
    family, _, role = card.partition(".")
    return family_name(family, lang) if role == "plain" else card_name(card, lang)


def _domain(owner: int, seat: int, locale: Locale) -> str:
    """Return the key in `PLAYED` of a domain, for a play of a seat."""
    if seat == owner:
        return "mine" if seat == locale.seat else "own"
    return "yours" if owner == locale.seat else "other"
