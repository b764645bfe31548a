"""The count of Courtisans as it is told step by step: families settle, their cards are counted, missions last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from courtly.games.courtisans import words
from courtly.games.courtisans.page_cards import COLUMNS, Drawn, signed
from courtly.games.courtisans.page_contexts import Score, Table
from courtly.scene.page import CountStep
from courtly.text.languages import marked
from courtly.text.reader import Reader

COUNTED = {
    "esteemed": marked("{family}, esteemed: {points}"),
    "fallen": marked("{family}, fallen from grace: {points}"),
}
"""What the cards of a family bring, by its status; those of the others bring nothing."""

SETTLED = ".beam, .rope, .tally .w"
CARDS = ".sum"
MISSIONS = ".scored"
TOTALS = ".count .total, .domain > .crown, #verdict, .totals tbody"
"""What of the page comes up with each step; the rows of the totals give the winner away."""


def steps_of_count(
    found: Drawn, table: Table, scores: Sequence[Score], *, settled: str, headline: str
) -> list[CountStep]:
    """Return the steps of the count; `settled` says how the families ended, `headline` who has won."""
    cards = _points((score.name, score.cards.text) for score in scores)
    return [
        CountStep(says=settled, shows=SETTLED),
        *_families(table, found.reader),
        CountStep(says=found.reader.say("Cards: {points}", points=cards), shows=CARDS),
        *_missions(found, table),
        CountStep(says=headline, shows=TOTALS),
    ]


def _families(table: Table, reader: Reader) -> Iterator[CountStep]:
    """Yield a step for each family whose cards lie in a domain, those that bring nothing together and first."""
    found = {family: _lying(family, table) for family in COLUMNS if family != "queen"}
    statuses = {house.family: house.status for house in table.houses}
    neutral = [family for family, lying in found.items() if lying and statuses[family] not in COUNTED]
    if neutral:
        names = ", ".join(words.family_name(family, reader.lang) for family in neutral)
        yield CountStep(says=reader.say("Neutral, worth nothing: {families}", families=names), shows=_values(neutral))
    for family, lying in found.items():
        if lying and family not in neutral:
            name = words.family_name(family, reader.lang)
            told = reader.say(COUNTED[statuses[family]], family=name, points=_points(lying))
            yield CountStep(says=told, shows=_values([family]))


def _lying(family: str, table: Table) -> list[tuple[str, str]]:
    """Return what a family is worth in each domain that has cards of it."""
    piles = [(domain.name, pile) for domain in table.domains for pile in domain.piles]
    return [(name, pile.value.text) for name, pile in piles if pile.column == family and pile.value]


def _missions(found: Drawn, table: Table) -> Iterator[CountStep]:
    """Yield what the missions of each seat bring in sum, where missions are played with."""
    result, reader = found.view["result"], found.reader
    assert result is not None
    if any(result["missions"]):
        sums = [
            (domain.name, sum(entry["points"] for entry in result["missions"][domain.seat])) for domain in table.domains
        ]
        brought = [(name, signed(points).text) for name, points in sums if points]
        points = _points(brought) if brought else reader.say("none is met")
        yield CountStep(says=reader.say("Missions: {points}", points=points), shows=MISSIONS)


def _values(families: Sequence[str]) -> str:
    """Return what shows the worth of families in every domain."""
    return ", ".join(f".domain .k-{family} > .v" for family in families)


def _points(found: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {points}" for name, points in found)
