"""The one way to compile: where code is kept, and when it is compiled anew."""

import importlib.util
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import IntEnum
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import numpy.typing as npt
import pytest
from numba import types
from numba.core.caching import IndexDataCacheFile

from courtly.engine import kernel as kernels
from courtly.engine.kernel import cache_root, code_hash, kernel, plain, prune_cache, widened


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


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(kernels, "CACHE", tmp_path / "kernels")
    return tmp_path


def test_copies_of_the_same_source_share_what_is_compiled(compiling: Path) -> None:
    here, there, changed = (_written(compiling / name, sum_) for name, sum_ in zip("abc", "++-", strict=True))
    assert [each(5) for each in (here, there, changed)] == [6, 6, 4]
    found = [sum(each.stats.cache_hits.values()) for each in (here, there, changed)]
    assert found == [0, 1, 0]


def _written(folder: Path, operator: str) -> Any:
    """Return a kernel of a module that is written into a folder."""
    folder.mkdir()
    (folder / "module.py").write_text(f"def next_(x):\n    return x {operator} 1\n")
    spec = importlib.util.spec_from_file_location("module", folder / "module.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return kernel(module.next_)


def test_those_who_compile_at_the_same_time_keep_what_each_of_them_compiled(
    compiling: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, both = IndexDataCacheFile._save_index, Barrier(2)

    def write_late(index: Any, overloads: Any) -> None:
        with suppress(BrokenBarrierError):
            both.wait(0.5)
        write(index, overloads)

    def save(compiled: Any) -> None:
        compiled._cache.enable()
        (found,) = compiled.overloads.items()
        compiled._cache.save_overload(*found)

    apart: list[Any] = [kernel(_twice), kernel(_twice)]
    for compiled, argument in zip(apart, (1, 1.5), strict=True):
        compiled._cache.disable()
        compiled(argument)
    monkeypatch.setattr(IndexDataCacheFile, "_save_index", write_late)
    with ThreadPoolExecutor() as pool:
        list(pool.map(save, apart))
    after: Any = kernel(_twice)
    assert (after(2), after(2.5)) == (4, 5.0)
    assert sum(after.stats.cache_hits.values()) == 2


def test_the_cache_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COURTLY_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path


def test_changed_source_gets_a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("A = 1\n")
    monkeypatch.setattr(kernels, "_source_folders", lambda: iter([tmp_path]))
    before = code_hash()
    assert code_hash() == before
    (tmp_path / "rules.py").write_text("A = 2\n")
    assert code_hash() != before


def test_another_processor_gets_a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = code_hash()
    monkeypatch.setattr(llvmlite.binding, "get_host_cpu_name", lambda: "another")
    assert code_hash() != before


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
