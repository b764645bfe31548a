"""The lobby: all services of the tables of a server, built in one place.

Pages, programs and sockets call a service on behalf of a player. Each result contains only what that player may see.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from courtly.review import Effort
from courtly.runtime import Runtime
from courtly.tables.access import Access
from courtly.tables.background import Background
from courtly.tables.bans import Bans
from courtly.tables.blocks import Blocks
from courtly.tables.codes import Codes
from courtly.tables.company import Company
from courtly.tables.deals import Deals
from courtly.tables.devices import Devices, DeviceSender
from courtly.tables.errors import StoreError
from courtly.tables.events.opening import EventDeals
from courtly.tables.events.runner import PAUSE_SECONDS, EventRunner
from courtly.tables.events.service import Events
from courtly.tables.finished import FinishedMatches
from courtly.tables.history import History
from courtly.tables.leaderboards import Leaderboards
from courtly.tables.memory import IdleLimits, Memory
from courtly.tables.notifications import Notifier
from courtly.tables.opener import Opener, OpeningRules
from courtly.tables.opponents import Opponents
from courtly.tables.people import Departures, People
from courtly.tables.play import Drafts, Play
from courtly.tables.presence import Presence, new_process
from courtly.tables.reports import Reports
from courtly.tables.reviews import Reviews
from courtly.tables.services import TableServices
from courtly.tables.shared_deals import SharedDeals
from courtly.tables.sharing import Sharing
from courtly.tables.statistics import Statistics
from courtly.tables.store import writes
from courtly.tables.store.store import Store
from courtly.tables.subscriptions import Subscriptions
from courtly.tables.table_views import TableViews
from courtly.tables.talk import Talk
from courtly.tables.uploads import Uploads
from courtly.tables.word_filter import WordFilter

MAX_UNFINISHED = 20
"""The largest number of unfinished tables of one person."""

UPLOAD_DAYS = 30


@dataclass(frozen=True, slots=True)
class Lobby:
    """The services of the tables of a store. `build_lobby` returns a lobby, `start` and `close` run it.

    `devices` and `notifier` are None if the server sends no notifications, `opponents` if players cannot look for any,
    `ratings` if no table is rated, `statistics` if the server shows none, and `events` and `event_runner` if it has no
    events.
    """

    store: Store
    runtime: Runtime
    process: str
    background: Background
    services: TableServices
    tables: Memory
    presence: Presence
    access: Access
    views: TableViews
    opener: Opener
    play: Play
    opponents: Opponents | None
    ratings: Leaderboards | None
    events: Events | None
    event_runner: EventRunner | None
    drafts: Drafts
    finished: FinishedMatches
    talk: Talk
    blocks: Blocks
    company: Company
    reports: Reports
    bans: Bans
    subscriptions: Subscriptions
    uploads: Uploads
    deals: Deals
    shared_deals: SharedDeals
    reviews: Reviews
    sharing: Sharing
    history: History
    statistics: Statistics | None
    people: People
    departures: Departures
    devices: Devices | None
    notifier: Notifier | None

    def start(self) -> asyncio.Task[Any] | None:
        """Start to load the unfinished tables after a restart, so that their bots and clocks continue.

        Return the task that loads them, None after `close`. If other processes share the store, also start to follow
        their changes.
        """
        notices, start = self.store.notices, self.background.start
        if notices.is_shared:
            notices.listen(self.tables.on_notice, presence=self.presence.heard)
            start("sending presence to other processes", self.presence.broadcast_periodically())
        start("reading changes of other processes", self.tables.keep_up())
        # In the background: a long match takes long to replay, and players must not wait for the other tables.
        loading = start("loading the unfinished tables", self.tables.load_unfinished())
        start("finishing interrupted reviews", self.reviews.load_unfinished(self.tables.state_of))
        if self.event_runner is not None:
            start("running events", self.event_runner.run())
        start("deleting old uploads", self.uploads.delete_periodically())
        start("deleting old addresses of blocked people", self.blocks.forget_periodically())
        adding = self.history.load_unfinished(self.runtime.until_warm, self.tables.state_of)
        start("adding the results of earlier matches", adding)
        if self.statistics is not None:
            start("counting finished matches", self.statistics.count_periodically())
        if self.notifier is not None:
            start("sending notifications", self.notifier.run())
            start("deleting old notifications", self.notifier.delete_periodically())
        return loading

    async def close(self) -> None:
        """Stop all bots, end every connection, and let other processes continue the bots and reviews."""
        await self.background.close()
        await self.tables.close()
        await self.services.close()
        if self.store.notices.is_shared:
            # Without the database, the leases expire within seconds.
            with suppress(StoreError):
                await self.store.write(writes.release, self.process)
        for actor in self.tables:
            for visit in actor.visits.values():
                visit.cancel()
            for subscriber in list(actor.subscribers):
                subscriber.end()


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyOptions:
    """The options of a lobby.

    Attributes
    ----------
    secret
        The secret from which codes are derived; equal in all processes of a server.
    pace
        The shortest time of a bot's move, in seconds; see the module `pace`.
    effort
        The effort of the reviews of finished matches; None for no reviews.
    max_tables
        The largest number of unfinished tables of one person.
    upload_days
        The number of days after which an uploaded record is deleted.
    idle
        The limits on idle tables in memory.
    sender
        Sends notifications to players' devices; None for no notifications.
    opponents
        Whether players can look for opponents.
    ratings
        Whether players can open rated tables.
    statistics
        Whether the server counts finished matches for its statistics.
    stage
        Whether tables have a stage for streams, on which players may show their hands.
    blocks
        Whether players can block and mute others.
    reports
        Whether players can report others.
    admin
        Whether the server has administrators, who can ban people.
    words
        The words that the chat hides and that no name can contain.
    events
        Whether players can open events.
    event_pause
        Seconds between two rounds of an event.
    """

    secret: str = field(repr=False)
    pace: float = 0.6
    effort: Effort | None = None
    max_tables: int = MAX_UNFINISHED
    upload_days: int = UPLOAD_DAYS
    idle: IdleLimits = field(default_factory=IdleLimits)
    sender: DeviceSender | None = None
    opponents: bool = True
    ratings: bool = True
    statistics: bool = True
    stage: bool = True
    blocks: bool = True
    reports: bool = True
    admin: bool = True
    words: WordFilter = field(default_factory=WordFilter)
    events: bool = True
    event_pause: float = PAUSE_SECONDS


def build_lobby(store: Store, runtime: Runtime, options: LobbyOptions) -> Lobby:
    """Build the services of the tables of a store.

    Parameters
    ----------
    store
        The store that keeps the tables.
    runtime
        The runtime that runs bots and replays journals.
    """
    codes, process, background = Codes(options.secret), new_process(), Background()
    reviews = Reviews(store, process, background, options.effort)
    services = TableServices(runtime, store, process, pace=options.pace, ended=reviews.ended)
    tables = Memory(store, runtime, codes, services, options.idle)
    presence = Presence(process, store, tables, services, background)
    deals, history = Deals(store, runtime), History(store)
    blocks = Blocks(store, options.secret, is_on=options.blocks)
    access = Access(store, tables, codes, deals, blocks)
    views = TableViews(store, runtime, access, tables, codes)
    rules = OpeningRules(options.max_tables, rated=options.ratings, hands=options.stage)
    opener = Opener(store, runtime, tables, deals, rules)
    play = Play(store, access, tables, services)
    runner = EventRunner(store, runtime, tables, EventDeals(options.secret), pause=options.event_pause)
    return Lobby(
        store=store,
        runtime=runtime,
        process=process,
        background=background,
        services=services,
        tables=tables,
        presence=presence,
        access=access,
        views=views,
        opener=opener,
        play=play,
        opponents=Opponents(store, tables, opener, play, presence) if options.opponents else None,
        ratings=Leaderboards(store) if options.ratings else None,
        events=Events(store, codes) if options.events else None,
        event_runner=runner if options.events else None,
        drafts=Drafts(runtime, access, views),
        finished=FinishedMatches(runtime, access, tables, views, reviews),
        talk=Talk(store, access, blocks, options.words),
        blocks=blocks,
        company=Company(store, access, blocks),
        reports=Reports(store, access, blocks, is_on=options.reports),
        bans=Bans(store, is_on=options.admin),
        subscriptions=Subscriptions(access, views, presence),
        uploads=Uploads(store, runtime, tables, days=options.upload_days),
        deals=deals,
        shared_deals=SharedDeals(store, runtime, codes, access, options.secret),
        reviews=reviews,
        sharing=Sharing(store, runtime, codes, access, tables),
        history=history,
        statistics=Statistics(store, runtime, tables) if options.statistics else None,
        people=People(store, options.words),
        departures=Departures(store, play, history, tables),
        devices=None if options.sender is None else Devices(store, options.sender),
        notifier=None if options.sender is None else Notifier(store, presence, options.sender),
    )
