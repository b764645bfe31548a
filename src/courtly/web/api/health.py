"""Liveness, readiness and metrics endpoints for the operator of a server."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from courtly.engine.errors import CourtlyError
from courtly.tables.store import reads
from courtly.web.api.models import Health, SeenRequest
from courtly.web.metrics import Metrics
from courtly.web.services import services_of

router = APIRouter(tags=["server"])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answer that the server is alive."""
    return {"status": "ok"}


@router.get("/readyz", response_model=Health, responses={503: {"model": Health}})
async def readyz(request: Request) -> JSONResponse:
    """Return whether the store can be read and written, so that matches can be played, and whether all is compiled."""
    services = services_of(request)
    store = services.lobby.store
    try:
        await store.read(reads.head, "ready")
        reached = await store.can_write()
    except CourtlyError:
        reached = False
    health = Health(status="ok" if reached else "not ready", store=reached, warm=not services.runtime.is_warming)
    return JSONResponse(health.model_dump(), 200 if reached else 503)


@router.get("/proxyz", response_model=SeenRequest)
async def proxyz(request: Request) -> SeenRequest:
    """Return how the server sees this request, to check a proxy."""
    headers, port = request.headers, request.client.port if request.client else None
    forwarded_for = headers.get("x-forwarded-for", "")
    return SeenRequest(
        host=headers.get("host", ""),
        forwarded_for=bool(forwarded_for),
        forwarded_proto="x-forwarded-proto" in headers,
        # Behind a trusted proxy, uvicorn knows the client's address from the header, and its port only if it is there.
        is_trusted=port == 0 or f":{port}" in forwarded_for,
    )


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """Return the metrics of this process in the Prometheus text format."""
    counts: Metrics = request.app.state.metrics
    return Response(counts.text(), media_type=CONTENT_TYPE_LATEST)
