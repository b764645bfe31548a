"""Builders for positions of Courtisans: a deal, a match from a deal, and a whole match with a given final position.

They use only the public interface. A deal lists the whole deck, so a test controls every draw, and `finish` plays a
match so that given cards end up in given areas. No builder touches a state.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import courtly

FAMILIES = ("butterfly", "toad", "nightingale", "hare", "stag", "carp")
COPIES = {"plain": 4, "guard": 3, "noble": 4, "assassin": 2, "spy": 2}
TURNS = {2: 10, 3: 8, 4: 7, 5: 6}
BOX = Counter({f"{family}.{role}": copies for role, copies in COPIES.items() for family in FAMILIES})
"""The ninety courtiers. Fillers are taken in this order, plain courtiers first."""

WHITE = [*(f"fewer-{family}" for family in FAMILIES), "nobles-3", "assassins-2", "spies-3", "guards-4"]
BLUE = [
    *(f"fallen-{family}" for family in FAMILIES),
    *("below-every-family", "below-5", "esteemed-at-most-3", "fallen-at-least-2"),
]
PAIRS = [f"fallen-either-{a}-{b}" for i, a in enumerate(FAMILIES) for b in FAMILIES[i + 1 :]]
OLD = [*PAIRS, "fallen-at-least-2", "esteemed-at-most-3", "nobles-3"]

Cards = Sequence[str]


def in_play(players: int) -> int:
    """Return the number of cards in play for a number of players."""
    return 3 * players * TURNS[players]


def family_of(card: str) -> str:
    return card.split(".", maxsplit=1)[0]


def role_of(card: str) -> str:
    return card.split(".")[1]


def default_missions(players: int, edition: str = "2024") -> list[list[str]]:
    """Return valid missions for every seat."""
    if edition == "2023":
        return [OLD[2 * seat : 2 * seat + 2] for seat in range(players)]
    return [[WHITE[seat], BLUE[seat]] for seat in range(players)]


def deal(players: int = 2, *, hands: Iterable[Cards] = (), draws: Iterable[Cards] = (), **more: Any) -> dict[str, Any]:
    """Return a full deal that begins with the given hands, by seat, and draws, by turn. Valid cards fill the rest.

    A hand may name fewer than three cards. `more` may hold `first`, `missions` and `edition` (for the missions).
    """
    groups = [list(group) for group in hands]
    groups += [[] for _ in range(players - len(groups))]
    groups += [list(group) for group in draws]
    rest = list((BOX - Counter(card for group in groups for card in group)).elements())
    deck: list[str] = []
    for group in groups:
        deck += group + [rest.pop(0) for _ in range(3 - len(group))]
    deck += rest[: in_play(players) - len(deck)]
    missions = more.get("missions") or default_missions(players, more.get("edition", "2024"))
    return {"first": more.get("first", 0), "deck": deck, "missions": missions}


def begin(players: int = 2, *, hands: Iterable[Cards] = (), draws: Iterable[Cards] = (), **more: Any) -> courtly.Match:
    """Return a match that begins with the given cards; `more` holds further arguments of `deal`, and options."""
    options = {name: more[name] for name in ("edition", "mission_count") if name in more}
    return courtly.new_match(
        "courtisans", players=players, deal=deal(players, hands=hands, draws=draws, **more), **options
    )


def random_deal(players: int, edition: str, *, seed: int) -> dict[str, Any]:
    """Return a shuffled deal made with Python's random numbers."""
    dice = random.Random(seed)
    deck = dice.sample(list(BOX.elements()), in_play(players))
    if edition == "2023":
        drawn = dice.sample(OLD, 2 * players)
        missions = [drawn[2 * seat : 2 * seat + 2] for seat in range(players)]
    else:
        missions = [list(pair) for pair in zip(dice.sample(WHITE, players), dice.sample(BLUE, players), strict=True)]
    return {"first": dice.randrange(players), "deck": deck, "missions": missions}


def run(match: courtly.Match, *moves: str) -> courtly.Match:
    """Play the moves and return the match."""
    for move in moves:
        match.play(move)
    return match


def play_on(match: courtly.Match) -> courtly.Match:
    """Play the match to its end: spare if possible, otherwise the first legal move."""
    while not match.is_over:
        moves = match.legal_moves()
        match.play("spare" if "spare" in moves else moves[0])
    return match


def kills(match: courtly.Match) -> list[str]:
    """Return the legal targets, without the prefix `kill`."""
    return [move.removeprefix("kill ") for move in match.legal_moves() if move.startswith("kill ")]


def places(match: courtly.Match, card: str) -> list[str]:
    """Return the areas to which a card of the hand may go now."""
    return [move.split(" ")[2] for move in match.legal_moves() if move.startswith(f"play {card} ")]


@dataclass
class Ending:
    """The final position of a match: cards by area, completed with fillers that do not affect the tested result.

    Parameters
    ----------
    players, first
        As in a deal.
    above, below
        Cards at the table. Fillers there come in groups of one family, with equal weight above and below.
    domains
        Cards by seat. A seat in `exact` gets no fillers. Fillers are spread evenly over the other domains.
    avoid
        Families and roles excluded from the fillers of domains.
    avoid_table
        Families and roles excluded from the fillers at the table.
    kill
        Moves to play instead of `spare` when they are legal.
    """

    players: int = 2
    first: int = 0
    above: Cards = ()
    below: Cards = ()
    domains: Mapping[int, Cards] = field(default_factory=dict)
    exact: Sequence[int] = ()
    avoid: Sequence[str] = ()
    avoid_table: Sequence[str] = ()
    kill: Sequence[str] = ()

    def play(self, **options: Any) -> courtly.Match:
        """Deal and play a match with this ending. `options` are the match options, and `missions`."""
        table = self._table()
        domains = self._domains(table)
        turns = _turns(self, table, domains)
        missions = options.pop("missions", None) or default_missions(self.players, options.get("edition", "2024"))
        document = {"first": self.first, "deck": _deck(self, turns), "missions": missions}
        match = courtly.new_match("courtisans", players=self.players, deal=document, **options)
        for _seat, *moves in turns:
            for move in moves:
                run(match, move)
                _settle(match, self.kill)
        assert match.is_over
        return match

    def _named(self) -> Counter[str]:
        named = Counter([*self.above, *self.below])
        for cards in self.domains.values():
            named.update(cards)
        assert named <= BOX, f"not in the box: {named - BOX}"
        return named

    def _table(self) -> list[tuple[str, str]]:
        """Return the cards at the table with their sides, fillers included."""
        table = [(card, "above") for card in self.above] + [(card, "below") for card in self.below]
        want = self.players * TURNS[self.players] - len(table)
        rest = BOX - self._named()
        for word in self.avoid_table:
            rest -= Counter({card: n for card, n in rest.items() if word in card.split(".")})
        if want % 2:
            table += _triple(rest)
            want -= 3
        assert want >= 0, "too many cards at the table"
        for turn in range(10 * want):
            if len(table) == self.players * TURNS[self.players]:
                break
            table += _pair(rest, FAMILIES[turn % 6])
        assert len(table) == self.players * TURNS[self.players], "no fillers left for the table"
        return table

    def _domains(self, table: list[tuple[str, str]]) -> list[list[str]]:
        """Return the cards of every domain, fillers included."""
        domains = [list(self.domains.get(seat, ())) for seat in range(self.players)]
        rest = BOX - Counter(card for card, _side in table)
        for cards in domains:
            rest -= Counter(cards)
        fillers = [card for card in rest.elements() if not set(card.split(".")) & set(self.avoid)]
        short = 2 * self.players * TURNS[self.players] - sum(map(len, domains))
        assert short <= len(fillers), "no fillers left for the domains"
        for card in fillers[:short]:
            min((domains[seat] for seat in range(self.players) if seat not in self.exact), key=len).append(card)
        return domains


def finish(**wanted: Any) -> courtly.Match:
    """Play a whole match with a given ending: fields of `Ending`, `missions`, and match options."""
    fields = {name: wanted.pop(name) for name in Ending.__dataclass_fields__ if name in wanted}
    return Ending(**fields).play(**wanted)


def _pair(rest: Counter[str], family: str) -> list[tuple[str, str]]:
    """Return two cards of one family with equal weight, one above and one below, or nothing if there are none left."""
    light = [card for card in rest.elements() if family_of(card) == family and role_of(card) in ("guard", "plain")]
    heavy = [card for card in rest.elements() if card == f"{family}.noble"]
    cards = next((cards[-2:] for cards in (light, heavy) if len(cards) >= 2), [])
    rest.subtract(cards)
    return list(zip(cards, ("above", "below"), strict=False))


def _triple(rest: Counter[str]) -> list[tuple[str, str]]:
    """Return a noble above and two plain courtiers of its family below."""
    family = next(name for name in FAMILIES if rest[f"{name}.noble"] and rest[f"{name}.plain"] >= 2)
    cards = [(f"{family}.noble", "above"), (f"{family}.plain", "below"), (f"{family}.plain", "below")]
    rest.subtract(card for card, _side in cards)
    return cards


def _turns(ending: Ending, table: list[tuple[str, str]], domains: list[list[str]]) -> list[tuple[Any, ...]]:
    """Return the moves of every turn: (seat, table, own domain, opponent's domain)."""
    players, count = ending.players, TURNS[ending.players]
    own = {seat: [domains[seat].pop() for _ in range(count)] for seat in range(players)}
    turns: list[tuple[Any, ...]] = []
    for index, (card, side) in enumerate(table):
        seat = (ending.first + index) % players
        other = _neediest(seat, domains, own)
        assert other is not None, f"no player is left to take a card from seat {seat}"
        moves = (f"play {card} {side}", f"play {own[seat].pop()} domain:{seat}")
        turns.append((seat, *moves, f"play {domains[other].pop()} domain:{other}"))
    return turns


def _neediest(seat: int, domains: list[list[str]], own: Mapping[int, list[str]]) -> int | None:
    """Return the seat, other than `seat`, whose domain has the least slack.

    The slack is the number of turns that the other players have left, minus the cards that the domain still needs.
    """

    def slack(other: int) -> int:
        return sum(len(cards) for player, cards in own.items() if player != other) - len(domains[other])

    needy = [other for other in range(len(domains)) if other != seat and domains[other]]
    return min(needy, key=slack, default=None)


def _deck(ending: Ending, turns: list[tuple[Any, ...]]) -> list[str]:
    """Return the deck for these turns: the first hands by seat, then the draw for each later turn."""
    cards = [[move.split(" ")[1] for move in moves] for _seat, *moves in turns]
    hands = sorted(range(ending.players), key=lambda index: turns[index][0])
    groups = [cards[index] for index in hands] + cards[ending.players :]
    return [card for group in groups for card in group]


def _settle(match: courtly.Match, wanted: Sequence[str]) -> None:
    """Answer an assassin: play a wanted kill if it is legal, otherwise spare."""
    moves = match.legal_moves()
    if "spare" in moves:
        match.play(next((move for move in wanted if move in moves), "spare"))


def missions_with(*wanted: str, players: int = 2, edition: str = "2024") -> list[list[str]]:
    """Return missions for every seat, with one or two given missions for seat 0."""
    decks = [list(OLD), list(OLD)] if edition == "2023" else [list(WHITE), list(BLUE)]
    mine = list(wanted)
    if len(mine) < 2:
        mine = [mine[0], OLD[-1] if mine[0] != OLD[-1] else OLD[0]] if edition == "2023" else _both_colours(mine[0])
    rest = [[mission for mission in deck if mission not in mine] for deck in decks]
    if edition == "2023":
        return [mine, *(rest[0][2 * seat : 2 * seat + 2] for seat in range(players - 1))]
    return [mine, *([rest[0][seat], rest[1][seat]] for seat in range(players - 1))]


def _both_colours(mission: str) -> list[str]:
    return [mission, BLUE[0]] if mission in WHITE else [WHITE[0], mission]


def result(match: courtly.Match) -> dict[str, Any]:
    """Return the public result of a finished match."""
    shown: dict[str, Any] = match.view(None)["result"]
    return shown


def family_row(match: courtly.Match, family: str) -> dict[str, Any]:
    """Return a family's row of the result: its counts above and below, and its status."""
    return next(row for row in result(match)["families"] if row["family"] == family)


def statuses(match: courtly.Match) -> dict[str, str]:
    return {row["family"]: row["status"] for row in result(match)["families"]}


def points_of(match: courtly.Match, card: str, *, seat: int = 0) -> list[int]:
    """Return the points of each copy of a card in the seat's domain."""
    return [row["points"] for row in result(match)["domains"][seat] if row["card"] == card]


def is_met(match: courtly.Match, mission: str, *, seat: int = 0) -> bool:
    """Return whether the seat met a mission, which it must hold."""
    row = next(row for row in result(match)["missions"][seat] if row["mission"] == mission)
    met: bool = row["met"]
    return met
