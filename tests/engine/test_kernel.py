"""The one way to compile: where code is kept, and when it is compiled anew."""

import os
from enum import IntEnum
from importlib.metadata import EntryPoint
from pathlib import Path

import numba
import numpy as np
import numpy.typing as npt
import pytest
from numba import types

from courtly.engine import kernel as kernels
from courtly.engine.kernel import cache_root, kernel, plain, prune_cache, source_hash, widened


def test_a_kernel_computes_what_its_function_says() -> None:
    eight = kernel(_twice)(4)
    assert eight == 8
    assert plain(kernel(_twice)) is plain(_twice)


def test_kernels_compile_even_where_the_process_began_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    inner = kernel(_twice)

    @kernel
    def outer(xs: npt.NDArray[np.int8]) -> int:
        total = 0
        for x in xs:
            total += inner(x) + inner(3) + inner(Colour.RED)
        return total

    assert outer(np.array([1, 2], np.int8)) == 22
    assert inner.signatures == [(numba.int64,)]  # type: ignore[attr-defined]


def test_whole_numbers_of_every_kind_are_widened_and_nothing_else() -> None:
    assert widened(types.int8) == widened(types.literal(3)) == types.int64
    assert widened(types.Tuple([types.int8, types.float64])) == types.Tuple([types.int64, types.float64])
    assert widened(types.boolean) == types.boolean


def test_without_compilation_a_kernel_is_its_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert kernel(_twice) is _twice


class Colour(IntEnum):
    """An enum, as kernels take them."""

    RED = 1


def _twice(x: int) -> int:
    return 2 * x


def test_other_packages_keep_their_own_cache_folder() -> None:
    before = numba.config.CACHE_DIR
    kernel(_twice)
    assert before == numba.config.CACHE_DIR


def test_the_cache_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COURTLY_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path


def test_changed_source_gets_a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("A = 1\n")
    monkeypatch.setattr(kernels, "_source_folders", lambda: iter([tmp_path]))
    before = source_hash()
    assert source_hash() == before
    (tmp_path / "rules.py").write_text("A = 2\n")
    assert source_hash() != before


def test_games_of_other_packages_count_as_source(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("mine", "hypothesis:GAME", kernels.ENTRY_POINTS),
        EntryPoint("gone", "no_such_package_here:GAME", kernels.ENTRY_POINTS),
    ]
    monkeypatch.setattr(kernels, "entry_points", lambda group: points)
    folders = [folder.name for folder in kernels._source_folders()]
    assert folders == ["engine", "games", "bots", "hypothesis"]


def test_old_caches_are_removed_and_the_newest_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COURTLY_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernels, "CACHE", tmp_path / "kernels-0")
    for age in range(7):
        folder = tmp_path / f"kernels-{age}"
        folder.mkdir()
        os.utime(folder, (age, age))
    prune_cache()
    assert sorted(folder.name for folder in tmp_path.iterdir()) == [f"kernels-{n}" for n in (0, 3, 4, 5, 6)]
