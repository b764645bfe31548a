"""Where nets are kept: in the folder `nets` of a game's package, and in the user's data folder, which comes first.

A file is named after what its cards and options fix, so that every setup finds its own.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import platformdirs

from courtly.bots.learned.files import BadNet, cards_hash, load_net
from courtly.bots.learned.leaf import learned
from courtly.bots.learned.net import Net
from courtly.bots.search.grow import Start
from courtly.bots.search.playouts import playouts
from courtly.bots.search.settings import SearchSettings
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Game, Record, Setup
from courtly.engine.sentences import said

log = logging.getLogger(__name__)

_KEPT = 16
_FOUND: dict[str, Net | None] = {}
"""Nets by what cards and options fix; None where there is none, which has been said."""


def own_folder(game: Game) -> Path:
    """Return the folder of the nets that the user has trained for a game."""
    return platformdirs.user_data_path("courtly") / "nets" / game.name


def folders(game: Game) -> Iterator[Path]:
    """Yield the folders in which nets of a game may be, the user's first."""
    yield own_folder(game)
    spec = find_spec(game.package)
    for place in (spec.submodule_search_locations if spec else None) or ():
        yield Path(place) / "nets"


def file_name(setup: Setup) -> str:
    """Return the name of the file of a setup's net."""
    return f"{setup.players}-players-{cards_hash(setup)}.npz"


def find_net(setup: Setup) -> Net:
    """Return the net of a setup.

    Raises
    ------
    BadNet
        There is none, or the file that has its name cannot be used.
    """
    for folder in folders(setup.game):
        file = folder / file_name(setup)
        if file.is_file():
            return load_net(file, setup).net
    message = said("there is no net of {game} for these cards and options", game=setup.game.name)
    raise BadNet(message, problem="none", file=file_name(setup))


def has_net(setup: Setup) -> bool:
    """Return whether there is a file for a setup; it may yet turn out to be of no use."""
    return setup.game.study.features is not None and any(
        (folder / file_name(setup)).is_file() for folder in folders(setup.game)
    )


def net_of(setup: Setup) -> Net | None:
    """Return the net of a setup; where there is none, or it cannot be used, say so once and return None."""
    key = file_name(setup)
    if key not in _FOUND:
        if len(_FOUND) >= _KEPT:
            _FOUND.clear()
        try:
            _FOUND[key] = find_net(setup)
        except BadNet as error:
            log.warning("%s; the search plays without it", error)
            _FOUND[key] = None
    return _FOUND[key]


def by_settings(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return how a search with these settings begins: with a net where they ask for one and there is one."""
    net = net_of(setup) if settings.leaf == "net" else None
    return playouts(setup, s, settings, rng) if net is None else learned(net, setup, s, settings, rng)
