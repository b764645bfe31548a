"""Builds the contexts of the pages of a match, running or finished."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from courtly import bots
from courtly.bots import Hint
from courtly.bots.learned.net_store import WITHOUT_NET, lost_net
from courtly.engine.contract.game import set_up
from courtly.environment import environment
from courtly.scene.model import act_documents
from courtly.scene.page import GamePages, PageInput
from courtly.scene.parts import words_of
from courtly.scene.verdict import joined
from courtly.tables.acts.matches import Closed, Stopped
from courtly.tables.acts.take_back import AskedToTakeBack
from courtly.tables.document import SeatDocument, TableDocument, with_presence
from courtly.tables.presence import VISIT_SECONDS
from courtly.tables.table_views import MatchView, TableView
from courtly.tables.talk import LINE_LENGTH
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.web import forms
from courtly.web.contexts.frame import Frame, Live
from courtly.web.contexts.table import (
    Advice,
    FinalPage,
    MatchLink,
    MatchPage,
    MatchUpdate,
    Member,
    Phrase,
    Prospect,
    Surroundings,
    Talk,
    TalkLine,
    clock_fills,
)
from courtly.web.event_links import event_link, event_words, round_words
from courtly.web.games import pages_of
from courtly.web.hands import hand_choices, stages_of
from courtly.web.members import bot_level, clock_of, members_of, names_of, signs_of
from courtly.web.pages import next_table_url, table_url
from courtly.web.parts import NO_FILLS, NO_HASHES, PartHashes, update
from courtly.web.phrases import PHRASES
from courtly.web.rules_text import rules_url
from courtly.web.table_log import log_of
from courtly.web.table_parts import match_parts
from courtly.web.table_settings import again_url

SOON, LATER = 2, 5
"""Refresh intervals in seconds of a page without script: while the table waits for a bot, and for another person."""

ORIGINS = {
    "position": marked("Practice: played on from another match after {moves} moves; it does not count."),
    "deal": marked("Practice: this deal was played before, and others may play it too."),
    "day": marked("Deal of the day: all players get the same cards."),
    "record": marked("This match was loaded from a record; it was not played at this table."),
}
"""Descriptions of the origin of a match without a random deal."""

PRACTICE = "position", "deal"
"""The kinds of origins that make a match practice."""

SLACK = 15
"""Seconds for which a viewer without script counts as present, in addition to the refresh interval."""

MAX_TALK = 50
"""Maximum number of lines of table talk on a page."""


def acts_url(table: str) -> str:
    """Return the address of a table's forms."""
    return f"{table_url(table)}/acts"


def hint_url(table: str) -> str:
    """Return the address of a table's page with a hint."""
    return f"{table_url(table)}/hint"


def record_url(table: str, match: int) -> str:
    """Return the address of the record of a match."""
    return f"{table_url(table)}/record?match={match}"


def finished_match_url(table: str, match: int) -> str:
    """Return the address of a finished match of a table."""
    return f"{table_url(table)}/matches/{match}"


def page_input(table_view: TableView, locale: Locale, off: Collection[str] = ()) -> PageInput:
    """Return the input of a match page. If the table does not allow aids, they are switched off for all viewers.

    In a stopped match, and while a bot plays for the viewer, no move is legal, although the position has some.
    """
    match = table_view.match
    assert match is not None
    off = off if table_view.table.aids else {*off, "aids", "odds"}
    locale = Locale(locale.lang, names_of(match.seats, locale), match.seat, table_view.table.game, off)
    view = {**match.view, "legal": []} if match.is_stopped or _is_replaced(table_view) else match.view
    return PageInput(
        view,
        match.log,
        locale,
        pennants=signs_of(_at_match(table_view).table.seats, locale),
    )


def _is_replaced(table_view: TableView) -> bool:
    """Return whether a bot plays in the viewer's seat until the viewer takes it back."""
    match = table_view.match
    seat = None if match is None or match.is_over else match.seat
    return seat is not None and table_view.table.seats[seat].substituted_by is not None


def _stand_in_words(table_view: TableView, locale: Locale) -> str:
    """Return the caption while a bot makes the viewer's move; empty otherwise."""
    match = table_view.match
    if match is None or match.seat is None or table_view.table.to_move != match.seat or not _is_replaced(table_view):
        return ""
    return _replaced_words(table_view.table, table_view.table.seats[match.seat].substituted_by, locale)


def _replaced_words(table: TableDocument, bot: str | None, locale: Locale) -> str:
    """Return the sentence for a player whose seat a bot plays."""
    if _has_forfeited(table) and table.rated:
        return locale.say("You have lost: a bot ({bot}) plays to the end.", bot=bot_level(bot, locale))
    if _has_forfeited(table):
        return locale.say("Your time ran out: a bot ({bot}) plays to the end.", bot=bot_level(bot, locale))
    return locale.say("A bot ({bot}) plays for you.", bot=bot_level(bot, locale))


def _question(table_view: TableView, shown: PageInput) -> str:
    """Return a sentence that says who decides what."""
    pages = pages_of(shown.locale.domain)
    return _stand_in_words(table_view, shown.locale) or words_of(pages.name).question(shown.view, shown.locale)


def was_there(table_view: TableView) -> bool:
    """Return whether the viewer plays at a table or hosts it; false for a spectator."""
    own = table_view.match.seat if table_view.match else None
    return own is not None or table_view.table.own_seat is not None or table_view.table.is_hosted_by_viewer


def match_page(
    table_view: TableView,
    locale: Locale,
    off: Collection[str] = (),
    *,
    talk: Sequence[Mapping[str, Any]] | None = (),
) -> MatchPage:
    """Return the page of a match that is running or was stopped, without the parts that the viewer has switched off.

    `talk=None` means that only the parts of the page are needed. They contain no table talk.
    """
    table, match = table_view.table, table_view.match
    assert match is not None
    pages, shown = pages_of(table.game), page_input(table_view, locale, off)
    is_played_here = not match.is_over and match.seat is not None
    may_move = is_played_here and not _is_replaced(table_view)
    my_turn = may_move and match.view["to_move"] == match.seat
    # After a draft this stays true, although the view may already be at the next seat's turn.
    is_asked = may_move and table.to_move == match.seat
    may_plan = is_played_here and table.to_move not in (None, match.seat)
    context = pages.turn(shown)
    waits_for, request = _take_back_words(table, locale)
    return MatchPage(
        frame=table_frame(
            table_view,
            table_url(table.id),
            locale.say("Your turn") if my_turn else pages.title(shown.locale),
            pages,
            refresh=_refresh(table_view),
        ),
        template=f"{pages.folder}/turn.html",
        game=pages.name,
        called=pages.title(shown.locale),
        caption=pages.caption(context, _question(table_view, shown)),
        acts=act_documents(shown.scene.acts) if my_turn else [],
        plan=[act_documents(acts) for acts in shown.scene.plan] if may_plan else [],
        play_url=acts_url(table.id),
        url=table_url(table.id),
        hint_url=hint_url(table.id),
        match=match.number,
        turn=table.turn,
        command=environment().token(12),
        my_turn=my_turn,
        may_ask=is_asked and bool(table.aids),
        may_hint=match.seat is not None and bool(table.aids),
        stopped=_end_words(table_view, locale) if match.is_stopped else "",
        advice=None,
        news=pages.news(shown),
        log=[] if talk is None else log_of(table_view, pages, shown),
        table=context,
        game_parts=pages.parts(context),
        seat_states=pages.seat_states,
        seat_marks=pages.seat_marks,
        around=around(table_view, locale, off, talk),
        rules_url=rules_url(pages.name),
        next_url=next_table_url(table.id) if is_played_here and not is_asked and table.has_days else "",
        may_take_back=is_played_here and bool(table.may_take_back),
        waits_for=waits_for if is_played_here else "",
        request=request if is_played_here else "",
    )


def _end_words(table_view: TableView, locale: Locale) -> str:
    """Return why a match was stopped before its end, in words."""
    return locale.say(Closed.sentence if table_view.is_closed else Stopped.sentence)


def _take_back_words(table: TableDocument, locale: Locale) -> tuple[str, str]:
    """Return the words about an open request to take back the last moves: `MatchPage.waits_for` and `request`."""
    asked, you = table.take_back, table.own_seat
    if asked is None:
        return "", ""
    names = names_of(table.seats, locale)
    if you == asked.seat:
        return locale.say("Waiting for {names}.", names=", ".join(names[seat] for seat in asked.waiting_for)), ""
    is_asked = you in asked.waiting_for
    return "", locale.say(AskedToTakeBack.sentence, name=names[asked.seat]) if is_asked else ""


def hint_page(
    table_view: TableView, locale: Locale, off: Collection[str], hint: Hint, talk: Sequence[Mapping[str, Any]] = ()
) -> MatchPage:
    """Return the page of a match with a hint."""
    page = match_page(table_view, locale, off, talk=talk)
    frame = replace(page.frame, here=hint_url(table_view.table.id))
    return replace(page, frame=frame, advice=advice(hint, page_input(table_view, locale, off)))


def is_played(table_view: TableView) -> bool:
    """Return whether a table shows a match that is running or was stopped; only such pages have parts."""
    return table_view.match is not None and (not table_view.match.is_over or table_view.match.is_stopped)


def page_kind(table_view: TableView) -> str:
    """Return the kind of page that a table shows now: `waiting`, `match` or `final`. It is also a CSS class."""
    if table_view.match is None:
        return "waiting"
    return "match" if is_played(table_view) else "final"


def left_on(table: TableDocument, locale: Locale) -> list[tuple[int, str] | None]:
    """Return the remaining time of each clock, in seconds and in words; None for a seat without a clock."""
    clocks = [clock_of(number, table, locale) for number in range(len(table.seats))]
    return [(clock.seconds, clock.text) if clock else None for clock in clocks]


def match_update(
    table_view: TableView, locale: Locale, off: Collection[str] = (), *, before: PartHashes = NO_HASHES
) -> MatchUpdate:
    """Return the parts of a match for an open page. A finished match is shown in its final position.

    Arrivals and departures do not change the version. So all players are rendered as present, and a script marks the
    absent ones.

    Parameters
    ----------
    before
        The hashes of the page that the client has; by default all parts are returned.
    """
    return _changed_parts(_page_of_all(table_view, locale, off), locale, before)


def draft_update(
    table_view: TableView, locale: Locale, off: Collection[str] = (), *, before: PartHashes = NO_HASHES
) -> MatchUpdate:
    """Return the parts of a match after a draft. If no move can follow it, no seat is to move until it is sent."""
    match = table_view.match
    assert match is not None
    is_complete = not match.view["legal"]
    if is_complete:
        table_view = replace(table_view, match=replace(match, view={**match.view, "to_move": None}))
    page, shown = _page_of_all(table_view, locale, off), page_input(table_view, locale, off)
    pages, asked = pages_of(page.game), _question(table_view, shown)
    unsent = pages.unsent(shown)
    confirms = locale.say(unsent) if unsent else ""
    if is_complete:
        confirms = pages.confirms(shown)
        asked = locale.say("{act}, or undo.", act=confirms) if confirms else locale.say("Confirm, or undo.")
    asked = f"{pages.drafted(shown)} {asked}".strip()
    caption = pages.caption(page.table, asked)
    # The answer to a draft has no remaining times outside its parts, as the frame of a state does.
    page = replace(page, caption=caption, confirms=confirms)
    return _changed_parts(page, locale, before, clock_fills(page.around))


def _page_of_all(table_view: TableView, locale: Locale, off: Collection[str]) -> MatchPage:
    """Return the page of a match with all players present."""
    table = replace(table_view.table, seats=with_presence(table_view.table.seats))
    return match_page(replace(table_view, table=table), locale, off, talk=None)


def _changed_parts(
    page: MatchPage, locale: Locale, before: PartHashes, fills: Mapping[str, str] = NO_FILLS
) -> MatchUpdate:
    drawn = update(match_parts(page), locale.of(page.game), before, fills)
    return MatchUpdate(page.frame.title, page.acts, drawn)


def final_page(
    table_view: TableView, locale: Locale, off: Collection[str] = (), *, talk: Sequence[Mapping[str, Any]] = ()
) -> FinalPage:
    """Return the page of a match that has ended."""
    table, match = table_view.table, table_view.match
    assert match is not None
    pages, shown = pages_of(table.game), page_input(table_view, locale)
    is_last = _is_last(table_view)
    here = table_url(table.id) if is_last else finished_match_url(table.id, match.number)
    context = pages.final(shown)
    return FinalPage(
        frame=table_frame(table_view, here, locale.say("Final score"), pages, refresh=None),
        template=f"{pages.folder}/final.html",
        game=pages.name,
        called=pages.title(shown.locale),
        headline=pages.headline(shown),
        lost_early=" ".join(_lost_early(match, shown.locale)),
        again_url=again_url(table_view),
        record_url=record_url(table.id, match.number),
        log=log_of(table_view, pages, shown),
        table=context,
        game_parts=pages.final_parts(context),
        around=around(table_view, locale, off, talk),
        is_last=is_last,
        steps_url=f"{finished_match_url(table.id, match.number)}/moves/0",
        review_url=f"{finished_match_url(table.id, match.number)}/review",
        share_url=f"{finished_match_url(table.id, match.number)}/share" if was_there(table_view) else "",
        deal_url=deal_url(table_view),
        rules_url=rules_url(pages.name),
    )


def _lost_early(match: MatchView, locale: Locale) -> Iterator[str]:
    """Yield sentences about the players who left or ran out of time, and so have lost: the score is that of a bot."""
    lost = [number for number, seat in enumerate(match.seats) if seat.forfeited]
    if match.seat in lost:
        yield locale.say("You lost before the end: a bot played on, and the match counts as lost.")
    if names := [locale.names[number] for number in lost if number != match.seat]:
        yield locale.count(
            "{names} lost before the end: a bot played on.",
            "{names} lost before the end: a bot played on.",
            len(names),
            names=joined(names, locale),
        )


def _is_last(table_view: TableView) -> bool:
    """Return whether a match is the last one for the viewer; they have not agreed to a rematch, if there is one."""
    table, match = table_view.table, table_view.match
    assert match is not None
    if table.rematch is not None:
        return bool(match.number == table.match - 1) and "again" in _choices(table_view)
    return bool(table.status == "over" and match.number == table.match)


def table_frame(
    table_view: TableView, here: str, title: str, pages: GamePages | None = None, *, refresh: int | None
) -> Frame:
    """Return the frame of a page with a live connection to a table."""
    table = table_view.table
    live = Live(socket=f"/api/tables/{table.id}/live", version=table.version, refresh=refresh)
    return Frame(title=title, here=here, sheets=pages.sheet_files() if pages else (), live=live)


def here_for(frame: Frame) -> float:
    """Return the number of seconds for which a viewer without a live connection counts as present."""
    refresh = frame.live.refresh if frame.live else None
    # On the viewer's own turn the page does not refresh itself.
    return VISIT_SECONDS if refresh is None else refresh + SLACK


def _refresh(table_view: TableView) -> int | None:
    """Return the refresh interval of a page without script; None while the page waits for the viewer."""
    table = table_view.table
    seat = table.to_move
    if seat is None or seat == table.you:
        return None
    decides = table.seats[seat]
    return SOON if decides.kind == "bot" or decides.substituted_by else LATER


def advice(hint: Hint, shown: PageInput) -> Advice:
    """Return a hint for a page."""
    locale, pages = shown.locale, pages_of(shown.locale.domain)

    def steps(one: bots.Prospect) -> list[str]:
        """Return the moves of a turn in words, each with the moves that it needs."""
        starts = [i for i, view in enumerate(one.views) if not i or view.get("pending") is None]
        inputs = [replace(shown, view=view) for view in one.views]
        ends = (*starts[1:], len(inputs))
        return [pages.whole_move_words(one.moves[i:end], inputs[i:end]) for i, end in zip(starts, ends, strict=True)]

    def prospect(one: bots.Prospect) -> Prospect:
        words = steps(one)[0]
        if one.is_near and one is not hint.advised:
            return Prospect(words, locale.say("nearly as good"), one.lines)
        return Prospect(words, locale.say("wins about {percent}%", percent=round(100 * one.chance)), one.lines)

    # The lines of the advised move are among the reasons for the hint.
    advised, *others = replace(prospect(hint.advised), lines=()), *map(prospect, hint.others)
    best = [advised, *others] if others else []
    return Advice(hint.advised.moves, advised.move, steps(hint.advised)[1:], hint.lines, best)


def around(
    table_view: TableView, locale: Locale, off: Collection[str], talk: Sequence[Mapping[str, Any]] | None
) -> Surroundings:
    """Return the parts of a page around a match or a waiting room."""
    table, then = table_view.table, _at_match(table_view)
    now_there = members_of(table_view, locale)
    members = now_there if then is table_view else members_of(then, locale)
    you = table.own_seat
    is_playing = table.status == "playing"
    minder = table.seats[you].substituted_by if is_playing and you is not None else None
    shown = table_view.match.number if table_view.match else None
    return Surroundings(
        url=table_url(table.id),
        acts_url=acts_url(table.id),
        command=environment().token(12),
        members=members,
        stand_ins=forms.bot_choices(
            forms.usual_bot((seat.bot for seat in table.seats), forms.DEFAULT_STAND_IN), locale
        ),
        choices=[*_choices(table_view), *hand_choices(table)],
        stopping=_named(table_view.stop_votes, now_there, locale) if is_playing else "",
        rematch=_rematch(table, locale),
        minded=_replaced_words(table, minder, locale) if minder else "",
        talk=None if talk is None else _talk(table_view, now_there, talk, locale, muted="talk" in off),
        earlier=[
            MatchLink(finished_match_url(table.id, number), number)
            for number in range(1, table_view.matches + 1)
            if number != shown
        ],
        is_practice=is_practice(table_view),
        origin_url=_origin_url(table_view),
        event=event_link(table, locale),
        event_round=round_words(table, locale),
        notes=tuple(_notes(table_view, then.table.seats, locale)),
        pennants=signs_of(then.table.seats, locale),
        stages=tuple(stages_of(table, members, locale)),
    )


def _has_forfeited(table: TableDocument) -> bool:
    """Return whether the viewer has lost the match because the clock ran out."""
    you = table.own_seat
    return you is not None and table.seats[you].forfeited


def _at_match(table_view: TableView) -> TableView:
    """Return a table with the seats of the shown match. After a rematch, the players have other seats."""
    table, match = table_view.table, table_view.match
    if match is None or match.number == table.match:
        return table_view
    at_match = replace(
        table,
        you="watch" if match.seat is None else match.seat,
        host=None,
        seats=with_presence(match.seats),
        status="over",
        to_move=None,
        clocks=None,
    )
    return replace(table_view, table=at_match, words=())


def _rematch(table: TableDocument, locale: Locale) -> str:
    """Return how many of the persons have agreed to a rematch; empty if no other person is asked."""
    asked = table.persons
    if table.rematch is None or asked < 2:
        return ""
    return locale.say("Rematch? {agreed} of {persons}", agreed=len(table.rematch), persons=asked)


def deal_url(table_view: TableView) -> str:
    """Return the address that makes a link to a match's deal; empty if the viewer cannot share it."""
    table, match = table_view.table, table_view.match
    origin = table.origin if match and match.number == 1 else None
    is_own = table.event is None and (origin is None or (origin.kind == "deal" and not origin.moves))
    return f"{finished_match_url(table.id, match.number)}/deal" if match and match.seat is not None and is_own else ""


def _notes(table_view: TableView, seats: Sequence[SeatDocument], locale: Locale) -> Iterator[str]:
    """Yield what sets the match apart, one sentence each."""
    table = table_view.table
    if table.rated:
        is_playing = table.status == "playing"
        yield locale.say("Rated: who leaves has lost.") if is_playing else locale.say("This match is rated.")
    if table.event is not None:
        yield locale.say("The match is played once and to its end: no votes, take-backs or rematch.")
    elif origin := origin_words(table_view, locale):
        yield origin
    elif table.known_deal:
        yield locale.say("The deal of this table was chosen, so a player may know it.")
    if lacks_net(table.game, table.options, seats):
        yield locale.say(WITHOUT_NET)


def lacks_net(game: str, options: Mapping[str, Any], seats: Sequence[SeatDocument]) -> bool:
    """Return whether a bot has a level whose net does not fit these cards and options."""
    is_level = any(seat.bot in bots.level_names() for seat in seats)
    return is_level and _lost_net(game, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=32)
def _lost_net(game: str, options: str) -> bool:
    return lost_net(set_up(game, json.loads(options)))


def is_practice(table_view: TableView) -> bool:
    """Return whether the match, or else the next match, is practice, so that it does not count."""
    origin, number = table_view.table.origin, _shown_number(table_view)
    return origin is not None and origin.kind in PRACTICE and number == 1 and table_view.table.event is None


def _origin_url(table_view: TableView) -> str:
    """Return the address of the review of the match that this one continues, at the move where it branches off."""
    origin = table_view.table.origin
    if table_view.played_on_from is None or origin is None or not is_practice(table_view):
        return ""
    move = origin.moves + 1
    return f"{finished_match_url(*table_view.played_on_from)}/review?{urlencode({'move': move})}"


def _shown_number(table_view: TableView) -> int:
    return int(table_view.match.number if table_view.match else table_view.table.match)


def origin_words(table_view: TableView, locale: Locale) -> str:
    """Return where the match, or else the next match, comes from, in words; empty for a random deal."""
    origin, number = table_view.table.origin, _shown_number(table_view)
    if (event := table_view.table.event) is not None:
        return event_words(event, locale)
    return locale.say(ORIGINS[origin.kind], moves=origin.moves) if origin and number == 1 else ""


def _named(seats: Sequence[int], members: Sequence[Member], locale: Locale) -> str:
    """Return a sentence that names the players who have voted to stop; empty if there are none."""
    names = ", ".join(members[seat].name for seat in seats)
    return locale.count("{names} wants to stop", "{names} want to stop", len(seats), names=names) if names else ""


def _choices(table_view: TableView) -> list[str]:
    """Return the acts that the viewer may do at the table, apart from those on other seats."""
    table = table_view.table
    you = table.own_seat
    if you is None:
        may_stop = table.is_hosted_by_viewer and table.status == "playing" and not table.turn
        return ["stop"] if may_stop and not table.rated else []
    if table.rematch is not None and you not in table.rematch:
        return ["again", "rise"]
    if table.status == "waiting":
        return ["rise"]
    if table.status == "over":
        return [] if table.event or table_view.is_closed else ["again"]
    if table.rated:
        return [] if _has_forfeited(table) else ["forfeit"]
    away = [] if _has_forfeited(table) else ["return" if table.seats[you].substituted_by else "mind"]
    if table.event:
        return away
    if table_view.table.is_hosted_by_viewer and not table.turn:
        return [*away, "stop"]
    return away if you in table_view.stop_votes else [*away, "vote-stop"]


def _is_talked_at(table_view: TableView, lines: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether to show table talk: it is allowed, and other people read it, have written, or may join."""
    table = table_view.table
    others = [seat for number, seat in enumerate(table.seats) if seat.kind != "bot" and number != table.you]
    return bool(table.talk) and bool(others or lines or table.listed)


def _talk(
    table_view: TableView, members: Sequence[Member], lines: Sequence[Mapping[str, Any]], locale: Locale, *, muted: bool
) -> Talk | None:
    table, you = table_view.table, table_view.table.own_seat
    if not _is_talked_at(table_view, lines):
        return None
    return Talk(
        url=f"{table_url(table.id)}/lines",
        command=environment().token(12),
        lines=[] if muted else [_line(line, you, members, locale) for line in lines[-MAX_TALK:]],
        phrases=[Phrase(name, locale.say(text)) for name, text in PHRASES.items()],
        may_write=you is not None or table.status != "playing",
        muted=muted,
        length=LINE_LENGTH,
    )


def _line(line: Mapping[str, Any], you: int | None, members: Sequence[Member], locale: Locale) -> TalkLine:
    seat, phrase = line["seat"], line["phrase"]
    name = locale.say("a spectator") if seat is None else members[seat].name
    text = locale.say(PHRASES[phrase]) if phrase in PHRASES else line["text"] or ""
    return TalkLine(line["n"], name, text, seat is not None and seat == you)
