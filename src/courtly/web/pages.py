"""Builds the contexts of the pages outside matches, mostly one page per function."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar
from urllib.parse import urlencode

from courtly.engine.errors import CourtlyError, shown
from courtly.environment import environment
from courtly.scene.parts import folder
from courtly.tables.document import TableLine
from courtly.tables.journal import Player
from courtly.tables.people import COLOURS
from courtly.tables.table_views import ListedTable
from courtly.teaching.loading import outline_of
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.web import errors, forms, quick
from courtly.web.contexts.frame import Credit, CreditsPage, ErrorPage, Frame, Preview
from courtly.web.contexts.learning import LearnPage
from courtly.web.contexts.setup import (
    GameLink,
    GuestPage,
    InvitationPage,
    ListsPage,
    MailPage,
    NewPage,
    NotificationSettings,
    OpenSeats,
    OptionChoice,
    RecoveryPage,
    StartPage,
    TableLink,
)
from courtly.web.games import GamePages, offered, pages_of, refusal, title_of
from courtly.web.measures import ago_words, clock_words, left_words, since_words, wait_words
from courtly.web.members import UNNAMED, isolated, names_of, pennant, person_name
from courtly.web.rules_text import refusal_url, rules_url
from courtly.web.static_files import STATIC, static_url

ICON_SIZE = 512
"""Width and height of the icon in link previews, in pixels."""

Previewed = TypeVar("Previewed", StartPage, InvitationPage)

GAME_ICONS = "https://game-icons.net"
_ICON = re.compile(r"^\| `[^`]+` \| (\S+) \| Icon made by ([^,;|]+?)(?:, (\S+))?(?:; [^|]+)? \|$", re.MULTILINE)
"""A row of `static/CREDITS.md`: the name of an icon, its author, and at the first icon of some authors their page."""


MAX_LINES = 50
"""Maximum number of errors in a list or a card set that one page shows."""

PER_PAGE = 50
"""Number of tables on one page of the lobby."""

WEEK = 7
DAYS_OFF = (1, 3, WEEK, 14, 30)
"""The numbers of days that the form for days off offers."""

COLOUR_NAMES = {
    "wine": marked("wine red"),
    "blue": marked("night blue"),
    "amber": marked("amber"),
    "violet": marked("violet"),
    "green": marked("leaf green"),
    "slate": marked("slate"),
}


def table_url(table_id: str) -> str:
    """Return the address of a table."""
    return f"/tables/{table_id}"


def next_table_url(table_id: str) -> str:
    """Return the address that leads from a table to the viewer's next table."""
    return f"/next?{urlencode({'after': table_id})}"


def start_page(
    game: str, last: Mapping[str, str], tables: Sequence[ListedTable], locale: Locale, *, player: Player | None
) -> StartPage:
    """Return the start page of a game, by default the last chosen one, with the viewer's tables.

    Tables that wait for the viewer come first, and finished ones last. Otherwise the order stays.
    """
    pages = pages_of(game or last.get("game", "") or offered()[0].name)
    own = locale.of(pages.name)
    links = [table_link(table, locale) for table in tables]
    return StartPage(
        frame=Frame(
            title=locale.say("Courtly: games of court intrigue"),
            here=f"/?{urlencode({'game': game})}" if game else "/",
            sheets=start_sheets(pages),
        ),
        games=game_links(pages, locale),
        game=pages.name,
        called=pages.title(own),
        pitch=pages.pitch(own),
        play=quick.quick_match(pages, last, chosen_name(player), locale),
        friends=quick.friends_match(pages, locale),
        learn_url=f"/learn/{pages.name}",
        steps=len(lesson.step) if (lesson := outline_of(pages.name)) else 0,
        rules_url=rules_url(pages.name),
        day_url=f"/deals/today/{pages.name}",
        pennant=pennant(person_name(player.name, locale), player.colour) if player else None,
        tables=sorted(links, key=lambda link: (not link.yours, link.over)),
        waiting=sum(link.yours for link in links),
        command=environment().token(12),
    )


def with_preview(page: Previewed, title: str, site: str, locale: Locale, *, is_private: bool) -> Previewed:
    """Return a page with a link preview: the game's pitch and the icon, which reveal nothing about a table."""
    picture = f"{site}{static_url(f'icon-{ICON_SIZE}.png')}"
    preview = Preview(
        title=title,
        about=page.pitch,
        url=f"{site}{page.frame.here}",
        picture=picture,
        lang=locale.lang,
        width=ICON_SIZE,
        height=ICON_SIZE,
        is_private=is_private,
    )
    return replace(page, frame=replace(page.frame, preview=preview))


def learn_page(game: str, locale: Locale) -> LearnPage:
    """Return the introduction to a game. It is cached, so it is identical for all viewers."""
    pages = pages_of(game)
    own = locale.of(pages.name)
    lesson = outline_of(game)
    return LearnPage(
        frame=Frame(title=locale.say("Learn"), here=f"/learn/{game}", sheets=start_sheets(pages)),
        games=game_links(pages, locale),
        game=pages.name,
        called=pages.title(own),
        pitch=pages.pitch(own),
        lesson_title=lesson.title.in_language(locale.lang) if lesson else "",
        steps=[step.title.in_language(locale.lang) for step in lesson.step] if lesson else [],
        rules_url=rules_url(game),
        play=quick.quick_match(pages, {}, "", locale),
    )


def new_page(
    chosen: Mapping[str, str], locale: Locale, *, player: Player | None = None, problem: CourtlyError | None = None
) -> NewPage:
    """Return the form of a new table, filled in with earlier choices, and their error if they have one."""
    pages = pages_of(chosen.get("game") or offered()[0].name)
    return NewPage(
        frame=Frame(title=locale.say("New table"), here=new_address(chosen, pages.name)),
        games=game_links(pages, locale),
        game=pages.name,
        options=forms.option_fields(pages, chosen, locale.of(pages.name)),
        seats=forms.seat_fields(pages, chosen, locale),
        terms=forms.terms_fields(chosen, locale),
        problem=error_page(problem, here="/new", back="/new", locale=locale) if problem else None,
        seed=chosen.get("seed", "")[: forms.SEED_LENGTH],
        name=chosen.get("name", chosen_name(player))[: forms.NAME_LENGTH],
        name_length=forms.NAME_LENGTH,
        command=environment().token(12),
    )


def game_links(chosen: GamePages, locale: Locale) -> list[GameLink]:
    """Return links to all games; the chosen game is marked."""
    return [GameLink(p.name, p.title(locale.of(p.name)), p.pitch(locale.of(p.name)), p is chosen) for p in offered()]


def start_sheets(pages: GamePages) -> list[str]:
    """Return the style sheet for the pictures of a game on the start page, if it has one."""
    try:
        has_sheet = (folder(pages.name, "static") / "start-cards.css").is_file()
    except TypeError:  # a game that is a single module has no folder
        has_sheet = False
    return [f"{pages.name}/start-cards.css"] if has_sheet else []


def chosen_name(player: Player | None) -> str:
    """Return the name that a player has chosen; empty for none."""
    return player.name if player and not UNNAMED.fullmatch(player.name) else ""


def new_address(chosen: Mapping[str, str], game: str) -> str:
    """Return the address of the form of a new table; it names the table to play again, or else the game."""
    if "again" in chosen:
        return f"/new?{urlencode({'again': chosen['again']})}"
    return f"/new?{urlencode({'game': game})}"


def table_link(listed: ListedTable, locale: Locale) -> TableLink:
    """Return the line of a table in a list."""
    table = listed.line
    names = names_of(table.seats, locale)
    seat = table.to_move
    known = table.game in [pages.name for pages in offered()]
    is_over, since = table.status == "over", table.turn_since or table.updated
    return TableLink(
        url=table_url(table.id),
        game=table.game if known else "",
        title=title_of(table.game, locale),
        players=", ".join(names),
        state=_list_state(table, names, locale),
        since=ago_words(table.updated, locale) if is_over else since_words(since, locale),
        left=left_words(table.due, locale) if table.due else "",
        over=is_over,
        yours=seat is not None and seat == table.yours,
        is_practice=listed.is_practice,
        is_rated=listed.is_rated,
    )


def _list_state(table: TableLine, names: Sequence[str], locale: Locale) -> str:
    """Return the state of a table in words: whose turn it is, or the number of free seats."""
    seat = table.to_move
    if table.status == "over":
        return locale.say("Over")
    if table.status == "waiting":
        free = sum(seat.kind == "open" for seat in table.seats)
        return locale.count("{n} seat free", "{n} seats free", free) if free else locale.say("Starting soon")
    if seat is None:
        return locale.say("Running")
    return locale.say("Your turn") if seat == table.yours else locale.say("Waiting for {names}", names=names[seat])


def lists_page(
    mine: Sequence[ListedTable],
    listed: Sequence[ListedTable],
    locale: Locale,
    *,
    page: int = 0,
    told: str = "",
) -> ListsPage:
    """Return the page of tables: the viewer's own, with a separate list of those that wait, and some public ones.

    `told` is the answer to a request for days off.
    """
    own = [table_link(table, locale) for table in mine]
    seats_of = [table for table in listed if _may_sit(table.line)]
    return ListsPage(
        frame=Frame(title=locale.say("Tables"), here=f"/tables?page={page}" if page else "/tables"),
        waiting=[link for link in own if link.yours],
        mine=[link for link in own if not link.yours],
        open_seats=[_open_seats(table, locale) for table in seats_of],
        listed=[table_link(table, locale) for table in listed if table not in seats_of],
        days_off=[OptionChoice(str(days), locale.count("{n} day", "{n} days", days), days == WEEK) for days in DAYS_OFF]
        if any(link.left for link in own)
        else [],
        command=environment().token(12),
        told=told,
        earlier_url=f"/tables?page={page + 1}" if len(listed) == PER_PAGE else "",
        later_url=f"/tables?page={page - 1}" if page else "",
    )


def _may_sit(table: TableLine) -> bool:
    """Return whether a viewer without a seat can sit down at a table."""
    return table.has_open_seat and table.yours is None


def _open_seats(table: ListedTable, locale: Locale) -> OpenSeats:
    link = table_link(table, locale)
    return OpenSeats(link, clock_words(table.clock, locale), f"{link.url}/acts")


def days_off_words(tables: int, locale: Locale) -> str:
    """Return the answer to a request for days off; `tables` is the number of tables that have given them."""
    if not tables:
        return locale.say("You play at no table with days for each move, so you need no days off.")
    return locale.count(
        "At {n} table, you have more days for this turn or your next one.",
        "At {n} tables, you have more days for this turn or your next one.",
        tables,
    )


def me_url(back: str) -> str:
    """Return the address of the viewer's own page; the page links back to `back`."""
    return f"/me?{urlencode({'back': back})}"


def guest_page(
    player: Player,
    locale: Locale,
    *,
    back: str,
    link: str = "",
    notifications: NotificationSettings | None = None,
) -> GuestPage:
    """Return the form for the viewer's name and colour, with a recovery link if one was made just now."""
    return GuestPage(
        frame=Frame(title=locale.say("Your name"), here="/me"),
        pennant=pennant(player.name, player.colour),
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
        colours=[OptionChoice(name, locale.say(COLOUR_NAMES[name]), name == player.colour) for name in COLOURS],
        back_url=back,
        link=link,
        has_link=player.recovery is not None,
        notifications=notifications,
    )


def mail_page(locale: Locale, *, url: str, is_done: bool, address: str = "", player: Player | None = None) -> MailPage:
    """Return the page of a link in a mail: with an address and a player, it confirms; otherwise it ends the mails."""
    return MailPage(
        frame=Frame(title=locale.say("E-mails"), here=url),
        address=isolated(address) if address else "",
        name=isolated(person_name(player.name, locale)) if player else "",
        is_done=is_done,
        url=url,
    )


def recovery_page(found: Player, player: Player | None, locale: Locale, *, url: str) -> RecoveryPage:
    """Return the page of a recovery link; `player` is the browser's present guest, or None."""
    name = isolated(person_name(found.name, locale))
    is_here = player is not None and player.id == found.id
    return RecoveryPage(
        frame=Frame(title=locale.say("Recovery link"), here=url),
        name=name,
        pennant=pennant(name, found.colour),
        is_here=is_here,
        until_now=isolated(person_name(player.name, locale)) if player and not is_here else "",
        url=url,
    )


def invitation_page(
    table: TableLine, *, joins: bool, url: str, player: Player | None, locale: Locale
) -> InvitationPage:
    """Return the page of an invitation link. The button sends a form to `url`, to sit down or to watch."""
    pages = pages_of(table.game)
    own = locale.of(table.game)
    here = [name for seat, name in zip(table.seats, names_of(table.seats, locale), strict=True) if seat.kind != "open"]
    may_join = joins and table.status == "waiting"
    is_full = may_join and table.yours is None and not table.has_open_seat
    return InvitationPage(
        frame=Frame(title=locale.say("Invitation"), here=url, sheets=pages.sheet_files()),
        title=pages.title(own),
        pitch=pages.pitch(own),
        players=", ".join(here),
        joins=may_join and not is_full,
        new_url=f"/new?{urlencode({'game': table.game})}" if is_full else "",
        url=url,
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
    )


def credits_page(locale: Locale) -> CreditsPage:
    """Return the credits."""
    return CreditsPage(frame=Frame(title=locale.say("Credits"), here="/credits"), credits=_credits())


@cache
def _credits() -> list[Credit]:
    """Return the authors in `static/CREDITS.md` with their icons, in the order of the file."""
    icons: dict[str, list[str]] = {}
    addresses: dict[str, str] = {}
    for icon, author, address in _ICON.findall((STATIC / "CREDITS.md").read_text(encoding="utf-8")):
        icons.setdefault(author, []).append(icon)
        if address:
            addresses[author] = address
    return [
        Credit(author, addresses.get(author, GAME_ICONS), ", ".join(dict.fromkeys(names)))
        for author, names in icons.items()
    ]


def error_page(error: CourtlyError, *, here: str, back: str, locale: Locale) -> ErrorPage:
    """Return the page of an error; it links to `back`, the match it happened in or the start page."""
    details = error.as_dict(locale.worded)
    allowed = details["allowed"] or []
    message, *lines = locale.worded(error.sentence).splitlines() or [""]
    left = len(lines) - MAX_LINES
    if left > 0:
        lines = [*lines[:MAX_LINES], locale.say("and {left} more", left=left)]
    to_table = back.startswith("/tables/")
    return ErrorPage(
        frame=Frame(title=locale.say(errors.TITLES.get(error.code, errors.OTHER_TITLE)), here=here),
        status=errors.status_of(error),
        explanation=explanation(error, locale),
        message=message,
        lines=lines,
        given=shown(error.given) if error.given is not None else None,
        where=error.where,
        allowed=[str(choice) for choice in (allowed if isinstance(allowed, list) else [allowed])],
        rule_url=refusal_url(error),
        back_url=back,
        back_words=locale.say("Back to the table") if to_table else locale.say("Back to home page"),
    )


def explanation(error: CourtlyError, locale: Locale) -> str:
    """Return the explanation of an error in the locale's language: the game's text for it, or the general one."""
    own = refusal(error)
    general = errors.EXPLANATIONS.get(error.code, errors.OTHER_EXPLANATION)
    words = locale.worded(own) if own else locale.say(general)
    if errors.status_of(error) == 429 and (seconds := getattr(error, "seconds", None)):
        return f"{words} {locale.say('You can try again in {time}.', time=wait_words(seconds, locale))}"
    return words
