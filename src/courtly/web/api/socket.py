"""The live connection to a table: sends its events as JSON frames, and receives acts and talk from the client.

One task sends and another receives. The table puts all frames for a client into the subscriber's queue. So a client
gets the entries and the state that its act caused before the answer to the act.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.responses import JSONResponse
from starlette.routing import Match, WebSocketRoute
from starlette.status import WS_1012_SERVICE_RESTART
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect, WebSocketState

from courtly.engine.errors import CourtlyError, shown
from courtly.engine.sentences import said
from courtly.settings import Settings
from courtly.tables.fair_queue import Caller
from courtly.tables.journal import Player
from courtly.tables.refusals import BadAct, TooMany
from courtly.tables.state import TableState
from courtly.tables.subscribers import Frame, Subscriber
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale as Words
from courtly.web.api import talk
from courtly.web.api.models import NewLine, Shown, checked, read_json
from courtly.web.api.narration import Narrator
from courtly.web.errors import BadForm, OurFault, body_of, retry_headers, status_of
from courtly.web.identity import find_player, require_player
from courtly.web.limits import caller_of, host_of
from courtly.web.members import names_of
from courtly.web.middleware import foreign_origin_error
from courtly.web.renderer import PageViewer
from courtly.web.services import services_of
from courtly.web.switches import switched_off
from courtly.web.text import request_language

log = logging.getLogger(__name__)

POLICY = 1008
"""The close code for a connection that exceeds a limit or receives too slowly."""

RESTARTING = "the server restarts: come back with since"

SEND_SECONDS = 10.0
"""The timeout in seconds for sending one frame; a slower client is disconnected and has to reconnect."""


async def live(socket: WebSocket) -> None:
    """Connect a client to a table, or reject the connection with the error body of the API."""
    table: str = socket.path_params["table"]
    services = services_of(socket)
    settings: Settings = socket.app.state.settings
    lang = _language(socket)
    try:
        if (foreign := foreign_origin_error(socket.headers, settings.public_host)) is not None:
            raise foreign
        player = await find_player(socket)
        since, is_page = _since(socket), _is_page(socket)
        is_seated = await services.lobby.access.has_seat(player, table)
        with services.limits.socket(socket, player, table, is_seated=is_seated):
            # To put an entry into words, the narrator needs all entries before it.
            begun = 0 if is_page else since
            subscribing = services.lobby.subscriptions.subscribe(
                player, table, lang=lang, since=begun, serialized=False
            )
            async with subscribing as (subscriber, first):
                narrator = Narrator(lang) if is_page else None
                await Connection(socket, table, subscriber, narrator).run(first, since)
    except CourtlyError as error:
        await _refuse(socket, error, lang)


_ROUTE = WebSocketRoute("/api/tables/{table}/live", live)


async def connect(scope: Scope, receive: Receive, send: Send) -> None:
    """Route a WebSocket connection; only tables have live connections."""
    match, named = _ROUTE.matches(scope)
    if match is Match.NONE:
        await WebSocketClose()(scope, receive, send)
    else:
        scope.update(named)
        await live(WebSocket(scope, receive, send))


def _language(socket: WebSocket) -> str:
    """Return the language in the query, or else that of the browser."""
    wanted = socket.query_params.get("lang")
    return wanted if wanted in LANGUAGES else request_language(socket)


def _since(socket: WebSocket) -> int:
    given = socket.query_params.get("since", "0")
    if not (given.isascii() and given.isdigit() and len(given) <= 18):
        allowed = said("a whole number from 0")
        message = said("{name} cannot be {given}; use {allowed}", name="since", given=shown(given), allowed=allowed)
        raise BadForm(message, given=given, where="since", allowed=allowed)
    return int(given)


def _is_page(socket: WebSocket) -> bool:
    given = socket.query_params.get("as", "json")
    if given not in ("json", "html"):
        places = {"name": "as", "given": shown(given), "allowed": "json, html"}
        message = said("{name} cannot be {given}; use {allowed}", **places)
        raise BadForm(message, given=given, where="as", allowed=["json", "html"])
    return given == "html"


async def _refuse(socket: WebSocket, error: CourtlyError, lang: str) -> None:
    """Reject a connection with an error."""
    status = status_of(error)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else retry_headers(socket, error)
    body = {"error": body_of(error, Words(lang).worded)}
    if socket.application_state is WebSocketState.CONNECTED:
        await socket.close(POLICY, str(error)[:100])
    elif "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(JSONResponse(body, status, headers))
    else:
        await socket.close(POLICY, str(error)[:100])


class Connection:
    """One live connection.

    Parameters
    ----------
    subscriber
        The subscriber whose queue the table fills.
    narrator
        Puts entries into words for a page; None for a program.
    """

    def __init__(self, socket: WebSocket, table: str, subscriber: Subscriber, narrator: Narrator | None) -> None:
        self._socket = socket
        self._table = table
        self._subscriber = subscriber
        self._narrator = narrator
        services = services_of(socket)
        self._lobby, self._limits, self._renderer = services.lobby, services.limits, services.renderer
        self._build: str = socket.app.state.build
        self._words = Words(subscriber.lang)
        self._version: int | None = None
        self._caller: Caller = caller_of(socket, subscriber.player)
        self._viewer = PageViewer(subscriber.player, subscriber.lang, switched_off(socket))
        self._names: list[str] = []
        self._deferred: list[Frame] = []
        self._unanswered = 0

    async def run(self, first: list[Frame], since: int) -> None:
        """Send and receive until one of the two ends; entries before `since` are not sent."""
        await self._socket.accept()
        if self._narrator is not None:
            # The page was rendered at version `since`, so it needs only later changes.
            self._version = since
        sending = asyncio.create_task(self._send_frames(first, since))
        receiving = asyncio.create_task(self._receive())
        try:
            done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
            is_restarting = receiving in done and receiving.result() == RESTARTING
            if is_restarting:
                # The client gets the answers to its acts before the close frame.
                self._subscriber.send(None)
                await asyncio.wait({sending}, timeout=SEND_SECONDS)
        finally:
            sending.cancel()
            receiving.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
        reasons = [task.result() for task in done]
        if reason := next((reason for reason in reasons if reason), ""):
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._socket.close(WS_1012_SERVICE_RESTART if is_restarting else POLICY, reason)

    async def _send_frames(self, first: list[Frame], since: int) -> str:
        """Send frames; return the reason for closing, or an empty text if the client is gone."""
        try:
            while first:
                await self._send_first(first.pop(0), since)
            while await self._send_next():
                pass
        except TimeoutError:
            return "too slow: come back with since"
        except WebSocketDisconnect:
            return ""
        return "behind: come back with since"

    async def _send_first(self, frame: Frame, since: int) -> None:
        if isinstance(frame, TableState):
            for drawn in await self._caught_up(frame):
                await self._send(drawn)
        elif frame is not None:
            outgoing = self._outgoing(frame)
            if frame["type"] != "entry" or frame["n"] >= since:
                await self._send(outgoing)

    async def _send_next(self) -> bool:
        """Send the next frame; return whether more may come. No reference to a sent frame is kept."""
        frame = self._deferred.pop(0) if self._deferred else await self._subscriber.frames.get()
        if frame is None:
            return False
        if isinstance(frame, TableState):
            for drawn in await self._caught_up(frame):
                await self._send(drawn)
        else:
            self._unanswered -= frame["type"] in ("ack", "error")
            await self._send(self._outgoing(frame))
        return True

    async def _caught_up(self, state: TableState) -> list[dict[str, Any]]:
        """Return the outgoing frames for a state; see `_newest`."""
        if self._narrator is None:
            entries, state = self._newest(state)
            return [*entries, self._state(state, self._lobby.views.frame(self._subscriber, state, since=self._version))]
        async with self._renderer.turns.take(self._caller, is_urgent=self._unanswered > 0):
            entries, state = self._newest(state)
            return [*entries, await self._rendered(state)]

    def _newest(self, state: TableState) -> tuple[list[dict[str, Any]], TableState]:
        """Return the last queued state and the entries queued before it; a queued presence frame follows the state."""
        frames, entries, here = self._subscriber.frames, [], list[Frame]()
        while not frames.empty() and not self._deferred:
            frame = frames.get_nowait()
            if isinstance(frame, TableState):
                state = frame
            elif frame is not None and frame["type"] == "entry":
                entries.append(self._outgoing(frame))
            elif frame is not None and frame["type"] == "presence":
                here = [frame]
            else:
                self._deferred.append(frame)
        self._deferred[:0] = here
        return entries, state

    def _outgoing(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Return a frame as it is sent; states have their own method."""
        match frame["type"]:
            case "entry" if self._narrator is not None:
                seat = self._lobby.views.seat_in(self._subscriber.player, self._table, frame["match"])
                return {**frame, **self._narrator.narrate(frame, seat)}
            case "line":
                line = talk.worded_line(frame, self._words)
                return line if self._narrator is None else {**line, "name": self._name(frame["seat"])}
        return frame

    async def _rendered(self, state: TableState) -> dict[str, Any]:
        """Return the frame of a state for a page, with its rendered regions."""
        frame = await self._renderer.frame(self._viewer, state, since=self._version)
        self._names = names_of(state.seats, self._words)
        return self._state(state, frame)

    def _state(self, state: TableState, frame: dict[str, Any]) -> dict[str, Any]:
        self._version = state.version
        return {"type": "state", "from": frame["from"], "build": self._build, **frame}

    def _name(self, seat: int | None) -> str:
        """Return the name of the player who sent a line."""
        return self._names[seat] if seat is not None and self._names else self._words.say("a spectator")

    async def _send(self, frame: Mapping[str, Any]) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send_text(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    async def _receive(self) -> str:
        """Handle incoming messages; return the reason for closing, or an empty text if the client closed.

        When the server stops, the messages that arrived before are still handled.
        """
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return RESTARTING if message.get("code") == WS_1012_SERVICE_RESTART else ""
            text = message.get("text")
            if text is None:
                return "frames are text"
            if len(text.encode("utf-8", "replace")) > self._limits.largest_message:
                return f"a message has at most {self._limits.largest_message} bytes"
            if reason := await self._answered(text):
                return reason

    async def _answered(self, text: str) -> str:
        """Answer one message. An act that has begun is finished even if the client disconnects."""
        answering = asyncio.create_task(self._answer(text))
        try:
            return await asyncio.shield(answering)
        except asyncio.CancelledError:
            await asyncio.wait({answering})
            raise

    async def _answer(self, text: str) -> str:
        """Handle one message and answer it; return the reason for closing, or an empty text."""
        command: object = None
        self._unanswered += 1
        try:
            message = read_json(text)
            if not isinstance(message, dict):
                raise BadAct(said("a message must be an object with a type"), given=message, where="type")
            command = message.get("command")
            await self._lobby.bans.check(self._caller.person or None, host_of(self._socket))
            if message.get("type") == "shown":
                self._report_shown(message)
                self._unanswered -= 1
            else:
                self._subscriber.send(await self._handle(message))
        except TooMany as error:
            return str(error)[:120]
        except CourtlyError as error:
            return self._refuse(command, error)
        except Exception:
            log.exception("a message from a client failed")
            return self._refuse(command, OurFault(said("something went wrong on our side")))
        return ""

    def _refuse(self, command: object, error: CourtlyError) -> str:
        """Answer a refused message, or return the reason for closing if the sender has had too many of them."""
        try:
            self._limits.count_refused(self._socket, self._subscriber.player)
        except TooMany as too_many:
            return str(too_many)[:120]
        known = command if isinstance(command, str) else None
        body = body_of(error, self._words.worded)
        self._subscriber.send({"type": "error", "command": known, "error": body})
        return ""

    def _report_shown(self, message: Mapping[str, Any]) -> None:
        """Pass on the version that the page has shown. There is no answer, so the page has nothing to wait for."""
        version = checked(Shown, {"version": message.get("version")}).version
        self._lobby.tables[self._table].report_shown(self._subscriber, version)

    async def _handle(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Handle a message, and return its acknowledgement."""
        body = {key: value for key, value in message.items() if key != "type"}
        match message.get("type"):
            case "act":
                player = await self._mover(body)
                self._limits.count_act(player)
                with self._limits.acting(self._socket, player, body):
                    answer = await self._lobby.play.act(player, self._table, body)
                # The client gets the state that its act led to before the answer, so that state is rendered first.
                self._renderer.turns.hurry(self._caller)
                return {"type": "ack", "command": body["command"], "version": answer.version}
            case "say":
                player = await self._sender()
                self._limits.count_line(player)
                line = checked(NewLine, body)
                await talk.say(self._lobby.talk, player, self._table, line)
                return {"type": "ack", "command": line.command, "version": self._version}
        kind = message.get("type")
        raise BadAct(
            said("a message has the type act, say or shown, not {given}", given=shown(kind)),
            given=kind,
            where="type",
            allowed=["act", "say", "shown"],
        )

    async def _mover(self, body: Mapping[str, Any]) -> Player:
        """Return the player who acts; for a move the known player, whose name may be old, without a store lookup."""
        known = self._subscriber.player
        return known if known is not None and body.get("act") == "move" else await self._sender()

    async def _sender(self) -> Player:
        """Return the sender with their present name."""
        return await require_player(self._socket)
