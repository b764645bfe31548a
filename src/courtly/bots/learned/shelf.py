"""Where nets are kept: in the folder `nets` of a game's package, and in the user's data folder.

A file is named after what its cards and options fix, so that every setup finds its own. `leaf=net` takes the one that
ships, and the user's where none does; `leaf=own` takes the user's. `leaf=shipped` never does, and plays without a word
where none ships: so a bot plays alike on every machine, whatever somebody trained there.
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
from courtly.bots.search.settings import LeafName, SearchSettings
from courtly.engine.compile.rng import Stream
from courtly.engine.contract.game import Game, Record, Setup
from courtly.engine.sentences import said

log = logging.getLogger(__name__)

_KEPT = 16
_FOUND: dict[tuple[str, LeafName], Net | None] = {}
"""Nets by what cards and options fix and by where they may come from; None where there is none, which has been said."""


def own_folder(game: Game) -> Path:
    """Return the folder of the nets that the user has trained for a game."""
    return platformdirs.user_data_path("courtly") / "nets" / game.name


def shipped_folders(game: Game) -> list[Path]:
    """Return the folders of the nets that ship with a game."""
    spec = find_spec(game.package)
    return [Path(place) / "nets" for place in (spec.submodule_search_locations if spec else None) or ()]


def folders(game: Game, leaf: LeafName = "net") -> Iterator[Path]:
    """Yield the folders in which nets of a game may be, those that ship first."""
    if leaf != "own":
        yield from shipped_folders(game)
    if leaf != "shipped":
        yield own_folder(game)


def file_name(setup: Setup) -> str:
    """Return the name of the file of a setup's net."""
    return f"{setup.players}-players-{cards_hash(setup)}.npz"


def files(setup: Setup, leaf: LeafName = "net") -> list[Path]:
    """Return the files for a setup that there are, the first of which counts."""
    if setup.game.study.features is None:
        return []
    return [file for folder in folders(setup.game, leaf) if (file := folder / file_name(setup)).is_file()]


def find_net(setup: Setup, leaf: LeafName = "net") -> Net:
    """Return the net of a setup.

    Raises
    ------
    BadNet
        There is none, or the file that has its name cannot be used.
    """
    found = files(setup, leaf)
    if not found:
        message = said("there is no net of {game} for these cards and options", game=setup.game.name)
        raise BadNet(message, problem="none", file=file_name(setup))
    for passed in found[1:]:
        log.warning("the net %s is left aside for the one that ships; leaf=own plays with it", passed)
    return load_net(found[0], setup).net


def has_net(setup: Setup) -> bool:
    """Return whether there is a file for a setup; it may yet turn out to be of no use."""
    return bool(files(setup))


def net_of(setup: Setup, leaf: LeafName = "net") -> Net | None:
    """Return the net of a setup; where it is missing, or cannot be used, say so once and return None.

    Of `shipped` it is known that there may be none.
    """
    key = (file_name(setup), leaf)
    if key not in _FOUND:
        if len(_FOUND) >= _KEPT:
            _FOUND.clear()
        try:
            _FOUND[key] = find_net(setup, leaf)
        except BadNet as error:
            if leaf != "shipped" or error.problem != "none":
                log.warning("%s; the search plays without it", error)
            _FOUND[key] = None
    return _FOUND[key]


def by_settings(setup: Setup, s: Record, settings: SearchSettings, rng: Stream) -> Start:
    """Return how a search with these settings begins: with a net where they ask for one and there is one."""
    net = None if settings.leaf == "playout" else net_of(setup, settings.leaf)
    return playouts(setup, s, settings, rng) if net is None else learned(net, setup, s, settings, rng)
