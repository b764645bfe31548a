"""The viewer's devices with notifications, and the quiet hours: their section on the viewer's page, and its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import time
from typing import Annotated, Any, Literal, TypeVar

from babel.dates import format_time
from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.tables.journal import Player
from courtly.tables.store.rows import Device, Quiet
from courtly.text.languages import DOT, language_of
from courtly.text.locales import Locale
from courtly.web import pages
from courtly.web.contexts.setup import DeviceLine, ListsPage, NotificationSettings, OptionChoice, StartPage
from courtly.web.contexts.table import WaitingRoom
from courtly.web.measures import ago_words
from courtly.web.text import own_address
from courtly.web.visitors import SEE_OTHER, Context, Guest, RequestContext, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

HOUR = 60
HOURS = 24
USUAL_END = 8 * HOUR
"""The end of quiet hours, in minutes, that the form suggests while there are none."""

Offering = TypeVar("Offering", StartPage, ListsPage, WaitingRoom)


def with_offer(page: Offering, context: RequestContext, *, is_wanted: bool) -> Offering:
    """Return a page that offers notifications, if they are wanted and the server sends them."""
    return replace(page, may_notify=is_wanted and context.lobby.devices is not None)


def waits_for_others(tables: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether the viewer waits for other people at one of these tables: it is not over and not all have bots."""
    return any(
        table["status"] != "over"
        and table["yours"] is not None
        and any(seat["kind"] != "bot" for number, seat in enumerate(table["seats"]) if number != table["yours"])
        for table in tables
    )


async def notification_settings(context: RequestContext, player: Player) -> NotificationSettings | None:
    """Return the viewer's devices and quiet hours; None if the server sends no notifications."""
    devices = context.lobby.devices
    return None if devices is None else settings_of(await devices.of(player), context.locale)


def settings_of(devices: Sequence[Device], locale: Locale) -> NotificationSettings:
    """Return the settings for these devices. All devices of a player have the same quiet hours."""
    quiet = next((device.quiet for device in devices if device.quiet), None)
    off = OptionChoice("", locale.say("No quiet hours"), quiet is None)
    return NotificationSettings(
        devices=[DeviceLine(device.id, _words(device, locale)) for device in devices],
        starts=[off, *_hours(quiet.start if quiet else None, locale)],
        ends=_hours(quiet.end if quiet else USUAL_END, locale),
    )


def _words(device: Device, locale: Locale) -> str:
    added = locale.say("added {when}", when=ago_words(device.created.isoformat(), locale))
    return f"{language_of(device.subscription.lang).name}{DOT}{added}"


def _hours(chosen: int | None, locale: Locale) -> list[OptionChoice]:
    """Return the whole hours of a day, and `chosen` if it is another time, with their minutes as values."""
    minutes = sorted({*range(0, HOURS * HOUR, HOUR), *({chosen} if chosen is not None else ())})
    return [OptionChoice(str(each), _time_words(each, locale), each == chosen) for each in minutes]


def _time_words(minutes: int, locale: Locale) -> str:
    return str(format_time(time(*divmod(minutes, HOUR)), "short", locale=locale.lang))


class DeviceForm(BaseModel):
    """The form that removes a device, or sets the quiet hours of all devices; without a start there are none."""

    act: Literal["remove", "quiet"]
    device: str = Field("", max_length=100)
    start: int | None = None
    end: int = USUAL_END
    here: str = "/"


@router.post("/me/devices", include_in_schema=False)
async def change_devices(context: Context, player: Guest, form: Annotated[DeviceForm, Form()]) -> Response:
    """Remove a device, or set the quiet hours."""
    context.limits.count_act(player)
    if (devices := context.lobby.devices) is not None:
        if form.act == "remove":
            await devices.remove(player, id=form.device)
        else:
            await devices.set_quiet(player, None if form.start is None else Quiet(form.start, form.end))
    return RedirectResponse(f"{pages.me_url(own_address(form.here))}#notifications", SEE_OTHER)
