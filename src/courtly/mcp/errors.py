"""Errors for language models, beyond the errors of moves and options.

CourtlyError
├── NoSuchSeat     the model has no seat at this table
├── OutOfTurn      a move while another seat is to move, or after the end
├── TooManySeats   a new table while the maximum number is open
└── SiteRefuses    the server of a live table rejects a request or does not answer
"""

from __future__ import annotations

from courtly.engine.errors import CourtlyError


class NoSuchSeat(CourtlyError):
    """Raised for a table without a seat of this server."""

    code = "no-such-table"


class OutOfTurn(CourtlyError):
    """Raised for a move when it is not the seat's turn. Nothing has changed."""

    code = "not-your-turn"


class TooManySeats(CourtlyError):
    """Raised for a new table when the maximum number is open."""

    code = "too-many"


class SiteRefuses(CourtlyError):
    """Raised if the server of a live table rejects a request or cannot be reached."""

    code = "site-refuses"
