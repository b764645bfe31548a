"""The maximum number of moves of a match of Cursed Court.

A bump returns a crown, which its owner places again, so the bets of a year are one for each seat and season and one for
each bump. A bump needs a stake of at least 1, and of at least twice the coins of the crown there (clauses 5.2 to 5.4).
So the coins of a region grow by 1, 1, 2, 4, ... with its bumps, and all coins on the board belong to the seats.
"""

from __future__ import annotations

from typing import Any

from courtly.games.cursed_court.content import compile_content
from courtly.games.cursed_court.state import REGIONS, STACK, STACKS_A_YEAR, Exchange


def longest(options: Any) -> int:
    """Return the maximum number of moves: bets with their stakes in every year, and purchases between years."""
    content = compile_content(options)[0]
    seats, years = int(content.players), int(content.years) + int(content.extra_years)
    bets = seats * int(content.seasons)
    if content.coinless:
        return years * bets
    is_cash = content.exchange == Exchange.CASH
    moves, regions = 0, min(REGIONS, bets)
    for year in range(years):
        bought = STACK * STACKS_A_YEAR * year if is_cash else 0
        moves += 2 * (bets + most_bumps(seats * (int(content.coins) + bought), regions))
    pauses = years - 1 if is_cash else 0
    return moves + pauses * seats * STACKS_A_YEAR


def most_bumps(coins: int, regions: int) -> int:
    """Return the maximum number of bumps in a year with so many coins on the board.

    Examples
    --------
    >>> [most_bumps(coins, 2) for coins in (1, 2, 4, 8)]
    [1, 2, 4, 6]
    """
    count, cost, level = 0, 1, 1
    while coins >= cost:
        bumped = min(regions, coins // cost)
        count, coins = count + bumped, coins - bumped * cost
        if bumped < regions:
            break
        cost, level = (1 if level == 1 else 2 * cost), level + 1
    return count
