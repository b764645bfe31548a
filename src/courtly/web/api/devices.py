"""The requests for the devices that get notifications of a player's turns."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Response
from fastapi.responses import JSONResponse

from courtly.engine.sentences import said
from courtly.tables.devices import Devices
from courtly.tables.lobby import Lobby
from courtly.tables.store.rows import Device, Subscription
from courtly.web.api import models
from courtly.web.api.models import Checked
from courtly.web.api.routes import ActingPlayer, CurrentPlayer, LobbyDep, RequestLocale, error_responses
from courtly.web.errors import NoSuchPage
from courtly.web.webhook import new_secret

router = APIRouter(prefix="/api", tags=["devices"], strict_content_type=False)


@router.get("/me/devices", response_model=models.DeviceList, responses=error_responses(401))
async def devices(player: CurrentPlayer, lobby: LobbyDep) -> JSONResponse:
    """Return the devices that get notifications of the caller's turns, and the key with which a browser subscribes."""
    if lobby.devices is None:
        return JSONResponse({"key": None, "devices": []})
    found = [_document(device) for device in await lobby.devices.of(player)]
    return JSONResponse({"key": lobby.devices.key, "devices": found})


@router.post(
    "/me/devices",
    status_code=201,
    response_model=models.AddedDevice,
    responses=error_responses(400, 401, 403, 404, 413, 422, 429),
)
async def add_device(
    body: Annotated[models.DeviceBody, Body()], player: ActingPlayer, lobby: LobbyDep, locale: RequestLocale
) -> JSONResponse:
    """Send notifications of the caller's turns to a browser, given its push subscription, or to a webhook.

    A known endpoint is updated. A webhook gets a new `secret`, which is returned only once.
    """
    lang, secret = body.lang or locale.lang, None
    if isinstance(body, models.NewWebhook):
        secret = new_secret()
        subscription = Subscription(body.address, "", secret, lang, body.zone, "webhook")
    else:
        subscription = Subscription(body.endpoint, body.keys.p256dh, body.keys.auth, lang, body.zone)
    added = await _devices(lobby).add(player, subscription)
    return JSONResponse({"id": added.id, "secret": secret}, 201)


@router.delete(
    "/me/devices",
    status_code=204,
    response_class=Response,
    responses=error_responses(400, 401, 403, 404, 413, 422, 429),
)
async def remove_device(
    body: Annotated[models.DeviceEndpoint, Body(), Checked], player: ActingPlayer, lobby: LobbyDep
) -> Response:
    """Send no more notifications to a device. The endpoint of a mailbox is `mailto:` and its address."""
    await _devices(lobby).remove(player, endpoint=body.endpoint)
    return Response(status_code=204)


def _devices(lobby: Lobby) -> Devices:
    if lobby.devices is None:
        raise NoSuchPage(said("this server sends no notifications"), where="address")
    return lobby.devices


def _document(device: Device) -> dict[str, Any]:
    quiet = device.quiet
    return {
        "id": device.id,
        "kind": device.subscription.kind,
        "address": device.subscription.address or None,
        "created": device.created.isoformat(),
        "lang": device.subscription.lang,
        "zone": device.subscription.zone,
        "quiet": None if quiet is None else [f"{minute // 60:02}:{minute % 60:02}" for minute in quiet],
    }
