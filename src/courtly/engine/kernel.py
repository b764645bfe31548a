"""`@kernel`: the one way in which a function is compiled.

Compiled code is kept on disk. Numba would keep a caller's old code when a callee in another file changes, so the
folder's name carries a hash of every source file that can reach a kernel: the package's own and those of the games that
other distributions register. Kernels release the interpreter lock. With `NUMBA_DISABLE_JIT=1` a kernel is its plain
function.

Environment: `COURTLY_CACHE_DIR` moves the cache; `NUMBA_BOUNDSCHECK=1` compiles checked kernels, cached apart.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import platformdirs
from numba import types
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


def source_hash() -> str:
    """Return twelve hexadecimal digits that change when any source file a kernel can reach changes."""
    digest = hashlib.sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    for folder in _source_folders():
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the folder, writable by the user, in which compiled code is kept."""
    return Path(os.environ.get("COURTLY_CACHE_DIR") or platformdirs.user_cache_dir("courtly", appauthor=False))


CACHE = cache_root() / f"kernels-{source_hash()}"


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


class Widening(CPUDispatcher):  # type: ignore[misc]
    """A compiled function whose callers in compiled code share one version for all kinds of whole numbers."""

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
    before = numba.config.CACHE_DIR
    # Numba reads the folder when a function is decorated; other packages in this process keep their own.
    numba.config.CACHE_DIR = str(CACHE)
    try:
        compiled.enable_caching()
    finally:
        numba.config.CACHE_DIR = before
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
