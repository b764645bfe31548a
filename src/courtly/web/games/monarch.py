"""Monarch on the pages: texts of the form, the log, and the contexts of table and count, from one seat's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from courtly.engine.words import marked
from courtly.games.monarch import words
from courtly.games.monarch.cardset import check_cards
from courtly.web.contexts import LogLine
from courtly.web.games.base import GamePages
from courtly.web.games.monarch_contexts import Final, Turn
from courtly.web.games.monarch_courts import final, moon_panel, sisters
from courtly.web.games.monarch_dock import dock
from courtly.web.games.monarch_market import (
    banners,
    card_set_note,
    deck,
    empty_words,
    lands,
    lands_note,
    market,
    sweep,
)
from courtly.web.games.monarch_table import Table, typeset
from courtly.web.seen import Seen
from courtly.web.verdict import joined

HELPS = {
    "card_set": marked(
        "The match is played with original cards that keep what is publicly known of the printed ones. If you own the "
        "game, or have designed cards of your own, you can give a whole card set: the form of cards.toml, or the same "
        "in JSON."
    ),
    "max_rounds": marked("1 to 200; empty means 60. Most matches end sooner, when a court is full."),
}
"""What the form says in other words than the terminal."""

NOTES = 4
"""Of more sentences than these the dock tells the last."""


def read_cards(text: str) -> dict[str, Any]:
    """Return the document of a card set of one's own, for the option `card_set`; JSON begins with a brace."""
    return check_cards(text, form="json" if text.lstrip().startswith("{") else "toml").document


class Monarch(GamePages):
    """The pages of Monarch; see `courtly.web.games.GamePages`."""

    name = "monarch"
    called = "Monarch"
    about = marked(
        "Sisters vie for their mother's throne. Harvest and tax a land you share, improve it for everybody, gather "
        "a court of seven, send each other unwanted guests, and face the moons together. 2 to 4 players."
    )
    words = words
    helps = HELPS
    sheets: Sequence[str] = ("monarch.css",)
    lists: Mapping[str, Callable[[str], Any]] = {"card_set": read_cards}
    refusals: Mapping[str, str] = {
        "option max_rounds cannot be": marked("A match lasts 1 to 200 rounds at most."),
        "this card set cannot be used": marked("Your card set cannot be used. What is wrong with it:"),
    }

    def log(self, seen: Seen) -> list[LogLine]:
        """Return what has happened."""
        return log_lines(Table(seen))

    def news(self, seen: Seen) -> list[LogLine]:
        """Return what has happened since the reader's last turn, the acts of this turn included."""
        table = Table(seen)
        return log_lines(table, start=table.last_turn)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        result, speaker = seen.view["result"], seen.speaker
        winners, best = result["winners"], max(result["scores"])
        names = joined([seen.names[seat] for seat in winners], speaker)
        if winners == [seen.seat]:
            return speaker.count("You win the throne with {n} crown.", "You win the throne with {n} crowns.", best)
        if len(winners) > 1:
            return speaker.count(
                "{names} share the throne with {n} crown.",
                "{names} share the throne with {n} crowns.",
                best,
                names=names,
            )
        return speaker.count(
            "{names} wins the throne with {n} crown.", "{names} wins the throne with {n} crowns.", best, names=names
        )

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        table = Table(seen)
        return Turn(
            dock=dock(table, latest(table)),
            round=table.say("Round {n}", n=table.view["round"]),
            last_round=last_round(table),
            credits=credit_words(table),
            market=market(table),
            empty=empty_words(table),
            sweep=sweep(table),
            lands=lands(table),
            lands_note=lands_note(table),
            sisters=sisters(table),
            banners=banners(table),
            moon=moon_panel(table),
            deck=deck(table),
            card_set=card_set_note(table),
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        return final(Table(seen))


MONARCH = Monarch()


def log_lines(table: Table, *, start: int = 0) -> list[LogLine]:
    """Return the lines of the log from one on, without those that another line tells too."""
    names, lang, log = table.seen.names, table.lang, table.view["log"]
    return [
        LogLine(
            typeset(words.log_words(line, names, lang, cards=table.cards), lang), line.get("seat") == table.seen.seat
        )
        for line in words.annotated(log)[start:]
        if not line.get("joined")
    ]


def latest(table: Table) -> list[str]:
    """Return what the reader's last act of this turn led to; before the first act, nothing: that is news."""
    log = table.view["log"]
    turn = next((i + 1 for i in range(len(log) - 1, -1, -1) if log[i].get("move") == "end"), 0)
    own = [i for i in range(turn, len(log)) if log[i].get("seat") == table.seen.seat]
    return [line.text for line in log_lines(table, start=own[-1])][-NOTES:] if own else []


def last_round(table: Table) -> str:
    """Return that the match ends with this round, and whose turn is the last."""
    view = table.view
    if not view["last_round"] and view["round"] < view["options"]["max_rounds"]:
        return ""
    seat = (view["first"] - 1) % view["players"]
    if seat == table.seen.seat:
        return table.say("Last round: the match ends after your turn.")
    return table.say("Last round: the match ends after {name}'s turn.", name=table.seen.names[seat])


def credit_words(table: Table) -> list[str]:
    """Return what the active sister may do at no cost this turn."""
    credit, count = table.view["credits"], table.seen.speaker.count
    told = {
        "improvement": count("{n} improvement is free", "{n} improvements are free", credit["improvement"]),
        "sweep": count("{n} sweep is free", "{n} sweeps are free", credit["sweep"]),
        "income": count("{n} more harvest or tax", "{n} more harvests or taxes", credit["income"]),
    }
    return [text for kind, text in told.items() if credit[kind]]
