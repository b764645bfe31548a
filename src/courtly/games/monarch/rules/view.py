"""Views of a position for a seat or a spectator, built from an allow-list of public facts.

Only the deck order is hidden. A seat sees its own prices. Spectators see the prices of the active seat.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import BaseView, ViewField
from courtly.games.monarch.rules.acquire import affords, food_due, price, sweep_price
from courtly.games.monarch.rules.board import cells_for
from courtly.games.monarch.rules.market import missing
from courtly.games.monarch.rules.moves import CELL_IDS, MonarchCodec, codec_of
from courtly.games.monarch.rules.scoring import CROWNS_SIZE, card_crowns, score
from courtly.games.monarch.state import (
    CELLS,
    COURTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FOOD,
    GOLD,
    NONE,
    CardLocation,
    Path,
    Phase,
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
    Phase.FILL: "act",
}
"""Names of the phases. A view shows the phase `FILL` only in a preview: the market will be filled, and then the seat
acts."""

RESOURCES = ("gold", "food")

BY_VIEWER = "the viewing seat; spectators see the active seat's value"
"""The audience of view fields that depend on the viewer, such as prices."""


class Price(TypedDict):
    """An amount of gold and food."""

    gold: Annotated[int, ViewField("gold, from 0")]
    food: Annotated[int, ViewField("food, from 0")]


Land = TypedDict(
    "Land",
    {
        "cell": Annotated[str, ViewField("cell, from `a1` at the top left to `c3`")],
        "land": Annotated[str, ViewField("id of the land board")],
        "terrain": Annotated[str, ViewField("`village` or `farm`")],
        "yield": Annotated[int, ViewField("current yield, 1 to 9: gold of a village, food of a farm")],
        "path": Annotated[str, ViewField("path of the visible improvement, or `none`")],
        "improvement": Annotated[str | None, ViewField("visible improvement; None on bare ground")],
        "covered": Annotated[list[str], ViewField("improvements under the visible one, from the top down")],
    },
)
"""A board of the grid."""


class Offer(TypedDict):
    """A card of the market row."""

    card: Annotated[str, ViewField("id of the card")]
    kind: Annotated[str, ViewField("`court`, `improvement` or `guest`")]
    cost: Annotated[Price, ViewField("printed cost")]
    price: Annotated[Price, ViewField("current price", BY_VIEWER)]
    affordable: Annotated[bool, ViewField("whether the seat can pay the price", BY_VIEWER)]
    free: Annotated[bool, ViewField("whether a free improvement can pay for the card", BY_VIEWER)]
    fits: Annotated[bool, ViewField("whether the card has a place; False for an improvement that no board takes now")]


class ScoredCard(TypedDict):
    """A Court Card or guest of a seat."""

    card: Annotated[str, ViewField("id of the card")]
    crowns: Annotated[int, ViewField("current crowns of the card; negative if it costs crowns")]


class FlownBanner(TypedDict):
    """The banner of a seat."""

    banner: Annotated[str, ViewField("id of the banner")]
    crowns: Annotated[int, ViewField("current crowns of the banner")]


class Sister(TypedDict):
    """The open cards and resources of a seat."""

    gold: Annotated[int, ViewField("gold in hand")]
    food: Annotated[int, ViewField("food in hand")]
    court: Annotated[list[ScoredCard], ViewField("Court Cards by place, at most 7")]
    guests: Annotated[list[ScoredCard], ViewField("guests, in card set order")]
    banner: Annotated[FlownBanner | None, ViewField("banner that the seat flies")]
    harvest: Annotated[int, ViewField("food that a harvest would bring now")]
    tax: Annotated[int, ViewField("gold that a tax would bring now")]
    feed: Annotated[int, ViewField("food that a tax would cost now")]
    score: Annotated[int, ViewField("total crowns if the match ended now")]


class BannerRow(TypedDict):
    """A banner of the match."""

    banner: Annotated[str, ViewField("id of the banner")]
    holder: Annotated[int | None, ViewField("seat that flies the banner")]
    met: Annotated[bool, ViewField("whether the court meets the requirement", BY_VIEWER)]


class Credits(TypedDict):
    """Free acts and extra incomes of the active seat."""

    improvement: Annotated[int, ViewField("free improvements left")]
    sweep: Annotated[int, ViewField("free sweeps left")]
    income: Annotated[int, ViewField("extra harvests or taxes left")]


class Pending(TypedDict):
    """A bought card, until it is placed and its effects are resolved."""

    card: Annotated[str, ViewField("id of the card")]


class PendingMoon(TypedDict):
    """A Moon that asks for pledges."""

    moon: Annotated[str, ViewField("id of the Moon")]
    resource: Annotated[str, ViewField("`gold` or `food`")]
    target: Annotated[int, ViewField("amount that all seats must pledge together")]
    missing: Annotated[int, ViewField("amount still missing")]
    pledges: Annotated[list[int], ViewField("amount pledged by each seat")]
    passes: Annotated[int, ViewField("consecutive passes; the pledging ends when all seats have passed in a row")]


class Result(TypedDict):
    """The final score of a match."""

    scores: Annotated[list[int], ViewField("crowns by seat")]
    winners: Annotated[list[int], ViewField("seats that share the victory")]


class ViewFields(TypedDict):
    """Facts of a position for a seat or a spectator, in addition to the keys that every view has."""

    first: Annotated[int, ViewField("seat that began the match")]
    phase: Annotated[
        str, ViewField("current decision: `act`, `place`, `build`, `send`, `dismiss`, `pledge`, or `over`")
    ]
    round: Annotated[int, ViewField("current round, from 1")]
    active: Annotated[int, ViewField("seat whose turn it is; during `pledge` another seat may be to move")]
    last_round: Annotated[bool, ViewField("whether a court has been full, so that the match ends with this round")]
    lands: Annotated[list[Land], ViewField("nine land boards in reading order")]
    market: Annotated[list[Offer | None], ViewField("five spots from left to right; None for an empty spot")]
    sweep_price: Annotated[int, ViewField("cost of a sweep in gold", BY_VIEWER)]
    deck: Annotated[int, ViewField("number of cards in the deck")]
    unseen: Annotated[list[str], ViewField("cards in the deck, sorted; their order is secret")]
    discard: Annotated[list[str], ViewField("cards in the discard pile, sorted; their order has no meaning")]
    gone: Annotated[list[str], ViewField("Moons that left the match, in order")]
    seats: Annotated[list[Sister], ViewField("open cards and resources of each seat")]
    banners: Annotated[list[BannerRow], ViewField("banners of the match; empty without the option")]
    credits: Annotated[Credits, ViewField("credits left for the active seat")]
    income_done: Annotated[bool, ViewField("whether this turn's harvest or tax is done")]
    bartered: Annotated[list[str], ViewField("cards and banners that bartered this turn, sorted")]
    pending: Annotated[Pending | None, ViewField("last bought card, until it is placed and its effects are resolved")]
    dismissals: Annotated[int, ViewField("guests that may still be dismissed")]
    moon: Annotated[PendingMoon | None, ViewField("Moon that asks for pledges")]
    result: Annotated[Result | None, ViewField("final count; None before the end")]


class View(BaseView, ViewFields):
    """The complete view of a position for a seat or a spectator."""


def facts(setup: Setup, s: State, audience: int | None) -> ViewFields:
    """Return the facts of a position that a seat (None: a spectator) may know, as plain values."""
    codec, viewer = codec_of(setup), int(s.active) if audience is None else audience
    return {
        "first": int(s.first),
        "phase": _PHASES[Phase(int(s.phase))],
        "round": int(s.round_number),
        "active": int(s.active),
        "last_round": bool(s.last_round),
        "lands": [_land(setup, s, cell) for cell in range(CELLS)],
        "market": [None if card == NONE else _offer(setup, s, viewer, int(card)) for card in s.market],
        "sweep_price": 0 if viewer == s.active and s.free_sweeps > 0 else int(sweep_price(s, viewer)),
        "deck": int(s.deck_size) - int(s.drawn),
        "unseen": _cards_at(codec, s, CardLocation.DECK),
        "discard": _cards_at(codec, s, CardLocation.DISCARD),
        "gone": [codec.cards[int(card)] for card in s.gone[: s.gone_count]],
        "seats": sisters(setup, s),
        "banners": [_banner(setup, s, banner, viewer) for banner in range(int(setup.content.banner_count))],
        "credits": {
            "improvement": int(s.free_improvements),
            "sweep": int(s.free_sweeps),
            "income": int(s.extra_incomes),
        },
        "income_done": bool(s.income_done),
        "bartered": sorted(_barterer_id(codec, int(which)) for which in np.flatnonzero(s.bartered)),
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


def _offer(setup: Setup, s: State, viewer: int, card: int) -> Offer:
    """Return a card of the market row with the prices for a seat."""
    content = setup.content
    improves = FIRST_IMPROVEMENT <= card < FIRST_GUEST
    kind = "improvement" if improves else "guest" if card >= FIRST_GUEST else "court"
    asked = [int(price(content, s, viewer, card, resource)) for resource in (GOLD, FOOD)]
    printed = content.cost[card].tolist()
    return {
        "card": codec_of(setup).cards[card],
        "kind": kind,
        "cost": {"gold": printed[GOLD], "food": printed[FOOD]},
        "price": {"gold": asked[GOLD], "food": asked[FOOD]},
        "affordable": bool(affords(content, s, viewer, card)),
        "free": bool(improves and viewer == s.active and s.free_improvements > 0),
        "fits": bool(not improves or cells_for(content, s, card).number > 0),
    }


def _cards_at(codec: MonarchCodec, s: State, place: int) -> list[str]:
    """Return the cards at a place, sorted, because their order there has no meaning."""
    return sorted(codec.cards[card] for card in np.flatnonzero(s.where == place))


def sisters(setup: Setup, s: State) -> list[Sister]:
    """Return the open state of every sister, with the current crowns of each card."""
    crowns, scores = _crowns(setup, s), _scores(setup, s)
    return [_sister(setup, s, seat, crowns, scores[seat]) for seat in range(setup.players)]


def _sister(setup: Setup, s: State, seat: int, crowns: list[int], total: int) -> Sister:
    codec, banner = codec_of(setup), int(s.banner[seat])
    guests = FIRST_GUEST + np.flatnonzero(s.where[FIRST_GUEST:FIRST_MOON] == CardLocation.GUEST + seat)
    return {
        "gold": int(s.held[seat, GOLD]),
        "food": int(s.held[seat, FOOD]),
        "court": [_scored_card(codec, card, crowns) for card in s.court[seat, : s.courts[seat]].tolist()],
        "guests": [_scored_card(codec, card, crowns) for card in guests.tolist()],
        "banner": None if banner == NONE else {"banner": codec.banners[banner], "crowns": crowns[FIRST_MOON + banner]},
        "harvest": int(s.income[FOOD]) + int(s.sums[seat, Sums.HARVEST]),
        "tax": int(s.income[GOLD]) + int(s.sums[seat, Sums.TAX]),
        "feed": int(food_due(s, seat)),
        "score": total,
    }


def _scored_card(codec: MonarchCodec, card: int, crowns: list[int]) -> ScoredCard:
    return {"card": codec.cards[card], "crowns": crowns[card]}


def _banner(setup: Setup, s: State, banner: int, viewer: int) -> BannerRow:
    holder = int(s.holder[banner])
    return {
        "banner": codec_of(setup).banners[banner],
        "holder": None if holder == NONE else holder,
        "met": bool(int(s.eligible[viewer]) >> banner & 1),
    }


def _barterer_id(codec: MonarchCodec, which: int) -> str:
    return codec.cards[which] if which < COURTS else codec.banners[which - COURTS]


def _moon(setup: Setup, s: State) -> PendingMoon:
    """Return the Moon that asks for pledges and the state of the pledges."""
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
    """Return the current crowns of every card held by a sister: cards, then banners."""
    crowns = np.empty(CROWNS_SIZE, np.int64)
    card_crowns(setup.content, s, crowns)
    return [int(each) for each in crowns]


def _scores(setup: Setup, s: State) -> list[int]:
    scores = np.zeros(setup.players, np.int32)
    score(setup.content, s, scores)
    return [int(each) for each in scores]


def result(setup: Setup, s: State) -> Result:
    """Return the final score of a match."""
    scores = _scores(setup, s)
    return {"scores": scores, "winners": [seat for seat, each in enumerate(scores) if each == max(scores)]}
