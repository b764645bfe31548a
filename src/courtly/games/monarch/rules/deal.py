"""Deals of Monarch as documents: `{"first": seat, "lands": [boards], "deck": [cards], "reshuffles": [[cards], ...]}`.

Boards are in reading order, cards top first. Each reshuffle lists the new deck: exactly the cards of the discard pile
at that time. Later reshuffles come from the seed of the match, and each uses its own random stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from courtly.engine.contract.deals import DealForm, PilePart, SeatPart, Shuffle
from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadDeal, listed, shown
from courtly.engine.sentences import said
from courtly.games.monarch.rules.kernels import begin
from courtly.games.monarch.rules.moves import MonarchCodec, codec_of
from courtly.games.monarch.state import CELLS, FIRST_MOON, NONE, CardLocation, State


def write_deal(setup: Setup, s: State) -> dict[str, Any]:
    """Return the document of a fresh state, before any reshuffle."""
    codec = codec_of(setup)
    return {
        "first": int(s.first),
        "lands": [codec.lands[land] for land in s.lands],
        "deck": _ids(codec, s.deck[: setup.content.in_play]),
        "reshuffles": [],
    }


def _ids(codec: MonarchCodec, cards: Iterable[int]) -> list[str]:
    return [codec.cards[int(card)] for card in cards]


class ReshufflesPart:
    """The decks of future reshuffles, in order. Each is a list of cards, top first."""

    name = "reshuffles"

    def read(self, setup: Setup, value: Any) -> list[list[int]]:
        """Return the card numbers of each deck. Whether a deck matches the discard pile is checked at the reshuffle."""
        if not isinstance(value, list):
            allowed = said("a list of decks, each a list of cards")
            message = said(
                "{where} cannot be {given}; use {allowed}",
                where="deal.reshuffles",
                given=shown(value),
                allowed=allowed,
            )
            raise BadDeal(message, given=value, where="deal.reshuffles", allowed=allowed)
        codec = codec_of(setup)
        return [_cards(codec, cards, f"deal.reshuffles[{number}]") for number, cards in enumerate(value)]

    def shuffles(self, _setup: Setup) -> list[Shuffle]:
        """Return an empty list: the discard piles are still unknown."""
        return []


def _boards(setup: Setup) -> list[str]:
    """Return every land board, once per copy."""
    return [codec_of(setup).lands[board] for board in setup.content.boards[: setup.content.board_count]]


def _market_cards(setup: Setup) -> list[str]:
    return _ids(codec_of(setup), setup.content.cards[: setup.content.in_play])


FORM = DealForm(
    [
        SeatPart("first"),
        PilePart("lands", _boards, lambda _setup: CELLS),
        PilePart("deck", _market_cards),
        ReshufflesPart(),
    ]
)


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a deal into a fresh state. Its seed of later reshuffles (`luck`) stays unchanged.

    Raises
    ------
    BadDeal
        If a value has the wrong type or the components cannot produce this deal.
    """
    codec, deal = codec_of(setup), FORM.read(setup, document)
    s.lands[:] = [codec.lands.index(land) for land in deal["lands"]]
    s.deck[: len(deal["deck"])] = [codec.numbers[card] for card in deal["deck"]]
    begin(setup.content, s, deal["first"])
    _check_moons(codec, s, deal["reshuffles"])


def shuffles(setup: Setup, s: State | None) -> list[Shuffle]:
    """Return the lists to shuffle for a deal. With a position `s`, return its discard pile, which is shuffled next."""
    if s is None:
        return FORM.shuffles(setup)
    pile = np.flatnonzero(s.where == CardLocation.DISCARD)
    name = f"{ReshufflesPart.name}.{int(s.reshuffles)}"
    return [Shuffle(name, _ids(codec_of(setup), pile), len(pile))] if len(pile) else []


def from_shuffles(lists: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the deal document. `lists` maps the names of `shuffles` to shuffled lists, cut to the `kept` items."""
    return {"first": lists["first"][0], "lands": list(lists["lands"]), "deck": list(lists["deck"]), "reshuffles": []}


def _cards(codec: MonarchCodec, cards: object, where: str) -> list[int]:
    """Return the numbers of a list of distinct cards."""
    if not isinstance(cards, list):
        allowed = said("a list of cards, top first")
        message = said("{where} cannot be {given}; use {allowed}", where=where, given=shown(cards), allowed=allowed)
        raise BadDeal(message, given=cards, where=where, allowed=allowed)
    for i, card in enumerate(cards):
        if not isinstance(card, str) or card not in codec.numbers:
            message = said(
                "{where} cannot be {given}; use the id of a card of the market deck",
                where=f"{where}[{i}]",
                given=shown(card),
            )
            raise BadDeal(message, given=card, where=f"{where}[{i}]", allowed=sorted(codec.numbers))
        if card in cards[:i]:
            message = said("{where} holds {card} twice", where=where, card=card)
            raise BadDeal(message, given=card, where=where, allowed=said("every card once"))
    return [codec.numbers[card] for card in cards]


def _check_moons(codec: MonarchCodec, s: State, reshuffles: Sequence[Sequence[int]]) -> None:
    """Reject reshuffles that are empty or have the wrong Moons.

    The first reshuffle holds the Moons discarded at setup, and later ones hold none. The other cards of a reshuffle are
    checked when it happens.
    """
    moons = [card for card in range(FIRST_MOON, len(s.where)) if s.where[card] == CardLocation.DISCARD]
    for number, cards in enumerate(reshuffles):
        expected = moons if number == 0 else []
        where = f"deal.reshuffles[{number}]"
        if not cards:
            message = said("{where} is empty; an empty discard pile is not shuffled", where=where)
            raise BadDeal(message, where=where, allowed=said("cards"))
        if sorted(card for card in cards if card >= FIRST_MOON) != expected:
            allowed = listed(_ids(codec, expected))
            places = {"where": where, "allowed": allowed}
            message = said("{where} must hold the Moons of the discard pile, which are {allowed}", **places)
            raise BadDeal(message, given=_ids(codec, cards), where=where, allowed=allowed)


def follow(setup: Setup, s: State, deal: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Cut the deal to the reshuffles that have happened, and load the next two decks that `given` lists.

    Raises
    ------
    BadDeal
        If the list for the latest reshuffle differs from the discard pile.
    """
    codec, happened = codec_of(setup), int(s.reshuffles)
    lists = list(given.get("reshuffles", []))
    known = list(deal["reshuffles"])[:happened]
    if len(known) < happened:
        known += _decks(codec, s)[len(known) - happened :]
    for number, deck in enumerate(known[: len(lists)]):
        if deck != lists[number]:
            where = f"deal.reshuffles[{number}]"
            cards = listed(sorted(deck), limit=99)
            message = said(
                "{where} must hold exactly the cards of the discard pile, which are {cards}", where=where, cards=cards
            )
            raise BadDeal(message, given=lists[number], where=where, allowed=sorted(deck))
    deal["reshuffles"] = known
    for number in range(happened, min(happened + 2, len(lists))):
        numbers = [codec.numbers[card] for card in lists[number]]
        s.next_decks[number % 2, :] = NONE
        s.next_decks[number % 2, : len(numbers)] = numbers


def _decks(codec: MonarchCodec, s: State) -> list[list[str]]:
    """Return the decks of the latest move's reshuffles: two if it caused the first two reshuffles, otherwise one."""
    decks = [s.deck[: s.deck_start]] if s.deck_start else []
    return [_ids(codec, deck) for deck in (*decks, s.deck[s.deck_start : s.deck_size])]
