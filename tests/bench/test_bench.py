"""The output of `courtly bench`. Speed itself is not tested here."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import benchmarks
from benchmarks import baseline, catalogue, games, kernels, peers, processes, report
from benchmarks.catalogue import BENCHMARKS, chosen
from benchmarks.measure import Benchmark, Effort, Measurement, measure_alternately
from benchmarks.processes import _WARM_UP, _WHOLE_WARM_UP, run_python
from courtly import game_names
from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadOption

ROW = ["name", "value", "unit", "peer", "peer_value", "ratio", "bar", "higher_is_better", "ok"]
KEYS = [*ROW, "worse_by", "much_worse"]
QUICK = Effort(repeats=1, scale=0.0001)


def figure(name: str = "tests.figure", reading: Measurement | None = None, **details: Any) -> Benchmark:
    taken = reading or Measurement(8.0, 2.0)
    return Benchmark(**{"name": name, "unit": "ns", "measure": lambda _effort: taken, "peer": "a peer", **details})


def failing(error: Exception) -> Benchmark:
    def measure(_effort: Effort) -> Measurement:
        raise error

    return figure("tests.failing", measure=measure)


def row(benchmark: Benchmark) -> report.BenchRow:
    return report.row_of(benchmark, benchmark.measure(QUICK))


def use_benchmarks(monkeypatch: pytest.MonkeyPatch, *benchmarks: Benchmark) -> None:
    monkeypatch.setattr(catalogue, "BENCHMARKS", list(benchmarks))


def test_json_is_a_list_of_rows_with_the_documented_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_benchmarks(monkeypatch, figure("tests.one", bar=10), figure("tests.two", Measurement(8.0)))
    assert benchmarks.main(None, as_json=True) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert list(first) == KEYS
    assert list(first.values()) == ["tests.one", 8.0, "ns", "a peer", 2.0, 4.0, 10, False, True, None, False]
    assert [second[key] for key in ("peer", "peer_value", "ratio", "bar")] == [None] * 4


def test_a_missed_bar_is_shown_but_does_not_change_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_benchmarks(monkeypatch, figure(bar=5))
    assert benchmarks.main(None, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)[0]["ok"] is False
    assert benchmarks.main(None, as_json=False) == 0
    assert "MISSED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bar", "higher_is_better", "ok"),
    [(8.0, True, True), (8.1, True, False), (8.0, False, False), (8.1, False, True), (None, True, True)],
)
def test_a_bar_is_a_minimum_or_an_upper_bound(bar: float | None, higher_is_better: bool, ok: bool) -> None:
    assert row(figure(bar=bar, higher_is_better=higher_is_better)).ok is ok


def test_a_ratio_row_shows_the_ratio_as_its_value() -> None:
    found = row(figure(is_ratio=True, bar=3, higher_is_better=True, unit="times"))
    assert (found.value, found.peer_value, found.ratio, found.ok) == (4.0, 1.0, 4.0, True)


def test_without_a_peer_a_ratio_is_null_and_not_ok() -> None:
    found = row(figure(reading=Measurement(8.0, note="no peer"), is_ratio=True, bar=3, higher_is_better=True))
    assert (found.value, found.peer, found.peer_value, found.ratio, found.ok) == (None, None, None, None, False)


def test_a_missing_peer_is_reported_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "HAS_PEER", False)
    copy = chosen(BENCHMARKS, "courtisans.copy")
    assert report.present(copy, as_json=True, effort=QUICK) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["peer"] is None
    assert "courtisans.copy: OpenSpiel is not installed" in err


@pytest.mark.parametrize(
    "error",
    [BadOption("players cannot be 9"), subprocess.CalledProcessError(1, "python", stderr=b"Traceback\nKeyError: 9\n")],
)
def test_a_failed_figure_has_a_row_and_the_other_figures_are_still_measured(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_benchmarks(monkeypatch, failing(error), figure())
    assert benchmarks.main(None, as_json=True) == 1
    out, err = capsys.readouterr()
    assert [(each["value"], each["ok"]) for each in json.loads(out)] == [(None, False), (8.0, True)]
    assert "tests.failing: could not be measured" in err
    assert "9" in err


def test_the_table_names_every_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    use_benchmarks(monkeypatch, figure("tests.one", bar=10), figure("tests.two", Measurement(2e7, 1.0, (1e7, 3e7))))
    assert benchmarks.main(None, as_json=False) == 0
    out = capsys.readouterr().out
    assert "tests.one" in out
    assert "20 M ns [10 M, 30 M]" in out


@pytest.mark.parametrize(
    ("only", "names"),
    [
        ("two", ["a.two"]),
        ("a.*", ["a.one", "a.two"]),
        ("*.one", ["a.one", "b.one"]),
        ("b.one", ["b.one"]),
        (None, ["a.one", "a.two", "b.one"]),
    ],
)
def test_the_option_only_selects_benchmarks_by_part_of_a_name_or_by_pattern(only: str | None, names: list[str]) -> None:
    assert [each.name for each in chosen([figure("a.one"), figure("a.two"), figure("b.one")], only)] == names


@pytest.mark.parametrize("only", ["speed", "", "[", "courtisans.*.x"])
def test_an_unknown_pattern_is_refused_with_the_known_names(only: str) -> None:
    with pytest.raises(BadOption, match=r"there is no figure .*courtisans\.playouts, ") as caught:
        benchmarks.main(only, as_json=True)
    assert caught.value.given == only
    assert caught.value.allowed == [each.name for each in BENCHMARKS]


def test_names_are_unique_and_begin_with_a_game_or_a_package() -> None:
    names = [each.name for each in BENCHMARKS]
    assert len(set(names)) == len(names)
    assert {name.partition(".")[0] for name in names} == {*game_names(), "bots", "cli", "engine", "first", "tables"}


def test_the_catalogue_has_exactly_these_bars() -> None:
    assert {each.name: each.bar for each in BENCHMARKS if each.bar} == {
        "courtisans.playouts": 15e6,
        "courtisans.playouts.ratio": 15,
        "courtisans.native.ratio": 0.65,
        "courtisans.batch.ratio": 1.7,
        "courtisans.copy": 50,
        "courtisans.play": 50,
        "courtisans.load": 2,
        "courtisans.arena.random": 300e3,
        "courtisans.arena.steward": 20e3,
        "courtisans.arena.trajectories": 150e3,
        "courtisans.ismcts": 100e3,
        "courtisans.ismcts.ratio": 2,
        "cursed_court.ismcts": 50e3,
        "monarch.ismcts": 20e3,
        "cursed_court.playouts": 8e6,
        "cursed_court.redeal": 1000,
        "monarch.playouts": 4e6,
        "monarch.redeal": 1000,
        "monarch.cards": 50,
        **{f"courtisans.openspiel.{peer}.ratio": 1 for peer in ("tic_tac_toe", "dominoes")},
        "courtisans.tables": 150,
        "courtisans.notifications.p99": 2000,
        "tables.ratings.rebuild": 60,
        "courtisans.live.programs.within-100ms": 99,
        "courtisans.live.programs.memory": 300,
        "courtisans.live.pages.within-100ms": 95,
        "courtisans.live.pages.within-250ms": 99,
        "courtisans.live.pages.memory": 300,
        "courtisans.live.processes.ratio": 1.6,
        "courtisans.live.bots": 1.8,
        "courtisans.live.bots.within-100ms": 95,
        "courtisans.live.bots.within-250ms": 99,
        "courtisans.live.reviews.within-100ms": 99,
        "courtisans.live.reviews.within-250ms": 99,
        "courtisans.live.restart": 5,
        "courtisans.live.attacked.acts": 250,
        "courtisans.live.attacked.pages": 1000,
        "courtisans.live.attacked.memory": 50,
        **{f"{game}.regions": 1500 for game in game_names()},
        **{f"{game}.regions.p95": 5000 for game in game_names()},
        **{f"{game}.regions.most": 16_000 for game in game_names()},
        **{f"{game}.regions.time": 2 for game in game_names()},
        **{f"{game}.page": 200_000 for game in game_names()},
        **{f"{game}.page.later": 15_000 for game in game_names()},
        **{f"{game}.page.tap": 100 for game in game_names()},
        **{f"{game}.page.task": 50 for game in game_names()},
        **{f"{game}.page.costly": 1 for game in game_names()},
        **{f"{game}.aec": 60_000 for game in game_names()},
        **{f"{game}.aec.ratio": 5 for game in game_names()},
        "courtisans.vector": 4e6,
        "courtisans.vector.64": 2e6,
        "courtisans.vector.memory": 100,
        "cursed_court.vector": 5e6,
        "cursed_court.vector.64": 2.5e6,
        "monarch.vector": 600e3,
        "monarch.vector.64": 300e3,
        "courtisans.review": 30,
        **{f"{game}.step": 100 for game in game_names()},
        "cli.help": 0.5,
        "engine.warmup": 60,
        "first.turn": 5,
    }


def test_a_new_visitor_is_to_move_before_the_rules_are_compiled(tmp_path: Path) -> None:
    assert processes.until_first_turn(tmp_path) > 0
    assert not list(tmp_path.rglob("*.warm"))


def measurements() -> list[list[Benchmark]]:
    """Return the figures by the function that measures them, without servers and warm-ups."""
    found: dict[Any, list[Benchmark]] = {}
    for each in BENCHMARKS:
        if not each.name.endswith(".warmup") and each.name != "first.turn" and ".live." not in each.name:
            found.setdefault(each.measure, []).append(each)
    return list(found.values())


@pytest.mark.filterwarnings("ignore")  # from libraries that the peers use
@pytest.mark.parametrize("figures", measurements(), ids=lambda figures: str(figures[0].name))
def test_every_figure_can_be_measured(figures: list[Benchmark]) -> None:
    for benchmark, reading in report.measured(figures, QUICK):
        found = report.row_of(benchmark, reading)
        assert found.value is not None
        # Zero is the ideal for long tasks and for costly animated properties.
        assert found.value >= 0 if benchmark.name.endswith((".task", ".costly")) else found.value > 0
        assert bool(reading.peer_value) == (benchmark.peer is not None)


@pytest.mark.parametrize("program", [_WARM_UP, _WHOLE_WARM_UP])
def test_the_warm_up_programs_run(program: str) -> None:
    assert run_python(program, NUMBA_DISABLE_JIT="1") > 0


def test_sides_alternate_and_their_first_repetition_does_not_count() -> None:
    order: list[str] = []
    ours, theirs = iter([100.0, 1.0, 9.0, 2.0]), iter([100.0, 5.0, 5.0, 6.0])

    def side(name: str, values: Any) -> float:
        order.append(name)
        return float(next(values))

    reading = measure_alternately(Effort(repeats=3), lambda: side("ours", ours), lambda: side("peer", theirs))
    assert reading == Measurement(2.0, 5.0, (1.0, 9.0))
    assert order == ["ours", "peer"] * 4


def test_benchmarks_with_one_function_share_one_measurement() -> None:
    taken: list[int] = []

    def measure(_effort: Effort) -> Measurement:
        taken.append(1)
        return Measurement(8.0, 2.0)

    pair = [figure(measure=measure), figure("tests.ratio", measure=measure, is_ratio=True)]
    assert [report.row_of(*each).value for each in report.measured(pair, QUICK)] == [8.0, 4.0]
    assert taken == [1]


def test_measured_copies_are_really_made() -> None:
    setup = set_up("courtisans", {"players": 2})
    sources = games.positions(setup)
    targets = setup.game.rules.state.empty(kernels.POSITIONS)
    kernels.copies(sources, targets, 10 * kernels.POSITIONS)
    originals = {state.tobytes() for state in sources}
    assert {state.tobytes() for state in targets} <= originals
    assert len({state.tobytes() for state in targets}) > kernels.POSITIONS // 4


def test_positions_are_unfinished_and_from_many_turns() -> None:
    positions = games.positions(set_up("courtisans", {"players": 2}))
    assert (positions["to_move"] >= 0).all()
    assert len(set(positions["turn"].tolist())) > 8


def test_a_baseline_names_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "BENCHMARKS", [figure()])
    file, page = tmp_path / "baseline.json", tmp_path / "page.md"
    page.write_text("Before\n<!-- figures -->\nold\n<!-- end of figures -->\nAfter\n", encoding="utf-8")
    baseline.write(file, page, baseline.taken(QUICK))
    document = json.loads(file.read_text(encoding="utf-8"))
    assert set(document["environment"]) == {
        "python",
        "numba",
        "numpy",
        "open-spiel",
        "cpu",
        "cores",
        "load",
        "repeats",
        "courtly",
    }
    assert [each["name"] for each in document["figures"]] == ["tests.figure"]
    text = page.read_text(encoding="utf-8")
    assert text.startswith("Before\n")
    assert text.endswith("\nAfter\n")
    assert "old" not in text
    assert "| `tests.figure` | 8 ns |  |  | 2 | 4 |" in text


@pytest.mark.parametrize(
    ("reading", "details", "worse_by"),
    [
        (Measurement(12.0), {}, 0.5),
        (Measurement(4.0), {}, -0.5),
        (Measurement(4.0), {"higher_is_better": True}, 1.0),
        (Measurement(16.0, 4.0), {}, 0.0),
        (Measurement(8.0, 1.0), {}, 1.0),
        (Measurement(None), {}, None),
    ],
)
def test_a_figure_is_compared_with_its_baseline_by_ratio_if_both_have_one(
    reading: Measurement, details: dict[str, Any], worse_by: float | None
) -> None:
    earlier = row(figure(**details))
    assert report.change(row(figure(reading=reading, **details)), earlier) == worse_by


@pytest.mark.parametrize(("value", "is_marked"), [(9.6, False), (9.7, True)])
def test_a_figure_that_is_more_than_20_percent_worse_is_marked_although_it_meets_its_bar(
    value: float, is_marked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    now, earlier = figure(reading=Measurement(value), bar=100), {"tests.figure": row(figure(reading=Measurement(8.0)))}
    assert report.present([now], as_json=True, baseline=earlier) == 0
    found = json.loads(capsys.readouterr().out)[0]
    assert (found["ok"], found["much_worse"]) == (True, is_marked)
    assert report.present([now], as_json=False, baseline=earlier) == 0
    assert f"{value / 8 - 1:.0%}".replace("%", " % worse") in capsys.readouterr().out


def test_some_figures_of_a_baseline_can_be_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("tests.one", "tests.two", "tests.three")
    monkeypatch.setattr(baseline, "BENCHMARKS", [figure(name) for name in names])
    before = {"environment": {}, "figures": [{"name": "tests.two", "value": 1}, {"name": "tests.three", "value": 1}]}
    after = baseline.renewed(before, QUICK, "t*e")
    assert [(each["name"], each["value"]) for each in after["figures"]] == [
        ("tests.one", 8.0),
        ("tests.two", 1),
        ("tests.three", 8.0),
    ]


def test_the_stored_baseline_has_every_figure_and_is_in_the_docs() -> None:
    root = Path(__file__).resolve().parents[2]
    document = json.loads((root / "benchmarks" / "baseline.json").read_text(encoding="utf-8"))
    page = (root / "docs" / "performance.md").read_text(encoding="utf-8")
    assert baseline.with_table(page, document) == page
    assert [each["name"] for each in document["figures"]] == [each.name for each in BENCHMARKS]
    assert all(list(each) == ROW for each in document["figures"])
