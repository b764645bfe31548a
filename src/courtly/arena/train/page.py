"""Render a training as one self-contained HTML page: curves, the trial, and notes on how to read them."""

from __future__ import annotations

from courtly.arena.balance.charts import Curve, curves
from courtly.arena.balance.page import ReportPage, ReportTable, Section, as_page
from courtly.arena.train.learning import Trained
from courtly.arena.train.trial import Trial


def as_html(trained: Trained, trial: Trial | None) -> str:
    """Return the report of a training as an HTML page."""
    task, about = trained.task, trained.about()
    facts = [(name.capitalize(), str(value)) for name, value in about.items() if name != "explained"]
    options = ", ".join(f"{key}: {value}" for key, value in task.options.items() if not isinstance(value, dict))
    sections = [_learning(trained), *([] if trial is None else [_trial(trial)])]
    return as_page(ReportPage(task.game, facts, [options], sections, title="A net for"))


def _learning(trained: Trained) -> Section:
    at = [point.positions / 1e6 for point in trained.curve]
    panels = [
        Curve("victory: explained variance", at, [point.victory for point in trained.curve]),
        Curve("margin: explained variance", at, [point.margin for point in trained.curve]),
    ]
    rows = [[f"{point.positions}", f"{point.victory:.4f}", f"{point.margin:.4f}"] for point in trained.curve]
    text = (
        "The net predicts the results of each batch of positions before it learns from it, so these figures belong to "
        "matches that are new to the net. 0 means no better than the mean. The maximum is unknown. The x axis shows "
        "millions of positions."
    )
    table = ReportTable(["training positions", "victory", "margin"], rows)
    return Section("Learning", text, [curves(panels, alt="Explained variance of the results")], [("", table)])


def _trial(trial: Trial) -> Section:
    span = "–" if trial.low is None or trial.high is None else f"{100 * trial.low:.1f} to {100 * trial.high:.1f}"
    verdict = "above" if trial.is_better else "not completely above"
    text = (
        f"A search with the net against {trial.opponent}, in the same time, on {trial.deals} fresh deals in every "
        f"seating. The interval is {verdict} the share of equal players."
    )
    row = [f"{100 * trial.share:.1f} %", span, f"{100 * trial.even:.1f} %", str(trial.matches)]
    table = ReportTable(["victory share", "95 % interval", "equal share", "matches"], [row])
    return Section("Trial", text, [], [("", table)])
