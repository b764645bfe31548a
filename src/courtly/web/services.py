"""The services of a server: the tables, the rate limits and the renderer, built in one place from the settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from courtly.review import Effort
from courtly.review.effort import LEAST
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.tables.devices import DeviceSender
from courtly.tables.lobby import Lobby, LobbyOptions, build_lobby
from courtly.tables.store.notices import Notices
from courtly.tables.store.rows import DeviceKind
from courtly.tables.store.server_lock import server_lock
from courtly.tables.store.store import open_store
from courtly.tables.word_filter import WordFilter
from courtly.web.limits import Limits
from courtly.web.mail import Mail
from courtly.web.mail_links import MailLinks
from courtly.web.metrics import Metrics
from courtly.web.outside import Outside
from courtly.web.push import PushKey, WebPush
from courtly.web.renderer import Renderer
from courtly.web.senders import KindSender, Senders
from courtly.web.webhook import Webhooks

DEFAULT_CONTACT = "https://courtly.invalid"
"""The contact of a server without a public address. Apple's push service refuses it; others do not ask."""


@dataclass(frozen=True, slots=True)
class Network:
    """The ways to other processes and to the devices of players; the settings decide about those that are None."""

    notices: Notices | None = None
    sender: DeviceSender | None = None


@dataclass(frozen=True, slots=True)
class Services:
    """The services of a running application; `mail` is None if it sends no mails."""

    runtime: Runtime
    lobby: Lobby
    limits: Limits
    renderer: Renderer
    mail: Mail | None


def mail_of(settings: Settings, secret: str) -> Mail | None:
    """Return the sender of mails, None without a mail server or without notifications."""
    if settings.mail is None or not settings.notifications:
        return None
    assert settings.base_url is not None
    assert settings.mail_from is not None
    return Mail(settings.mail, settings.mail_from, MailLinks(secret, settings.base_url))


def senders_of(settings: Settings, secret: str, mail: Mail | None) -> Senders | None:
    """Return the sender of notifications, None if the settings switch them off."""
    if not settings.notifications:
        return None
    contact = settings.contact or settings.base_url or DEFAULT_CONTACT
    push = WebPush(PushKey(secret, contact), Outside(settings.networks))
    kinds: dict[DeviceKind, KindSender] = {"push": push}
    if settings.webhooks:
        # Its own threads for lookups: slow names of webhooks must not delay push messages.
        kinds["webhook"] = Webhooks(Outside(settings.networks), settings.base_url or "")
    if mail is not None:
        kinds["mail"] = mail
    return Senders(push.key, kinds)


@asynccontextmanager
async def open_services(
    settings: Settings, secret: str, metrics: Metrics, runtime: Runtime, network: Network
) -> AsyncIterator[Services]:
    """Open the store and build all services, with bots and clocks running until the context ends."""
    with server_lock(settings.store):
        async with await open_store(settings.store, notices=network.notices, measure=metrics.measure) as store:
            matches, mail = settings.review_matches, mail_of(settings, secret)
            options = LobbyOptions(
                secret=secret,
                pace=settings.pace,
                effort=Effort(matches=max(LEAST, matches)) if matches else None,
                max_tables=settings.max_tables,
                upload_days=settings.upload_days,
                sender=network.sender or senders_of(settings, secret, mail),
                opponents=settings.opponents,
                ratings=settings.ratings,
                statistics=settings.statistics,
                stage=settings.stage,
                blocks=settings.blocks,
                reports=settings.reports,
                admin=settings.admin,
                words=WordFilter.read(settings.words),
                events=settings.events,
            )
            lobby, limits = build_lobby(store, runtime, options), Limits(settings)
            metrics.gauge("courtly_sockets", "Live connections.", lambda: limits.sockets)
            metrics.gauge("courtly_tables", "Tables in memory.", lambda: lobby.tables.counts()["tables"])
            metrics.gauge("courtly_bots_thinking", "Bots that think.", lambda: lobby.tables.counts()["thinking"])
            lobby.start()
            try:
                yield Services(runtime, lobby, limits, Renderer(lobby.views, runtime), mail)
            finally:
                await lobby.close()


def services_of(request: HTTPConnection) -> Services:
    """Return the services of the application that handles a request."""
    services: Services = request.app.state.services
    return services
