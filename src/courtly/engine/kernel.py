"""`@kernel`: the one way in which a function is compiled.

Compiled code is kept on disk, by what the source says and not by where it lies, so that all copies of the same source
share it. Numba would keep a caller's old code when a callee in another file changes, so the folder's name carries a
hash of every source file that can reach a kernel, the package's own and those of the games that other distributions
register, and of what compiles them. Processes that compile at the same time keep what each of them compiled. Kernels
release the interpreter lock. With `NUMBA_DISABLE_JIT=1` a kernel is its plain function.

Environment: `COURTLY_CACHE_DIR` moves the cache; `NUMBA_BOUNDSCHECK=1` compiles checked kernels, cached apart.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite.binding as llvm
import numba
import platformdirs
from filelock import FileLock
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.registry import CPUDispatcher
from numba.extending import overload, register_jitable

P = ParamSpec("P")
R = TypeVar("R")

ENTRY_POINTS = "courtly.games"
_ROOMS_WITH_KERNELS = ("engine", "games", "bots")
_KEPT_FOLDERS = 4


def _source_folders() -> Iterator[Path]:
    """Yield the rooms of this package that hold kernels, then the packages of games that others have registered."""
    package = Path(__file__).resolve().parents[1]
    yield from (package / room for room in _ROOMS_WITH_KERNELS)
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        name = point.module.partition(".")[0]
        spec = None if name == "courtly" else importlib.util.find_spec(name)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            yield Path(folder)


def code_hash() -> str:
    """Return twelve hexadecimal digits that change when any source file a kernel can reach, or what compiles, changes.

    What compiles is Numba for this interpreter and this processor: a home folder may be at home on several machines.
    """
    machine = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    compiler = (numba.__version__, numba.config.BOUNDSCHECK, sys.implementation.cache_tag, *machine)
    digest = hashlib.sha256(repr(compiler).encode())
    for folder in _source_folders():
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the folder, writable by the user, in which compiled code is kept."""
    return Path(os.environ.get("COURTLY_CACHE_DIR") or platformdirs.user_cache_dir("courtly", appauthor=False))


CACHE = cache_root() / f"kernels-{code_hash()}"


def prune_cache() -> None:
    """Remove the compiled code of all but the newest few versions of the source."""
    folders = sorted(cache_root().glob("kernels-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_FOLDERS:]:
        if folder != CACHE:
            shutil.rmtree(folder, ignore_errors=True)


def widened(argument: Any) -> Any:
    """Return the type as which a kernel takes an argument: every whole number, and every enum, is an int64.

    A state's fields are narrow, a loop over them is wider, a literal is a type of its own; without this each mixture
    would be compiled apart, which made the warm-up twice as long.
    """
    if isinstance(argument, types.BaseTuple):
        return types.Tuple([widened(part) for part in argument])
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer | types.IntEnumMember) else argument


class _Place(InTreeCacheLocator):
    """Where a kernel's compiled code lies: told apart by its module's name and text, wherever the file is."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file, self._cache_path = py_file, str(CACHE)
        source = hashlib.sha256(py_func.__module__.encode() + Path(py_file).read_bytes()).hexdigest()
        self._part = f"{py_func.__code__.co_firstlineno}-{source[:12]}"

    def get_disambiguator(self) -> str:
        """Return what tells it from other kernels of its name."""
        return self._part


class _Kept(CompileResultCacheImpl):
    _locator_classes = (_Place, *CompileResultCacheImpl._locator_classes)


class _Cache(FunctionCache):
    """Compiled code on disk, written by one process at a time.

    Numba reads a function's index, adds a line and writes it back; of two processes that do so at once one would lose
    its line, or both would write their code under one name.
    """

    _impl_class = _Kept

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code compiled for a signature."""
        self._impl.locator.ensure_cache_path()
        with FileLock(Path(self.cache_path) / "lock"):
            super().save_overload(sig, data)


class Widening(CPUDispatcher):
    """A compiled function whose callers in compiled code share one version for all kinds of whole numbers."""

    def enable_caching(self) -> None:
        """Keep compiled code in Courtly's folder, whatever Numba does for other packages in this process."""
        self._cache = _Cache(self.py_func)

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Resolve a call, with its arguments widened."""
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, once per machine; typed as the function it is given."""
    if numba.config.DISABLE_JIT:
        return function
    compiled = Widening(
        function, targetoptions={"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
    )
    compiled.enable_caching()
    return cast(Callable[P, R], compiled)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Let kernels call `function`; it is compiled into each of them and keeps no cache of its own."""
    return cast(Callable[P, R], register_jitable(function))


def compiled_as(twin: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a plain function a twin that stands for it in compiled code, where Python's whole numbers do not exist."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        overload(function, strict=False)(lambda *_types: twin)
        return function

    return decorate


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a kernel."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))
