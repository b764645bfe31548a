"""The matrix of Courtisans: seven columns, both sides of the Queen's table, the cloth, and a row for each domain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from courtly.games.courtisans import page_reckoning as reckoning
from courtly.games.courtisans import words
from courtly.games.courtisans.content import FAMILY_IDS, KIND_OF
from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.page_cards import COLUMNS, Drawn, cards_at, piles, signed
from courtly.games.courtisans.page_contexts import (
    Axis,
    Back,
    Choice,
    Domain,
    Fact,
    Forecast,
    Gone,
    House,
    Side,
    Table,
    Tick,
    Value,
    Whereabouts,
)
from courtly.games.courtisans.page_reckoning import Worth, status
from courtly.games.courtisans.scene import standing_words
from courtly.scene.model import Seat
from courtly.text.reader import Reader

AXIS = (6.0, 94.0)
"""Where the axis begins and ends, in a picture 100 wide."""

STEP = 5
"""The axis reaches from one multiple of it to another."""

MOST_TICKS = 4
"""So many steps have room for their figures."""

_PULLS = (1, 2, 4)
"""The leads from which an emblem is drawn one, two and three steps to its side."""


def table(drawn: Drawn) -> Table:
    """Return the matrix."""
    view = drawn.view
    worths = reckoning.worths(view) if not view["result"] else []
    reach = _reach(worths) if worths and "forecast" in drawn.aids else None
    return Table(
        players=view["players"],
        above=_side("above", drawn),
        below=_side("below", drawn),
        houses=tuple(_houses(drawn)),
        domains=[_domain(seat, drawn, worths, reach) for seat in _seats(drawn)],
        axis=_axis(reach) if reach else None,
        deck=view["deck"],
        removed=view["removed"],
        eliminated=tuple(cards_at("eliminated", drawn)),
        gone=tuple(_gone(drawn)),
    )


def _side(area: str, drawn: Drawn) -> Side:
    return Side(area, piles(area, drawn), _place(area, drawn), area in drawn.aimed)


def _place(area: str, drawn: Drawn) -> Choice | None:
    """Return the button of an area in which the reader may play a card now."""
    may = any(act.open and act.target == area for act in drawn.scene.acts)
    return Choice(area, drawn.places[area].title) if may else None


def _houses(drawn: Drawn) -> list[House]:
    """Return the seven columns of the cloth."""
    turning = {house.family for house in reckoning.houses(drawn.view) if house.may_turn and "forecast" in drawn.aids}
    unseen = reckoning.unseen(drawn.view) if "unseen" in drawn.aids else {}
    lying = _lying(drawn) if unseen else []
    return [
        _house(
            family,
            drawn,
            _whereabouts(family, drawn, lying, unseen[family]) if family in unseen else None,
            may_turn=family in turning,
        )
        for family in COLUMNS
    ]


def _house(family: str, drawn: Drawn, whereabouts: Whereabouts | None, *, may_turn: bool) -> House:
    reader = drawn.reader
    above, below = _counts(family, drawn)
    name = words.family_name(family, reader.lang)
    is_family = family in FAMILY_IDS
    stands = status(above, below) if is_family else "queen"
    summary = standing_words(drawn.view, family, reader) if is_family else ""
    return House(
        family=family,
        name=name,
        above=above,
        below=below,
        status=stands,
        status_words=words.short_status(stands, reader.lang) if is_family else reader.say("spies wait"),
        summary=reader.say("{title}: {value}.", title=name, value=summary) if summary else name,
        pull=_pull(above - below) if is_family else "",
        may_turn=may_turn,
        whereabouts=whereabouts,
    )


def _counts(family: str, drawn: Drawn) -> tuple[int, int]:
    """Return a family's count above and below the mat, or how many spies wait on either side."""
    view = drawn.view
    if family not in FAMILY_IDS:
        above, below = (sum(card not in KIND_OF for card in view["areas"][area]) for area in TABLE)
        return above, below
    if view["result"]:
        row = next(row for row in view["result"]["families"] if row["family"] == family)
        return row["above"], row["below"]
    return view["standing"][family]["above"], view["standing"][family]["below"]


def _pull(lead: int) -> str:
    """Return how far an emblem is drawn to its side.

    Examples
    --------
    >>> _pull(1), _pull(-5), _pull(0)
    ('up-1', 'down-3', '')
    """
    steps = sum(abs(lead) >= least for least in _PULLS)
    return f"{'up' if lead > 0 else 'down'}-{steps}" if steps else ""


def _lying(drawn: Drawn) -> list[tuple[str, Counter[str]]]:
    """Return how many cards of each family the reader knows of, by where they are."""
    view, say = drawn.view, drawn.reader.say
    known = [spy["card"] or "" for spy in view["spies"] if not (view["result"] and spy["area"])]
    cards = [(drawn.places[area].title, each) for area, each in view["areas"].items()]
    cards += [(say("Eliminated"), view["eliminated"]), (say("Your hand"), view["hand"] or [])]
    cards.append((say("Spies of yours"), known))
    return [(where, Counter(card.partition(".")[0] for card in each)) for where, each in cards]


def _whereabouts(
    family: str, drawn: Drawn, lying: Sequence[tuple[str, Counter[str]]], unseen: Counter[str]
) -> Whereabouts:
    """Return where the cards of a family are; those that lie face down are nowhere but to whoever played them."""
    reader, say = drawn.reader, drawn.reader.say
    counts = [(where, cards[family]) for where, cards in lying if cards[family]]
    counts.append((say("Not seen"), unseen.total()))
    roles = [f"{words.short_role(role, reader.lang)} {count}" for role, count in unseen.items() if count]
    count = sum(count for _, count in counts)
    title = say("{family}: {count} cards", family=words.family_name(family, reader.lang), count=count)
    return Whereabouts(title, tuple(Fact(where, str(count)) for where, count in counts), " · ".join(roles))


def _seats(drawn: Drawn) -> list[Seat]:
    """Return the seats from the top: those after the reader in turn order, the reader's own last."""
    seats = drawn.scene.seats
    first = 0 if drawn.reader.seat is None else drawn.reader.seat + 1
    return [seats[(first + step) % len(seats)] for step in range(len(seats))]


def _domain(seat: Seat, drawn: Drawn, worths: Sequence[Worth], reach: tuple[int, int] | None) -> Domain:
    """Return the row of one seat."""
    view, reader, area = drawn.view, drawn.reader, f"domain:{seat.number}"
    worth = worths[seat.number] if worths else None
    over = view["result"] is not None
    return Domain(
        id=area,
        seat=seat.number,
        name=seat.name,
        title=drawn.places[area].title,
        mine=seat.mine,
        decides=seat.decides,
        first=seat.number == view["first"],
        hand=tuple(piece.id for piece in drawn.places[f"hand:{seat.number}"].pieces),
        held="" if over else reader.count("{n} in hand", "{n} in hand", view["hands"][seat.number]),
        piles=piles(area, drawn, _values(seat.number, drawn, worth)),
        forecast=_forecast(worth, reach, drawn.reader) if worth and reach else None,
        backs=() if over else _backs(seat.number, drawn),
        place=_place(area, drawn),
        aimed=area in drawn.aimed,
    )


def _values(seat: int, drawn: Drawn, worth: Worth | None) -> dict[str, Value]:
    """Return what each pile of a domain is worth, during the match only for readers who want it worked out."""
    result = drawn.view["result"]
    if result:
        points: Counter[str] = Counter()
        for card in result["domains"][seat]:
            points[card["card"].partition(".")[0]] += card["points"]
        return {family: signed(total) for family, total in points.items()}
    if worth is None or "values" not in drawn.aids:
        return {}
    down = sum(card not in KIND_OF for card in drawn.view["areas"][f"domain:{seat}"])
    return {**{family: signed(points) for family, points in worth.piles.items()}, "queen": Value(f"±{down}", "open")}


def _backs(seat: int, drawn: Drawn) -> tuple[Back, ...]:
    """Return the missions of a seat as they lie face down."""
    colours = ("white", "blue") if drawn.view["options"]["edition"] == "2024" else ("", "")
    pieces = drawn.places[f"missions:{seat}"].pieces
    return tuple(Back(piece.id, colour) for piece, colour in zip(pieces, colours, strict=True))


def _forecast(worth: Worth, reach: tuple[int, int], reader: Reader) -> Forecast:
    least, most = signed(worth.least).text, signed(worth.most).text
    say, now = reader.say, signed(worth.now)
    places = [_x(points, *reach) for points in (worth.now, worth.least, worth.most)]
    if least == most:
        return Forecast(now, "", "", *places)
    sentence = say("Spies may make it {least} to {most}.", least=least, most=most)
    return Forecast(now, f"{least}…{most}", sentence, *places)


@lru_cache(maxsize=256)
def _axis(reach: tuple[int, int]) -> Axis:
    """Return the scale that holds every forecast."""
    low, high = reach
    step = STEP * -(-(high - low) // (MOST_TICKS * STEP))
    ticks = [points for points in range(low, high + 1) if points % step == 0]
    return Axis(_x(0, low, high), tuple(Tick(_x(points, low, high), signed(points).text) for points in ticks))


def _reach(worths: Sequence[Worth]) -> tuple[int, int]:
    """Return the least and the most of the axis, multiples of `STEP`."""
    least = min(-1, *(worth.least for worth in worths))
    most = max(1, *(worth.most for worth in worths))
    return least // STEP * STEP, -(-most // STEP) * STEP


def _x(points: int, low: int, high: int) -> float:
    """Return where points are on the axis."""
    return round(AXIS[0] + (AXIS[1] - AXIS[0]) * (points - low) / (high - low), 1)


def _gone(drawn: Drawn) -> list[Gone]:
    """Return how many cards of each family were eliminated, spies that stay unknown in the Queen's name."""
    counts = Counter(card.partition(".")[0] if card in KIND_OF else "queen" for card in drawn.view["eliminated"])
    order = [*FAMILY_IDS, *(["queen"] if counts["queen"] else [])]
    lang, say = drawn.reader.lang, drawn.reader.say
    names = {family: words.family_name(family, lang) for family in FAMILY_IDS} | {"queen": say("Spies")}
    return [Gone(family, names[family], counts[family]) for family in order]
