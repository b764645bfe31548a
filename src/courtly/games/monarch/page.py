"""Monarch's web pages: texts of the setup form, the log, and template contexts for one viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from courtly.games.monarch import words
from courtly.games.monarch.page_contexts import Final, Turn
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
from courtly.games.monarch.page_moons import moons_shown
from courtly.games.monarch.page_parts import parts
from courtly.games.monarch.page_summaries import summaries
from courtly.games.monarch.page_table import AIDS, ALL_AIDS, TableInput, typeset
from courtly.games.monarch.rules.content import NAME
from courtly.games.monarch.scene import victory
from courtly.scene.model import Line
from courtly.scene.page import SENT_LATER, Aid, Caption, GamePages, PageInput, Refused, SeatStates
from courtly.scene.page_parts import Parts
from courtly.scene.parts import words_of
from courtly.text.languages import marked

NOTES = 4
"""Maximum number of sentences in the dock; only the last ones are shown."""


class Monarch(GamePages):
    """The pages of Monarch; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT
    sheets: Sequence[str] = ("monarch.css",)
    seat_states: SeatStates = "others"
    seat_marks: SeatStates = "others"
    refusals: Mapping[Refused, str] = {
        ("max_rounds", "value"): marked("The round limit must be between 1 and 200."),
        ("card_set", "file"): marked("Your card set has errors:"),
    }

    def log(self, page_input: PageInput) -> list[Line]:
        """Return the whole log as lines."""
        return log_lines(TableInput(page_input))

    def news(self, page_input: PageInput) -> list[Line]:
        """Return the log since the viewer's last turn, including acts of the current turn."""
        table = TableInput(page_input)
        return log_lines(table, start=table.last_turn)

    def headline(self, page_input: PageInput) -> str:
        """Return a sentence that names the winner."""
        return victory(TableInput(page_input).view, page_input.locale)

    def unsent(self, page_input: PageInput) -> str:
        """Say when an income or a barter is sent: the turn goes on without Confirm."""
        return SENT_LATER if page_input.view["phase"] == "act" else ""

    def turn(self, page_input: PageInput) -> Turn:
        """Return the template context of the table during a match."""
        table = TableInput(page_input)
        offers = market(table)
        return Turn(
            dock=dock(table, latest(table)),
            round=table.say("Round {n}", n=table.view["round"]),
            last_round=words.last_round_words(table.view, page_input.locale),
            fullest=max(len(held["court"]) for held in table.view["seats"]),
            credits=tuple(words.credit_words(table.view["credits"], page_input.locale)),
            market=offers,
            empty=empty_words(table),
            hole=hole(table),
            sweep=sweep(table),
            lands=lands(table),
            lands_note=lands_note(table),
            sisters=sisters(table),
            summaries=summaries(table),
            lanes=lanes(table, offers),
            banners=banners(table),
            moon=moon_panel(table),
            moons=moons_shown(table),
            deck=deck(table),
            card_set=card_set_note(table),
            first_page=first_page(table),
            own=page_input.seat is not None,
            aids=_switches(table),
        )

    def parts(self, context: Turn) -> Parts:
        """Return the parts of the table during a match."""
        return parts(context)

    def caption(self, context: Turn, question: str) -> Caption:
        """Return the caption of the table: the outcome of the viewer's last act, new guests, and the question."""
        return Caption(
            f"{context.dock.received} {question}".strip(), note=context.dock.notes[-1] if context.dock.notes else ""
        )

    def final(self, page_input: PageInput) -> Final:
        """Return the template context of the final count."""
        return final(TableInput(page_input), headline=self.headline(page_input))


PAGE = Monarch()


def _switches(table: TableInput) -> tuple[Aid, ...]:
    """Return the switches for the aids; empty for a spectator and at a table without aids."""
    if table.page_input.seat is None or ALL_AIDS in table.page_input.off:
        return ()
    return tuple(Aid(name, table.say(title), name in table.aids) for name, title in AIDS.items())


def first_page(table: TableInput) -> Literal["market", "lands", "sisters"]:
    """Return which page a phone shows first: the page on which the viewer must choose."""
    asked: dict[str, Literal["lands", "sisters"]] = {"build": "lands", "send": "sisters"}
    return asked.get(table.view["phase"], "market") if table.asks else "market"


def log_lines(table: TableInput, *, start: int = 0) -> list[Line]:
    """Return the log from event `start` on, in words."""
    page_input = table.page_input
    lines = words_of(NAME).lines(page_input.log[start:], page_input.view["options"], page_input.locale)
    return [replace(line, text=typeset(line.text, table.lang)) for line in lines]


def latest(table: TableInput) -> tuple[str, ...]:
    """Return the outcome of the viewer's last act of this turn; empty before the first act."""
    log = table.page_input.log
    turn = next((i + 1 for i in range(len(log) - 1, -1, -1) if log[i]["id"] == "end"), 0)
    own = [i for i in range(turn, len(log)) if log[i]["args"].get("seat") == table.page_input.seat]
    return tuple(line.text for line in log_lines(table, start=own[-1]))[-NOTES:] if own else ()
