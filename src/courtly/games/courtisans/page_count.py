"""The final scoring of Courtisans in steps: the status of the families, their cards, then the missions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from courtly.games.courtisans import words
from courtly.games.courtisans.page_cards import COLUMNS, PageContext, signed
from courtly.games.courtisans.page_contexts import TableContext
from courtly.games.courtisans.page_templates import Score
from courtly.scene.page import CountStep
from courtly.text.languages import marked
from courtly.text.locales import Locale

COUNTED = {
    "esteemed": marked("{family}, esteemed: {points}"),
    "fallen": marked("{family}, fallen from grace: {points}"),
}
"""Text for a family's card points, by its status. Cards of a neutral family score nothing."""

SETTLED = ".beam, .rope, .tally .w"
CARDS = ".sum"
MISSIONS = ".scored"
TOTALS = ".count .total, .domain > .crown, #verdict, .totals tbody"
"""CSS selectors of the elements that each step shows. The totals come last, since their order reveals the winner."""


def steps_of_count(
    found: PageContext, table: TableContext, scores: Sequence[Score], *, settled: str, headline: str
) -> list[CountStep]:
    """Return the steps. `settled` is the sentence about the families, `headline` the sentence about the winner."""
    cards = _points((score.name, score.cards.text) for score in scores)
    return [
        CountStep(says=settled, shows=SETTLED),
        *_families(table, found.locale),
        CountStep(says=found.locale.say("Cards: {points}", points=cards), shows=CARDS),
        *_missions(found, table),
        CountStep(says=headline, shows=TOTALS),
    ]


def _families(table: TableContext, locale: Locale) -> Iterator[CountStep]:
    """Yield one step for all neutral families, then one for each other family that has cards in a domain."""
    found = {family: _family_points(family, table, locale) for family in COLUMNS if family != "queen"}
    statuses = {house.family: house.status for house in table.houses}
    neutral = [family for family, family_points in found.items() if family_points and statuses[family] not in COUNTED]
    if neutral:
        names = ", ".join(words.family_name(family, locale.lang) for family in neutral)
        yield CountStep(says=locale.say("Neutral, worth nothing: {families}", families=names), shows=_values(neutral))
    for family, family_points in found.items():
        if family_points and family not in neutral:
            name = words.family_name(family, locale.lang)
            text = locale.say(COUNTED[statuses[family]], family=name, points=_points(family_points))
            yield CountStep(says=text, shows=_values([family]))


def _family_points(family: str, table: TableContext, locale: Locale) -> list[tuple[str, str]]:
    """Return the points of a family in each domain that holds its cards, with the name of the owner."""
    piles = [(words.shown_name(domain.seat, locale), pile) for domain in table.domains for pile in domain.piles]
    return [(name, pile.value.text) for name, pile in piles if pile.column == family and pile.value]


def _missions(found: PageContext, table: TableContext) -> Iterator[CountStep]:
    """Yield a step with each seat's mission points, if missions were dealt."""
    result, locale = found.view["result"], found.locale
    assert result is not None
    if any(result["missions"]):
        sums = [
            (words.shown_name(domain.seat, locale), sum(entry["points"] for entry in result["missions"][domain.seat]))
            for domain in table.domains
        ]
        brought = [(name, signed(points).text) for name, points in sums if points]
        points = _points(brought) if brought else locale.say("none met")
        yield CountStep(says=locale.say("Missions: {points}", points=points), shows=MISSIONS)


def _values(families: Sequence[str]) -> str:
    """Return a CSS selector for the values of these families in all domains."""
    return ", ".join(f".domain .k-{family} > .v" for family in families)


def _points(found: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {points}" for name, points in found)
