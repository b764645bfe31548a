"""The viewer's devices with notifications, and the quiet hours: their section on the viewer's page, and its form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from typing import Annotated, Literal, TypeVar
from urllib.parse import urlsplit

from babel.dates import format_time
from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from courtly.engine.sentences import said
from courtly.tables.devices import check_zone
from courtly.tables.journal import Player
from courtly.tables.store.rows import Device, Quiet
from courtly.tables.table_views import ListedTable
from courtly.text.languages import DOT, language_of
from courtly.text.locales import Locale
from courtly.web import pages
from courtly.web.contexts.setup import DeviceLine, ListsPage, NotificationSettings, OptionChoice, StartPage
from courtly.web.contexts.table import WaitingRoom
from courtly.web.errors import NoSuchPage
from courtly.web.mail import check_address
from courtly.web.mail_links import mailbox
from courtly.web.measures import ago_words
from courtly.web.members import isolated
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


def waits_for_others(tables: Sequence[ListedTable]) -> bool:
    """Return whether the viewer waits for other people at one of these tables: it is not over and not all have bots."""
    return any(
        line.status != "over"
        and line.yours is not None
        and any(seat.kind != "bot" for number, seat in enumerate(line.seats) if number != line.yours)
        for line in (table.line for table in tables)
    )


async def notification_settings(
    context: RequestContext, player: Player, *, has_asked: bool = False
) -> NotificationSettings | None:
    """Return the viewer's devices and quiet hours; None if the server sends no notifications.

    `has_asked` tells whether a mail was sent just now that asks for confirmation.
    """
    if (devices := context.lobby.devices) is None:
        return None
    found = await devices.of(player)
    settings = settings_of(found, context.locale)
    if context.mail is None:
        return settings
    return replace(settings, zone=_zone_of(found), has_asked=has_asked)


def _zone_of(devices: Sequence[Device]) -> str:
    """Return the time zone of the latest device, UTC without one."""
    return devices[-1].subscription.zone if devices else "UTC"


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
    subscription = device.subscription
    added = locale.say("added {when}", when=ago_words(device.created.isoformat(), locale))
    words = [language_of(subscription.lang).name, added]
    if subscription.kind == "mail":
        words.insert(0, isolated(subscription.address))
    elif subscription.kind == "webhook":
        # The rest of the address may contain a secret.
        host = isolated(urlsplit(subscription.address).netloc)
        words.insert(0, locale.say("Webhook at {host}", host=host))
    return DOT.join(words)


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


class MailForm(BaseModel):
    """The form that asks for mails: the address, and the time zone of the browser."""

    address: str = Field(max_length=1000)
    zone: str = Field("UTC", max_length=64)
    here: str = "/"


@router.post("/me/mail", include_in_schema=False)
async def ask_for_mail(
    request: Request, context: Context, player: Guest, form: Annotated[MailForm, Form()]
) -> Response:
    """Send a mail with a link that confirms the address. Nothing is stored before the link is opened."""
    context.limits.count_act(player)
    if (mail := context.mail) is None:
        raise NoSuchPage(said("this server sends no e-mails"), where="address")
    address = form.address.strip()
    check_address(address)
    check_zone(form.zone)
    context.limits.count_mail(request, player, address)
    await mail.ask(player, mailbox(address, context.locale.lang, form.zone))
    return RedirectResponse(f"{pages.me_url(own_address(form.here))}&mail=asked#notifications", SEE_OTHER)
