"""The moves that are worth trying in a position: what a search and the rule-based player find, up to the turn's end."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.bots.base import Budget
from courtly.bots.search.bot import Ismcts, Tree, new_tree
from courtly.bots.search.state import ROOT, SEATS
from courtly.engine.compile.rng import Stream
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match
from courtly.review.imagining import LONGEST, Line

TRIED = 10
"""How many of the search's first moves are tried."""

SEEN = 8
"""Visits from which on the tree says how a line goes on."""


def lines_to_try(match: Match, simulations: int, rng: Stream) -> list[Line]:
    """Return lines of moves for the seat that decides, each with another first move, none empty.

    A line ends with the turn, or where a move may tell its maker something new: what is best then depends on it.
    """
    seat = match.to_move
    assert seat is not None
    knowledge = match.knowledge(seat)
    tree = new_tree(knowledge, rng, Ismcts().settings(match.setup.game))
    tree.grow(simulations, Budget(simulations=simulations))
    found: list[Sequence[int]] = [_followed(tree, child, seat) for child in _most_visited(tree)]
    steward = [_steward_move(knowledge, rng)]
    if all(line[0] != steward[0] for line in found):
        found.append(steward)
    return [until_news(match, line) for line in found]


def until_news(match: Match, line: Sequence[int]) -> Line:
    """Return a line up to the first move that may tell its maker something new, or that cannot be played."""
    again, kept, seat = match.copy(), list[int](), match.to_move
    assert seat is not None
    for move in line[:LONGEST]:
        text = match.setup.codec.format(move)
        if again.to_move != seat or again.why_not(text) is not None:
            break
        kept.append(move)
        if match.setup.game.telling.reveals(again.view(seat), text):
            break
        again.play(text)
    return tuple(kept)


def _most_visited(tree: Tree) -> list[int]:
    """Return the nodes of the root's children that most simulations went through."""
    nodes, children, child = tree.nodes, list[int](), int(tree.nodes[ROOT]["child"])
    while child != ROOT:
        children.append(child)
        child = int(nodes[child]["after"])
    return sorted(children, key=lambda each: -int(nodes[each]["visits"]))[:TRIED]


def _followed(tree: Tree, node: int, seat: int) -> list[int]:
    """Return the moves from a node of the root's on, each the most visited, while the same seat decides."""
    nodes, line = tree.nodes, list[int]()
    while node != ROOT and int(nodes[node]["key"]) % SEATS == seat and len(line) < LONGEST:
        line.append(int(nodes[node]["key"]) // SEATS)
        best, child = ROOT, int(nodes[node]["child"])
        while child != ROOT:
            if nodes[child]["visits"] > (nodes[best]["visits"] if best != ROOT else SEEN):
                best = child
            child = int(nodes[child]["after"])
        node = best
    return line


def _steward_move(knowledge: Knowledge, rng: Stream) -> int:
    setup = knowledge.setup
    return int(setup.game.rules.kernels.policy(setup.content, knowledge.redeal(rng)[0], rng))
