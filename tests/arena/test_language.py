"""Seats for language models, as real processes: told in words, counted, refused with a reason, and out by forfeit."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from courtly.arena import Plan, Resources, play, summary
from courtly.arena.language import TRIES, asked_in_words
from courtly.arena.rows import NOBODY, Done, Spent, read_done
from courtly.arena.work import LocalWorker, Wanted
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match, Opening
from tests.arena import programs

EXAMPLE = Path(__file__).parents[2] / "examples" / "language_model.py"


def plan_with(spec: str, *, move_time: float = 5.0) -> Plan:
    return Plan("courtisans", {"players": 2}, (spec, "random"), deals=1, move_time=move_time)


def played(manner: str, move_time: float = 5.0) -> Done:
    """The match in which a program that behaves in a manner sits first."""
    return LocalWorker(plan_with(programs.model(manner), move_time=move_time), Wanted()).do(0)


def test_a_model_plays_a_whole_match_and_what_it_tells_of_its_cost_is_counted() -> None:
    done = played("thrifty")
    spent = done.spent[0][0]
    assert done.rows["forfeit"].tolist() == [NOBODY]
    assert (spent.tokens, spent.cost) == (10 * spent.answers, 0.5 * spent.answers)
    assert spent.seconds > 0
    assert read_done(json.loads(json.dumps(done.as_dict()))).spent == done.spent


def test_a_refused_answer_is_told_asked_again_and_counted() -> None:
    done = played("slow to learn")
    spent = done.spent[0][0]
    assert done.rows["forfeit"].tolist() == [NOBODY]
    assert (spent.tokens, spent.cost) == (3 * spent.answers / 2, None)


@pytest.mark.parametrize(
    ("manner", "reason", "answers"),
    [
        ("stubborn", "gave no legal move in 3 answers: {'move': 100000} is not", TRIES),
        ("number", "gave no legal move in 3 answers: 7 is not", TRIES),
        ("nonsense", "answered '?', which is not JSON", 1),
        ("crash", "ended with exit status 3: 'out of ideas'", 1),
    ],
)
def test_a_model_that_gives_no_legal_move_forfeits_and_what_it_cost_is_kept(
    manner: str, reason: str, answers: int
) -> None:
    done = played(manner)
    assert done.rows["forfeit"].tolist() == [0]
    assert reason in done.reasons[0]
    assert done.spent[0][0].answers == answers


def test_a_model_without_an_answer_forfeits_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.arena.outside.Program.__init__.__kwdefaults__", {"start_time": 0.2})
    done = played("silent", move_time=0.2)
    assert done.reasons == {0: "gave no answer within 0.4 s"}


def test_a_model_is_told_what_happened_since_it_was_asked_last_and_its_moves_by_number() -> None:
    match = Match(set_up("courtisans", {"players": 2}), Opening(seed=3))
    while match.to_move != 1:
        match.play(match.legal_moves()[0])
    legal, asked = asked_in_words(match.knowledge(1), match.log(1), since=0)
    assert [each["move"] for each in asked["legal"]] == list(legal)
    assert all(match.setup.codec.format(number) in match.legal_moves() for number in legal)
    assert "- seat 0 plays" in asked["text"]
    assert "- seat 0 plays" not in asked_in_words(match.knowledge(1), match.log(1), since=len(match.log(1)))[1]["text"]


def test_what_models_spent_is_in_the_summary_and_outlasts_an_interruption(tmp_path: Path) -> None:
    plan = plan_with(programs.model("thrifty"))
    first = summary(play(plan, Resources(workers=1, folder=tmp_path)))
    model, other = first["bots"]
    assert model["spent"]["tokens"] == 10 * model["spent"]["answers"]
    assert other["spent"] is None
    assert summary(play(plan, Resources(workers=1, folder=tmp_path))) == first


@pytest.mark.parametrize("line", ["[0, 7]", '[0, "x"]', '["a", [[0, 1, 2.0, null, null]]]', "{"])
def test_a_file_of_costs_that_no_run_writes_is_refused(tmp_path: Path, line: str) -> None:
    plan = Plan("courtisans", {"players": 2}, ("random", "steward"), deals=1)
    play(plan, Resources(workers=1, folder=tmp_path))
    (tmp_path / "spent.jsonl").write_text(line + "\n")
    with pytest.raises(Exception, match=r"spent\.jsonl is damaged: line 1"):
        play(plan, Resources(workers=1, folder=tmp_path))


def test_costs_add_up_where_they_are_told() -> None:
    assert Spent(1, 2.0, 5.0).plus(Spent(1, 1.0, None, 0.5)) == Spent(2, 3.0, 5.0, 0.5)


class Completions(BaseHTTPRequestHandler):
    """Speaks as servers of language models do: whatever it is asked, it takes the last number that it reads."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number = asked["messages"][-1]["content"].splitlines()[-1].partition(":")[0]
        answer = {"choices": [{"message": {"content": f"I take {number}."}}], "usage": {"total_tokens": 7}}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of what it replaces
        """Say nothing."""


def test_the_example_asks_a_server_of_language_models() -> None:
    with HTTPServer(("127.0.0.1", 0), Completions) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        spec = f"llm:{sys.executable} {EXAMPLE} http://127.0.0.1:{server.server_port}/v1 any-model"
        done = LocalWorker(plan_with(spec), Wanted()).do(0)
        server.shutdown()
    assert done.reasons == {}
    assert done.spent[0][0].tokens == 7 * done.spent[0][0].answers
