"""`@kernel`: the decorator of all compiled functions.

Compiled code is stored on disk (see `cache`), and several processes may fill the cache concurrently. Kernels release
the interpreter lock. A process that must not wait for the compiler calls `interpret`: until their code is on disk, its
kernels then run as plain Python. With `NUMBA_DISABLE_JIT=1` a kernel is its plain function. With `NUMBA_BOUNDSCHECK=1`
it is compiled with bounds checks and cached separately.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
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
    """Return the type that a kernel uses for an argument: every integer and every enum becomes int64.

    Fields of a state are narrow, loop variables are wider, and a literal has its own type. Without widening, each
    combination would be compiled separately, which doubled the time of the warm-up.
    """
    if isinstance(argument, types.BaseNamedTuple):
        return types.BaseTuple.from_types([widened(part) for part in argument], argument.instance_class)
    if isinstance(argument, types.BaseTuple):
        return types.Tuple([widened(part) for part in argument])
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer | types.IntEnumMember) else argument


def _widen_parts(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:  # pragma: no cover - compiler
    """Convert a named tuple to the same class with widened parts; Numba itself converts only anonymous tuples."""
    parts = cgutils.unpack_tuple(builder, value, len(given))
    wide = [context.cast(builder, part, old, new) for part, old, new in zip(parts, given, wanted, strict=True)]
    return context.make_tuple(builder, wanted, wide)


lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)(_widen_parts)


class _CacheLocator(InTreeCacheLocator):
    """Finds a kernel's compiled code by the name and the text of its module instead of its path."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file, self._cache_path = py_file, str(cache_folder())
        source = hashlib.sha256(py_func.__module__.encode() + Path(py_file).read_bytes()).hexdigest()
        self._part = f"{py_func.__code__.co_firstlineno}-{source[:12]}"

    def get_disambiguator(self) -> str:
        """Return a string that distinguishes this kernel from other kernels with the same name."""
        return self._part


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes = (_CacheLocator, *CompileResultCacheImpl._locator_classes)


class _Cache(FunctionCache):
    """Compiled code on disk, written by one process at a time.

    Numba reads the index of a function, adds an entry and writes the index back. If two processes did this
    concurrently, one would lose its entry, or both would write their code under one name.

    Code that takes a named tuple from a package outside the hash is not stored. The kernels of that package may change
    without a change of the hash, and a process without that package could not read the index.
    """

    _impl_class = _CacheFiles

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the stored code for a signature, None if there is none."""
        if any(map(_is_foreign, sig)):
            return None
        return (
            self._load_without_compiler(sig, target_context)
            if self._is_own_code
            else super().load_overload(sig, target_context)
        )

    def _load_without_compiler(
        self, sig: Any, target_context: Any
    ) -> Any:  # pragma: no cover - where code is compiled only
        # Numba's own method would load the whole compiler and compile some helpers, although this code is compiled.
        _add_symbols()
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    @property
    def _is_own_code(self) -> bool:
        """Whether the kernel is in this package: its code needs only Numba's helpers for numbers and arrays."""
        return str(self._py_func.__module__).partition(".")[0] == "courtly"

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the code compiled for a signature."""
        if any(map(_is_foreign, sig)):
            return
        self._impl.locator.ensure_cache_path()
        with FileLock(Path(self.cache_path) / "lock"):
            super().save_overload(sig, data)


@cache
def _add_symbols() -> None:  # pragma: no cover - where code is compiled only
    """Register Numba's runtime with the linker; `rtsys.initialize` would also compile a part of the runtime."""
    for name, address in _nrt_python.c_helpers.items():
        llvmlite.binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _is_foreign(argument: Any) -> bool:
    """Return whether a type is, or contains, a named tuple from a package whose source is not hashed."""
    if isinstance(argument, types.BaseNamedTuple):
        package = argument.instance_class.__module__.partition(".")[0]
        if package not in hashed_packages():
            return True
    return isinstance(argument, types.BaseTuple) and any(map(_is_foreign, argument))


class Widening(CPUDispatcher):
    """A compiled function that has one version for all integer types with which compiled code calls it."""

    def enable_caching(self) -> None:
        """Store compiled code in Courtly's cache folder; other packages in this process keep Numba's folder."""
        self._cache = _Cache(self.py_func)

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Resolve a call after widening its arguments."""
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})


class Interpreted(Widening):
    """A kernel that is never compiled in this process: it runs its stored code, or else its plain function.

    The class replaces that of a kernel for a while, see `interpret`, so that other kernels lose no time in their calls.
    """

    def __call__(self, *args: Any) -> Any:
        """Call the kernel from Python."""
        # Another thread may change the class back at any time, so nothing here depends on the class of `self`.
        key, known = (self, *map(_kind, args)), _all.stored
        if (is_stored := known.get(key)) is None:
            is_stored = known[key] = _load_stored(self, tuple(map(self.typeof_pyval, args)))
        return Widening.__call__(self, *args) if is_stored else self.py_func(*args)


def _load_stored(called: Widening, types_of: tuple[Any, ...]) -> bool:
    """Load a kernel's stored code for the types of arguments; return whether there is any."""
    if types_of not in called.overloads and called._cache.load_overload(types_of, called.targetctx) is None:
        return False
    called.compile(types_of)
    return True


def _kind(argument: Any) -> object:
    """Return a value that two arguments share only if they have the same type in compiled code."""
    if isinstance(argument, np.void):
        return argument.dtype
    if isinstance(argument, np.ndarray):
        return argument.dtype, argument.ndim, argument.flags.num
    if isinstance(argument, tuple):
        return type(argument), *map(_kind, argument)
    return type(argument)


class _Kernels:
    """All kernels of this process, and their present class.

    Attributes
    ----------
    stored
        Whether there is stored code, by the kernel and the kinds of its arguments. Numba's types take longer to find.
    """

    def __init__(self) -> None:
        self._kernels: list[Widening] = []
        self.present: type[Widening] = Widening
        self.stored: dict[tuple[Any, ...], bool] = {}

    def add(self, compiled: Widening) -> None:
        """Add a new kernel."""
        self._kernels.append(compiled)
        compiled.__class__ = self.present

    def become(self, new: type[Widening]) -> None:
        """Change the class of all kernels, also of later ones, and look for stored code again."""
        self.present = new
        # A new dictionary: another thread may be about to write an older result.
        self.stored = {}
        for each in self._kernels:
            each.__class__ = new


_all = _Kernels()


def interpret() -> None:
    """Let kernels run as plain Python in this process unless their code is stored.

    Call it again when another process has stored new code.
    """
    _all.become(Interpreted)


def stop_interpreting() -> None:
    """Let all kernels be compiled when they are called."""
    _all.become(Widening)


def is_interpreting() -> bool:
    """Return whether kernels run as plain Python until their code is stored."""
    return _all.present is Interpreted


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on its first call, once per machine. For type checkers its type does not change."""
    return _compiled(function, into_callers=False)


def hot(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel and also inline it into its callers, for code that takes less time than a call."""
    return _compiled(function, into_callers=True)


def brief(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that keeps the interpreter lock, for calls from Python that take about a microsecond.

    Releasing and retaking the lock would add a tenth to the time of the call, and other threads would gain nothing.
    """
    return _compiled(function, into_callers=False, releases_lock=False)


def _compiled(function: Callable[P, R], *, into_callers: bool, releases_lock: bool = True) -> Callable[P, R]:
    if numba.config.DISABLE_JIT:
        return function
    # All options are set explicitly: a kernel without an option inherits it from the first caller that compiles it.
    options = {"nopython": True, "nogil": releases_lock, "error_model": "numpy", "boundscheck": None}
    compiled = Widening(function, targetoptions={**options, "forceinline": into_callers})
    compiled.enable_caching()
    _all.add(compiled)
    return cast(Callable[P, R], compiled)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Let kernels call `function`, which is compiled into each of them and has no cache of its own.

    Without `forceinline`, compiled code would call `function` and count references to each array argument.
    """
    return cast(Callable[P, R], register_jitable(forceinline=True)(function))


def compiled_as(twin: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Use `twin` in compiled code instead of the decorated function, which needs Python's unbounded integers."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        overload(function, strict=False)(lambda *_types: twin)
        return function

    return decorate


def for_types_of(function: Callable[P, R], *arguments: Any) -> Callable[..., R]:
    """Return a version of a kernel for the types of these arguments; calls skip the type lookup.

    The lookup takes 0.3 µs, as long as a short kernel. Later calls must pass the same types: only the number of
    dimensions and the item size of an array are still checked.
    """
    if not isinstance(function, Widening) or isinstance(function, Interpreted):
        return function
    types_of = map(function.typeof_pyval, arguments)  # pragma: no cover - where code is compiled only
    return cast(Callable[..., R], function.compile(tuple(types_of)))  # pragma: no cover


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the plain Python function of a kernel."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))
