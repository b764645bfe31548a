"""The public Python interface stays compatible with every released version."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import griffe
import pytest

import courtly
from tests.upgrades.python_api import ROOT, minor, present, public_modules, removed, stored_stub, stub

STUBS = sorted(Path(__file__).parent.glob("*/python/*.txt"))
OWN = Path(__file__).parent / minor(courtly.__version__) / "python"


def breakages(old: griffe.Module, new: griffe.Module) -> list[str]:
    """Return the changes that can break a program, one line each."""
    return [f"{one.obj.path}: {one.kind.value}" for one in griffe.find_breaking_changes(old, new)]


def visited(code: str) -> griffe.Module:
    return griffe.visit("some", Path("some.txt"), code)


@pytest.mark.parametrize("path", STUBS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_name_of_a_release_works_as_before(path: Path) -> None:
    found = breakages(stored_stub(path), present(path.stem))
    assert [line for line in found if line.partition(":")[0] not in removed()] == []


@pytest.mark.parametrize("module", public_modules())
def test_every_change_of_the_public_interface_is_stored(module: str) -> None:
    command = "python -m tests.upgrades.python_api"
    assert stub(present(module)) == (OWN / f"{module}.txt").read_text(encoding="utf-8"), (
        f"after a change, run {command}"
    )


def test_no_module_has_left_the_list() -> None:
    assert {path.stem for path in STUBS} - set(public_modules()) - set(removed()) == set()


def test_a_removed_name_was_deprecated_for_two_minor_versions() -> None:
    for name, (deprecated, gone) in removed().items():
        (major, before), (other, after) = [map(int, version.split(".")) for version in (deprecated, gone)]
        assert other > major or after - before >= 2, name


@pytest.mark.parametrize(
    ("new", "problem"),
    [
        ("def other(): ...", "some.play: Public object was removed"),
        ("def play(move): ...", "some.play: Parameter was removed"),
        ("def play(move, seat, more): ...", "some.play: Parameter is now required"),
        ("play = 1", "some.play: Public object points to a different kind of object"),
    ],
)
def test_an_incompatible_change_is_found(new: str, problem: str) -> None:
    assert problem in breakages(visited("def play(move, seat=None): ..."), visited(new))


def test_a_new_optional_parameter_is_compatible() -> None:
    assert breakages(visited("def play(move): ..."), visited("def play(move, *, seat=None): ...")) == []


def imports() -> Iterator[tuple[str, str]]:
    """Yield each import from Courtly that the guides and examples show: the module and the name."""
    guides = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    codes = [code for path in guides for code in re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)]
    codes += [path.read_text("utf-8") for path in (ROOT / "examples").rglob("*.py")]
    for code in codes:
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("courtly"):
                yield from ((node.module, name.name) for name in node.names)


def test_guides_and_examples_use_only_public_names() -> None:
    known = set(public_modules())
    unknown = {f"{module}.{name}" for module, name in imports() if not {module, f"{module}.{name}"} & known}
    assert unknown == set()
    private = {f"{module}.{name}" for module, name in imports() if module in known and not is_public(module, name)}
    assert private == set()


def is_public(module: str, name: str) -> bool:
    """Return whether a public module has a public name; a public submodule counts as one."""
    return f"{module}.{name}" in public_modules() or re.search(rf"\b{name}\b", stub(present(module))) is not None
