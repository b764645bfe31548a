"""Mini games of Cursed Court (section 15 of the rules), so short that exact solutions can be computed.

Each mini game is a separate game that uses the kernels of Cursed Court. Research environments find it by its name. Live
tables do not offer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import model_validator

from courtly.engine.contract.layout import States
from courtly.engine.contract.options import Described
from courtly.games.cursed_court import GAME
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.content import CursedCourtOptions, compile_content, said
from courtly.games.cursed_court.state import REGIONS

COURT: Sequence[str] = ("courtesan", "merchant", "priestess", "queen")
"""Nobles of a mini game: the top left square of the board."""

COINS = 1

FIXED_OPTIONS = ("tie", "regions", "court_remembers", "great_exchange", "masquerade")
"""Options that must keep their defaults in a mini game."""

DESCRIBED = Described(
    said("Mini game of one season"),
    said("Four nobles and one season, for programs that compute exact answers."),
    {"spring": said("Four nobles, spring only, one coin each")},
)


class MiniOptions(CursedCourtOptions):
    """Options of a mini game."""

    players: Annotated[int, Ge(2), Le(2)] = 2
    years: Annotated[int, Ge(1), Le(1)] = 1
    mini: Annotated[Literal["spring"], DESCRIBED] = "spring"

    @model_validator(mode="after")
    def _stands_alone(self) -> MiniOptions:
        fields = type(self).model_fields
        if changed := [name for name in FIXED_OPTIONS if getattr(self, name) != fields[name].default]:
            raise ValueError(
                said("mini and {option} cannot be combined: a mini game uses the default", option=changed[0])
            )
        return self


def compile_mini(options: Any) -> States:
    """Return an array of one content record for validated options."""
    contents = compile_content(options)
    content = contents[0]
    content.copies[:] = [content.copies[number] * (noble in COURT) for number, noble in enumerate(NOBLE_IDS)]
    content.seasons, content.cut = 1, 1
    content.coins = min(int(content.coins), COINS)
    court = sum(1 << NOBLE_IDS.index(noble) for noble in COURT)
    content.there[:] = [not content.needs[region] & ~court for region in range(REGIONS)]
    return contents


def longest(options: Any) -> int:
    """Return the maximum number of moves of a match. It is higher with coins, because of stakes and bumps."""
    return 2 if options.coinless else 5


MINI = GAME.changed(options=MiniOptions, compile=compile_mini)
"""Cursed Court in one season."""
