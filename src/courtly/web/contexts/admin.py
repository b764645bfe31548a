"""The pages of administrators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame
from courtly.web.contexts.reports import LineText


@dataclass(frozen=True, slots=True)
class AdminTable:
    """An unfinished table, as lists show it: nothing of its match."""

    id: str
    game: str
    state: str
    names: str
    since: str


@dataclass(frozen=True, slots=True)
class AdminPerson:
    """A player: the name in forms, the name, and the tables of the player."""

    whom: str
    name: str
    since: str
    is_program: bool
    tables: Sequence[AdminTable] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminReport:
    """A report. `person` is the person whom it is about, None if that person is deleted."""

    id: str
    person: AdminPerson | None
    name: str
    reporter: str
    reason: str
    text: str
    since: str
    lines: Sequence[LineText]
    is_closed: bool


@dataclass(frozen=True, slots=True)
class AdminBan:
    """A ban: the name of the person, or the address range."""

    id: str
    target: str
    reason: str
    until: str


@dataclass(frozen=True, slots=True)
class AdminAct:
    """An act of an administrator, in words."""

    at: str
    words: str
    target: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminPage:
    """A page of administrators; each page fills one of the lists.

    Attributes
    ----------
    part
        `people`, `tables`, `reports`, `bans` or `log`.
    name
        The name that was searched.
    is_closed
        Whether the reports are the closed ones.
    ban_times
        The times of a ban that the form offers: the hours, and the words.
    next_url, previous_url
        The neighbouring pages, empty without one.
    """

    frame: Frame
    part: str
    name: str = ""
    is_closed: bool = False
    people: Sequence[AdminPerson] = ()
    tables: Sequence[AdminTable] = ()
    reports: Sequence[AdminReport] = ()
    bans: Sequence[AdminBan] = ()
    acts: Sequence[AdminAct] = ()
    reason_length: int = 0
    ban_times: Sequence[tuple[int, str]] = ()
    next_url: str = ""
    previous_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminLinkPage:
    """The page of a secret link, with the button that opens a session."""

    frame: Frame
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BannedPage:
    """The page that a banned person sees."""

    frame: Frame
    until: str
    reason: str
