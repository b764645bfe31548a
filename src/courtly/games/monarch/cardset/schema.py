"""The schema of a card set: its tables, the fields of each entry, and the conversion to the values of `cards`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, ValidationInfo

from courtly.engine.errors import listed
from courtly.games.monarch.cardset import cards
from courtly.games.monarch.cardset.about import MAX_EMBLEMS, About, Emblems, Names, PathNames, SchemaNumber
from courtly.games.monarch.cardset.forms import FieldType, TomlTable, Wrong, reading_of, refuse, refuse_value, unknown
from courtly.games.monarch.cardset.formulas import EMBLEM, CrownsOf, Resource, Terrain
from courtly.games.monarch.cardset.kinds import (
    EFFECT,
    MET_EFFECT,
    MOON_EFFECT,
    POWER,
    REQUIREMENT,
    PathCards,
    PathVariety,
)
from courtly.games.monarch.cardset.marks import (
    WORD,
    Few,
    Flag,
    Identity,
    Texts,
    Whole,
    all_read,
)
from courtly.games.monarch.cardset.problems import said

SOURCES = ("rulebook", "reported", "house", "owner")

Price = Annotated[int, Whole(0, 99)]
Yield = Annotated[int, Whole(1, 9)]


@dataclass(frozen=True)
class Source(FieldType):
    """The field `source`: the origin of an entry, as one word or as one word for each part."""

    parts: tuple[str, ...]

    says = listed(SOURCES)

    def read(self, value: Any, info: ValidationInfo) -> Any:
        """Validate a value and return it."""
        if not isinstance(value, dict):
            return self._word(value, info)
        keys = ["default", *self.parts]
        wrongs = unknown((key for key in value if key not in keys), keys, reading_of(info))
        wrongs += all_read({key: value[key] for key in keys if key in value}, self._word, info)[1]
        if wrongs:
            refuse(wrongs)
        return value

    def _word(self, value: Any, _info: ValidationInfo) -> Any:
        if not isinstance(value, str):
            refuse_value(value, "type", self.says)
        if value not in SOURCES:
            refuse_value(value, "value", self.says)
        return value


class Entry(TomlTable):
    """Fields of every card. `made` converts an entry to a value."""

    id: Annotated[str, Identity()]
    name: Names
    text: Annotated[Mapping[str, str], Texts()] = {}
    source: Any = None
    incomplete: Annotated[bool, Flag()] = False

    makes: ClassVar[Callable[..., Any]]

    def values(self) -> dict[str, Any]:
        """Return the fields by their names in `cards`, with the price fields included."""
        values = dict(self)
        return {**dict(values.pop("cost", ())), **values}

    def made(self) -> Any:
        """Return the entry as a value of `cards`."""
        return type(self).makes(**self.values())


class Land(Entry):
    """A land board."""

    makes = cards.Land
    terrain: Annotated[Terrain, WORD]
    yields: Yield = Field(1, alias="yield")
    copies: Annotated[int, Whole(1, 16)] = 1
    source: Annotated[Any, Source(("name", "terrain", "yield", "copies"))] = None


class CourtCost(TomlTable):
    """The cost of a Court Card, which always has gold."""

    lacking: ClassVar[Mapping[str, str]] = {"gold": "cost"}
    gold: Price
    food: Price = 0


class Court(Entry):
    """A Court Card."""

    makes = cards.Court
    path: Annotated[Literal["might", "culture", "wisdom", "bounty", "none"], WORD]
    emblems: Annotated[
        tuple[Annotated[str, EMBLEM], ...], Few(said("a list of emblems"), MAX_EMBLEMS, said("emblems"))
    ] = ()
    cost: CourtCost
    crowns: Annotated[cards.Formula, CrownsOf(0, None)]
    on_acquire: Annotated[
        tuple[Annotated[cards.Effect, EFFECT], ...], Few(said("a list of effects"), 3, said("effects"))
    ] = ()
    powers: Annotated[tuple[Annotated[cards.Power, POWER], ...], Few(said("a list of powers"), 2, said("powers"))] = ()
    source: Annotated[Any, Source(("name", "path", "emblems", "cost", "crowns", "ability"))] = None


class FoodCost(TomlTable):
    """The cost of an improvement, only in food.

    If the table has another key, that key is the only problem reported; a missing `food` is not.
    """

    unknown = "cost"
    food: Price

    @classmethod
    def amended(cls, wrongs: list[Wrong]) -> list[Wrong]:
        """Return the problems of unknown and missing keys, reworded for this table."""
        others = [wrong for wrong in wrongs if wrong.code == "cost"]
        sentence = said("an improvement costs only food")
        return [wrong._replace(sentence=sentence, allowed=["food"]) for wrong in others] or wrongs


class Improvement(Entry):
    """A Land Improvement."""

    makes = cards.Improvement
    terrain: Annotated[Terrain, WORD]
    yields: Yield = Field(alias="yield")
    path: Annotated[Literal["might", "culture", "wisdom", "bounty", "none"], WORD] = "none"
    cost: FoodCost
    source: Annotated[Any, Source(("name", "terrain", "yield", "path", "cost"))] = None


class GuestCost(TomlTable):
    """The cost of a guest: gold, food or both."""

    gold: Price = 0
    food: Price = 0

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem if the cost is empty."""
        if not given:
            yield Wrong("missing", said("a guest must cost gold, food or both"), "gold, food or both")


class Guest(Entry):
    """An Unwanted Guest."""

    makes = cards.Guest
    cost: GuestCost
    crowns: Annotated[cards.Formula, CrownsOf(None, 0)]
    source: Annotated[Any, Source(("name", "cost", "crowns"))] = None


class Pledge(TomlTable):
    """The joint payment of the sisters."""

    resource: Annotated[Resource, WORD]
    per_sister: Annotated[int, Whole(0, 20)]
    base: Annotated[int, Whole(0, 40)]

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem if the pledge is 0."""
        if given.get("per_sister") == 0 == given.get("base"):
            sentence = said("a pledge of 0 asks for nothing; per_sister or base must be 1 or more")
            yield Wrong("range", sentence)


class MaybePledge(FieldType):
    """The field `pledge`."""

    says = said("a table of resource, per_sister and base")

    def read(self, value: Any, info: ValidationInfo) -> cards.Pledge:
        """Validate a value and return it."""
        return cards.Pledge(**dict(Pledge.model_validate(value, context=info.context)))


_MOON_EFFECTS = Few(said("a list of effects"), 4, said("effects"))


class Moon(Entry):
    """A Moon."""

    makes = cards.Moon
    tone: Annotated[Literal["good", "bad"] | None, WORD] = None
    effects: Annotated[tuple[Annotated[cards.Effect, MOON_EFFECT], ...], _MOON_EFFECTS] = ()
    pledge: Annotated[cards.Pledge | None, MaybePledge()] = None
    met: Annotated[tuple[Annotated[cards.Effect, MET_EFFECT], ...], _MOON_EFFECTS] = ()
    unmet: Annotated[tuple[Annotated[cards.Effect, MOON_EFFECT], ...], _MOON_EFFECTS] = ()
    source: Annotated[Any, Source(("name", "effects"))] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield problems unless the Moon has either effects or a pledge, and at least one effect."""
        if "effects" in given and "pledge" in given:
            yield Wrong("choice", said("a Moon has either effects or a pledge, not both"))
        if "effects" not in given and "pledge" not in given:
            yield Wrong("choice", said("a Moon needs either effects or a pledge"))
        for key in ("met", "unmet"):
            if "pledge" in given and key not in given:
                sentence = said("with pledge, {key} is required; it may be an empty list", key=key)
                yield Wrong("missing", sentence, None, (key,))
            if "pledge" not in given and key in given:
                yield Wrong("unknown-key", said("{key} is allowed only with pledge", key=key), None, (key,))
        if all(given.get(key) == [] for key in (("met", "unmet") if "pledge" in given else ("effects",))):
            yield Wrong("choice", said("this Moon has no effect"))


class Banner(Entry):
    """A banner."""

    makes = cards.Banner
    path: Annotated[Literal["might", "culture", "wisdom", "bounty", "balance"], WORD]
    requirement: Annotated[PathCards | PathVariety, REQUIREMENT]
    crowns: Annotated[cards.Formula, CrownsOf(0, None)]
    power: Annotated[cards.Power | None, POWER] = None
    source: Annotated[Any, Source(("name", "requirement", "crowns", "power"))] = None

    def values(self) -> dict[str, Any]:
        """Return the fields by their names in `cards`, with the requirement included."""
        values = super().values()
        asked = {"required_path": None, **values.pop("requirement").values()}
        return {**values, "requires": asked.pop("kind"), **asked}


ENTRIES = Few(said("a list of entries"))


class Form(TomlTable):
    """The whole document."""

    number: Annotated[int, SchemaNumber()] = Field(alias="schema")
    about: About = Field(alias="set")
    paths: PathNames
    emblems: Annotated[Mapping[str, Mapping[str, str]], Emblems()] = {}
    lands: Annotated[tuple[Land, ...], ENTRIES] = Field(alias="land")
    courts: Annotated[tuple[Court, ...], ENTRIES] = Field(alias="court")
    improvements: Annotated[tuple[Improvement, ...], ENTRIES] = Field(alias="improvement")
    guests: Annotated[tuple[Guest, ...], ENTRIES] = Field((), alias="guest")
    moons: Annotated[tuple[Moon, ...], ENTRIES] = Field((), alias="moon")
    banners: Annotated[tuple[Banner, ...], ENTRIES] = Field((), alias="banner")

    def made(self) -> cards.CardSet:
        """Return the card set."""
        return cards.CardSet(
            **dict(self.about),
            paths=dict(self.paths),
            emblems=self.emblems,
            lands=_made(self.lands),
            courts=_made(self.courts),
            improvements=_made(self.improvements),
            guests=_made(self.guests),
            moons=_made(self.moons),
            banners=_made(self.banners),
        )


def _made(entries: Sequence[Entry]) -> tuple[Any, ...]:
    return tuple(entry.made() for entry in entries)
