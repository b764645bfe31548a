"""The page that reports a person at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame
from courtly.web.contexts.moderation import PersonLine
from courtly.web.contexts.setup import OptionChoice


@dataclass(frozen=True, slots=True)
class LineText:
    """A line of table talk in a report: its sender and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """The form that reports a person; `is_done` after it was sent."""

    frame: Frame
    person: PersonLine
    reasons: Sequence[OptionChoice]
    text_length: int
    lines: Sequence[LineText]
    people_url: str
    is_done: bool = False
