"""The public Python interface as stubs, one file for each module that `docs/compatibility.md` names.

`python -m tests.upgrades.python_api` writes the stubs of this version again.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import indent

import griffe

import courtly

ROOT = Path(__file__).parents[2]


def minor(version: str) -> str:
    """Return the minor version, such as `0.1`, of a version."""
    return ".".join(version.split(".")[:2])


def page() -> str:
    """Return the page that lists the public modules."""
    return (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")


def public_modules() -> list[str]:
    """Return the names of the public modules: the table of `docs/compatibility.md`."""
    return re.findall(r"^\| `(courtly[\w.]*)` \|", page(), re.MULTILINE)


def removed() -> dict[str, tuple[str, str]]:
    """Return the removed names, each with the versions that deprecated and removed it."""
    rows = re.findall(r"^\| `([\w.]+)` \| (\d+\.\d+) \| (\d+\.\d+) \|", page(), re.MULTILINE)
    return {name: (deprecated, gone) for name, deprecated, gone in rows}


@cache
def package() -> griffe.Module:
    """Return this version's package, as its source defines it."""
    loader = griffe.GriffeLoader(search_paths=[ROOT / "src"])
    found = loader.load("courtly")
    loader.resolve_aliases(implicit=True, external=False)
    assert isinstance(found, griffe.Module)
    return found


def present(name: str) -> griffe.Module:
    """Return a module of this version."""
    found = package() if name == "courtly" else package()[name.removeprefix("courtly.")]
    assert isinstance(found, griffe.Module)
    return found


def stored_stub(path: Path) -> griffe.Module:
    """Return the module of a stored stub."""
    return griffe.visit(path.stem, path, path.read_text(encoding="utf-8"))


def write_stubs(folder: Path) -> None:
    """Write a stub for each public module."""
    folder.mkdir()
    for name in public_modules():
        (folder / f"{name}.txt").write_text(stub(present(name)), encoding="utf-8")


def stub(module: griffe.Module) -> str:
    """Return the public names of a module with their signatures."""
    lines = [f"__all__ = {sorted(name for name, _ in public(module))!r}", *members(module)]
    return "\n".join([*lines, ""])


def public(owner: griffe.Module | griffe.Class) -> Iterator[tuple[str, griffe.Object]]:
    """Yield the public members of a module or a class, sorted by name."""
    for name, member in sorted(owner.members.items()):
        if member.is_public and not member.is_module:
            found = member.final_target if isinstance(member, griffe.Alias) else member
            yield name, found


def members(owner: griffe.Module | griffe.Class) -> Iterator[str]:
    """Yield the definition of each public member."""
    for name, found in public(owner):
        if isinstance(found, griffe.Class):
            bases = ", ".join(map(str, found.bases))
            yield f"class {name}({bases}):\n" + indent("\n".join(members(found)) or "...", "    ")
        elif isinstance(found, griffe.Function):
            yield definition(name, found)
        elif isinstance(found, griffe.Attribute) and "property" in found.labels:
            yield f"@property\ndef {name}(self) -> {found.annotation}: ..."
        elif isinstance(found, griffe.Attribute):
            yield f"{name}: {found.annotation} = ..." if found.annotation else f"{name} = ..."


def definition(name: str, found: griffe.Function) -> str:
    """Return the definition of a function or method, without its body."""
    decorators = "".join(f"@{label}\n" for label in ("classmethod", "staticmethod") if label in found.labels)
    signature = found.signature(name=name)
    first = next(iter(found.parameters), None)
    if first is not None and first.name in ("self", "cls") and not signature.startswith(f"{name}({first.name}"):
        signature = signature.replace("(", f"({first.name}, ", 1).replace(", )", ")")
    return f"{decorators}def {signature}: ..."


def main() -> int:
    """Write the stubs of this version again."""
    folder = Path(__file__).parent / minor(courtly.__version__) / "python"
    shutil.rmtree(folder, ignore_errors=True)
    write_stubs(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
