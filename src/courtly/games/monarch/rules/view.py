"""What a seat of Monarch may know: the only exit, built from an allow-list, never by taking away from the whole.

All is public but the order of the deck; prices are those of the seat that reads.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import BaseView, Fact
from courtly.games.monarch.rules.acquire import affords, food_due, price, sweep_price
from courtly.games.monarch.rules.board import cells_for
from courtly.games.monarch.rules.market import missing
from courtly.games.monarch.rules.moves import CELL_IDS, MonarchCodec, codec_of
from courtly.games.monarch.rules.scoring import WORTHS, score, worths
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

BY_READER = "the reader's own; a spectator is told those of the seat whose turn it is"
"""Who is told of prices and the like."""


class Price(TypedDict):
    """An amount of both resources."""

    gold: Annotated[int, Fact("gold, from 0")]
    food: Annotated[int, Fact("food, from 0")]


Land = TypedDict(
    "Land",
    {
        "cell": Annotated[str, Fact("its cell, `a1` at the top left to `c3`")],
        "land": Annotated[str, Fact("id of the board")],
        "terrain": Annotated[str, Fact("`village` or `farm`")],
        "yield": Annotated[int, Fact("what it yields now, 1 to 9: gold of a village, food of a farm")],
        "path": Annotated[str, Fact("path of the visible improvement, or `none`")],
        "improvement": Annotated[str | None, Fact("the visible improvement; None on bare ground")],
        "covered": Annotated[list[str], Fact("improvements beneath it, from the top down")],
    },
)
"""A board of the grid."""


class Offer(TypedDict):
    """A card of the market row."""

    card: Annotated[str, Fact("id of the card")]
    kind: Annotated[str, Fact("`court`, `improvement` or `guest`")]
    cost: Annotated[Price, Fact("its printed cost")]
    price: Annotated[Price, Fact("what it costs", BY_READER)]
    affordable: Annotated[bool, Fact("whether that can be paid", BY_READER)]
    free: Annotated[bool, Fact("whether it can be had for a free improvement", BY_READER)]
    fits: Annotated[bool, Fact("whether it can be put somewhere: False for an improvement that no board takes now")]


class Worth(TypedDict):
    """A Court Card or a guest with a seat."""

    card: Annotated[str, Fact("id of the card")]
    crowns: Annotated[int, Fact("what it brings now; below 0 what it takes away")]


class Flown(TypedDict):
    """The banner of a seat."""

    banner: Annotated[str, Fact("id of the banner")]
    crowns: Annotated[int, Fact("what it brings now")]


class Sister(TypedDict):
    """What lies before a seat."""

    gold: Annotated[int, Fact("gold it holds")]
    food: Annotated[int, Fact("food it holds")]
    court: Annotated[list[Worth], Fact("its Court Cards, 7 at most, in the order of their places")]
    guests: Annotated[list[Worth], Fact("its guests, in the order of the card set")]
    banner: Annotated[Flown | None, Fact("the banner it flies")]
    harvest: Annotated[int, Fact("food that a harvest would bring it now")]
    tax: Annotated[int, Fact("gold that a tax would bring it now")]
    feed: Annotated[int, Fact("food that a tax would take from it now")]
    score: Annotated[int, Fact("its crowns, if the match ended now")]


class BannerRow(TypedDict):
    """A banner of the match."""

    banner: Annotated[str, Fact("id of the banner")]
    holder: Annotated[int | None, Fact("seat that flies it")]
    met: Annotated[bool, Fact("whether the court meets its requirement", BY_READER)]


class Credits(TypedDict):
    """What the seat whose turn it is may do at no cost, or once more."""

    improvement: Annotated[int, Fact("free improvements left")]
    sweep: Annotated[int, Fact("free sweeps left")]
    income: Annotated[int, Fact("further harvests or taxes left")]


class Pending(TypedDict):
    """A card that was bought and is not settled."""

    card: Annotated[str, Fact("id of the card")]


class MoonAsks(TypedDict):
    """A Moon that asks for pledges."""

    moon: Annotated[str, Fact("id of the Moon")]
    resource: Annotated[str, Fact("`gold` or `food`")]
    target: Annotated[int, Fact("what all seats together must pledge")]
    missing: Annotated[int, Fact("what the pledges fall short of it")]
    pledges: Annotated[list[int], Fact("what each seat has pledged")]
    passes: Annotated[int, Fact("seats that passed in a row; as many as there are seats end it")]


class Result(TypedDict):
    """How a finished match was counted."""

    scores: Annotated[list[int], Fact("crowns by seat")]
    winners: Annotated[list[int], Fact("seats that share the victory")]


class Facts(TypedDict):
    """What a seat or a spectator may know of a position, beside what every view holds."""

    first: Annotated[int, Fact("seat that began")]
    phase: Annotated[str, Fact("what is decided: `act`, `place`, `build`, `send`, `dismiss`, `pledge`, or `over`")]
    round: Annotated[int, Fact("the round, from 1")]
    active: Annotated[int, Fact("seat whose turn it is; in `pledge` another may be to move")]
    last_round: Annotated[bool, Fact("whether some court has been full: the match ends with this round")]
    lands: Annotated[list[Land], Fact("the nine boards in reading order")]
    market: Annotated[list[Offer | None], Fact("the five spots from left to right; None where one is empty")]
    sweep_price: Annotated[int, Fact("gold that a sweep costs", BY_READER)]
    deck: Annotated[int, Fact("cards in the deck")]
    unseen: Annotated[list[str], Fact("which cards they are, sorted; their order nobody knows")]
    discard: Annotated[list[str], Fact("the discard pile, sorted: its order means nothing")]
    gone: Annotated[list[str], Fact("Moons that left the match, in order")]
    seats: Annotated[list[Sister], Fact("what lies before each seat")]
    banners: Annotated[list[BannerRow], Fact("the banners of the match; none without the option")]
    credits: Annotated[Credits, Fact("what the seat whose turn it is still has")]
    income_done: Annotated[bool, Fact("whether this turn's harvest or tax is done")]
    bartered: Annotated[list[str], Fact("cards and banners that have bartered this turn, sorted")]
    pending: Annotated[Pending | None, Fact("the card that was bought last, until it is settled")]
    dismissals: Annotated[int, Fact("guests that may still be dismissed")]
    moon: Annotated[MoonAsks | None, Fact("the Moon that asks for pledges")]
    result: Annotated[Result | None, Fact("the count; None before the end")]


class View(BaseView, Facts):
    """All that a seat or a spectator may know of a position."""


def facts(setup: Setup, s: State, audience: int | None) -> Facts:
    """Return what a seat (None: a spectator) may know of a position, as a plain value."""
    codec, reader = codec_of(setup), int(s.active) if audience is None else audience
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
        "seats": sisters(setup, s),
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
        "result": result(setup, s) if s.phase == Phase.OVER else None,
    }


def _land(setup: Setup, s: State, cell: int) -> Land:
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


def _offer(setup: Setup, s: State, reader: int, card: int) -> Offer:
    """Return a card of the market row at the prices of whoever reads."""
    content = setup.content
    improves = FIRST_IMPROVEMENT <= card < FIRST_GUEST
    kind = "improvement" if improves else "guest" if card >= FIRST_GUEST else "court"
    asked = [int(price(content, s, reader, card, resource)) for resource in (GOLD, FOOD)]
    printed = content.cost[card].tolist()
    return {
        "card": codec_of(setup).cards[card],
        "kind": kind,
        "cost": {"gold": printed[GOLD], "food": printed[FOOD]},
        "price": {"gold": asked[GOLD], "food": asked[FOOD]},
        "affordable": bool(affords(content, s, reader, card)),
        "free": bool(improves and reader == s.active and s.free_improvements > 0),
        "fits": bool(not improves or cells_for(content, s, card).number > 0),
    }


def _lying(codec: MonarchCodec, s: State, place: int) -> list[str]:
    """Return the cards at a place, sorted: in what order they lie there says nothing."""
    return sorted(codec.cards[card] for card in np.flatnonzero(s.where == place))


def sisters(setup: Setup, s: State) -> list[Sister]:
    """Return what lies before every sister, each card with the crowns it brings now."""
    crowns, scores = _crowns(setup, s), _scores(setup, s)
    return [_sister(setup, s, seat, crowns, scores[seat]) for seat in range(setup.players)]


def _sister(setup: Setup, s: State, seat: int, crowns: list[int], total: int) -> Sister:
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
        "score": total,
    }


def _worth(codec: MonarchCodec, card: int, crowns: list[int]) -> Worth:
    return {"card": codec.cards[card], "crowns": crowns[card]}


def _banner(setup: Setup, s: State, banner: int, reader: int) -> BannerRow:
    holder = int(s.holder[banner])
    return {
        "banner": codec_of(setup).banners[banner],
        "holder": None if holder == NONE else holder,
        "met": bool(int(s.eligible[reader]) >> banner & 1),
    }


def _bartering(codec: MonarchCodec, which: int) -> str:
    return codec.cards[which] if which < COURTS else codec.banners[which - COURTS]


def _moon(setup: Setup, s: State) -> MoonAsks:
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


def result(setup: Setup, s: State) -> Result:
    """Return the count of a finished match."""
    scores = _scores(setup, s)
    return {"scores": scores, "winners": [seat for seat, each in enumerate(scores) if each == max(scores)]}
