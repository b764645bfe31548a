"""The workflows use pinned actions and few permissions, and test every supported version of Python."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def workflow(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.yaml.decode(path.read_bytes())
    return read


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_by_its_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))
    assert [
        action for action in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    ] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_no_permissions_that_a_job_does_not_name(path: Path) -> None:
    described = workflow(path)
    assert described["permissions"] == {}
    assert all(job["permissions"] and job["timeout-minutes"] for job in described["jobs"].values())


def test_all_workflows_use_the_same_commit_of_an_action() -> None:
    texts = [path.read_text(encoding="utf-8") for path in WORKFLOWS]
    used = {tuple(action.split("@")) for text in texts for action in re.findall(r"uses: (\S+)", text)}
    assert len(used) == len({name for name, _ in used}) > 0


def test_every_supported_version_of_python_is_tested() -> None:
    begin = "Programming Language :: Python :: "
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    named = [each.removeprefix(begin) for each in classifiers if each.startswith(begin)]
    assert workflow(ROOT / ".github/workflows/test.yml")["jobs"]["rules"]["strategy"]["matrix"]["python"] == named


def test_only_the_job_that_publishes_uses_the_environment_of_the_release() -> None:
    jobs = workflow(ROOT / ".github/workflows/release.yml")["jobs"]
    assert {name for name, job in jobs.items() if "environment" in job} == {"publish"}
    assert jobs["publish"]["needs"] == "build"
