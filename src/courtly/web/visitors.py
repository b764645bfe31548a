"""FastAPI dependencies for pages: the visitor's identity, and the services that pages need.

A browser without an identity gets one with its first response, from any page.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables.fair_queue import Caller
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.table_views import FinishedMatch
from courtly.text.locales import Locale
from courtly.web.identity import ONE_YEAR, Identities, guest_of, new_player, seen
from courtly.web.limits import Limits, address_of, host_of
from courtly.web.mail import Mail
from courtly.web.renderer import Renderer
from courtly.web.services import services_of
from courtly.web.switches import switched_off
from courtly.web.text import request_language

T = TypeVar("T")

OPEN_TO_BANNED = ("/me/export", "/me/leave", "/language", "/theme", "/credits")
"""The pages that banned people can use: above all to get and to delete their data."""

SEE_OTHER = 303
"""The redirect status after a form, to a page that the browser can reload."""


class VisitorRoute(APIRoute):
    """A route that sets the identity cookie of a new browser, or after `request.state.visitor` has changed."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of a request."""
        answer = super().get_route_handler()

        async def answer_visitor(request: Request) -> Response:
            identities: Identities = request.app.state.identities
            known = identities.of(request)
            request.state.visitor = known or new_player()
            request.state.is_known = known is not None
            if request.url.path not in OPEN_TO_BANNED:
                await services_of(request).lobby.bans.check(known, host_of(request))
            response = await answer(request)
            if request.state.visitor != known:
                identities.give(response, request.state.visitor, secure=is_secure(request))
            return response

        return answer_visitor


def is_secure(request: Request) -> bool:
    """Return whether the browser uses https, to this server or to a proxy in front of it."""
    settings: Settings = request.app.state.settings
    return settings.is_secure or request.url.scheme == "https"


def remember(request: Request, response: Response, cookie: str, value: str) -> None:
    """Store a choice in a cookie."""
    response.set_cookie(cookie, value, max_age=ONE_YEAR, httponly=True, samesite="lax", secure=is_secure(request))


@dataclass(frozen=True, slots=True)
class RequestContext:
    """The services and the viewer's settings for one request."""

    lobby: Lobby
    limits: Limits
    runtime: Runtime
    locale: Locale
    off: frozenset[str]
    site: str
    address: str
    renderer: Renderer
    mail: Mail | None

    def caller(self, player: Player | None) -> Caller:
        """Return the sender of the request, as fair queues and limits count it."""
        return Caller(self.address, player.id if player else "")

    def turn(self, player: Player | None) -> AbstractAsyncContextManager[None]:
        """Return the context manager of a turn to render the page of a table in the event loop."""
        return self.renderer.turns.take(self.caller(player), is_urgent=True)

    async def finished_match(self, player: Player | None, table: str, match: int) -> FinishedMatch:
        """Return a finished match of a table, read in the player's turn; see `FinishedMatches.find`."""
        async with self.limits.replay(self.caller(player)):
            return await self.lobby.finished.find(player, table, match)

    async def replay(self, player: Player | None, work: Callable[[], T]) -> T:
        """Return the result of work on a whole match, which runs in a thread, in the player's turn."""
        async with self.limits.replay(self.caller(player)):
            return await self.runtime.read(work)


async def request_context(request: Request) -> RequestContext:
    """Return the context of a request; `site` is the public address of this server."""
    services = services_of(request)
    return RequestContext(
        lobby=services.lobby,
        limits=services.limits,
        runtime=services.runtime,
        locale=Locale(request_language(request)),
        off=switched_off(request),
        site=site_of(request),
        address=address_of(request),
        renderer=services.renderer,
        mail=services.mail,
    )


def site_of(request: Request) -> str:
    """Return the public address of this server."""
    settings: Settings = request.app.state.settings
    return (settings.base_url or str(request.base_url)).rstrip("/")


async def request_locale(request: Request) -> Locale:
    """Return the locale of a request."""
    return Locale(request_language(request))


async def viewer_of(request: Request) -> Player | None:
    """Return the guest of a browser, or None for a new browser. GET requests never create a guest."""
    if not request.state.is_known:
        return None
    known = await services_of(request).lobby.people.known(request.state.visitor)
    return None if known is None else seen(request, known)


async def guest_of_form(request: Request) -> Player:
    """Return the guest of a browser that sends a form; see `guest_of`."""
    return await guest_of(request, request.state.visitor)


Context = Annotated[RequestContext, Depends(request_context)]
RequestLocale = Annotated[Locale, Depends(request_locale)]
Viewer = Annotated[Player | None, Depends(viewer_of)]
Guest = Annotated[Player, Depends(guest_of_form)]
