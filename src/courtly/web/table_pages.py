"""What each page of a table shows: the waiting room, a match that is played, one that is over."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import segno

from courtly import bots
from courtly.bots import Hint
from courtly.engine.contract.game import find_game
from courtly.engine.errors import CourtlyError
from courtly.runtime import Progress
from courtly.scene.model import Line, told
from courtly.scene.page import GamePages, Seen
from courtly.scene.parts import words_of
from courtly.tables.acts import WORD_LENGTH
from courtly.tables.audience import own_seat
from courtly.tables.lobby import LINE_LENGTH
from courtly.tables.looking import Draft, Look, MatchLook
from courtly.text.languages import marked
from courtly.text.reader import Reader
from courtly.web import forms
from courtly.web.contexts.doors import OptionsPage
from courtly.web.contexts.frame import Frame, Live
from courtly.web.contexts.table import (
    Advice,
    Around,
    Fact,
    FinalPage,
    Link,
    MatchDrawing,
    MatchLink,
    MatchPage,
    Member,
    Passage,
    Phrase,
    Prospect,
    Talk,
    TalkLine,
    WaitingRoom,
)
from courtly.web.games import pages_of
from courtly.web.measures import clock_words, time_words
from courtly.web.members import bot_name, clock_of, is_hosted_by_reader, members_of, names_of, signs_of
from courtly.web.pages import error_page, table_url
from courtly.web.phrases import PHRASES
from courtly.web.prints import NO_PRINTS, Prints
from courtly.web.render import draw
from courtly.web.rules_text import drawer_rules, refusal_links

LONGEST_ADDRESS = 2000
"""The options of a match that would make a longer address are looked up when it is played again."""

SOON, LATER = 2, 5
"""After how many seconds a page without script looks again: while a bot thinks, and while somebody else does."""

NOT_ALLOWED = {"watchers": marked("onlookers"), "talk": marked("table talk"), "aids": marked("hints")}
"""What a table may be without."""

ORIGINS = {
    "position": marked("Practice: this match is played on from another, after {moves} moves, and counts for nothing."),
    "deal": marked("Practice: this deal was played before, and others may play it too."),
    "day": marked("The deal of the day: everybody plays the same cards."),
    "record": marked("This match was not played at this table: it stands here as its record tells it."),
}
"""Where a match comes from that was not dealt afresh."""

SLACK, BUSY = 15, 120
"""Seconds beyond its next look, and where it waits for its reader, for which a page without script counts as here."""

MOST_TALK = 50
"""Lines of table talk on a page."""


def acts_url(table: str) -> str:
    """Return where the forms of a table go."""
    return f"{table_url(table)}/acts"


def hint_url(table: str) -> str:
    """Return the address of a table with a hint for the reader."""
    return f"{table_url(table)}/hint"


def record_url(table: str, match: int) -> str:
    """Return the address of the record of a match."""
    return f"{table_url(table)}/record?match={match}"


def past_url(table: str, match: int) -> str:
    """Return the address of a match of a table that is over."""
    return f"{table_url(table)}/matches/{match}"


def seen(look: Look, reader: Reader, off: Collection[str] = ()) -> Seen:
    """Return what the pages of a match are built from; at a table without aids they are off for everybody."""
    match = look.match
    assert match is not None
    off = off if look.table["aids"] else {*off, "aids", "odds"}
    reader = Reader(reader.lang, names_of(match.seats, reader), match.seat, look.table["game"], off)
    return Seen(match.view, match.log, reader)


def was_there(look: Look) -> bool:
    """Tell whether the reader was at the table of a match, and did not only look on."""
    own = look.match.seat if look.match else None
    return own is not None or own_seat(look.table) is not None or is_hosted_by_reader(look)


def match_page(
    look: Look,
    reader: Reader,
    off: Collection[str] = (),
    *,
    hint: Hint | None = None,
    talk: Sequence[Mapping[str, Any]] | None = (),
) -> MatchPage:
    """Return the page of a match that is running, or was stopped, without what the reader has switched off.

    Without `talk` it is for its regions alone: these have neither table talk nor log.
    """
    table, match = look.table, look.match
    assert match is not None
    pages, shown = pages_of(table["game"]), seen(look, reader, off)
    is_played_here = not match.is_over and match.seat is not None
    my_turn = is_played_here and match.view["to_move"] == match.seat
    # After a turn that is only laid out too.
    is_asked = is_played_here and table["to_move"] == match.seat
    here = hint_url(table["id"]) if hint else table_url(table["id"])
    return MatchPage(
        frame=_frame(
            look, here, reader.say("Your turn") if my_turn else pages.title(shown.reader), pages, refresh=_refresh(look)
        ),
        template=f"{pages.folder}/turn.html",
        game=pages.name,
        called=pages.title(shown.reader),
        asked=words_of(pages.name).question(match.view, shown.reader),
        acts=told(shown.scene.acts) if my_turn else [],
        play_url=acts_url(table["id"]),
        url=table_url(table["id"]),
        hint_url=hint_url(table["id"]),
        match=match.number,
        turn=table["turn"],
        command=secrets.token_urlsafe(12),
        my_turn=my_turn,
        may_ask=is_asked and bool(table["aids"]),
        may_hint=match.seat is not None and bool(table["aids"]),
        stopped=reader.say("The match was stopped.") if match.is_stopped else "",
        record_url=record_url(table["id"], match.number),
        advice=advice(hint, shown) if hint else None,
        news=pages.news(shown),
        log=[] if talk is None else passages(pages.log(shown)),
        table=pages.turn(shown),
        around=around(look, reader, off, talk),
        rules=() if talk is None else drawer_rules(pages.name, reader.lang),
        refusals={} if talk is None else refusal_links(pages.name, reader.lang),
    )


def passages(lines: Sequence[Line]) -> list[Passage]:
    """Return the log under its headings, line by line, as a connection tells it."""
    split = [replace(line, text=text) for line in lines for text in line.text.split("\n")]
    return [Passage(heading, list(under)) for heading, under in groupby(split, key=lambda line: line.heading)]


def is_played(look: Look) -> bool:
    """Tell whether the page of a table shows a match that is running, or was stopped: it has regions."""
    return look.match is not None and (not look.match.is_over or look.match.is_stopped)


def page_kind(look: Look) -> str:
    """Return which page a table has now, as its class in the page: `waiting`, `match` or `final`."""
    if look.match is None:
        return "waiting"
    return "match" if is_played(look) else "final"


def left_on(table: Mapping[str, Any], reader: Reader) -> list[tuple[int, str] | None]:
    """Return what each clock of a table shows now, in seconds and in words; None for a seat without one."""
    clocks = [clock_of(number, table, reader) for number in range(len(table["seats"]))]
    return [(clock.seconds, clock.text) if clock else None for clock in clocks]


def match_regions(look: Look, reader: Reader, off: Collection[str] = (), *, before: Prints = NO_PRINTS) -> MatchDrawing:
    """Return what is drawn of a match for a page that has been there before; of one that is over, how it lies there.

    Who is connected is no part of a version: everybody is drawn as if they were here, and a script shows who is not.

    Parameters
    ----------
    before
        What is kept of what was drawn for the page; without it, it is brought everything.
    """
    return _drawn(_page_of_all(look, reader, off), reader, off, before)


def draft_regions(
    draft: Draft, reader: Reader, off: Collection[str] = (), *, before: Prints = NO_PRINTS
) -> MatchDrawing:
    """Return what is drawn of a match after moves that are only laid out."""
    page = _page_of_all(draft.look, reader, off)
    if not draft.legal:
        page = replace(page, asked=reader.say("Send your turn, or take something back."), acts=[])
    return _drawn(page, reader, off, before)


def _page_of_all(look: Look, reader: Reader, off: Collection[str]) -> MatchPage:
    """Return the page of a match as if everybody were here."""
    seats = [{**seat, "present": True} for seat in look.table["seats"]]
    return match_page(replace(look, table={**look.table, "seats": seats}), reader, off, talk=None)


def _drawn(page: MatchPage, reader: Reader, off: Collection[str], before: Prints) -> MatchDrawing:
    drawing = draw(page.template, page, replace(reader, domain=page.game, off=frozenset(off)), before)
    return MatchDrawing(page.frame.title, page.acts, drawing)


def final_page(
    look: Look, reader: Reader, off: Collection[str] = (), *, talk: Sequence[Mapping[str, Any]] = ()
) -> FinalPage:
    """Return the page of a match that has ended."""
    table, match = look.table, look.match
    assert match is not None
    pages, shown = pages_of(table["game"]), seen(look, reader)
    is_last = table["status"] == "over" and match.number == table["match"]
    here = table_url(table["id"]) if is_last else past_url(table["id"], match.number)
    return FinalPage(
        frame=_frame(look, here, reader.say("The final count"), pages, refresh=None),
        template=f"{pages.folder}/final.html",
        game=pages.name,
        called=pages.title(shown.reader),
        headline=pages.headline(shown),
        again_url=again_url(look),
        record_url=record_url(table["id"], match.number),
        log=passages(pages.log(shown)),
        table=pages.final(shown),
        around=around(look, reader, off, talk),
        is_last=is_last,
        steps_url=f"{past_url(table['id'], match.number)}/moves/0",
        review_url=f"{past_url(table['id'], match.number)}/review",
        share_url=f"{past_url(table['id'], match.number)}/share" if was_there(look) else "",
        deal_url=deal_url(look),
        rules=drawer_rules(pages.name, reader.lang),
    )


def _frame(look: Look, here: str, title: str, pages: GamePages | None = None, *, refresh: int | None) -> Frame:
    table = look.table
    live = Live(socket=f"/api/tables/{table['id']}/live", version=table["version"], refresh=refresh)
    return Frame(title=title, here=here, sheets=pages.sheet_files() if pages else (), live=live)


def here_for(frame: Frame) -> float:
    """Return for how many seconds whoever was shown a page may be taken as here, if no connection says so."""
    refresh = frame.live.refresh if frame.live else None
    return BUSY if refresh is None else refresh + SLACK


def _refresh(look: Look) -> int | None:
    """Return after how long a page without script looks again; one that waits for its reader does not."""
    table = look.table
    seat = table["to_move"]
    if seat is None or seat == table["you"]:
        return None
    decides = table["seats"][seat]
    return SOON if decides["kind"] == "bot" or decides["minded_by"] else LATER


def advice(hint: Hint, shown: Seen) -> Advice:
    """Return a hint as it is shown to its reader; no line breaks before a sign of per cent."""
    reader = shown.reader
    words = pages_of(reader.domain).move_words

    def kept(lines: Sequence[str]) -> list[str]:
        return [line.replace(" %", "\u00a0%") for line in lines]

    def prospect(one: bots.Prospect) -> Prospect:
        chance = reader.say("about {percent} %", percent=round(100 * one.chance))
        return Prospect(words(one.move, shown), kept([chance])[0], kept(one.lines))

    best = [prospect(one) for one in hint.best]
    return Advice(hint.choice.move, words(hint.choice.move, shown), kept(hint.lines), best)


def around(look: Look, reader: Reader, off: Collection[str], talk: Sequence[Mapping[str, Any]] | None) -> Around:
    """Return what stands around every match and in the waiting room."""
    table = look.table
    members = members_of(look, reader)
    you = own_seat(table)
    minder = None if you is None else table["seats"][you]["minded_by"]
    shown = look.match.number if look.match else None
    return Around(
        url=table_url(table["id"]),
        acts_url=acts_url(table["id"]),
        command=secrets.token_urlsafe(12),
        members=members,
        minders=forms.bot_choices(forms.DEFAULT_MINDER, reader),
        choices=_choices(look),
        stopping=_named(look.stop_votes, members, reader),
        minded=reader.say("{bot} plays for you.", bot=bot_name(minder, reader)) if minder else "",
        talk=None if talk is None else _talk(look, members, talk, reader, muted="talk" in off),
        earlier=[
            MatchLink(past_url(table["id"], number), number) for number in range(1, look.matches + 1) if number != shown
        ],
        known_deal=table["known_deal"],
        origin=origin_words(look, reader),
        pennants=signs_of(table["seats"], reader),
    )


def deal_url(look: Look) -> str:
    """Return where a form goes that makes a link to the deal of a match; empty where the reader cannot share it."""
    table, match = look.table, look.match
    origin = table["origin"] if match and match.number == 1 else None
    is_own = origin is None or (origin["kind"] == "deal" and not origin["moves"])
    return f"{past_url(table['id'], match.number)}/deal" if match and match.seat is not None and is_own else ""


def origin_words(look: Look, reader: Reader) -> str:
    """Return where a match comes from, or the one to come; empty for one that is dealt afresh."""
    origin, number = look.table["origin"], look.match.number if look.match else look.table["match"]
    return reader.say(ORIGINS[origin["kind"]], moves=origin["moves"]) if origin and number == 1 else ""


def _named(seats: Sequence[int], members: Sequence[Member], reader: Reader) -> str:
    """Return who has voted to stop."""
    names = ", ".join(members[seat].name for seat in seats)
    return reader.say("Have voted to stop: {names}", names=names) if names else ""


def _choices(look: Look) -> list[str]:
    """Return what the reader may do at the table as a whole."""
    table = look.table
    you = own_seat(table)
    if you is None:
        return ["stop"] if is_hosted_by_reader(look) and table["status"] == "playing" and not table["turn"] else []
    if table["status"] == "waiting":
        return ["rise"]
    if table["status"] == "over":
        return ["again"]
    away = "return" if table["seats"][you]["minded_by"] else "mind"
    if is_hosted_by_reader(look) and not table["turn"]:
        return [away, "stop"]
    return [away] if you in look.stop_votes else [away, "vote-stop"]


def _is_talked_at(look: Look, lines: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether there is table talk: it is allowed, and there is, or was, somebody else who reads it."""
    table = look.table
    others = [seat for number, seat in enumerate(table["seats"]) if seat["kind"] != "bot" and number != table["you"]]
    return bool(table["talk"]) and bool(others or lines or table["listed"])


def _talk(
    look: Look, members: Sequence[Member], lines: Sequence[Mapping[str, Any]], reader: Reader, *, muted: bool
) -> Talk | None:
    table, you = look.table, own_seat(look.table)
    if not _is_talked_at(look, lines):
        return None
    return Talk(
        url=f"{table_url(table['id'])}/lines",
        command=secrets.token_urlsafe(12),
        lines=[] if muted else [_line(line, you, members, reader) for line in lines[-MOST_TALK:]],
        phrases=[Phrase(name, reader.say(text)) for name, text in PHRASES.items()],
        may_write=you is not None or table["status"] != "playing",
        muted=muted,
        length=LINE_LENGTH,
    )


def _line(line: Mapping[str, Any], you: int | None, members: Sequence[Member], reader: Reader) -> TalkLine:
    seat, phrase = line["seat"], line["phrase"]
    name = reader.say("an onlooker") if seat is None else members[seat].name
    text = reader.say(PHRASES[phrase]) if phrase in PHRASES else line["text"] or ""
    return TalkLine(line["n"], name, text, seat is not None and seat == you)


def waiting_room(
    look: Look,
    reader: Reader,
    off: Collection[str] = (),
    *,
    talk: Sequence[Mapping[str, Any]] = (),
    site: str,
) -> WaitingRoom:
    """Return the page of a table that waits; `site` is the address of the server, for the links to be sent."""
    table = look.table
    all_around = around(look, reader, off, talk)
    you = next((member for member in all_around.members if member.mine), None)
    is_host = is_hosted_by_reader(look)
    title = pages_of(table["game"]).title(reader.of(table["game"]))
    held = sum(member.kind != "open" for member in all_around.members)
    busy = (you is not None and not you.ready) or (is_host and not _is_complete(all_around.members))
    return WaitingRoom(
        frame=_frame(look, table_url(table["id"]), title, refresh=None if busy else LATER),
        around=all_around,
        title=title,
        seated=reader.say("{held} of {seats} seated", held=held, seats=len(all_around.members)),
        is_compiling=look.compiling is not None,
        waiting_for=_waiting_for(all_around.members, look.compiling, reader),
        options=option_facts(table, reader),
        options_url=f"{table_url(table['id'])}/options",
        links=[_link(role, table[role], site) for role in _roles(table)],
        promise=table["promise"] or "",
        word=secrets.token_hex(4),
        word_length=WORD_LENGTH,
        you=you,
        may_sit=you is None and any(member.kind == "open" for member in all_around.members),
        may_start=is_host and held == len(all_around.members),
        is_host=is_host,
    )


def _is_complete(members: Sequence[Member]) -> bool:
    """Tell whether nobody is waited for."""
    return all(member.kind == "bot" or member.ready for member in members)


def _waiting_for(members: Sequence[Member], compiling: Progress | None, reader: Reader) -> str:
    """Return who is waited for, and how far the rules are compiled where they are not."""
    if compiling is None:
        return _people_waited_for(members, reader)
    compiled = reader.say(
        "The rules are being compiled, once for this machine: {done} of {steps} steps",
        done=compiling.done,
        steps=compiling.steps,
    )
    return compiled if _is_complete(members) else f"{_people_waited_for(members, reader)} · {compiled}"


def _people_waited_for(members: Sequence[Member], reader: Reader) -> str:
    free = sum(member.kind == "open" for member in members)
    late = [member for member in members if member.kind in ("person", "program") and not member.ready]
    others = ", ".join(member.name for member in late if not member.mine)
    if free and others:
        return reader.count("Waiting for {names} and {n} more", "Waiting for {names} and {n} more", free, names=others)
    if free:
        return reader.count("Waiting for one more", "Waiting for {n} more", free)
    return reader.say("Waiting for {names}", names=others) if others else reader.say("Everybody waits for you")


def _roles(table: Mapping[str, Any]) -> list[str]:
    """Return the roles for which the reader may send a link: none for whoever is not the host."""
    return [role for role in ("join", "watch") if role in table and (role == "join" or table["watchers"])]


def _link(role: str, code: str, site: str) -> Link:
    url = f"{site}/{role}/{code}"
    picture = segno.make(url, micro=False).svg_inline(border=2, omitsize=True, dark="#211a24", light="#ffffff")
    return Link(role, url, picture)


def option_facts(table: Mapping[str, Any], reader: Reader) -> list[Fact]:
    """Return what is played at a table, in words: the options of its game, its clock, and who minds seats."""
    pages = pages_of(table["game"])
    own = reader.of(table["game"])
    facts = [Fact(pages.option_title(name, own), words) for name, words in _option_words(pages, table["options"], own)]
    facts.append(Fact(reader.say("Clock"), clock_words(table["clock"], reader)))
    if minder := table["minder"]:
        bot, time = bot_name(minder["bot"], reader), time_words(minder["after"], reader)
        facts.append(
            Fact(reader.say("When somebody is away"), reader.say("{bot} plays after {time}", bot=bot, time=time))
        )
    if refused := [reader.say(title) for name, title in NOT_ALLOWED.items() if not table[name]]:
        facts.append(Fact(reader.say("Not at this table"), ", ".join(refused)))
    if table["origin"] and table["match"] == 1:
        facts.append(
            Fact(reader.say("Deal"), reader.say(ORIGINS[table["origin"]["kind"]], moves=table["origin"]["moves"]))
        )
    elif table["known_deal"]:
        facts.append(Fact(reader.say("Deal"), reader.say("chosen by the host, and no surprise to everybody")))
    return facts


def _option_words(pages: GamePages, options: Mapping[str, Any], reader: Reader) -> list[tuple[str, str]]:
    """Return the options with their values in words; the players can be seen, a list of one's own is only named."""
    documents = forms.documents_of(pages)
    found = []
    for option in find_game(pages.name).rules.options.described():
        value = options.get(option.name)
        if option.name == "players" or value is None or (option.name in documents and isinstance(value, str)):
            continue
        if option.name in documents:
            found.append((option.name, reader.say("the host's own")))
        elif option.kind == "number":
            found.append((option.name, str(value)))
        else:
            found.append((option.name, pages.option_value(option.name, forms.as_text(value), reader)))
    return found


def options_page(
    look: Look, reader: Reader, *, chosen: Mapping[str, str] | None = None, problem: CourtlyError | None = None
) -> OptionsPage:
    """Return the form of other options, filled in with the present ones, and what was wrong with what was chosen."""
    table = look.table
    pages = pages_of(table["game"])
    url = table_url(table["id"])
    filled = forms.as_chosen(pages, table["options"]) if chosen is None else chosen
    return OptionsPage(
        frame=Frame(title=reader.say("Other options"), here=f"{url}/options", sheets=pages.sheet_files()),
        options=forms.option_fields(pages, filled, reader.of(pages.name)),
        acts_url=f"{url}/options",
        back_url=url,
        command=secrets.token_urlsafe(12),
        problem=error_page(problem, here=url, back=url, reader=reader) if problem else None,
    )


def again_url(look: Look) -> str:
    """Return the address of the form of a new table, filled in as for this one."""
    address = f"/new?{urlencode(chosen_before(look))}"
    return address if len(address) <= LONGEST_ADDRESS else f"/new?{urlencode({'again': look.table['id']})}"


def chosen_before(look: Look) -> dict[str, str]:
    """Return what was chosen for a table, as the fields of the form of a new one."""
    table, match = look.table, look.match
    options = forms.as_chosen(pages_of(table["game"]), table["options"])
    seats = match.seats if match else table["seats"]
    own = _own_seat(match) if match else 0
    others = [seats[(own + step) % len(seats)] for step in range(1, len(seats))]
    sitters = {f"bot-{n}": seat["bot"] or forms.OPEN for n, seat in enumerate(others, 2)}
    clock = next((name for name, terms in forms.CLOCKS.items() if terms and terms == table["clock"]), None)
    return {
        "game": table["game"],
        "name": seats[own]["name"] if match and match.seat is not None else "",
        **options,
        **sitters,
        **({"clock": clock} if clock else {}),
        **{name: forms.as_text(table[name]) for name in forms.ALLOWED if not table[name]},
    }


def _own_seat(match: MatchLook) -> int:
    return match.seat if match.seat is not None else 0
