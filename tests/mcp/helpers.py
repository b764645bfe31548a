"""Helpers for tests of the server for language models: clients of the SDK, connected to a real process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

COMMAND = ["-W", "error", "-m", "courtly.cli", "mcp"]


@asynccontextmanager
async def over_stdio(*options: str) -> AsyncIterator[Client]:
    """Connect a client to a server process that it starts itself."""
    started = StdioServerParameters(command=sys.executable, args=[*COMMAND, *options], env=dict(os.environ))
    async with Client(started) as client:
        yield client


@asynccontextmanager
async def over_http(*options: str, mode: str = "auto") -> AsyncIterator[Client]:
    """Connect a client to a server process over HTTP."""
    with serving(*options) as address:
        async with Client(address, mode=mode) as client:
            yield client


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """Run a server over HTTP, and yield its protocol address."""
    command = [sys.executable, *COMMAND, "--http", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("Courtly is ready: "), said
        try:
            yield said.removeprefix("Courtly is ready: ").strip()
        finally:
            process.terminate()


async def call(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    """Call a tool and return its answer, error or success."""
    answer = await client.call_tool(tool, arguments)
    assert isinstance(answer, CallToolResult)
    return answer


async def done(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool that must succeed, and return its structured content."""
    answer = await call(client, tool, **arguments)
    assert not answer.is_error, text_of(answer)
    return dict(answer.structured_content or {})


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool that must fail, and return its text."""
    answer = await call(client, tool, **arguments)
    assert answer.is_error, text_of(answer)
    return text_of(answer)


def text_of(answer: CallToolResult) -> str:
    """Return the text of an answer, as the model reads it."""
    return "\n".join(block.text for block in answer.content if isinstance(block, TextContent))


async def play_on(client: Client, seen: dict[str, Any]) -> dict[str, Any]:
    """Play the first legal move until the match is over."""
    while not seen["over"]:
        assert seen["your_turn"]
        seen = await done(client, "play", table=seen["table"], move=int(next(iter(seen["legal"]))))
    return seen
