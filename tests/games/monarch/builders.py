"""One-line builders of Monarch positions: decks and lands by name, custom card sets, moves as text.

Most positions are reached through the public API. A deal lists the whole deck, so a test decides which card is revealed
when. `with_state` and `leave_in_deck` modify the state, for positions that would take a whole match to reach.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import courtly
from courtly.engine.play.match import Match
from courtly.games.monarch.rules.acquire import add, send
from courtly.games.monarch.rules.board import discard
from courtly.games.monarch.rules.moves import codec_of
from courtly.games.monarch.state import NONE, CardLocation, Phase

HOUSE: dict[str, Any] = tomllib.loads(files("courtly.games.monarch").joinpath("cards.toml").read_text(encoding="utf-8"))
KINDS = ("court", "improvement", "guest", "moon")
VILLAGE, FARM = "small-village", "simple-farm"
LANDS = "vvvvvffff"
"""Five villages and four farms: a tax uses all of the starting food."""


def ids(*kinds: str) -> list[str]:
    """Return the ids of the house set's cards of the given kinds, in set order."""
    return [card["id"] for kind in kinds for card in HOUSE[kind]]


def lands(layout: str = LANDS) -> list[str]:
    """Return nine boards of the house set: `v` is a village, `f` a farm."""
    return [VILLAGE if letter == "v" else FARM for letter in layout]


def deck(top: str = "", document: Mapping[str, Any] = HOUSE) -> list[str]:
    """Return a whole deck with these cards on top. The others follow in set order, Moons last."""
    every = [card["id"] for kind in KINDS for card in document.get(kind, [])]
    first = top.split()
    return first + [card for card in every if card not in first]


def begin(players: int = 3, top: str = "", **more: Any) -> Match:
    """Return a match with these cards on top of the deck. `more` holds `first`, `layout`, `reshuffles` and options."""
    deal = {
        "first": more.pop("first", 0),
        "lands": lands(more.pop("layout", LANDS)),
        "deck": deck(top, more.get("card_set", HOUSE)),
        "reshuffles": more.pop("reshuffles", []),
    }
    return courtly.new_match("monarch", players=players, deal=deal, seed=5, **more)


def run(match: Match, *moves: str) -> Match:
    """Play moves and return the match."""
    for move in moves:
        match.play(move)
    return match


def small_set(**changes: Any) -> dict[str, Any]:
    """Return the house set reduced to the smallest allowed number of cards, without texts.

    `changes` replace or add tables of the document.
    """
    document = copy.deepcopy(HOUSE)
    document["set"] = {**document["set"], "id": "small", "name": {"en": "Small", "fr": "Petit"}}
    kept = {"court": 28, "improvement": 5, "guest": 1}
    for kind, count in kept.items():
        document[kind] = document[kind][:count]
    for entry in (entry for kind in ("land", *KINDS, "banner") for entry in document[kind]):
        entry.pop("text", None)
        entry.pop("source", None)
    return {**document, **copy.deepcopy(changes)}


def named(document: Mapping[str, Any], card: str) -> dict[str, Any]:
    """Return the entry of a card in a document."""
    found: dict[str, Any] = next(entry for kind in KINDS for entry in document[kind] if entry["id"] == card)
    return found


def truth(match: Match) -> Any:
    """Return the true state of a match, to be modified."""
    return match._states[0]


def with_state(match: Match, **facts: Any) -> Match:
    """Return a match after modifying its state.

    `gold` and `food` are lists by seat. `courts` and `guests` are ids by seat. Their cards are taken from the deck, and
    the effects of the cards do not happen.
    """
    s, setup = truth(match), match.setup
    codec, active = codec_of(setup), int(s.active)
    for resource, name in enumerate(("gold", "food")):
        for seat, amount in enumerate(facts.get(name, [])):
            s.held[seat, resource] = amount
    for kind in ("courts", "guests"):
        for seat, cards in enumerate(facts.get(kind, [])):
            for card in cards.split():
                s.active, s.pending = seat, take(match, codec.numbers[card])
                if kind == "courts":
                    add(setup.content, s)
                else:
                    send(s, seat)
    s.active, s.phase, s.pending = active, Phase.ACT, NONE
    return match


def take(match: Match, card: int) -> int:
    """Remove a card from any position in the deck and return it."""
    s = truth(match)
    rest = [int(other) for other in s.deck[s.drawn : s.deck_size] if other != card]
    assert s.where[card] == CardLocation.DECK, "not in the deck"
    s.deck_size -= 1
    s.deck[s.drawn : s.deck_size] = rest
    s.deck[s.deck_size] = NONE
    return card


def leave_in_deck(match: Match, cards: str = "") -> Match:
    """Discard the whole deck except these cards, which remain in this order."""
    s, codec = truth(match), codec_of(match.setup)
    kept = [codec.numbers[card] for card in cards.split()]
    for card in [int(card) for card in s.deck[s.drawn : s.deck_size]]:
        if card not in kept:
            discard(s, take(match, card))
    s.deck[s.drawn : s.deck_size] = kept
    return match


def told(match: Match, *names: str) -> list[tuple[str, dict[str, Any]]]:
    """Return a spectator's events with these ids, as pairs of id and arguments. Without ids, return all events."""
    found = [(event["id"], event["args"]) for event in match.log(None)]
    return [event for event in found if not names or event[0] in names]


def reports(match: Match, *names: str) -> list[dict[str, Any]]:
    """Return the arguments of the events with these ids. Without ids, use all events that name no seat."""
    return [args for name, args in told(match, *names) if names or "seat" not in args]
