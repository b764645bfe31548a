"""Forms: what a new match asks, made from the game's own options, and what comes back, checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import UploadFile

from courtly.bots import UnknownBot
from courtly.engine.contract.game import Game, find_game
from courtly.engine.contract.options import Option, Options, read_options
from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.tables import SeatSpec
from courtly.text.languages import marked
from courtly.text.reader import Reader
from courtly.web.contexts import BotField, OptionChoice, OptionField
from courtly.web.errors import BadForm
from courtly.web.games import GamePages, pages_of

DEFAULT_BOT = "steward"
LARGEST_SEED = 2**63 - 1
NAME_LENGTH = 24
NUMBER_LENGTH = 10
SEED_LENGTH = 19
MANY = 9
"""From so many values on an option is a number to type and not a row of buttons."""

FILE_SUFFIX = "-file"
"""A file field is called after the field that it can stand for."""

COURT_NAMES = ("Isaure", "Aldric", "Odile", "Tancrède", "Mélisande", "Gauvain")
"""What bots are called at the table, so that the log reads like a tale; one that the player bears is passed over."""

BOT_TITLES = {
    "novice": marked("Novice: looks a little ahead"),
    "courtier": marked("Courtier: knows the ways of the court"),
    "minister": marked("Minister: thinks before most moves"),
    "regent": marked("Regent: misses very little"),
    "steward": marked("Steward: follows rules of thumb, instantly"),
    "random": marked("Random: plays anything legal"),
}
GUEST = marked("Guest")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A checked request for a new match."""

    game: str
    options: dict[str, Any]
    seats: list[SeatSpec]
    seed: int | None


def option_fields(pages: GamePages, chosen: Mapping[str, str], reader: Reader) -> list[OptionField]:
    """Return the field of each option of a game; what was chosen for it before stands in it."""
    documents = documents_of(pages)
    return [
        _field(pages, option, chosen.get(option.name), reader, is_document=option.name in documents)
        for option in find_game(pages.name).rules.options.described()
    ]


def documents_of(pages: GamePages) -> dict[str, Callable[[str], Any]]:
    """Return the options whose value may be a document of one's own, with what reads its text."""
    described = find_game(pages.name).rules.options.described()
    return {option.name: option.told.document for option in described if option.told.document}


def as_chosen(pages: GamePages, options: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a match as the fields of the form that sets up another, without those left as they were."""
    fields, documents = find_game(pages.name).rules.options.model_fields, documents_of(pages)
    changed = {name: value for name, value in options.items() if value != fields[name].default}
    own = [name for name in documents if not isinstance(options[name], str)]
    plain = {name: _text(value) for name, value in changed.items() if name not in documents}
    return plain | {name: json.dumps(options[name], ensure_ascii=False) for name in own}


def _text(value: object) -> str:
    """Return a value of an option as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(option: Option) -> Sequence[str]:
    """Return the values that are offered one by one; empty when they are not a short list."""
    few = option.kind == "number" and option.most - option.least < MANY
    return [str(value) for value in range(option.least, option.most + 1)] if few else option.values


def _field(pages: GamePages, option: Option, chosen: str | None, reader: Reader, *, is_document: bool) -> OptionField:
    """Return the field of one option: buttons for few values, a number, or a document as text or as a file."""
    values = [] if is_document else _values(option)
    usual = option.default if option.told.advised is None else option.told.advised
    return OptionField(
        name=option.name,
        title=pages.option_title(option.name, reader),
        help=pages.option_help(option.name, reader),
        kind="list" if is_document else "choices" if values else "number",
        choices=_choices(pages, option.name, values, _text(usual) if chosen is None else chosen, reader),
        value=(chosen or "") if is_document else (chosen or "")[:NUMBER_LENGTH],
        default=_text(option.default),
        least=option.least,
        most=option.most,
    )


def _choices(pages: GamePages, name: str, values: Sequence[str], chosen: str, reader: Reader) -> list[OptionChoice]:
    """Return the buttons of one option; the middle value stands where nothing is chosen and there is no default."""
    picked = chosen if chosen in values else values[(len(values) - 1) // 2] if values else ""
    return [OptionChoice(value, pages.option_value(name, value, reader), value == picked) for value in values]


def bot_fields(pages: GamePages, chosen: Mapping[str, str], reader: Reader) -> list[BotField]:
    """Return who may sit in each other seat, for as many seats as the game has at most."""
    described = find_game(pages.name).rules.options.described()
    seats = next(option.most for option in described if option.name == "players")
    return [BotField(n, _bot_choices(chosen.get(f"bot-{n}", DEFAULT_BOT), reader)) for n in range(2, seats + 1)]


def _bot_choices(chosen: str, reader: Reader) -> list[OptionChoice]:
    """Return the bots that are offered: the levels, the weakest first, then those that do not search."""
    picked = chosen if chosen in BOT_TITLES else DEFAULT_BOT
    return [OptionChoice(bot, reader.say(title), bot == picked) for bot, title in BOT_TITLES.items()]


async def form_texts(form: Mapping[str, object]) -> dict[str, str]:
    """Return a form's fields as text; a file is read where a list can be sent as one, and takes the list's place.

    Raises
    ------
    BadForm
        A file stands in the place of text, or is no text.
    """
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    for name, value in form.items():
        if isinstance(value, UploadFile) and value.size and name.endswith(FILE_SUFFIX):
            fields[name.removesuffix(FILE_SUFFIX)] = _decoded(await value.read(), name)
        elif name not in fields and not name.endswith(FILE_SUFFIX):
            message = said("field {name} takes text and not a file", name=shown(name))
            raise BadForm(message, where=name, allowed=said("text"))
    return fields


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = said("the file is not UTF-8 text: byte {number} cannot be read", number=error.start)
        raise BadForm(message, where=name, allowed=said("UTF-8 text")) from None


def read_new_match(form: Mapping[str, str], reader: Reader) -> NewMatch:
    """Check the form of a new match; whatever is not a field of the form itself is taken for an option of the game.

    An empty field leaves its option as it is by default.

    Raises
    ------
    UnknownGame, UnknownBot, BadOption, BadForm
    """
    fields = dict(form)
    game = find_game(fields.pop("game", ""))
    name = " ".join(fields.pop("name", "").split()) or reader.say(GUEST)
    seed = _seed(fields.pop("seed", "").strip())
    bots = {key: fields.pop(key) for key in list(fields) if key.startswith("bot-")}
    options = _read_options(game, {option: text for option, text in fields.items() if text.strip()})
    return NewMatch(game.name, options.given(), _seats(name, bots, players=options.players), seed)


def _read_options(game: Game, fields: dict[str, str]) -> Options:
    """Return the checked options of a game; its lists are read by the game's own readers."""
    readers, named = documents_of(pages_of(game.name)), {o.name: o.values for o in game.rules.options.described()}
    own = [name for name in readers if name in fields and fields[name] not in named[name]]
    lists = {name: readers[name](fields.pop(name)) for name in own}
    options: Options = read_options(game.rules.options, fields, from_text=True)
    return read_options(game.rules.options, {**options.given(), **lists}) if lists else options


def _seed(text: str) -> int | None:
    """Read the seed; an empty one is drawn by the table."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SEED)) and int(text) <= LARGEST_SEED:
        return int(text)
    allowed = said("a whole number, {low} to {high}", low=0, high=LARGEST_SEED)
    message = said("the seed cannot be {given}; it takes {allowed}", given=shown(text), allowed=allowed)
    raise BadForm(message, given=text, where="seed", allowed=allowed)


def _seats(name: str, bots: Mapping[str, str], *, players: int) -> list[SeatSpec]:
    """Return the player's seat and one bot's for each other."""
    for place, spec in bots.items():
        if spec not in BOT_TITLES:
            titles = list(BOT_TITLES)
            places = {"given": shown(spec), "place": place, "known": listing(titles)}
            message = said("there is no bot {given} to choose for {place}; there are {known}", **places)
            raise UnknownBot(message, given=spec, where="bot", allowed=titles)
    names = [other for other in COURT_NAMES if other.casefold() != name.casefold()]
    others = [SeatSpec("bot", names[i], bots.get(f"bot-{i + 2}", DEFAULT_BOT)) for i in range(players - 1)]
    return [SeatSpec("human", name), *others]
