"""The command `courtly mcp`: a Model Context Protocol server with which language models play."""

from __future__ import annotations

from typing import Annotated

import typer

from courtly.cli.app import app
from courtly.cli.language import Lang
from courtly.text.languages import ENGLISH


@app.command()
def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve streamable HTTP at /mcp instead of standard input and output.")
    ] = False,
    host: Annotated[str, typer.Option(help="Address to listen on, with --http.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on, with --http; 0 picks a free one.")] = (
        8001
    ),
    site: Annotated[
        str | None, typer.Option(metavar="URL", help="URL of a running server whose live tables the models may join.")
    ] = None,
    lang: Lang = ENGLISH,
) -> None:
    """Let language models play against bots or at live tables, over the Model Context Protocol."""
    from courtly.engine.extras import library
    from courtly.engine.sentences import said
    from courtly.settings import Settings
    from courtly.text.languages import checked_language

    checked_language(lang)
    library("mcp", said("language models"), where="mcp", extra="mcp")
    from courtly.mcp.serving import serve_http, serve_stdio

    if http:
        serve_http(Settings.read(host=host, port=port), site=site, lang=lang)
    else:
        serve_stdio(Settings.read(), site=site, lang=lang)
