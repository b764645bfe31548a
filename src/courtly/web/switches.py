"""The parts of match pages that a viewer can switch off. A cookie stores them; matches are not affected."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.web.errors import BadForm

SWITCHES = ("odds", "forecast", "values", "progress", "unseen", "talk")
"""The aids, which are computed for the viewer, and `talk`, the table talk.

`odds`: win shares and averages. `forecast`: the present score of each seat. `values`: the present value of groups of
cards. `progress`: the progress of missions. `unseen`: the cards that may still be hidden. A game has some of them.
"""

STATES = ("on", "off")
SWITCH_COOKIE = "courtly_off"


def switched_off(request: HTTPConnection) -> frozenset[str]:
    """Return the parts that the viewer has switched off."""
    kept = request.cookies.get(SWITCH_COOKIE, "").split(".")
    return frozenset(kept).intersection(SWITCHES)


def switch(request: Request, name: str, state: str) -> str:
    """Return the cookie's new value; raise `BadForm` for an unknown switch or state."""
    _checked(name, where="switch", allowed=SWITCHES)
    _checked(state, where="state", allowed=STATES)
    off = switched_off(request) - {name} if state == "on" else switched_off(request) | {name}
    return ".".join(sorted(off))


def _checked(given: str, *, where: str, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        places = {"name": where, "given": shown(given), "allowed": listing(allowed)}
        message = said("{name} cannot be {given}; use {allowed}", **places)
        raise BadForm(message, given=given, where=where, allowed=list(allowed))
