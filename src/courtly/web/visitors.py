"""Who asks for a page, and what of the server a page needs.

A browser that comes for the first time is given an identity with the answer, whatever it asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables.errors import NotReady
from courtly.tables.journal import Player
from courtly.tables.lobby import Lobby
from courtly.tables.people import People
from courtly.text.reader import Reader
from courtly.web.identity import ONE_YEAR, Identities, guest_of, new_player
from courtly.web.limits import Limits
from courtly.web.switches import switched_off
from courtly.web.text import reader_language

SEE_OTHER = 303
"""The status that sends a browser on after a form, to a page that it can load again."""


class VisitorRoute(APIRoute):
    """Gives a browser without an identity a new one, and any browser that which `request.state.visitor` was set to."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def answer_visitor(request: Request) -> Response:
            identities: Identities = request.app.state.identities
            known = identities.of(request)
            request.state.visitor = known or new_player()
            request.state.is_known = known is not None
            response = await answer(request)
            if request.state.visitor != known:
                identities.give(response, request.state.visitor, secure=is_secure(request))
            return response

        return answer_visitor


def is_secure(request: Request) -> bool:
    """Tell whether the browser came by https, to this server or to a proxy before it."""
    settings: Settings = request.app.state.settings
    return settings.is_secure or request.url.scheme == "https"


def remember(request: Request, response: Response, cookie: str, value: str) -> None:
    """Keep a choice in a cookie."""
    response.set_cookie(cookie, value, max_age=ONE_YEAR, httponly=True, samesite="lax", secure=is_secure(request))


@dataclass(frozen=True, slots=True)
class Desk:
    """What of the server a page needs, and for which reader it is."""

    lobby: Lobby
    people: People
    limits: Limits
    runtime: Runtime
    reader: Reader
    off: frozenset[str]
    site: str

    def check_ready(self, game: str) -> None:
        """Raise `NotReady` while a game is being compiled, which goes on all the sooner."""
        if (progress := self.runtime.progress(game)) is not None:
            self.runtime.hurry(game)
            raise NotReady.at(progress, given=game, where="game")


def the_desk(request: Request) -> Desk:
    """Return what a page needs; `site` is the address of this server as browsers know it."""
    state = request.app.state
    return Desk(
        lobby=state.lobby,
        people=state.people,
        limits=state.limits,
        runtime=state.runtime,
        reader=the_reader(request),
        off=switched_off(request),
        site=site_of(request),
    )


def site_of(request: Request) -> str:
    """Return the address of this server as browsers know it."""
    settings: Settings = request.app.state.settings
    return (settings.base_url or str(request.base_url)).rstrip("/")


def the_reader(request: Request) -> Reader:
    """Return the reader's language."""
    return Reader(reader_language(request))


async def who_looks(request: Request) -> Player | None:
    """Return the guest of a browser that has done something before, None for any other: to look makes nobody."""
    people: People = request.app.state.people
    return await people.known(request.state.visitor) if request.state.is_known else None


async def who_acts(request: Request) -> Player:
    """Return the guest of a browser that sends a form; raise `TooMany` for one more than an address may make."""
    return await guest_of(request, request.state.visitor)


AtDesk = Annotated[Desk, Depends(the_desk)]
ForReader = Annotated[Reader, Depends(the_reader)]
Looker = Annotated[Player | None, Depends(who_looks)]
Guest = Annotated[Player, Depends(who_acts)]
