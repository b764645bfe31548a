"""Builds the page of a review: verdict, win shares, moments, and how luck, others and play add up to the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from courtly.environment import environment
from courtly.review import Chance, Decision, Review
from courtly.review.words import (
    GAVE,
    NO_MISTAKE,
    PARTS,
    MoveWords,
    Rise,
    decided,
    decisive_rise,
    how,
    moment,
    move_words,
    percent,
    rises,
    ruled_out,
    signed,
)
from courtly.scene.marks import Pennant
from courtly.tables.reviews import MAX_MOVES, ReviewProgress
from courtly.tables.table_views import FinishedMatch
from courtly.text.languages import DOT, marked
from courtly.text.locales import Locale
from courtly.web import plots
from courtly.web.contexts.finished_match import (
    Board,
    FigureTable,
    JudgedMove,
    MomentCard,
    PerspectiveLink,
    ReviewedPlayer,
    ReviewPage,
    TurnLink,
)
from courtly.web.contexts.frame import Frame
from courtly.web.games import pages_of
from courtly.web.members import members_of, names_of
from courtly.web.move_marks import SHEET, move_marks, with_marks
from courtly.web.render import render_stage
from courtly.web.share_links import OPEN, ShareLinks, links_of_match, perspective_name
from courtly.web.stepper import step_page
from courtly.web.table_pages import origin_words, page_input

RISES = 3
"""Largest number of turns to show during which a chance rose."""

PLAYED_FOR_YOU = marked(
    "A bot also played for you. Its moves are not among these moments, and they count as moves of the others."
)
PLAYED_FOR = marked(
    "A bot also played for {name}. Its moves are not among these moments, and they count as moves of the others."
)
PLAYED_FOR_SOME = marked("Bots also played for absent players. Their moves count as moves of the others.")

NONE_MADE = marked("Reviews are off on this server.")
LAST_FIGURES = marked("All moves are analysed. The final figures follow; this page updates itself.")
TOO_LONG = marked("This match is too long for a review: it has {moves} moves, and the limit is {most}.")
WAITS = marked("The review will start soon. This page updates itself.")


def review_page(
    finished_match: FinishedMatch,
    found: Review | ReviewProgress | None,
    eyes: int | None,
    locale: Locale,
    move: int | None = None,
) -> ReviewPage:
    """Return the page of a review, or of its progress, with the moments of the seat `eyes` or of all seats.

    `move` is the number of the moment whose board is shown, by default the first moment.
    """
    table_view = finished_match.table_view
    assert table_view.match is not None
    pages = pages_of(finished_match.match.game)
    shown = page_input(table_view, locale)
    own = Locale(
        locale.lang, names_of(table_view.match.seats, locale), table_view.match.seat, finished_match.match.game
    )
    share_links, name = links_of_match(finished_match), perspective_name(eyes)
    page = ReviewPage(
        frame=Frame(title=locale.say("Review"), here=share_links.review(name), sheets=["review.css"], live=None),
        game=finished_match.match.game,
        called=pages.title(shown.locale),
        headline=pages.headline(shown),
        players=_players(finished_match, own),
        steps_url=share_links.step(0, name),
        match_url=share_links.match,
        record_url=share_links.record,
        share_url=share_links.share(name),
        play_on_url=share_links.play_on,
        command=environment().token(12),
        origin=origin_words(table_view, locale),
        counting="" if isinstance(found, Review) else _counting(found, locale),
    )
    if isinstance(found, Review):
        return _Shown(_Cards.of(finished_match, eyes, own), found, move).fill(page)
    if found is None or not found.judged:
        return page
    cards = _Cards.of(finished_match, eyes, own)
    return replace(page, eyes=cards.perspectives(), judged=cards.judged(found.judged))


def _counting(found: ReviewProgress | None, locale: Locale) -> str:
    if found is None:
        return locale.say(NONE_MADE)
    if found.is_too_long:
        return locale.say(TOO_LONG, moves=found.moves, most=MAX_MOVES)
    if found.judged is None:
        return locale.say(WAITS)
    if not (left := found.moves - len(found.judged)):
        return locale.say(LAST_FIGURES)
    return locale.count(
        "Analysing, from the last move to the first: one move left. This page updates itself.",
        "Analysing, from the last move to the first: {n} moves left. This page updates itself.",
        left,
    )


def signs_of(finished_match: FinishedMatch, locale: Locale) -> list[Pennant]:
    """Return the signs of the players of a match."""
    table_view = finished_match.table_view
    assert table_view.match is not None
    seated = replace(table_view, table=replace(table_view.table, seats=table_view.match.seats))
    return [member.pennant for member in members_of(seated, locale)]


def _players(finished_match: FinishedMatch, locale: Locale) -> list[ReviewedPlayer]:
    """Return the players, the best first."""
    assert finished_match.table_view.match is not None
    scores, winners, mine = (
        finished_match.match.scores(),
        finished_match.match.winners(),
        finished_match.table_view.match.seat,
    )
    signs = signs_of(finished_match, locale)
    order = sorted(range(finished_match.match.players), key=lambda seat: -scores[seat])
    return [
        ReviewedPlayer(
            seat, locale.name(seat), signs[seat], str(scores[seat]).replace("-", "−"), seat in winners, seat == mine
        )
        for seat in order
    ]


@dataclass(frozen=True, slots=True)
class _Cards:
    """Describes decisions of a match from the perspective of one seat, or of all seats."""

    finished_match: FinishedMatch
    eyes: int | None
    locale: Locale
    signs: Sequence[Pennant]
    words: MoveWords

    @classmethod
    def of(cls, finished_match: FinishedMatch, eyes: int | None, locale: Locale) -> _Cards:
        """Return the cards of a match."""
        words, signs = move_words(finished_match.match, locale), signs_of(finished_match, locale)
        return cls(finished_match, eyes, locale, signs, words)

    @property
    def name(self) -> str:
        """The perspective's name in addresses."""
        return perspective_name(self.eyes)

    @property
    def share_links(self) -> ShareLinks:
        """The addresses of the match's pages."""
        return links_of_match(self.finished_match)

    def perspectives(self) -> list[PerspectiveLink]:
        """Return the links to the review from every perspective."""
        links = self.share_links
        seats = [
            PerspectiveLink(links.review(str(seat)), self.locale.name(seat), seat == self.eyes, seat)
            for seat in range(self.finished_match.match.players)
        ]
        return [PerspectiveLink(links.review(OPEN), self.locale.say("Everyone"), self.eyes is None, None), *seats]

    def title(self, decision: Decision) -> str:
        """Return when a move was made, and who made it."""
        is_yours, name = decision.seat == self.locale.seat, self.locale.name(decision.seat)
        if decision.by_stand_in:
            who = self.locale.say("a bot for you") if is_yours else self.locale.say("a bot for {name}", name=name)
        else:
            who = self.locale.say("You") if is_yours else name
        return f"{self.words.when(decision.number - 1)}{DOT}{who}"

    def card(self, decision: Decision, *, is_chosen: bool = False) -> MomentCard:
        """Return the card of a clear mistake."""
        one = moment(decision, self.words, self.locale)
        return MomentCard(
            number=one.number,
            title=self.title(decision),
            pennant=self.signs[one.seat],
            cost=one.cost,
            error=one.error,
            played=one.played,
            played_chance=one.played_chance,
            better=one.better,
            better_chance=one.better_chance,
            why=one.why,
            played_effect=one.played_effect,
            better_effect=one.better_effect,
            url=self.share_links.step(one.number - 1, str(one.seat), decision.best),
            move=one.number - 1,
            seat=one.seat,
            board_url=f"{self.share_links.review(self.name, one.number)}#board",
            chosen=is_chosen,
        )

    def judged(self, decisions: Sequence[Decision]) -> list[JudgedMove]:
        """Return the decisions of this perspective that had several legal moves, in order.

        Moves that are described together, such as the region and the stake of a bet, are one decision: the costlier.
        """
        real = [one for one in decisions if one.choices > 1 and self.eyes in (None, one.seat)]
        return [
            JudgedMove(
                title=self.title(one),
                pennant=self.signs[one.seat],
                url=self.share_links.step(one.number - 1, str(one.seat)),
                played=self.words.played(one.number - 1),
                played_chance=percent(one.played.win),
                mistake=self.card(one) if one.clear else None,
            )
            for one in self.words.whole_moves(real)
        ]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A review from the perspective of one seat, or of all seats."""

    cards: _Cards
    found: Review
    move: int | None

    @property
    def eyes(self) -> int | None:
        """The seat of the perspective, None for all seats."""
        return self.cards.eyes

    @property
    def locale(self) -> Locale:
        """The locale of the viewer."""
        return self.cards.locale

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the moments that are shown."""
        return self.found.moments if self.eyes is None else self.found.seats[self.eyes].moments

    @property
    def chosen(self) -> int | None:
        """The number of the moment whose board is shown."""
        return self.move if self.move in self.numbers else next(iter(self.numbers), None)

    def fill(self, page: ReviewPage) -> ReviewPage:
        """Return the page with the results of the review filled in."""
        found, locale = self.found, self.locale
        label = locale.say("Luck, others and play for each player; the table below has the figures.")
        parts, colours = [seat.parts for seat in found.seats], [sign.colour for sign in self.cards.signs]
        return replace(
            page,
            decided=decided(found, self.cards.words, locale),
            decisive=self._link(rise) if (rise := decisive_rise(found)) else None,
            rises=[self._link(rise) for rise in rises(found, self.eyes)[:RISES]] if self.eyes is not None else [],
            how=how(found, locale),
            eyes=self.cards.perspectives(),
            curve=self._curve(plots.DESKTOP),
            small_curve=self._curve(plots.PHONE),
            chances=_chances(found, locale),
            moments_title=self._moments_title(),
            stand_in_note=self._stand_in_note(),
            moments=[
                self.cards.card(found.decision(number), is_chosen=number == self.chosen) for number in self.numbers
            ],
            board=self._board(),
            split=plots.split(parts, locale.names, colours, label),
            parts=_parts(found, locale),
            given=_given(found, locale),
        )

    def _curve(self, size: plots.Size) -> str:
        """Return the plot of all players' win shares before every turn and at the end."""
        found, turns = self.found, self.found.turns
        versions = [*turns, found.positions[-1].version]
        curves = [
            plots.Curve(
                self.locale.name(seat),
                self.cards.signs[seat].colour,
                [found.positions[version].known[seat].win for version in versions],
                seat == self.eyes,
            )
            for seat in range(found.players)
        ]
        marks = [
            plots.Mark(label, found.decision(number).seat, _point(turns, number - 1, versions[-1]))
            for label, number in enumerate(self.numbers, 1)
        ]
        urls = [self.cards.share_links.step(version, self.cards.name) for version in versions]
        label = self.locale.say("Each player’s chances before every turn; the table below has the figures.")
        words = (label, self.locale.say("turn {n}", n=1), self.locale.say("even share"))
        return plots.chances(curves, marks, urls, words, size)

    def _moments_title(self) -> str:
        count, locale = len(self.numbers), self.locale
        if not count:
            return locale.say(NO_MISTAKE)
        if self.eyes is None:
            return locale.count("The moment that mattered most", "The {n} moments that mattered most", count)
        if self.eyes == locale.seat:
            return locale.count("Your key moment", "Your {n} key moments", count)
        return locale.count("{name}’s key moment", "{name}’s {n} key moments", count, name=locale.name(self.eyes))

    def _stand_in_note(self) -> str:
        """Return whom bots replaced, and how their moves count; empty if this perspective has no such move."""
        replaced = {each.seat for each in self.found.decisions if each.by_stand_in}
        if self.eyes is None:
            return self.locale.say(PLAYED_FOR_SOME) if replaced else ""
        if self.eyes not in replaced:
            return ""
        if self.eyes == self.locale.seat:
            return self.locale.say(PLAYED_FOR_YOU)
        return self.locale.say(PLAYED_FOR, name=self.locale.name(self.eyes))

    def _link(self, rise: Rise) -> TurnLink:
        """Return a link to the position after a turn."""
        chance = self.locale.say("{before}% → {after}%", before=percent(rise.before), after=percent(rise.after))
        cards = self.cards
        url = cards.share_links.step(rise.end, cards.name)
        return TurnLink(cards.title(self.found.decision(self.found.turns[rise.turn - 1] + 1)), url, chance)

    def _board(self) -> Board | None:
        """Return the table before the chosen moment, from the perspective of the deciding seat."""
        number = self.chosen
        if number is None:
            return None
        decision, plain = self.found.decision(number), Locale(self.locale.lang)
        seat, match = decision.seat, self.cards.finished_match.match
        page = step_page(self.cards.finished_match, number - 1, seat, plain, ())
        when = self.cards.words.when(number - 1)
        if seat == self.locale.seat and not decision.by_stand_in:
            title = self.locale.say("The position before your move ({when})", when=when)
        else:
            name = self.locale.name(seat)
            title = self.locale.say("The position as {name} saw it before the move ({when})", when=when, name=name)
        drawing = render_stage(page, plain.of(match.game))
        return Board(
            title,
            Markup(with_marks(drawing, move_marks(match, number - 1, decision.best, plain), plain)),  # noqa: S704
            [*page.frame.sheets, SHEET],
            self.cards.share_links.step(number - 1, str(seat), decision.best),
        )


def _point(turns: Sequence[int], version: int, end: int) -> float:
    """Return the position of a version on the x axis, which counts turns."""
    n = max(i for i, begun in enumerate(turns) if begun <= version)
    after = turns[n + 1] if n + 1 < len(turns) else end
    return n + (version - turns[n]) / max(1, after - turns[n])


def _chances(found: Review, locale: Locale) -> FigureTable:
    rows = []
    for number, version in enumerate([*found.turns, found.positions[-1].version], 1):
        position = found.positions[version]
        opened = DOT.join(percent(chance.win) for chance in position.opened)
        turn = str(number) if position.seat is not None else locale.say("end")
        rows.append([turn, *(_interval(chance) for chance in position.known), opened])
    return FigureTable([locale.say("turn"), *locale.names, locale.say("all cards visible")], rows)


def _interval(chance: Chance) -> str:
    if not chance.matches:
        return percent(chance.win)
    return f"{percent(chance.win)} ({percent(chance.low)}–{percent(chance.high)})"


def _parts(found: Review, locale: Locale) -> FigureTable:
    heads = [locale.say("player"), locale.say("even share"), *(locale.say(PARTS[kind]) for kind in PARTS)]
    rows = [
        [
            locale.name(seat),
            percent(one.parts.even),
            *(f"{signed(getattr(one.parts, kind))} ± {percent(getattr(one.parts, f'{kind}_error'))}" for kind in PARTS),
            percent(one.parts.result),
        ]
        for seat, one in enumerate(found.seats)
    ]
    return FigureTable([*heads, locale.say("result")], rows)


def _given(found: Review, locale: Locale) -> FigureTable | None:
    kinds = sorted({given.kind for seat in found.seats for given in seat.gave})
    if not kinds:
        return None
    rows = []
    for number, seat in enumerate(found.seats):
        shares = {given.kind: ruled_out(given.bits) for given in seat.gave}
        told = [locale.say("{percent}%", percent=percent(shares.get(kind, 0.0))) for kind in kinds]
        rows.append([locale.name(number), *told])
    return FigureTable([locale.say("player"), *(locale.say(GAVE.get(kind, kind)) for kind in kinds)], rows)
