"""Train a net from the command line: build a task from the arguments, write a report, and the net if it is better."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from courtly.arena.balance.charts import drawer
from courtly.arena.output import check_writable, replace_file
from courtly.arena.ratings import fitter
from courtly.arena.run import Resources
from courtly.arena.train import Trained, TrainTask, Trial, as_html, learn, run_trial
from courtly.arena.warm import WARM_UP_PARTS
from courtly.bots.learned.files import pack
from courtly.bots.learned.net_store import file_name, own_folder
from courtly.scene.console import make_console
from courtly.terminal.arena import checked_options, progress_bar
from courtly.terminal.commands import warm


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """The arguments of `courtly train`; options as typed."""

    game: str
    options: Mapping[str, str]
    parts: int
    rounds: int
    matches: int
    deals: int
    parameters: str
    seed: int
    resources: Resources
    report: Path | None
    out: Path | None


def train(request: TrainRequest) -> None:
    """Train a net, test it on fresh deals, write the report, and write the net if it is better."""
    task = TrainTask(
        request.game,
        checked_options(request.game, request.options),
        parts=request.parts,
        rounds=request.rounds,
        matches=request.matches,
        seed=request.seed,
        deals=request.deals,
        parameters=request.parameters,
    )
    task.check(request.resources.workers)
    report = request.report or Path(f"train-{request.game}.html")
    check_writable(report, (".html",))
    file = _file(task, request.out)
    drawer()
    fitter()
    warm([request.game], WARM_UP_PARTS)
    with progress_bar("Learning") as on_progress:
        trained = learn(task, request.resources, on_progress)
    trial = None
    if task.deals:
        with progress_bar("Playing") as on_progress:
            trial = run_trial(trained, request.resources, on_progress)
    page = as_html(trained, trial)
    replace_file(report, lambda draft: _write(draft, page))
    _print_result(task, trained, trial, report)
    if trial is None or not trial.is_better:
        make_console().print("That is no proof of a better player, so no net is written.")
        return
    data = pack(trained.net, task.setup, {**trained.about(), "command": _command(request), "trial": trial.about()})
    replace_file(file, lambda draft: _keep(draft, data))
    make_console().print(f"The net is in {file}.")


def _file(task: TrainTask, out: Path | None) -> Path:
    """Return the file for the net: by default the file that `leaf=own` loads."""
    if out is None:
        folder = own_folder(task.setup.game)
        folder.mkdir(parents=True, exist_ok=True)
        out = folder / file_name(task.setup)
    check_writable(out, (".npz",))
    return out


def _print_result(task: TrainTask, trained: Trained, trial: Trial | None, report: Path) -> None:
    """Print the training results and the outcome of the trial."""
    console, last = make_console(), trained.curve[-1]
    foreseen = f"{100 * last.victory:.1f} % of the variance of victory foreseen, {100 * last.margin:.1f} % of margins"
    console.print(f"{trained.about()['positions']} positions: {foreseen}", soft_wrap=True)
    if trial is not None:
        span = "" if trial.low is None else f" [{trial.low:.4f}, {trial.high:.4f}]"
        console.print(
            f"share of victory {trial.share:.4f}{span} against {task.opponent} on {trial.deals} fresh deals; "
            f"even is {trial.even:.4f}",
            soft_wrap=True,
        )
    console.print(f"The report is in {report}.")


def _command(request: TrainRequest) -> str:
    """Return the command line that repeats this training."""
    words = ["courtly", "train", request.game, "--parts", str(request.parts), "--rounds", str(request.rounds)]
    words += ["--matches", str(request.matches), "--deals", str(request.deals)]
    words += ["--trial", request.parameters, "--seed", str(request.seed)]
    return shlex.join(
        words + [word for name, value in request.options.items() for word in ("--option", f"{name}={value}")]
    )


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def _keep(file: Path, data: bytes) -> None:
    file.write_bytes(data)
