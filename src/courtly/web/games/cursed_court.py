"""Cursed Court on the pages: texts of the form, the log, and the contexts of table and count, from one seat's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from courtly.engine.words import marked, translator
from courtly.games.cursed_court import words
from courtly.games.cursed_court.regions import read_regions
from courtly.web.contexts import LogLine
from courtly.web.games.base import GamePages
from courtly.web.games.cursed_court_board import Board, cards, gaps, regions
from courtly.web.games.cursed_court_contexts import Final, Season, Turn
from courtly.web.games.cursed_court_seats import SEASONS, dock, players
from courtly.web.games.cursed_court_years import counts, final, reports
from courtly.web.seen import Seen
from courtly.web.verdict import headline, joined

HELPS = {
    "years": marked("1 to 20; empty means three. A match until one player has all chips has no number of years."),
    "regions": marked(
        "The match is played with the printed list, as far as it is known. If you own the board you can give the 18 "
        "sets printed on it: [[region]] tables in TOML, or a list in JSON, each with id, name and nobles."
    ),
}
"""What the form says in other words than the terminal."""

VARIANTS = ("court_remembers", "coinless", "great_exchange", "masquerade")


class CursedCourt(GamePages):
    """The pages of Cursed Court; see `courtly.web.games.GamePages`."""

    name = "cursed_court"
    called = "Cursed Court"
    about = marked(
        "Bet on the nobles who will sway the court this year. Each hidden card is shared with a neighbour, crowns "
        "are bumped by twice their coins, and every crown tells the others something. 2 to 6 players, four "
        "variants."
    )
    words = words
    helps = HELPS
    sheets: Sequence[str] = ("cursed_court.css",)
    lists: Mapping[str, Callable[[str], Any]] = {"regions": read_regions}
    refusals: Mapping[str, str] = {
        "coinless and great_exchange": marked(
            "The Coinless Court takes away the coins that The Great Exchange plays for, so the two cannot be combined."
        ),
        "option years cannot be": marked("A match lasts 1 to 20 years."),
        "this list of set regions cannot be used": marked(
            "Your list of set regions cannot be used. What is wrong with it:"
        ),
    }

    def log(self, seen: Seen) -> list[LogLine]:
        """Return what has happened; earlier years' ends in one line where the reader has to remember them."""
        board = Board(seen)
        return _log_lines(board, (0, len(seen.view["log"])), veiled=board.hides_memory)

    def news(self, seen: Seen) -> list[LogLine]:
        """Return what has happened since the reader's last turn; the counts of years are shown elsewhere."""
        return _log_lines(Board(seen), seen.news_lines, veiled=True)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        exchange = seen.view["options"]["great_exchange"]
        if exchange == "off":
            return headline(seen)
        bought = seen.speaker.say("Chips that were bought are taken off.") if exchange == "cash" else ""
        return f"{_chips_headline(seen)} {bought}".rstrip()

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        board, view, speaker = Board(seen), seen.view, seen.speaker
        start, _ = seen.news_lines
        new = reports(board, start) if view["phase"] != "stake" else []
        old = [] if board.hides_memory else [report for report in reports(board) if report not in new]
        return Turn(
            dock=dock(board),
            year=_year(board),
            seasons=_seasons(view, speaker.lang),
            deck=_deck(board),
            variants=variants(board),
            regions=regions(board) if view["phase"] != "rebuy" else [],
            players=players(board),
            gaps=gaps(board),
            tableau=cards(board.face_up, board, board.known),
            tableau_note=_tableau_note(board),
            aside=cards(Counter(view["aside"]), board) if not board.hides_memory else [],
            aside_note=_aside_note(board),
            odds="withheld" if board.withholds_odds else "off" if "odds" in seen.off else "on",
            counts=counts(new, board)[::-1],
            earlier=counts(old, board)[::-1],
            coinless=bool(board.options["coinless"]),
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        board = Board(seen)
        return final(board, variants(board))


CURSED_COURT = CursedCourt()


def _chips_headline(seen: Seen) -> str:
    """Return who has won, counted in chips."""
    result, speaker = seen.view["result"], seen.speaker
    winners, best = result["winners"], max(result["scores"])
    names = joined([seen.names[seat] for seat in winners], speaker)
    if winners == [seen.seat]:
        return speaker.count("You win with {n} chip.", "You win with {n} chips.", best)
    if len(winners) > 1:
        return speaker.count(
            "{names} share the win with {n} chip.", "{names} share the win with {n} chips.", best, names=names
        )
    return speaker.count("{names} wins with {n} chip.", "{names} wins with {n} chips.", best, names=names)


def variants(board: Board) -> list[str]:
    """Return the variants that are played."""
    return [words.option_name(option, board.lang) for option in VARIANTS if board.options[option] not in (False, "off")]


def _log_lines(board: Board, span: tuple[int, int], *, veiled: bool) -> list[LogLine]:
    """Return lines of the log; a bet that waits for its stake is told with it, a veiled year's end in a word."""
    lang, names = board.lang, board.seen.names
    entries = words.annotated(board.view["log"], board.options)
    over = translator(lang, words.DOMAIN)(words.YEAR_OVER)
    lines = list[LogLine]()
    for entry in entries[slice(*span)]:
        if veiled and "report" in entry and entry["report"]["dealt"]:
            lines.append(LogLine(over.format(year=entry["report"]["year"]), mine=False))
        elif board.options["coinless"] or not str(entry.get("move", "")).startswith("bet "):
            text = words.log_words(entry, names, lang, options=board.options)
            lines.append(LogLine(text, entry.get("seat") == board.seen.seat))
    return lines


def _year(board: Board) -> str:
    view, say = board.view, board.seen.speaker.say
    if view["years"] is None:
        return say("Year {year}", year=view["year"])
    if view["year"] > board.options["years"]:
        return say("Year {year}, to break the tie", year=view["year"])
    return say("Year {year} of {years}", year=view["year"], years=view["years"])


def _deck(board: Board) -> str:
    speaker = board.seen.speaker
    if board.view["phase"] == "rebuy":
        return speaker.say("Between two years")
    return speaker.count("{n} card in the deck", "{n} cards in the deck", board.view["deck"])


def _seasons(view: Mapping[str, Any], lang: str) -> list[Season]:
    now = SEASONS.index(view["season"]) if view["phase"] != "rebuy" else len(SEASONS)
    return [
        Season(words.season_name(season, lang), "past" if place < now else "now" if place == now else "to come")
        for place, season in enumerate(SEASONS)
    ]


def _tableau_note(board: Board) -> str:
    """Return how many cards the year will have shown at its end, and how many of them the reader cannot know yet."""
    say, view = board.seen.speaker.say, board.view
    if not view["holes"]:
        return ""
    total = sum(gap["count"] for gap in view["holes"]) + len(SEASONS)
    known = len(view["tableau"]) + sum(board.known.values())
    return say("Of the {total} cards of this year you know {known}.", total=total, known=known)


def _aside_note(board: Board) -> str:
    say = board.seen.speaker.say
    if not board.view["aside"] or board.options["court_remembers"] == "off":
        return ""
    if board.hides_memory:
        return say(
            "{count} cards of last year sit out. Which they are is for you to remember.", count=len(board.view["aside"])
        )
    return say("Last year's cards, which cannot come this year.")
