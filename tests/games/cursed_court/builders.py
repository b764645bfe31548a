"""Positions of Cursed Court in one line: decks by letters, matches from them, bets with their stakes, whole years.

Everything goes through the public door: a deal lists a year's deck in full, so a script decides who sees what and what
turns up when, and `play_year` plays a year out so that given crowns end up in given regions. Nothing pokes at a state.
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
"""Every allowed combination of the variants; any number of years and of players, and any regions, go with each."""


def label(options: Mapping[str, Any]) -> str:
    """Name a combination of options in a test's id."""
    said = [f"{name}-{value}" for name, value in options.items() if value not in (False, "off")]
    return ",".join(said) or "base"


def cards(letters: str) -> list[str]:
    """Return the nobles of some letters, blanks between them ignored: `cards("KQ J")`."""
    return [LETTERS[letter] for letter in letters if letter != " "]


def deck(top: str = "", *, aside: Sequence[str] = ()) -> list[str]:
    """Return a year's deck with the given letters on top; what is left of the box follows, in order.

    Dealt are the hole cards by gap, then the four face-up cards.
    """
    first = cards(top)
    rest = BOX - Counter(first) - Counter(aside)
    return first + list(rest.elements())


def begin(players: int = 4, *tops: str, first: int = 0, **options: Any) -> courtly.Match:
    """Return a match whose years begin with decks of the given tops, one each; later years come from a seed."""
    years = [deck(top) for top in tops] or [deck()]
    return courtly.new_match("cursed_court", players=players, deal={"first": first, "years": years}, seed=5, **options)


def run(match: courtly.Match, *moves: str) -> courtly.Match:
    """Play moves as they stand and return the match."""
    for move in moves:
        match.play(move)
    return match


def bets(match: courtly.Match, *lines: str) -> courtly.Match:
    """Play bets with their stakes, `king 3` or `jester 0 feint`; a stake not asked for must be the one given."""
    for line in lines:
        region, coins, *feint = line.split(" ")
        seat = match.to_move
        match.play(" ".join(["bet", region, *feint]))
        if match.view(None)["pending"]:
            match.play(f"stake {coins}")
        elif not match.view(None)["options"]["coinless"]:
            *_, placed = told(match, "place")
            assert (placed["seat"], placed["coins"]) == (seat, int(coins)), f"{line}: not what was staked"
    return match


def worth(region: str, tableau: Sequence[str]) -> int:
    """What a crown scores in a printed region, by the tables of the rulebook."""
    if region in NOBLES:
        return (0, 1, 2, 5, 8)[tableau.count(region)]
    return len(SETS[region]) if set(cards(SETS[region])) <= set(tableau) else 0


def this_tableau(match: courtly.Match) -> list[str]:
    """All cards of the running year's tableau, hole cards and cards to come among them."""
    seated = sum(match.view(None)["seated"])
    dealt: list[str] = match.record()["deal"]["years"][-1][: TABLEAU[seated]]
    return dealt


def play_year(match: courtly.Match, wanted: Mapping[int, Sequence[str]] | None = None) -> courtly.Match:
    """Play the running year to its end: each seat places the given bets in order, and then what scores nothing.

    A bet is given as for `bets`; other crowns go, without coins, to empty regions that do not pay this year. Where
    there are not enough of them, the regions that pay least are taken. Ends after the last bet of winter.
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
    """Let everybody stand until the next year begins or the match ends."""
    while not match.is_over and match.view(None)["phase"] == "rebuy":
        match.play("stand")
    return match


def reports(match: courtly.Match) -> list[dict[str, Any]]:
    """What a spectator was told of the years that are over; one that was not dealt has its number alone."""
    return told(match, "year-end", "idle-year")


def told(match: courtly.Match, *names: str, to: int | None = None) -> list[dict[str, Any]]:
    """What a seat, or a spectator, was told by the events of these names: their arguments."""
    return [event["args"] for event in match.log(to) if event["id"] in names]


def points_of(match: courtly.Match, region: str, *, seat: int = 0) -> int:
    """What the seat's crown in a region scored in the year that ended last."""
    rows = [row for row in reports(match)[-1]["crowns"] if (row["region"], row["seat"]) == (region, seat)]
    points: int = rows[0]["points"]
    return points


def board(match: courtly.Match) -> dict[str, list[tuple[int, int]]]:
    """The crowns on the board: seat and coins, by region."""
    shown = match.view(None)["board"]
    return {region: [(crown["seat"], crown["coins"]) for crown in crowns] for region, crowns in shown.items()}


def chips(view: Mapping[str, Any]) -> int:
    """All coins or chips that a view shows: in hands and on the board."""
    held: list[int] = view["purse"]
    lying: list[int] = [crown["coins"] for crowns in view["board"].values() for crown in crowns]
    return sum(held) + sum(lying)
