"""The naive twin of a match, and the number of its lines of play."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from courtly.engine.play.match import Match
from tests.games.monarch.builders import HOUSE
from tests.naive import courtisans, cursed_court, monarch


class Monarch(monarch.Naive):
    """The naive twin of Monarch with the method names of the other twins."""

    def __init__(self, options: dict[str, Any], deal: dict[str, Any]) -> None:
        chosen = options["card_set"]
        super().__init__(options, HOUSE if chosen == "house" else chosen, deal)

        self._entries = {id(part): part for part in parts_of(chosen if chosen != "house" else HOUSE)}

    def __deepcopy__(self, memo: dict[int, Any]) -> Monarch:
        """Return a copy that shares the immutable card set."""
        memo.update(self._entries)
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__ = {
            name: value if name == "_entries" else copy.deepcopy(value, memo) for name, value in vars(self).items()
        }
        return twin

    def legal_moves(self) -> list[str]:
        return self.legal()


def parts_of(document: Any) -> Iterator[Any]:
    """Yield every table and list of a document."""
    if isinstance(document, dict | list):
        yield document
        for part in document.values() if isinstance(document, dict) else document:
            yield from parts_of(part)


TWINS: dict[str, Any] = {"courtisans": courtisans.Naive, "cursed_court": cursed_court.Naive, "monarch": Monarch}


def twin_of(game: str, match: Match) -> Any:
    """Return the naive twin of a match, in the current position."""
    naive = TWINS[game](match.options, {**match.record()["deal"], **match.deal_given})
    for move in match.moves:
        naive.play(move)
    return naive


def naive_counts(naive: Any, depth: int) -> list[int]:
    """Count the lines of play of a naive twin by playing them."""
    moves = naive.legal_moves()
    if depth == 1:
        return [len(moves)]
    below = []
    for move in moves:
        after = copy.deepcopy(naive)
        after.play(move)
        below.append(naive_counts(after, depth - 1))
    return [len(moves), *(sum(column) for column in zip(*below, strict=True))] if below else [0] * depth
