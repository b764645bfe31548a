"""Webhooks: signed requests to the servers of players and programs, as in the Standard Webhooks specification 1.0."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from typing import Any

import h11

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.journal import Head
from courtly.tables.notifications import Failed, Message, Outcome
from courtly.tables.refusals import BadDevice
from courtly.tables.store.rows import Device, Subscription
from courtly.text.locales import Locale
from courtly.web.outside import Outside, outcome_of
from courtly.web.pages import table_url
from courtly.web.push_words import names_at

PREFIX = "whsec_"
"""The beginning of each secret; the rest is in base64."""

SECRET_BYTES = 32
GONE = (410,)


def new_secret() -> str:
    """Return a new secret that signs the requests to a webhook."""
    return PREFIX + b64encode(environment().random_bytes(SECRET_BYTES)).decode()


class Webhooks:
    """Sends messages to webhooks.

    Parameters
    ----------
    outside
        Sends the requests, to public addresses only.
    site
        The public address of this server; if it is empty, messages contain paths instead of addresses.
    """

    def __init__(self, outside: Outside, site: str) -> None:
        self._outside = outside
        self._site = site.rstrip("/")

    async def check(self, subscription: Subscription) -> None:
        """Raise `BadDevice` for an address that is not https, or that is not public after its name is resolved."""
        try:
            await self._outside.check(subscription.endpoint)
        except CourtlyError as error:
            allowed = said("a public https address")
            message = said("this webhook cannot be used; use {allowed}", allowed=allowed)
            raise BadDevice(message, where="address", allowed=allowed) from error

    async def send(self, device: Device, message: Message) -> Outcome:
        """Send a message, with the names of bots in the language of the device."""
        subscription, timestamp = device.subscription, str(int(environment().system_time()))
        try:
            body = serialized(message, Locale(subscription.lang), self._site)
            headers = {
                "content-type": "application/json",
                "webhook-id": message.id,
                "webhook-timestamp": timestamp,
                "webhook-signature": signature(subscription.auth_secret, message.id, timestamp, body),
            }
            return outcome_of(await self._outside.post(subscription.endpoint, headers, body), GONE)
        except (CourtlyError, OSError, ValueError, h11.ProtocolError) as error:
            # The message of the error may contain the address, which may contain a secret.
            return Failed(type(error).__name__)


def signature(secret: str, id: str, timestamp: str, body: bytes) -> str:  # noqa: A002 - the usual name
    """Return the signature of a request."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{b64encode(signed).decode()}"


def serialized(message: Message, locale: Locale, site: str) -> bytes:
    """Return the body of a request."""
    tables = [_table(head, locale, site) for head in message.tables]
    return json.dumps(
        {"id": message.id, "kind": message.kind, "turns": message.turns, "tables": tables}, ensure_ascii=False
    ).encode()


def _table(head: Head, locale: Locale, site: str) -> dict[str, Any]:
    return {
        "id": head.table,
        "url": f"{site}{table_url(head.table)}",
        "game": head.game,
        "players": names_at(head, locale),
        "turn_since": head.turn_since and head.turn_since.isoformat(),
        "due": head.due and head.due.isoformat(),
    }
