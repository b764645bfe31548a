"""Cursed Court on the pages: texts of the form, the log, and the contexts of table and count, from one seat's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from courtly.games.cursed_court import words
from courtly.games.cursed_court.content import NAME
from courtly.games.cursed_court.names import noble_name, season_name
from courtly.games.cursed_court.outlook import hides_memory, withholds_odds
from courtly.games.cursed_court.page_board import Board, cards, regions
from courtly.games.cursed_court.page_contexts import Card, Final, Season, Turn
from courtly.games.cursed_court.page_seats import circle, dock, own
from courtly.games.cursed_court.page_tells import tells
from courtly.games.cursed_court.page_years import counts, final, reports
from courtly.games.cursed_court.scene import headline, variants, year_words
from courtly.games.cursed_court.state import NOBLES
from courtly.games.cursed_court.view import SEASON_IDS, View
from courtly.scene.model import Line
from courtly.scene.page import GamePages, Refused, Seen
from courtly.scene.parts import words_of
from courtly.text.languages import marked

GROUP = 6
"""Set regions that are drawn together, so that a crown does not have all of them drawn again."""


class CursedCourt(GamePages):
    """The pages of Cursed Court; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT
    sheets: Sequence[str] = ("cursed_court.css",)
    refusals: Mapping[Refused, str] = {
        (None, "together"): marked(
            "The Coinless Court takes away the coins that The Great Exchange plays for, so the two cannot be combined."
        ),
        ("years", "value"): marked("A match lasts 1 to 20 years."),
        ("regions", "file"): marked("Your list of set regions cannot be used. What is wrong with it:"),
    }

    def log(self, seen: Seen) -> list[Line]:
        """Return what has happened; earlier years' ends in one line where the reader has to remember them."""
        return _log_lines(seen.log, seen, veiled=hides_memory(Board(seen).view))

    def news(self, seen: Seen) -> list[Line]:
        """Return what has happened since the reader's last turn; the counts of years are shown elsewhere."""
        start, end = seen.news_lines
        return _log_lines(seen.log[start:end], seen, veiled=True)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        bought = seen.view["options"]["great_exchange"] == "cash"
        note = seen.reader.say("Chips that were bought are taken off.") if bought else ""
        return f"{headline(Board(seen).view, seen.reader)} {note}".rstrip()

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        board, reader = Board(seen), seen.reader
        view = board.view
        start, _ = seen.news_lines
        new = reports(board, start) if view["phase"] != "stake" else []
        hides, found = hides_memory(view), regions(board)
        old = [] if hides else [report for report in reports(board) if report not in new]
        return Turn(
            dock=dock(board),
            year=year_words(view, reader),
            seasons=_seasons(view, reader.lang),
            seen=" ".join(board.face_up),
            known=" ".join(board.known),
            deck=_deck(board),
            variants=variants(board.options, reader),
            nobles=tuple(found[:NOBLES]),
            sets=tuple(tuple(found[i : i + GROUP]) for i in range(NOBLES, len(found), GROUP)),
            abouts=tuple((one.number, one.name, one.about) for one in found),
            own=own(board),
            circle=circle(board),
            tells=tuple(tells(board)) if board.has_aids else (),
            tableau_note=_tableau_note(board),
            aside=cards(Counter(view["aside"]), board) if not hides else (),
            aside_note=_aside_note(board),
            odds=_odds(board),
            counts=counts(new, board),
            earlier=counts(old, board),
            is_between=view["phase"] == "rebuy",
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        board = Board(seen)
        return final(board, variants(board.options, board.reader), headline=self.headline(seen))


PAGE = CursedCourt()


def _log_lines(log: Sequence[Mapping[str, Any]], seen: Seen, *, veiled: bool) -> list[Line]:
    """Return events as sentences, a veiled year's end in a word."""
    lines = list[Line]()
    for event in log:
        if veiled and event["id"] == "year-end":
            lines.append(Line(seen.reader.say(words.YEAR_OVER, year=event["args"]["year"])))
        else:
            lines += words_of(NAME).lines([event], seen.view["options"], seen.reader)
    return lines


def _deck(board: Board) -> str:
    reader = board.reader
    if board.view["phase"] == "rebuy":
        return reader.say("Between two years")
    return reader.count("{n} card in the deck", "{n} cards in the deck", board.view["deck"])


def _odds(board: Board) -> Literal["on", "off", "withheld", "barred"]:
    """Return whether chances are shown, and else why not: switched off, telling too much, or not at this table."""
    off = board.seen.off
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
    """Return how many cards the year will have shown at its end, and how many of them the reader cannot know yet."""
    say, view = board.reader.say, board.view
    if not view["holes"]:
        return ""
    total = sum(gap["count"] for gap in view["holes"]) + len(SEASON_IDS)
    known = len(view["tableau"]) + sum(board.known.values())
    return say("You know {known} of the {total} cards of this year.", total=total, known=known)


def _aside_note(board: Board) -> str:
    say = board.reader.say
    if not board.view["aside"] or board.options["court_remembers"] == "off":
        return ""
    if hides_memory(board.view):
        return say(
            "{count} cards of last year sit out. Which they are is for you to remember.", count=len(board.view["aside"])
        )
    return say("Last year's cards, which cannot come this year.")
