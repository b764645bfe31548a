"""Live tables under load: evaluation of the answers. Speed itself is not tested here."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.live import attacks, costs, figures, postgresql
from benchmarks.live.attackers import ATTACKS
from benchmarks.live.attacks import Harm
from benchmarks.live.clients import GRACE
from benchmarks.live.load import Outcome, Timetable, even, played
from benchmarks.live.prepare import ME, OPEN, prepared
from benchmarks.live.server import LIMITS, PEER, CannotMeasure, serving
from benchmarks.measure import Effort
from benchmarks.report import present

QUICK = Effort(repeats=1, scale=0.0001)


def outcome(*waits: float | None, every: float = 1.0) -> Outcome:
    return Outcome([(number * every, wait) for number, wait in enumerate(waits)], 0, 0, 0.0)


def test_a_measured_server_has_high_limits() -> None:
    assert {"COURTLY_MAX_ACTS", "COURTLY_MAX_LINES", "COURTLY_MAX_SOCKETS", "COURTLY_MAX_TABLES"} <= set(LIMITS)


def test_the_size_of_a_stored_match_does_not_depend_on_the_number_of_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    for count in (4, 8):
        monkeypatch.setattr(costs, "FINISHED", count)
        size, moves = costs.stored(tmp_path, "courtisans", 2)
        assert moves == pytest.approx(60, rel=0.5)
        sizes.append(size)
    assert sizes[0] == pytest.approx(sizes[1], rel=0.5)
    assert list(tmp_path.iterdir()) == []


def test_a_timetable_follows_its_rates_and_ends_in_time() -> None:
    dues = Timetable(10.0, 10.0, 30.0).dues()
    assert len(dues) == 200
    assert dues == sorted(dues)
    assert 0 <= dues[0] < dues[-1] <= 10
    assert sum(due < 5 for due in dues) < 100
    assert len(even(20, 3).dues()) == 60


def test_a_move_without_acknowledgement_is_late() -> None:
    found = outcome(0.05, 0.09, 0.2, None)
    assert found.within(0.1) == 50
    assert found.within(0.25) == 75
    assert found.slowest_of(100) >= 5


def test_the_capacity_is_the_rate_of_the_last_window_with_moves_in_time() -> None:
    stretches = [*[0.01] * 4, *[0.5] * 4, *[0.01] * 4, *[0.5] * 8]
    found = Outcome([(number / 2, wait) for number, wait in enumerate(stretches)], 0, 0, 0.0)
    assert figures.knee(found) == 2
    assert figures.knee(outcome(0.5, 0.5, 0.5)) == 0


def test_the_highest_rate_counts_acknowledgements_not_due_moves() -> None:
    assert outcome(3.0, 2.0, 1.0, 0.0, None).most_a_second(1.0) == 4


def test_prepared_tables_have_some_moves_and_a_script_to_the_end(tmp_path: Path) -> None:
    first, second = prepared(tmp_path / "tables.db", "courtisans", [ME, OPEN], tables=2, moves=4)
    assert first.id != second.id
    assert len({*first.tokens, *second.tokens}) == 4
    assert {seat for seat, _ in first.script} == {0, 1}
    assert len(first.script) > 40


def test_the_peer_sends_every_move_to_all_players_of_its_table(tmp_path: Path) -> None:
    tables = prepared(tmp_path / "tables.db", "courtisans", [ME, OPEN, OPEN], tables=2)
    with serving(PEER, tmp_path / "peer.db") as served:
        found = played([served], tables, even(20, 1))
    assert found.within(60) == 100
    assert found.entries == 20 * 3


def test_a_server_that_does_not_start_cannot_be_measured(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure), serving(("-c", "print('no')"), tmp_path / "peer.db"):
        raise AssertionError


def test_without_postgresql_its_figures_are_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgresql, "PROGRAMS", Path("/nowhere"))
    rows = [row for row in figures.figures("courtisans") if "postgresql" in row.name or "processes" in row.name]
    assert present(rows, as_json=True, effort=QUICK) == 0
    out, err = capsys.readouterr()
    assert out.split() == ["[", "]"]
    assert postgresql.MISSING in err


# Figures that need the same runs are in one test. Otherwise each process of the test suite would run them again.
@pytest.mark.long
@pytest.mark.parametrize(
    "names",
    [
        ("programs.memory", "postgresql.knee", "processes.ratio"),
        ("pages.p99",),
        ("bots",),
        ("reviews.within-100ms",),
        ("restart",),
    ],
    ids=" ".join,
)
def test_real_servers_are_measured(names: tuple[str, ...]) -> None:
    for name in names:
        (row,) = [row for row in figures.figures("courtisans") if row.name == f"courtisans.live.{name}"]
        assert row.measure(QUICK).value is not None


@pytest.mark.long
def test_five_players_play_while_a_server_is_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LONG_MATCHES": 1, "WARM_UP": 2, "INTERVAL": 0.1, "MARGIN": 0.5}.items():
        monkeypatch.setattr(attacks, name, value)
    found = attacks.harm_of("drafts", 2)
    assert "200" in found.sent
    assert 0 < found.acts < GRACE
    assert 0 < found.pages < GRACE


def test_the_worst_of_all_attacks_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    harms = {None: Harm(0.1, 0.2, 3, "")} | {attack: Harm(0.5, 0.9, 9, "x") for attack in ATTACKS}
    monkeypatch.setattr(attacks, "harm_of", lambda attack, _: harms[attack])
    harms["hints"] = Harm(0.75, 0.1, 1, "7 × 200")
    acts, _, memory = (row.measure(QUICK) for row in attacks.figures())
    assert (acts.value, acts.peer_value) == (750, 100)
    assert (memory.value, memory.peer_value) == (9, 3)
    assert "hints 750" in str(acts.note)
    assert "hints: 7 × 200" in str(acts.note)
