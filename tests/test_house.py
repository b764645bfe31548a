"""House rules that no linter checks: forbidden words in committed files, the layout of the tree, pinned versions."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import courtly

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "courtly"
TESTS = ROOT / "tests"

# Split in two, so that this file does not contain them.
REGISTRY_HOSTS = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "yarn" + "pkg.com"]
MACHINE_PATHS = [r"(?<![\w./<>-])/" + folder + "/" for folder in ("ro" + "ot", "ho" + "me", "wo" + "rk", "Us" + "ers")]

# Folders of tests/ that mirror no package: contract tests of all games, naive twins, the built
# wheel, and tests of files outside src/.
NOT_PACKAGES = {"bench", "contract", "examples", "golden", "naive", "packaging", "tools", "upgrades"}

SKIPS = re.compile(r"pytest\.(skip|importorskip)\(|mark\.skip|unittest\.skip")


@cache
def committed_files() -> tuple[Path, ...]:
    """Return all files that are committed or about to be."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return tuple(path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file())


def committed_texts() -> list[tuple[str, str]]:
    texts = []
    for path in committed_files():
        data = path.read_bytes()
        if b"\0" not in data:
            texts.append((path.relative_to(ROOT).as_posix(), data.decode("utf-8")))
    return texts


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(name: str) -> dict[str, set[str]]:
    """Return the versions that a lock file pins, by distribution; some differ by Python version."""
    versions: dict[str, set[str]] = {}
    for line in (ROOT / "locks" / name).read_text(encoding="utf-8").splitlines():
        if pin := re.match(r"([\w.-]+)==([^ ;]+)", line):
            versions.setdefault(canonicalize_name(pin[1]), set()).add(pin[2])
    return versions


def unmet(requirements: list[str], lock: dict[str, set[str]]) -> list[str]:
    parsed = [Requirement(text) for text in requirements]
    return [
        str(wanted)
        for wanted in parsed
        if not (versions := lock.get(canonicalize_name(wanted.name)))
        or not all(wanted.specifier.contains(version) for version in versions)
    ]


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def imports(path: Path) -> set[str]:
    """Return the dotted names that a module imports, also inside functions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module or ''}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


@pytest.mark.parametrize("word", REGISTRY_HOSTS + MACHINE_PATHS)
def test_no_committed_file_names_a_registry_or_a_local_path(word: str) -> None:
    assert [name for name, text in committed_texts() if re.search(word, text)] == []


def test_every_module_has_a_docstring() -> None:
    silent = [path for path in modules(SOURCE) if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_every_package_has_a_folder_of_tests() -> None:
    packages = {path.name for path in SOURCE.iterdir() if path.is_dir() and modules(path)}
    tested = {path.name for path in TESTS.iterdir() if path.is_dir() and modules(path)} - NOT_PACKAGES
    assert tested == packages


def test_every_game_has_a_folder_of_tests() -> None:
    games = {path.parent.name for path in (SOURCE / "games").glob("*/RULES.md")}
    assert games == {path.name for path in (TESTS / "games").iterdir() if path.is_dir() and modules(path)}


def test_no_module_imports_a_test_module() -> None:
    paths = [path for folder in ("tests", "tools", "benchmarks") for path in modules(ROOT / folder)]
    found = [(path, name) for path in paths for name in imports(path) if re.search(r"(^|\.)test_", name)]
    assert found == []


def test_imports_between_packages_go_one_way() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    outcome = subprocess.run([linter, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_no_test_is_skipped() -> None:
    here = Path(__file__)
    skipping = [path for path in modules(TESTS) if path != here and SKIPS.search(path.read_text(encoding="utf-8"))]
    assert skipping == []


def test_the_changelog_has_the_current_version() -> None:
    headings = re.findall(r"^## \[?([^\]\s]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert courtly.__version__ in headings


def test_every_hook_runs_a_locked_tool() -> None:
    settings = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"repo: (.+)", settings)) == {"local"}
    entries = re.findall(r"entry: (.+)", settings)
    assert entries
    assert [entry for entry in entries if not entry.startswith(".venv/bin/")] == []


def test_the_lock_meets_every_requirement() -> None:
    declared = project()
    groups = declared["dependency-groups"]
    extras = declared["project"]["optional-dependencies"]
    wanted = [text for group in (*groups.values(), *extras.values()) for text in group if isinstance(text, str)]
    everything = locked("dev.txt") | locked("release.txt") | locked("site.txt") | locked("uv.txt")
    assert unmet(declared["project"]["dependencies"] + wanted, everything) == []
    assert unmet(declared["project"]["dependencies"] + groups["build"], locked("runtime.txt")) == []


def test_the_runtime_lock_matches_the_tested_versions() -> None:
    tested = locked("dev.txt")
    assert {name: tested.get(name) for name in locked("runtime.txt")} == locked("runtime.txt")


def test_the_locked_build_backend_builds_the_package() -> None:
    declared = project()
    assert declared["dependency-groups"]["build"] == declared["build-system"]["requires"]


@pytest.mark.parametrize("name", ["runtime.txt", "dev.txt", "release.txt", "site.txt", "uv.txt"])
def test_every_pin_has_hashes(name: str) -> None:
    text = (ROOT / "locks" / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text)
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_every_make_command_is_in_the_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^  make (\S+)", shown, re.MULTILINE) == commands


def pages() -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in committed_files() if path.suffix == ".md"]


@pytest.mark.parametrize("name", pages())
def test_links_between_pages_are_valid(name: str) -> None:
    page = ROOT / name
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if not re.match(r"[a-z]+:", target)]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_python_code_in_the_readme_is_in_an_example() -> None:
    shown = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    examples = [path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.py")]
    assert shown
    assert [block for block in shown if not any(block in example for example in examples)] == []
