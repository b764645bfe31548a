"""The cache of compiled code, and when code is compiled again."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import llvmlite.binding
import pytest

import courtly
from courtly.engine.compile import cache
from courtly.engine.compile.cache import (
    ENTRY_POINTS,
    cache_root,
    code_hash,
    prune_cache,
    reachable,
    source_folders,
)
from courtly.engine.compile.kernel import plain

PACKAGE = Path(courtly.__file__).parent


def fresh_hash() -> str:
    code_hash.cache_clear()
    return code_hash()


def test_the_cache_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COURTLY_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path


@pytest.mark.parametrize("decorator", ["kernel", "hot", "brief", "inlined", "dispatched", "compiled_as(g)"])
def test_changed_source_gets_a_new_cache(decorator: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(f"@{decorator}\ndef f(): pass\n")
    monkeypatch.setattr(cache, "source_folders", lambda: iter([tmp_path]))
    before = fresh_hash()
    assert fresh_hash() == before
    (tmp_path / "rules.py").write_text(f"@{decorator}\ndef h(): pass\n")
    assert fresh_hash() != before


def test_another_processor_gets_its_own_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fresh_hash()
    monkeypatch.setattr(llvmlite.binding, "get_host_cpu_name", lambda: "another")
    assert fresh_hash() != before


def test_games_in_other_packages_are_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("mine", "hypothesis:GAME", ENTRY_POINTS),
        EntryPoint("gone", "no_such_package_here:GAME", ENTRY_POINTS),
    ]
    monkeypatch.setattr(cache, "entry_points", lambda group: points)
    folders = [folder.name for folder in source_folders()]
    assert folders == ["courtly", "hypothesis"]


def test_only_the_newest_caches_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COURTLY_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "kernels-0")
    for age in range(7):
        folder = tmp_path / f"kernels-{age}"
        folder.mkdir()
        os.utime(folder, (age, age))
    prune_cache()
    assert sorted(folder.name for folder in tmp_path.iterdir()) == [f"kernels-{n}" for n in (0, 3, 4, 5, 6)]


def test_modules_without_kernels_are_not_hashed() -> None:
    packages = {path.relative_to(PACKAGE).parts[0] for path in reachable(PACKAGE)}
    assert not packages & {"web", "terminal", "tables", "cli", "text"}
    assert {"engine", "games", "bots"} <= packages


def test_every_module_that_a_kernel_uses_is_hashed() -> None:
    counted = {str(path) for path in reachable(PACKAGE)}
    for module in list(sys.modules.values()):
        if not str(getattr(module, "__file__", "")).startswith(str(PACKAGE)):
            continue
        for value in vars(module).values():
            function = plain(value)
            if getattr(function, "__module__", "") == module.__name__ and str(module.__file__) in counted:
                assert homes(function, module) <= counted


def homes(function: object, module: ModuleType) -> set[str]:
    """Return the files of this package that define the functions and classes that a function names."""
    named = [vars(module).get(name) for name in getattr(getattr(function, "__code__", None), "co_names", ())]
    modules = [sys.modules.get(str(getattr(plain(each), "__module__", ""))) for each in named if callable(each)]
    files = {str(getattr(found, "__file__", "")) for found in modules}
    return {file for file in files if file.startswith(str(PACKAGE))}


def test_a_module_imported_by_a_kernel_module_is_hashed(tmp_path: Path) -> None:
    for name, text in {
        "rules": "from mine.deep import (\n    constants,\n)\n\n\n@kernel\ndef f(): pass\n",
        "words": "import json\n",
        "deep/__init__": "",
        "deep/constants": "from mine.deep.more import A\n",
        "deep/more": "A = 1\n",
    }.items():
        path = tmp_path / "mine" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = [path.relative_to(tmp_path / "mine").as_posix() for path in reachable(tmp_path / "mine")]
    assert found == ["deep/constants.py", "deep/more.py", "rules.py"]
