"""Running the server: over standard input and output, or over HTTP until interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mcp.server import MCPServer

from courtly.bots.search import warm as search_warm
from courtly.engine.contract.game import game_names
from courtly.mcp.live import Site
from courtly.mcp.server import create_server
from courtly.runtime import Runtime
from courtly.settings import Settings
from courtly.web.server import address_of, listen, serve

PATH = "/mcp"
"""URL path of the protocol."""


def serve_stdio(settings: Settings, *, site: str | None, lang: str) -> None:
    """Serve the parent process until its input ends."""
    with _server(settings, site, lang) as server:
        server.run("stdio")


def serve_http(settings: Settings, *, site: str | None, lang: str) -> None:
    """Serve streamable HTTP until interrupted. On a loopback address, reject requests from pages of other sites."""
    opened = listen(settings.host, settings.port)
    try:
        with _server(settings, site, lang) as server:
            application = server.streamable_http_app(streamable_http_path=PATH, host=settings.host)
            serve(application, opened, settings, address=f"{address_of(settings.host, opened)}{PATH}")
    finally:
        opened.close()


@contextmanager
def _server(settings: Settings, site: str | None, lang: str) -> Iterator[MCPServer]:
    """Create a server. The rules are compiled in the background."""
    live = None if site is None else Site(site)
    with Runtime(settings, [search_warm.WARM_UP_PART]) as runtime:
        runtime.start_warm_up(game_names(), ahead=settings.warm_up)
        yield create_server(runtime, site=live, lang=lang)
