"""`@kernel`: the decorator of every compiled function.

Compiled code is kept on disk (see `cache`), and several processes may fill the cache at once. Kernels release the
interpreter lock. With `NUMBA_DISABLE_JIT=1` a kernel is its plain function, with `NUMBA_BOUNDSCHECK=1` it is compiled
with bounds checks and cached apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite.binding
import numba
from filelock import FileLock
from numba import types
from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.imputils import lower_cast
from numba.core.registry import CPUDispatcher
from numba.core.runtime import _nrt_python
from numba.extending import overload, register_jitable

from courtly.engine.compile.cache import cache_folder, hashed_packages

P = ParamSpec("P")
R = TypeVar("R")


def widened(argument: Any) -> Any:
    """Return the type as which a kernel takes an argument: every whole number, and every enum, is an int64.

    A state's fields are narrow, a loop over them is wider, a literal is a type of its own; without this each mixture
    would be compiled apart, which made the warm-up twice as long.
    """
    if isinstance(argument, types.BaseNamedTuple):
        return types.BaseTuple.from_types([widened(part) for part in argument], argument.instance_class)
    if isinstance(argument, types.BaseTuple):
        return types.Tuple([widened(part) for part in argument])
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer | types.IntEnumMember) else argument


def _widen_parts(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:  # pragma: no cover - compiler
    """Convert a named tuple to the same class with widened parts; Numba itself converts anonymous tuples only."""
    parts = cgutils.unpack_tuple(builder, value, len(given))
    wide = [context.cast(builder, part, old, new) for part, old, new in zip(parts, given, wanted, strict=True)]
    return context.make_tuple(builder, wanted, wide)


lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)(_widen_parts)


class _Place(InTreeCacheLocator):
    """Locates a kernel's compiled code by its module's name and text, not by its path."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file, self._cache_path = py_file, str(cache_folder())
        source = hashlib.sha256(py_func.__module__.encode() + Path(py_file).read_bytes()).hexdigest()
        self._part = f"{py_func.__code__.co_firstlineno}-{source[:12]}"

    def get_disambiguator(self) -> str:
        """Return what distinguishes it from other kernels of its name."""
        return self._part


class _Kept(CompileResultCacheImpl):
    _locator_classes = (_Place, *CompileResultCacheImpl._locator_classes)


class _Cache(FunctionCache):
    """Compiled code on disk, written by one process at a time.

    Numba reads a function's index, adds a line and writes it back; of two processes that do so at once one would lose
    its line, or both would write their code under one name.

    Code for a named tuple of a package that the cache knows nothing of is not kept. What that package's kernels do may
    change unnoticed, and a process that lacks the package could not even read the index.
    """

    _impl_class = _Kept

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code that is kept for a signature, None where there is none."""
        if any(map(_is_foreign, sig)):
            return None
        return (
            self._load_lightly(sig, target_context)
            if self._needs_little
            else super().load_overload(sig, target_context)
        )

    def _load_lightly(self, sig: Any, target_context: Any) -> Any:  # pragma: no cover - where code is compiled only
        # Numba would load all that it compiles with, and compile a part of it, though there is nothing to compile.
        _add_symbols()
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    @property
    def _needs_little(self) -> bool:
        """Whether kept code links with no more than numbers and arrays do; that of other packages may."""
        return str(self._py_func.__module__).partition(".")[0] == "courtly"

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code compiled for a signature."""
        if any(map(_is_foreign, sig)):
            return
        self._impl.locator.ensure_cache_path()
        with FileLock(Path(self.cache_path) / "lock"):
            super().save_overload(sig, data)


@cache
def _add_symbols() -> None:  # pragma: no cover - where code is compiled only
    """Tell the linker where Numba's runtime is, as `rtsys.initialize` does, which compiles a part of it besides."""
    for name, address in _nrt_python.c_helpers.items():
        llvmlite.binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _is_foreign(argument: Any) -> bool:
    """Return whether a type is, or holds, a named tuple of a package whose source the cache does not know."""
    if isinstance(argument, types.BaseNamedTuple):
        package = argument.instance_class.__module__.partition(".")[0]
        if package not in hashed_packages():
            return True
    return isinstance(argument, types.BaseTuple) and any(map(_is_foreign, argument))


class Widening(CPUDispatcher):
    """A compiled function whose callers in compiled code share one version for all kinds of whole numbers."""

    def enable_caching(self) -> None:
        """Keep compiled code in Courtly's cache folder; other packages in this process keep Numba's."""
        self._cache = _Cache(self.py_func)

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Resolve a call, with its arguments widened."""
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, once per machine; typed as the function it is given."""
    return _compiled(function, into_callers=False)


def hot(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that is also compiled into each kernel that calls it: a move takes less time than a call."""
    return _compiled(function, into_callers=True)


def brief(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel for calls from Python that take about a microsecond: it keeps the interpreter's lock.

    To release the lock and to take it again would be a tenth of that, and other threads would gain nothing.
    """
    return _compiled(function, into_callers=False, releases_lock=False)


def _compiled(function: Callable[P, R], *, into_callers: bool, releases_lock: bool = True) -> Callable[P, R]:
    if numba.config.DISABLE_JIT:
        return function
    # Set on every kernel: without it, a kernel inherits the setting of the caller that compiles it first.
    options = {"nopython": True, "nogil": releases_lock, "error_model": "numpy", "boundscheck": None}
    compiled = Widening(function, targetoptions={**options, "forceinline": into_callers})
    compiled.enable_caching()
    return cast(Callable[P, R], compiled)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Let kernels call `function`; it is compiled into each of them and keeps no cache of its own.

    Without `forceinline` it would be a call, and each array given to it counted up and down.
    """
    return cast(Callable[P, R], register_jitable(forceinline=True)(function))


def compiled_as(twin: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a plain function a compiled replacement, for code in which Python's integers do not exist."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        overload(function, strict=False)(lambda *_types: twin)
        return function

    return decorate


def for_types_of(function: Callable[P, R], *arguments: Any) -> Callable[..., R]:
    """Return a kernel for arguments of the types of these; it does not find out their types at every call.

    That takes 0.3 µs, as long as a short kernel. The caller answers for what it hands over later: of an array no more
    is looked at than the number of dimensions and the size of an item.
    """
    if not isinstance(function, Widening):
        return function
    types_of = map(function.typeof_pyval, arguments)  # pragma: no cover - where code is compiled only
    return cast(Callable[..., R], function.compile(tuple(types_of)))  # pragma: no cover


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a kernel."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))
