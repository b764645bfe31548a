"""The pages of Cursed Court: texts of the form, the log, and the contexts of the table and the scoring for one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from courtly.games.cursed_court import words
from courtly.games.cursed_court.content import NAME
from courtly.games.cursed_court.names import cards_words, noble_name, season_name, the_region
from courtly.games.cursed_court.outlook import hides_memory, withholds_odds
from courtly.games.cursed_court.page_board import Board, cards, regions
from courtly.games.cursed_court.page_contexts import Aside, Card, Deck, FaceUp, Facts, Final, Season, Turn
from courtly.games.cursed_court.page_parts import parts
from courtly.games.cursed_court.page_seats import circle, dock, own
from courtly.games.cursed_court.page_tells import tells
from courtly.games.cursed_court.page_years import counts, final, reports
from courtly.games.cursed_court.scene import headline, variants, year_brief, year_words
from courtly.games.cursed_court.state import NOBLES
from courtly.games.cursed_court.view import SEASON_IDS, View
from courtly.scene.model import Line
from courtly.scene.page import Caption, GamePages, PageInput, Refused
from courtly.scene.page_parts import Parts
from courtly.scene.parts import words_of
from courtly.text.languages import marked

GROUP = 6
"""Set regions per group of the page."""


class CursedCourt(GamePages):
    """The pages of Cursed Court; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT
    sheets: Sequence[str] = ("cursed_court.css",)
    seat_states = "none"
    seat_marks = "others"
    refusals: Mapping[Refused, str] = {
        (None, "together"): marked(
            "The Coinless Court has no coins and The Great Exchange needs them. Choose only one of the two."
        ),
        ("years", "value"): marked("A match lasts 1 to 20 years."),
        ("regions", "file"): marked("Your list of set regions cannot be used. Problems found:"),
    }

    def whole_move_words(self, moves: Sequence[str], inputs: Sequence[PageInput]) -> str:
        """Return a bet in words. The words of its stake name the region too."""
        return self.move_words(moves[-1], inputs[-1])

    def confirms(self, page_input: PageInput) -> str:
        """Return the bet with its coins, as on the button of the amount; empty if no coins are bet."""
        placed = _own_last_place(page_input)
        return "" if placed is None or placed["coins"] is None else f"{page_input.locale.say('Bet')} {placed['coins']}"

    def drafted(self, page_input: PageInput) -> str:
        """Return the region of a crown without coins."""
        placed = _own_last_place(page_input)
        if placed is None or placed["coins"] is not None:
            return ""
        region = the_region(placed["region"], page_input.view["options"]["regions"], page_input.locale.lang)
        sentence = marked("Feint on {region}.") if placed["feint"] else marked("Crown on {region}.")
        return page_input.locale.say(sentence, region=region)

    def log(self, page_input: PageInput) -> list[Line]:
        """Return the log. If players have to remember the cards, each year's end takes one line."""
        return _log_lines(page_input.log, page_input, veiled=hides_memory(Board(page_input).view))

    def news(self, page_input: PageInput) -> list[Line]:
        """Return the events since the viewer's last turn. A year's end takes one line: other parts show its scores."""
        start, end = page_input.news_lines
        return _log_lines(page_input.log[start:end], page_input, veiled=True)

    def headline(self, page_input: PageInput) -> str:
        """Return the winners in one sentence."""
        bought = page_input.view["options"]["great_exchange"] == "cash"
        note = page_input.locale.say("Chips bought are subtracted.") if bought else ""
        return f"{headline(Board(page_input).view, page_input.locale)} {note}".rstrip()

    def turn(self, page_input: PageInput) -> Turn:
        """Return the context of the table during a match."""
        board, locale = Board(page_input), page_input.locale
        view = board.view
        start, _ = page_input.news_lines
        new = reports(board, start)
        hides, found = hides_memory(view), regions(board)
        old = [] if hides else [report for report in reports(board) if report not in new]
        return Turn(
            dock=dock(board),
            facts=Facts(year_words(view, locale), year_brief(view, locale), tuple(variants(board.options, locale))),
            length=words.length_words(board.options, locale),
            seasons=_seasons(view, locale.lang),
            face_up=FaceUp(" ".join(board.face_up), " ".join(board.known)),
            deck=Deck(_deck(board), 0 if view["phase"] == "rebuy" else view["deck"]),
            nobles=tuple(found[:NOBLES]),
            sets=tuple(tuple(found[i : i + GROUP]) for i in range(NOBLES, len(found), GROUP)),
            own=own(board),
            circle=circle(board),
            tells=tuple(tells(board)) if board.has_aids else (),
            tableau_note=_tableau_note(board),
            aside=_aside(board),
            odds=_odds(board),
            counts=counts(new, board),
            earlier=counts(old, board),
            players=view["players"],
            is_between=view["phase"] == "rebuy",
            is_over=view["result"] is not None,
        )

    def parts(self, context: Turn) -> Parts:
        """Return the parts of the table during a match."""
        return parts(context)

    def caption(self, context: Turn, question: str) -> Caption:
        """Return the question, or who has bumped the viewer; and the points of the region that is bet on."""
        dock = context.dock
        return Caption(dock.bumped or question, price=dock.pays, legend=dock.legend)

    def final(self, page_input: PageInput) -> Final:
        """Return the context of the scoring."""
        board = Board(page_input)
        return final(board, variants(board.options, board.locale), headline=self.headline(page_input))


PAGE = CursedCourt()


def _log_lines(log: Sequence[Mapping[str, Any]], page_input: PageInput, *, veiled: bool) -> list[Line]:
    """Return events as sentences. If `veiled`, a year's end is one short line.

    If players have to remember the cards, the seasons of earlier years have no lines, because these name their cards.
    """
    lines, under = list[Line](), words.opening(page_input.locale)
    view = Board(page_input).view
    hides = hides_memory(view)
    for event in log:
        if hides and event["id"] == "season" and event["args"]["year"] < view["year"]:
            under = words.heading(event, view["options"], page_input.locale)
            continue
        if veiled and event["id"] == "year-end":
            lines.append(Line(page_input.locale.say(words.YEAR_OVER, year=event["args"]["year"]), heading=under))
        else:
            lines += words_of(NAME).lines([event], view["options"], page_input.locale, under=under)
        under = words.heading(event, view["options"], page_input.locale) or under
    return lines


def _own_last_place(page_input: PageInput) -> Mapping[str, Any] | None:
    """Return the arguments of the last event `place`, or None if it is not the viewer's."""
    placed = next((event["args"] for event in reversed(page_input.log) if event["id"] == "place"), None)
    return placed if placed and placed["seat"] == page_input.seat else None


def _deck(board: Board) -> str:
    locale = board.locale
    if board.view["phase"] == "rebuy":
        return locale.say("Between years")
    return locale.count("{n} card in the deck", "{n} cards in the deck", board.view["deck"])


def _odds(board: Board) -> Literal["on", "off", "withheld", "barred"]:
    """Return whether chances are shown, or why they are not: switched off, withheld, or barred at this table."""
    off = board.page_input.off
    if withholds_odds(board.view):
        return "withheld"
    return "barred" if "aids" in off else "off" if "odds" in off else "on"


def _seasons(view: View, lang: str) -> tuple[Season, ...]:
    now = SEASON_IDS.index(view["season"]) if view["phase"] != "rebuy" else len(SEASON_IDS)
    turned = [Card(noble, noble_name(noble, lang), 1) for noble in view["tableau"]]
    return tuple(
        Season(
            season,
            season_name(season, lang),
            "past" if place < now else "now" if place == now else "later",
            turned[place] if place < len(turned) else None,
        )
        for place, season in enumerate(SEASON_IDS)
    )


def _tableau_note(board: Board) -> str:
    """Return the final size of the year's tableau, and the number of its cards that the viewer knows."""
    say, view = board.locale.say, board.view
    if not view["holes"]:
        return ""
    total = sum(gap["count"] for gap in view["holes"]) + len(SEASON_IDS)
    known = len(view["tableau"]) + sum(board.known.values())
    return say("You know {known} of this year’s {total} cards.", total=total, known=known)


def _aside(board: Board) -> Aside:
    """Return the cards that sit out; only their number if the players have to remember them."""
    say, out, hides, note = board.locale.say, board.view["aside"], hides_memory(board.view), _aside_note(board)
    named = board.locale.count("{n} card", "{n} cards", len(out)) if hides else cards_words(out, board.lang)
    label = say("Sitting out this year: {cards}", cards=named)
    return Aside(() if hides else cards(Counter(out), board), note, label if note else "")


def _aside_note(board: Board) -> str:
    say = board.locale.say
    if not board.view["aside"] or board.options["court_remembers"] == "off":
        return ""
    if hides_memory(board.view):
        return say("{count} of last year’s cards sit out. Remember which!", count=len(board.view["aside"]))
    return say("Last year’s cards. They cannot appear this year.")
