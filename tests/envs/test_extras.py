"""Without an extra, the error names it. It is an `ImportError`, too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import courtly
from courtly import envs
from courtly.engine.extras import MissingExtra
from courtly.envs.drawing import rgb_array

NEED_GYMNASIUM: list[Callable[[], Any]] = [
    lambda: envs.aec("courtisans", players=3),
    lambda: envs.raw_aec("courtisans", players=3),
    lambda: envs.parallel("courtisans", players=3),
    lambda: envs.gym("courtisans", players=3),
    lambda: envs.vector("courtisans", players=3, num_envs=2),
    envs.register,
]


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
@pytest.mark.parametrize("create", NEED_GYMNASIUM)
def test_without_the_libraries_an_environment_names_the_extra(
    create: Callable[[], Any], library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=r"need the extra courtly\[envs\]: pip install 'courtly\[envs\]'"):
        create()


def test_without_pillow_a_picture_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra, match=r"pictures need the extra courtly\[envs\]"):
        rgb_array(courtly.new_match("courtisans", players=3, seed=1), None, "en")


@pytest.mark.parametrize("name", ["openspiel", "openspiel_search", "openspiel_tree"])
def test_without_openspiel_its_modules_name_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, f"courtly.envs.{name}", raising=False)
    with pytest.raises(ImportError, match=r"need the extra courtly\[openspiel\]"):
        import_module(f"courtly.envs.{name}")
