"""The page of a review: verdict, chances, moments, and how luck, others and play made the result."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from babel.numbers import format_decimal

from courtly.review import Chance, Review
from courtly.review.words import (
    GAVE,
    NO_MISTAKE,
    PARTS,
    Moment,
    decided,
    how,
    moment,
    move_words,
    percent,
    signed,
    verdict,
)
from courtly.tables.looking import Past
from courtly.tables.reviews import Counting
from courtly.text.languages import marked
from courtly.text.reader import Reader
from courtly.web import plots
from courtly.web.contexts.frame import Frame, Pennant
from courtly.web.contexts.past import Board, Eyes, MomentCard, Player, ReviewPage, Table
from courtly.web.games import pages_of
from courtly.web.members import members_of, names_of
from courtly.web.stages import stage_of
from courtly.web.stepper import step_page
from courtly.web.table_pages import origin_words, seen
from courtly.web.ways import OPEN, Ways, eyes_name, ways_of

NONE_MADE = marked("This server makes no reviews.")
COUNTED = marked("Counting: {done} of {moves} moves. Look again in a moment.")
WAITS = marked("The review is about to be made. Look again in a moment.")


def review_page(
    past: Past, found: Review | Counting | None, eyes: int | None, reader: Reader, move: int | None = None
) -> ReviewPage:
    """Return the page of a review, or of one that is being made, for somebody who sees through a seat's eyes.

    `move` is the number of the moment whose board is drawn, by default the first that is shown.
    """
    look = past.look
    assert look.match is not None
    pages = pages_of(past.match.game)
    shown = seen(look, reader)
    own = Reader(reader.lang, names_of(look.match.seats, reader), None, past.match.game)
    ways, name = ways_of(past), eyes_name(eyes)
    page = ReviewPage(
        frame=Frame(title=reader.say("Review"), here=ways.review(name), sheets=["review.css"], live=None),
        game=past.match.game,
        called=pages.title(shown.reader),
        headline=verdict(found, own) if isinstance(found, Review) else pages.headline(shown),
        players=_players(past, own),
        steps_url=ways.step(0, name),
        match_url=ways.match,
        record_url=ways.record,
        share_url=ways.share(name),
        play_on_url=ways.play_on,
        command=secrets.token_urlsafe(12),
        origin=origin_words(look, reader),
        counting="" if isinstance(found, Review) else _counting(found, reader),
    )
    return _Shown(past, found, eyes, own, signs_of(past, own), move).fill(page) if isinstance(found, Review) else page


def _counting(found: Counting | None, reader: Reader) -> str:
    if found is None:
        return reader.say(NONE_MADE)
    if found.done is None:
        return reader.say(WAITS)
    return reader.say(COUNTED, done=found.done, moves=found.moves)


def signs_of(past: Past, reader: Reader) -> list[Pennant]:
    """Return the signs of the players of a match."""
    look = past.look
    assert look.match is not None
    seated = replace(look, table={**look.table, "seats": look.match.seats})
    return [member.pennant for member in members_of(seated, reader)]


def _players(past: Past, reader: Reader) -> list[Player]:
    """Return the players, the best first."""
    assert past.look.match is not None
    scores, winners, mine = past.match.scores(), past.match.winners(), past.look.match.seat
    signs = signs_of(past, reader)
    order = sorted(range(past.match.players), key=lambda seat: -scores[seat])
    return [
        Player(seat, reader.name(seat), signs[seat], str(scores[seat]).replace("-", "−"), seat in winners, seat == mine)
        for seat in order
    ]


def turns_of(found: Review) -> list[int]:
    """Return the versions at which turns begin."""
    seats = [position.seat for position in found.positions]
    return [n for n, seat in enumerate(seats[:-1]) if n == 0 or seats[n - 1] != seat]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A review that is shown to somebody who sees through a seat's eyes, or through everybody's."""

    past: Past
    found: Review
    eyes: int | None
    reader: Reader
    signs: Sequence[Pennant]
    move: int | None

    @property
    def name(self) -> str:
        """What the eyes are called in an address."""
        return eyes_name(self.eyes)

    @property
    def numbers(self) -> Sequence[int]:
        """The moments that are shown."""
        return self.found.moments if self.eyes is None else self.found.seats[self.eyes].moments

    @property
    def chosen(self) -> int | None:
        """The number of the moment whose board is drawn."""
        return self.move if self.move in self.numbers else next(iter(self.numbers), None)

    @property
    def ways(self) -> Ways:
        """Where the pages of the match lie."""
        return ways_of(self.past)

    def fill(self, page: ReviewPage) -> ReviewPage:
        """Return a page with the review on it."""
        found, reader = self.found, self.reader
        label = reader.say("Luck, others and play of each player; the table below has the figures.")
        parts, colours = [seat.parts for seat in found.seats], [sign.colour for sign in self.signs]
        return replace(
            page,
            decided=decided(found, reader),
            how=how(found, reader),
            eyes=self._eyes(),
            curve=self._curve(plots.DESKTOP),
            small_curve=self._curve(plots.PHONE),
            chances=_chances(found, reader),
            moments_title=self._moments_title(),
            moments=self._moments(),
            board=self._board(),
            split=plots.split(parts, reader.names, colours, label),
            parts=_parts(found, reader),
            given=_given(found, reader),
        )

    def _eyes(self) -> list[Eyes]:
        seats = [
            Eyes(self.ways.review(str(seat)), self.reader.name(seat), seat == self.eyes, seat)
            for seat in range(self.found.players)
        ]
        return [Eyes(self.ways.review(OPEN), self.reader.say("Everybody"), self.eyes is None, None), *seats]

    def _curve(self, size: plots.Size) -> str:
        """Return the chances of all players before every turn and at the end."""
        found, turns = self.found, turns_of(self.found)
        versions = [*turns, found.positions[-1].version]
        curves = [
            plots.Curve(
                self.reader.name(seat),
                self.signs[seat].colour,
                [found.positions[version].known[seat].win for version in versions],
                seat == self.eyes,
            )
            for seat in range(found.players)
        ]
        marks = [
            plots.Mark(label, found.decision(number).seat, _point(turns, number - 1, versions[-1]))
            for label, number in enumerate(self.numbers, 1)
        ]
        urls = [self.ways.step(version, self.name) for version in versions]
        label = self.reader.say("Chances of each player before every turn; the table below has the figures.")
        return plots.chances(curves, marks, urls, label, size)

    def _moments_title(self) -> str:
        count, reader = len(self.numbers), self.reader
        if not count:
            return reader.say(NO_MISTAKE)
        if self.eyes is None:
            return reader.count("The moment that mattered most", "The {n} moments that mattered most", count)
        return reader.count("A moment of {name}", "{n} moments of {name}", count, name=reader.name(self.eyes))

    def _moments(self) -> list[MomentCard]:
        words = move_words(self.past.match, self.reader)
        return [self._card(moment(self.found.decision(number), words, self.reader)) for number in self.numbers]

    def _card(self, one: Moment) -> MomentCard:
        return MomentCard(
            number=one.number,
            title=self.reader.say("Move {number}, {name}", number=one.number, name=one.name),
            pennant=self.signs[one.seat],
            cost=one.cost,
            error=one.error,
            played=one.played,
            played_chance=one.played_chance,
            better=one.better,
            better_chance=one.better_chance,
            why=one.why,
            url=self.ways.step(one.number - 1, str(one.seat)),
            move=one.number - 1,
            seat=one.seat,
            board_url=f"{self.ways.review(self.name, one.number)}#board",
            chosen=one.number == self.chosen,
        )

    def _board(self) -> Board | None:
        """Return the table before the chosen moment, as whoever decided there saw it."""
        number = self.chosen
        if number is None:
            return None
        seat, plain = self.found.decision(number).seat, Reader(self.reader.lang)
        page = step_page(self.past, number - 1, seat, plain, ())
        title = self.reader.say(
            "The position before move {number}, as {name} saw it", number=number, name=self.reader.name(seat)
        )
        return Board(
            title,
            stage_of(page, plain.of(self.past.match.game)),
            page.frame.sheets,
            self.ways.step(number - 1, str(seat)),
        )


def _point(turns: Sequence[int], version: int, end: int) -> float:
    """Return where on the axis of turns a version lies."""
    n = max(i for i, begun in enumerate(turns) if begun <= version)
    after = turns[n + 1] if n + 1 < len(turns) else end
    return n + (version - turns[n]) / max(1, after - turns[n])


def _chances(found: Review, reader: Reader) -> Table:
    rows = []
    for number, version in enumerate([*turns_of(found), found.positions[-1].version], 1):
        position = found.positions[version]
        opened = " · ".join(percent(chance.win) for chance in position.opened)
        turn = str(number) if position.seat is not None else reader.say("end")
        rows.append([turn, *(_interval(chance) for chance in position.known), opened])
    return Table([reader.say("turn"), *reader.names, reader.say("all cards open")], rows)


def _interval(chance: Chance) -> str:
    if not chance.matches:
        return percent(chance.win)
    return f"{percent(chance.win)} ({percent(chance.low)}–{percent(chance.high)})"


def _parts(found: Review, reader: Reader) -> Table:
    heads = [reader.say("player"), reader.say("even share"), *(reader.say(PARTS[kind]) for kind in PARTS)]
    rows = [
        [
            reader.name(seat),
            percent(one.parts.even),
            *(f"{signed(getattr(one.parts, kind))} ± {percent(getattr(one.parts, f'{kind}_error'))}" for kind in PARTS),
            percent(one.parts.result),
        ]
        for seat, one in enumerate(found.seats)
    ]
    return Table([*heads, reader.say("result")], rows)


def _given(found: Review, reader: Reader) -> Table | None:
    kinds = sorted({given.kind for seat in found.seats for given in seat.gave})
    if not kinds:
        return None
    rows = []
    for number, seat in enumerate(found.seats):
        bits = {given.kind: given.bits for given in seat.gave}
        rows.append([reader.name(number), *(_bits(bits.get(kind, 0.0), reader.lang) for kind in kinds)])
    return Table([reader.say("player"), *(reader.say(GAVE.get(kind, kind)) for kind in kinds)], rows)


def _bits(value: float, lang: str) -> str:
    """Return bits with one digit, and nothing that rounds to less than nothing."""
    return format_decimal(round(value, 1) + 0.0, "0.0", locale=lang).replace("-", "−")
