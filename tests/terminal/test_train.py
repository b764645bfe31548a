"""The command `courtly train`, called in the test's own process: its output, and that it writes only a better net."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from courtly.arena.train import Trial, learning
from courtly.bots.learned.files import load_net
from courtly.cli import app
from courtly.engine.contract.game import set_up

WON, EVEN = (Trial("ismcts:sims=2", 2, 4, share, low, 0.9, 0.5) for share, low in ((0.8, 0.7), (0.5, 0.3)))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(learning, "PART", learning.PIECE)


def train(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["train", *arguments], prog_name="courtly")


def toy(*arguments: str) -> Result:
    return train(
        "monarch", "--parts", "2", "--rounds", "0", "--seed", "1", "--trial", "sims=2", "--out", "net.npz", *arguments
    )


def with_trial(monkeypatch: pytest.MonkeyPatch, trial: Trial) -> None:
    """Fix the outcome of every trial: a real trial with a clear outcome takes minutes."""
    monkeypatch.setattr("courtly.terminal.train.run_trial", lambda *_: trial)


def test_a_better_net_is_written_with_its_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    with_trial(monkeypatch, WON)
    result = toy()
    assert result.exit_code == 0
    assert "share of victory 0.8000 [0.7000, 0.9000]" in result.stdout
    assert result.stdout.endswith("The net is in net.npz.\n")
    trained: dict[str, Any] = load_net(Path("net.npz"), set_up("monarch", {"players": 2})).about["trained"]
    assert trained["command"] == (
        "courtly train monarch --parts 2 --rounds 0 --matches 300 --deals 60 --trial sims=2 --seed 1 --option players=2"
    )
    assert trained["trial"] == {"opponent": "ismcts:sims=2", "deals": 2, "share": 0.8, "low": 0.7, "high": 0.9}
    assert "<svg" in Path("train-monarch.html").read_text()


def test_a_net_is_not_written_if_its_interval_includes_the_equal_share(monkeypatch: pytest.MonkeyPatch) -> None:
    with_trial(monkeypatch, EVEN)
    Path("net.npz").write_text("as it was")
    result = toy()
    assert result.exit_code == 0
    assert result.stdout.endswith("no net is written.\n")
    assert Path("net.npz").read_text() == "as it was"
    assert Path("train-monarch.html").exists()


def test_without_a_trial_only_a_report_is_written() -> None:
    result = toy("--deals", "0", "--report", "curves.html")
    assert result.exit_code == 0
    assert "8192 positions" in result.stdout
    assert Path("curves.html").exists()
    assert not Path("net.npz").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["courtisans"], "no features"),
        (["monarch", "--parts", "0"], "parts"),
        (["monarch", "--rounds", "-1"], "rounds"),
        (["monarch", "--trial", "sims=0"], "0 simulations"),
        (["monarch", "--out", "net.txt"], "net.txt"),
        (["monarch", "--report", "page.txt"], "page.txt"),
        (["monarch", "--workers", "0"], "workers"),
    ],
)
def test_an_invalid_argument_is_refused_in_one_line(arguments: list[str], said: str) -> None:
    result = train(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
