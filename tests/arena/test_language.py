"""Language model players as real processes: text requests, costs, refused answers with a reason, and forfeits."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from courtly.arena import Plan, Resources, play, summary
from courtly.arena.language import TRIES, text_request
from courtly.arena.rows import NOBODY, ModelCost, TaskResult, read_task_result
from courtly.arena.work import LocalWorker, OptionalOutput
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening
from tests.arena import programs

EXAMPLE = Path(__file__).parents[2] / "examples" / "language_model.py"


def plan_with(spec: str, *, move_time: float = 5.0) -> Plan:
    return Plan("courtisans", {"players": 2}, (spec, "random"), deals=1, move_time=move_time)


def played(manner: str, move_time: float = 5.0) -> TaskResult:
    """Play the match in which a program with the given behaviour has the first seat."""
    return LocalWorker(plan_with(programs.model(manner), move_time=move_time), OptionalOutput()).do(0)


def test_a_model_plays_a_whole_match_and_its_costs_are_counted() -> None:
    done = played("thrifty")
    spent = done.spent[0][0]
    assert done.rows["forfeit"].tolist() == [NOBODY]
    assert (spent.tokens, spent.cost) == (10 * spent.answers, 0.5 * spent.answers)
    assert spent.seconds > 0
    assert read_task_result(json.loads(json.dumps(done.as_dict()))).spent == done.spent


def test_a_transcript_has_every_message_with_its_answer_and_its_time(tmp_path: Path) -> None:
    plan = plan_with(programs.model("slow to learn"))
    results = play(plan, Resources(workers=1, transcripts=tmp_path))
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"match-{match:09}.jsonl" for match in range(plan.matches)]
    lines = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    asked = [line for line in lines if line["sent"]["type"] == "move"]
    spent = [each for found in results.spent.values() for each in found.values()]
    assert len(asked) == sum(each.answers for each in spent)
    assert sum("refused" in line["sent"] for line in asked) == sum(each.refused for each in spent)
    assert all(line["seconds"] > 0 and "answer" in line and line["seat"] in (0, 1) for line in asked)


def test_a_refused_answer_is_repeated_with_the_reason_and_counted() -> None:
    done = played("slow to learn")
    spent = done.spent[0][0]
    assert done.rows["forfeit"].tolist() == [NOBODY]
    assert (spent.tokens, spent.cost) == (3 * spent.answers / 2, None)
    assert spent.refused == spent.answers / 2
    assert spent.seconds / spent.answers <= spent.slowest <= spent.seconds


@pytest.mark.parametrize(
    ("manner", "reason", "answers"),
    [
        ("stubborn", "gave no legal move in 3 answers: {'move': 100000} is not", TRIES),
        ("number", "gave no legal move in 3 answers: 7 is not", TRIES),
        ("nonsense", "answered '?', which is not JSON", 1),
        ("crash", "ended with exit status 3: 'out of ideas'", 1),
    ],
)
def test_a_model_without_a_legal_move_forfeits_and_its_cost_is_kept(manner: str, reason: str, answers: int) -> None:
    done = played(manner)
    assert done.rows["forfeit"].tolist() == [0]
    assert reason in done.reasons[0]
    assert done.spent[0][0].answers == answers


def test_a_model_without_an_answer_forfeits_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.arena.outside.Program.__init__.__kwdefaults__", {"start_time": 0.2})
    done = played("silent", move_time=0.2)
    assert done.reasons == {0: "gave no answer within 0.4 s"}


def test_a_request_contains_new_events_and_numbered_moves() -> None:
    match = Match(set_up("courtisans", {"players": 2}), Opening(seed=3))
    while match.to_move != 1:
        match.play(match.legal_moves()[0])
    legal, asked = text_request(match.knowledge(1), match.log(1), since=0)
    assert [each["move"] for each in asked["legal"]] == list(legal)
    assert all(match.setup.codec.format(number) in match.legal_moves() for number in legal)
    assert "- seat 0 plays" in asked["text"]
    assert "- seat 0 plays" not in text_request(match.knowledge(1), match.log(1), since=len(match.log(1)))[1]["text"]


def test_costs_are_in_the_summary_and_survive_an_interruption(tmp_path: Path) -> None:
    plan = plan_with(programs.model("thrifty"))
    first = summary(play(plan, Resources(workers=1, folder=tmp_path)))
    model, other = first["bots"]
    assert model["spent"]["tokens"] == 10 * model["spent"]["answers"]
    assert other["spent"] is None
    assert summary(play(plan, Resources(workers=1, folder=tmp_path))) == first


@pytest.mark.parametrize("line", ["[0, 7]", '[0, "x"]', '["a", [[0, 1, 2.0, null, null]]]', "{"])
def test_an_invalid_file_of_costs_is_refused(tmp_path: Path, line: str) -> None:
    plan = Plan("courtisans", {"players": 2}, ("random", "steward"), deals=1)
    play(plan, Resources(workers=1, folder=tmp_path))
    (tmp_path / "spent.jsonl").write_text(line + "\n")
    with pytest.raises(Exception, match=r"spent\.jsonl is damaged: line 1"):
        play(plan, Resources(workers=1, folder=tmp_path))


def test_reported_costs_add_up() -> None:
    assert ModelCost(1, 2.0, 5.0).plus(ModelCost(1, 1.0, None, 0.5)) == ModelCost(2, 3.0, 5.0, 0.5)


class Completions(BaseHTTPRequestHandler):
    """A fake server of language models: it chooses the last number in every request."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number = asked["messages"][-1]["content"].splitlines()[-1].partition(":")[0]
        answer = {"choices": [{"message": {"content": f"I take {number}."}}], "usage": {"total_tokens": 7}}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Log nothing."""


def test_the_example_plays_through_a_language_model_server() -> None:
    with HTTPServer(("127.0.0.1", 0), Completions) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        spec = f"llm:{sys.executable} {EXAMPLE} http://127.0.0.1:{server.server_port}/v1 any-model"
        done = LocalWorker(plan_with(spec), OptionalOutput()).do(0)
        server.shutdown()
    assert done.reasons == {}
    assert done.spent[0][0].tokens == 7 * done.spent[0][0].answers
