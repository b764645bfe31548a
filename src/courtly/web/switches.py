"""What a reader can switch off on the pages of a match, remembered in a cookie; it changes no match."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.web.errors import BadForm

SWITCHES = ("odds", "forecast", "values", "progress", "unseen", "talk")
"""What is worked out for the reader, and `talk`, what others say at a table.

`odds`: chances and averages; `forecast`: what a seat would score now; `values`: what groups of cards are worth now;
`progress`: how far missions are; `unseen`: cards that may still be hidden. Which of them a game has is for the game.
"""

STATES = ("on", "off")
SWITCH_COOKIE = "courtly_off"


def switched_off(request: HTTPConnection) -> frozenset[str]:
    """Return what the reader has switched off."""
    kept = request.cookies.get(SWITCH_COOKIE, "").split(".")
    return frozenset(kept).intersection(SWITCHES)


def switch(request: Request, name: str, state: str) -> str:
    """Return the cookie's new value; raise `BadForm` for a switch or a state that does not exist."""
    _checked(name, where="switch", allowed=SWITCHES)
    _checked(state, where="state", allowed=STATES)
    off = switched_off(request) - {name} if state == "on" else switched_off(request) | {name}
    return ".".join(sorted(off))


def _checked(given: str, *, where: str, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        places = {"name": where, "given": shown(given), "allowed": listing(allowed)}
        message = said("{name} cannot be {given}; it takes {allowed}", **places)
        raise BadForm(message, given=given, where=where, allowed=list(allowed))
