"""The files for installing the site as an app: its manifest, and a service worker that caches public pages.

The worker never caches a page of a table, or any other page that depends on the viewer.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from courtly.engine.contract.game import game_names
from courtly.text.languages import ENGLISH, checked_language
from courtly.text.locales import Locale
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.setup import GameLink, OfflinePage
from courtly.web.games import offered
from courtly.web.render import render
from courtly.web.rules_text import rules_url
from courtly.web.scripts import script
from courtly.web.static_files import STATIC, static_url
from courtly.web.visitors import RequestLocale

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
"""The cached files, enough for the cached pages; files of other pages are cached when a page is visited."""

FONTS = tuple(
    f"/static/fonts/{name}.woff2?v=1"
    for name in ("eb-garamond-600-normal", "eb-garamond-500-italic", "inter-400-normal", "inter-600-normal")
)
FOLDERS = ("/learn/", "/rules/")
"""Pages that teach a game, identical for all viewers."""

OFFLINE = "/offline"
THEME_COLOUR = "#0c2226"
"""The colour of the browser bar."""

NO_CACHE = {"Cache-Control": "no-cache"}


@router.get("/manifest.webmanifest", include_in_schema=False)
def manifest(lang: str = ENGLISH) -> Response:
    """Return the web app manifest."""
    locale = Locale(checked_language(lang))
    icons = [
        {"src": static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(_icon(f"icon-{size}.png", size) for size in (192, 512)),
        {**_icon("icon-maskable-512.png", 512), "purpose": "maskable"},
    ]
    document = {
        "id": "/",
        "name": locale.say("Courtly: games of court intrigue"),
        "short_name": "Courtly",
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": THEME_COLOUR,
        "theme_color": THEME_COLOUR,
        "icons": icons,
    }
    return JSONResponse(document, headers=NO_CACHE, media_type="application/manifest+json")


def _icon(name: str, size: int) -> dict[str, str]:
    return {"src": static_url(name), "sizes": f"{size}x{size}", "type": "image/png"}


@router.get("/worker.js", include_in_schema=False)
def worker(request: Request, lang: str = ENGLISH) -> Response:
    """Return the service worker with its cache list. Each language has a worker and a cache of its own."""
    list_json = json.dumps(cache_list(request.app.state.build, checked_language(lang)))
    text = f"const CACHE_LIST = {list_json};\n{script(STATIC / 'worker.js')}"
    return Response(text, headers=NO_CACHE, media_type="text/javascript")


def cache_list(build: str, lang: str) -> dict[str, Any]:
    """Return the worker's cache list. The name of the cache changes with its content."""
    files = [*map(static_url, FILES), *FONTS]
    pages = [OFFLINE, *(f"/learn/{name}" for name in game_names()), *filter(None, map(rules_url, game_names()))]
    name = sha256(json.dumps([build, lang, files, pages]).encode()).hexdigest()[:12]
    return {"name": f"courtly-{name}", "files": files, "pages": pages, "folders": FOLDERS, "offline": OFFLINE}


@router.get(OFFLINE, include_in_schema=False)
def show_offline(locale: RequestLocale) -> Response:
    """Show the offline page, with links to the cached pages; the worker caches it."""
    games = [GameLink(p.name, p.title(locale.of(p.name)), "", chosen=False) for p in offered()]
    page = OfflinePage(frame=Frame(title=locale.say("No connection"), here="/"), games=games)
    return render("offline.html", page, locale)
