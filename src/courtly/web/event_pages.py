"""Builds the pages of events: the form and the list, one event, and the results of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtly.bots.registry import level_names
from courtly.engine.errors import CourtlyError
from courtly.environment import environment
from courtly.review import Review
from courtly.review.words import percent, verdict
from courtly.tables.errors import BadSeats
from courtly.tables.event_rules.scoring import Kind, Points, TableResult, margin
from courtly.tables.event_rules.terms import MAX_ROUNDS, MAX_TABLES, TITLE_LENGTH, EventPace, Terms
from courtly.tables.events.service import EventView
from courtly.tables.journal import Player
from courtly.tables.opponents import seat_numbers
from courtly.tables.store.events import Entrant, Event, EventTable
from courtly.text.languages import DOT, marked
from courtly.text.locales import Locale
from courtly.web import forms
from courtly.web.contexts.events import (
    DealGroup,
    DealResult,
    EntrantLine,
    EventDealPage,
    EventPage,
    EventProblem,
    EventsPage,
    EventTableLine,
)
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import EventLine, OptionChoice
from courtly.web.event_links import event_deal_url, event_url
from courtly.web.games import offered, pages_of, title_of
from courtly.web.members import bot_name, isolated, person_name
from courtly.web.pages import chosen_name, explanation, game_links, table_url
from courtly.web.share_links import table_links

SHEETS = ("deals.css", "events.css")

KINDS: Mapping[Kind, str] = {
    "duplicate": marked("Same cards at all tables"),
    "round_robin": marked("Everyone against everyone"),
    "swiss": marked("Swiss: players with similar results meet"),
}
PACE_TITLES: Mapping[EventPace, str] = {
    "quick": marked("5 minutes each"),
    "relaxed": marked("15 minutes each"),
    "days": marked("2 days a move"),
}
TOO_FEW_TABLES: Mapping[str, str] = {
    "duplicate": marked("A duplicate event needs at least two tables."),
    "swiss": marked("A Swiss event needs at least two tables."),
}
DUPLICATE_POINTS = marked(
    "Your lead is your score minus the best other score at your table. It is compared with the leads in the same seat "
    "at the other tables: you get 2 points for each smaller lead, and 1 for each equal one."
)
FRESH_POINTS = marked("You get 2 points for each lower score at your table, and 1 for each equal one.")
USUAL_SEATS, USUAL_NUMBER = 3, "4"
"""The usual number of seats, and of tables and rounds."""

NUMBER_LENGTH = 4
SOON, LATER = 5, 15
"""Seconds after which the page of an event is updated: for its players and its host, and for other viewers."""


def events_page(
    chosen: Mapping[str, str],
    mine: Sequence[tuple[Event, str]],
    locale: Locale,
    *,
    player: Player | None,
    problem: CourtlyError | None = None,
) -> EventsPage:
    """Return the page with the viewer's events, and the form, filled in with earlier choices, and their error."""
    game = chosen.get("game", "")
    pages = pages_of(game or offered()[0].name)
    numbers = seat_numbers(pages.name)
    seats = str(min(max(USUAL_SEATS, numbers[0]), numbers[-1]))
    kinds: Mapping[str, str] = {kind: locale.say(title) for kind, title in KINDS.items()}
    paces: Mapping[str, str] = {pace: locale.say(title) for pace, title in PACE_TITLES.items()}
    return EventsPage(
        frame=Frame(
            title=locale.say("Events"), here=f"/events?game={pages.name}" if game else "/events", sheets=SHEETS
        ),
        problem=_problem(problem, chosen, locale) if problem else None,
        events=[EventLine(event_url(code), event.terms.name, _line_state(event, locale)) for event, code in mine],
        games=game_links(pages, locale),
        game=pages.name,
        title=chosen.get("title", "")[:TITLE_LENGTH],
        kinds=_choices(kinds, chosen.get("kind"), "duplicate"),
        tables=chosen.get("tables", USUAL_NUMBER)[:NUMBER_LENGTH],
        seats=_choices({str(number): str(number) for number in numbers}, chosen.get("seats"), seats),
        rounds=chosen.get("rounds", USUAL_NUMBER)[:NUMBER_LENGTH],
        paces=_choices(paces, chosen.get("pace"), "quick"),
        levels=_choices({level: bot_name(level, locale) for level in level_names()}, chosen.get("level"), "courtier"),
        most_tables=MAX_TABLES,
        most_rounds=MAX_ROUNDS,
        title_length=TITLE_LENGTH,
        name=chosen.get("name", chosen_name(player))[: forms.NAME_LENGTH],
        name_length=forms.NAME_LENGTH,
        command=environment().token(12),
    )


def _choices(titles: Mapping[str, str], chosen: str | None, usual: str) -> list[OptionChoice]:
    """Return the choices of a field. If `chosen` is not one of them, the usual one is checked."""
    picked = chosen if chosen in titles else usual
    return [OptionChoice(value, title, value == picked) for value, title in titles.items()]


def _problem(problem: CourtlyError, chosen: Mapping[str, str], locale: Locale) -> EventProblem:
    """Return the error of the form, in words."""
    sentence = TOO_FEW_TABLES.get(chosen.get("kind", "")) if problem.where == "tables" else None
    words = locale.say(sentence) if sentence and isinstance(problem, BadSeats) else explanation(problem, locale)
    return EventProblem(words, locale.worded(problem.sentence))


def own_line(view: EventView, locale: Locale) -> EventLine:
    """Return the line of an event of the viewer, with a link to the own table."""
    at = view.own_table
    state, table = _line_state(view.event, locale), table_url(at.table) if at else ""
    return EventLine(event_url(view.code), view.terms.name, state, table)


def _line_state(event: Event, locale: Locale) -> str:
    """Return the state of an event for a list."""
    game = title_of(event.terms.game, locale)
    if event.status == "open":
        state = locale.say("registration is open")
    elif event.status == "over":
        state = locale.say("over")
    else:
        state = locale.say("round {round} of {rounds}", round=max(1, event.round), rounds=event.terms.rounds)
    return f"{game}{DOT}{state}"


def event_page(view: EventView, locale: Locale, *, player: Player | None, site: str) -> EventPage:
    """Return the page of an event, as the viewer may see it."""
    event, here = view.event, event_url(view.code)
    is_in = view.own is not None and view.own.is_active
    can_join = not is_in and view.places_left > 0
    own_table = view.own_table
    return EventPage(
        frame=Frame(title=isolated(view.terms.name), here=here, sheets=SHEETS),
        called=title_of(view.terms.game, locale),
        title=view.terms.name,
        facts=_facts(view.terms, locale),
        state=_state(view, locale),
        link="" if event.status == "over" else f"{site}{here}",
        join_url=f"{here}/join" if can_join else "",
        leave_url=f"{here}/leave" if is_in and event.status != "over" else "",
        start_url=f"{here}/start" if view.is_host and event.status == "open" else "",
        table_url=table_url(own_table.table) if own_table else "",
        standings=_standings(view, locale),
        has_results=bool(view.points),
        points_words=_points_words(view.terms.kind, locale),
        tables=[_table_line(view, at, locale) for at in view.present] if event.status == "playing" else [],
        deals=[
            (event_deal_url(view.code, number), locale.say("Round {number}", number=number))
            for number in range(1, len(view.points) + 1)
        ],
        refresh=0 if event.status == "over" else SOON if is_in or view.is_host else LATER,
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
    )


def _facts(terms: Terms, locale: Locale) -> list[str]:
    """Return the terms of an event, in words."""
    return [
        locale.say(KINDS[terms.kind]),
        locale.count("{n} table", "{n} tables", terms.tables),
        locale.count("{n} player at each", "{n} players at each", terms.seats),
        locale.count("{n} round", "{n} rounds", terms.rounds),
        locale.say(PACE_TITLES[terms.pace]),
        locale.say("bots: {level}", level=bot_name(terms.level, locale)),
    ]


def _state(view: EventView, locale: Locale) -> str:
    """Return the state of the event, in words."""
    event, places = view.event, {"round": max(1, view.event.round), "rounds": view.terms.rounds}
    if event.status == "open":
        count = sum(each.is_active for each in view.entrants)
        return locale.count(
            "Registration is open: {n} of {places} places is taken. Bots fill the others.",
            "Registration is open: {n} of {places} places are taken. Bots fill the others.",
            count,
            places=view.terms.places,
        )
    if event.status == "over":
        return locale.say("The event is over.")
    if event.status == "playing":
        return locale.say("Round {round} of {rounds} is being played.", **places)
    places["round"] = event.round + 1
    return locale.say("Round {round} of {rounds} is about to begin.", **places)


def _points_words(kind: Kind, locale: Locale) -> str:
    """Return how the points of a round are counted."""
    own = DUPLICATE_POINTS if kind == "duplicate" else FRESH_POINTS
    return f"{locale.say(own)} {locale.say('If a stand-in has moved in your seat, you get no points for the round.')}"


def _standings(view: EventView, locale: Locale) -> list[EntrantLine]:
    """Return the standings; before the first result, the entrants in the order in which they came."""
    if not view.points:
        at_tables = _at_tables(view)
        here = [each for each in view.entrants if each.is_active or (each.bot and each.number in at_tables)]
        return [
            EntrantLine("", _name(each, locale), "", "", "", *_marks(each, view), _since(each, view, locale))
            for each in here
        ]
    by_number = {each.number: each for each in view.entrants}
    return [
        EntrantLine(
            str(each.place),
            _name(by_number[each.entrant], locale),
            locale.say("{points} of {most}", points=each.points, most=each.most),
            number_words(each.margin),
            str(each.rounds),
            *_marks(by_number[each.entrant], view),
            _since(by_number[each.entrant], view, locale),
        )
        for each in view.standings
    ]


def _at_tables(view: EventView) -> set[int]:
    """Return the entrants at the tables of a round that is being played; empty between rounds."""
    return {who for at in view.present for who in at.seats} if view.event.status == "playing" else set()


def _since(entrant: Entrant, view: EventView, locale: Locale) -> str:
    """Return the round from which on a late player takes part, in words; empty for all others."""
    at_tables = _at_tables(view)
    is_late = bool(at_tables) and entrant.is_active and entrant.number not in at_tables
    return locale.say("from round {round} on", round=view.event.round + 1) if is_late else ""


def _name(entrant: Entrant, locale: Locale) -> str:
    return entrant.name if entrant.bot is not None else person_name(entrant.name, locale)


def _marks(entrant: Entrant, view: EventView) -> tuple[bool, bool]:
    """Return whether an entrant is a bot, and whether it is the viewer."""
    return entrant.bot is not None, view.own is not None and entrant.number == view.own.number


def _table_line(view: EventView, at: EventTable, locale: Locale) -> EventTableLine:
    by_number = {each.number: each for each in view.entrants}
    names = DOT.join(isolated(_name(by_number[number], locale)) for number in at.seats)
    state = locale.say("finished") if at.number in view.over else locale.say("playing")
    return EventTableLine(at.number + 1, names, state, view.own is not None and view.own.number in at.seats)


def deal_page(view: EventView, number: int, reviews: Mapping[str, Review], locale: Locale) -> EventDealPage:
    """Return the results of a round that is over; `reviews` has the reviews of its tables that are ready."""
    tables = [at for at in view.tables if at.round == number]
    is_duplicate = view.terms.kind == "duplicate"
    title = locale.say("Round {number}", number=number)
    last = len(view.points)
    results = _Results(view, number, reviews, locale)
    return EventDealPage(
        frame=Frame(
            title=f"{title}{DOT}{isolated(view.terms.name)}", here=event_deal_url(view.code, number), sheets=SHEETS
        ),
        title=title,
        event_url=event_url(view.code),
        called=view.terms.name,
        told=locale.say("All tables had the same cards. Each seat is compared with the same seat at the other tables.")
        if is_duplicate
        else locale.say("Every table had its own cards. The players of a table are compared with each other."),
        points_words=_points_words(view.terms.kind, locale),
        groups=results.by_seat(tables) if is_duplicate else results.by_table(tables),
        has_reviews=bool(reviews),
        verdicts=results.verdicts(tables) if is_duplicate else [],
        earlier=_round_link(view, number - 1, locale) if number > 1 else None,
        later=_round_link(view, number + 1, locale) if number < last else None,
    )


def _round_link(view: EventView, number: int, locale: Locale) -> tuple[str, str]:
    return event_deal_url(view.code, number), locale.say("Round {number}", number=number)


class _Results:
    """The results of a round, in the words of a language."""

    def __init__(self, view: EventView, number: int, reviews: Mapping[str, Review], locale: Locale) -> None:
        self._view, self._reviews, self._locale = view, reviews, locale
        self._points: Mapping[int, Points] = {each.entrant: each for each in view.points[number - 1]}
        self._entrants = {each.number: each for each in view.entrants}

    def by_seat(self, tables: Sequence[EventTable]) -> list[DealGroup]:
        """Return the results of each seat at all tables, the best first."""
        groups = []
        for seat in range(self._view.terms.seats):
            order = sorted(tables, key=lambda at: -_points_at(self._points, at, seat))
            title = self._locale.say("Seat {number}", number=seat + 1)
            groups.append(DealGroup(title, "", [self._result(at, seat) for at in order]))
        return groups

    def by_table(self, tables: Sequence[EventTable]) -> list[DealGroup]:
        """Return the results of each table."""
        return [
            DealGroup(
                self._locale.say("Table {number}", number=at.number + 1),
                self._verdict(at),
                [self._result(at, seat) for seat in range(len(at.seats))],
            )
            for at in tables
        ]

    def verdicts(self, tables: Sequence[EventTable]) -> list[str]:
        """Return the winners of each table that has a review."""
        return [
            self._locale.say("Table {number}: {verdict}", number=at.number + 1, verdict=words)
            for at in tables
            if (words := self._verdict(at))
        ]

    def _verdict(self, at: EventTable) -> str:
        review = self._reviews.get(at.table)
        if review is None:
            return ""
        names = [_name(self._entrants[number], self._locale) for number in at.seats]
        return verdict(review, Locale(self._locale.lang, names, None, self._view.terms.game))

    def _result(self, at: EventTable, seat: int) -> DealResult:
        entrant, result = self._entrants[at.seats[seat]], at.result or TableResult(at.seats, None)
        points, links = self._points.get(entrant.number), table_links(at.table, 1)
        review, scores, eyes = self._reviews.get(at.table), result.scores, str(seat)
        return DealResult(
            table=at.number + 1,
            name=_name(entrant, self._locale),
            score="–" if scores is None else number_words(scores[seat]),
            lead="–" if scores is None else number_words(margin(scores, seat)),
            points="–" if points is None else str(points.points),
            cost="" if review is None else self._locale.say("{percent}%", percent=percent(review.seats[seat].cost)),
            is_bot=entrant.bot is not None,
            is_mine=self._view.own is not None and entrant.number == self._view.own.number,
            is_substituted=seat in result.substituted and entrant.bot is None,
            replay_url="" if scores is None else links.step(0, eyes),
            review_url="" if review is None else links.review(eyes),
        )


def _points_at(points: Mapping[int, Points], at: EventTable, seat: int) -> int:
    found = points.get(at.seats[seat])
    return -1 if found is None else found.points


def number_words(number: int) -> str:
    """Return a number with a real minus sign."""
    return str(number).replace("-", "−")
