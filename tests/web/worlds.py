"""Twin worlds of each game: two deals that differ only in facts hidden from the viewers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import courtly
from courtly.engine.play.match import Match
from tests.games.monarch.builders import deck


class Worlds(NamedTuple):
    """Two worlds, numbered 0 and 1, that look the same to the viewers.

    Attributes
    ----------
    deals, options
        The deal of each world, and the options of both.
    choose
        `choose(match, world)` returns the next move in a world.
    moves, seats
        The number of moves to play, and the viewers. Before each move, a viewer's pages must be equal in both worlds.
    hidden
        Returns the facts of a match that differ between the worlds.
    """

    deals: list[dict[str, Any]]
    options: dict[str, Any]
    choose: Callable[[Match, int], str]
    moves: int
    seats: range
    hidden: Callable[[Match], Any]


def a_spy_and_missions() -> Worlds:
    """Courtisans: a spy of seat 1, the last card of the deck, and the missions of seats 1 and 2 differ.

    If a spy can be played, it is played first.
    """
    deal = courtly.new_match("courtisans", players=3, seed=11, deal={"first": 0}).record()["deal"]
    spies = [card for card in dict.fromkeys(deal["deck"]) if card.endswith(".spy")][:2]
    rest = list(deal["deck"])
    for spy in spies:
        rest.remove(spy)
    white, *others = deal["missions"]
    deals = [
        {"first": 0, "deck": [*rest[:3], one, *rest[3:], other], "missions": [white, *missions]}
        for (one, other), missions in zip((spies, spies[::-1]), (others, others[::-1]), strict=True)
    ]

    def choose(match: Match, _world: int) -> str:
        legal = match.legal_moves()
        return next((move for move in legal if ".spy " in move), legal[0])

    return Worlds(deals, {"players": 3}, choose, 40, range(1), lambda match: match.view(1)["hand"])


def a_hole_card_and_a_feint() -> Worlds:
    """Cursed Court: the hole card between seats 1 and 2 differs, and so does which crown of seat 1 is the feint."""
    cards = courtly.new_match("cursed_court", players=4, seed=3).record()["deal"]["years"][0]
    other = next(i for i in range(8, 36) if cards[i] != cards[1])
    twin = list(cards)
    twin[1], twin[other] = cards[other], cards[1]

    def choose(match: Match, world: int) -> str:
        view, moves = match.view(match.to_move), match.legal_moves()
        free = [move for move in moves if move.startswith("bet ") and move.split(" ")[1] not in view["board"]]
        placed = (event["args"]["seat"] for event in match.log(1) if event["id"] == "place")
        bets = sum(seat == 1 for seat in placed)
        feints = match.to_move == 1 and bets == world
        wanted = [move for move in free if move.endswith(" feint") == feints]
        return next(iter([*sorted(wanted), *moves]))

    deals = [{"first": 0, "years": [years]} for years in (cards, twin)]
    options = {"players": 4, "masquerade": True, "seed": 3}
    return Worlds(deals, options, choose, 24, range(1), lambda match: match.view(1)["holes"])


def the_order_of_the_deck() -> Worlds:
    """Monarch: the order of the cards that stay in the deck differs."""
    cards = deck("toll-drum stone-bridge mill-stream insistent-peddler old-nurse raiders-moon court-jester astronomer")
    deal = {"first": 0, "lands": [*["small-village"] * 5, *["simple-farm"] * 4], "reshuffles": []}
    script = ("harvest", "buy toll-drum", "add", "pledge 1", "pledge 3", "buy court-jester", "end", "harvest")

    def choose(match: Match, _world: int) -> str:
        wanted, legal = script[match.version], match.legal_moves()
        return wanted if wanted in legal else legal[0]

    deals = [{**deal, "deck": order} for order in (cards, [*cards[:8], *reversed(cards[8:])])]
    return Worlds(deals, {"players": 3}, choose, len(script), range(3), lambda match: match.record()["deal"]["deck"])


WORLDS = {
    "courtisans": a_spy_and_missions,
    "cursed_court": a_hole_card_and_a_feint,
    "monarch": the_order_of_the_deck,
}
every_game = pytest.mark.parametrize("game", WORLDS)
