"""The options of Monarch and the content record compiled from them and their card set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import Field, field_validator

from courtly.engine.contract.layout import States
from courtly.engine.contract.options import Described, Options
from courtly.engine.errors import BadOption
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset import (
    HOUSE,
    BadCards,
    CardSet,
    cards_from,
    check_cards,
    chosen_cards,
    form_of_text,
    house_hash,
    read_card_file,
)
from courtly.games.monarch.rules.tables import fill_tables
from courtly.games.monarch.state import CELLS, COURT, FIRST_GUEST, FIRST_IMPROVEMENT, FIRST_MOON, SPOTS, Content
from courtly.games.monarch.weights import WEIGHTS
from courtly.text.languages import marked

CARD_SET_CACHE_SIZE = 16
"""Number of card sets that are cached, parsed and compiled."""


NAME = "monarch"
"""The id of the game, and the name of its message catalogue."""


def _own(text: str) -> Sentence:
    """Return a sentence from the catalogue of the game."""
    return Sentence(text, domain=NAME)


def read_cards(source: Path | str) -> dict[str, Any]:
    """Return the document of a custom card set for the option `card_set`, from a file or a text."""
    if isinstance(source, Path):
        return read_card_file(source)
    return check_cards(source, form=form_of_text(source)).document


CARD_SET = Described(
    _own(marked("Card set")),
    _own(
        marked(
            "The match uses original cards that follow what is publicly known of the printed ones. If you own the "
            "game or design cards, you can supply a complete card set in the format of cards.toml, or the same as "
            "JSON."
        )
    ),
    {HOUSE: _own(marked("House set"))},
    document=read_cards,
)
BANNERS = Described(
    _own(marked("Banners")),
    _own(
        marked(
            "Once per match, each sister may fly a banner for crowns and a power. A first match is easier without them."
        )
    ),
    {"true": _own(marked("Yes")), "false": _own(marked("No"))},
    advised=False,
)
ROUNDS = Described(
    _own(marked("Round limit")),
    _own(marked("1 to 200 (default 60). Most matches end sooner, when a court is full.")),
)


class MonarchOptions(Options):
    """Options of a match of Monarch.

    `card_set` is `house` (records add the hash of its file) or the document of a whole card set.
    """

    domain = NAME

    players: Annotated[int, Ge(2), Le(4)]
    card_set: Annotated[Literal["house"] | dict[str, Any], CARD_SET] = Field(
        "house", description="house, or a card set as a table; files are allowed only on the command line"
    )
    banners: Annotated[bool, BANNERS] = True
    max_rounds: Annotated[int, Ge(1), Le(200), ROUNDS] = 60

    @field_validator("card_set", mode="before")
    @classmethod
    def _checked_cards(cls, value: object) -> object:
        if not isinstance(value, str | dict):
            raise ValueError("it is house, or a card set as a table")
        try:
            cards_at(_text(value))
            return HOUSE if isinstance(value, str) else value
        except BadCards:
            raise
        except BadOption as error:
            raise ValueError(str(error)) from None

    @classmethod
    def load_documents(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with the card set file loaded. A bad set raises an error that lists its problems by line."""
        chosen = values.get("card_set", HOUSE)
        if isinstance(chosen, dict):
            cards_from(chosen)
        names_house = isinstance(chosen, str) and chosen.partition("@")[0] == HOUSE
        return dict(values) if names_house else super().load_documents(values)

    def given(self) -> dict[str, Any]:
        """Return the chosen options. The house set is always included, with its hash as the version."""
        chosen = super().given()
        cards = f"{HOUSE}@{house_hash()}" if self.card_set == HOUSE else self.card_set
        return {"players": chosen.pop("players"), **chosen, "card_set": cards}


def _text(value: str | dict[str, Any]) -> str:
    """Return the document of a card set as JSON text, which serves as its cache key."""
    try:
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        raise ValueError("a card set is plain data: tables, lists, texts and numbers") from None


@lru_cache(CARD_SET_CACHE_SIZE)
def cards_at(key: str) -> CardSet:
    """Return the card set of a key from `cards_key`."""
    return chosen_cards(json.loads(key))


def cards_key(options: MonarchOptions) -> str:
    """Return the cache key of the card set of a match."""
    return _text(options.card_set)


def cards_of(options: MonarchOptions) -> CardSet:
    """Return the card set of a match."""
    return cards_at(cards_key(options))


@lru_cache(CARD_SET_CACHE_SIZE)
def _tables(key: str) -> States:
    """Return a content record filled with the data of a card set."""
    contents = Content.empty()
    fill_tables(contents[0], cards_at(key))
    contents.setflags(write=False)
    return contents


def compile_content(options: MonarchOptions) -> States:
    """Return an array with one content record for validated options."""
    contents = _tables(cards_key(options)).copy()
    content, cards = contents[0], cards_of(options)
    content.players, content.rounds = options.players, options.max_rounds
    content.free_each_turn = options.players == 2
    content.weights[:] = WEIGHTS.present
    if not options.banners:
        content.banner_count = 0
    for number, moon in enumerate(cards.moons):
        if moon.pledge:
            content.pledge[number, 1] = moon.pledge.base + moon.pledge.per_sister * options.players
    return contents


def max_legal(content: Content) -> int:
    """Return the largest possible number of legal moves in one position."""
    cards = content.cards[: content.in_play]
    improvements = int(((cards >= FIRST_IMPROVEMENT) & (cards < FIRST_GUEST)).sum())
    guests = int(((cards >= FIRST_GUEST) & (cards < FIRST_MOON)).sum())
    purchases = SPOTS + min(SPOTS, improvements)
    # Harvest, tax, sweep and the end of the turn, in addition to the acts of cards and banners.
    acts = 4 + int(content.banner_count) + min(COURT + 1, int(content.barter_count)) + purchases
    return max(acts, COURT + 1, CELLS, int(content.players) - 1, guests + 1, int(content.pledge[:, 1].max()) + 1)
