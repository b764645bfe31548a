"""Deals of Monarch as documents: `{"first": seat, "lands": [boards], "deck": [cards], "reshuffles": [[cards], ...]}`.

Lands stand in reading order, cards top first. Each reshuffle is the new deck, exactly the cards of the discard pile
that it comes from; those that the list does not name are shuffled from the seed, each from a stream of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from courtly.engine.errors import BadDeal, listed, shown
from courtly.engine.game import Setup
from courtly.games.monarch import rules
from courtly.games.monarch.moves import MonarchCodec, codec_of
from courtly.games.monarch.state import CELLS, FIRST_MOON, NONE, Content, Place, State


def write_deal(setup: Setup, s: State) -> dict[str, Any]:
    """Return the document of a fresh state; nothing has been reshuffled yet."""
    codec = codec_of(setup)
    return {
        "first": int(s.first),
        "lands": [codec.lands[land] for land in s.lands],
        "deck": _ids(codec, s.deck[: setup.content.in_play]),
        "reshuffles": [],
    }


def _ids(codec: MonarchCodec, cards: Iterable[int]) -> list[str]:
    return [codec.cards[int(card)] for card in cards]


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a deal into a fresh state, whose luck stays as it is.

    Raises
    ------
    BadDeal
        When a value is of the wrong kind, or the components cannot give this deal.
    """
    content, codec = setup.content, codec_of(setup)
    first = _first(content, document["first"])
    lands = _lands(content, codec, document["lands"])
    deck = _cards(codec, document["deck"], "deal.deck")
    if len(deck) < content.in_play:
        missing = sorted(codec.numbers.keys() - {codec.cards[card] for card in deck})
        message = f"deal.deck lacks {listed(missing)}; it holds all {content.in_play} cards once"
        raise BadDeal(message, given=len(deck), where="deal.deck", allowed=f"all {content.in_play} cards")
    reshuffles = _reshuffles(codec, document["reshuffles"])
    s.lands[:] = lands
    s.deck[: len(deck)] = deck
    rules.begin(content, s, first)
    _check_moons(codec, s, reshuffles)


def _first(content: Content, first: object) -> int:
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < content.players:
        allowed = f"0 to {content.players - 1}"
        message = f"deal.first cannot be {shown(first)}; it is a seat, {allowed}"
        raise BadDeal(message, given=first, where="deal.first", allowed=allowed)
    return first


def _lands(content: Content, codec: MonarchCodec, lands: object) -> list[int]:
    """Return the numbers of nine land boards, of each no more than there are."""
    if not isinstance(lands, list) or len(lands) != CELLS:
        message = f"deal.lands cannot be {shown(lands)}; it is a list of {CELLS} land boards"
        raise BadDeal(message, given=lands, where="deal.lands", allowed=f"{CELLS} land boards")
    found = [_land(codec, land) for land in lands]
    copies = Counter(int(board) for board in content.boards[: content.board_count])
    for land, count in Counter(found).items():
        if count > copies[land]:
            message = f"deal.lands holds {codec.lands[land]} {count} times; there are {copies[land]} of it"
            raise BadDeal(message, given=count, where="deal.lands", allowed=f"at most {copies[land]}")
    return found


def _land(codec: MonarchCodec, land: object) -> int:
    if not isinstance(land, str) or land not in codec.lands:
        message = f"deal.lands cannot hold {shown(land)}; there are {listed(codec.lands)}"
        raise BadDeal(message, given=land, where="deal.lands", allowed=list(codec.lands))
    return codec.lands.index(land)


def _cards(codec: MonarchCodec, cards: object, where: str) -> list[int]:
    """Return the numbers of a list of cards, none of them twice."""
    if not isinstance(cards, list):
        allowed = "a list of cards, top first"
        raise BadDeal(f"{where} cannot be {shown(cards)}; it is {allowed}", given=cards, where=where, allowed=allowed)
    seen: set[str] = set()
    for card in cards:
        if not isinstance(card, str) or card not in codec.numbers:
            message = f"{where} cannot hold {shown(card)}; it holds cards of the market deck, by their ids"
            raise BadDeal(message, given=card, where=where, allowed=sorted(codec.numbers))
        if card in seen:
            raise BadDeal(f"{where} holds {card} twice", given=card, where=where, allowed="every card once")
        seen.add(card)
    return [codec.numbers[card] for card in cards]


def _reshuffles(codec: MonarchCodec, reshuffles: object) -> list[list[int]]:
    if not isinstance(reshuffles, list):
        allowed = "a list of decks, each a list of cards"
        message = f"deal.reshuffles cannot be {shown(reshuffles)}; it is {allowed}"
        raise BadDeal(message, given=reshuffles, where="deal.reshuffles", allowed=allowed)
    return [_cards(codec, cards, f"deal.reshuffles[{number}]") for number, cards in enumerate(reshuffles)]


def _check_moons(codec: MonarchCodec, s: State, reshuffles: Sequence[Sequence[int]]) -> None:
    """Refuse what can be told before the match: Moons lie in the discard pile from the setup on, and then no more.

    The rest is checked when the time comes.
    """
    moons = [card for card in range(FIRST_MOON, len(s.where)) if s.where[card] == Place.DISCARD]
    for number, cards in enumerate(reshuffles):
        expected = moons if number == 0 else []
        where = f"deal.reshuffles[{number}]"
        if not cards:
            raise BadDeal(f"{where} is empty; an empty discard pile is not shuffled", where=where, allowed="cards")
        if sorted(card for card in cards if card >= FIRST_MOON) != expected:
            allowed = listed(_ids(codec, expected))
            message = f"{where} does not hold the Moons of the discard pile, which are {allowed}"
            raise BadDeal(message, given=_ids(codec, cards), where=where, allowed=allowed)


def follow(setup: Setup, s: State, deal: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Keep the document's reshuffles to those that happened, and hold the next two ready where the deal names them.

    Raises
    ------
    BadDeal
        When a reshuffle just happened whose list is not the cards of the discard pile.
    """
    codec, happened = codec_of(setup), int(s.reshuffles)
    lists = list(given.get("reshuffles", []))
    known = list(deal["reshuffles"])[:happened]
    if len(known) < happened:
        known += _decks(codec, s)[len(known) - happened :]
    for number, deck in enumerate(known[: len(lists)]):
        if deck != lists[number]:
            where = f"deal.reshuffles[{number}]"
            message = (
                f"{where} must hold exactly the cards of the discard pile, which are {listed(sorted(deck), limit=99)}"
            )
            raise BadDeal(message, given=lists[number], where=where, allowed=sorted(deck))
    deal["reshuffles"] = known
    for number in range(happened, min(happened + 2, len(lists))):
        cards = [codec.numbers[card] for card in lists[number]]
        s.next_decks[number % 2, :] = NONE
        s.next_decks[number % 2, : len(cards)] = cards


def _decks(codec: MonarchCodec, s: State) -> list[list[str]]:
    """Return the last reshuffles, in order: two where the first two happened in one move, otherwise one."""
    decks = [s.deck[: s.deck_start]] if s.deck_start else []
    return [_ids(codec, deck) for deck in (*decks, s.deck[s.deck_start : s.deck_size])]
