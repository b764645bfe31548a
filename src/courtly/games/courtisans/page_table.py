"""The table of Courtisans as a matrix of seven columns.

Its rows are the two sides of the Queen's table, the mat between them, and the domains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from courtly.games.courtisans import page_figures as figures
from courtly.games.courtisans import words
from courtly.games.courtisans.content import FAMILY_IDS, KIND_OF
from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.page_cards import COLUMNS, PageContext, cards_at, piles, signed
from courtly.games.courtisans.page_contexts import (
    Axis,
    Back,
    CardLocations,
    Choice,
    Domain,
    EliminatedCount,
    Fact,
    FamilyColumn,
    Forecast,
    Side,
    TableContext,
    Tick,
    Value,
)
from courtly.games.courtisans.page_figures import DomainValue, status
from courtly.games.courtisans.scene import standing_words
from courtly.scene.model import Seat
from courtly.text.languages import DOT

AXIS = (6.0, 94.0)
"""Start and end of the axis of domain values, in a picture 100 units wide."""

STEP = 5
"""Both ends of the axis, and the distance between ticks, are multiples of this number of points."""

MAX_TICKS = 3
"""Maximum number of intervals between the ticks of the axis. The labels of more ticks do not fit."""

_PULLS = (1, 2, 4)
"""Leads of a family, in cards, from which its emblem shifts by 1, 2 and 3 levels."""


def table(context: PageContext) -> TableContext:
    """Return the context of the whole matrix."""
    view = context.view
    domain_values = figures.domain_values(view) if not view["result"] else []
    reach = _reach(domain_values) if domain_values and "forecast" in context.aids else None
    whereabouts = _cards_of_families(context)
    return TableContext(
        players=view["players"],
        above=_side("above", context),
        below=_side("below", context),
        houses=_houses(context, whereabouts),
        domains=tuple(_domain(seat, context, domain_values, reach) for seat in _seats(context)),
        whereabouts=whereabouts,
        axis=_axis(reach) if reach else None,
        deck=view["deck"],
        removed=view["removed"],
        eliminated=cards_at("eliminated", context),
        gone=_gone(context),
    )


def _side(area: str, context: PageContext) -> Side:
    title = context.places[area].title
    return Side(area, title, piles(area, context), _place(area, context), area in context.aimed)


def _place(area: str, context: PageContext) -> Choice | None:
    """Return the button of an area, if the viewer may play a card there now."""
    may = any(act.open and act.target == area for act in context.scene.acts)
    return Choice(area, context.places[area].title) if may else None


def _houses(context: PageContext, whereabouts: Sequence[CardLocations]) -> tuple[FamilyColumn, ...]:
    """Return the seven columns of the mat."""
    turning = {house.family for house in figures.houses(context.view) if house.may_turn and "forecast" in context.aids}
    titles = {cards.family: cards.title for cards in whereabouts}
    return tuple(_house(family, context, titles.get(family, ""), may_turn=family in turning) for family in COLUMNS)


def _house(family: str, context: PageContext, cards_title: str, *, may_turn: bool) -> FamilyColumn:
    locale = context.locale
    above, below = _counts(family, context)
    name = words.family_name(family, locale.lang)
    is_family = family in FAMILY_IDS
    stands = status(above, below) if is_family else "queen"
    summary = standing_words(context.view, family, locale) if is_family else ""
    return FamilyColumn(
        family=family,
        name=name,
        above=above,
        below=below,
        status=stands,
        status_words=words.short_status(stands, locale.lang) if is_family else locale.say("spies"),
        summary=locale.say("{title}: {value}.", title=name, value=summary) if summary else name,
        pull=_pull(above - below) if is_family else "",
        may_turn=may_turn,
        cards_title=cards_title,
    )


def _counts(family: str, context: PageContext) -> tuple[int, int]:
    """Return a family's counts above and below the mat; for the Queen's column, the spies on each side."""
    view = context.view
    if family not in FAMILY_IDS:
        above, below = (sum(card not in KIND_OF for card in view["areas"][area]) for area in TABLE)
        return above, below
    if view["result"]:
        row = next(row for row in view["result"]["families"] if row["family"] == family)
        return row["above"], row["below"]
    return view["standing"][family]["above"], view["standing"][family]["below"]


def _pull(lead: int) -> str:
    """Return the direction in which an emblem shifts, and by how many levels.

    Examples
    --------
    >>> _pull(1), _pull(-5), _pull(0)
    ('up-1', 'down-3', '')
    """
    steps = sum(abs(lead) >= least for least in _PULLS)
    return f"{'up' if lead > 0 else 'down'}-{steps}" if steps else ""


def _cards_of_families(context: PageContext) -> tuple[CardLocations, ...]:
    """Return the locations of the cards of each family, or nothing if the aid is off."""
    if "unseen" not in context.aids:
        return ()
    unseen, known_cards = figures.unseen(context.view), _known_cards(context)
    return tuple(_whereabouts(family, context, known_cards, unseen[family]) for family in COLUMNS if family in unseen)


def _known_cards(context: PageContext) -> list[tuple[str, Counter[str]]]:
    """Return the number of cards of each family that the viewer knows, by location."""
    view, say = context.view, context.locale.say
    known = [spy["card"] or "" for spy in view["spies"] if not (view["result"] and spy["area"])]
    cards = [(context.places[area].title, each) for area, each in view["areas"].items()]
    cards += [(say("Eliminated"), view["eliminated"]), (say("Your hand"), view["hand"] or [])]
    cards.append((say("Your spies"), known))
    return [(where, Counter(card.partition(".")[0] for card in each)) for where, each in cards]


def _whereabouts(
    family: str, context: PageContext, known_cards: Sequence[tuple[str, Counter[str]]], unseen: Counter[str]
) -> CardLocations:
    """Return the locations of a family's cards that the viewer knows. Only a spy's player knows its family."""
    locale, say = context.locale, context.locale.say
    counts = [(where, cards[family]) for where, cards in known_cards if cards[family]]
    counts.append((say("Not seen"), unseen.total()))
    roles = [f"{words.short_role(role, locale.lang)} {count}" for role, count in unseen.items() if count]
    count = sum(count for _, count in counts)
    title = say("{family}: {count} cards", family=words.family_name(family, locale.lang), count=count)
    return CardLocations(family, title, tuple(Fact(where, str(count)) for where, count in counts), DOT.join(roles))


def _seats(context: PageContext) -> list[Seat]:
    """Return the seats in the order of the rows: in the order of play, with the viewer's own seat last."""
    seats = context.scene.seats
    first = 0 if context.locale.seat is None else context.locale.seat + 1
    return [seats[(first + step) % len(seats)] for step in range(len(seats))]


def _domain(
    seat: Seat, context: PageContext, domain_values: Sequence[DomainValue], reach: tuple[int, int] | None
) -> Domain:
    """Return the row of one seat."""
    view, locale, area = context.view, context.locale, f"domain:{seat.number}"
    worth = domain_values[seat.number] if domain_values else None
    over = view["result"] is not None
    return Domain(
        id=area,
        seat=seat.number,
        name=seat.name,
        title=context.places[area].title,
        pennant=context.pennants[seat.number],
        mine=seat.mine,
        decides=seat.decides,
        first=seat.number == view["first"],
        hand=tuple(piece.id for piece in context.places[f"hand:{seat.number}"].pieces),
        held="" if over else locale.count("{n} in hand", "{n} in hand", view["hands"][seat.number]),
        piles=piles(area, context, _values(seat.number, context, worth)),
        forecast=_forecast(worth, reach, seat.number, context) if worth and reach else None,
        backs=() if over else _backs(seat.number, context),
        place=_place(area, context),
        aimed=area in context.aimed,
    )


def _values(seat: int, context: PageContext, worth: DomainValue | None) -> dict[str, Value]:
    """Return the value of each pile of a domain. During the match, the result is empty without the `values` aid."""
    result = context.view["result"]
    if result:
        points: Counter[str] = Counter()
        for card in result["domains"][seat]:
            points[card["card"].partition(".")[0]] += card["points"]
        return {family: signed(total) for family, total in points.items()}
    if worth is None or "values" not in context.aids:
        return {}
    down = sum(card not in KIND_OF for card in context.view["areas"][f"domain:{seat}"])
    return {**{family: signed(points) for family, points in worth.piles.items()}, "queen": Value(f"±{down}", "open")}


def _backs(seat: int, context: PageContext) -> tuple[Back, ...]:
    """Return the face-down missions of a seat."""
    colours = ("white", "blue") if context.view["options"]["edition"] == "2024" else ("", "")
    pieces = context.places[f"missions:{seat}"].pieces
    return tuple(Back(piece.id, colour) for piece, colour in zip(pieces, colours, strict=True))


def _forecast(worth: DomainValue, reach: tuple[int, int], seat: int, context: PageContext) -> Forecast:
    least, most = signed(worth.least).text, signed(worth.most).text
    say, is_certain = context.locale.say, worth.least == worth.most
    return Forecast(
        value=signed(worth.now),
        spread="" if is_certain else f"{least}…{most}",
        words="" if is_certain else say("With the spies: {least} to {most}.", least=least, most=most),
        x=_x(worth.now, *reach),
        least=_x(worth.least, *reach),
        most=_x(worth.most, *reach),
        zero=_x(0, *reach),
        colour=context.pennants[seat].colour,
    )


@lru_cache(maxsize=256)
def _axis(reach: tuple[int, int]) -> Axis:
    """Return the axis that all forecasts share."""
    low, high = reach
    step = STEP * -(-(high - low) // (MAX_TICKS * STEP))
    ticks = [points for points in range(low, high + 1) if points % step == 0]
    return Axis(_x(0, low, high), tuple(Tick(_x(points, low, high), signed(points).text) for points in ticks))


def _reach(domain_values: Sequence[DomainValue]) -> tuple[int, int]:
    """Return the two ends of the axis, multiples of `STEP`."""
    least = min(-1, *(worth.least for worth in domain_values))
    most = max(1, *(worth.most for worth in domain_values))
    return least // STEP * STEP, -(-most // STEP) * STEP


def _x(points: int, low: int, high: int) -> float:
    """Return the position of a number of points on the axis."""
    return round(AXIS[0] + (AXIS[1] - AXIS[0]) * (points - low) / (high - low), 1)


def _gone(context: PageContext) -> tuple[EliminatedCount, ...]:
    """Return the number of eliminated cards by family. Spies whose family is hidden count in the Queen's column."""
    counts = Counter(card.partition(".")[0] if card in KIND_OF else "queen" for card in context.view["eliminated"])
    order = [*FAMILY_IDS, *(["queen"] if counts["queen"] else [])]
    lang, say = context.locale.lang, context.locale.say
    names = {family: words.family_name(family, lang) for family in FAMILY_IDS} | {"queen": say("Spies")}
    fresh = {card.family or "queen" for card in cards_at("eliminated", context) if card.fresh}
    return tuple(EliminatedCount(family, names[family], counts[family], family in fresh) for family in order)
