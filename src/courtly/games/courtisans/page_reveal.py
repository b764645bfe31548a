"""The end of a match of Courtisans: the revealed spies by place, and the changes of families and points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from courtly.games.courtisans import words
from courtly.games.courtisans.page_cards import PageContext, signed
from courtly.games.courtisans.page_contexts import Card, Pile, TableContext, Value
from courtly.games.courtisans.page_figures import domain_values, status
from courtly.games.courtisans.page_templates import Reveal, RevealedFamily, RevealedPlace, RevealedSpy
from courtly.games.courtisans.view import View
from courtly.text.languages import marked

CHANGED, UNCHANGED = marked("{before} → {now}"), marked("still {status}")


def revealed(context: PageContext, table: TableContext) -> Reveal | None:
    """Return the spies revealed at the end of a match; None before the end, and if no spy is in play."""
    spies = [spy for spy in context.view["spies"] if spy["area"]]
    if not context.view["result"] or not spies:
        return None
    sides = [(side.title, _turned(side.piles)) for side in (table.above, table.below)]
    return Reveal(
        count=len(spies),
        places=tuple(RevealedPlace(title, _spies(cards, context)) for title, cards in sides if cards),
        families=tuple(_families(context)),
        domains=tuple(_domains(context, table)),
    )


def _turned(piles: Sequence[Pile]) -> list[Card]:
    return [card for pile in piles for card in pile.cards if card.number]


def _spies(
    cards: Sequence[Card], context: PageContext, points: Mapping[int | None, Value] | None = None
) -> tuple[RevealedSpy, ...]:
    lang = context.locale.lang
    return tuple(
        RevealedSpy(card, words.family_name(card.family or "", lang), points[int(card.number)] if points else None)
        for card in cards
    )


def _families(context: PageContext) -> Iterator[RevealedFamily]:
    """Yield the families that have a spy at the Queen's table."""
    result, locale = context.view["result"], context.locale
    assert result is not None
    for row in result["families"]:
        sides = context.view["standing"][row["family"]]
        if (sides["above"], sides["below"]) == (row["above"], row["below"]):
            continue
        statuses = status(sides["above"], sides["below"]), row["status"]
        before, now = (words.status_name(each, locale.lang) for each in statuses)
        text = locale.say(UNCHANGED, status=now) if now == before else locale.say(CHANGED, before=before, now=now)
        name = words.family_name(row["family"], locale.lang)
        yield RevealedFamily(row["family"], name, row["status"], text, now != before)


def _domains(context: PageContext, table: TableContext) -> Iterator[RevealedPlace]:
    """Yield every domain, since a domain without spies may change its value too."""
    result, before = context.view["result"], domain_values(_without_spies(context.view))
    assert result is not None
    for domain in table.domains:
        scored = result["domains"][domain.seat]
        points = {card["spy"]: signed(card["points"]) for card in scored}
        spies = _spies(_turned(domain.piles), context, points)
        now = signed(sum(card["points"] for card in scored))
        yield RevealedPlace(domain.title, spies, signed(before[domain.seat].now), now)


def _without_spies(view: View) -> View:
    """Return the view of a finished match with all spies face down."""
    areas = {area: list(cards) for area, cards in view["areas"].items()}
    for spy in view["spies"]:
        if spy["area"] and spy["card"]:
            areas[spy["area"]].remove(spy["card"])
            areas[spy["area"]].append(f"spy:{spy['n']}")
    return cast(View, {**view, "areas": areas})
