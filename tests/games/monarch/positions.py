"""Monarch positions from the public API: one-line card sets, explicit deals, and shortcuts for reading a view.

A deal lists the whole deck, so a test decides the market and the next cards. A custom card set makes cards free, or
gives them just the effect under test. No state is modified.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.monarch.builders import HOUSE, KINDS, run

Table = dict[str, Any]

CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")
LAYOUT = "vfvfvfvfv"
"""Five villages and four farms, villages in the corners and the center. The first tax uses all five food."""
COURTS, WORKS = 28, 6
"""Minimum numbers of Court Cards and improvements. Sets are filled up to them."""


def ids(cards: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the ids of entries."""
    return [card["id"] for card in cards]


def house(kind: str) -> dict[str, Table]:
    """Return the house set's entries of a kind by id."""
    return {card["id"]: card for card in HOUSE[kind]}


def courtier(name: str, crowns: int | Table = 0, **more: Any) -> Table:
    """Return a Court Card, free and without a path by default."""
    plain: Table = {"path": "none", "cost": {"gold": 0}, "crowns": crowns}
    return {"id": name, "name": {"en": name}, **plain, **more}


def works(name: str, terrain: str = "village", yields: int = 2, **more: Any) -> Table:
    """Return an improvement, free by default."""
    return {"id": name, "name": {"en": name}, "terrain": terrain, "yield": yields, "cost": {"food": 0}, **more}


def caller(name: str, crowns: int | Table = -2, **more: Any) -> Table:
    """Return a guest, free by default."""
    return {"id": name, "name": {"en": name}, "cost": {"gold": 0}, "crowns": crowns, **more}


def moon(name: str, *effects: Table, **more: Any) -> Table:
    """Return a Moon with its effects, or with a pledge in `more`."""
    return {"id": name, "name": {"en": name}, "tone": "good", **({"effects": list(effects)} if effects else {}), **more}


def asking(resource: str = "gold", per_sister: int = 0, base: int = 0, **more: list[Table]) -> Table:
    """Return the Moon `the-moon`, which asks for a pledge. By default, missing the target costs 1 food."""
    pledge = {"resource": resource, "per_sister": per_sister, "base": base}
    threat = [] if more else [{"kind": "lose", "resource": "food", "amount": 1}]
    return moon("the-moon", pledge=pledge, **{"met": [], "unmet": threat, **more})


def banner(path: str, requirement: Table, crowns: int | Table = 0, **more: Any) -> Table:
    """Return a banner whose id is its path."""
    return {"id": path, "name": {"en": path}, "path": path, "requirement": requirement, "crowns": crowns, **more}


def land(name: str, terrain: str, copies: int, yields: int = 1) -> Table:
    """Return a land board."""
    return {"id": name, "name": {"en": name}, "terrain": terrain, "yield": yields, "copies": copies}


def card_set(*cards: Table, lands: list[Table] | None = None, emblems: Iterable[str] = ("beast", "garment")) -> Table:
    """Return a card set with the given cards.

    It is filled up with worthless free Court Cards (`page-1` and so on) and free village improvements that yield one
    (`shed-1` and so on). The boards are six villages `v` and six farms `f`.
    """
    court = [card for card in cards if "crowns" in card and "path" in card and "requirement" not in card]
    guest = [card for card in cards if "crowns" in card and "path" not in card]
    improvement = [card for card in cards if "terrain" in card]
    court += [courtier(f"page-{number}") for number in range(1, COURTS - len(court) + 1)]
    improvement += [works(f"shed-{number}", yields=1) for number in range(1, WORKS - len(improvement) + 1)]
    tables = {
        "land": lands or [land("v", "village", 6), land("f", "farm", 6)],
        "court": court,
        "improvement": improvement,
        "guest": guest,
        "moon": [card for card in cards if "tone" in card],
        "banner": [card for card in cards if "requirement" in card],
    }
    return {
        "schema": 1,
        "set": {
            "id": "test-set",
            "version": "1",
            "name": {"en": "Test"},
            "notice": {"en": "Test."},
            "languages": ["en"],
        },
        "paths": {path: {"en": path} for path in ("might", "culture", "wisdom", "bounty")},
        "emblems": {emblem: {"en": emblem} for emblem in emblems},
        **{name: table for name, table in tables.items() if table},
    }


def free_house() -> Table:
    """Return the house set with all cards free."""
    document = copy.deepcopy(HOUSE)
    for kind in ("court", "improvement", "guest"):
        for card in document[kind]:
            card["cost"] = dict.fromkeys(card["cost"], 0)
    return document


def lands(layout: str = LAYOUT, cards: Table | None = None) -> list[str]:
    """Return nine boards: `v` is the set's first village, `f` its first farm."""
    kinds = (cards or HOUSE)["land"]
    village, farm = (
        next(entry["id"] for entry in kinds if entry["terrain"] == terrain) for terrain in ("village", "farm")
    )
    return [village if letter == "v" else farm for letter in layout]


def deck(market: str = "", then: str = "", cards: Table | None = None) -> list[str]:
    """Return a whole deck: `market`, filled up to five cards other than Moons, then `then`, then the other cards.

    All other Moons are at the bottom.
    """
    kinds = {kind: ids((cards or HOUSE).get(kind, [])) for kind in KINDS}
    named = market.split() + then.split()
    spare = [card for kind in KINDS for card in kinds[kind] if card not in named]
    missing = 5 - sum(card not in kinds["moon"] for card in market.split())
    rest = [card for card in spare if card not in kinds["moon"]]
    last = [card for card in spare if card in kinds["moon"]]
    return [*market.split(), *rest[:missing], *then.split(), *rest[missing:], *last]


def begin(market: str = "", then: str = "", *, cards: Table | None = None, **more: Any) -> courtly.Match:
    """Return a match with these cards on top of the deck. `cards` is the card set (default: house).

    `more` may hold `players` (three), `first` (0), `layout`, `reshuffles`, and options.
    """
    deal = {
        "first": more.pop("first", 0),
        "lands": lands(more.pop("layout", LAYOUT), cards),
        "deck": deck(market, then, cards),
        "reshuffles": more.pop("reshuffles", []),
    }
    options = {"players": 3, **more} | ({} if cards is None else {"card_set": cards})
    return courtly.new_match("monarch", deal=deal, seed=5, **options)


def acquire(match: courtly.Match, *cards: str) -> courtly.Match:
    """Buy cards in order. A Court Card is added to the court if there is a choice."""
    for card in cards:
        match.play(f"buy {card}")
        if phase(match) == "place":
            match.play("add")
    return match


def next_turn(match: courtly.Match, seat: int = 0) -> courtly.Match:
    """End turns until the seat's next turn starts. The current turn is ended, too, even if it is the seat's."""
    match.play("end")
    while match.to_move != seat:
        match.play("end")
    return match


def see(match: courtly.Match) -> Table:
    """Return the view of a spectator."""
    return match.view(None)


def phase(match: courtly.Match) -> str:
    """Return the current phase."""
    said: str = see(match)["phase"]
    return said


def sister(match: courtly.Match, seat: int = 0) -> Table:
    """Return the view of a seat's possessions."""
    shown: Table = see(match)["seats"][seat]
    return shown


def holds(match: courtly.Match, seat: int = 0) -> tuple[int, int]:
    """Return gold and food of a seat."""
    shown = sister(match, seat)
    return shown["gold"], shown["food"]


def court(match: courtly.Match, seat: int = 0) -> set[str]:
    """Return the Court Cards of a seat."""
    return {entry["card"] for entry in sister(match, seat)["court"]}


def guests(match: courtly.Match, seat: int = 0) -> set[str]:
    """Return the guests of a seat."""
    return {entry["card"] for entry in sister(match, seat)["guests"]}


def crowns(match: courtly.Match, card: str, seat: int = 0) -> int:
    """Return the current crowns of a Court Card or guest of a seat."""
    shown = sister(match, seat)
    value: int = next(entry["crowns"] for entry in shown["court"] + shown["guests"] if entry["card"] == card)
    return value


def row(match: courtly.Match) -> list[str | None]:
    """Return the cards of the market row."""
    return [entry and entry["card"] for entry in see(match)["market"]]


def price(match: courtly.Match, card: str, seat: int | None = None) -> tuple[int, int]:
    """Return the price in gold and food of a card in the row, for a viewer."""
    paid = next(entry["price"] for entry in match.view(seat)["market"] if entry and entry["card"] == card)
    return paid["gold"], paid["food"]


def cell(match: courtly.Match, name: str) -> Table:
    """Return a cell of the grid."""
    shown: Table = see(match)["lands"][CELLS.index(name)]
    return shown


WORDS = {
    "buy": ("card",),
    "fly": ("banner",),
    "barter": ("card",),
    "replace": ("old",),
    "build": ("cell",),
    "send": ("to",),
    "dismiss": ("card",),
    "pledge": ("more",),
}
"""Arguments of an event that follow the verb of its move."""


def played(match: courtly.Match) -> list[tuple[int, str]]:
    """Return the moves of the log with their seats. Automatic moves are included."""
    return [(event["args"]["seat"], line(event)) for event in match.log() if "seat" in event["args"]]


def line(event: Table) -> str:
    """Return the notation of the move in a seat's event."""
    verb = "free" if event["args"].get("free") and event["id"] == "buy" else event["id"]
    return " ".join([verb, *(str(event["args"][word]) for word in WORDS.get(event["id"], ()))])


def choices(match: courtly.Match, word: str) -> list[str]:
    """Return the arguments of the legal moves with a verb; an empty text for a move without arguments."""
    lines = [move.split(" ") for move in match.legal_moves()]
    return [" ".join(line[1:]) for line in lines if line[0] == word]


def refuses(match: courtly.Match, *moves: str) -> bool:
    """Check that each move is refused with a reason and changes nothing, and return True."""
    for move in moves:
        before = match.record(), [match.view(seat) for seat in (*range(match.players), None)]
        assert move not in match.legal_moves()
        reason = match.why_not(move)
        with pytest.raises(IllegalMove) as caught:
            match.play(move)
        assert reason == str(caught.value)
        assert move in str(caught.value)
        assert before == (match.record(), [match.view(seat) for seat in (*range(match.players), None)])
    return True


def pages(first: int, last: int) -> list[str]:
    """Return the ids of worthless free Court Cards by number."""
    return [f"page-{number}" for number in range(first, last + 1)]


def drained() -> courtly.Match:
    """Return a match in which 32 of the 34 cards are taken: `page-27` is in spot 2 and `page-28` in spot 3.

    It is the turn of seat 3, which has five Court Cards and plays last in the round.
    """
    bores = [caller(f"bore-{number}") for number in range(1, 6)]
    document = card_set(*bores)
    document["improvement"] = document["improvement"][:1]
    match = begin(" ".join(ids(bores)), " ".join(["shed-1", *pages(1, 28)]), cards=document, players=4)
    for bore in ids(bores):
        run(match, f"buy {bore}", "send 1")
    run(match, "buy shed-1", "build a1")
    for seat in range(3):
        run(acquire(match, *pages(7 * seat + 1, 7 * seat + 7)), "end")
    return acquire(match, *pages(22, 26))
