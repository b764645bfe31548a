"""Options of Courtisans. They are compiled, with the component tables, into a content record."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le

from courtly.engine.contract.layout import States
from courtly.engine.contract.options import Described, Options
from courtly.engine.sentences import speaking
from courtly.games.courtisans.state import CARDS, FAMILIES, NONE, ROLES, Content, Mission
from courtly.games.courtisans.weights import WEIGHTS

NAME = "courtisans"
"""The id of the game and of its message catalogue."""

said = speaking(NAME)

OURS = said("Only one of the 18 missions of 2023 is publicly known; the others are ours.")
"""Notice for players of edition 2023 (clause 1.5)."""

EDITION = Described(
    said("Edition"),
    OURS,
    {
        "2024": said("2024: one white and one blue mission each, 3 points"),
        "2023": said("2023: two missions each, 2 points"),
    },
)
MISSION_COUNT = Described(
    said("Nobles in missions"),
    said("For missions that count the cards of a family. The rulebook leaves this open."),
    {"nobles-double": said("A noble counts as two"), "cards": said("One card is one card")},
)


class CourtisansOptions(Options):
    """Options of a match of Courtisans."""

    players: Annotated[int, Ge(2), Le(5)]
    edition: Annotated[Literal["2024", "2023"], EDITION] = "2024"
    mission_count: Annotated[Literal["nobles-double", "cards"], MISSION_COUNT] = "nobles-double"


@cache
def components() -> dict[str, Any]:
    """Return the components of the published game from `components.toml`."""
    text = files("courtly.games.courtisans").joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


FAMILY_IDS: tuple[str, ...] = tuple(entry["id"] for entry in components()["family"])
ROLE_IDS: tuple[str, ...] = tuple(entry["id"] for entry in components()["role"])
CARD_IDS: tuple[str, ...] = tuple(f"{family}.{role}" for family in FAMILY_IDS for role in ROLE_IDS)
KIND_OF: dict[str, int] = {card: kind for kind, card in enumerate(CARD_IDS)}


def mission_ids(edition: str) -> tuple[str, ...]:
    """Return the mission ids of an edition by mission number; in 2024 the white missions come first."""
    return tuple(components()["editions"][edition]["missions"])


def missions_of(content: Any) -> tuple[str, ...]:
    """Return the mission ids for the mission numbers of a content record."""
    return mission_ids(str(content.edition))


def compile_content(options: CourtisansOptions) -> States:
    """Return an array with one content record for validated options."""
    data = components()
    edition = data["editions"][options.edition]
    contents = Content.empty()
    content = contents[0]
    content.players = options.players
    content.edition = int(options.edition)
    fill_box(content, FAMILIES, [role["copies"] for role in data["role"]])
    content.removed = data["players"]["removed"][str(options.players)]
    content.in_play -= content.removed
    content.mission_points = edition["mission_points"]
    content.missions = len(edition["missions"])
    content.colours = 2 if options.edition == "2024" else 1
    content.nobles_double = options.mission_count == "nobles-double"
    content.weights[:] = WEIGHTS.present
    compile_missions(content, edition["missions"])
    return contents


def fill_box(content: Any, families: int, copies: Sequence[int]) -> None:
    """Write the courtier counts: the number of families, and the copies of each role. All cards are in play."""
    content.families, content.copies[:] = families, copies
    cards = [kind for kind in range(families * ROLES) for _ in range(copies[kind % ROLES])]
    content.cards[:] = [*cards, *[NONE] * (CARDS - len(cards))]
    content.in_play, content.removed = len(cards), 0


def compile_missions(content: Any, ids: Sequence[str]) -> None:
    """Write the mission tables of a match. With no ids, no missions are dealt."""
    by_id = {entry["id"]: entry for entry in components()["mission"]}
    content.mission_kind[:], content.mission_a[:], content.mission_b[:] = NONE, NONE, NONE
    for number, mission in enumerate(ids):
        kind, a, b = _parameters(by_id[mission])
        content.mission_kind[number], content.mission_a[number], content.mission_b[number] = kind, a, b


def _parameters(entry: dict[str, Any]) -> tuple[Mission, int, int]:
    """Return a mission's kind, its first parameter (family or role) and its second (family or number)."""
    kind = Mission[entry["kind"].replace("-", "_").upper()]
    families = [
        FAMILY_IDS.index(family) for family in entry.get("families", [entry["family"]] if "family" in entry else [])
    ]
    a = ROLE_IDS.index(entry["role"]) if "role" in entry else next(iter(families), NONE)
    return kind, a, entry.get("count", families[1] if len(families) == 2 else NONE)


assert len(ROLE_IDS) == ROLES
