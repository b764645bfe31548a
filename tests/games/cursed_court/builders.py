"""Builders that make positions of Cursed Court in one line: decks by letters, matches, bets with stakes, whole years.

They use the public API only. A deal lists a year's deck in full, so a test decides who sees which card and when each
card turns up. `play_year` plays a year so that given crowns end up in given regions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import courtly

NOBLES = ("courtesan", "merchant", "king", "priestess", "queen", "duke", "jester", "sorceress", "assassin")
LETTERS = dict(zip("CMKPQDJSA", NOBLES, strict=True))
SETS = {
    region: letters
    for part in (
        {
            "affair": "CMK",
            "wedding": "PQD",
            "conspiracy": "JSA",
            "procession": "CPJ",
            "salon": "MQS",
            "regicide": "KDA",
        },
        {"scandal": "CQA", "feast": "KQJ", "opera": "CMPQ", "council": "MKQD", "carnival": "PQJS", "trial": "QDSA"},
        {"masquerade": "CKJA", "church": "MPDS", "dowry": "CMP", "alliance": "MKD", "pilgrimage": "PJS", "duel": "DSA"},
    )
    for region, letters in part.items()
}
REGIONS = (*NOBLES, *SETS)
BOX = Counter(NOBLES * 4)
HOLES = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
TABLEAU = {players: holes + 4 for players, holes in HOLES.items()}

_COINS_AND_TIES: list[dict[str, Any]] = [
    {},
    {"tie": "extra-year"},
    {"coinless": True},
    {"coinless": True, "tie": "extra-year"},
    {"great_exchange": "elimination"},
    {"great_exchange": "cash"},
    {"great_exchange": "cash", "tie": "extra-year"},
]
VARIANTS: list[dict[str, Any]] = [
    {"court_remembers": remembers, "masquerade": masquerade, **more}
    for remembers, masquerade, more in product(["off", "hidden", "open"], [False, True], _COINS_AND_TIES)
]
"""Every allowed combination of the variants. Each is valid with all years, numbers of players and regions."""


def label(options: Mapping[str, Any]) -> str:
    """Return the name of a combination of options for a test id."""
    said = [f"{name}-{value}" for name, value in options.items() if value not in (False, "off")]
    return ",".join(said) or "base"


def cards(letters: str) -> list[str]:
    """Return the nobles for a text of letters. Blanks are ignored: `cards("KQ J")`."""
    return [LETTERS[letter] for letter in letters if letter != " "]


def deck(top: str = "", *, aside: Sequence[str] = ()) -> list[str]:
    """Return a year's deck with the given letters on top and the other cards of the box below, in order.

    The hole cards are dealt first, by gap, then the four face-up cards.
    """
    first = cards(top)
    rest = BOX - Counter(first) - Counter(aside)
    return first + list(rest.elements())


def begin(players: int = 4, *tops: str, first: int = 0, **options: Any) -> courtly.Match:
    """Return a match whose first years have decks with the given tops. Later years come from a seed."""
    years = [deck(top) for top in tops] or [deck()]
    return courtly.new_match("cursed_court", players=players, deal={"first": first, "years": years}, seed=5, **options)


def run(match: courtly.Match, *moves: str) -> courtly.Match:
    """Play moves in order and return the match."""
    for move in moves:
        match.play(move)
    return match


def bets(match: courtly.Match, *lines: str) -> courtly.Match:
    """Play bets with their stakes: `king 3` or `jester 0 feint`. Check a stake that is placed without a choice."""
    for line in lines:
        region, coins, *feint = line.split(" ")
        seat = match.to_move
        match.play(" ".join(["bet", region, *feint]))
        if match.view(None)["pending"]:
            match.play(f"stake {coins}")
        elif not match.view(None)["options"]["coinless"]:
            *_, placed = told(match, "place")
            assert (placed["seat"], placed["coins"]) == (seat, int(coins)), f"{line}: differs from the stake"
    return match


def worth(region: str, tableau: Sequence[str]) -> int:
    """Return the points of a crown in a printed region, by the tables of the rulebook."""
    if region in NOBLES:
        return (0, 1, 2, 5, 8)[tableau.count(region)]
    return len(SETS[region]) if set(cards(SETS[region])) <= set(tableau) else 0


def this_tableau(match: courtly.Match) -> list[str]:
    """Return all cards of the current year's tableau, including hole cards and future cards."""
    seated = sum(match.view(None)["seated"])
    dealt: list[str] = match.record()["deal"]["years"][-1][: TABLEAU[seated]]
    return dealt


def play_year(match: courtly.Match, wanted: Mapping[int, Sequence[str]] | None = None) -> courtly.Match:
    """Play the current year to its end: each seat places the given bets in order, then bets that score nothing.

    Bets are given as for `bets`. Other crowns go, without coins, to empty regions that do not score this year. If there
    are too few of these, they go to the regions that score least. The year ends after the last bet of winter.
    """
    plans = {seat: list(lines) for seat, lines in (wanted or {}).items()}
    taken = {line.split(" ")[0] for lines in plans.values() for line in lines}
    tableau, year = this_tableau(match), match.view(None)["year"]
    dull = sorted((region for region in REGIONS if region not in taken), key=lambda region: worth(region, tableau))
    while not match.is_over and (view := match.view(None))["year"] == year and view["phase"] == "bet":
        seat = match.to_move
        assert seat is not None
        if plans.get(seat):
            bets(match, plans[seat].pop(0))
        else:
            empty = next(region for region in dull if region not in view["board"])
            bets(match, f"{empty} {0 if f'bet {empty}' in match.legal_moves() else '0 feint'}")
    assert not any(plans.values()), f"bets left over: {plans}"
    return match


def stand_all(match: courtly.Match) -> courtly.Match:
    """Let all players stand until the next year begins or the match ends."""
    while not match.is_over and match.view(None)["phase"] == "rebuy":
        match.play("stand")
    return match


def reports(match: courtly.Match) -> list[dict[str, Any]]:
    """Return the arguments of the year-end events. A year that was not dealt has only its number."""
    return told(match, "year-end", "idle-year")


def told(match: courtly.Match, *names: str, to: int | None = None) -> list[dict[str, Any]]:
    """Return the arguments of a seat's or a spectator's events with these names."""
    return [event["args"] for event in match.log(to) if event["id"] in names]


def points_of(match: courtly.Match, region: str, *, seat: int = 0) -> int:
    """Return the points of the seat's crown in a region in the year that ended last."""
    rows = [row for row in reports(match)[-1]["crowns"] if (row["region"], row["seat"]) == (region, seat)]
    points: int = rows[0]["points"]
    return points


def board(match: courtly.Match) -> dict[str, list[tuple[int, int]]]:
    """Return the crowns on the board, by region: the seat and the coins of each."""
    shown = match.view(None)["board"]
    return {region: [(crown["seat"], crown["coins"]) for crown in crowns] for region, crowns in shown.items()}


def chips(view: Mapping[str, Any]) -> int:
    """Return all coins or chips in a view: in hands and on the board."""
    held: list[int] = view["purse"]
    lying: list[int] = [crown["coins"] for crowns in view["board"].values() for crown in crowns]
    return sum(held) + sum(lying)
