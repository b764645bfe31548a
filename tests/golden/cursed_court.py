"""Positions of Cursed Court for node counts; their deals contain every year that the counted moves can reach."""

from __future__ import annotations

from courtly.engine.play.match import Match
from tests.games.cursed_court.builders import begin, bets, play_year, run

DECKS = ("KQDJ MPSA", "CMPJ KKQD")
SPRING, SUMMER, AUTUMN = ("king 9", "affair 9"), ("queen 9", "wedding 9"), ("duke 1", "feast 0")


def positions() -> dict[str, tuple[Match, int]]:
    """Return the positions and the depths for node counts."""
    return {
        "two players": (begin(2, *DECKS), 4),
        "six players, the feint among four crowns": (begin(6, *DECKS, masquerade=True), 3),
        "three crowns in a region": (bets(begin(4, *DECKS, coinless=True), "king 0", "king 0", "king 0"), 3),
        "coins enough to bump": (bets(begin(4, *DECKS), "king 5", "queen 8", "jester 0"), 4),
        "a bumped crown": (bets(begin(4, *DECKS), "king 5", "queen 8", "queen 16", "king 10"), 3),
        "the feint left in hand": (
            bets(begin(2, *DECKS, masquerade=True), *SPRING, *SUMMER, "feast 0", "duke 1"),
            4,
        ),
        "the last bets of a year": (bets(begin(2, *DECKS), *SPRING, *SUMMER, *AUTUMN, "trial 0"), 3),
        "the last bets of a match": (bets(begin(2, DECKS[0], years=1), *SPRING, *SUMMER, *AUTUMN), 4),
        "between two years of a cash match": (
            play_year(begin(3, *DECKS, great_exchange="cash", years=2), {0: ["king 100"], 1: ["queen 100"]}),
            5,
        ),
        "ten stacks at most": (
            run(play_year(begin(2, *DECKS, great_exchange="cash", years=2)), *["rebuy"] * 8),
            4,
        ),
    }
