"""The parts of Monarch's table during a match: their values, and the components that show them.

A value has exactly what its component shows, so that a move sends only the parts that it changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from courtly.games.monarch.page_contexts import (
    Amount,
    BannerRow,
    Button,
    CardFace,
    CourtDetails,
    Dock,
    Gain,
    HeldCard,
    Income,
    MoonPanel,
    Offer,
    Raise,
    SeatMark,
    Sister,
    Summary,
    Turn,
)
from courtly.games.monarch.page_market import FULL
from courtly.scene.page_parts import Part


class Facts(Struct, frozen=True):
    """The facts above the table: the round, and how close the end of the match is."""

    round: str
    last_round: str
    fullest: int
    credits: tuple[str, ...]


class TableNow(Struct, frozen=True):
    """The state of the whole table for its style: the leaf that a phone shows first, a Moon, a board to choose."""

    leaf: str
    is_chosen: bool
    is_night: bool
    is_aiming: bool


class SummaryHead(Struct, frozen=True):
    """The name of a sister in the strip; `move` is sent when the viewer chooses her."""

    mark: SeatMark
    move: str


class SummaryPurse(Struct, frozen=True):
    """The crowns, purse and last act of a sister in the strip."""

    active: bool
    score: int
    score_words: str
    gold: Amount
    food: Amount
    act: str


class LastTurn(Struct, frozen=True):
    """The holdings of a sister, and the sentences of her last turn."""

    holdings: tuple[str, ...]
    told: tuple[str, ...]


class Spot(Struct, frozen=True, kw_only=True):
    """A spot of the market without the footer of its card; spots are numbered from 0.

    `card` is None on an empty spot: then `hole` is the card that was bought there, or `empty` says why it is empty.
    """

    number: int
    card: CardFace | None = None
    is_long: bool = False
    price: tuple[Amount, ...] = ()
    more: str = ""
    told: str = ""
    hole: CardFace | None = None
    empty: str = ""


class SpotFoot(Struct, frozen=True):
    """The footer of a card of the market: the viewer's moves, or whether the viewer can pay."""

    fresh: bool
    state: str
    adds: Gain | None
    price: tuple[Amount, ...]
    buttons: tuple[Button, ...]
    amounts: tuple[Amount, ...]
    helps: str
    note: str


class Piles(Struct, frozen=True):
    """The deck and the discard pile next to the market."""

    left: int
    count: str
    discarded: str


class Flag(Struct, frozen=True):
    """A banner. `progress` has the cards or paths of the viewer and the number that it needs, while it is free."""

    face: CardFace
    title: str
    requirement: str
    bonus: str
    power: str
    holder: SeatMark | None
    progress: tuple[int, int] | None
    move: str
    adds: Gain | None


class Race(Struct, frozen=True):
    """The race of crowns: the crowns of a full lane, and the seats in order."""

    most: int
    seats: tuple[int, ...]


class CourtHead(Struct, frozen=True):
    """The name of a sister above her court; `move` is sent when the viewer chooses her."""

    mark: SeatMark
    move: str


class SisterState(Struct, frozen=True):
    """Whether a sister begins the round, takes her turn, or decides."""

    seat: int
    first: bool
    active: bool
    to_move: bool


class Score(Struct, frozen=True):
    """The crowns of a sister; `adds` is what the pending guest would change."""

    crowns: int
    words: str
    adds: Gain | None


class Purse(Struct, frozen=True):
    """The purse and the income of a sister."""

    seat: int
    gold: Amount
    food: Amount
    harvest: Amount
    tax: Amount


class Guest(Struct, frozen=True):
    """A guest without its crowns, which are a part of their own; `move` is sent when the viewer chooses it."""

    face: CardFace
    move: str


class Company(Struct, frozen=True):
    """The guests and the banner of a sister."""

    seat: int
    guests: tuple[Guest, ...]
    banner: HeldCard | None


class CourtPlace(Struct, frozen=True):
    """A place in a court, from 1: a card without its crowns, or a free space.

    `move` replaces the card, or puts the pending card on the space; `adds` is the change of the viewer's crowns.
    """

    number: int
    face: CardFace | None
    move: str
    adds: Gain | None


class OwnCourt(Struct, frozen=True):
    """The frame of the viewer's court: the seat, and the letter that chooses it on a keyboard."""

    seat: int
    key: str


class CourtSheet(Struct, frozen=True):
    """A court with an explanation of each card's crowns."""

    mark: SeatMark
    score: int
    score_words: str
    spaces: str
    cards: CourtDetails


class OwnPurse(Struct, frozen=True):
    """The viewer's crowns and purse."""

    mark: SeatMark
    score: int
    score_words: str
    gold: Amount
    food: Amount


class Pledge(Struct, frozen=True):
    """The amounts that the viewer may pledge, from `least` to `most`; `no` is the button that pledges nothing."""

    least: int
    most: int
    scale: tuple[int, ...]
    raises: tuple[Raise, ...]
    no: Button


class OwnActs(Struct, frozen=True):
    """The viewer's acts in the tray: incomes and barters, a pledge, or the card that waits for its place."""

    phase: str
    had: str
    incomes: tuple[Income, ...]
    extras: tuple[Button, ...]
    pledge: Pledge | None
    card: CardFace | None


_table = partial(Part, "monarch/table_parts.html")
_court = partial(Part, "monarch/court_parts.html")
_tray = partial(Part, "monarch/tray_parts.html")


def parts(turn: Turn) -> dict[str, Part]:
    """Return the parts of the table during a match."""
    return {
        "facts-now": _table("facts", Facts(turn.round, turn.last_round, turn.fullest, turn.credits)),
        "table-now": _table("table_now", _table_now(turn)),
        "leaf-tabs": _table("leaf_tabs", turn.moon.face.name if turn.moon else ""),
        **dict(_strip(turn)),
        "moon": _table("moon", turn.moon),
        **dict(_market(turn)),
        "market": _table("market", len(turn.market)),
        "lands": _table("lands", tuple(cell.id for cell in turn.lands)),
        **{f"at-cell-{cell.id}": _table("land", cell) for cell in turn.lands},
        **{f"flag-{row.face.id}": _table("flag", _flag(row)) for row in turn.banners},
        **dict(_race(turn)),
        **{name: part for sister in turn.sisters[turn.own :] for name, part in _sister(sister)},
        **{name: part for sister in turn.sisters for name, part in _cards(sister)},
        "moons": _table("moons", turn.moons.moons),
        **(dict(_own(turn)) if turn.own else {}),
        "part-deck": _tray("deck", turn.deck),
        "part-yields": _tray("yields", turn.lands_note),
    }


def _table_now(turn: Turn) -> TableNow:
    is_chosen = turn.first_page != "market" or turn.dock.phase == "pledge"
    return TableNow(turn.first_page, is_chosen, turn.moon is not None, turn.dock.phase == "build")


def _strip(turn: Turn) -> Iterator[tuple[str, Part]]:
    """Yield the parts of the strip on a phone."""
    for one in turn.summaries:
        seat = one.mark.seat
        yield f"summary-{seat}", _table("summary", SummaryHead(one.mark, one.move))
        yield f"purse-{seat}", _table("summary_purse", _summary_purse(one))
        holdings = (one.score_words, one.gold.words, one.food.words)
        yield f"turn-of-{seat}", _table("last_turn", LastTurn(holdings, one.told or (one.act,)))


def _summary_purse(one: Summary) -> SummaryPurse:
    return SummaryPurse(one.active, one.score, one.score_words, one.gold, one.food, one.act)


def _market(turn: Turn) -> Iterator[tuple[str, Part]]:
    """Yield the parts of the market row and of the piles."""
    for number, offer in enumerate(turn.market):
        yield f"at-market-{number}", _table("spot", _spot(number, offer, turn))
        if offer:
            yield f"foot-{number}", _table("spot_foot", _spot_foot(offer))
    yield "piles", _table("piles", Piles(turn.deck.left, turn.deck.count, turn.deck.discarded))
    yield "sweep", _table("sweep", turn.sweep)


def _spot(number: int, offer: Offer | None, turn: Turn) -> Spot:
    if offer is None:
        return Spot(number=number, hole=turn.hole, empty="" if turn.hole else turn.empty)
    return Spot(
        number=number, card=offer.face, is_long=offer.is_long, price=offer.price, more=offer.more, told=offer.told
    )


def _spot_foot(offer: Offer) -> SpotFoot:
    adds = offer.adds if offer.face.kind != "guest" else None
    return SpotFoot(offer.fresh, offer.state, adds, offer.price, offer.buttons, offer.amounts, offer.helps, offer.note)


def _flag(row: BannerRow) -> Flag:
    is_open = row.own and not row.holder
    return Flag(
        face=row.face,
        title=row.title,
        requirement=row.requirement,
        bonus=row.bonus,
        power=row.power,
        holder=row.holder,
        progress=(row.has, row.needs) if is_open else None,
        move=row.move,
        adds=row.adds if row.move else None,
    )


def _race(turn: Turn) -> Iterator[tuple[str, Part]]:
    if turn.lanes:
        yield "race", _table("race", Race(turn.lanes[0].most, tuple(lane.mark.seat for lane in turn.lanes)))
    for lane in turn.lanes:
        yield f"lane-{lane.mark.seat}", _table("lane", lane)


def _sister(sister: Sister) -> Iterator[tuple[str, Part]]:
    """Yield the parts of a panel that shows the court of another sister."""
    seat = sister.mark.seat
    yield f"seat-{seat}", _court("sister", sister.mark)
    yield f"head-{seat}", _court("head", CourtHead(sister.mark, sister.move))
    yield f"state-{seat}", _court("state", SisterState(seat, sister.first, sister.active, sister.to_move))
    yield f"score-{seat}", _court("score", Score(sister.score, sister.score_words, sister.adds))
    yield f"hold-{seat}", _court("purse", Purse(seat, sister.gold, sister.food, sister.harvest, sister.tax))
    yield f"with-{seat}", _court("company", _company(sister))


def _cards(sister: Sister) -> Iterator[tuple[str, Part]]:
    """Yield the places of a court, the crowns of its cards, and the explanation of them."""
    seat = sister.mark.seat
    for place in range(FULL):
        yield f"place-{seat}-{place}", _court("place", _place(place, sister))
    for held in sister.court:
        yield f"worth-{held.face.id}", _court("worth", held.crowns)
    for guest in sister.guests:
        yield f"worth-{guest.face.id}", _court("guest_worth", guest.crowns)
    sheet = CourtSheet(sister.mark, sister.score, sister.score_words, sister.spaces, sister.reasons)
    yield f"court-of-{seat}", _court("court_sheet", sheet)


def _place(place: int, sister: Sister) -> CourtPlace:
    if place < len(sister.court):
        held = sister.court[place]
        return CourtPlace(place + 1, held.face, held.move, held.adds)
    if place == len(sister.court):
        return CourtPlace(place + 1, None, sister.place, sister.place_adds)
    return CourtPlace(place + 1, None, "", None)


def _company(sister: Sister) -> Company:
    guests = tuple(Guest(guest.face, guest.move) for guest in sister.guests)
    return Company(sister.mark.seat, guests, sister.banner)


def _own(turn: Turn) -> Iterator[tuple[str, Part]]:
    """Yield the parts of the viewer's tray."""
    me, dock = turn.sisters[0], turn.dock
    yield "my-acts", _tray("acts", _acts(turn))
    yield "my-rest", _tray("rest", dock.last)
    yield "me", _tray("purse", OwnPurse(me.mark, me.score, me.score_words, me.gold, me.food))
    yield f"at-court-{me.mark.seat}", _court("own_court", OwnCourt(me.mark.seat, me.mark.pennant.letter))
    yield "my-side", _court("own_company", _company(me))


def _acts(turn: Turn) -> OwnActs:
    dock = turn.dock
    is_placing = dock.phase not in ("act", "pledge", "wait")
    # A banner has its button on the banner itself.
    extras = tuple(button for button in dock.extras if not button.move.startswith("fly "))
    return OwnActs(
        phase=dock.phase,
        had=dock.had,
        incomes=dock.incomes,
        extras=extras if dock.phase == "act" else (),
        pledge=_pledge(dock, turn.moon) if dock.phase == "pledge" and dock.most else None,
        card=dock.card if is_placing else None,
    )


def _pledge(dock: Dock, moon: MoonPanel | None) -> Pledge:
    return Pledge(dock.least, dock.most, dock.scale, moon.raises if moon else (), dock.extras[0])
