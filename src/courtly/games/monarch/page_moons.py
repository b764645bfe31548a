"""Page contexts of the last resolved Moons: their effects on each sister, on lands and on the market."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.games.monarch import words
from courtly.games.monarch.cardset import Moon
from courtly.games.monarch.page_contexts import MoonChange, MoonOutcome, MoonsShown
from courtly.games.monarch.page_market import RESOURCES
from courtly.games.monarch.page_table import TableInput, typeset

RESOLVED = ("moon", "moon-beyond", "moon-met", "moon-unmet")
"""The events that resolve a Moon. One move can resolve several."""


UNASKED = ("moon", "moon-beyond")
"""The Moons for which no sister could pledge, so that the page has not shown their texts before."""


def moons_shown(table: TableInput) -> MoonsShown:
    """Return the Moons of the last move that resolved any; before the first Moon there are none."""
    log = table.page_input.log
    last = next((i for i in reversed(range(len(log))) if log[i]["id"] in RESOLVED), -1)
    if last < 0:
        return MoonsShown((), is_latest=False)
    act = next((i for i in reversed(range(last)) if _is_act(log[i])), 0)
    found = [event for event in log[act : last + 1] if event["id"] in RESOLVED]
    return MoonsShown(
        tuple(_outcome(event, table) for event in found), is_latest=not any(map(_is_act, log[last + 1 :]))
    )


def _is_act(event: Mapping[str, Any]) -> bool:
    return event["id"] in words.BRIEF


def _outcome(event: Mapping[str, Any], table: TableInput) -> MoonOutcome:
    args, lang = event["args"], table.lang
    told, *effects = words.moon_outcome_words(event, table.view["options"], table.page_input.locale)
    face = table.face(args["moon"])
    changes = tuple(change for seat in range(table.view["players"]) if (change := _change(seat, args, table)).amounts)
    nothing = [] if changes or effects else [table.say("Nothing happens.")]
    return MoonOutcome(
        name=face.name,
        told="" if event["id"] == "moon" else typeset(told, lang),
        rule=(face.text or face.says) if event["id"] in UNASKED else typeset(_rule(event, table), lang),
        changes=changes,
        effects=tuple(typeset(text, lang) for text in [*effects, *nothing]),
    )


def _rule(event: Mapping[str, Any], table: TableInput) -> str:
    """Return the effects of a Moon that the sisters paid for, or did not."""
    moon = table.cards.entries[event["args"]["moon"]]
    assert isinstance(moon, Moon)
    return words.effects_words(moon.met if event["id"] == "moon-met" else moon.unmet, table.lang)


def _change(seat: int, args: Mapping[str, Any], table: TableInput) -> MoonChange:
    amounts = tuple(table.amount(what, args[what][seat]) for what in RESOURCES if args[what][seat])
    return MoonChange(table.marks[seat], amounts)
