"""From what the services return to what the pages beside the tables show; most functions make one page's context."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from courtly.engine.errors import CourtlyError, shown
from courtly.scene.parts import folder
from courtly.tables.journal import Player
from courtly.tables.people import COLOURS
from courtly.teaching.loading import outline_of
from courtly.text.languages import marked
from courtly.text.reader import Reader
from courtly.web import errors, forms, quick
from courtly.web.contexts.doors import (
    GameLink,
    GuestPage,
    InvitationPage,
    ListsPage,
    NewPage,
    OptionChoice,
    RecoveryPage,
    StartPage,
    TableLink,
)
from courtly.web.contexts.frame import Credit, CreditsPage, ErrorPage, Frame
from courtly.web.contexts.learning import LearnPage
from courtly.web.games import GamePages, offered, pages_of, refusal
from courtly.web.measures import ago_words, since_words
from courtly.web.members import UNNAMED, names_of, pennant, person_name
from courtly.web.rules_text import refusal_url, rules_url

LORC = "https://lorcblog.blogspot.com"
DELAPOUITE = "https://delapouite.com"
GAME_ICONS = "https://game-icons.net"
CREDITS = (
    Credit(
        "Lorc",
        LORC,
        "butterfly, frog, sparrow, queen-crown, domino-mask, plain-dagger, checked-shield, chalice-drops, "
        "crystal-ball, cloak-dagger",
    ),
    Credit(
        "Delapouite",
        DELAPOUITE,
        "rabbit, imperial-crown, circling-fish, handheld-fan, two-coins, throne-king, tiara, fleur-de-lys, jester-hat",
    ),
    Credit("Caro Asercion", GAME_ICONS, "deer-head"),
)


MOST_LINES = 50
"""How many problems of a list or a card set are told at once."""

PER_PAGE = 50
"""Tables on one page of the lobby."""

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


def start_page(
    game: str, last: Mapping[str, str], tables: Sequence[Mapping[str, Any]], reader: Reader, *, player: Player | None
) -> StartPage:
    """Return the start page of a game, by default that of the last choice; what waits for the reader comes first."""
    pages = pages_of(game or last.get("game", "") or offered()[0].name)
    own = reader.of(pages.name)
    links = [table_link(table, reader) for table in tables]
    return StartPage(
        frame=Frame(
            title=reader.say("Courtly: games of court intrigue"),
            here=f"/?{urlencode({'game': game})}" if game else "/",
            sheets=door_sheets(pages),
        ),
        games=game_links(pages, reader),
        game=pages.name,
        called=pages.title(own),
        pitch=pages.pitch(own),
        play=quick.quick_match(pages, last, chosen_name(player), reader),
        friends=quick.friends_match(pages, reader),
        learn_url=f"/learn/{pages.name}",
        steps=len(lesson.step) if (lesson := outline_of(pages.name)) else 0,
        rules_url=rules_url(pages.name),
        day_url=f"/deals/today/{pages.name}",
        pennant=pennant(person_name(player.name, reader), player.colour) if player else None,
        tables=sorted(links, key=lambda link: (not link.yours, link.over)),
        command=secrets.token_urlsafe(12),
    )


def learn_page(game: str, reader: Reader) -> LearnPage:
    """Return the page that leads into a game; it may be kept, so it is the same for everybody."""
    pages = pages_of(game)
    own = reader.of(pages.name)
    lesson = outline_of(game)
    return LearnPage(
        frame=Frame(title=reader.say("Learn"), here=f"/learn/{game}", sheets=door_sheets(pages)),
        games=game_links(pages, reader),
        game=pages.name,
        called=pages.title(own),
        pitch=pages.pitch(own),
        lesson_title=lesson.title.told(reader.lang) if lesson else "",
        steps=[step.title.told(reader.lang) for step in lesson.step] if lesson else [],
        rules_url=rules_url(game),
        play=quick.quick_match(pages, {}, "", reader),
    )


def new_page(
    chosen: Mapping[str, str], reader: Reader, *, player: Player | None = None, problem: CourtlyError | None = None
) -> NewPage:
    """Return the form of a new table, filled in with what was chosen before, and what was wrong with that."""
    pages = pages_of(chosen.get("game") or offered()[0].name)
    return NewPage(
        frame=Frame(title=reader.say("A new match"), here=new_address(chosen, pages.name)),
        games=game_links(pages, reader),
        game=pages.name,
        options=forms.option_fields(pages, chosen, reader.of(pages.name)),
        seats=forms.seat_fields(pages, chosen, reader),
        terms=forms.terms_fields(chosen, reader),
        problem=error_page(problem, here="/new", back="/new", reader=reader) if problem else None,
        seed=chosen.get("seed", "")[: forms.SEED_LENGTH],
        name=chosen.get("name", chosen_name(player))[: forms.NAME_LENGTH],
        name_length=forms.NAME_LENGTH,
        command=secrets.token_urlsafe(12),
    )


def game_links(chosen: GamePages, reader: Reader) -> list[GameLink]:
    """Return every game, as a choice among them."""
    return [GameLink(p.name, p.title(reader.of(p.name)), p.pitch(reader.of(p.name)), p is chosen) for p in offered()]


def door_sheets(pages: GamePages) -> list[str]:
    """Return the style sheet of the pictures in a game's doors, where it has any."""
    try:
        has_doors = (folder(pages.name, "static") / "doors.css").is_file()
    except TypeError:  # a game of one module has no folder
        has_doors = False
    return [f"{pages.name}/doors.css"] if has_doors else []


def chosen_name(player: Player | None) -> str:
    """Return the name that somebody has chosen, empty for none."""
    return player.name if player and not UNNAMED.fullmatch(player.name) else ""


def new_address(chosen: Mapping[str, str], game: str) -> str:
    """Return the address that leads back to the form; a match played again is named by its own."""
    if "again" in chosen:
        return f"/new?{urlencode({'again': chosen['again']})}"
    return f"/new?{urlencode({'game': game})}"


def table_link(table: Mapping[str, Any], reader: Reader) -> TableLink:
    """Return the line of a table in a list."""
    names = names_of(table["seats"], reader)
    seat = table["to_move"]
    known = table["game"] in [pages.name for pages in offered()]
    is_over = table["status"] == "over"
    return TableLink(
        url=table_url(table["id"]),
        game=table["game"] if known else "",
        title=pages_of(table["game"]).title(reader.of(table["game"])) if known else reader.say("A game unknown here"),
        players=", ".join(names),
        state=_list_state(table, names, reader),
        since=ago_words(table["updated"], reader) if is_over else since_words(table["updated"], reader),
        over=is_over,
        yours=seat is not None and seat == table["yours"],
    )


def _list_state(table: Mapping[str, Any], names: Sequence[str], reader: Reader) -> str:
    """Return how it stands at a table: whose turn it is, or how many seats are free."""
    seat = table["to_move"]
    if table["status"] == "over":
        return reader.say("Over")
    if table["status"] == "waiting":
        free = sum(seat["kind"] == "open" for seat in table["seats"])
        return reader.count("{n} seat free", "{n} seats free", free) if free else reader.say("Begins soon")
    if seat is None:
        return reader.say("Running")
    return reader.say("Your turn") if seat == table["yours"] else reader.say("Waiting for {names}", names=names[seat])


def lists_page(
    mine: Sequence[Mapping[str, Any]], listed: Sequence[Mapping[str, Any]], reader: Reader, *, page: int = 0
) -> ListsPage:
    """Return the reader's tables, and a page of those that anybody may find."""
    return ListsPage(
        frame=Frame(title=reader.say("Tables"), here=f"/tables?page={page}" if page else "/tables"),
        mine=[table_link(table, reader) for table in mine],
        listed=[table_link(table, reader) for table in listed],
        earlier_url=f"/tables?page={page + 1}" if len(listed) == PER_PAGE else "",
        later_url=f"/tables?page={page - 1}" if page else "",
    )


def me_url(back: str) -> str:
    """Return the address of the page of oneself, which leads back to another."""
    return f"/me?{urlencode({'back': back})}"


def guest_page(player: Player, reader: Reader, *, back: str, link: str = "") -> GuestPage:
    """Return the form of the reader's name and colour, and a recovery link that was made just now."""
    return GuestPage(
        frame=Frame(title=reader.say("Your name"), here="/me"),
        pennant=pennant(player.name, player.colour),
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
        colours=[OptionChoice(name, reader.say(COLOUR_NAMES[name]), name == player.colour) for name in COLOURS],
        back_url=back,
        link=link,
        has_link=player.recovery is not None,
    )


def recovery_page(found: Player, player: Player | None, reader: Reader, *, url: str) -> RecoveryPage:
    """Return what a recovery link leads to; `player` is who the browser is so far, None for nobody yet."""
    name = person_name(found.name, reader)
    is_here = player is not None and player.id == found.id
    return RecoveryPage(
        frame=Frame(title=reader.say("A recovery link"), here=url),
        name=name,
        pennant=pennant(name, found.colour),
        is_here=is_here,
        until_now=person_name(player.name, reader) if player and not is_here else "",
        url=url,
    )


def invitation_page(
    table: Mapping[str, Any], *, joins: bool, url: str, player: Player | None, reader: Reader
) -> InvitationPage:
    """Return what a link to a table leads to; `url` is where the button sits down or looks on."""
    pages = pages_of(table["game"])
    own = reader.of(table["game"])
    here = [
        name
        for seat, name in zip(table["seats"], names_of(table["seats"], reader), strict=True)
        if seat["kind"] != "open"
    ]
    return InvitationPage(
        frame=Frame(title=reader.say("An invitation"), here=url, sheets=pages.sheet_files()),
        title=pages.title(own),
        pitch=pages.pitch(own),
        players=", ".join(here),
        joins=joins and table["status"] == "waiting",
        url=url,
        name=chosen_name(player),
        name_length=forms.NAME_LENGTH,
    )


def credits_page(reader: Reader) -> CreditsPage:
    """Return the page that says whose work is used."""
    return CreditsPage(frame=Frame(title=reader.say("Credits"), here="/credits"), credits=list(CREDITS))


def error_page(error: CourtlyError, *, here: str, back: str, reader: Reader) -> ErrorPage:
    """Return the page of an error; `back` is the match it happened in, or the start page."""
    details = error.as_dict(reader.worded)
    allowed = details["allowed"] or []
    message, *lines = reader.worded(error.sentence).splitlines() or [""]
    left = len(lines) - MOST_LINES
    if left > 0:
        lines = [*lines[:MOST_LINES], reader.say("and {left} more", left=left)]
    to_table = back.startswith("/tables/")
    return ErrorPage(
        frame=Frame(title=reader.say(errors.TITLES.get(error.code, errors.OTHER_TITLE)), here=here),
        status=errors.status_of(error),
        explanation=explanation(error, reader),
        message=message,
        lines=lines,
        given=shown(error.given) if error.given is not None else None,
        where=error.where,
        allowed=[str(choice) for choice in (allowed if isinstance(allowed, list) else [allowed])],
        rule_url=refusal_url(error),
        back_url=back,
        back_words=reader.say("Back to the table") if to_table else reader.say("Back to the start"),
    )


def explanation(error: CourtlyError, reader: Reader) -> str:
    """Return what went wrong in the reader's language: a game's own words for it, or those for its kind."""
    own = refusal(error)
    return reader.worded(own) if own else reader.say(errors.EXPLANATIONS.get(error.code, errors.OTHER_EXPLANATION))
