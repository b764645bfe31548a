"""Converts SVG to PNG in a low-priority process, one at a time, with a fair queue and a cache in memory.

The cache key is a hash of the SVG, so equal pictures are converted once. Nothing is written to disk.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256

from courtly.engine.sentences import said
from courtly.tables.fair_queue import Caller, FairQueue, QueueFull
from courtly.web.errors import PicturesBusy
from courtly.web.pictures import worker

MAX_BYTES = 16 << 20
"""Maximum size in bytes of all cached pictures."""

MAX_WAITING = 8
"""Maximum number of pictures that wait for conversion."""

TIMEOUT_SECONDS = 20.0
"""Timeout for one picture, in seconds."""


class PngConverter:
    """Converts pictures; `kept` is the maximum size in bytes of the cache."""

    def __init__(self, kept: int = MAX_BYTES) -> None:
        self._most = kept
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._queue = FairQueue(MAX_WAITING)

    @property
    def size(self) -> int:
        """The number of cached bytes."""
        return sum(map(len, self._kept.values()))

    async def paint(self, svg: str, caller: Caller) -> bytes:
        """Return the PNG of an SVG.

        Raises
        ------
        PicturesBusy
            Too many pictures are waiting, most of them for this address, or the machine is too busy.
        """
        key = sha256(svg.encode()).hexdigest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        try:
            async with self._queue.take(caller):
                # While this caller waited, another one may have converted the same picture.
                return self._kept.get(key) or self._keep(key, await _painted(svg))
        except QueueFull:
            raise _busy() from None

    def _keep(self, key: str, picture: bytes) -> bytes:
        self._kept[key] = picture
        while self.size > self._most:
            self._kept.popitem(last=False)
        return picture


async def _painted(svg: str) -> bytes:
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", worker.__name__, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            picture, _ = await process.communicate(svg.encode())
    except TimeoutError as error:
        raise _busy() from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise _busy()
    return picture


def _busy() -> PicturesBusy:
    return PicturesBusy(said("this picture cannot be made right now"), where="picture")
