"""Live tables under load: what is made of the answers. How fast a server is belongs to the figures themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from courtly.bench.live import figures, postgresql
from courtly.bench.live.load import Outcome, Timetable, even, played
from courtly.bench.live.prepare import ME, OPEN, prepared
from courtly.bench.live.server import PEER, CannotMeasure, serving
from courtly.bench.measure import Effort
from courtly.bench.report import present

QUICK = Effort(repeats=1, scale=0.0001)


def outcome(*waits: float | None, every: float = 1.0) -> Outcome:
    return Outcome([(number * every, wait) for number, wait in enumerate(waits)], 0, 0, 0.0)


def test_a_timetable_has_as_many_moves_as_its_rates_say_and_ends_in_time() -> None:
    dues = Timetable(10.0, 10.0, 30.0).dues()
    assert len(dues) == 200
    assert dues == sorted(dues)
    assert 0 <= dues[0] < dues[-1] <= 10
    assert sum(due < 5 for due in dues) < 100
    assert len(even(20, 3).dues()) == 60


def test_a_move_that_nobody_acknowledged_is_late() -> None:
    found = outcome(0.05, 0.09, 0.2, None)
    assert found.within(0.1) == 50
    assert found.within(0.25) == 75
    assert found.slowest_of(100) >= 5


def test_the_knee_is_the_last_stretch_that_held() -> None:
    stretches = [*[0.01] * 4, *[0.5] * 4, *[0.01] * 4, *[0.5] * 8]
    found = Outcome([(number / 2, wait) for number, wait in enumerate(stretches)], 0, 0, 0.0)
    assert figures.knee(found) == 2
    assert figures.knee(outcome(0.5, 0.5, 0.5)) == 0


def test_what_is_acknowledged_most_in_a_stretch_counts_answers_and_not_what_was_due() -> None:
    assert outcome(3.0, 2.0, 1.0, 0.0, None).most_a_second(1.0) == 4


def test_tables_are_prepared_some_moves_into_matches_whose_script_goes_to_the_end(tmp_path: Path) -> None:
    first, second = prepared(tmp_path / "tables.db", "courtisans", [ME, OPEN], tables=2, moves=4)
    assert first.id != second.id
    assert len({*first.tokens, *second.tokens}) == 4
    assert {seat for seat, _ in first.script} == {0, 1}
    assert len(first.script) > 40


def test_every_move_is_told_to_everybody_at_the_table_of_the_peer(tmp_path: Path) -> None:
    tables = prepared(tmp_path / "tables.db", "courtisans", [ME, OPEN, OPEN], tables=2)
    with serving(PEER, tmp_path / "peer.db") as served:
        found = played([served], tables, even(20, 1))
    assert found.within(60) == 100
    assert found.entries == 20 * 3


def test_a_server_that_does_not_start_cannot_be_measured(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure), serving(("-c", "print('no')"), tmp_path / "peer.db"):
        raise AssertionError


def test_without_postgresql_its_rows_are_left_out_and_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgresql, "PROGRAMS", Path("/nowhere"))
    rows = [row for row in figures.figures("courtisans") if "postgresql" in row.name or "processes" in row.name]
    assert present(rows, as_json=True, effort=QUICK) == 0
    out, err = capsys.readouterr()
    assert out.split() == ["[", "]"]
    assert postgresql.MISSING in err


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["programs.memory", "pages.p99", "postgresql.knee", "processes.ratio", "bots", "reviews.within-100ms", "restart"],
)
def test_real_servers_are_measured(name: str) -> None:
    (row,) = [row for row in figures.figures("courtisans") if row.name == f"courtisans.live.{name}"]
    assert row.measure(QUICK).value is not None
