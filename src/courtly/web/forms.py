"""Forms: what a new match asks, made from the game's own options, and what comes back, checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import UploadFile

from courtly.bots import UnknownBot
from courtly.engine.errors import listed, shown
from courtly.engine.game import Game, find_game
from courtly.engine.options import Options, read_options
from courtly.engine.words import marked
from courtly.tables import SeatSpec
from courtly.web.contexts import BotField, OptionChoice, OptionField
from courtly.web.errors import BadForm
from courtly.web.games import GamePages, pages_of
from courtly.web.text import Speaker

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
    "regent": marked("Regent: misses little"),
    "steward": marked("Steward: weighs every place"),
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


def option_fields(pages: GamePages, chosen: Mapping[str, str], speaker: Speaker) -> list[OptionField]:
    """Return one group of choices for each option of a game that has a closed set of values."""
    schema = find_game(pages.name).options.model_json_schema()["properties"]
    fields = []
    for name, entry in schema.items():
        if values := _values(entry):
            fields.append(_choice_field(pages, name, values, chosen.get(name, _text(entry.get("default"))), speaker))
        elif name in pages.lists:
            fields.append(_list_field(pages, name, chosen.get(name, ""), speaker))
        elif "minimum" in entry and "maximum" in entry:
            fields.append(_number_field(pages, name, entry, chosen.get(name, ""), speaker))
    return fields


def as_chosen(pages: GamePages, options: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a match as the fields of the form that sets up another, without those left as they were."""
    fields = find_game(pages.name).options.model_fields
    changed = {name: value for name, value in options.items() if value != fields[name].default}
    own = [name for name in pages.lists if not isinstance(options[name], str)]
    plain = {name: _text(value) for name, value in changed.items() if name not in pages.lists}
    return plain | {name: json.dumps(options[name], ensure_ascii=False) for name in own}


def _text(value: object) -> str:
    """Return a value of an option as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(entry: Mapping[str, Any]) -> list[str]:
    """Return the values that a property of a JSON schema can take, as text; empty when they are not a short list."""
    if "enum" in entry:
        return [str(value) for value in entry["enum"]]
    if "minimum" in entry and entry.get("maximum", MANY) - entry["minimum"] < MANY:
        return [str(value) for value in range(entry["minimum"], entry["maximum"] + 1)]
    return ["false", "true"] if entry.get("type") == "boolean" else []


def _choice_field(pages: GamePages, name: str, values: Sequence[str], chosen: str, speaker: Speaker) -> OptionField:
    """Return the group of one option; the middle value stands where nothing is chosen and there is no default."""
    picked = chosen if chosen in values else values[(len(values) - 1) // 2]
    choices = [OptionChoice(value, pages.option_value(name, value, speaker), value == picked) for value in values]
    title, help_text = pages.option_title(name, speaker), pages.option_help(name, speaker)
    return OptionField(name=name, title=title, help=help_text, kind="choices", choices=choices)


def _number_field(pages: GamePages, name: str, entry: Mapping[str, Any], chosen: str, speaker: Speaker) -> OptionField:
    """Return the field of a number; an empty one means the default."""
    return OptionField(
        name=name,
        title=pages.option_title(name, speaker),
        help=pages.option_help(name, speaker),
        kind="number",
        choices=[],
        value=chosen[:NUMBER_LENGTH],
        default=_text(entry.get("default", "")),
        least=entry["minimum"],
        most=entry["maximum"],
    )


def _list_field(pages: GamePages, name: str, chosen: str, speaker: Speaker) -> OptionField:
    """Return the field of a list of one's own, given as text or as a file."""
    title, help_text = pages.option_title(name, speaker), pages.option_help(name, speaker)
    return OptionField(name=name, title=title, help=help_text, kind="list", choices=[], value=chosen)


def bot_fields(pages: GamePages, chosen: Mapping[str, str], speaker: Speaker) -> list[BotField]:
    """Return who may sit in each other seat, for as many seats as the game has at most."""
    schema = find_game(pages.name).options.model_json_schema()["properties"]
    seats = max(int(value) for value in _values(schema["players"]))
    return [BotField(n, _bot_choices(chosen.get(f"bot-{n}", DEFAULT_BOT), speaker)) for n in range(2, seats + 1)]


def _bot_choices(chosen: str, speaker: Speaker) -> list[OptionChoice]:
    """Return the bots that are offered: the levels, the weakest first, then those that do not search."""
    picked = chosen if chosen in BOT_TITLES else DEFAULT_BOT
    return [OptionChoice(bot, speaker.say(title), bot == picked) for bot, title in BOT_TITLES.items()]


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
            raise BadForm(f"field {shown(name)} takes text and not a file", where=name, allowed="text")
    return fields


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8 text: byte {error.start} cannot be read"
        raise BadForm(message, where=name, allowed="UTF-8 text") from None


def read_new_match(form: Mapping[str, str], speaker: Speaker) -> NewMatch:
    """Check the form of a new match; whatever is not a field of the form itself is taken for an option of the game.

    An empty field leaves its option as it is by default.

    Raises
    ------
    UnknownGame, UnknownBot, BadOption, BadForm
    """
    fields = dict(form)
    game = find_game(fields.pop("game", ""))
    name = " ".join(fields.pop("name", "").split()) or speaker.say(GUEST)
    seed = _seed(fields.pop("seed", "").strip())
    bots = {key: fields.pop(key) for key in list(fields) if key.startswith("bot-")}
    options = _read_options(game, {option: text for option, text in fields.items() if text.strip()})
    return NewMatch(game.name, options.given(), _seats(name, bots, players=options.players), seed)


def _read_options(game: Game, fields: dict[str, str]) -> Options:
    """Return the checked options of a game; its lists are read by the game's own readers."""
    readers = pages_of(game.name).lists
    lists = {name: read(fields.pop(name)) for name, read in readers.items() if name in fields}
    options: Options = read_options(game.options, fields, from_text=True)
    return read_options(game.options, {**options.given(), **lists}) if lists else options


def _seed(text: str) -> int | None:
    """Read the seed; an empty one is drawn by the table."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SEED)) and int(text) <= LARGEST_SEED:
        return int(text)
    allowed = f"a whole number from 0 to {LARGEST_SEED}"
    raise BadForm(f"the seed cannot be {shown(text)}; it takes {allowed}", given=text, where="seed", allowed=allowed)


def _seats(name: str, bots: Mapping[str, str], *, players: int) -> list[SeatSpec]:
    """Return the player's seat and one bot's for each other."""
    for place, spec in bots.items():
        if spec not in BOT_TITLES:
            titles = list(BOT_TITLES)
            message = f"there is no bot {shown(spec)} to choose for {place}; there are {listed(titles)}"
            raise UnknownBot(message, given=spec, where="bot", allowed=titles)
    names = [other for other in COURT_NAMES if other.casefold() != name.casefold()]
    others = [SeatSpec("bot", names[i], bots.get(f"bot-{i + 2}", DEFAULT_BOT)) for i in range(players - 1)]
    return [SeatSpec("human", name), *others]
