"""The kinds of powers, effects and banner requirements, each with its own table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from courtly.games.monarch.cardset.cards import Effect, Power
from courtly.games.monarch.cardset.forms import Wrong
from courtly.games.monarch.cardset.formulas import Amount, AnyTerrain, Kind, Path, Resource
from courtly.games.monarch.cardset.marks import WORD, Kinds
from courtly.games.monarch.cardset.problems import said


class Discount(Kind):
    """A lower price."""

    kind: Literal["discount"]
    on: Annotated[Literal["court", "improvement", "guest", "sweep"], WORD]
    amount: Amount
    resource: Annotated[Resource | None, WORD] = None
    path: Annotated[Path | None, WORD] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield the fields that do not fit `on`."""
        yield from _no_path(given)
        on, resource = given.get("on"), given.get("resource")
        if on == "improvement" and resource == "gold":
            sentence = said("an improvement costs only food, never gold")
            yield Wrong("value", sentence, ["food"], ("resource",))
        if on == "sweep" and resource == "food":
            yield Wrong("value", said("a sweep costs only gold, never food"), ["gold"], ("resource",))

    def values(self) -> dict[str, Any]:
        """Return the fields by their names in `cards`."""
        usual = "food" if self.on == "improvement" else "gold"
        return {**super().values(), "resource": self.resource or usual}


class Rebate(Kind):
    """A refund after a purchase."""

    kind: Literal["rebate"]
    on: Annotated[Literal["court", "improvement", "guest"], WORD]
    resource: Annotated[Resource, WORD]
    amount: Amount
    path: Annotated[Path | None, WORD] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield the fields that do not fit `on`."""
        yield from _no_path(given)


def _no_path(given: Mapping[str, Any]) -> Iterator[Wrong]:
    if "path" in given and given.get("on") == "guest":
        sentence = said("a guest has no path; use path only with court or improvement")
        yield Wrong("unknown-key", sentence, None, ("path",))
    if "path" in given and given.get("on") == "sweep":
        sentence = said("a sweep has no path; use path only with court or improvement")
        yield Wrong("unknown-key", sentence, None, ("path",))


class IncomeBonus(Kind):
    """More food per harvest or more gold per tax."""

    kind: Literal["income_bonus"]
    when: Annotated[Literal["harvest", "tax"], WORD]
    amount: Amount


class TaxRelief(Kind):
    """Fewer villages to feed."""

    kind: Literal["tax_relief"]
    amount: Amount


class GuestRelief(Kind):
    """Fewer crowns lost per guest."""

    kind: Literal["guest_relief"]
    amount: Amount


class Barter(Kind):
    """Gold for food or food for gold, once per turn."""

    kind: Literal["barter"]
    resource: Annotated[Resource, WORD] = Field(alias="give")
    amount: Amount = Field(alias="give_amount")
    get: Annotated[Resource, WORD]
    get_amount: Amount

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem if a resource is traded for itself."""
        give, get = given.get("give"), given.get("get")
        if give == get == "gold":
            yield Wrong("value", said("a barter of gold for gold has no effect"), None, ("get",))
        if give == get == "food":
            yield Wrong("value", said("a barter of food for food has no effect"), None, ("get",))


AnyPower = Annotated[Discount | Rebate | IncomeBonus | TaxRelief | GuestRelief | Barter, Field(discriminator="kind")]
POWER = Kinds(AnyPower, lambda made: Power(**made.values()))


class Gain(Kind):
    """Gold or food from the supply."""

    kind: Literal["gain"]
    resource: Annotated[Resource, WORD]
    amount: Amount


class Collect(Kind):
    """Gold or food from each other sister."""

    kind: Literal["collect"]
    resource: Annotated[Resource, WORD]
    amount: Amount


class DismissGuest(Kind):
    """Dismissal of guests."""

    kind: Literal["dismiss_guest"]
    amount: Amount = Field(1, alias="up_to")


class FreeImprovement(Kind):
    """A credit for an improvement."""

    kind: Literal["free_improvement"]


class FreeSweep(Kind):
    """A credit for a sweep."""

    kind: Literal["free_sweep"]


class ExtraIncome(Kind):
    """One more harvest or tax."""

    kind: Literal["extra_income"]


AnyEffect = Annotated[
    Gain | Collect | DismissGuest | FreeImprovement | FreeSweep | ExtraIncome, Field(discriminator="kind")
]
EFFECT = Kinds(AnyEffect, lambda made: Effect(**made.values()))


Who = Annotated[Literal["all", "most", "fewest"], WORD]
WhoMet = Annotated[Literal["all", "most", "fewest", "top_pledger"], WORD]
"""`top_pledger` is allowed only in the effects of a met pledge."""


class SisterEffect(Kind):
    """An effect of a Moon on some sisters."""

    measure: Annotated[Literal["gold", "food", "court", "guests"] | None, WORD] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem if `measure` is missing where it is needed, or present where it is not."""
        who = given.get("who", "all")
        if who in ("most", "fewest") and "measure" not in given:
            sentence = said("{who} needs measure: gold, food, court or guests", who=who)
            yield Wrong("missing", sentence, None, ("measure",))
        if who in ("all", "top_pledger") and "measure" in given:
            sentence = said("measure is allowed only with who = most or fewest")
            yield Wrong("unknown-key", sentence, None, ("measure",))


class Gaining(SisterEffect):
    """A gain for sisters."""

    kind: Literal["gain"]
    resource: Annotated[Resource, WORD]
    amount: Amount


class Losing(SisterEffect):
    """A loss for sisters."""

    kind: Literal["lose"]
    resource: Annotated[Resource, WORD]
    amount: Amount


class Halving(SisterEffect):
    """The loss of half of a resource for sisters."""

    kind: Literal["halve"]
    resource: Annotated[Resource, WORD]


class Harvesting(SisterEffect):
    """A harvest for sisters."""

    kind: Literal["harvest"]


class Ruin(Kind):
    """The loss of an improvement."""

    kind: Literal["ruin"]
    terrain: Annotated[AnyTerrain, WORD] = "any"


class Flush(Kind):
    """The discard of the market row."""

    kind: Literal["flush"]


class MoonGain(Gaining):
    """A gain from an immediate effect or a missed pledge."""

    who: Who = "all"


class MoonLose(Losing):
    """A loss from an immediate effect or a missed pledge."""

    who: Who = "all"


class MoonHalve(Halving):
    """A halving from an immediate effect or a missed pledge."""

    who: Who = "all"


class MoonHarvest(Harvesting):
    """A harvest from an immediate effect or a missed pledge."""

    who: Who = "all"


class MetGain(Gaining):
    """A gain from a met pledge."""

    who: WhoMet = "all"


class MetLose(Losing):
    """A loss from a met pledge."""

    who: WhoMet = "all"


class MetHalve(Halving):
    """A halving from a met pledge."""

    who: WhoMet = "all"


class MetHarvest(Harvesting):
    """A harvest from a met pledge."""

    who: WhoMet = "all"


AnyMoonEffect = Annotated[MoonGain | MoonLose | MoonHalve | MoonHarvest | Ruin | Flush, Field(discriminator="kind")]
AnyMetEffect = Annotated[MetGain | MetLose | MetHalve | MetHarvest | Ruin | Flush, Field(discriminator="kind")]
MOON_EFFECT = Kinds(AnyMoonEffect, lambda made: Effect(**made.values()))
MET_EFFECT = Kinds(AnyMetEffect, lambda made: Effect(**made.values()))


class PathCards(Kind):
    """A minimum number of Court Cards of a path."""

    kind: Literal["path_cards"]
    required_path: Annotated[Path, WORD] = Field(alias="path")
    at_least: Amount = 2


class PathVariety(Kind):
    """A minimum number of different paths."""

    kind: Literal["path_variety"]
    at_least: Amount


AnyRequirement = Annotated[PathCards | PathVariety, Field(discriminator="kind")]
REQUIREMENT = Kinds(AnyRequirement, lambda made: made)
