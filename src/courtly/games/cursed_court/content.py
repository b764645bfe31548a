"""Options of Cursed Court and the components they choose from, which become one content record."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from courtly.engine.layout import States
from courtly.engine.options import Options
from courtly.games.cursed_court.state import EXTRA_YEARS, NOBLES, SAFETY_YEARS, STACK, Content, Exchange
from courtly.games.cursed_court.weights import WEIGHTS

SETS = 18


@cache
def components() -> dict[str, Any]:
    """Return the components of the published game, as they stand in `components.toml`."""
    text = files("courtly.games.cursed_court").joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


NOBLE_IDS: tuple[str, ...] = tuple(entry["id"] for entry in components()["noble"])


class Region(BaseModel):
    """One set region: an id, its names, and the three or four nobles it shows."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: str = Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)
    name: dict[Literal["en", "fr"], Annotated[str, Field(min_length=1, max_length=60)]] = Field(min_length=1)
    nobles: list[str] = Field(min_length=3, max_length=4)
    where: str | None = None
    source: Any = None

    @field_validator("nobles")
    @classmethod
    def _known_and_different(cls, nobles: list[str]) -> list[str]:
        for noble in nobles:
            if noble not in NOBLE_IDS:
                raise ValueError(f"there is no noble {noble!r}; there are {', '.join(NOBLE_IDS)}")
        if len(set(nobles)) < len(nobles):
            raise ValueError("a noble stands twice in one set")
        return nobles

    @field_validator("id")
    @classmethod
    def _not_a_noble(cls, region: str) -> str:
        if region in NOBLE_IDS:
            raise ValueError(f"{region} is the name of a noble region")
        return region


def region_problems(entries: object) -> list[str]:
    """Return all that is wrong with a list of set regions, one sentence each, with its place."""
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        return [f"regions: a list of {SETS} set regions, or 'printed'"]
    problems = [] if len(entries) == SETS else [f"regions: {len(entries)} set regions; there must be {SETS}"]
    sets: dict[frozenset[str], int] = {}
    ids: dict[str, int] = {}
    for i, entry in enumerate(entries):
        try:
            region = Region.model_validate(entry)
        except ValidationError as error:
            problems += [_sentence(i, problem) for problem in error.errors(include_url=False)]
            continue
        problems += _twice(i, region, ids, sets)
    return problems


def _twice(i: int, region: Region, ids: dict[str, int], sets: dict[frozenset[str], int]) -> list[str]:
    nobles = frozenset(region.nobles)
    same_id, same_set = ids.setdefault(region.id, i), sets.setdefault(nobles, i)
    problems = [] if same_id == i else [f"regions[{i}].id: {region.id} is also the id of regions[{same_id}]"]
    return problems + ([] if same_set == i else [f"regions[{i}].nobles: the same set as regions[{same_set}]"])


def _sentence(i: int, problem: Any) -> str:
    place = ".".join(str(part) for part in (f"regions[{i}]", *problem["loc"]))
    return f"{place}: {re.sub('^Value error, ', '', problem['msg'])}"


class CursedCourtOptions(Options):
    """What may be chosen before a match of Cursed Court."""

    players: Annotated[int, Ge(2), Le(6)]
    years: Annotated[int, Ge(1), Le(20)] = 3
    tie: Literal["shared", "extra-year"] = "shared"
    regions: Literal["printed"] | list[dict[str, Any]] = Field(
        "printed", description=f"printed, or a list of {SETS} set regions"
    )
    court_remembers: Literal["off", "hidden", "open"] = "off"
    coinless: bool = False
    great_exchange: Literal["off", "elimination", "cash"] = "off"
    masquerade: bool = False

    @field_validator("regions", mode="before")
    @classmethod
    def _all_problems_of_regions(cls, regions: object) -> object:
        if regions != "printed" and (problems := region_problems(regions)):
            raise ValueError("; ".join(problems))
        return regions

    @model_validator(mode="after")
    def _go_together(self) -> CursedCourtOptions:
        if self.coinless and self.great_exchange != "off":
            raise ValueError("coinless and great_exchange: one takes away the coins that the other plays for")
        return self


def set_regions(options: CursedCourtOptions) -> list[dict[str, Any]]:
    """Return the 18 set regions of a match, with id, name and nobles."""
    entries = components()["region"] if options.regions == "printed" else options.regions
    assert not isinstance(entries, str)
    return list(entries)


def region_ids(options: CursedCourtOptions) -> tuple[str, ...]:
    """Return the ids of all 27 regions by number."""
    return (*NOBLE_IDS, *(str(entry["id"]) for entry in set_regions(options)))


def compile_content(options: CursedCourtOptions) -> States:
    """Return an array of one content record for checked options."""
    contents = Content.empty()
    content = contents[0]
    exchange = Exchange[options.great_exchange.upper()]
    content.players = options.players
    content.years = SAFETY_YEARS if exchange == Exchange.ELIMINATION else options.years
    breaks_ties = options.tie == "extra-year" and exchange != Exchange.ELIMINATION
    content.extra_years = EXTRA_YEARS if breaks_ties else 0
    coins = 0 if options.coinless else components()["players"]["coins"]
    content.coins = coins if exchange == Exchange.OFF else STACK
    content.remembers = options.court_remembers != "off"
    content.coinless = options.coinless
    content.exchange = exchange
    content.masquerade = options.masquerade
    content.weights[:] = WEIGHTS.present
    content.needs[:NOBLES] = [1 << noble for noble in range(NOBLES)]
    content.points[:NOBLES] = 1
    for number, entry in enumerate(set_regions(options), NOBLES):
        nobles = [NOBLE_IDS.index(noble) for noble in entry["nobles"]]
        content.needs[number] = sum(1 << noble for noble in nobles)
        content.points[number] = components()["score"]["sets"][str(len(nobles))]
    return contents
