"""Runs: results do not depend on the workers, and an interrupted run continues without repeating a match."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from courtly.arena import Plan, Resources, play
from courtly.arena.compiled import seats_of
from courtly.arena.crew import ProcessWorker, WorkerLost
from courtly.arena.journal import BadRun, Journal
from courtly.arena.plan import Unit
from courtly.arena.rows import read_task_result
from courtly.arena.work import LocalWorker, OptionalOutput
from courtly.bots import Budget, Choice, UnknownBot
from courtly.engine.compile.rng import Stream
from courtly.engine.errors import BadOption
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.records import read_record
from tests.arena import programs

PATIENCE = 60.0
OWN = f"python:{__name__}:Stubborn"
FAILS = (f"{OWN}:fail", OWN, OWN)


class Stubborn:
    """A Python bot that plays the first legal move, or misbehaves on request."""

    name = "stubborn"

    def __init__(self, manner: str = "") -> None:
        self.manner = manner

        self.asked = 0

    def choose(self, knowledge: Knowledge, rng: Stream, budget: Budget | None = None) -> Choice:
        if self.manner == "die":
            os._exit(1)
        if self.manner == "fail":
            raise ValueError("no idea")
        if self.manner == "leave":
            sys.exit("enough")
        sys.stdout.write("a bot may print\n")
        self.asked += self.manner == "remember"
        return Choice(knowledge.legal[self.asked % len(knowledge.legal)])


def plan(*bots: str, deals: int = 3, **more: Any) -> Plan:
    return Plan("courtisans", {"players": 2}, bots, deals, **more)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def command(folder: Path, *bots: str, deals: int = 6) -> list[str]:
    """Return the command of a tournament in a separate process that stores its run in a folder."""
    players = [word for bot in bots for word in ("--players", bot)]
    more = ["--deals", str(deals), "--resume", str(folder), "--workers", "1", "--json"]
    return [sys.executable, "-m", "courtly.cli", "arena", "courtisans", *players, *more]


@contextmanager
def started(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    """Yield a process; it is killed at the end, even if the test fails."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def rows_in(folder: Path) -> int:
    file = folder / "matches.bin"
    return file.stat().st_size // 28 if file.exists() else 0


@pytest.mark.parametrize("bot", [OWN, f"{OWN}:remember"])
def test_python_bots_play_equal_matches_in_one_process_and_in_two(bot: str) -> None:
    one, two = (play(plan(bot, "random"), Resources(workers=workers)) for workers in (1, 2))
    assert one.rows.tobytes() == two.rows.tobytes()
    assert len(one.rows) == 6


def test_compiled_and_other_lineups_make_one_tournament() -> None:
    results = play(plan("random", "steward", OWN, deals=2), Resources(workers=1))
    assert results.rows["match"].tolist() == list(range(12))


@pytest.mark.parametrize(("manner", "why"), [("fail", "ValueError: 'no idea'"), ("leave", "SystemExit: 'enough'")])
def test_a_failing_bot_forfeits(manner: str, why: str) -> None:
    results = play(plan(f"{OWN}:{manner}", "random", deals=1), Resources(workers=1))
    assert results.rows["forfeit"].tolist() == [0, 1]
    assert results.reasons == dict.fromkeys([0, 1], f"failed: {why}")


def test_the_row_of_a_forfeited_match_has_its_starting_seat() -> None:
    whole, cut = (
        LocalWorker(Plan("cursed_court", {"players": 3}, bots, deals=4), OptionalOutput())
        for bots in ((OWN,) * 3, FAILS)
    )
    for match in range(4):
        row = cut.do(match).rows[0]
        assert row["first"] == whole.do(match).rows[0]["first"]
        assert (row["turns"], row["decisions"]) == (0, 0) or row["turns"] > 0


def test_a_bot_that_kills_its_process_ends_the_run_with_an_error() -> None:
    with pytest.raises(WorkerLost, match="task 0 failed: the process stopped unexpectedly"):
        play(plan(f"{OWN}:die", "random", deals=1), Resources(workers=1))


def test_a_killed_process_is_replaced_and_its_match_repeated() -> None:
    wanted = plan(OWN, "random")
    worker = ProcessWorker(wanted, OptionalOutput())
    first = worker.do(0)
    assert worker._process is not None
    worker._process.kill()
    again = worker.do(0)
    worker.close()
    assert first.rows.tobytes() == again.rows.tobytes()
    with pytest.raises(WorkerLost):
        worker.do(1)


def test_an_error_in_a_process_is_reported_without_retries() -> None:
    worker = ProcessWorker(plan(OWN, "random"), OptionalOutput())
    with pytest.raises(WorkerLost, match="failed: IndexError: "):
        worker.do(Unit(9, 0, 1))
    worker.close()


def test_records_are_written_on_request_and_valid(tmp_path: Path) -> None:
    results = play(plan("steward", OWN, deals=1), Resources(workers=1, records=tmp_path / "records"))
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == ["match-000000000.json", "match-000000001.json"]
    for file, row in zip(files, results.rows, strict=True):
        assert read_record(file.read_text()).scores() == row["scores"].tolist()


def test_missing_records_of_compiled_matches_are_replayed(tmp_path: Path) -> None:
    run, records = tmp_path / "run", tmp_path / "records"
    wanted = plan("random", "steward", deals=2)
    first = play(wanted, Resources(folder=run))
    again = play(wanted, Resources(folder=run, records=records))
    assert first.rows.tobytes() == again.rows.tobytes()
    assert rows_in(run) == 4
    told = [read_record(file.read_text()).scores() for file in sorted(records.iterdir())]
    assert told == first.rows["scores"].tolist()


def test_missing_records_of_other_matches_are_an_error(tmp_path: Path) -> None:
    wanted = plan("steward", OWN, deals=1)
    play(wanted, Resources(workers=1, folder=tmp_path / "run"))
    with pytest.raises(BadRun, match="2 matches were played without keeping their records, from match 0 on"):
        play(wanted, Resources(workers=1, folder=tmp_path / "run", records=tmp_path / "records"))


def test_the_result_of_a_task_survives_serialization() -> None:
    done = LocalWorker(plan("random", "steward"), OptionalOutput(records=True, uses=True)).do(1)
    assert read_task_result(json.loads(json.dumps(done.as_dict()))).as_dict() == done.as_dict()


@pytest.mark.parametrize("workers", [0, -1, 5000])
def test_a_wrong_number_of_workers_is_refused(workers: int) -> None:
    with pytest.raises(BadOption, match="workers cannot be"):
        play(plan("random", "random"), Resources(workers=workers))


def test_an_unknown_bot_is_refused_before_the_first_match(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot):
        play(plan("random", "grandmaster"), Resources(folder=tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_progress_is_reported_from_start_to_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    for deals in (3, 5):
        wanted = plan("random", "steward", deals=deals)
        play(wanted, Resources(folder=tmp_path), lambda done, total: told.append((done, total)))
    assert told == [(0, 6), (6, 6), (6, 10), (10, 10)]
    assert rows_in(tmp_path) == 10


def test_a_finished_run_is_not_repeated_but_can_be_extended(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = programs.spec("log", str(log))
    resources = Resources(workers=1, folder=tmp_path / "run")
    first = play(plan(bot, "random", deals=1), resources)
    again = play(plan(bot, "random", deals=1), resources)
    assert log.read_text().count("begun") == 2
    assert first.rows.tobytes() == again.rows.tobytes()
    longer = play(plan(bot, "random", deals=2), resources)
    assert log.read_text().count("begun") == 4
    assert longer.rows[:2].tobytes() == first.rows.tobytes()


def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    play(plan("random", "steward"), Resources(folder=tmp_path))
    with pytest.raises(BadRun, match="its seed is 0, not 8"):
        play(plan("random", "steward", seed=8), Resources(folder=tmp_path))


@pytest.mark.parametrize(("key", "other"), [("courtly", "0.0.9"), ("rules", "0"), ("weights", {})])
def test_a_run_does_not_continue_with_other_players_or_rules(tmp_path: Path, key: str, other: object) -> None:
    wanted = plan("random", "steward")
    play(wanted, Resources(folder=tmp_path))
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), key: other}))
    with pytest.raises(BadRun, match=f"its {key} is"):
        play(wanted, Resources(folder=tmp_path))


@pytest.mark.parametrize("text", ["?", "[]"])
def test_a_folder_without_a_plan_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(BadOption, match="is not the plan of a run"):
        play(plan("random", "steward"), Resources(folder=tmp_path))


def test_damaged_results_are_reported_with_advice(tmp_path: Path) -> None:
    wanted = plan("random", "steward", deals=2)
    size = play(wanted, Resources(workers=1, folder=tmp_path)).rows.itemsize
    damage(tmp_path / "matches.bin", at=2 * size, with_bytes=b"\xfe" * size)
    with pytest.raises(BadRun, match=r"matches\.bin is damaged: row 3 belongs to no match .* start in a new folder"):
        play(wanted, Resources(workers=1, folder=tmp_path))


def damage(file: Path, *, at: int, with_bytes: bytes) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:at] + with_bytes + content[at + len(with_bytes) :])


@pytest.mark.parametrize("line", [b"\xff\xfe", b"{}", b"[1]", b"7", b'["1", "late"]', b"[1, 2]", b"[" * 100_000])
def test_a_damaged_list_of_forfeits_is_reported_with_its_line_and_not_changed(tmp_path: Path, line: bytes) -> None:
    wanted = plan("random", "steward")
    play(wanted, Resources(workers=1, folder=tmp_path))
    forfeits = tmp_path / "forfeits.jsonl"
    forfeits.write_bytes(b'[0, "late"]\n' + line + b'\n[1, "lost')
    before = forfeits.read_bytes()
    with pytest.raises(BadRun, match=r"forfeits\.jsonl is damaged: line 2 is not a line of a run"):
        play(wanted, Resources(workers=1, folder=tmp_path))
    assert forfeits.read_bytes() == before


def test_two_runs_cannot_share_a_folder(tmp_path: Path) -> None:
    with Journal(plan("random", "steward"), tmp_path), pytest.raises(BadRun, match="another run is already using"):
        play(plan("random", "steward"), Resources(folder=tmp_path))


def test_an_incomplete_end_is_cut_off_and_forfeits_are_kept(tmp_path: Path) -> None:
    wanted = plan(f"{OWN}:fail", "steward", deals=2)
    whole = play(wanted, Resources(workers=1, folder=tmp_path))
    rows, forfeits = tmp_path / "matches.bin", tmp_path / "forfeits.jsonl"
    os.truncate(rows, rows.stat().st_size - 5)
    os.truncate(forfeits, forfeits.stat().st_size - 5)
    again = play(wanted, Resources(workers=1, folder=tmp_path))
    assert whole.rows.tobytes() == again.rows.tobytes()
    assert whole.reasons == again.reasons


def test_an_incomplete_span_continues_at_its_first_missing_deal(tmp_path: Path) -> None:
    wanted = plan("random", "steward", deals=20)
    whole = play(wanted, Resources(folder=tmp_path))
    os.truncate(tmp_path / "matches.bin", 21 * whole.rows.itemsize + 5)
    again = play(wanted, Resources(folder=tmp_path))
    assert whole.rows.tobytes() == again.rows.tobytes()
    assert rows_in(tmp_path) == 40


def test_a_killed_run_continues_and_repeats_no_finished_match(tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "run"
    words = command(folder, programs.spec("log", str(log)), "random")
    with started(words) as process:
        until(lambda: rows_in(folder) >= 3)
        process.kill()
    finished, begun = rows_in(folder), log.read_text().count("begun")
    assert finished < 12
    assert begun <= finished + 1
    outcome = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(outcome.stdout)["matches"] == 12
    assert log.read_text().count("begun") == begun + 12 - finished


def test_an_interrupted_run_ends_and_leaves_no_process_behind(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = command(folder, programs.spec("silent"), "random")
    with started(words) as process:
        until(lambda: bool(children_of(children_of(process.pid))))
        left = children_of(process.pid) + children_of(children_of(process.pid))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in said
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))


def children_of(pids: int | list[int]) -> list[int]:
    """Return the child processes of the given processes."""
    parents = [pids] if isinstance(pids, int) else pids
    files = [file for parent in parents for file in Path(f"/proc/{parent}/task").glob("*/children")]
    return [int(pid) for file in files for pid in file.read_text().split()]


def test_a_full_disk_ends_the_run_with_one_line_and_the_run_can_continue(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = command(folder, "random", "steward", deals=2000)

    def limit_file_size() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    outcome = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=limit_file_size)
    assert outcome.returncode == 1
    assert outcome.stderr.count("\n") == 1
    assert "File too large" in outcome.stderr
    assert 0 < rows_in(folder) < 4000
    outcome = subprocess.run(words, capture_output=True, text=True, check=True)
    found, fresh = json.loads(outcome.stdout), play(plan("random", "steward", deals=2000), Resources(workers=1))
    assert found["matches"] == len(fresh.rows)


@pytest.mark.parametrize(("banners", "lacks"), [(True, {}), (False, {"lacks_net": True})])
def test_records_say_which_bots_lack_their_net(banners: bool, lacks: dict[str, bool]) -> None:
    options = {"players": 2, "banners": banners}
    seats = seats_of(Plan("monarch", options, ("novice", "steward"), deals=1), 0)
    assert seats == [{"name": "novice"} | lacks, {"name": "steward"}]
