"""The display settings of a viewer: the parts of match pages that are switched off, and the theme of all pages.

Cookies store them; matches are not affected.
"""

from __future__ import annotations

from contextvars import ContextVar

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

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

THEMES = ("light", "dark")
DEVICE = "device"
"""The choice of the device's own theme."""

THEME_COOKIE = "courtly_theme"

chosen_theme: ContextVar[str] = ContextVar("chosen_theme", default="")
"""The theme of the pages that the current request renders; empty for that of the device. Regions are cached for all
viewers, so only whole pages may use it."""


class ThemeMiddleware:
    """Sets the theme that the viewer has chosen. It applies to all pages, including error pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "http":
            kept = HTTPConnection(scope).cookies.get(THEME_COOKIE, "")
            chosen_theme.set(kept if kept in THEMES else "")
        await self._app(scope, receive, send)


def checked_theme(name: str) -> str:
    """Return a theme, or `DEVICE`; raise `BadForm` for any other name."""
    _checked(name, where="theme", allowed=(DEVICE, *THEMES))
    return name


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
