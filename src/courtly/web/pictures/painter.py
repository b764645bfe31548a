"""Makes PNG of SVG in a process of the lowest priority, one at a time, and keeps the last ones in memory.

A picture is known by its content: whoever asks for the same gets the same bytes, and nothing is written to the disk.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256

from courtly.engine.sentences import said
from courtly.web.errors import PicturesBusy
from courtly.web.pictures import worker

MOST_BYTES = 16 << 20
"""Bytes of all pictures that are kept."""

MOST_WAITING = 8
"""Pictures that may wait; another is refused."""

PATIENCE = 20.0
"""Seconds that a picture may take."""


class Painter:
    """Paints pictures; `kept` says how many bytes of them stay in memory at most."""

    def __init__(self, kept: int = MOST_BYTES) -> None:
        self._most = kept
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._alone = asyncio.Lock()
        self._waiting = 0

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return sum(map(len, self._kept.values()))

    async def paint(self, svg: str) -> bytes:
        """Return the PNG of an SVG.

        Raises
        ------
        PicturesBusy
            So many wait that another would have to wait too long, or the machine is too busy to paint.
        """
        key = sha256(svg.encode()).hexdigest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._waiting >= MOST_WAITING:
            raise _busy()
        self._waiting += 1
        try:
            async with self._alone:
                # It may have been painted while this one waited.
                return self._kept.get(key) or self._keep(key, await _painted(svg))
        finally:
            self._waiting -= 1

    def _keep(self, key: str, picture: bytes) -> bytes:
        self._kept[key] = picture
        while self.size > self._most:
            self._kept.popitem(last=False)
        return picture


async def _painted(svg: str) -> bytes:
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", worker.__name__, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
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
    return PicturesBusy(said("this picture cannot be made just now"), where="picture")
