"""The animated final count of Monarch: each court, then banners and guests, then the winner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from courtly.games.monarch.page_contexts import SisterCount
from courtly.games.monarch.words.names import number
from courtly.scene.page import CountStep
from courtly.text.locales import Locale

TOTALS = ".row-of .sum, .row-of .total, .card-by-card"
"""CSS selector of the elements that the last step shows: the totals and the cards of each court, sorted by rank."""


def steps_of_count(sisters: Sequence[SisterCount], locale: Locale, *, headline: str) -> tuple[CountStep, ...]:
    """Return the steps of the count, with the sisters in seat order. `headline` names the winner."""
    seated = sorted(sisters, key=lambda sister: sister.mark.seat)
    return *_courts(seated, locale), *_banners_and_guests(seated, locale), CountStep(says=headline, shows=TOTALS)


def _courts(sisters: Sequence[SisterCount], locale: Locale) -> Iterator[CountStep]:
    for sister in sisters:
        points = _points([(sister, sister.court_sum)])
        yield CountStep(
            says=locale.say("Court: {points}", points=points), shows=f".of-seat-{sister.mark.seat} .places .crowns"
        )


def _banners_and_guests(sisters: Sequence[SisterCount], locale: Locale) -> Iterator[CountStep]:
    """Yield the steps for banners and guests, if any sister has one."""
    if banners := [(sister, sister.banner_sum) for sister in sisters if sister.reasons.banner]:
        yield CountStep(says=locale.say("Banners: {points}", points=_points(banners)), shows=".other-points .at-8")
    if guests := [(sister, sister.guest_sum) for sister in sisters if sister.reasons.guests]:
        yield CountStep(says=locale.say("Guests: {points}", points=_points(guests)), shows=".other-points .at-9")


def _points(found: Iterable[tuple[SisterCount, int]]) -> str:
    return ", ".join(f"{sister.mark.name} {number(crowns)}" for sister, crowns in found)
