"""Check, build and describe a release, and tag it.

`python -m tools.release` is a dry run: it writes the source archive, the wheel, a list of their components (CycloneDX),
the checksums and the section of the changelog into `dist/`, and changes nothing else. With `--tag` it also tags the
commit. It stops before it builds if the tree has changes, or if a file names another version. The version itself is in
`src/courtly/__init__.py` only.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import courtly

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None, *, root: Path = ROOT, version: str = courtly.__version__) -> int:
    """Make a release, or print the problems that prevent it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Check, build and tag a release.")
    parser.add_argument("--tag", action="store_true", help="tag the commit; otherwise only dist/ changes")
    tag = parser.parse_args(arguments).tag
    if found := list(problems(root, version, tag=tag)):
        print(*(f"release: {problem}" for problem in found), sep="\n", file=sys.stderr)
        return 1
    folder = root / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    notes = folder / "NOTES.md"
    notes.write_text(section(root, version), encoding="utf-8")
    build(root)
    describe(root, version)
    artefacts = sorted(path for path in folder.iterdir() if path != notes)
    (folder / "SHA256SUMS").write_text("".join(f"{digest(path)}  {path.name}\n" for path in artefacts))
    for path in artefacts:
        print(f"{path.stat().st_size:>10,} bytes  dist/{path.name}")
    if tag:
        run(root, "git", "tag", "--annotate", "--cleanup=whitespace", "--file", str(notes), f"v{version}")
        print(f"tagged; to publish: git push origin v{version}")
    return 0


def problems(root: Path, version: str, *, tag: bool) -> Iterator[str]:
    """Yield the problems that must be fixed before a release, one sentence each."""
    if changed := output(root, "git", "status", "--porcelain"):
        yield f"the tree has changes; commit them first: {', '.join(line[3:] for line in changed.splitlines()[:5])}"
    if not section(root, version):
        yield f"CHANGELOG.md has no section with text for {version}"
    dated = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    if tag and not re.search(dated, _text(root, "CHANGELOG.md"), re.MULTILINE):
        yield f"the section for {version} in CHANGELOG.md has no date, such as: ## [{version}] - 2026-01-31"
    if f"\nversion: {version}\n" not in _text(root, "CITATION.cff"):
        yield f"CITATION.cff does not name version {version}"
    if tag and output(root, "git", "tag", "--list", f"v{version}"):
        yield f"the tag v{version} exists already; change the version in src/courtly/__init__.py"


def section(root: Path, version: str) -> str:
    """Return the section of the changelog for a version, without its heading; empty if there is none."""
    pattern = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(pattern, _text(root, "CHANGELOG.md"), re.MULTILINE | re.DOTALL)
    return f"{found[1].strip()}\n" if found and found[1].strip() else ""


def build(root: Path) -> None:
    """Build the source archive and the wheel. Their files have the time of the commit, so a repeated build is equal."""
    epoch = output(root, "git", "log", "-1", "--format=%ct")
    run(root, sys.executable, "-m", "hatchling", "build", "--directory", "dist", SOURCE_DATE_EPOCH=epoch)


def describe(root: Path, version: str) -> None:
    """Check the artefacts, their licences and the workflows, and write the list of the components of a server."""
    folder = programs(root, "release")
    packages = [str(path.relative_to(root)) for path in sorted((root / "dist").glob("*.*")) if path.suffix != ".md"]
    wheels = [name for name in packages if name.endswith(".whl")]
    run(root, f"{folder}/reuse", "lint", "--lines")
    run(root, f"{folder}/zizmor", "--offline", "--quiet", ".github/workflows")
    run(root, f"{folder}/twine", "check", "--strict", *packages)
    run(root, f"{folder}/check-wheel-contents", *wheels)
    described = folder.parent / "pyproject.toml"
    described.write_text(_text(root, "pyproject.toml").replace('dynamic = ["version"]', f'version = "{version}"'))
    listing = ["requirements", "locks/runtime.txt", "--pyproject", str(described), "--output-reproducible"]
    run(root, f"{folder}/cyclonedx-py", *listing, "--output-file", f"dist/courtly-{version}.cdx.json")


def programs(root: Path, name: str) -> Path:
    """Return the folder with the programs of a lock, in an environment of their own; install those that are missing."""
    uv, folder = str(Path(sys.executable).with_name("uv")), root / "var" / name
    python = folder / "bin/python"
    run(root, uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(folder))
    run(root, uv, "pip", "sync", "--quiet", "--require-hashes", "--python", str(python), f"locks/{name}.txt")
    return python.parent


def digest(path: Path) -> str:
    """Return the checksum of a file."""
    return sha256(path.read_bytes()).hexdigest()


def run(root: Path, *command: str, **environment: str) -> None:
    """Run a program that must succeed."""
    subprocess.run(command, cwd=root, env={**os.environ, **environment}, check=True)


def output(root: Path, *command: str) -> str:
    """Return the output of a program that must succeed."""
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.strip("\n")


def _text(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
