"""What a seat of Monarch may know: the only exit, built from an allow-list, never by taking away from the whole.

All is public but the order of the deck; prices are those of the seat that reads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.engine.game import Setup
from courtly.games.monarch.acquire import price
from courtly.games.monarch.board import cells_for
from courtly.games.monarch.crowns import WORTHS, score, worths
from courtly.games.monarch.moons import missing
from courtly.games.monarch.moves import CELL_IDS, MonarchCodec, codec_of
from courtly.games.monarch.rules import affords, food_due, sweep_price
from courtly.games.monarch.state import (
    CELLS,
    COURTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FOOD,
    GOLD,
    NONE,
    Path,
    Phase,
    Place,
    State,
    Sums,
    Terrain,
)

_PHASES = {
    Phase.ACT: "act",
    Phase.PLACE: "place",
    Phase.BUILD: "build",
    Phase.SEND: "send",
    Phase.DISMISS: "dismiss",
    Phase.PLEDGE: "pledge",
    Phase.OVER: "over",
}
RESOURCES = ("gold", "food")
Fact = dict[str, Any]


def facts(setup: Setup, s: State, seat: int) -> Fact:
    """Return what a seat (-1: a spectator) may know of a position, as a plain value."""
    codec, reader, scores = codec_of(setup), int(s.active) if seat == NONE else seat, _scores(setup, s)
    crowns = _crowns(setup, s)
    return {
        "first": int(s.first),
        "phase": _PHASES[Phase(int(s.phase))],
        "round": int(s.round_number),
        "active": int(s.active),
        "last_round": bool(s.last_round),
        "lands": [_land(setup, s, cell) for cell in range(CELLS)],
        "market": [None if card == NONE else _offer(setup, s, reader, int(card)) for card in s.market],
        "sweep_price": 0 if reader == s.active and s.free_sweeps > 0 else int(sweep_price(s, reader)),
        "deck": int(s.deck_size) - int(s.drawn),
        "unseen": _lying(codec, s, Place.DECK),
        "discard": _lying(codec, s, Place.DISCARD),
        "gone": [codec.cards[int(card)] for card in s.gone[: s.gone_count]],
        "seats": [_sister(setup, s, other, crowns) | {"score": scores[other]} for other in range(setup.players)],
        "banners": [_banner(setup, s, banner, reader) for banner in range(int(setup.content.banner_count))],
        "credits": {
            "improvement": int(s.free_improvements),
            "sweep": int(s.free_sweeps),
            "income": int(s.extra_incomes),
        },
        "income_done": bool(s.income_done),
        "bartered": sorted(_bartering(codec, int(which)) for which in np.flatnonzero(s.bartered)),
        "pending": None if s.pending == NONE else {"card": codec.cards[int(s.pending)]},
        "dismissals": int(s.dismissals),
        "moon": None if s.moon == NONE else _moon(setup, s),
        "result": _result(scores) if s.phase == Phase.OVER else None,
    }


def _land(setup: Setup, s: State, cell: int) -> Fact:
    codec, content = codec_of(setup), setup.content
    pile, card = [], int(s.top[cell])
    while card != NONE:
        pile.append(card)
        card = int(s.beneath[card - FIRST_IMPROVEMENT])
    path = int(content.path[pile[0]]) if pile else NONE
    names = [codec.cards[card] for card in pile]
    return {
        "cell": CELL_IDS[cell],
        "land": codec.lands[s.lands[cell]],
        "terrain": Terrain(int(content.land_terrain[s.lands[cell]])).name.lower(),
        "yield": int(s.yields[cell]),
        "path": "none" if path == NONE else Path(path).name.lower(),
        "improvement": names[0] if names else None,
        "covered": names[1:],
    }


def _offer(setup: Setup, s: State, reader: int, card: int) -> Fact:
    """Return a card of the market row at the prices of whoever reads."""
    content = setup.content
    improves = FIRST_IMPROVEMENT <= card < FIRST_GUEST
    kind = "improvement" if improves else "guest" if card >= FIRST_GUEST else "court"
    asked = [int(price(content, s, reader, (card, resource))) for resource in (GOLD, FOOD)]
    return {
        "card": codec_of(setup).cards[card],
        "kind": kind,
        "cost": dict(zip(RESOURCES, content.cost[card].tolist(), strict=True)),
        "price": dict(zip(RESOURCES, asked, strict=True)),
        "affordable": bool(affords(content, s, reader, card)),
        "free": bool(improves and reader == s.active and s.free_improvements > 0),
        "fits": bool(not improves or cells_for(content, s, card)[0] > 0),
    }


def _lying(codec: MonarchCodec, s: State, place: int) -> list[str]:
    """Return the cards at a place, sorted: in what order they lie there says nothing."""
    return sorted(codec.cards[card] for card in np.flatnonzero(s.where == place))


def _sister(setup: Setup, s: State, seat: int, crowns: list[int]) -> Fact:
    """Return what lies before a sister, each card with the crowns it brings now."""
    codec, banner = codec_of(setup), int(s.banner[seat])
    guests = FIRST_GUEST + np.flatnonzero(s.where[FIRST_GUEST:FIRST_MOON] == Place.GUEST + seat)
    return {
        "gold": int(s.held[seat, GOLD]),
        "food": int(s.held[seat, FOOD]),
        "court": [_worth(codec, card, crowns) for card in s.court[seat, : s.courts[seat]].tolist()],
        "guests": [_worth(codec, card, crowns) for card in guests.tolist()],
        "banner": None if banner == NONE else {"banner": codec.banners[banner], "crowns": crowns[FIRST_MOON + banner]},
        "harvest": int(s.income[FOOD]) + int(s.sums[seat, Sums.HARVEST]),
        "tax": int(s.income[GOLD]) + int(s.sums[seat, Sums.TAX]),
        "feed": int(food_due(s, seat)),
    }


def _worth(codec: MonarchCodec, card: int, crowns: list[int]) -> Fact:
    return {"card": codec.cards[card], "crowns": crowns[card]}


def _banner(setup: Setup, s: State, banner: int, reader: int) -> Fact:
    holder = int(s.holder[banner])
    return {
        "banner": codec_of(setup).banners[banner],
        "holder": None if holder == NONE else holder,
        "met": bool(int(s.eligible[reader]) >> banner & 1),
    }


def _bartering(codec: MonarchCodec, which: int) -> str:
    return codec.cards[which] if which < COURTS else codec.banners[which - COURTS]


def _moon(setup: Setup, s: State) -> Fact:
    """Return the Moon that asks for pledges, and how they stand."""
    resource, target = setup.content.pledge[s.moon - FIRST_MOON].tolist()
    return {
        "moon": codec_of(setup).cards[int(s.moon)],
        "resource": RESOURCES[resource],
        "target": target,
        "missing": int(missing(setup.content, s)),
        "pledges": s.pledges[: setup.players].tolist(),
        "passes": int(s.passes),
    }


def _crowns(setup: Setup, s: State) -> list[int]:
    """Return what each card before a sister brings her now, by card, then by banner."""
    crowns = np.empty(WORTHS, np.int64)
    worths(setup.content, s, crowns)
    return [int(each) for each in crowns]


def _scores(setup: Setup, s: State) -> list[int]:
    scores = np.zeros(setup.players, np.int32)
    score(setup.content, s, scores)
    return [int(each) for each in scores]


def _result(scores: list[int]) -> Fact:
    return {"scores": scores, "winners": [seat for seat, each in enumerate(scores) if each == max(scores)]}
