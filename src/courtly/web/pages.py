"""From what the services return to what each page shows; every function here makes one page's context."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from courtly.engine.errors import CourtlyError, shown
from courtly.tables import Table, TableSummary
from courtly.web import errors, forms
from courtly.web.contexts import (
    Credit,
    CreditsPage,
    ErrorPage,
    FinalPage,
    Frame,
    GameLink,
    LogLine,
    MatchLink,
    MatchPage,
    StartPage,
)
from courtly.web.games import GamePages, offered, pages_of
from courtly.web.seen import Seen
from courtly.web.text import Speaker

LORC = "https://lorcblog.blogspot.com"
DELAPOUITE = "https://delapouite.com"
GAME_ICONS = "https://game-icons.net"
CREDITS = (
    Credit("Lorc", LORC, "butterfly, frog, sparrow, queen-crown, domino-mask, plain-dagger, checked-shield"),
    Credit("Delapouite", DELAPOUITE, "rabbit, imperial-crown, circling-fish"),
    Credit("Caro Asercion", GAME_ICONS, "deer-head"),
)


def start_page(chosen: Mapping[str, str], tables: Sequence[TableSummary], speaker: Speaker) -> StartPage:
    """Return the start page, the form filled in with what was chosen before."""
    pages = pages_of(chosen.get("game") or offered()[0].name)
    games = [GameLink(p.name, p.title(speaker), p.pitch(speaker), p is pages) for p in offered()]
    return StartPage(
        frame=Frame(title=speaker.say("Courtly: games of court intrigue"), here="/"),
        games=games,
        game=pages.name,
        options=forms.option_fields(pages, chosen, speaker),
        bots=forms.bot_fields(pages, chosen, speaker),
        name=chosen.get("name", "")[: forms.NAME_LENGTH],
        name_length=forms.NAME_LENGTH,
        matches=[match_link(table, speaker) for table in tables],
    )


def match_link(table: TableSummary, speaker: Speaker) -> MatchLink:
    """Return the line of one of the reader's matches."""
    state = speaker.say("Over") if table.over else speaker.say("Running")
    title = pages_of(table.game).title(speaker)
    return MatchLink(match_url(table.id), title, ", ".join(table.names), state, table.over)


def match_url(table_id: str) -> str:
    """Return the address of a match."""
    return f"/matches/{table_id}"


def match_page(table: Table, speaker: Speaker) -> MatchPage:
    """Return the page of a match that is running."""
    pages, seen = pages_of(table.game), seen_at(table, speaker)
    my_turn = table.view["to_move"] == table.seat
    title = speaker.say("Your turn") if my_turn else pages.title(speaker)
    return MatchPage(
        frame=Frame(title=title, here=match_url(table.id)),
        play_url=f"{match_url(table.id)}/moves",
        url=match_url(table.id),
        version=table.version,
        command=secrets.token_urlsafe(12),
        my_turn=my_turn,
        news=log_lines(seen.news, seen, pages),
        log=log_lines(seen.view["log"], seen, pages)[::-1],
        table=pages.turn(seen),
    )


def final_page(table: Table, speaker: Speaker) -> FinalPage:
    """Return the page of a match that is over."""
    pages, seen = pages_of(table.game), seen_at(table, speaker)
    bots = [seat.bot for seat in table.seats if seat.bot]
    again = {"game": table.game, "name": seen.names[seen.seat], **table.view["options"]}
    again |= {f"bot-{n}": bot for n, bot in enumerate(bots, 2)}
    return FinalPage(
        frame=Frame(title=speaker.say("The final count"), here=match_url(table.id)),
        headline=headline(seen),
        again_url=f"/?{urlencode(again)}",
        record_url=f"{match_url(table.id)}/record",
        log=log_lines(seen.view["log"], seen, pages),
        table=pages.final(seen),
    )


def headline(seen: Seen) -> str:
    """Return who has won, in one sentence."""
    result, speaker = seen.view["result"], seen.speaker
    winners, points = result["winners"], max(result["scores"])
    names = joined([seen.names[seat] for seat in winners], speaker)
    if winners == [seen.seat]:
        return speaker.count("You win with {n} point.", "You win with {n} points.", points)
    if len(winners) > 1:
        return speaker.count(
            "{names} share the win with {n} point.", "{names} share the win with {n} points.", points, names=names
        )
    return speaker.count("{names} wins with {n} point.", "{names} wins with {n} points.", points, names=names)


def joined(names: Sequence[str], speaker: Speaker) -> str:
    """Return names as a list in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return speaker.say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def seen_at(table: Table, speaker: Speaker) -> Seen:
    """Return what the pages of a match are built from."""
    return Seen(table.view, [seat.name for seat in table.seats], table.seat, speaker)


def log_lines(entries: Sequence[Mapping[str, Any]], seen: Seen, pages: GamePages) -> list[LogLine]:
    """Return lines of the log as sentences."""
    lang = seen.speaker.lang
    return [LogLine(pages.log_words(entry, seen.names, lang), entry["seat"] == seen.seat) for entry in entries]


def credits_page(speaker: Speaker) -> CreditsPage:
    """Return the page that says whose work is used."""
    return CreditsPage(frame=Frame(title=speaker.say("Credits"), here="/credits"), credits=list(CREDITS))


def error_page(error: CourtlyError, *, here: str, back: str, speaker: Speaker) -> ErrorPage:
    """Return the page of an error; `back` is the match it happened in, or the start page."""
    allowed = error.allowed or []
    to_match = back.startswith("/matches/")
    return ErrorPage(
        frame=Frame(title=speaker.say(errors.TITLES.get(error.code, errors.OTHER_TITLE)), here=here),
        status=errors.status_of(error),
        explanation=speaker.say(errors.EXPLANATIONS.get(error.code, errors.OTHER_EXPLANATION)),
        message=str(error),
        given=shown(error.given) if error.given is not None else None,
        where=error.where,
        allowed=[allowed] if isinstance(allowed, str) else [str(choice) for choice in allowed],
        back_url=back,
        back_words=speaker.say("Back to the match") if to_match else speaker.say("Back to the start"),
    )
