"""Deals of Cursed Court as documents: `{"first": seat, "years": [[nobles, top first], ...]}`.

Each list is the whole deck of a year: the hole cards (gap 0 first), the face-up cards, then the other cards. Years that
the document does not list are shuffled from the seed, each with its own random stream.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.deals import DealForm, PilePart, SeatPart, Shuffle
from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadDeal, shown
from courtly.engine.sentences import speaking
from courtly.games.cursed_court import rules
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.state import CARDS, COPIES, NOBLES, NONE, Content, Exchange, Phase, State
from courtly.games.cursed_court.years import tableau_size

said = speaking("cursed_court")


def _box(content: Content) -> list[str]:
    """Return all cards of the box (clauses 1.2, 15.2)."""
    return [noble for noble, count in zip(NOBLE_IDS, content.copies, strict=True) for _ in range(count)]


def _tableau(content: Content) -> int:
    """Return the number of cards in a tableau if all players play the year."""
    players = int(content.players)
    return int(content.seasons) + (2 * players if players < 4 else players)


class YearsPart:
    """The decks of the first years. Each deck consists of the cards in play that year (clauses 2.5, 10.1)."""

    name = "years"

    def read(self, setup: Setup, value: Any) -> list[list[str]]:
        """Return the decks. They are validated here as far as possible; `follow` validates each when it is dealt."""
        if not isinstance(value, list):
            allowed = said("a list of years, each a list of noble ids")
            message = said("deal.years cannot be {given}; use {allowed}", given=shown(value), allowed=allowed)
            raise BadDeal(message, given=value, where="deal.years", allowed=allowed)
        return list(_years(setup, value))

    def shuffles(self, setup: Setup) -> list[Shuffle]:
        """Return the deck of the first year."""
        cards = _box(setup.content)
        return [Shuffle(_year_name(0), cards, _tableau(setup.content) if setup.content.cut else len(cards))]


FORM = DealForm([SeatPart("first"), YearsPart()])


def write_deal(_setup: Setup, s: State) -> dict[str, Any]:
    """Return the document of a fresh state: the first holder of the marker and the first year's deck."""
    return {"first": int(s.first), "years": [_deck(s)]}


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a deal into a fresh state. The seed of the later years' shuffles stays unchanged.

    Raises
    ------
    BadDeal
        If a value has the wrong type, or the components cannot produce this deal.
    """
    deal = FORM.read(setup, document)
    s.next_deck[:] = NONE
    if deal["years"]:
        _load(s, deal["years"][0])
    rules.begin(setup.content, s, deal["first"])


def follow(setup: Setup, s: State, deal: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Cut or extend `deal` to the years dealt so far, and load the next year's deck if `given` lists it."""
    dealt = int(s.dealt)
    years = given.get("years", [])
    if dealt < len(years) and s.next_deck[0] == NONE:
        _load(s, _read_year(setup, dealt, years[dealt], _without(setup.content, _sitting_out(setup.content, s))))
    if len(deal["years"]) < dealt:
        deal["years"] = [*deal["years"], _deck(s)]
    elif len(deal["years"]) > dealt:
        deal["years"] = list(deal["years"])[:dealt]


def shuffles(setup: Setup, s: State | None) -> list[Shuffle]:
    """Return the lists to shuffle for a new deal (`s` is None), or for the next year if another year can be dealt."""
    if s is None:
        return FORM.shuffles(setup)
    if not _has_next_year(setup.content, s):
        return []
    cards = _without(setup.content, _sitting_out(setup.content, s))
    return [Shuffle(_year_name(int(s.dealt)), cards, len(cards))]


def from_shuffles(lists: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the deal document. `lists` maps the names of `shuffles` to shuffled lists, cut to the `kept` items."""
    years = sum(name.startswith("years.") for name in lists)
    return {"first": lists["first"][0], "years": [list(lists[_year_name(number)]) for number in range(years)]}


def _year_name(number: int) -> str:
    return f"years.{number}"


def _has_next_year(content: Content, s: State) -> bool:
    """Return whether another year can be dealt."""
    if s.phase == Phase.OVER:
        return False
    return bool(s.year < s.last_year or s.last_year - content.years < content.extra_years)


def _deck(s: State) -> list[str]:
    return [NOBLE_IDS[noble] for noble in s.deck[: s.deck_size]]


def _sitting_out(content: Content, s: State) -> list[str]:
    """Return the cards that will sit out the next year: this year's tableau if the court remembers (clause 10.1)."""
    if s.phase == Phase.REBUY:
        return [noble for i, noble in enumerate(NOBLE_IDS) for _ in range(s.aside[i])]
    return _deck(s)[: tableau_size(content, s)] if content.remembers else []


def _without(content: Content, aside: Sequence[str]) -> list[str]:
    """Return the cards of the box that are in play, without `aside`."""
    return list((Counter(_box(content)) - Counter(aside)).elements())


def _years(setup: Setup, years: list[object]) -> Iterator[list[str]]:
    """Yield each year's deck.

    If the court remembers, the cards in play depend on the tableau of the year before. In The Great Exchange the size
    of that tableau is not known in advance, so any cards of the box are accepted.
    """
    content, aside = setup.content, list[str]()
    for number, value in enumerate(years):
        is_known = number == 0 or not content.remembers or content.exchange == Exchange.OFF
        deck = _read_year(setup, number, value, _without(content, aside) if is_known else None)
        if content.remembers:
            aside = deck[: _tableau(content)]
        yield deck


def _read_year(setup: Setup, number: int, value: object, cards: Sequence[str] | None) -> list[str]:
    """Return one year's deck. It must consist of `cards`; if `cards` is None, any cards of the box are allowed."""
    found = cards or _box(setup.content)
    count = len(value) if cards is None and isinstance(value, list) else len(found)
    count = _tableau(setup.content) if setup.content.cut else count
    part = PilePart(f"years[{number}]", lambda _setup: found, lambda _setup: count)
    return part.read(setup, value)


def _load(s: State, cards: Sequence[str]) -> None:
    """Store a deck as the next year's deck."""
    s.next_deck[:] = NONE
    s.next_deck[: len(cards)] = [NOBLE_IDS.index(noble) for noble in cards]


assert NOBLES * COPIES == CARDS
assert len(NOBLE_IDS) == NOBLES
