"""A bot for trials: a search with a net from a file.

Its specification is `python:courtly.arena.train.candidate:candidate:FILE|PARAMETERS`.
"""

from __future__ import annotations

from pathlib import Path

from courtly.bots.learned.files import load_net
from courtly.bots.learned.leaf import learned
from courtly.bots.learned.net import Net
from courtly.bots.search.bot import Ismcts
from courtly.bots.search.grow import Start
from courtly.bots.search.settings import SearchSettings
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Record, Setup


def spec_of(file: Path, parameters: str) -> str:
    """Return the specification of a search with the net in a file."""
    return f"python:{__name__}:{candidate.__name__}:{file.resolve()}|{parameters}"


def candidate(text: str) -> Ismcts:
    """Return the bot for the text `FILE|PARAMETERS`."""
    file, _, parameters = text.rpartition("|")
    return Ismcts(parameters, name=f"ismcts:{parameters},net={Path(file).name}", begin=_Opened(Path(file)))


class _Opened:
    """Starts a search with the net of a file. The net is loaded on first use."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._net: Net | None = None

    def __call__(self, setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
        """Return the start of a search."""
        if self._net is None:
            self._net = load_net(self._file, setup).net
        return learned(self._net, setup, s, settings, rng)
