"""Powers, effects and requirements: the closed kinds of what cards, Moons and banners do, each a table of its own."""

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
    """Something costs less."""

    kind: Literal["discount"]
    on: Annotated[Literal["court", "improvement", "guest", "sweep"], WORD]
    amount: Amount
    resource: Annotated[Resource | None, WORD] = None
    path: Annotated[Path | None, WORD] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield what does not go with the thing whose price this is about."""
        yield from _no_path(given)
        on, resource = given.get("on"), given.get("resource")
        if on == "improvement" and resource == "gold":
            sentence = said("the price of an improvement never has gold; it has food")
            yield Wrong("value", sentence, ["food"], ("resource",))
        if on == "sweep" and resource == "food":
            yield Wrong("value", said("the price of a sweep never has food; it has gold"), ["gold"], ("resource",))

    def values(self) -> dict[str, Any]:
        """Return the fields by their names in `cards`."""
        usual = "food" if self.on == "improvement" else "gold"
        return {**super().values(), "resource": self.resource or usual}


class Rebate(Kind):
    """Something gives back what it cost."""

    kind: Literal["rebate"]
    on: Annotated[Literal["court", "improvement", "guest"], WORD]
    resource: Annotated[Resource, WORD]
    amount: Amount
    path: Annotated[Path | None, WORD] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield what does not go with the thing whose price this is about."""
        yield from _no_path(given)


def _no_path(given: Mapping[str, Any]) -> Iterator[Wrong]:
    if "path" in given and given.get("on") == "guest":
        sentence = said("a guest has no path; path goes with court or improvement")
        yield Wrong("unknown-key", sentence, None, ("path",))
    if "path" in given and given.get("on") == "sweep":
        sentence = said("a sweep has no path; path goes with court or improvement")
        yield Wrong("unknown-key", sentence, None, ("path",))


class IncomeBonus(Kind):
    """A harvest or a tax brings more."""

    kind: Literal["income_bonus"]
    when: Annotated[Literal["harvest", "tax"], WORD]
    amount: Amount


class TaxRelief(Kind):
    """Villages need less food."""

    kind: Literal["tax_relief"]
    amount: Amount


class GuestRelief(Kind):
    """Guests cost fewer crowns."""

    kind: Literal["guest_relief"]
    amount: Amount


class Barter(Kind):
    """Gold for food or food for gold, once a turn."""

    kind: Literal["barter"]
    resource: Annotated[Resource, WORD] = Field(alias="give")
    amount: Amount = Field(alias="give_amount")
    get: Annotated[Resource, WORD]
    get_amount: Amount

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem for a barter of a thing for itself."""
        give, get = given.get("give"), given.get("get")
        if give == get == "gold":
            yield Wrong("value", said("a barter of gold for itself gives nothing"), None, ("get",))
        if give == get == "food":
            yield Wrong("value", said("a barter of food for itself gives nothing"), None, ("get",))


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
    """Guests leave."""

    kind: Literal["dismiss_guest"]
    amount: Amount = Field(1, alias="up_to")


class FreeImprovement(Kind):
    """An improvement for nothing."""

    kind: Literal["free_improvement"]


class FreeSweep(Kind):
    """A sweep for nothing."""

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
"""Where a pledge was met somebody pledged most."""


class Touching(Kind):
    """An effect of a Moon on some of the sisters."""

    measure: Annotated[Literal["gold", "food", "court", "guests"] | None, WORD] = None

    @classmethod
    def between(cls, given: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield a problem unless it is said what is compared, where something is."""
        who = given.get("who", "all")
        if who in ("most", "fewest") and "measure" not in given:
            sentence = said("{who} of what: there must be measure: gold, food, court or guests", who=who)
            yield Wrong("missing", sentence, None, ("measure",))
        if who in ("all", "top_pledger") and "measure" in given:
            sentence = said("measure goes with who = most or fewest alone")
            yield Wrong("unknown-key", sentence, None, ("measure",))


class Gaining(Touching):
    """Sisters gain."""

    kind: Literal["gain"]
    resource: Annotated[Resource, WORD]
    amount: Amount


class Losing(Touching):
    """Sisters lose."""

    kind: Literal["lose"]
    resource: Annotated[Resource, WORD]
    amount: Amount


class Halving(Touching):
    """Sisters lose half of what they have."""

    kind: Literal["halve"]
    resource: Annotated[Resource, WORD]


class Harvesting(Touching):
    """Sisters harvest."""

    kind: Literal["harvest"]


class Ruin(Kind):
    """An improvement is lost."""

    kind: Literal["ruin"]
    terrain: Annotated[AnyTerrain, WORD] = "any"


class Flush(Kind):
    """The market row is discarded."""

    kind: Literal["flush"]


class MoonGain(Gaining):
    """The same, at once or where a pledge was not met."""

    who: Who = "all"


class MoonLose(Losing):
    """The same, at once or where a pledge was not met."""

    who: Who = "all"


class MoonHalve(Halving):
    """The same, at once or where a pledge was not met."""

    who: Who = "all"


class MoonHarvest(Harvesting):
    """The same, at once or where a pledge was not met."""

    who: Who = "all"


class MetGain(Gaining):
    """The same, where a pledge was met."""

    who: WhoMet = "all"


class MetLose(Losing):
    """The same, where a pledge was met."""

    who: WhoMet = "all"


class MetHalve(Halving):
    """The same, where a pledge was met."""

    who: WhoMet = "all"


class MetHarvest(Harvesting):
    """The same, where a pledge was met."""

    who: WhoMet = "all"


AnyMoonEffect = Annotated[MoonGain | MoonLose | MoonHalve | MoonHarvest | Ruin | Flush, Field(discriminator="kind")]
AnyMetEffect = Annotated[MetGain | MetLose | MetHalve | MetHarvest | Ruin | Flush, Field(discriminator="kind")]
MOON_EFFECT = Kinds(AnyMoonEffect, lambda made: Effect(**made.values()))
MET_EFFECT = Kinds(AnyMetEffect, lambda made: Effect(**made.values()))


class PathCards(Kind):
    """So many Court Cards of a path."""

    kind: Literal["path_cards"]
    required_path: Annotated[Path, WORD] = Field(alias="path")
    at_least: Amount = 2


class PathVariety(Kind):
    """So many different paths."""

    kind: Literal["path_variety"]
    at_least: Amount


AnyRequirement = Annotated[PathCards | PathVariety, Field(discriminator="kind")]
REQUIREMENT = Kinds(AnyRequirement, lambda made: made)
