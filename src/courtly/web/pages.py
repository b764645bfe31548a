"""From what the services return to what each page shows; every function here makes one page's context."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlencode

from courtly.bots import Hint
from courtly.engine.errors import CourtlyError, shown
from courtly.scene.page import Seen
from courtly.tables import Table, TableSummary
from courtly.text.reader import Reader
from courtly.web import errors, forms
from courtly.web.contexts import (
    Advice,
    Credit,
    CreditsPage,
    ErrorPage,
    FinalPage,
    Frame,
    GameLink,
    MatchLink,
    MatchPage,
    StartPage,
)
from courtly.web.games import offered, pages_of, refusal

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

LONGEST_ADDRESS = 2000
"""The options of a match that would make a longer address are looked up when it is played again."""


def start_page(
    chosen: Mapping[str, str], tables: Sequence[TableSummary], reader: Reader, *, problem: CourtlyError | None = None
) -> StartPage:
    """Return the start page, the form filled in with what was chosen before, and what was wrong with that."""
    pages = pages_of(chosen.get("game") or offered()[0].name)
    games = [GameLink(p.name, p.title(reader.of(p.name)), p.pitch(reader.of(p.name)), p is pages) for p in offered()]
    return StartPage(
        frame=Frame(
            title=reader.say("Courtly: games of court intrigue"),
            here=start_address(chosen, pages.name),
            sheets=pages.sheet_files(),
        ),
        games=games,
        game=pages.name,
        options=forms.option_fields(pages, chosen, reader.of(pages.name)),
        bots=forms.bot_fields(pages, chosen, reader),
        problem=error_page(problem, here="/", back="/", reader=reader) if problem else None,
        seed=chosen.get("seed", "")[: forms.SEED_LENGTH],
        name=chosen.get("name", "")[: forms.NAME_LENGTH],
        name_length=forms.NAME_LENGTH,
        matches=[match_link(table, reader) for table in tables],
        command=secrets.token_urlsafe(12),
    )


def start_address(chosen: Mapping[str, str], game: str) -> str:
    """Return the address that leads back to the start page; a match played again is named by its own."""
    if "again" in chosen:
        return f"/?{urlencode({'again': chosen['again']})}"
    return f"/?{urlencode({'game': game})}" if chosen.get("game") else "/"


def match_link(table: TableSummary, reader: Reader) -> MatchLink:
    """Return the line of one of the reader's matches; one that is damaged, or of no game here, is shown as such."""
    players = ", ".join(table.names)
    if not table.is_readable or table.game not in [pages.name for pages in offered()]:
        title, state = reader.say("A match that cannot be read"), reader.say("Unreadable")
        return MatchLink(match_url(table.id), title, players, state, over=True)
    state = reader.say("Over") if table.over else reader.say("Running")
    title = pages_of(table.game).title(reader.of(table.game))
    return MatchLink(match_url(table.id), title, players, state, table.over)


def match_url(table_id: str) -> str:
    """Return the address of a match."""
    return f"/matches/{table_id}"


def hint_url(table_id: str) -> str:
    """Return the address of a match with a hint for the reader."""
    return f"{match_url(table_id)}/hint"


def match_page(table: Table, reader: Reader, off: Collection[str] = (), *, hint: Hint | None = None) -> MatchPage:
    """Return the page of a match that is running, without what the reader has switched off, and with a hint or none."""
    pages, seen = pages_of(table.game), seen_at(table, reader, off)
    my_turn = table.seat is not None and table.view["to_move"] == table.seat
    title = reader.say("Your turn") if my_turn else pages.title(seen.reader)
    return MatchPage(
        frame=Frame(title=title, here=hint_url(table.id) if hint else match_url(table.id), sheets=pages.sheet_files()),
        template=f"{pages.folder}/turn.html",
        play_url=f"{match_url(table.id)}/moves",
        url=match_url(table.id),
        hint_url=hint_url(table.id),
        version=table.version,
        command=secrets.token_urlsafe(12),
        my_turn=my_turn,
        advice=advice(hint, pages.move_words(hint.choice.move, seen)) if hint else None,
        news=pages.news(seen),
        log=pages.log(seen),
        table=pages.turn(seen),
    )


def advice(hint: Hint, move: str) -> Advice:
    """Return a hint as it is shown; no line breaks before its sign of per cent."""
    return Advice(move, [line.replace(" %", "\u00a0%") for line in hint.lines])


def final_page(table: Table, reader: Reader) -> FinalPage:
    """Return the page of a match that is over."""
    pages, seen = pages_of(table.game), seen_at(table, reader)
    return FinalPage(
        frame=Frame(title=reader.say("The final count"), here=match_url(table.id), sheets=pages.sheet_files()),
        template=f"{pages.folder}/final.html",
        headline=pages.headline(seen),
        again_url=again_url(table),
        record_url=f"{match_url(table.id)}/record",
        log=pages.log(seen),
        table=pages.final(seen),
    )


def again_url(table: Table) -> str:
    """Return the address of the start page filled in as before this match."""
    address = f"/?{urlencode(chosen_before(table))}"
    return address if len(address) <= LONGEST_ADDRESS else f"/?{urlencode({'again': table.id})}"


def chosen_before(table: Table) -> dict[str, str]:
    """Return what was chosen for a match, as the fields of the start page's form."""
    options = forms.as_chosen(pages_of(table.game), table.view["options"])
    bots = {f"bot-{n}": bot for n, bot in enumerate((seat.bot for seat in table.seats if seat.bot), 2)}
    return {"game": table.game, "name": "" if table.seat is None else table.seats[table.seat].name, **options, **bots}


def seen_at(table: Table, reader: Reader, off: Collection[str] = ()) -> Seen:
    """Return what the pages of a match are built from."""
    names = [seat.name for seat in table.seats]
    return Seen(table.view, table.log, Reader(reader.lang, names, table.seat, table.game, off))


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
    to_match = back.startswith("/matches/")
    return ErrorPage(
        frame=Frame(title=reader.say(errors.TITLES.get(error.code, errors.OTHER_TITLE)), here=here),
        status=errors.status_of(error),
        explanation=explanation(error, reader),
        message=message,
        lines=lines,
        given=shown(error.given) if error.given is not None else None,
        where=error.where,
        allowed=[str(choice) for choice in (allowed if isinstance(allowed, list) else [allowed])],
        back_url=back,
        back_words=reader.say("Back to the match") if to_match else reader.say("Back to the start"),
    )


def explanation(error: CourtlyError, reader: Reader) -> str:
    """Return what went wrong in the reader's language: a game's own words for it, or those for its kind."""
    own = refusal(error)
    return reader.worded(own) if own else reader.say(errors.EXPLANATIONS.get(error.code, errors.OTHER_EXPLANATION))
