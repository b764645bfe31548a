"""The form of a player who looks for opponents, on the start page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, BeforeValidator, Field

from courtly.tables.acts import COMMAND
from courtly.tables.opponents import PACES, Pace, Wish, seat_numbers
from courtly.text.languages import marked
from courtly.text.locales import Locale
from courtly.web import forms, pages
from courtly.web.api.opponents import opponents_of
from courtly.web.contexts.setup import OpponentsForm, OptionChoice, StartPage
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

ANY = "any"
"""The choice of any number of players."""

PACE_TITLES: Mapping[Pace, str] = {
    "relaxed": marked("No clock"),
    "quick": marked("5 minutes each"),
    "days": marked("3 days a move"),
}


class OpponentsFields(BaseModel):
    """The fields of the form."""

    command: str = Field(pattern=rf"^{COMMAND.pattern}$")
    game: str
    pace: Pace = "relaxed"
    seats: Annotated[int | None, BeforeValidator(lambda given: None if given == ANY else given)] = None


async def with_form(page: StartPage, context: RequestContext) -> StartPage:
    """Return the start page with the form, unless the server finds no opponents."""
    if context.lobby.opponents is None:
        return page
    waiting = (await context.lobby.opponents.waiting())[page.game]
    return replace(page, opponents=opponents_form(page.game, waiting, context.locale))


def opponents_form(game: str, waiting: int, locale: Locale) -> OpponentsForm:
    """Return the form for a game; `waiting` is the number of players who wait for opponents."""
    numbers = seat_numbers(game)
    all_numbers = locale.say("{low} to {high}", low=numbers[0], high=numbers[-1])
    return OpponentsForm(
        waiting=locale.count("{n} person is waiting.", "{n} people are waiting.", waiting) if waiting else "",
        seats=[
            OptionChoice(ANY, all_numbers, checked=True),
            *(OptionChoice(str(number), str(number), checked=False) for number in numbers),
        ],
        paces=[OptionChoice(pace, locale.say(PACE_TITLES[pace]), pace == "relaxed") for pace in PACES],
    )


@router.post("/opponents", include_in_schema=False)
async def find_opponents(context: Context, player: Guest, form: Annotated[OpponentsFields, Form()]) -> Response:
    """Take the player to a table with other people: one where some wait, or a new one."""
    context.limits.count_act(player)
    # Other fields are another request.
    command = forms.command_of({name: str(value) for name, value in form.model_dump().items()})
    wish = Wish(form.game, form.pace, form.seats)
    return RedirectResponse(pages.table_url(await opponents_of(context.lobby).find(player, wish, command)), SEE_OTHER)
