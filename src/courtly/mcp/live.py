"""A seat at a live table, over the API of a running server. The table shows the model as a program.

A look opens a live connection, reads the new entries and the state of the table, and closes the connection.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from courtly.engine.contract.game import Setup, set_up
from courtly.engine.errors import cannot_be
from courtly.engine.sentences import said, verbatim
from courtly.mcp.errors import SiteRefuses
from courtly.mcp.seats import SeatView, line_of, seat_view
from courtly.tables.document import TableDocument
from courtly.text.languages import ENGLISH
from courtly.text.locales import Locale
from courtly.web.members import names_of

_TIMEOUT_SECONDS = 30.0
"""Timeout for an answer of the server, in seconds."""

Json = dict[str, Any]


class Site:
    """A running server of live tables.

    Parameters
    ----------
    address
        Its URL, such as `http://127.0.0.1:8000`.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise cannot_be("site", address, said("http:// or https://, a host, and a port if needed"))
        self.address = address.rstrip("/")
        # Created once: loading all certificates takes longer than a request.
        self._trust = ssl.create_default_context()

    async def post(self, path: str, body: Json, *, token: str | None = None, lang: str = ENGLISH) -> Json:
        """Send a request and return its answer; raise `SiteRefuses` with the server's message."""
        headers = {"Accept-Language": lang, **_bearer(token)}
        try:
            async with httpx2.AsyncClient(timeout=_TIMEOUT_SECONDS, verify=self._trust) as client:
                answer = await client.post(f"{self.address}/api{path}", json=body, headers=headers)
            document: Json = answer.json()
            refusal = str(document["error"]["message"]) if answer.is_error else ""
        except (httpx2.HTTPError, ValueError, LookupError, TypeError) as error:
            raise _no_answer(self.address, error) from None
        if refusal:
            raise SiteRefuses(verbatim(refusal), where=path)
        return document

    @asynccontextmanager
    async def frames(self, table: str, token: str, *, since: int, lang: str) -> AsyncIterator[AsyncIterator[Json]]:
        """Connect to a table and yield an iterator of its frames, from entry `since` on."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/live?since={since}&lang={lang}"
        try:
            async with connect(
                address, additional_headers=_bearer(token), open_timeout=_TIMEOUT_SECONDS, max_size=None
            ) as live:
                yield (json.loads(frame) async for frame in live)
        except (OSError, WebSocketException) as error:
            raise _no_answer(self.address, error) from None


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def _no_answer(address: str, error: Exception) -> SiteRefuses:
    reason = f"{type(error).__name__} {error}".strip()
    return SiteRefuses(said("the server at {address} does not answer: {reason}", address=address, reason=reason))


class LiveSeat:
    """A program's seat at a live table.

    Parameters
    ----------
    site, table, token
        The server, the table's id, and the program's token.
    lang
        The language of texts.
    """

    def __init__(self, site: Site, table: str, token: str, lang: str) -> None:
        self.locale = Locale(lang)
        self._site, self._table, self._token, self._lang = site, table, token, lang
        self._state: TableDocument | None = None
        self._setup: Setup | None = None
        self._since, self._match, self._shown = 0, 0, 0
        self._log: list[Json] = []
        self._may_return = True
        self._turn = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether the table was over at the last look."""
        return self._state is not None and self._state.status == "over"

    async def look(self, wait: float = 0.0, *, again: bool = False) -> SeatView:
        """Return the view when the seat is to move, or after `wait` seconds.

        Before a match, declare the seat ready. Take the seat back if a bot plays for it.
        """
        async with self._turn:
            current_view = await self._look(wait)
        if not again:
            self._shown = len(self._log)
        return current_view

    async def play(self, move: str) -> None:
        """Play a move; raise `OutOfTurn` or `SiteRefuses` without a change to the match."""
        async with self._turn:
            line = line_of(move, await self._look(0.0))
            assert self._state is not None
            at = {"match": self._state.match, "turn": self._state.turn}
            await self.act({"act": "move", **at, "moves": [line]})

    async def leave(self) -> None:
        """Leave the seat. During a match a bot substitutes for the program."""
        await self.act({"act": "rise"})

    async def act(self, act: Json) -> None:
        """Send an act to the table, with a fresh command id."""
        body = {"command": secrets.token_hex(8), **act}
        await self._site.post(f"/tables/{self._table}/acts", body, token=self._token, lang=self._lang)

    async def _look(self, wait: float) -> SeatView:
        """Read frames until the state is current. If `wait` is above 0, read on until this seat is to move."""
        state, self._may_return = None, True
        async with self._site.frames(self._table, self._token, since=self._since, lang=self._lang) as frames:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait or _TIMEOUT_SECONDS):
                    async for frame in frames:
                        if frame["type"] == "entry":
                            self._receive(frame)
                        if frame["type"] == "state":
                            self._state = state = _read_state(frame, self._site.address)
                            if await self._is_current(state, wait):
                                break
        if state is None:
            raise _no_answer(self._site.address, TimeoutError())
        return self._sight(state)

    async def _is_current(self, state: TableDocument, wait: float) -> bool:
        """Return whether the look can end with this state.

        Before a match, declare the seat ready first. If a bot has taken the seat over, take it back first.
        """
        own = None if state.own_seat is None else state.seats[state.own_seat]
        if own is not None and state.status == "waiting" and not own.ready:
            await self.act({"act": "ready"})
            return False
        # Once for each look: a player whose clock is empty may lose the seat again immediately.
        is_replaced = own is not None and own.substituted_by is not None
        if self._may_return and is_replaced and state.status == "playing":
            self._may_return = False
            await self.act({"act": "return"})
            return False
        return not wait or self.is_over or bool(state.legal)

    def _receive(self, entry: Json) -> None:
        self._since = entry["n"] + 1
        if entry["match"] != self._match:
            self._match, self._log, self._shown = entry["match"], [], 0
        if entry["act"] == "move":
            self._log += events_of(entry["event"])

    def _sight(self, state: TableDocument) -> SeatView:
        names = names_of(state.seats, Locale(self._lang, domain=state.game))
        if state.view is None:
            self.locale = Locale(self._lang, names)
            return SeatView("\n".join(_waiting(state, self.locale)), is_over=self.is_over)
        if self._setup is None or self._setup.game.name != state.game:
            self._setup = set_up(state.game, state.options)
        self.locale = Locale(self._lang, names, state.view["seat"], state.game)
        return seat_view(self._setup, state.view, self._log, self.locale, self._shown)


def _read_state(frame: Json, address: str) -> TableDocument:
    try:
        return msgspec.convert(frame, TableDocument)
    except msgspec.ValidationError as error:
        # The server has another version.
        raise _no_answer(address, error) from None


def events_of(event: Mapping[str, Any]) -> list[Json]:
    """Return the events of a move as separate log entries; `event` contains the further events in `then`."""
    return [{key: value for key, value in event.items() if key != "then"}, *event.get("then", ())]


def _waiting(state: TableDocument, locale: Locale) -> list[str]:
    """Return lines about the seats of a table that has no match yet."""
    ready, not_yet = locale.say("ready"), locale.say("not ready")
    seats = [
        f"{name}: {ready if seat.ready or seat.kind == 'bot' else not_yet}"
        for name, seat in zip(locale.names, state.seats, strict=True)
    ]
    return [locale.say("The match begins when all seats are taken and all players are ready."), *seats]


async def sit_down(site: Site, code: str, name: str, lang: str) -> LiveSeat:
    """Sit down at the table of a code, as a new program with a given name.

    Raises
    ------
    SiteRefuses
    """
    token = (await site.post("/players", {"name": name}, lang=lang))["token"]
    found = await site.post("/codes", {"code": code}, token=token, lang=lang)
    seat = LiveSeat(site, found["table"], token, lang)
    await seat.act({"act": "sit"})
    return seat
