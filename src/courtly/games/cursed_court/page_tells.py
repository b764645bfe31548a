"""Conclusions about the opponents: the hole cards that each one knows, and the nobles that each of its crowns needs.

They are drawn from the viewer's own view.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtly.games.cursed_court import names, view
from courtly.games.cursed_court.page_board import CACHE, Board
from courtly.games.cursed_court.page_contexts import Card, CrownClues, SharedCard, TellingCrown
from courtly.games.cursed_court.scene import standing


def tells(board: Board) -> list[CrownClues]:
    """Return the conclusions about each opponent, clockwise."""
    count = board.view["players"]
    order = [(board.page_input.first + step) % count for step in range(count)]
    return [_cached_clues(seat, board) for seat in order if seat != board.page_input.seat]


def _cached_clues(seat: int, board: Board) -> CrownClues:
    """Return the conclusions about a seat, from the cache if its cards and crowns are unchanged."""
    gaps = [gap for gap in board.view["holes"] if seat in gap["seats"]]
    crowns = [
        (region, crown["coins"])
        for region, placed in board.view["board"].items()
        for crown in placed
        if crown["seat"] == seat
    ]
    hole_cards = tuple((tuple(gap["seats"]), gap["count"], tuple(gap["cards"] or ())) for gap in gaps)
    score = standing(board.view["score"][seat], board.options, board.locale)
    return CACHE.get_or_make(
        (board.about, "told", seat, score, hole_cards, tuple(crowns)),
        lambda: _clues_of(seat, score, gaps, crowns, board),
    )


def _clues_of(
    seat: int, score: str, gaps: Sequence[view.Gap], crowns: Sequence[tuple[str, int]], board: Board
) -> CrownClues:
    cards = tuple(card for gap in gaps for card in _shared(seat, gap, board))
    telling = tuple(_telling(region, coins, board) for region, coins in crowns)
    return CrownClues(board.marks[seat], score, cards, telling)


def _shared(seat: int, gap: view.Gap, board: Board) -> list[SharedCard]:
    """Return the cards of a gap that a seat sees, face up if the viewer sees them too."""
    say, count = board.locale.say, board.locale.count
    if gap["cards"] is not None:
        cards = [Card(noble, names.noble_name(noble, board.lang), 1) for noble in gap["cards"]]
        return [SharedCard(card, say("you see it too")) for card in cards]
    others = [board.page_input.names[other] for other in gap["seats"] if other != seat]
    if others:
        shown = count(
            "shared with {name}, hidden from you", "shared with {name}, hidden from you", gap["count"], name=others[0]
        )
    else:
        shown = count("hidden from you", "hidden from you", gap["count"])
    return [SharedCard(None, shown, gap["count"])]


def _telling(region: str, coins: int, board: Board) -> TellingCrown:
    return TellingCrown(
        number=board.numbers[region],
        region=board.name_of(region),
        noble=region if region in board.nobles else "",
        coins="" if board.options["coinless"] else board.money(coins),
        words=_needs(region, board),
    )


def _needs(region: str, board: Board) -> str:
    """Return the nobles that a region still needs, as far as the viewer knows."""
    seen, locale = board.face_up + board.known, board.locale
    if region in board.nobles:
        found = seen[region]
        if not found:
            return locale.say("you have seen no card of it")
        return locale.count("you have seen {n} card of it", "you have seen {n} cards of it", found)
    missing = [names.noble_name(noble, board.lang) for noble in board.nobles_of(region) if not seen[noble]]
    if not missing:
        return locale.say("all its nobles have appeared")
    return locale.say("still needs {nobles}", nobles=names.together(missing, board.lang))
