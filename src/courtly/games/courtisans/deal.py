"""Deals of Courtisans as documents: `{"first": seat, "deck": [cards, top first], "missions": [[id, id], ...]}`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from courtly.engine.errors import BadDeal, shown
from courtly.engine.game import Setup
from courtly.games.courtisans import rules
from courtly.games.courtisans.content import CARD_IDS, KIND_OF, missions_of
from courtly.games.courtisans.state import HAND, ROLES, Content, State


def write_deal(setup: Setup, s: State) -> dict[str, Any]:
    """Return the document of a fresh state: the hands by seat, then the deck."""
    content = setup.content
    hands = [int(kind) for seat in range(content.players) for kind in s.hands[seat]]
    deck = [int(kind) for kind in s.deck[s.drawn : content.in_play]]
    ids = missions_of(content)
    return {
        "first": int(s.first),
        "deck": [CARD_IDS[kind] for kind in hands + deck],
        "missions": [[ids[mission] for mission in s.missions[seat]] for seat in range(content.players)],
    }


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a complete deal into a fresh state.

    Raises
    ------
    BadDeal
        When a value is of the wrong kind, or the components cannot give this deal. Nothing has changed then.
    """
    content = setup.content
    first = _first(content, document["first"])
    kinds = _deck(content, document["deck"])
    missions = _missions(content, document["missions"])
    s.deck[:] = -1
    s.deck[: len(kinds)] = kinds
    for seat, (one, other) in enumerate(missions):
        rules.give_missions(s, seat, one, other)
    rules.begin(content, s, first)


def _first(content: Content, first: object) -> int:
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < content.players:
        allowed = f"0 to {content.players - 1}"
        raise BadDeal(
            f"deal.first cannot be {shown(first)}; it is a seat, {allowed}",
            given=first,
            where="deal.first",
            allowed=allowed,
        )
    return first


def _deck(content: Content, deck: object) -> list[int]:
    if not isinstance(deck, list) or len(deck) != content.in_play:
        given = f"{len(deck)} cards" if isinstance(deck, list) else shown(deck)
        need = f"a list of {content.in_play} cards"
        raise BadDeal(
            f"deal.deck is {given}; {content.players} players need {need}", given=given, where="deal.deck", allowed=need
        )
    for i, card in enumerate(deck):
        if not isinstance(card, str) or card not in KIND_OF:
            message = f"deal.deck[{i}] cannot be {shown(card)}; a card is <family>.<role>"
            raise BadDeal(message, given=card, where=f"deal.deck[{i}]", allowed=list(CARD_IDS))
    kinds = [KIND_OF[card] for card in deck]
    for kind, count in Counter(kinds).items():
        copies = int(content.copies[kind % ROLES])
        if count > copies:
            message = f"deal.deck holds {CARD_IDS[kind]} {count} times; there are {copies}"
            raise BadDeal(message, given=count, where="deal.deck", allowed=f"at most {copies} of {CARD_IDS[kind]}")
    return kinds


def _missions(content: Content, missions: object) -> list[tuple[int, int]]:
    if not isinstance(missions, list) or len(missions) != content.players:
        need = f"a list of {content.players} pairs of missions"
        raise BadDeal(
            f"deal.missions is {shown(missions)}; it is {need}", given=missions, where="deal.missions", allowed=need
        )
    pairs = [_pair(content, seat, pair) for seat, pair in enumerate(missions)]
    for mission, count in Counter(mission for pair in pairs for mission in pair).items():
        if count > 1:
            name = missions_of(content)[mission]
            message = f"deal.missions holds {name} {count} times; there is one of each"
            raise BadDeal(message, given=name, where="deal.missions", allowed="each mission once")
    return pairs


def _pair(content: Content, seat: int, pair: object) -> tuple[int, int]:
    ids = missions_of(content)
    where = f"deal.missions[{seat}]"
    known = isinstance(pair, list) and len(pair) == 2 and all(isinstance(m, str) and m in ids for m in pair)
    if not known:
        message = f"{where} cannot be {shown(pair)}; it is a pair of this edition's missions"
        raise BadDeal(message, given=pair, where=where, allowed=list(ids))
    assert isinstance(pair, list)
    one, other = ids.index(pair[0]), ids.index(pair[1])
    half = int(content.missions) // 2
    if content.colours == 2 and not one < half <= other:
        message = f"{where} cannot be {shown(pair)}; it is a white mission, then a blue one"
        raise BadDeal(message, given=pair, where=where, allowed=[*ids[:half], *ids[half:]])
    return one, other


assert HAND == 3
