"""The form of a new table: its fields, made from the game's own options, and its validation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import UploadFile

from courtly.bots import UnknownBot
from courtly.engine.contract.game import Game, find_game
from courtly.engine.contract.generated import MAX_SEATS
from courtly.engine.contract.options import Option, Options, read_options
from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.clocks import Delay, Timeout
from courtly.tables.opening import NewTable
from courtly.tables.people import checked_name
from courtly.tables.seating import SeatChoice
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.web.contexts.setup import OptionChoice, OptionField, SeatField, TableSettings
from courtly.web.errors import BadForm
from courtly.web.games import GamePages, pages_of
from courtly.web.measures import clock_words

DEFAULT_BOT = "steward"
LARGEST_SEED = 2**63 - 1
NAME_LENGTH = 24
"""Maximum length of a name field; programs may have longer names."""

NUMBER_LENGTH = 10
SEED_LENGTH = 19
MANY = 9
"""An option with at least this many values is a number field instead of a row of buttons."""

FILE_SUFFIX = "-file"
"""Suffix of a file field; the rest of its name is the text field that the file replaces."""

BOT_TITLES = {
    "novice": marked("Novice: easy"),
    "courtier": marked("Courtier: medium"),
    "minister": marked("Minister: hard"),
    "regent": marked("Regent: expert"),
    "steward": marked("Steward: instant, simple rules"),
    "random": marked("Random: any legal move"),
}
BOT_NAMES = {
    "novice": marked("Novice"),
    "courtier": marked("Courtier"),
    "minister": marked("Minister"),
    "regent": marked("Regent"),
    "steward": marked("Steward"),
    "random": marked("Random"),
}
OPEN = "open"
"""The choice that leaves a seat open for a player."""

OPEN_TITLE = marked("Open: for a friend")

CLOCKS: Mapping[str, dict[str, Any] | None] = {
    "none": None,
    "move-30": {"kind": "move", "seconds": 30},
    "move-120": {"kind": "move", "seconds": 120},
    "bank-300-10": {"kind": "bank", "seconds": 300, "increment": 10},
    "bank-900-20": {"kind": "bank", "seconds": 900, "increment": 20},
    "days-1": {"kind": "days", "days": 1},
    "days-3": {"kind": "days", "days": 3},
    "days-7": {"kind": "days", "days": 7},
}
"""The clocks of the form, by form value."""

AWAY: Mapping[str, tuple[str, int | None]] = {
    "60": (marked("after a minute"), 60),
    "300": (marked("after 5 minutes"), 300),
    "3600": (marked("after an hour"), 3600),
    "never": (marked("never because of absence; others can vote for it"), None),
}
"""The delays after which a stand-in takes over a seat, by form value."""

TIMEOUTS: Mapping[Timeout, str] = {
    "stand_in": marked("a bot plays until they return"),
    "vote": marked("the others can vote for a bot"),
    "forfeit": marked("they lose, and a bot plays to the end"),
}
"""The consequences of a timeout, by form value."""

RATED_CLOCK = "bank-900-20"
"""The clock of a rated table without a chosen one, by form value."""

ALLOWED = ("watchers", "talk")
"""Settings that the form allows by default: spectators and table talk."""

DELAYS: Mapping[str, tuple[str, Delay | None]] = {
    "none": (marked("no"), None),
    "3-moves": (marked("yes, 3 moves later"), Delay(kind="moves", count=3)),
    "10-moves": (marked("yes, 10 moves later"), Delay(kind="moves", count=10)),
    "5-minutes": (marked("yes, 5 minutes later"), Delay(kind="minutes", count=5)),
    "15-minutes": (marked("yes, 15 minutes later"), Delay(kind="minutes", count=15)),
}
"""Whether players may show spectators their hands, and how much later, by form value."""

DEFAULT_AWAY = "300"
DEFAULT_STAND_IN = "courtier"


@dataclass(frozen=True, slots=True)
class NewTableForm:
    """A validated request for a new table, and the host's name."""

    name: str
    table: NewTable

    @property
    def is_for_one(self) -> bool:
        """Whether no seat is open, so that the match can begin immediately."""
        return not any(seat.kind == "open" for seat in self.table.seats)


def option_fields(pages: GamePages, chosen: Mapping[str, str], locale: Locale) -> list[OptionField]:
    """Return the field of each option of a game, filled in with earlier choices."""
    documents = documents_of(pages)
    return [
        _field(pages, option, chosen.get(option.name), locale, is_document=option.name in documents)
        for option in find_game(pages.name).rules.options.described()
    ]


def documents_of(pages: GamePages) -> dict[str, Callable[[str], Any]]:
    """Return the options that accept a custom document, with the parser for its text."""
    described = find_game(pages.name).rules.options.described()
    return {option.name: option.description.document for option in described if option.description.document}


def as_chosen(pages: GamePages, options: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a match as form fields for another match; options at their defaults are omitted."""
    fields, documents = find_game(pages.name).rules.options.model_fields, documents_of(pages)
    changed = {name: value for name, value in options.items() if value != fields[name].default}
    own = [name for name in documents if not isinstance(options[name], str)]
    plain = {name: as_text(value) for name, value in changed.items() if name not in documents}
    return plain | {name: json.dumps(options[name], ensure_ascii=False) for name in own}


def as_text(value: object) -> str:
    """Return an option's value as form text; booleans are lower case."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(option: Option) -> Sequence[str]:
    """Return the values of an option that has few of them; empty for any other option."""
    few = option.kind == "number" and option.most - option.least < MANY
    return [str(value) for value in range(option.least, option.most + 1)] if few else option.values


def _field(pages: GamePages, option: Option, chosen: str | None, locale: Locale, *, is_document: bool) -> OptionField:
    """Return the field of one option: buttons for few values, a number, or a custom document as text or file."""
    values = [] if is_document else _values(option)
    others = find_game(pages.name).rules.options.excluded_by(option.name)
    titles = ", ".join(pages.option_title(other, locale) for other in others)
    usual = option.default if option.description.advised is None else option.description.advised
    return OptionField(
        name=option.name,
        title=pages.option_title(option.name, locale),
        help=pages.option_help(option.name, locale),
        kind="list" if is_document else "choices" if values else "number",
        choices=_choices(pages, option.name, values, as_text(usual) if chosen is None else chosen, locale),
        value=(chosen or "") if is_document else (chosen or "")[:NUMBER_LENGTH],
        default=as_text(option.default),
        least=option.least,
        most=option.most,
        excluded_by=others,
        conflict=locale.say("Cannot be combined with: {options}.", options=titles) if others else "",
    )


def _choices(pages: GamePages, name: str, values: Sequence[str], chosen: str, locale: Locale) -> list[OptionChoice]:
    """Return the buttons of one option. If `chosen` is not a value, the middle value is checked."""
    picked = chosen if chosen in values else values[(len(values) - 1) // 2] if values else ""
    return [OptionChoice(value, pages.option_value(name, value, locale), value == picked) for value in values]


def seat_fields(pages: GamePages, chosen: Mapping[str, str], locale: Locale) -> list[SeatField]:
    """Return the field of each other seat, up to the game's maximum number of players."""
    described = find_game(pages.name).rules.options.described()
    seats = next(option.most for option in described if option.name == "players")
    return [SeatField(n, _sitters(spec, locale)) for n, spec in enumerate(sitters_of(chosen, seats), 2)]


def sitters_of(chosen: Mapping[str, str], players: int) -> list[str]:
    """Return the bot, or `open`, of each other seat. A seat without a choice gets the bot of the others."""
    given = [chosen.get(f"bot-{n}") for n in range(2, players + 1)]
    return [usual_bot(given, DEFAULT_BOT) if spec is None else spec for spec in given]


def usual_bot(bots: Iterable[str | None], otherwise: str) -> str:
    """Return the bot for another seat: the last of these bots that a form offers, or `otherwise` without one."""
    return [otherwise, *(bot for bot in bots if bot in BOT_TITLES)][-1]


def _sitters(chosen: str, locale: Locale) -> list[OptionChoice]:
    """Return the choices for a seat: the bots, the weakest level first, then an open seat."""
    return [*bot_choices(chosen, locale), OptionChoice(OPEN, locale.say(OPEN_TITLE), chosen == OPEN)]


def bot_choices(chosen: str, locale: Locale) -> list[OptionChoice]:
    """Return the choices of bots: the levels, the weakest first, then the bots that do not search."""
    picked = chosen if chosen in BOT_TITLES or chosen == OPEN else DEFAULT_BOT
    return [OptionChoice(bot, locale.say(title), bot == picked) for bot, title in BOT_TITLES.items()]


def terms_fields(chosen: Mapping[str, str], locale: Locale) -> TableSettings:
    """Return the fields for the settings of a table with friends."""
    clock, away = chosen.get("clock", "none"), chosen.get("away", DEFAULT_AWAY)
    timeout = chosen.get("timeout", "stand_in")
    return TableSettings(
        clock=[OptionChoice(value, clock_words(terms, locale), value == clock) for value, terms in CLOCKS.items()],
        minder=bot_choices(chosen.get("minder", DEFAULT_STAND_IN), locale),
        away=[OptionChoice(value, locale.say(title), value == away) for value, (title, _) in AWAY.items()],
        timeout=[OptionChoice(value, locale.say(title), value == timeout) for value, title in TIMEOUTS.items()],
        listed=chosen.get("listed") == "true",
        **{name: chosen.get(name) != "false" for name in ALLOWED},
        aids=chosen.get("aids") == "true",
        delay=[
            OptionChoice(value, locale.say(title), value == chosen.get("delay", "none"))
            for value, (title, _) in DELAYS.items()
        ],
        rated=chosen.get("rated") == "true",
        chosen=any(chosen.get(f"bot-{n}") == OPEN for n in range(2, MAX_SEATS + 1)) or clock != "none",
    )


async def form_texts(form: Mapping[str, object]) -> dict[str, str]:
    """Return a form's fields as text; an uploaded file replaces the text field it belongs to.

    Raises
    ------
    BadForm
        A file was sent for a text field, or is not UTF-8 text.
    """
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    for name, value in form.items():
        if isinstance(value, UploadFile) and value.size and name.endswith(FILE_SUFFIX):
            fields[name.removesuffix(FILE_SUFFIX)] = _decoded(await value.read(), name)
        elif name not in fields and not name.endswith(FILE_SUFFIX):
            message = said("field {name} must be text, not a file", name=shown(name))
            raise BadForm(message, where=name, allowed=said("text"))
    return fields


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = said("the file is not UTF-8 text: byte {number} cannot be read", number=error.start)
        raise BadForm(message, where=name, allowed=said("UTF-8 text")) from None


def read_new_table(form: Mapping[str, str]) -> NewTableForm:
    """Validate the form of a new table. All fields that the form does not define are options of the game.

    An empty field leaves its option at the default.

    Raises
    ------
    UnknownGame, UnknownBot, BadOption, BadForm, BadName
    """
    command = command_of(form)
    fields = dict(form)
    fields.pop("command", None)
    game = find_game(fields.pop("game", ""))
    name = read_name(fields.pop("name", ""))
    seed = _seed(fields.pop("seed", "").strip())
    sitters = {key: fields.pop(key) for key in list(fields) if key.startswith("bot-")}
    is_rated = _one_of("rated", fields.pop("rated", "") or "false", ("false", "true")) == "true"
    terms = {
        key: fields.pop(key, "") for key in ("clock", "minder", "away", "timeout", "listed", "aids", "delay", *ALLOWED)
    }
    options = read_options_of(game, fields)
    seats = _seats(name, sitters, players=options.players)
    is_open = any(seat.kind == "open" for seat in seats)
    return NewTableForm(
        name,
        NewTable(
            command=command,
            game=game.name,
            options=options.given(),
            seats=seats,
            seed=seed,
            **(_rated_terms(terms) if is_rated else _terms(terms) if is_open else {}),
        ),
    )


def checked_bot(bot: str) -> str:
    """Return a bot that a form offers; raise `UnknownBot` for any other."""
    if bot not in BOT_TITLES:
        places = {"given": shown(bot), "place": "other", "known": listing(list(BOT_TITLES))}
        message = said("there is no bot {given} for {place}; choose from {known}", **places)
        raise UnknownBot(message, given=bot, where="bot", allowed=list(BOT_TITLES))
    return bot


def new_command() -> str:
    """Return a new command id for a form."""
    return environment().token(12)


def command_of(form: Mapping[str, str]) -> str:
    """Return the command id of a form: a hash of its fields, so that other fields give another command."""
    text = json.dumps(sorted(form.items()))
    return hashlib.sha256(text.encode()).hexdigest()


def _terms(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the clock, the stand-in, whether the table is listed, and its permissions, from the form values."""
    clock = CLOCKS[_one_of("clock", given["clock"] or "none", CLOCKS)]
    bot = _one_of("minder", given["minder"] or DEFAULT_STAND_IN, BOT_TITLES)
    after = AWAY[_one_of("away", given["away"] or DEFAULT_AWAY, AWAY)][1]
    listed, aids = (_one_of(name, given[name] or "false", ("false", "true")) == "true" for name in ("listed", "aids"))
    allowed = {name: _one_of(name, given[name] or "true", ("false", "true")) == "true" for name in ALLOWED}
    if clock and clock["kind"] == "days":
        # With days for a move, a player is not absent after some minutes.
        after = None
    minder, timeout = {"bot": bot, "after": after}, _one_of("timeout", given["timeout"] or "stand_in", TIMEOUTS)
    delay = DELAYS[_one_of("delay", given["delay"] or "none", DELAYS)][1]
    found = {"clock": clock, "minder": minder, "timeout": timeout, "listed": listed, "delay": delay}
    return {**found, "aids": aids or None, **allowed}


def _rated_terms(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of a rated table, which the form values change only in part; see `_terms`."""
    clock = CLOCKS[_one_of("clock", given["clock"] or "none", CLOCKS)] or CLOCKS[RATED_CLOCK]
    rated = {"rated": True, "clock": clock, "minder": None, "timeout": "forfeit", "aids": False, "delay": None}
    return _terms(given) | rated


def _one_of(field: str, value: str, allowed: Collection[str]) -> str:
    """Return the value of a field; raise `BadForm` for any value outside `allowed`."""
    if value not in allowed:
        places = {"name": field, "given": shown(value), "allowed": listing(list(allowed))}
        message = said("{name} cannot be {given}; use {allowed}", **places)
        raise BadForm(message, given=value, where=field, allowed=list(allowed))
    return value


def read_name(text: str) -> str:
    """Return a typed name with normalized spaces; empty for no name.

    Raises
    ------
    BadName
    """
    name = " ".join(text.split())
    return checked_name(name) if name else ""


def read_options_of(game: Game, form: Mapping[str, str]) -> Options:
    """Return the validated options of a game. Empty fields are ignored; the game's parsers read documents."""
    fields = {option: text for option, text in form.items() if text.strip()}
    locales, named = documents_of(pages_of(game.name)), {o.name: o.values for o in game.rules.options.described()}
    own = [name for name in locales if name in fields and fields[name] not in named[name]]
    lists = {name: locales[name](fields.pop(name)) for name in own}
    options: Options = read_options(game.rules.options, fields, from_text=True)
    return read_options(game.rules.options, {**options.given(), **lists}) if lists else options


def _seed(text: str) -> int | None:
    """Return the seed, or None if the table should choose one."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SEED)) and int(text) <= LARGEST_SEED:
        return int(text)
    allowed = said("a whole number from {low} to {high}", low=0, high=LARGEST_SEED)
    message = said("the seed cannot be {given}; use {allowed}", given=shown(text), allowed=allowed)
    raise BadForm(message, given=text, where="seed", allowed=allowed)


def _seats(name: str, sitters: Mapping[str, str], *, players: int) -> list[SeatChoice]:
    """Return the host's seat, and the bot or open seat chosen for each of the others."""
    for place, spec in sitters.items():
        if spec not in BOT_TITLES and spec != OPEN:
            titles = [*BOT_TITLES, OPEN]
            places = {"given": shown(spec), "place": place, "known": listing(titles)}
            message = said("there is no bot {given} for {place}; choose from {known}", **places)
            raise UnknownBot(message, given=spec, where="bot", allowed=titles)
    wanted = sitters_of(sitters, players)
    others = [SeatChoice(kind="open") if spec == OPEN else SeatChoice(kind="bot", bot=spec) for spec in wanted]
    return [SeatChoice(kind="me", name=name or None), *others]
