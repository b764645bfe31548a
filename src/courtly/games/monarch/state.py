"""The records of Monarch: what is fixed for a match, and what changes.

A card is a number whose range says its kind, whatever the card set: Court Cards from 0, Land Improvements from 64,
Unwanted Guests from 128, Moons from 160. Banners and land boards are numbered apart, in the order of the card set.
Cells are 0 to 8 in reading order of the grid, three to a row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from courtly.engine.layout import Ints, Layout, Seen, field

SEATS = 4
CELLS = 9
SPOTS = 5
COURT = 7
LANDS = 16
BANNERS = 5
PATHS = 4
EMBLEMS = 16
COURTS, IMPROVEMENTS, GUESTS, MOONS = 64, 64, 32, 32
FIRST_IMPROVEMENT = COURTS
FIRST_GUEST = FIRST_IMPROVEMENT + IMPROVEMENTS
FIRST_MOON = FIRST_GUEST + GUESTS
CARDS = FIRST_MOON + MOONS
NONE = -1
START = 5
"""Food and gold of each sister at the start."""
SWEEP = 3
"""Gold that a sweep costs."""


class Phase(IntEnum):
    """What is decided now."""

    ACT = 0
    """Any act of a turn, or its end."""
    PLACE = 1
    """Where a Court Card just bought goes: beside the others, or in place of one."""
    BUILD = 2
    """On which board an improvement goes."""
    SEND = 3
    """To whom a guest goes."""
    DISMISS = 4
    """Which guest leaves, or none."""
    PLEDGE = 5
    """What to add to one's pledge for a Moon."""
    OVER = 6


class Path(IntEnum):
    """The style of a card; `NONE` of the state stands for no path."""

    MIGHT = 0
    CULTURE = 1
    WISDOM = 2
    BOUNTY = 3


class Terrain(IntEnum):
    """What a land board is, or what an improvement may lie on."""

    VILLAGE = 0
    FARM = 1
