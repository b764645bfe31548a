"""Page contexts of the strip on a phone: the crowns, gold, food and last act of each other sister."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.games.monarch import words
from courtly.games.monarch.page_contexts import Summary
from courtly.games.monarch.page_table import Log, TableInput, typeset
from courtly.games.monarch.rules.content import NAME
from courtly.scene.parts import words_of


def summaries(table: TableInput) -> tuple[Summary, ...]:
    """Return the sisters in order of play, without the viewer."""
    count, first = table.view["players"], table.page_input.first
    seats = [(first + step) % count for step in range(count)]
    return tuple(_summary(seat, table) for seat in seats if seat != table.page_input.seat)


def _summary(seat: int, table: TableInput) -> Summary:
    held, acts = table.view["seats"][seat], last_acts(seat, table.page_input.log)
    options, locale = table.view["options"], table.page_input.locale
    lines = words_of(NAME).lines(acts, options, locale)
    shown = ", ".join(words.brief_words(act, options, locale) for act in telling(acts)) or table.say("no turn yet")
    return Summary(
        mark=table.marks[seat],
        active=table.is_active(seat),
        score=held["score"],
        score_words=table.crowns(held["score"]),
        gold=table.amount("gold", held["gold"]),
        food=table.amount("food", held["food"]),
        act=typeset(shown, table.lang),
        move=table.send_move(seat),
        told=tuple(typeset(text, table.lang) for line in lines for text in line.text.split("\n")),
    )


def last_acts(seat: int, log: Log) -> Log:
    """Return the acts of a seat in the last turn in which it acted. The end of the turn counts only if it is alone."""
    own = list[Mapping[str, Any]]()
    for event in reversed(log):
        if event["id"] == "end" and own:
            break
        if event["args"].get("seat") == seat and event["id"] in words.BRIEF:
            own.append(event)
    return [event for event in reversed(own) if event["id"] != "end"] or own


def telling(acts: Log) -> Log:
    """Return the last act that is no income, and then the last income."""
    incomes = [act for act in acts if act["id"] in ("harvest", "tax")]
    others = [act for act in acts if act not in incomes]
    return [*others[-1:], *incomes[-1:]]
