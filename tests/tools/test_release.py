"""The tool that makes a release: its refusals and the files that it writes. It runs no programs of the lock here."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import courtly
from tools import release

Git = Callable[..., str]
CHANGELOG = "# Changelog\n\n## [2.0.0] - 2026-05-04\n\n### Added\n\n- A game.\n\n## [1.0.0] - 2026-01-02\n\n- All.\n"


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Return a function that runs git in a repository of version 2.0.0."""

    def run(*arguments: str) -> str:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "CITATION.cff").write_text("title: x\nversion: 2.0.0\n")
    (tmp_path / "pyproject.toml").write_text('[project]\ndynamic = ["version"]\n')
    (tmp_path / ".gitignore").write_text("dist/\nvar/\n")
    run("init", "--quiet")
    run("config", "user.name", "A")
    run("config", "user.email", "a@example.org")
    commit(run)
    return run


def commit(git: Git) -> None:
    git("add", "--all")
    git("commit", "--quiet", "--message", "x")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the programs that the tool runs. Only git really runs; the others write an empty artefact."""
    names, really = [], release.run

    def run(root: Path, *command: str, **environment: str) -> None:
        names.append(" ".join([Path(command[0]).name, *command[1:3]]))
        if command[0] == "git":
            really(root, *command, **environment)
        elif "hatchling" in command:
            assert environment["SOURCE_DATE_EPOCH"].isdigit()
            (root / "dist/courtly-2.0.0.tar.gz").write_text("archive")
            (root / "dist/courtly-2.0.0-py3-none-any.whl").write_text("wheel")
        elif "venv" in command:
            (root / "var/release").mkdir(parents=True)
        elif "--output-file" in command:
            (root / command[-1]).write_text("{}")

    monkeypatch.setattr(release, "run", run)
    return names


def make(root: Path, *arguments: str) -> int:
    return release.main(arguments, root=root, version="2.0.0")


def test_a_dry_run_writes_the_release_and_no_tag(git: Git, ran: list[str], tmp_path: Path) -> None:
    assert make(tmp_path) == 0
    files = {path.name for path in (tmp_path / "dist").iterdir()}
    packages = {"courtly-2.0.0.tar.gz", "courtly-2.0.0-py3-none-any.whl", "courtly-2.0.0.cdx.json"}
    assert files == packages | {"SHA256SUMS", "NOTES.md"}
    assert (tmp_path / "dist/NOTES.md").read_text() == "### Added\n\n- A game.\n"
    assert git("tag") == git("status", "--porcelain") == ""
    assert {"twine check --strict", "check-wheel-contents dist/courtly-2.0.0-py3-none-any.whl"} <= set(ran)


@pytest.mark.usefixtures("git", "ran")
def test_the_checksums_are_those_of_the_files(tmp_path: Path) -> None:
    make(tmp_path)
    lines = (tmp_path / "dist/SHA256SUMS").read_text().splitlines()
    assert len(lines) == 3
    for line in lines:
        expected, name = line.split("  ")
        assert sha256((tmp_path / "dist" / name).read_bytes()).hexdigest() == expected


@pytest.mark.usefixtures("ran")
def test_a_release_is_tagged_with_its_section(git: Git, tmp_path: Path) -> None:
    assert make(tmp_path, "--tag") == 0
    assert git("tag") == "v2.0.0\n"
    assert "### Added\n\n- A game." in git("tag", "--list", "--format=%(contents)")


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("CHANGELOG.md", "[2.0.0]", "[2.0.1]", "CHANGELOG.md has no section with text for 2.0.0"),
        ("CHANGELOG.md", "- 2026-05-04", "- unreleased", "the section for 2.0.0 in CHANGELOG.md has no date"),
        ("CITATION.cff", "2.0.0", "1.0.0", "CITATION.cff does not name version 2.0.0"),
    ],
)
def test_nothing_is_built_while_a_file_names_another_version(
    git: Git,
    ran: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    name: str,
    old: str,
    new: str,
    problem: str,
) -> None:
    file = tmp_path / name
    file.write_text(file.read_text().replace(old, new))
    commit(git)
    assert make(tmp_path, "--tag") == 1
    assert problem in capsys.readouterr().err
    assert ran == []


@pytest.mark.usefixtures("git")
def test_nothing_is_built_from_a_changed_tree(
    ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "new.py").touch()
    assert make(tmp_path) == 1
    assert capsys.readouterr().err == "release: the tree has changes; commit them first: new.py\n"
    assert ran == []


@pytest.mark.usefixtures("ran")
def test_a_version_is_tagged_once(git: Git, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git("tag", "v2.0.0")
    assert make(tmp_path, "--tag") == 1
    assert "the tag v2.0.0 exists already" in capsys.readouterr().err


def test_this_version_has_a_section_and_a_citation() -> None:
    found = [text for text in release.problems(release.ROOT, courtly.__version__, tag=False) if "tree" not in text]
    assert found == []


def test_the_version_is_written_once() -> None:
    declared = (release.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert not re.search(r"^version = ", declared, re.MULTILINE)
