"""The rounds of an event: who sits where, and the points so far. Everything here is pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from courtly.environment import environment
from courtly.tables.event_rules.rotation import Round, rotation, round_robin, swiss
from courtly.tables.event_rules.scoring import Points, Standing, TableResult, points_of, standings
from courtly.tables.event_rules.terms import Terms
from courtly.tables.journal import is_gone
from courtly.tables.seating import court_name
from courtly.tables.store.events import Changed, Entrant, Event, EventTable


def active(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the entrants who still take part."""
    return [each for each in entrants if each.is_active and not is_gone(each.player or "")]


def seated(event: Event, entrants: Sequence[Entrant], tables: Sequence[EventTable]) -> tuple[Changed, list[EventTable]]:
    """Return the entrants that change before the next round, and the tables of that round, with new ids.

    Before the first round, the players get places by chance. Bots fill the places that are free.
    """
    changed = _with_places(event.terms, entrants)
    now = {each.number: each for each in (*entrants, *changed.put)}
    by_place = {each.place: each.number for each in active(now.values()) if each.number not in changed.ended}
    places = {each.number: each.place for each in now.values() if each.place is not None}
    played = [tuple(tuple(places[who] for who in at.seats) for at in group) for group in _by_round(tables)]
    scores = standings(by_place.values(), points_by_round(event.terms, tables))
    order = [places[each.entrant] for each in scores]
    groups = _next_round(event.terms, order, played)
    return changed, [
        EventTable(event.round + 1, number, environment().token(16), [by_place[place] for place in group])
        for number, group in enumerate(groups)
    ]


def _with_places(terms: Terms, entrants: Sequence[Entrant]) -> Changed:
    """Return the players without a place with one, and new bots in the places that are still free."""
    here = active(entrants)
    taken = {each.place for each in here}
    free = [place for place in range(terms.places) if place not in taken]
    free.sort(key=lambda _: environment().random_bits(32))
    put = [each._replace(place=free.pop()) for each in here if each.place is None]
    number = max((each.number for each in entrants), default=-1)
    names = [each.name for each in entrants]
    for place in sorted(free):
        number += 1
        names.append(court_name(names))
        put.append(Entrant(number, None, names[-1], None, terms.level, place))
    gone = [each.number for each in entrants if each.is_active and each not in here]
    return Changed(put, gone)


def _next_round(terms: Terms, order: Sequence[int], played: Sequence[Round]) -> Round:
    """Return the next round, by places; `order` has all places, the best results first."""
    number = len(played)
    if terms.kind == "swiss":
        return swiss(order, terms.seats, played)
    if terms.kind == "round_robin" and terms.seats == 2:
        return round_robin(terms.tables, number + 1)[-1]
    return rotation(terms.tables, terms.seats, number + 1)[-1]


def points_by_round(terms: Terms, tables: Sequence[EventTable]) -> list[list[Points]]:
    """Return the points of each round that is over."""
    return [points_of(results, terms.kind) for group in _by_round(tables) if (results := results_of(group))]


def results_of(tables: Sequence[EventTable]) -> list[TableResult]:
    """Return the results of a round, empty while it is not over."""
    results = [each.result for each in tables if each.result is not None]
    return results if len(results) == len(tables) else []


def standings_of(terms: Terms, entrants: Sequence[Entrant], tables: Sequence[EventTable]) -> list[Standing]:
    """Return the standings of an event: of all who take part, and of all who have played a round."""
    numbers = {each.number for each in active(entrants)} | {who for at in tables if at.result for who in at.seats}
    return standings(sorted(numbers), points_by_round(terms, tables))


def _by_round(tables: Sequence[EventTable]) -> list[list[EventTable]]:
    ordered = sorted(tables, key=lambda each: (each.round, each.number))
    return [list(group) for _, group in groupby(ordered, key=lambda each: each.round)]
