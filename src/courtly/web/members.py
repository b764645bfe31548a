"""The people at a table, for its pages: names, signs, states, and the acts that the viewer may do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, count, cycle
from typing import Any
from unicodedata import bidirectional

from courtly.environment import environment
from courtly.scene.marks import Pennant, initials
from courtly.tables.acts.matches import Forfeited, Returned, Substituted, TookTimeOff, Voted
from courtly.tables.acts.seats import HandHidden, HandShown, HostChanged, Left
from courtly.tables.acts.take_back import Agreed, AskedToTakeBack, Refused, TakenBack
from courtly.tables.document import NamedSeat, SeatDocument, TableDocument
from courtly.tables.journal import LEFT
from courtly.tables.people import COLOURS, GUEST
from courtly.tables.seating import COURT_NAMES
from courtly.tables.sharing import PLAYER
from courtly.tables.table_views import TableView
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.text.lookalikes import looks
from courtly.web.contexts.table import Member, Remaining
from courtly.web.forms import BOT_NAMES
from courtly.web.measures import remaining_words

UNNAMED = re.compile(rf"{GUEST} (\d+)")
"""The default name of a guest."""

NUMBERED = re.compile(rf"{PLAYER} (\d)")
"""The names of the seats of a match that is shared without names."""

LEVELS = {
    "novice": marked("level novice"),
    "courtier": marked("level courtier"),
    "minister": marked("level minister"),
    "regent": marked("level regent"),
}

TOLD_TO_ITS_PLAYER = {
    AskedToTakeBack.sentence: marked("You ask to take back the move."),
    Agreed.sentence: marked("You agree."),
    Refused.sentence: marked("You do not agree: the move stands."),
    TakenBack.sentence: marked("You take back a move."),
    Substituted.sentence: marked("A bot ({bot}) plays for you."),
    Forfeited.sentence: marked("You have run out of time and forfeit: a bot ({bot}) plays to the end."),
    TookTimeOff.sentence: marked("You take {days} days off."),
    TookTimeOff.sentence_for_one: marked("You take a day off."),
    Returned.sentence: marked("You are back."),
    Voted.sentence: marked("You vote to let a bot play for {other}."),
    Voted.sentence_to_stop: marked("You vote to stop the match."),
    Left.sentence: marked("You leave your seat."),
    HostChanged.sentence: marked("You are now the host."),
    HandShown.sentence: marked("You show your hand to spectators, later."),
    HandHidden.sentence: marked("You do not show your hand to spectators any more."),
}
"""Sentences of entries, and how their own player reads them."""


def names_of(seats: Sequence[NamedSeat], locale: Locale) -> list[str]:
    """Return unique names of seats.

    A bot without a name, or with a name that is taken, gets a name of the court. If an earlier seat has the same name
    as a person, a number is appended. An open seat is called "Free seat". Names are isolated, see `isolated`.
    """
    return [*_names(tuple((seat.kind, seat.name) for seat in seats), locale.lang, locale.domain)]


@lru_cache(maxsize=1024)
def _names(seats: Sequence[tuple[str, str]], lang: str, domain: str) -> Sequence[str]:
    """Return the unique names of seats, given their kinds and names."""
    locale, names = Locale(lang, domain=domain), dict[int, str]()
    for number, (kind, name) in enumerate(seats):
        if kind not in ("bot", "open"):
            names[number] = _unique(person_name(name, locale), names.values())
    for number, (kind, name) in enumerate(seats):
        if kind == "bot":
            names[number] = _unique(person_name(name, locale), names.values(), COURT_NAMES)
    return [isolated(names.get(number, locale.say("Free seat"))) for number in range(len(seats))]


def _unique(name: str, others: Collection[str], instead: Sequence[str] = ()) -> str:
    """Return a name that looks unlike all others: the name, else one of `instead`, else a name with a number."""
    taken = {"", *map(looks, others)}
    numbered = (f"{name or next(iter(instead), '')} {number}" for number in count(2))
    return next(each for each in chain([name], instead, numbered) if looks(each) not in taken)


def isolated(name: str) -> str:
    r"""Return a name for a sentence, which keeps its order even if the name is read from right to left.

    Such a name is put between the signs "first strong isolate" and "pop directional isolate". No player can type them.

    Examples
    --------
    >>> isolated("Anna"), ascii(isolated("\N{HEBREW LETTER ALEF}7"))
    ('Anna', "'\\u2068\\u05d07\\u2069'")
    """
    return f"\u2068{name}\u2069" if any(bidirectional(sign) in ("R", "AL") for sign in name) else name


def person_name(name: str, locale: Locale) -> str:
    """Return the name of a person; default names are translated."""
    if name == LEFT:
        return locale.say("Former player")
    if numbered := NUMBERED.fullmatch(name):
        return locale.say("Player {number}", number=numbered[1])
    unnamed = UNNAMED.fullmatch(name)
    return locale.say("Guest {number}", number=unnamed[1]) if unnamed else name


def bot_name(bot: str | None, locale: Locale) -> str:
    """Return the name of a bot: its level, or its full specification if it is not a level."""
    return locale.say(BOT_NAMES[bot]) if bot in BOT_NAMES else str(bot)


def bot_level(bot: str | None, locale: Locale) -> str:
    """Return a bot for a sentence. A level is called a level: its name alone reads like a card, a player or a game."""
    return locale.say(LEVELS[bot]) if bot in LEVELS else bot_name(bot, locale)


def entry_words(sentence: str, args: Mapping[str, Any], name: str, locale: Locale, *, other: str = "") -> str:
    """Return the sentence of an entry; `name` is its player, and `other` the player that its arguments name."""
    bot = bot_level(args.get("bot"), locale)
    return locale.say(sentence, name=name, other=other, bot=bot, days=args.get("days", ""))


def addressed(sentence: str) -> str:
    """Return the sentence of an entry as its own player reads it: addressed as "you", if there is such a sentence."""
    return TOLD_TO_ITS_PLAYER.get(sentence, sentence)


def pennant(name: str, colour: str) -> Pennant:
    """Return the sign of a person."""
    return Pennant(next((sign for sign in name if sign.isalnum()), "?").upper(), colour)


def members_of(table_view: TableView, locale: Locale) -> list[Member]:
    """Return the members of a table, in seat order."""
    seats = table_view.table.seats
    names = names_of(seats, locale)
    signs = signs_of(seats, locale)
    return [
        _member(number, table_view, name, sign, locale)
        for number, (name, sign) in enumerate(zip(names, signs, strict=True))
    ]


def signs_of(seats: Sequence[SeatDocument], locale: Locale) -> tuple[Pennant, ...]:
    """Return the signs of seats; they are identical for all viewers."""
    return _signs(tuple(names_of(seats, locale)), tuple(seat.colour for seat in seats))


@lru_cache(maxsize=1024)
def _signs(names: Sequence[str], chosen: Sequence[str | None]) -> tuple[Pennant, ...]:
    return tuple(map(Pennant, initials(names), _colours(chosen)))


def _colours(chosen: Sequence[str | None]) -> list[str]:
    """Return the colours of seats. The first seat that chose a colour gets it; the others get unused colours."""
    left = chain((colour for colour in COLOURS if colour not in chosen), cycle(COLOURS))
    return [
        colour if colour in COLOURS and colour not in chosen[:number] else next(left)
        for number, colour in enumerate(chosen)
    ]


def _member(number: int, table_view: TableView, name: str, sign: Pennant, locale: Locale) -> Member:
    table = table_view.table
    seat = table.seats[number]
    status = _status(number, table)
    return Member(
        number=number,
        name=name,
        pennant=sign,
        kind=seat.kind,
        mine=number == table.you,
        host=number == table.host,
        role=_role(seat, locale),
        state=_state(status, number, table, locale),
        status=status,
        is_replaced=seat.substituted_by is not None,
        ready=seat.ready,
        word=table_view.words[number] if table_view.words else "",
        present=bool(seat.present),
        to_move=number == table.to_move,
        clock=clock_of(number, table, locale),
        acts=list(_acts(number, table_view)),
    )


def _role(seat: SeatDocument, locale: Locale) -> str:
    if seat.kind == "bot":
        return locale.say("bot, {level}", level=bot_level(seat.bot, locale))
    return locale.say("program") if seat.kind == "program" else ""


def _status(number: int, table: TableDocument) -> str:
    """Return the CSS class for the state of a member."""
    seat = table.seats[number]
    if seat.kind == "open":
        return "free"
    if table.status == "waiting":
        return "ready" if seat.kind == "bot" or seat.ready else "not-yet"
    if number == table.to_move:
        return "thinks" if seat.kind == "bot" or seat.substituted_by else "decides"
    if seat.substituted_by:
        return "substituted"
    return "here" if seat.kind == "bot" or seat.present else "away"


def _state(status: str, number: int, table: TableDocument, locale: Locale) -> str:
    """Return the state of a member in words; empty for most states."""
    if status == "decides":
        return locale.say("your turn") if number == table.you else locale.say("to move")
    if table.seats[number].substituted_by is not None and table.status == "playing":
        return locale.say("has lost") if table.seats[number].forfeited else locale.say("a bot plays here")
    words = {
        "free": locale.say("for anyone") if table.listed else locale.say("for anyone with the link"),
        "ready": locale.say("ready"),
        "not-yet": locale.say("not ready yet"),
        "thinks": locale.say("thinking"),
        "away": locale.say("away"),
    }
    return words.get(status, "")


def clock_of(number: int, table: TableDocument, locale: Locale) -> Remaining | None:
    """Return the remaining time on a seat's clock, or None without a clock."""
    clocks = table.clocks
    if not clocks or table.status != "playing" or table.seats[number].kind == "bot":
        return None
    runs, seconds = clocks.running == number, clocks.left[number]
    if runs and clocks.since:
        seconds -= (environment().now() - datetime.fromisoformat(clocks.since)).total_seconds()
    left = max(0, int(seconds))
    return Remaining(left, remaining_words(left, locale), runs)


def _acts(number: int, table_view: TableView) -> Iterator[str]:
    """Yield the acts that the viewer may do to a seat."""
    table = table_view.table
    seat, you = table.seats[number], table.own_seat
    is_host, is_seated = table.is_hosted_by_viewer, you is not None
    if table.status == "waiting":
        if seat.kind == "open" and not is_seated:
            yield "sit"
        if is_host and number != you:
            yield from {"open": ("fill",), "bot": ("clear",), "person": ("hand", "remove")}.get(seat.kind, ("remove",))
    elif table.status == "playing" and is_seated and number != you and seat.is_held:
        if seat.substituted_by or table.rated or table.event:
            return
        # Presence is not an entry of the journal, so both acts are yielded. The page shows the act that applies.
        if is_host:
            yield "mind"
        if you not in (table_view.stand_in_votes or {}).get(number, ()):
            yield "vote"
