"""Find the net of a setup: in the folder `nets` of a game's package, or in the user's data folder.

The file name contains a hash of cards and options, so that every setup finds its own net. `leaf=net` uses the shipped
net, or the user's net if none ships. `leaf=own` uses the user's net. `leaf=shipped` uses only the shipped net. If none
ships, the bot searches without a net and logs no warning. So a bot with `leaf=shipped` plays the same on every machine,
regardless of the nets that a user trained there.
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
from courtly.engine.contract.game import Game, Record, Setup, set_up
from courtly.engine.sentences import said
from courtly.text.languages import marked

log = logging.getLogger(__name__)

WITHOUT_NET = marked("The bots have not been trained with these cards and options, so they play more weakly.")

_KEPT = 16
_FOUND: dict[tuple[str, LeafName], Net | None] = {}
"""Loaded nets by file name and `leaf` setting; None if there is no usable net and the log message was written."""


def own_folder(game: Game) -> Path:
    """Return the folder of the nets that the user has trained for a game."""
    return platformdirs.user_data_path("courtly") / "nets" / game.name


def shipped_folders(game: Game) -> list[Path]:
    """Return the folders of the nets that ship with a game."""
    spec = find_spec(game.package)
    return [Path(place) / "nets" for place in (spec.submodule_search_locations if spec else None) or ()]


def folders(game: Game, leaf: LeafName = "net") -> Iterator[Path]:
    """Yield the folders with nets of a game, shipped ones first."""
    if leaf != "own":
        yield from shipped_folders(game)
    if leaf != "shipped":
        yield own_folder(game)


def file_name(setup: Setup) -> str:
    """Return the file name of a setup's net."""
    return f"{setup.players}-players-{cards_hash(setup)}.npz"


def files(setup: Setup, leaf: LeafName = "net") -> list[Path]:
    """Return the existing net files of a setup; the first one takes precedence."""
    if setup.game.study.features is None:
        return []
    return [file for folder in folders(setup.game, leaf) if (file := folder / file_name(setup)).is_file()]


def find_net(setup: Setup, leaf: LeafName = "net") -> Net:
    """Return the net of a setup.

    Raises
    ------
    BadNet
        If there is no file with its name, or the file cannot be used.
    """
    found = files(setup, leaf)
    if not found:
        message = said("there is no net of {game} with these cards and options", game=setup.game.name)
        raise BadNet(message, problem="none", file=file_name(setup))
    for passed in found[1:]:
        log.warning(
            "the net %s is ignored because the shipped net takes precedence; use leaf=own to play with it", passed
        )
    return load_net(found[0], setup).net


def has_net(setup: Setup) -> bool:
    """Return whether a net file exists for a setup. The file may still be invalid."""
    return bool(files(setup))


def lost_net(setup: Setup) -> bool:
    """Return whether a net ships for this game and number of players, but not for these cards and options."""
    return not files(setup, "shipped") and bool(files(set_up(setup.game, {"players": setup.players}), "shipped"))


def net_of(setup: Setup, leaf: LeafName = "net") -> Net | None:
    """Return the net of a setup, or None after a single log message if it is missing or cannot be used.

    With `shipped`, a missing net is normal and not logged.
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
    """Return the start of a search: with a net if the settings request one and it exists, else with playouts."""
    net = None if settings.leaf == "playout" else net_of(setup, settings.leaf)
    return playouts(setup, s, settings, rng) if net is None else learned(net, setup, s, settings, rng)
