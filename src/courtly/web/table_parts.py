"""The parts of a match page that all games share; the templates are in `table_parts.html`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
from jinja2.utils import htmlsafe_json_dumps
from msgspec import Struct

from courtly.scene.marks import Pennant
from courtly.scene.model import Line
from courtly.scene.page import Caption, SeatStates
from courtly.scene.page_parts import Part, Parts
from courtly.web.contexts.table import FinalPage, MatchPage, Member, Surroundings

NEWS_LINES = 12
"""Number of parts for the news; the last one shows all further lines."""


class Clock(Struct, frozen=True):
    """The clock of a seat, and whether it runs; the remaining time is a fill."""

    number: int
    runs: bool


class NewsLine(Struct, frozen=True):
    """A line of the news; `mine` if it is about the viewer."""

    text: str
    mine: bool


class HintSlot(Struct, frozen=True):
    """The place of the button for a hint. While others move, it may have a link to the viewer's next table."""

    may_ask: bool
    next_url: str


class TakeBackSlot(Struct, frozen=True):
    """The place of the button that takes back the viewer's last moves; see `MatchPage.waits_for`."""

    acts_url: str
    is_possible: bool
    waits_for: str


class Request(Struct, frozen=True):
    """The request of another player to take back the last moves, which the viewer answers."""

    acts_url: str
    words: str
    clock: Clock | None


class StandIn(Struct, frozen=True):
    """The messages above the tray: a bot plays for the viewer, or other players have voted to stop."""

    acts_url: str
    minded: str
    stopping: str
    may_return: bool


class Rematch(Struct, frozen=True):
    """The buttons after a match; `rematch` says how many have agreed to another one."""

    acts_url: str
    choices: tuple[str, ...]
    rematch: str


class SeatedPlayer(Struct, frozen=True):
    """A player in the list of players; see `courtly.web.contexts.table.Member`."""

    number: int
    name: str
    pennant: Pennant
    mine: bool
    status: str
    role: str
    state: str
    to_move: bool
    clock: Clock | None


class SeatState(Struct, frozen=True):
    """The present state of the player in a seat: thinking, away, or replaced by a stand-in."""

    number: int
    status: str
    state: str
    clock: Clock | None
    is_replaced: bool


class SeatMark(Struct, frozen=True):
    """A sign for a person or a program at a seat: replaced by a stand-in, in words, or absent."""

    number: int
    replaced: str
    is_present: bool


class SeatActs(Struct, frozen=True):
    """The acts that the viewer may do to a seat."""

    number: int
    name: str
    mine: bool
    present: bool
    acts: tuple[str, ...]


class TableControls(Struct, frozen=True):
    """The notes and acts of a table; see `courtly.web.contexts.table.Surroundings`."""

    acts_url: str
    notes: tuple[str, ...]
    origin_url: str
    event: tuple[str, str] | None
    minded: str
    stopping: str
    choices: tuple[str, ...]
    is_alone: bool
    seats: tuple[SeatActs, ...]
    earlier: tuple[tuple[int, str], ...]
    stages: tuple[tuple[str, str], ...]


_part = partial(Part, "table_parts.html")


def parts_of(page: object) -> Parts:
    """Return the parts of a page; only a match and its end have any."""
    if isinstance(page, MatchPage):
        return match_parts(page)
    return {**people_parts(page.around), **page.game_parts} if isinstance(page, FinalPage) else {}


def match_parts(page: MatchPage) -> Parts:
    """Return the parts of a match page: the shared ones around the table, and the parts of the game."""
    around = page.around
    running = next((_clock(member) for member in around.members if member.to_move), None)
    asked = Request(around.acts_url, page.request, running) if page.request else None
    offer = Rematch(around.acts_url, tuple(around.choices), around.rematch) if page.stopped else None
    found = {
        "asked": _part("asked", _caption(page)),
        "time-left": _part("time_left", running),
        **dict(_news(page.news)),
        "plan-data": _part("plan_data", str(htmlsafe_json_dumps(page.plan, sort_keys=True)) if page.plan else ""),
        "stand-in": _part(
            "stand_in", StandIn(around.acts_url, around.minded, around.stopping, "return" in around.choices)
        ),
        "stopped": _part("stopped", offer),
        "asks-hint": _part("asks_hint", HintSlot(page.may_ask and not page.advice, page.next_url)),
        "asks-back": _part("take_back", TakeBackSlot(around.acts_url, page.may_take_back, page.waits_for)),
        "request": _part("request", asked),
        "confirm-words": _part("confirm_words", page.confirms),
        **people_parts(around),
        **page.game_parts,
    }
    # Without a place for a part, an open page could not insert it and would have to be loaded again.
    for member in around.members:
        if not _has_place(member, page.seat_states):
            del found[f"seat-state-{member.number}"]
        if _has_place(member, page.seat_marks):
            found[f"seat-mark-{member.number}"] = _part("seat_mark", _mark(member))
    return found


def _has_place(member: Member, seats: SeatStates) -> bool:
    return seats == "all" or (seats == "others" and not member.mine)


def _mark(member: Member) -> SeatMark | None:
    """Return the sign of a seat; None for a bot's own seat, whose player is never absent."""
    if member.kind == "bot":
        return None
    return SeatMark(member.number, member.state if member.is_replaced else "", member.present)


def people_parts(around: Surroundings) -> dict[str, Part]:
    """Return the parts that show the players of a table."""
    found = {
        "company": _part("company", tuple(member.number for member in around.members)),
        "table-controls": _part("table_controls", _controls(around)),
    }
    for member in around.members:
        number, clock = member.number, _clock(member)
        found[f"member-{number}"] = _part("member", _player(member, clock))
        found[f"seat-state-{number}"] = _part(
            "seat_state", SeatState(number, member.status, member.state, clock, member.is_replaced)
        )
    return found


def _clock(member: Member) -> Clock | None:
    return Clock(member.number, member.clock.runs) if member.clock else None


def _caption(page: MatchPage) -> Caption:
    is_focused = page.my_turn and not page.advice
    if page.stopped or page.steps:
        return Caption(page.stopped or " ".join(page.steps.told if page.steps else ()), is_focused=is_focused)
    return msgspec.structs.replace(page.caption, is_focused=is_focused)


def _news(lines: Sequence[Line]) -> Iterator[tuple[str, Part]]:
    yield "news-title", _part("news_title", bool(lines))
    last = NEWS_LINES - 1
    for number in range(NEWS_LINES):
        shown = lines[last:] if number == last else lines[number : number + 1]
        line = NewsLine(" ".join(line.text for line in shown), shown[0].mine) if shown else None
        yield f"news-{number}", _part("news_line", line)


def _player(member: Member, clock: Clock | None) -> SeatedPlayer:
    return SeatedPlayer(
        member.number,
        member.name,
        member.pennant,
        member.mine,
        member.status,
        member.role,
        member.state,
        member.to_move,
        clock,
    )


def _controls(around: Surroundings) -> TableControls:
    return TableControls(
        acts_url=around.acts_url,
        notes=around.notes,
        origin_url=around.origin_url,
        event=around.event,
        minded=around.minded,
        stopping=around.stopping,
        choices=tuple(around.choices),
        is_alone=sum(member.kind != "bot" for member in around.members) == 1,
        seats=tuple(
            SeatActs(member.number, member.name, member.mine, member.present, tuple(member.acts))
            for member in around.members
        ),
        earlier=tuple((match.number, match.url) for match in around.earlier),
        stages=around.stages,
    )
