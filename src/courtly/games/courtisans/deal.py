"""Deals of Courtisans as documents: `{"first": seat, "deck": [cards, top first], "missions": [[id, id], ...]}`.

The helpers of `courtly.engine.contract.deals` check the first seat and the deck. This module checks the missions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from courtly.engine.contract.deals import DealForm, PilePart, SeatPart, Shuffle
from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadDeal, shown
from courtly.engine.sentences import Sentence, said
from courtly.games.courtisans import rules
from courtly.games.courtisans.content import CARD_IDS, KIND_OF, missions_of
from courtly.games.courtisans.state import HAND, NONE, Content, State


class MissionsPart:
    """The mission pairs of all seats; in edition 2024 each pair is a white mission, then a blue one."""

    name = "missions"

    def read(self, setup: Setup, value: Any) -> list[tuple[int, int]]:
        """Return the mission numbers of each seat."""
        if value == [] and setup.content.missions == 0:
            return [(NONE, NONE)] * setup.players
        if not isinstance(value, list) or len(value) != setup.players:
            need = said("a list of {players} pairs of missions", players=setup.players)
            message = said("{where} cannot be {given}; use {allowed}", **_places(value, need))
            raise BadDeal(message, given=value, where="deal.missions", allowed=need)
        pairs = [_pair(setup.content, seat, pair) for seat, pair in enumerate(value)]
        for mission, count in Counter(mission for pair in pairs for mission in pair).items():
            if count > 1:
                name = missions_of(setup.content)[mission]
                message = said("{where} holds {card} {count} times; there are only {copies}", **_twice(name, count))
                raise BadDeal(message, given=name, where="deal.missions", allowed=said("each mission once"))
        return pairs

    def shuffles(self, setup: Setup) -> list[Shuffle]:
        """Return the mission decks: one per colour, or a single deck for both missions of a seat (clauses 2.4, 2.5)."""
        content, players = setup.content, setup.players
        if content.missions == 0:
            return []
        ids = missions_of(content)[: content.missions]
        if content.colours == 1:
            return [Shuffle(self.name, ids, 2 * players)]
        half = len(ids) // 2
        return [
            Shuffle(f"{self.name}.white", ids[:half], players),
            Shuffle(f"{self.name}.blue", ids[half:], players),
        ]


def _cards(setup: Setup) -> list[str]:
    """Return all cards of the box, with one entry per copy."""
    return [CARD_IDS[kind] for kind in setup.content.cards if kind != NONE]


FORM = DealForm([SeatPart("first"), PilePart("deck", _cards, lambda setup: int(setup.content.in_play)), MissionsPart()])


def write_deal(setup: Setup, s: State) -> dict[str, Any]:
    """Return the deal document of a fresh state: the hands by seat, then the deck."""
    content = setup.content
    hands = [int(kind) for seat in range(content.players) for kind in s.hands[seat]]
    deck = [int(kind) for kind in s.deck[s.drawn : content.in_play]]
    ids = missions_of(content)
    return {
        "first": int(s.first),
        "deck": [CARD_IDS[kind] for kind in hands + deck],
        "missions": [[ids[mission] for mission in s.missions[seat]] for seat in range(content.players)]
        if content.missions
        else [],
    }


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a complete deal into a fresh state.

    Raises
    ------
    BadDeal
        If a value has the wrong type, or the components do not allow this deal. The state is unchanged then.
    """
    deal = FORM.read(setup, document)
    kinds = [KIND_OF[card] for card in deal["deck"]]
    s.deck[:] = NONE
    s.deck[: len(kinds)] = kinds
    for seat, (one, other) in enumerate(deal["missions"]):
        rules.give_missions(s, seat, one, other)
    rules.begin(setup.content, s, deal["first"])


def shuffles(setup: Setup, s: State | None) -> list[Shuffle]:
    """Return the lists to shuffle for a new deal (`s` is None). With a state, return none: no later shuffle happens."""
    return FORM.shuffles(setup) if s is None else []


def from_shuffles(lists: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the deal document. `lists` maps the names of `shuffles` to shuffled lists, cut to the `kept` items."""
    both = lists.get("missions", ())
    one, other = lists.get("missions.white", both[::2]), lists.get("missions.blue", both[1::2])
    missions = [list(pair) for pair in zip(one, other, strict=True)]
    return {"first": lists["first"][0], "deck": list(lists["deck"]), "missions": missions}


def _pair(content: Content, seat: int, pair: object) -> tuple[int, int]:
    """Return the mission numbers of one seat, or raise an error that says which pairs are allowed."""
    ids = missions_of(content)
    if isinstance(pair, list) and len(pair) == 2 and all(isinstance(m, str) and m in ids for m in pair):
        one, other = ids.index(pair[0]), ids.index(pair[1])
        if content.colours == 1 or one < int(content.missions) // 2 <= other:
            return one, other
    two = content.colours == 2
    kind = said("a white mission, then a blue one") if two else said("two missions of this edition")
    places = _places(pair, kind, at=f"[{seat}]")
    raise BadDeal(
        said("{where} cannot be {given}; use {allowed}", **places),
        given=pair,
        where=places["where"],
        allowed=list(ids),
    )


def _places(given: object, allowed: Sentence, at: str = "") -> dict[str, Any]:
    return {"where": f"deal.missions{at}", "given": shown(given), "allowed": allowed}


def _twice(name: str, count: int) -> dict[str, object]:
    return {"where": "deal.missions", "card": name, "count": count, "copies": 1}


assert HAND == 3
