"""Monarch on the pages: texts of the form, the log, and the contexts of table and count, from one seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from courtly.games.monarch import words
from courtly.games.monarch.page_contexts import Aid, Final, Turn
from courtly.games.monarch.page_courts import final, lanes, moon_panel, sisters
from courtly.games.monarch.page_dock import dock
from courtly.games.monarch.page_market import (
    banners,
    card_set_note,
    deck,
    empty_words,
    hole,
    lands,
    lands_note,
    market,
    sweep,
)
from courtly.games.monarch.page_table import AIDS, WITHHELD, Table, typeset
from courtly.games.monarch.rules.content import NAME
from courtly.games.monarch.scene import victory
from courtly.scene.model import Line
from courtly.scene.page import GamePages, Refused, Seen
from courtly.scene.parts import words_of
from courtly.text.languages import marked

NOTES = 4
"""Of more sentences than these the dock tells the last."""


class Monarch(GamePages):
    """The pages of Monarch; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT
    sheets: Sequence[str] = ("monarch.css",)
    refusals: Mapping[Refused, str] = {
        ("max_rounds", "value"): marked("The limit can be 1 to 200 rounds."),
        ("card_set", "file"): marked("Your card set cannot be used. What is wrong with it:"),
    }

    def log(self, seen: Seen) -> list[Line]:
        """Return what has happened."""
        return log_lines(Table(seen))

    def news(self, seen: Seen) -> list[Line]:
        """Return what has happened since the reader's last turn, the acts of this turn included."""
        table = Table(seen)
        return log_lines(table, start=table.last_turn)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        return victory(Table(seen).view, seen.reader)

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        table = Table(seen)
        offers = market(table)
        return Turn(
            dock=dock(table, latest(table)),
            round=table.say("Round {n}", n=table.view["round"]),
            last_round=words.last_round_words(table.view, seen.reader),
            credits=words.credit_words(table.view["credits"], seen.reader),
            market=offers,
            empty=empty_words(table),
            hole=hole(table),
            sweep=sweep(table),
            lands=lands(table),
            lands_note=lands_note(table),
            sisters=sisters(table),
            lanes=lanes(table, offers),
            banners=banners(table),
            moon=moon_panel(table),
            deck=deck(table),
            card_set=card_set_note(table),
            first_page=first_page(table),
            own=seen.seat is not None,
            aids=_switches(table),
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        return final(Table(seen), headline=self.headline(seen))


PAGE = Monarch()


def _switches(table: Table) -> list[Aid]:
    """Return what can be shown and hidden; nothing at a table without aids, or for a spectator."""
    if table.seen.seat is None or WITHHELD in table.seen.off:
        return []
    return [Aid(name, table.say(title), name in table.aids) for name, title in AIDS.items()]


def first_page(table: Table) -> Literal["market", "lands", "sisters"]:
    """Return which of the pages of a phone comes first: the one on which the reader chooses."""
    asked: dict[str, Literal["lands", "sisters"]] = {"build": "lands", "send": "sisters"}
    return asked.get(table.view["phase"], "market") if table.asks else "market"


def log_lines(table: Table, *, start: int = 0) -> list[Line]:
    """Return what happened from event `start` of the log on, in words."""
    seen = table.seen
    lines = words_of(NAME).lines(seen.log[start:], seen.view["options"], seen.reader)
    return [replace(line, text=typeset(line.text, table.lang)) for line in lines]


def latest(table: Table) -> list[str]:
    """Return what the reader's last act of this turn led to; before the first act, nothing: that is news."""
    log = table.seen.log
    turn = next((i + 1 for i in range(len(log) - 1, -1, -1) if log[i]["id"] == "end"), 0)
    own = [i for i in range(turn, len(log)) if log[i]["args"].get("seat") == table.seen.seat]
    return [line.text for line in log_lines(table, start=own[-1])][-NOTES:] if own else []
