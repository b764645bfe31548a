"""Crown formulas: the words of the schema, the eight kinds of formulas, and the field that holds a formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from courtly.games.monarch.cardset.cards import Formula
from courtly.games.monarch.cardset.forms import FieldType, TomlTable, Wrong, refuse, refuse_value
from courtly.games.monarch.cardset.marks import WORD, Kinds, Reference, Whole
from courtly.games.monarch.cardset.problems import said

Path = Literal["might", "culture", "wisdom", "bounty"]
Resource = Literal["gold", "food"]
Terrain = Literal["village", "farm"]
AnyTerrain = Literal["village", "farm", "any"]
Where = Literal["court", "board", "court+board"]

CROWNS = 99
"""Largest number of crowns in a card set, positive or negative."""

EMBLEM = Reference(said("the id of an emblem of this set"))
CARD = Reference(said("the id of a card of this set"))

Crowns = Annotated[int, Whole(-CROWNS, CROWNS)]
MaybeCrowns = Annotated[int | None, Whole(-CROWNS, CROWNS)]
Amount = Annotated[int, Whole(1, 99)]


class Kind(TomlTable):
    """A table with a kind. `values` returns the fields for a value of `cards`."""

    kind: str

    def values(self) -> dict[str, Any]:
        """Return the fields by their names in `cards`."""
        return dict(self)


class Fixed(Kind):
    """A fixed number of crowns."""

    kind: Literal["fixed"]
    value: Crowns


class Counting(Kind):
    """Crowns per counted thing, between bounds."""

    base: Crowns = 0
    min: MaybeCrowns = None
    max: MaybeCrowns = None


class PerPath(Counting):
    """Crowns for cards of a path."""

    kind: Literal["per_path"]
    path: Annotated[Path, WORD]
    where: Annotated[Where, WORD] = "court"
    per: Crowns


class PerEmblem(Counting):
    """Crowns for emblems in the court."""

    kind: Literal["per_emblem"]
    emblem: Annotated[str, EMBLEM]
    per: Crowns


class PerVariety(Counting):
    """Crowns for different paths or emblems in the court."""

    kind: Literal["per_variety"]
    of: Annotated[Literal["path", "emblem"], WORD]
    per: Crowns


class PerLand(Counting):
    """Crowns for boards of a terrain that yield enough."""

    kind: Literal["per_land"]
    terrain: Annotated[AnyTerrain, WORD]
    min_yield: Annotated[int, Whole(1, 9)] = 1
    per: Crowns


class PerResource(Counting):
    """Crowns for gold or food."""

    kind: Literal["per_resource"]
    resource: Annotated[Resource, WORD]
    each: Amount = 1
    per: Crowns = 1


class PerGuest(Counting):
    """Crowns for guests."""

    kind: Literal["per_guest"]
    whose: Annotated[Literal["own", "others"], WORD]
    per: Crowns


class IfCount(Kind):
    """One of two numbers of crowns, by a threshold."""

    kind: Literal["if_count"]
    path: Annotated[Path | None, WORD] = None
    where: Annotated[Where, WORD] = "court"
    emblem: Annotated[str | None, EMBLEM] = None
    card: Annotated[str | None, CARD] = None
    at_least: Amount = 1
    then: Crowns
    otherwise: Crowns

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem if no thing or several things are counted, and one if `where` has no path."""
        counted = [key for key in ("path", "emblem", "card") if key in given]
        if not counted:
            yield Wrong("choice", said("if_count needs exactly one of path, emblem and card; none was given"))
        elif len(counted) > 1:
            both = ", ".join(counted)
            yield Wrong(
                "choice", said("if_count needs exactly one of path, emblem and card; {keys} were given", keys=both)
            )
        if "where" in given and "path" not in given:
            yield Wrong("unknown-key", said("where is allowed only with path"), None, ("where",))


AnyFormula = Annotated[
    Fixed | PerPath | PerEmblem | PerVariety | PerLand | PerResource | PerGuest | IfCount, Field(discriminator="kind")
]


@dataclass(frozen=True)
class CrownsOf(FieldType):
    """The field `crowns`: a number, or a formula with default bounds. A guest's crowns are never above 0."""

    low: int | None
    high: int | None

    says = said("a whole number, or a table with a kind")

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        formulas = handler.generate_schema(Annotated[Formula, Kinds(AnyFormula, lambda made: made)])
        return core_schema.with_info_wrap_validator_function(self.read_with, formulas)

    def read_with(self, value: Any, handler: Callable[[Any], Kind], info: ValidationInfo) -> Formula:
        """Return the formula, with its bounds filled in."""
        if isinstance(value, int) and not isinstance(value, bool):
            formula = Formula("fixed", value=Whole(-CROWNS, CROWNS).read(value, info))
        elif isinstance(value, dict):
            formula = self._bounded(handler(value))
        else:
            refuse_value(value, "type", self.says)
        if self.high == 0 and highest(formula) > 0:
            sentence = said("this guest could add {crowns} crowns; a guest must never add any", crowns=highest(formula))
            refuse([Wrong("sign", sentence, "never above 0")])
        return formula

    def _bounded(self, made: Kind) -> Formula:
        """Fill in the default bounds where they are missing, and reject contradictory bounds."""
        values = made.values()
        if not isinstance(made, Counting):
            return Formula(**values)
        low = self.low if made.min is None else made.min
        high = self.high if made.max is None else made.max
        if low is not None and high is not None and low > high:
            sentence = said("min {low} is above max {high}", low=low, high=high)
            if made.min is None or made.max is None:
                sentence = said("min {low} is above max {high}; one of them is the default", low=low, high=high)
            refuse([Wrong("range", sentence, "min no higher than max")])
        return Formula(**{**values, "min": low, "max": high})


def highest(formula: Formula) -> int:
    """Return the most crowns that a guest's formula can give, over all counts."""
    if formula.kind == "fixed":
        return formula.value
    if formula.kind == "if_count":
        return max(formula.then, formula.otherwise)
    assert formula.max is not None  # 0 by default
    most = min(formula.max, formula.base if formula.per <= 0 else formula.base + CROWNS * formula.per)
    return most if formula.min is None else max(most, formula.min)
