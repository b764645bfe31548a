"""The location of compiled code on disk, and the hash that decides when to recompile.

The disk cache is keyed by source content instead of path, so all copies of one source share the cache. Numba does not
notice a change of a callee in another file: it would keep the compiled code of the caller. The folder name therefore
contains a hash of every module that a kernel can reach: the modules with kernels and everything that they import.
Modules that no kernel imports, such as texts, pages and stores, are not hashed.

Environment: `COURTLY_CACHE_DIR` moves the cache.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import llvmlite.binding as llvm
import numba
import platformdirs

ENTRY_POINTS = "courtly.games"
_KEPT_FOLDERS = 4

_HOLDS_KERNELS = re.compile(r"^@(?:kernel|hot|brief|inlined|dispatched|compiled_as)\b", re.MULTILINE)
_IMPORTS = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_WORD = re.compile(r"\w+")

Sources = Mapping[str, tuple[Path, str]]
"""The path and the text of each module, by module name."""


def source_folders() -> Iterator[Path]:
    """Yield the folder of this package, then the folders of all packages that register games."""
    yield Path(__file__).resolve().parents[2]
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        name = point.module.partition(".")[0]
        spec = None if name == "courtly" else importlib.util.find_spec(name)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            yield Path(folder)


@cache
def hashed_packages() -> frozenset[str]:
    """Return the names of the packages whose source is part of the hash."""
    return frozenset(folder.name for folder in source_folders())


def reachable(folder: Path) -> list[Path]:
    """Return the sorted files of the modules that hold kernels, and of all modules that these import."""
    sources = {_module_name(path, folder): (path, path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")}
    found: set[str] = set()
    waiting = [name for name, (_, text) in sources.items() if _HOLDS_KERNELS.search(text)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imported(sources[name][1], sources)
    return sorted(sources[name][0] for name in found)


def _module_name(path: Path, folder: Path) -> str:
    parts = [folder.name, *path.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(text: str, sources: Sources) -> Iterator[str]:
    """Yield the modules that a text imports.

    `from package import module` yields only the module. The package is yielded, too, if another name is imported from
    it. Imports in this package are absolute, so an unknown module name belongs to another package.
    """
    for module, names in _IMPORTS.findall(text):
        parts = [f"{module}.{name}" for name in _WORD.findall(names)]
        yield from (part for part in parts if part in sources)
        if module in sources and not all(part in sources for part in parts):
            yield module


@cache
def code_hash() -> str:
    """Return twelve hexadecimal digits that depend on the compiler and on all source files that a kernel can reach.

    The compiler is identified by the Numba version, the interpreter and the processor, because several machines may
    share one home folder.
    """
    machine = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    compiler = (numba.__version__, numba.config.BOUNDSCHECK, sys.implementation.cache_tag, *machine)
    digest = hashlib.sha256(repr(compiler).encode())
    for place, folder in enumerate(source_folders()):
        # Another distribution may use import statements that `_imported` misses, so all its modules are hashed.
        for path in sorted(folder.rglob("*.py")) if place else reachable(folder):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_root() -> Path:
    """Return the user-writable folder for compiled code."""
    return Path(os.environ.get("COURTLY_CACHE_DIR") or platformdirs.user_cache_dir("courtly", appauthor=False))


@cache
def cache_folder() -> Path:
    """Return the folder for the compiled code of this version.

    Kernels need the folder when they are decorated, at import, before a caller could pass it in. So the setting
    `COURTLY_CACHE_DIR` is read directly from the environment, on first use.
    """
    return cache_root() / f"kernels-{code_hash()}"


def prune_cache() -> None:
    """Remove the compiled code of old versions of the source, except the newest few."""
    folders = sorted(cache_root().glob("kernels-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_FOLDERS:]:
        if folder != cache_folder():
            shutil.rmtree(folder, ignore_errors=True)
