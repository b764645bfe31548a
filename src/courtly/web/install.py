"""What a browser needs to install the site: its manifest, and a worker that keeps what is the same for everybody.

A page of a table, or anything else that one person may see and another may not, is never among what is kept.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from courtly.engine.contract.game import game_names
from courtly.text.languages import checked_language
from courtly.text.reader import Reader
from courtly.web.contexts.doors import GameLink, OfflinePage
from courtly.web.contexts.frame import Frame
from courtly.web.games import offered
from courtly.web.render import STATIC, render, static_url
from courtly.web.rules_text import rules_url
from courtly.web.visitors import ForReader

router = APIRouter()

FILES = (
    "tokens.css",
    "courtly.css",
    "start.css",
    "install.js",
    "offline.js",
    "icons.svg",
    "favicon.svg",
    "icon-192.png",
)
"""What the pages that are kept are made of; files of other pages are kept when they are visited."""

FONTS = tuple(
    f"/static/fonts/{name}.woff2?v=1"
    for name in ("eb-garamond-600-normal", "eb-garamond-500-italic", "inter-400-normal", "inter-600-normal")
)
FOLDERS = ("/learn/", "/rules/")
"""Pages that tell how to play, the same for all who read them."""

OFFLINE = "/offline"
NIGHT = "#0c2226"
"""The colour of the bar."""

FRESH = {"Cache-Control": "no-cache"}


@router.get("/manifest.webmanifest", include_in_schema=False)
def manifest(lang: str = "en") -> Response:
    """Say how the site is called and looks where it is installed."""
    reader = Reader(checked_language(lang))
    icons = [
        {"src": static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(_icon(f"icon-{size}.png", size) for size in (192, 512)),
        {**_icon("icon-maskable-512.png", 512), "purpose": "maskable"},
    ]
    told = {
        "id": "/",
        "name": reader.say("Courtly: games of court intrigue"),
        "short_name": "Courtly",
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": NIGHT,
        "icons": icons,
    }
    return JSONResponse(told, headers=FRESH, media_type="application/manifest+json")


def _icon(name: str, size: int) -> dict[str, str]:
    return {"src": static_url(name), "sizes": f"{size}x{size}", "type": "image/png"}


@router.get("/worker.js", include_in_schema=False)
def worker(request: Request, lang: str = "en") -> Response:
    """Give the worker, with what it keeps; another language is another worker, which fetches its pages anew."""
    told = json.dumps(kept(request.app.state.build, checked_language(lang)))
    text = f"const KEPT = {told};\n{_source()}"
    return Response(text, headers=FRESH, media_type="text/javascript")


@cache
def _source() -> str:
    return (STATIC / "worker.js").read_text(encoding="utf-8")


def kept(build: str, lang: str) -> dict[str, Any]:
    """Return what the worker keeps, under a name that changes with any of it."""
    files = [*map(static_url, FILES), *FONTS]
    pages = [OFFLINE, *(f"/learn/{name}" for name in game_names()), *filter(None, map(rules_url, game_names()))]
    name = sha256(json.dumps([build, lang, files, pages]).encode()).hexdigest()[:12]
    return {"name": f"courtly-{name}", "files": files, "pages": pages, "folders": FOLDERS, "offline": OFFLINE}


@router.get(OFFLINE, include_in_schema=False)
def show_offline(reader: ForReader) -> Response:
    """Say that there is no connection, and what can be read without one; the worker keeps it."""
    games = [GameLink(p.name, p.title(reader.of(p.name)), "", chosen=False) for p in offered()]
    page = OfflinePage(frame=Frame(title=reader.say("No connection"), here="/"), games=games)
    return render("offline.html", page, reader)
