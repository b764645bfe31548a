"""Explain the current crowns of a card of Monarch from a view: the counts that its formula uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from courtly.games.monarch.cardset import Banner, CardSet, Court, Formula, Guest
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words.abilities import thing_words
from courtly.games.monarch.words.names import DOMAIN, number, path_name, the_card
from courtly.text.languages import ENGLISH, marked, translator

ALWAYS = marked("always")
TIMES, TIMES_BASE = marked("{per} × {things}"), marked("{base}, plus {per} × {things}")
TOLD, TOLD_EACH = marked("{count} {things}"), marked("{count}, for {held} {things}")
SPREAD = marked("{count} {path}: {court} in the court, {board} on the lands")
NEEDED = marked("{things}; {least} needed")
BESIDE, NOT_BESIDE = marked("{card} is in the same court"), marked("{card} is not in the same court")
LIMITED = marked("{crowns}; limit {limit}")
RELIEVED = marked("{crowns}; reduced by {relief}")


@dataclass(frozen=True)
class Holding:
    """The inputs of the crown formulas of one seat's cards.

    Attributes
    ----------
    view
        A view of any audience; holdings and courts are public.
    seat
        The seat that holds the cards.
    cards
        The card set of the match.
    """

    view: View
    seat: int
    cards: CardSet

    @cached_property
    def court(self) -> list[Court]:
        """The Court Cards of the seat."""
        entries = [self.cards.entries[held["card"]] for held in self.view["seats"][self.seat]["court"]]
        return [entry for entry in entries if isinstance(entry, Court)]

    @cached_property
    def relief(self) -> int:
        """The number of crowns by which the powers of the seat reduce the loss from each of its guests."""
        powers = [power for card in self.court for power in card.powers]
        if (flown := self.view["seats"][self.seat]["banner"]) is not None:
            banner = self.cards.entries[flown["banner"]]
            powers += [banner.power] if isinstance(banner, Banner) and banner.power else []
        return sum(power.amount for power in powers if power.kind == "guest_relief")

    def in_court(self, path: str | None) -> int:
        """Return the number of the seat's Court Cards of a path."""
        return sum(card.path == path for card in self.court)

    def on_board(self, path: str | None) -> int:
        """Return the number of boards with an improvement of a path."""
        return sum(land["path"] == path for land in self.view["lands"])

    def lands(self, terrain: str, least: int) -> int:
        """Return the number of boards of a terrain that yield at least `least`."""
        boards = [land for land in self.view["lands"] if terrain in ("any", land["terrain"])]
        return sum(land["yield"] >= least for land in boards)

    def guests(self, whose: str) -> int:
        """Return the number of guests of the seat, or of the other seats."""
        lodged = [len(seat["guests"]) for seat in self.view["seats"]]
        return lodged[self.seat] if whose == "own" else sum(lodged) - lodged[self.seat]

    def different(self, of: str) -> int:
        """Return the number of different paths or emblems in the court."""
        if of == "path":
            return len({card.path for card in self.court} - {"none"})
        return len({emblem for card in self.court for emblem in card.emblems})


def why(card: str, holding: Holding, lang: str = ENGLISH) -> str:
    """Return how the current crowns of a Court Card, a guest or a banner are counted, as a phrase.

    If the seat does not hold the card, the counts leave it out.

    Examples
    --------
    "2 × 4 Might: 3 in the court, 1 on the lands", "2, plus 1 × 3, for 7 food left over", "always".
    """
    entry = holding.cards.entries[card]
    assert isinstance(entry, Court | Guest | Banner)
    formula, translate = entry.crowns, translator(lang, DOMAIN)
    if formula.kind == "fixed":
        text = translate(ALWAYS)
    elif formula.kind == "if_count":
        text = _threshold(formula, holding, lang)
    else:
        text = _product(formula, holding, lang)
    relief = holding.relief if isinstance(entry, Guest) else 0
    return translate(RELIEVED).format(crowns=text, relief=number(relief)) if relief else text


def count_of(formula: Formula, holding: Holding) -> int:
    """Return the count that a formula uses. For gold and food, it is the number of full groups."""
    if formula.path:
        court = holding.in_court(formula.path) if formula.where != "board" else 0
        return court + (holding.on_board(formula.path) if formula.where != "court" else 0)
    if formula.emblem:
        return sum(formula.emblem in card.emblems for card in holding.court)
    if formula.of:
        return holding.different(formula.of)
    if formula.terrain:
        return holding.lands(formula.terrain, formula.min_yield)
    if formula.resource:
        return _held(formula.resource, holding) // formula.each
    return holding.guests(formula.whose or "own")


def _held(resource: str, holding: Holding) -> int:
    """Return the gold or food of the seat."""
    sister = holding.view["seats"][holding.seat]
    return sister["gold"] if resource == "gold" else sister["food"]


def _product(formula: Formula, holding: Holding, lang: str) -> str:
    """Return base, factor and count of a formula, and its limit if it applies."""
    translate, count = translator(lang, DOMAIN), count_of(formula, holding)
    text = translate(TIMES_BASE if formula.base else TIMES).format(
        base=number(formula.base), per=number(formula.per), things=_things(formula, holding, lang)
    )
    crowns = formula.base + formula.per * count
    low, high = formula.min, formula.max
    within = max(crowns, low) if low is not None else crowns
    within = min(within, high) if high is not None else within
    return text if within == crowns else translate(LIMITED).format(crowns=text, limit=number(within))


def _things(formula: Formula, holding: Holding, lang: str) -> str:
    """Return the counted things with their current number."""
    translate, count = translator(lang, DOMAIN), count_of(formula, holding)
    if formula.path and formula.where == "court+board":
        path = path_name(formula.path, holding.cards, lang)
        court, board = holding.in_court(formula.path), holding.on_board(formula.path)
        return translate(SPREAD).format(count=count, path=path, court=court, board=board)
    held = _held(formula.resource, holding) if formula.resource else count
    things = thing_words(formula, holding.cards, lang, count=held)
    return translate(TOLD_EACH if formula.each > 1 else TOLD).format(count=count, held=held, things=things)


def _threshold(formula: Formula, holding: Holding, lang: str) -> str:
    """Return the current count of an `if_count` and its threshold, or whether its card is in the court."""
    translate = translator(lang, DOMAIN)
    if formula.card:
        present = any(card.id == formula.card for card in holding.court)
        return translate(BESIDE if present else NOT_BESIDE).format(card=the_card(formula.card, holding.cards, lang))
    return translate(NEEDED).format(things=_things(formula, holding, lang), least=formula.at_least)
