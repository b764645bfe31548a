"""Builds the contexts of the waiting room and of the form that changes its options."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import segno

from courtly.bots.learned.net_store import WITHOUT_NET
from courtly.engine.contract.game import find_game
from courtly.engine.errors import CourtlyError
from courtly.environment import environment
from courtly.scene.page import GamePages
from courtly.tables.acts import WORD_LENGTH
from courtly.tables.acts.matches import Closed
from courtly.tables.document import TableDocument
from courtly.tables.table_views import TableView
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.web import forms
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import OptionsPage
from courtly.web.contexts.table import Link, Meeting, Member, OptionFact, WaitingRoom
from courtly.web.games import pages_of
from courtly.web.measures import clock_words, delay_words, time_words
from courtly.web.members import bot_level
from courtly.web.pages import error_page, table_url
from courtly.web.table_pages import LATER, ORIGINS, around, lacks_net, table_frame
from courtly.web.table_settings import again_url

NOT_ALLOWED = {"watchers": marked("spectators"), "talk": marked("chat"), "aids": marked("hints and computed numbers")}
"""Names of the features that a host may switch off for a table."""


def waiting_room(
    table_view: TableView,
    locale: Locale,
    off: Collection[str] = (),
    *,
    talk: Sequence[Mapping[str, Any]] = (),
    site: str,
) -> WaitingRoom:
    """Return the page of a table that waits to start; `site` is the server's address, for the invitation links."""
    table = table_view.table
    all_around = around(table_view, locale, off, talk)
    you = next((member for member in all_around.members if member.mine), None)
    is_host = table.is_hosted_by_viewer
    title = pages_of(table.game).title(locale.of(table.game))
    held = sum(member.kind != "open" for member in all_around.members)
    is_closed = table.status == "over"
    busy = (you is not None and not you.ready) or (is_host and not _is_complete(all_around.members))
    return WaitingRoom(
        frame=table_frame(table_view, table_url(table.id), title, refresh=None if busy or is_closed else LATER),
        around=all_around,
        title=title,
        seated=locale.say("{held} of {seats} seated", held=held, seats=len(all_around.members)),
        waiting_for=locale.say("This table is closed") if is_closed else _people_waited_for(all_around.members, locale),
        options=option_facts(table, locale),
        options_url=f"{table_url(table.id)}/options",
        links=_links(table, site),
        promise=table.commitment or "",
        word=environment().token_hex(4),
        word_length=WORD_LENGTH,
        you=you,
        may_sit=you is None and any(member.kind == "open" for member in all_around.members),
        may_start=is_host and held == len(all_around.members) and table.all_agree,
        is_host=is_host,
        meeting=_meeting(table_view, locale),
    )


def _meeting(table_view: TableView, locale: Locale) -> Meeting | None:
    """Return what happens at a table where players wait for opponents, None at any other."""
    table = table_view.table
    if table.status == "over":
        # All players have left before a match, or an administrator has closed the table.
        again = locale.say("You can look for opponents again.")
        words = locale.say(Closed.sentence) if table_view.is_closed else again
        return Meeting(words, "", may_fill=False, is_closed=True)
    if (meeting := table.meeting) is None:
        return None
    may_fill, you = meeting.may_fill, table.own_seat
    words = locale.say("The match begins by itself.")
    if may_fill:
        words = locale.say("No one else has come yet. Bots can take the open seats.")
    advice = ""
    if you is not None:
        advice = (
            locale.say("You can close this page: your seat stays yours.")
            if table.has_days
            else locale.say("Keep this page open: after two minutes away, your seat is free again.")
        )
    return Meeting(words, advice, may_fill=may_fill and you is not None and meeting.filler == you, is_closed=False)


def _is_complete(members: Sequence[Member]) -> bool:
    """Return whether all players are ready."""
    return all(member.kind == "bot" or member.ready for member in members)


def _people_waited_for(members: Sequence[Member], locale: Locale) -> str:
    free = sum(member.kind == "open" for member in members)
    late = [member for member in members if member.kind in ("person", "program") and not member.ready]
    is_viewer_late = any(member.mine for member in late)
    others = ", ".join(member.name for member in late if not member.mine)
    if free and not others:
        return locale.count("Waiting for {n} more player", "Waiting for {n} more players", free)
    if free and is_viewer_late:
        return locale.count(
            "Waiting for you, {names} and {n} more", "Waiting for you, {names} and {n} more", free, names=others
        )
    if free:
        return locale.count("Waiting for {names} and {n} more", "Waiting for {names} and {n} more", free, names=others)
    if not others:
        return locale.say("Waiting for you")
    if is_viewer_late:
        return locale.say("Waiting for you and {names}", names=others)
    return locale.say("Waiting for {names}", names=others)


def _links(table: TableDocument, site: str) -> list[Link]:
    """Return the links by which the viewer can invite others; only the host has any."""
    codes = {"join": table.join, "watch": table.watch if table.watchers else None}
    return [_link(role, code, site) for role, code in codes.items() if code is not None]


def _link(role: str, code: str, site: str) -> Link:
    url = f"{site}/{role}/{code}"
    picture = segno.make(url, micro=False).svg_inline(border=2, omitsize=True, dark="#211a24", light="#ffffff")
    return Link(role, url, picture)


def option_facts(table: TableDocument, locale: Locale) -> list[OptionFact]:
    """Return the settings of a table, as titles and values: game options, clock, and stand-in."""
    pages = pages_of(table.game)
    own = locale.of(table.game)
    facts = [
        OptionFact(pages.option_title(name, own), words) for name, words in _option_words(pages, table.options, own)
    ]
    if table.rated:
        facts.append(
            OptionFact(locale.say("Rated"), locale.say("the match counts for the ratings; who leaves has lost"))
        )
    facts.append(OptionFact(locale.say("Clock"), clock_words(table.clock, locale)))
    if table.clock:
        facts.append(OptionFact(locale.say("Timeout"), locale.say(forms.TIMEOUTS[table.timeout])))
    if (minder := table.stand_in) and minder["after"] is not None:
        bot, time = bot_level(minder["bot"], locale), time_words(minder["after"], locale)
        facts.append(
            OptionFact(locale.say("Absent players"), locale.say("a bot ({bot}) plays after {time}", bot=bot, time=time))
        )
    if table.delay:
        words = locale.say("players may show their hands, {later}", later=delay_words(table.delay, locale))
        facts.append(OptionFact(locale.say("Spectators"), words))
    allowed = {"watchers": table.watchers, "talk": table.talk, "aids": table.aids}
    if refused := [locale.say(title) for name, title in NOT_ALLOWED.items() if not allowed[name]]:
        facts.append(OptionFact(locale.say("Switched off for all"), ", ".join(refused)))
    if lacks_net(table.game, table.options, table.seats):
        facts.append(OptionFact(locale.say("Bots"), locale.say(WITHOUT_NET)))
    if table.origin and table.match == 1:
        facts.append(OptionFact(locale.say("Deal"), locale.say(ORIGINS[table.origin.kind], moves=table.origin.moves)))
    elif table.known_deal:
        facts.append(OptionFact(locale.say("Deal"), locale.say("chosen by the host, who may know the cards")))
    return facts


def _option_words(pages: GamePages, options: Mapping[str, Any], locale: Locale) -> list[tuple[str, str]]:
    """Return the options with their values as text, without the number of players; a custom list is just "custom"."""
    documents = forms.documents_of(pages)
    found = []
    for option in find_game(pages.name).rules.options.described():
        value = options.get(option.name)
        if option.name == "players" or value is None or (option.name in documents and isinstance(value, str)):
            continue
        if option.name in documents:
            found.append((option.name, locale.say("custom")))
        elif option.kind == "number":
            found.append((option.name, str(value)))
        else:
            found.append((option.name, pages.option_value(option.name, forms.as_text(value), locale)))
    return found


def options_page(
    table_view: TableView,
    locale: Locale,
    *,
    chosen: Mapping[str, str] | None = None,
    problem: CourtlyError | None = None,
) -> OptionsPage:
    """Return the form that changes the options; it shows `chosen` or the present options, and the error in them."""
    table = table_view.table
    pages = pages_of(table.game)
    url = table_url(table.id)
    filled = forms.as_chosen(pages, table.options) if chosen is None else chosen
    return OptionsPage(
        frame=Frame(title=locale.say("Change options"), here=f"{url}/options", sheets=pages.sheet_files()),
        options=forms.option_fields(pages, filled, locale.of(pages.name)),
        acts_url=f"{url}/options",
        back_url=url,
        new_url=again_url(table_view),
        command=environment().token(12),
        problem=error_page(problem, here=url, back=url, locale=locale) if problem else None,
    )
