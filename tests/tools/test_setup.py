"""The setup scripts report missing programs with helpful messages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


UV = """#!/bin/sh
case "$3" in sync) echo "sync $8" ;; install) echo "install editable" ;; esac >> "$(dirname "$0")/calls"
test -z "$FAIL"
"""


def set_up(checkout: Path, wanted: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.dev", "setup", wanted]
    return subprocess.run(
        command, cwd=checkout, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def run(script: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["/bin/sh", str(script), *arguments]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the checkout with only the files that the setup reads."""
    for name in ("tools", "locks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


class Calls:
    """A checkout with fake programs in its environment. They only record the installs that the setup requests."""

    def __init__(self, checkout: Path) -> None:
        self.checkout = checkout
        self.said = ""
        self.fail = ""
        self.noted = checkout / ".venv/bin/calls"
        self.noted.parent.mkdir(parents=True)
        for name, text in (("python", "#!/bin/sh\n"), ("uv", UV)):
            program = self.noted.with_name(name)
            program.write_text(text)
            program.chmod(0o755)

    def setup(self, wanted: str) -> list[str]:
        self.noted.write_text("")
        self.said = set_up(self.checkout, wanted, FAIL=self.fail).stderr
        return self.noted.read_text().splitlines()


@pytest.fixture
def environment(checkout: Path) -> Calls:
    return Calls(checkout)


@pytest.fixture
def as_a_user(tmp_path: Path) -> str:
    """A search path on which `id` reports an ordinary user and no other program exists."""
    user = tmp_path / "id"
    user.write_text("#!/bin/sh\necho 1000\n")
    user.chmod(0o755)
    return str(tmp_path)


def test_without_a_supported_python_setup_names_the_versions_and_the_candidates(checkout: Path) -> None:
    outcome = set_up(checkout, "runtime", PYTHON="no-such-python")
    assert outcome.returncode == 1
    assert "needs Python 3.11 to 3.14" in outcome.stderr
    assert "no-such-python" in outcome.stderr
    assert not (checkout / ".venv").exists()


def test_a_current_environment_is_not_set_up_again(environment: Calls) -> None:
    assert environment.setup("runtime") == ["sync locks/runtime.txt", "install editable"]
    assert environment.setup("runtime") == []
    assert environment.said == ""


def test_setup_for_playing_never_reduces_a_dev_environment(environment: Calls) -> None:
    assert environment.setup("dev") == ["sync locks/dev.txt", "install editable"]
    assert environment.setup("runtime") == []
    (environment.checkout / "pyproject.toml").write_text("# changed")
    assert environment.setup("runtime") == ["sync locks/dev.txt", "install editable"]


def test_play_sets_up_and_serves(environment: Calls) -> None:
    server = environment.noted.with_name("courtly")
    server.write_text('#!/bin/sh\necho "$@"\n')
    server.chmod(0o755)
    command = [sys.executable, "-m", "tools.dev", "play", "--port", "1"]
    done = subprocess.run(command, cwd=environment.checkout, capture_output=True, text=True, check=True)
    assert environment.noted.read_text().splitlines() == ["sync locks/runtime.txt", "install editable"]
    assert done.stdout == "serve --port 1\n"


def test_an_unknown_command_prints_the_usage(checkout: Path) -> None:
    outcome = set_up(checkout, "everything")
    assert (outcome.returncode, outcome.stdout) == (1, "")
    assert outcome.stderr.startswith("usage: python -m tools.dev setup dev|runtime")


@pytest.mark.parametrize("name", ["locks/runtime.txt", "locks/uv.txt", "pyproject.toml"])
def test_an_environment_is_set_up_again_when_a_file_it_depends_on_changes(environment: Calls, name: str) -> None:
    environment.setup("runtime")
    (environment.checkout / name).write_text("# changed")
    assert environment.setup("runtime") != []


def test_a_failed_setup_is_repeated(environment: Calls) -> None:
    environment.fail = "1"
    environment.setup("runtime")
    environment.fail = ""
    assert environment.setup("runtime") != []


def test_a_missing_browser_is_reported_with_the_command_that_installs_it(as_a_user: str, tmp_path: Path) -> None:
    absent = (str(tmp_path / "chromium-headless-shell"), str(tmp_path / "chromium"))
    outcome = run(ROOT / "tools/browser.sh", *absent, PATH=as_a_user, CI="true")
    assert outcome.returncode == 1
    assert "sudo apt-get update && sudo apt-get install -y chromium" in outcome.stderr


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium"])
def test_an_installed_browser_is_used_silently(as_a_user: str, tmp_path: Path, name: str) -> None:
    browser = tmp_path / name
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    wanted = (str(tmp_path / "chromium-headless-shell"), str(tmp_path / "chromium"))
    outcome = run(ROOT / "tools/browser.sh", *wanted, PATH=as_a_user)
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "", "")


def test_root_installs_the_small_browser_or_uses_the_installed_one(tmp_path: Path) -> None:
    for name, text in {"id": "echo 0", "apt-get": f'echo "$*" >> {tmp_path}/asked; exit 1', "chromium": ""}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    wanted = (str(tmp_path / "chromium-headless-shell"), str(tmp_path / "chromium"))
    outcome = run(ROOT / "tools/browser.sh", *wanted, PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert outcome.returncode == 0
    asked = ["update -qq", "install -y -qq chromium-headless-shell"] if Path("/etc/debian_version").exists() else []
    assert [line for file in tmp_path.glob("asked") for line in file.read_text().splitlines()] == asked


def test_a_missing_postgresql_is_reported_with_the_command_that_installs_it(as_a_user: str, tmp_path: Path) -> None:
    outcome = run(ROOT / "tools/postgresql.sh", str(tmp_path / "postgresql"), PATH=as_a_user, CI="true")
    assert outcome.returncode == 1
    assert "sudo apt-get update && sudo apt-get install -y postgresql" in outcome.stderr


def test_an_installed_postgresql_is_used_silently(tmp_path: Path) -> None:
    program = tmp_path / "15" / "bin" / "postgres"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    outcome = run(ROOT / "tools/postgresql.sh", str(tmp_path))
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "", "")
