"""The log of a match on its pages: moves and remarks, under headings."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from courtly.scene.model import Line
from courtly.scene.page import GamePages, PageInput
from courtly.scene.parts import words_of
from courtly.tables.table_views import TableView
from courtly.web.contexts.table import Passage
from courtly.web.members import addressed, entry_words


def log_of(table_view: TableView, pages: GamePages, shown: PageInput) -> list[Passage]:
    """Return the log of a match, grouped by heading; a live connection sends the same lines."""
    lines = _whole_log(table_view, pages, shown)
    split = [replace(line, text=text) for line in lines for text in line.text.split("\n")]
    return [Passage(heading, list(under)) for heading, under in groupby(split, key=lambda line: line.heading)]


def _whole_log(table_view: TableView, pages: GamePages, shown: PageInput) -> list[Line]:
    """Return the log of a match with its remarks, and with the moves that were taken back, which are marked."""
    assert table_view.match is not None
    lines, log = pages.log(shown), list(shown.log)
    opening = Line("", heading=words_of(pages.name).opening(shown.locale))
    # Many remarks may have the same place, as when a player leaves and returns again and again.
    places = {each.place for each in table_view.match.remarks}
    until = {place: pages.log(replace(shown, log=log[:place])) for place in places}
    for remark in reversed(table_view.match.remarks):
        before, events = until[remark.place], [*log[: remark.place], *remark.events]
        made = pages.log(replace(shown, log=events))[len(before) :] if remark.events else []
        heading = (made or before or [opening])[-1].heading
        is_own = remark.seat == shown.seat
        sentence = addressed(remark.sentence) if is_own else remark.sentence
        told = entry_words(sentence, remark.args, shown.locale.names[remark.seat], shown.locale)
        marked_lines = [replace(line, is_taken_back=True) for line in made]
        lines[len(before) : len(before)] = [*marked_lines, Line(told, is_own, heading)]
    return lines
