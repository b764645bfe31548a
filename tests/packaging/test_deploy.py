"""The files in `deploy`: backups on a schedule, the services of Compose, and the names of metrics."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from courtly.settings import Settings
from tests.web.helpers import application, serving

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
MONITORING = [DEPLOY / "grafana.json", *sorted((DEPLOY / "prometheus").glob("*.yaml"))]


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a program `courtly` that writes the file of a backup; without a database it fails."""
    program = tmp_path / "bin" / "courtly"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ -n "$COURTLY_DATABASE" ] && echo "$1" > "$2"\n', encoding="utf-8")
    program.chmod(0o700)
    return program.parent


def back_up(programs: Path, folder: Path, database: str = "x.db") -> list[str]:
    """Run the script once, keeping two backups, and return the names of the files in its folder."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "COURTLY_DATABASE": database, "BACKUP_SECONDS": "0", "BACKUPS_KEPT": "2"}
    done = subprocess.run(["sh", DEPLOY / "backups.sh", folder], env=environment, check=False, timeout=60)
    assert done.returncode == (0 if database else 1)
    return sorted(path.name for path in folder.iterdir())


def test_the_newest_backups_are_kept(programs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = back_up(programs, folder)
    assert re.fullmatch(r"courtly-\d{8}T\d{6}Z\.backup", first[0])
    for name in ("courtly-20200101T000000Z.backup", "courtly-20200102T000000Z.backup", "mine.txt"):
        (folder / name).write_text("older", encoding="utf-8")
    (folder / first[0]).rename(folder / "courtly-20200103T000000Z.backup")
    assert back_up(programs, folder)[:1] == ["courtly-20200103T000000Z.backup"]
    assert len(list(folder.glob("*.backup"))) == 2
    assert (folder / "mine.txt").exists()


def test_a_failed_backup_deletes_nothing(programs: Path, tmp_path: Path) -> None:
    names = [f"courtly-2020010{day}T000000Z.backup" for day in range(1, 5)]
    for name in names:
        (tmp_path / name).write_text("older", encoding="utf-8")
    assert [name for name in back_up(programs, tmp_path, database="") if name != "bin"] == names


def slept(programs: Path, tmp_path: Path, database: str) -> str:
    """Run the script until it first sleeps, and return the seconds of that sleep."""
    sleep = programs / "sleep"
    sleep.write_text('#!/bin/sh\necho "$1" > "$SLEPT"\nkill "$PPID"\n', encoding="utf-8")
    sleep.chmod(0o700)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "COURTLY_DATABASE": database, "SLEPT": str(tmp_path / "slept")}
    subprocess.run(["sh", DEPLOY / "backups.sh", tmp_path], env=environment, check=True, timeout=60)
    return (tmp_path / "slept").read_text(encoding="utf-8").strip()


@pytest.mark.parametrize(("database", "pause"), [("x.db", "86400"), ("", "60")])
def test_a_failed_backup_is_repeated_soon(programs: Path, tmp_path: Path, database: str, pause: str) -> None:
    assert slept(programs, tmp_path, database) == pause


@pytest.mark.parametrize(("days", "count"), [(0, 1), (2, 2)])
def test_a_start_makes_no_backup_while_the_newest_is_young(
    programs: Path, tmp_path: Path, days: int, count: int
) -> None:
    newest = tmp_path / "courtly-20200101T000000Z.backup"
    newest.write_text("earlier", encoding="utf-8")
    made = newest.stat().st_mtime - days * 86400
    os.utime(newest, (made, made))
    slept(programs, tmp_path, "x.db")
    assert len(list(tmp_path.glob("courtly-*.backup"))) == count


def test_the_programs_of_compose_are_restricted_and_their_settings_exist() -> None:
    services: dict[str, Any] = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())["services"]
    for name in ("courtly", "backup"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
    known = {f"COURTLY_{name.upper()}" for name in Settings.model_fields}
    assert {name for name in services["courtly"]["environment"] if name.startswith("COURTLY_")} <= known


def test_the_image_does_not_run_as_root_and_is_healthy_if_its_database_works() -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER courtly$", lines, re.MULTILINE)
    check = re.search(r'^    CMD (\["python".*\])$', lines, re.MULTILINE)
    assert check is not None
    _, *arguments = msgspec.json.decode(check[1])
    assert "/readyz" in shlex.join(arguments)
    # No server listens on port 8000 of another machine, so use the same program with another address.
    failed = subprocess.run(
        [sys.executable, *(one.replace("8000", "1") for one in arguments)], check=False, capture_output=True, timeout=60
    )
    assert failed.returncode == 1


def test_the_rules_and_the_dashboard_use_metrics_that_the_server_has(tmp_path: Path) -> None:
    with serving(application(tmp_path / "courtly.db")) as site:
        answer = httpx.get(f"{site}/metrics")
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", answer.text, re.MULTILINE))
    exported = {name for name, kind in kinds.items() if kind != "histogram"}
    exported |= {f"{name}_{end}" for name, kind in kinds.items() if kind == "histogram" for end in ("bucket", "count")}
    for file in MONITORING:
        used = set(re.findall(r"\bcourtly_\w+", file.read_text(encoding="utf-8")))
        assert used <= exported, file
