"""What a language model can get wrong beside a move or an option.

CourtlyError
├── NoSuchSeat     a table that it does not sit at
├── OutOfTurn      a move while another seat decides, or after the end
├── TooManySeats   another table, when it has as many as it may
└── SiteRefuses    what the server of a live table says no to, or that it does not answer
"""

from __future__ import annotations

from courtly.engine.errors import CourtlyError


class NoSuchSeat(CourtlyError):
    """A table at which nobody of this server sits."""

    code = "no-such-table"


class OutOfTurn(CourtlyError):
    """A move when it is not the seat's turn; nothing has changed."""

    code = "not-your-turn"


class TooManySeats(CourtlyError):
    """Another table, when there are as many as may be."""

    code = "too-many"


class SiteRefuses(CourtlyError):
    """The server of a live table refuses, or cannot be reached."""

    code = "site-refuses"
