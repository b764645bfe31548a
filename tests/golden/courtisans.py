"""Positions of Courtisans for node counts (perft).

Some use a tiny box, with so few cards that the nodes can be counted up to the end of the match.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from courtly.engine.contract.game import Setup, set_up
from courtly.engine.play.match import Match, Opening
from courtly.games.courtisans.content import CARD_IDS
from courtly.games.courtisans.state import FAMILIES, NONE, ROLES
from tests.games.courtisans.builders import begin


@dataclass(frozen=True, slots=True)
class Box:
    """A box of Courtisans with any number of cards, usually far fewer than in the published box.

    Attributes
    ----------
    copies
        Cards of each role in every family: plain, noble, spy, assassin, guard.
    in_play
        Number of cards that are dealt and drawn.
    missions
        Number of mission cards.
    """

    copies: tuple[int, int, int, int, int]
    in_play: int
    players: int = 2
    missions: int = 4
    edition: str = "2024"

    @property
    def cards(self) -> Counter[str]:
        """All cards of the box."""
        return Counter({card: self.copies[kind % ROLES] for kind, card in enumerate(CARD_IDS)})

    def setup(self) -> Setup:
        """Return the setup of matches with this box."""
        setup = set_up("courtisans", {"players": self.players, "edition": self.edition})
        contents = setup.contents.copy()
        content, total = contents[0], FAMILIES * sum(self.copies)
        content.copies[:] = self.copies
        content.cards[:] = NONE
        content.cards[:total] = np.repeat(np.arange(len(CARD_IDS)), list(self.copies) * FAMILIES)
        content.in_play, content.removed = self.in_play, total - self.in_play
        content.missions = self.missions
        return replace(setup, contents=contents)

    def match(self, seed: int) -> Match:
        """Return a new match with this box."""
        return Match(self.setup(), Opening(seed=seed))


def positions() -> dict[str, tuple[Match, int]]:
    """Return the positions and the depths for node counts; with a tiny box, to the end of the match."""
    plain = [["hare.plain", "stag.plain", "carp.plain"], ["toad.plain", "toad.noble", "hare.guard"]]
    knives = [["hare.assassin", "stag.plain", "carp.assassin"], ["toad.assassin", "carp.spy", "hare.spy"]]
    return {
        "two players": (begin(hands=plain), 6),
        "equal cards": (begin(hands=[["hare.plain"] * 3, ["hare.spy", "hare.spy", "stag.noble"]]), 6),
        "three players": (begin(3, hands=plain), 6),
        "five players": (begin(5, hands=plain, first=3), 4),
        "assassins and spies": (begin(hands=knives), 8),
        "spies in a tiny box": (Box((0, 0, 2, 0, 0), 12).match(1), 9),
        "assassins in a tiny box": (Box((0, 0, 1, 1, 0), 6).match(2), 9),
        "three players in a tiny box": (Box((1, 0, 1, 1, 0), 9, players=3, missions=6).match(3), 12),
    }
