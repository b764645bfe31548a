"""Candidate lines for a position: the best moves of a search and of the rule-based player, up to the turn's end."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.bots.base import Budget
from courtly.bots.search.bot import Ismcts, Tree, new_tree
from courtly.bots.search.state import ROOT, SEATS
from courtly.engine.compile.rng import Stream
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match
from courtly.review.imagining import LONGEST, Line

MAX_CANDIDATES = 10
"""Largest number of first moves to take from the search."""

MIN_VISITS = 8
"""Visits that a node must exceed to continue a line."""


def lines_to_try(match: Match, simulations: int, rng: Stream) -> list[Line]:
    """Return nonempty lines of moves for the seat to move, each with a different first move.

    A line ends with the turn, or with a move that may reveal information, because the best continuation depends on that
    information.
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
    return [until_reveal(match, line) for line in found]


def until_reveal(match: Match, line: Sequence[int]) -> Line:
    """Return a line up to and including its first move that may reveal information; stop before an illegal move."""
    again, kept, seat = match.copy(), list[int](), match.to_move
    assert seat is not None
    for move in line[:LONGEST]:
        text = match.setup.codec.format(move)
        if again.to_move != seat or again.why_not(text) is not None:
            break
        kept.append(move)
        if match.setup.game.audience_view.reveals(again.view(seat), text):
            break
        again.play(text)
    return tuple(kept)


def _most_visited(tree: Tree) -> list[int]:
    """Return the most visited children of the root."""
    nodes, children, child = tree.nodes, list[int](), int(tree.nodes[ROOT]["child"])
    while child != ROOT:
        children.append(child)
        child = int(nodes[child]["after"])
    return sorted(children, key=lambda each: -int(nodes[each]["visits"]))[:MAX_CANDIDATES]


def _followed(tree: Tree, node: int, seat: int) -> list[int]:
    """Return the most visited moves from a child of the root on, while the same seat is to move."""
    nodes, line = tree.nodes, list[int]()
    while node != ROOT and int(nodes[node]["key"]) % SEATS == seat and len(line) < LONGEST:
        line.append(int(nodes[node]["key"]) // SEATS)
        best, child = ROOT, int(nodes[node]["child"])
        while child != ROOT:
            if nodes[child]["visits"] > (nodes[best]["visits"] if best != ROOT else MIN_VISITS):
                best = child
            child = int(nodes[child]["after"])
        node = best
    return line


def _steward_move(knowledge: Knowledge, rng: Stream) -> int:
    setup = knowledge.setup
    return int(setup.game.rules.kernels.policy(setup.content, knowledge.redeal(rng)[0], rng))
