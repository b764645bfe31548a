"""The kernel decorators."""

import importlib.util
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
import pytest
from numba import types
from numba.core.caching import IndexDataCacheFile

from courtly.engine.compile import kernel as kernels
from courtly.engine.compile.kernel import brief, for_types_of, hot, inlined, kernel, plain, widened


def test_a_kernel_returns_the_result_of_its_function() -> None:
    eight = kernel(_twice)(4)
    assert eight == 8
    assert plain(kernel(_twice)) is plain(_twice)


def test_kernels_call_each_other_with_widened_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_only_integers_are_widened() -> None:
    assert widened(types.int8) == widened(types.literal(3)) == types.int64
    assert widened(types.Tuple([types.int8, types.float64])) == types.Tuple([types.int64, types.float64])
    assert widened(types.boolean) == types.boolean


class Span(NamedTuple):
    """The start and the end of some work, in a form that kernels accept."""

    low: int
    high: int


def test_the_parts_of_a_named_tuple_are_widened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)

    @kernel
    def length(span: Span) -> int:
        return span.high - span.low

    @kernel
    def both(one: int, narrow: Any) -> int:
        return length(Span(one, 5)) + length(Span(narrow, 3))

    assert both(2, np.int8(1)) == 5
    assert len(length.signatures) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("decorate", [kernel, hot, brief])
def test_without_compilation_a_kernel_is_its_function(decorate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert decorate(_twice) is _twice


def test_a_brief_kernel_keeps_the_interpreter_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    kept, released = (decorate(_twice).targetoptions["nogil"] for decorate in (brief, kernel))  # type: ignore[attr-defined]
    assert (kept, released) == (False, True)


def test_without_compilation_a_function_needs_no_types() -> None:
    assert for_types_of(_twice, 3) is _twice


def test_a_kernel_version_for_fixed_types_refuses_other_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    twice: Any = kernel(_twice)
    direct = for_types_of(twice, np.zeros(2, np.int16))
    assert direct(np.array([3, 4], np.int16)).tolist() == [6, 8]
    assert len(twice.signatures) == 1
    with pytest.raises(TypeError):
        direct(np.zeros(2, np.int32))


@pytest.fixture
def interpreting() -> Iterator[None]:
    """Run kernels as plain Python until their code is stored."""
    kernels.interpret()
    yield
    kernels.stop_interpreting()


@pytest.mark.usefixtures("compiling", "interpreting")
def test_an_interpreted_kernel_calls_other_kernels_as_plain_python() -> None:
    inner = kernel(_twice)

    @kernel
    def outer(x: int) -> int:
        return inner(x) + inner(3)

    assert outer(1) == 8
    assert inner.signatures == outer.signatures == []  # type: ignore[attr-defined]
    kernels.stop_interpreting()
    assert outer(1) == 8
    assert len(outer.signatures) == 1  # type: ignore[attr-defined]


@pytest.mark.usefixtures("compiling", "interpreting")
def test_an_interpreted_kernel_runs_code_that_another_process_has_stored() -> None:
    here, elsewhere = kernel(_twice), kernel(_twice)
    other_types = np.zeros(1, np.int16)
    assert here(4) == 8
    elsewhere.compile((numba.int64,))  # type: ignore[attr-defined]
    assert here(4) == 8
    assert here.signatures == []  # type: ignore[attr-defined]
    kernels.interpret()
    assert here(4) == 8
    assert here(other_types).tolist() == [0]  # type: ignore[arg-type, attr-defined]
    assert here.signatures == [(numba.int64,)]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("compiling", "interpreting")
def test_a_call_survives_the_end_of_interpretation_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    here, elsewhere = kernel(_twice), kernel(_twice)
    elsewhere.compile((numba.int64,))  # type: ignore[attr-defined]
    load = kernels._Cache.load_overload

    def stop_and_load(*arguments: Any) -> Any:
        ThreadPoolExecutor(1).submit(kernels.stop_interpreting).result()
        return load(*arguments)

    monkeypatch.setattr(kernels._Cache, "load_overload", stop_and_load)
    assert here(4) == 8


@pytest.mark.usefixtures("compiling", "interpreting")
def test_an_interpreted_kernel_is_not_compiled_for_fixed_types() -> None:
    twice = kernel(_twice)
    assert for_types_of(twice, 3) is twice


def test_arguments_of_different_compiled_types_are_told_apart() -> None:
    numbers = np.zeros(2, np.int16)
    records = np.zeros(1, [("x", np.int8)]), np.zeros(1, [("x", np.int16)])
    wide: Any = 2.0
    different = [2, wide, numbers, numbers[::2], numbers.reshape(1, 2), *records, records[0][0], records[1][0]]
    kinds = [kernels._kind(one) for one in [*different, Span(1, 2), Span(1, wide), (1, 2)]]
    assert len(set(kinds)) == len(kinds)
    assert kernels._kind(Span(3, 4)) == kernels._kind(Span(1, 2))


class Colour(IntEnum):
    """An enum as a kernel argument."""

    RED = 1


def _twice(x: int) -> int:
    return 2 * x


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(kernels, "cache_folder", lambda: tmp_path / "kernels")
    return tmp_path


@pytest.mark.parametrize(("decorate", "calls"), [(kernel, True), (hot, False), (inlined, False)])
def test_hot_and_inlined_functions_are_compiled_into_their_callers(decorate: Any, calls: bool, compiling: Path) -> None:
    def lengthy_sum(xs: npt.NDArray[np.int8]) -> int:
        total = 0
        for x in np.sort(xs):
            total += x
        return total

    lengthy = decorate(lengthy_sum)

    def twofold(xs: npt.NDArray[np.int8]) -> int:
        return int(lengthy(xs) * lengthy(xs[1:]))

    outer: Any = hot(twofold)
    assert outer(np.array([1, 2], np.int8)) == 6
    (code,) = outer.inspect_llvm().values()
    (body,) = re.findall(r"^define [^@]*@_ZN5tests\S*twofold.*?^}", code, re.MULTILINE | re.DOTALL)
    assert any(compiling.rglob("*twofold*.nbc"))
    assert bool(re.search(r"call [^\n]*@\S*lengthy", body)) is calls


def test_copies_of_the_same_source_share_compiled_code(compiling: Path) -> None:
    here, there, changed = (_written(compiling / name, sum_) for name, sum_ in zip("abc", "++-", strict=True))
    assert [each(5) for each in (here, there, changed)] == [6, 6, 4]
    found = [sum(each.stats.cache_hits.values()) for each in (here, there, changed)]
    assert found == [0, 1, 0]


def _written(folder: Path, operator: str) -> Any:
    """Return a kernel from a module that is written to a folder."""
    folder.mkdir()
    (folder / "module.py").write_text(f"def next_(x):\n    return x {operator} 1\n")
    spec = importlib.util.spec_from_file_location("module", folder / "module.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return kernel(module.next_)


def test_concurrent_compilations_both_reach_the_cache(compiling: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def _width(span: Any) -> int:
    return int(span[1] - span[0])


def test_code_for_a_named_tuple_of_an_unknown_package_is_not_stored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(kernels, "cache_folder", lambda: tmp_path)
    width = kernel(_width)
    assert width(Span(1, 3)) == 2
    assert not list(tmp_path.glob("*.nbi"))
    assert width((1, 3)) == 2
    assert list(tmp_path.glob("*.nbi"))
    monkeypatch.setattr(kernels, "hashed_packages", lambda: {Span.__module__.partition(".")[0]})
    assert kernel(_width)(Span(1, 3)) == 2
    assert len(list(tmp_path.glob("*.nbc"))) == 2
