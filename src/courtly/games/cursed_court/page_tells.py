"""What the crowns of the others may tell a reader of Cursed Court: who knows which hole cards, what each crown needs.

It is worked out from the reader's own view alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtly.games.cursed_court import names, view
from courtly.games.cursed_court.page_board import MEMORY, Board
from courtly.games.cursed_court.page_contexts import Card, SharedCard, TellingCrown, Told


def tells(board: Board) -> list[Told]:
    """Return what is to be seen of each of the others, in turn order."""
    count = board.view["players"]
    order = [(board.seen.first + step) % count for step in range(count)]
    return [_found(seat, board) for seat in order if seat != board.seen.seat]


def _found(seat: int, board: Board) -> Told:
    """Return what is to be seen of a seat, made of the cards that it sees and of its crowns."""
    gaps = [gap for gap in board.view["holes"] if seat in gap["seats"]]
    lying = [
        (region, crown["coins"])
        for region, crowns in board.view["board"].items()
        for crown in crowns
        if crown["seat"] == seat
    ]
    seen = tuple((tuple(gap["seats"]), gap["count"], tuple(gap["cards"] or ())) for gap in gaps)
    return MEMORY.find((board.about, "told", seat, seen, tuple(lying)), lambda: _told(seat, gaps, lying, board))


def _told(seat: int, gaps: Sequence[view.Gap], lying: Sequence[tuple[str, int]], board: Board) -> Told:
    cards = tuple(card for gap in gaps for card in _shared(seat, gap, board))
    return Told(board.marks[seat], cards, tuple(_telling(region, coins, board) for region, coins in lying))


def _shared(seat: int, gap: view.Gap, board: Board) -> list[SharedCard]:
    """Return the cards of a gap that a seat sees, face up if the reader does too."""
    say = board.reader.say
    if gap["cards"] is not None:
        cards = [Card(noble, names.noble_name(noble, board.lang), 1) for noble in gap["cards"]]
        return [SharedCard(card, say("you see it too")) for card in cards]
    others = [board.seen.names[other] for other in gap["seats"] if other != seat]
    shown = say("shared with {name}, hidden from you", name=others[0]) if others else say("hidden from you")
    return [SharedCard(None, shown)] * gap["count"]


def _telling(region: str, coins: int, board: Board) -> TellingCrown:
    return TellingCrown(
        number=board.numbers[region],
        region=board.name_of(region),
        noble=region if region in board.nobles else "",
        coins="" if board.options["coinless"] else board.money(coins),
        words=_needs(region, board),
    )


def _needs(region: str, board: Board) -> str:
    """Return what a region still needs, as far as the reader can know."""
    seen, reader = board.face_up + board.known, board.reader
    if region in board.nobles:
        found = seen[region]
        return reader.count("{n} card seen", "{n} cards seen", found) if found else reader.say("no card seen yet")
    missing = [names.noble_name(noble, board.lang) for noble in board.nobles_of(region) if not seen[noble]]
    if not missing:
        return reader.say("complete, as you know")
    return reader.say("needs {nobles}", nobles=names.together(missing, board.lang))
