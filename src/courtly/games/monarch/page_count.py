"""The count of Monarch as it is told step by step: court after court, then banners and guests, who has won last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from courtly.games.monarch.page_contexts import Counted
from courtly.games.monarch.words.names import number
from courtly.scene.page import CountStep
from courtly.text.reader import Reader

TOTALS = ".row-of .sum, .row-of .total, .card-by-card"
"""What of the page comes up with the last step; courts card by card stand in the order of the ranks."""


def steps_of_count(sisters: Sequence[Counted], reader: Reader, *, headline: str) -> list[CountStep]:
    """Return the steps of the count, sisters in the order of their seats; `headline` says who has won."""
    seated = sorted(sisters, key=lambda sister: sister.mark.seat)
    return [*_courts(seated, reader), *_besides(seated, reader), CountStep(says=headline, shows=TOTALS)]


def _courts(sisters: Sequence[Counted], reader: Reader) -> Iterator[CountStep]:
    for sister in sisters:
        told = _points([(sister, sister.court_sum)])
        yield CountStep(
            says=reader.say("Court: {points}", points=told), shows=f".of-seat-{sister.mark.seat} .places .crowns"
        )


def _besides(sisters: Sequence[Counted], reader: Reader) -> Iterator[CountStep]:
    """Yield what banners and guests bring, where anybody has one."""
    if banners := [(sister, sister.banner_sum) for sister in sisters if sister.reasons.banner]:
        yield CountStep(says=reader.say("Banners: {points}", points=_points(banners)), shows=".besides .at-8")
    if guests := [(sister, sister.guest_sum) for sister in sisters if sister.reasons.guests]:
        yield CountStep(says=reader.say("Guests: {points}", points=_points(guests)), shows=".besides .at-9")


def _points(found: Iterable[tuple[Counted, int]]) -> str:
    return ", ".join(f"{sister.mark.name} {number(crowns)}" for sister, crowns in found)
