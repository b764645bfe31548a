"""Options of Cursed Court. They are compiled into a content record."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le
from pydantic import Field, field_validator

from courtly.documents.problems import placed
from courtly.engine.contract.layout import States
from courtly.engine.contract.options import Described, Options
from courtly.engine.sentences import Sentence, speaking
from courtly.games.cursed_court.components import NOBLE_IDS, components
from courtly.games.cursed_court.regions import SETS, WHOLE, BadRegions, check_regions, read_regions, used_keys
from courtly.games.cursed_court.state import (
    COPIES,
    EXTRA_YEARS,
    NOBLES,
    SAFETY_YEARS,
    SEASONS,
    STACK,
    Content,
    Exchange,
)
from courtly.games.cursed_court.weights import WEIGHTS
from courtly.text.languages import marked

NAME = "cursed_court"
"""Id of the game, and text domain of its catalogue."""

said = speaking(NAME)


def _own(text: str) -> Sentence:
    """Return a sentence from the game's own catalogue."""
    return Sentence(text, domain=NAME)


NO, YES = _own(marked("No")), _own(marked("Yes"))

YEARS = Described(
    _own(marked("Years")),
    _own(marked("1 to 20 (default 3). Ignored if you play until one player has all the chips.")),
)
TIE = Described(
    _own(marked("Tie for first place")),
    _own(marked("If several players have the most points after the last year.")),
    {
        "shared": _own(marked("Shared victory")),
        "extra-year": _own(marked("Extra years until the tie is broken (at most ten)")),
    },
)
REGIONS = Described(
    _own(marked("The 18 sets")),
    _own(
        marked(
            "The default is the printed list, as far as it is known. If you own the board, you can enter its 18 "
            "printed sets: [[region]] tables in TOML, or a list in JSON, each with id, name and nobles."
        )
    ),
    {"printed": _own(marked("Printed sets, as far as they are known"))},
    document=read_regions,
)
COURT_REMEMBERS = Described(
    _own(marked("The Court Remembers")),
    _own(marked("Each year’s cards sit out the next year, which changes the odds.")),
    {
        "off": NO,
        "hidden": _own(marked("Yes, from memory")),
        "open": _own(marked("Yes, cards shown")),
    },
)
COINLESS = Described(
    _own(marked("The Coinless Court")),
    _own(marked("No coins, no bumping: players share regions, and later crowns score less.")),
    {"false": NO, "true": YES},
)
GREAT_EXCHANGE = Described(
    _own(marked("The Great Exchange")),
    _own(marked("Each player starts with 100 chips. The top scorer of each year takes all chips on the board.")),
    {
        "off": NO,
        "elimination": _own(marked("Until one player has all the chips")),
        "cash": _own(marked("Cash game: buy more chips between years")),
    },
)
MASQUERADE = Described(
    _own(marked("The Royal Masquerade")),
    _own(marked("One of each player’s crowns is a secret feint: it holds a region but scores nothing.")),
    {"false": NO, "true": YES},
)


class CursedCourtOptions(Options):
    """Options of a match of Cursed Court."""

    domain = NAME
    exclusive: ClassVar = {
        ("coinless", "great_exchange"): said(
            "coinless and great_exchange cannot be combined: one removes the coins that the other needs"
        )
    }

    players: Annotated[int, Ge(2), Le(6)]
    years: Annotated[int, Ge(1), Le(20), YEARS] = 3
    tie: Annotated[Literal["shared", "extra-year"], TIE] = "shared"
    regions: Annotated[
        Literal["printed"] | list[dict[str, Any]],
        Field(description=f"printed, or a list of {SETS} set regions"),
        REGIONS,
    ] = "printed"
    court_remembers: Annotated[Literal["off", "hidden", "open"], COURT_REMEMBERS] = "off"
    coinless: Annotated[bool, COINLESS] = False
    great_exchange: Annotated[Literal["off", "elimination", "cash"], GREAT_EXCHANGE] = "off"
    masquerade: Annotated[bool, MASQUERADE] = False

    @field_validator("regions", mode="before")
    @classmethod
    def _all_problems_of_regions(cls, regions: object) -> object:
        if regions == "printed":
            return regions
        if notes := check_regions(regions):
            raise BadRegions(placed(notes, {"region": regions}, None, WHOLE))
        return used_keys(regions)


def set_regions(options: CursedCourtOptions) -> list[dict[str, Any]]:
    """Return the 18 set regions of a match, with id, name and nobles."""
    entries = components()["region"] if options.regions == "printed" else options.regions
    assert not isinstance(entries, str)
    return list(entries)


def region_ids(options: CursedCourtOptions) -> tuple[str, ...]:
    """Return the ids of all 27 regions by number."""
    return (*NOBLE_IDS, *(str(entry["id"]) for entry in set_regions(options)))


def compile_content(options: CursedCourtOptions) -> States:
    """Return an array of one content record for validated options."""
    contents = Content.empty()
    content = contents[0]
    exchange = Exchange[options.great_exchange.upper()]
    content.players = options.players
    content.copies[:], content.seasons = COPIES, SEASONS
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
    content.there[:] = 1
    for number, entry in enumerate(set_regions(options), NOBLES):
        nobles = [NOBLE_IDS.index(noble) for noble in entry["nobles"]]
        content.needs[number] = sum(1 << noble for noble in nobles)
        content.points[number] = components()["score"]["sets"][str(len(nobles))]
    return contents
