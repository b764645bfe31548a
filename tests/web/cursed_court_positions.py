"""Positions of Cursed Court with as many crowns on the board as possible, and matches of every variant."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import courtly
from courtly.engine.play.match import Match
from courtly.web.forms import NAME_LENGTH
from tests.web.helpers import NAMES

Condition = Callable[[dict[str, Any]], bool]


def at(phase: str, season: str = "winter", year: int = 0) -> Condition:
    """Return the condition that a position is in this phase and season, and, unless it is 0, in this year."""
    return lambda view: (view["phase"], view["season"]) == (phase, season) and year in (0, view["year"])


def is_war(view: dict[str, Any]) -> bool:
    """Return whether a player bumps a crown in winter."""
    return view["pending"] in view["board"] and view["season"] == "winter"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of position: its condition, viewer, options, number of moves to choose from, and part of the page."""

    players: int
    holds: Condition
    sees: str = "mover"
    options: tuple[tuple[str, str | int | bool], ...] = ()
    most: int = 5
    part: str = ""


MASQUERADE, CASH = ("masquerade", True), ("great_exchange", "cash")
KINDS: dict[str, Kind] = {
    "two bet": Kind(2, at("bet", "autumn")),
    "three bet": Kind(3, at("bet")),
    "four stake": Kind(4, at("stake", "autumn")),
    "five bet": Kind(5, at("bet", "autumn")),
    "six bet": Kind(6, at("bet")),
    "six stake": Kind(6, at("stake")),
    "war": Kind(6, is_war, most=3),
    "watching": Kind(6, at("bet"), sees="other"),
    "onlooker": Kind(6, at("stake"), sees="nobody"),
    "remembered in the open": Kind(6, at("bet", "autumn", 2), options=(("court_remembers", "open"),)),
    "remembered in secret": Kind(4, at("bet", "spring", 2), options=(("court_remembers", "hidden"),)),
    "masquerade": Kind(6, at("bet", "spring"), options=(MASQUERADE,)),
    "coinless": Kind(6, at("bet"), options=(("coinless", True), MASQUERADE, ("court_remembers", "open"))),
    "chips": Kind(4, at("stake"), options=(CASH, MASQUERADE, ("years", 2)), most=30),
    "buying": Kind(6, at("rebuy", "spring"), options=(CASH, ("years", 2))),
    "counted": Kind(6, at("bet", "spring", 2), part="#count"),
}


@cache
def position(name: str) -> Match:
    """Return the last position of this kind in a random match; the last one has the most crowns on the board."""
    kind, dice, found = KINDS[name], random.Random(3), None
    match = courtly.new_match("cursed_court", players=kind.players, seed=3, **dict(kind.options))
    while not match.is_over:
        moves = match.legal_moves()
        match.play(dice.choice(moves[: kind.most] if match.view(None)["phase"] == "stake" else moves))
        if not match.is_over and kind.holds(match.view(None)):
            found = match.copy()
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class Variant:
    """A match with a variant: language, number of players, whether the viewer uses a phone, and options."""

    lang: str
    players: int
    options: dict[str, str | int | bool]
    on_phone: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the table. On a phone, the viewer's name has the maximum length."""
        return ("W" * NAME_LENGTH, *NAMES[1:]) if self.on_phone else NAMES

    @property
    def fields(self) -> dict[str, str]:
        """The options as fields of a form."""
        return {name: str(value).lower() for name, value in self.options.items()}


TOGETHER: dict[str, str | int | bool] = {"masquerade": True, "court_remembers": "open", "years": 2}
VARIANTS = {
    "base": Variant("en", 4, {}),
    "base in French": Variant("fr", 3, {"years": 1, "tie": "extra-year"}),
    "remembers in secret": Variant("fr", 2, {"years": 2, "court_remembers": "hidden"}),
    "remembers in the open": Variant("en", 2, {"years": 2, "court_remembers": "open"}),
    "until one is left": Variant("en", 2, {"great_exchange": "elimination"}),
    "until one of three is left": Variant("en", 3, {"great_exchange": "elimination"}),
    "cash": Variant("en", 2, {"years": 2, "great_exchange": "cash"}),
    "masquerade": Variant("fr", 6, {"years": 1, "masquerade": True}),
    "cash together": Variant("en", 6, {"great_exchange": "cash", **TOGETHER}, on_phone=True),
    "coinless": Variant("fr", 5, {"years": 1, "coinless": True}),
    "coinless in secret": Variant(
        "en", 5, {"years": 2, "coinless": True, "masquerade": True, "court_remembers": "hidden"}
    ),
    "coinless together": Variant("fr", 6, {"coinless": True, **TOGETHER}, on_phone=True),
}

STAKED: dict[str, str | int | bool] = {"years": 2, "great_exchange": "cash", "masquerade": True}
COINLESS: dict[str, str | int | bool] = {"years": 2, "coinless": True, "court_remembers": "open"}


def own_turns(players: int, options: dict[str, str | int | bool]) -> dict[str, Match]:
    """Play a random match. Return the last own turn in each phase of each year, and the end, as seat 0 sees them."""
    dice, found = random.Random(3), dict[str, Match]()
    match = courtly.new_match("cursed_court", players=players, seed=3, **options)
    while not match.is_over:
        if match.to_move == 0:
            view = match.view(0)
            found[f"{view['phase']} in year {view['year']}"] = match.copy()
        match.play(dice.choice(match.legal_moves()))
    return {**found, "end": match}
