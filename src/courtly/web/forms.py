"""Forms: what a new match asks, made from the game's own options, and what comes back, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.bots import bot_names
from courtly.engine.errors import shown
from courtly.engine.game import find_game
from courtly.engine.options import Options, read_options
from courtly.engine.words import marked
from courtly.tables import SeatSpec
from courtly.web.contexts import BotField, OptionChoice, OptionField
from courtly.web.errors import BadForm
from courtly.web.games import GamePages
from courtly.web.text import Speaker

DEFAULT_BOT = "steward"
LARGEST_SEED = 2**63 - 1
NAME_LENGTH = 24
COURT_NAMES = ("Isaure", "Aldric", "Odile", "Tancrède", "Mélisande", "Gauvain")
"""What bots are called at the table, so that the log reads like a tale; one that the player bears is passed over."""

BOT_TITLES = {
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
            fields.append(_option_field(pages, name, values, chosen.get(name, entry.get("default")), speaker))
    return fields


def _values(entry: Mapping[str, Any]) -> list[str]:
    """Return the values that a property of a JSON schema can take, as text; empty when they are not a short list."""
    if "enum" in entry:
        return [str(value) for value in entry["enum"]]
    if "minimum" in entry and "maximum" in entry:
        return [str(value) for value in range(entry["minimum"], entry["maximum"] + 1)]
    return ["false", "true"] if entry.get("type") == "boolean" else []


def _option_field(pages: GamePages, name: str, values: Sequence[str], chosen: object, speaker: Speaker) -> OptionField:
    """Return the group of one option; the middle value stands where nothing is chosen and there is no default."""
    picked = str(chosen) if str(chosen) in values else values[(len(values) - 1) // 2]
    choices = [OptionChoice(value, pages.option_value(name, value, speaker), value == picked) for value in values]
    return OptionField(name, pages.option_title(name, speaker), choices)


def bot_fields(pages: GamePages, chosen: Mapping[str, str], speaker: Speaker) -> list[BotField]:
    """Return who may sit in each other seat, for as many seats as the game has at most."""
    schema = find_game(pages.name).options.model_json_schema()["properties"]
    seats = max(int(value) for value in _values(schema["players"]))
    return [BotField(n, _bot_choices(chosen.get(f"bot-{n}", DEFAULT_BOT), speaker)) for n in range(2, seats + 1)]


def _bot_choices(chosen: str, speaker: Speaker) -> list[OptionChoice]:
    """Return the bots, by name."""
    picked = chosen if chosen in bot_names() else DEFAULT_BOT
    return [OptionChoice(bot, speaker.say(BOT_TITLES.get(bot, bot)), bot == picked) for bot in bot_names()]


def read_new_match(form: Mapping[str, object], speaker: Speaker) -> NewMatch:
    """Check the form of a new match; whatever is not a field of the form itself is taken for an option of the game.

    Raises
    ------
    UnknownGame, BadOption, BadForm
    """
    fields = _texts(form)
    game = find_game(fields.pop("game", ""))
    name = " ".join(fields.pop("name", "").split()) or speaker.say(GUEST)
    seed = _seed(fields.pop("seed", "").strip())
    bots = {key: fields.pop(key) for key in list(fields) if key.startswith("bot-")}
    options: Options = read_options(game.options, fields, from_text=True)
    return NewMatch(game.name, options.given(), _seats(name, bots, players=options.players), seed)


def _texts(form: Mapping[str, object]) -> dict[str, str]:
    """Return a form's fields, none of which is a file."""
    for name, value in form.items():
        if not isinstance(value, str):
            raise BadForm(f"field {shown(name)} takes text and not a file", where=name, allowed="text")
    return {name: str(value) for name, value in form.items()}


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
    names = [other for other in COURT_NAMES if other.casefold() != name.casefold()]
    others = [SeatSpec("bot", names[i], bots.get(f"bot-{i + 2}", DEFAULT_BOT)) for i in range(players - 1)]
    return [SeatSpec("human", name), *others]
