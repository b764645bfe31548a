"""Lessons over HTTP: they are played with plain forms and do not reveal hidden information."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.tables.people import COLOURS
from courtly.teaching.course import LessonState
from courtly.teaching.lesson import Lesson, played
from courtly.teaching.loading import lesson_of
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.lessons import NOTHING, drafted, focus_sheet, focused, lesson_page, said_of
from courtly.web.render import render
from tests.teaching.helpers import TAUGHT, small, way, with_records
from tests.web.helpers import JSON, page

every_game = pytest.mark.parametrize("game", TAUGHT)
every_language = pytest.mark.parametrize("lang", LANGUAGES)

LEFT = ("Leave the lesson", "Quitter la leçon", "Lektion verlassen")


def body(stop: LessonState, lang: str) -> str:
    locale = Locale(lang, domain=stop.lesson.game)
    return text_of(lesson_page(stop, locale, shows=True), lang) + focus_sheet(focused(stop, locale, shows=True))


def text_of(shown: MatchPage | FinalPage, lang: str = "en") -> str:
    return bytes(render(shown.template, shown, Locale(lang, domain=shown.game)).body).decode()


def drafts(stop: LessonState, lang: str) -> list[dict[str, Any]]:
    """Return the answers to the drafts of the accepted acts, each with one act more."""
    acts = played(stop.moment)[len(stop.place.done) :] if stop.accepted_moves else []
    return [drafted(stop, acts[: number + 1], Locale(lang)) for number in range(len(acts))]


def act(client: httpx.Client, url: str, move: str, **how: Any) -> httpx.Response:
    return client.post(f"{url}/acts", data={"match": "1", "turn": "0", "command": "x", "move": move}, **how)


def step_on(client: httpx.Client, url: str, stop: LessonState) -> str:
    """Do the act that a position asks for, as a browser without script does, and return the next address."""
    text = page(client, url)
    assert any(words in text for words in LEFT)
    if stop.accepted_moves:
        answer = act(client, url, stop.accepted_moves[0][0])
    elif stop.is_question:
        right = next(number for number, choice in enumerate(stop.moment.choice) if choice.right)
        answer = client.post(f"{url}/answer", data={"answer": str(right)})
        assert answer.status_code == 303, answer.text
        return next_url(page(client, answer.headers["location"]))
    else:
        return next_url(text)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removesuffix("#main")


def next_url(text: str) -> str:
    found = re.search(r'id="lesson-next" href="([^"]+)"', text)
    return found[1] if found else ""


@every_game
@every_language
def test_a_lesson_can_be_finished_without_script(client: httpx.Client, game: str, lang: str) -> None:
    client.headers["Accept-Language"] = lang
    url = re.search(rf'href="(/learn/{game}/1)"', page(client, f"/learn/{game}"))
    assert url
    here = url[1]
    for stop in way(lesson_of(game)):
        assert here == f"/learn/{game}/{stop.place.path}"
        here = step_on(client, here, stop)
    assert here == ""


ANSWER, NEXT = "Answer the question of the lesson.", "Press Next in the lesson."


@every_game
def test_every_caption_says_what_the_reader_of_a_lesson_has_to_do(game: str) -> None:
    locale, found = Locale(domain=game), set[str]()
    for stop in way(lesson_of(game)):
        for said in [NOTHING, said_of("right", stop, locale)] if stop.is_question else [NOTHING]:
            shown = lesson_page(stop, locale, said=said)
            if isinstance(shown, MatchPage):
                assert shown.lesson
                to_do = ANSWER if shown.lesson.choices else NEXT if shown.lesson.next_url else ""
                caption = re.search(r'id="caption"[^>]*>(.*?)</p>', text_of(shown), re.DOTALL)
                assert caption
                assert [words for words in (ANSWER, NEXT, "Waiting") if words in caption[1]] == [to_do][: bool(to_do)]
                assert bool(shown.acts) is (to_do == ""), stop.place.path
                found.add(to_do)
    assert found == {ANSWER, NEXT, ""}


@every_game
def test_the_title_of_a_step_is_not_shown_while_the_others_move(game: str) -> None:
    for stop in way(lesson_of(game)):
        title = re.search(r'id="lesson-title"[^>]*>([^<]*)', text_of(lesson_page(stop, Locale(domain=game))))
        assert title
        assert unescape(title[1]) == ("Since your move" if stop.is_interlude else stop.step.title.in_language("en"))


def test_the_last_step_of_an_unfinished_match_asks_for_nothing(tmp_path: Path) -> None:
    last = list(way(small(tmp_path)))[-1]
    shown = lesson_page(last, Locale())
    assert isinstance(shown, MatchPage)
    assert (shown.caption.text, shown.acts) == ("The lesson ends here.", [])


@every_game
def test_the_end_offers_a_match_that_begins_immediately(client: httpx.Client, game: str) -> None:
    last = list(way(lesson_of(game)))[-1]
    text = page(client, f"/learn/{game}/{last.place.path}")
    form = text[text.index('action="/tables"') :]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form[: form.index("</form>")]))
    opened = client.post("/tables", data={name: unescape(value) for name, value in fields.items()})
    assert opened.status_code == 303
    assert 'body class="match' in page(client, opened.headers["location"])


def test_a_legal_act_that_the_lesson_does_not_ask_for_gets_feedback_and_changes_nothing(client: httpx.Client) -> None:
    answer = act(client, "/learn/courtisans/1", "play stag.plain below")
    assert answer.status_code == 409
    assert "help the Stags" in answer.text
    assert 'data-lesson="/learn/courtisans/1"' in answer.text


def test_a_script_gets_the_next_address_or_an_error(client: httpx.Client) -> None:
    url = "/learn/courtisans/1"
    right = client.post(f"{url}/acts", json={"moves": ["play stag.plain above"]}, headers=JSON)
    assert right.json() == {"version": 1, "next": "/learn/courtisans/2"}
    wrong = client.post(f"{url}/acts", json={"moves": ["play toad.plain above"]}, headers=JSON)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "not-in-lesson")
    illegal = client.post(f"{url}/acts", json={"moves": ["play carp.noble above"]}, headers=JSON)
    assert (illegal.status_code, illegal.json()["error"]["reason"]) == (422, "not-in-hand")


def test_the_acts_of_a_moment_are_one_draft(client: httpx.Client) -> None:
    url, acts = "/learn/courtisans/6", ["play toad.assassin below", "kill toad.noble above"]
    first = client.post(f"{url}/draft?as=html", json={"moves": acts[:1]}, headers=JSON).json()
    assert [act["move"] for act in first["acts"] if act["target"] == "play:4"] == acts[1:]
    whole = client.post(f"{url}/draft?as=html", json={"moves": acts}, headers=JSON).json()
    assert (whole["legal"], whole["acts"]) == ([], [])
    assert "Confirm, or undo." in whole["regions"]["asked"]
    sent = client.post(f"{url}/acts", json={"moves": acts}, headers=JSON)
    assert sent.json() == {"version": 12, "next": "/learn/courtisans/7"}


def test_a_draft_shows_the_choice_of_the_learner(client: httpx.Client) -> None:
    acts = ["buy mill-stream", "build c3"]
    shown = client.post("/learn/monarch/2/draft?as=html", json={"moves": acts}, headers=JSON).json()
    assert shown["reveals"]
    assert "Mill Stream" in shown["regions"]["at-cell-c3"]
    sent = client.post("/learn/monarch/2/acts", json={"moves": acts}, headers=JSON)
    assert sent.json()["next"] == "/learn/monarch/3?told=instead"


def test_an_act_that_the_lesson_does_not_ask_for_joins_no_draft(client: httpx.Client) -> None:
    right = "play stag.plain above"
    for moves in (["play stag.plain below"], [right, "play stag.noble domain:0"]):
        for what in ("draft", "acts"):
            refused = client.post(f"/learn/courtisans/1/{what}", json={"moves": moves}, headers=JSON)
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not-in-lesson")


@pytest.mark.parametrize("sent", [b"", b"[]", b'{"moves": []}', b'{"moves": ["a", "b"]}', b"\xff"])
@pytest.mark.parametrize("what", ["draft", "acts"])
def test_an_invalid_act_is_rejected(client: httpx.Client, what: str, sent: bytes) -> None:
    headers = {**JSON, "Content-Type": "application/json"}
    assert client.post(f"/learn/courtisans/1/{what}", content=sent, headers=headers).status_code in (400, 422)


@pytest.mark.parametrize("label", ["", "1", "9", "x"])
def test_a_wrong_answer_gets_feedback(client: httpx.Client, label: str) -> None:
    answer = client.post("/learn/courtisans/4/answer", data={"answer": label})
    assert answer.status_code == 409
    assert "is-wrong" in answer.text


@every_game
@pytest.mark.parametrize(
    ("lang", "said", "mark"), [("en", "Not quite.", "wrong answer"), ("de", "Nicht ganz.", "falsche Antwort")]
)
def test_a_wrong_answer_is_called_wrong_and_its_button_is_marked(
    client: httpx.Client, game: str, lang: str, said: str, mark: str
) -> None:
    client.headers["Accept-Language"] = lang
    stop = next(stop for stop in way(lesson_of(game)) if stop.is_question)
    wrong = next(number for number, choice in enumerate(stop.moment.choice) if not choice.right)
    text = client.post(f"/learn/{game}/{stop.place.path}/answer", data={"answer": str(wrong)}).text
    assert f'is-wrong" role="status">{said} ' in text
    marked = re.findall(r'<button class="secondary is-wrong" name="answer" value="(\d)">(.*?)</button>', text)
    assert [(number, mark in words) for number, words in marked] == [(str(wrong), True)]


def test_a_right_answer_gets_its_reason_before_the_lesson_goes_on(client: httpx.Client) -> None:
    answer = client.post("/learn/courtisans/4/answer", data={"answer": "0"})
    assert answer.headers["location"] == "/learn/courtisans/4?told=right"
    text = page(client, answer.headers["location"])
    said = re.search(r'class="lesson-answer" role="status">([^<]+)<', text)
    assert said
    assert said[1].startswith("Correct. Aldric saw it")
    assert 'name="answer"' not in text
    assert next_url(text) == "/learn/courtisans/5"


def test_the_later_acts_of_a_moment_begin_with_the_table(client: httpx.Client) -> None:
    """On a phone, the address folds the sheet of the lesson, whose text has been read."""
    first = client.post("/learn/courtisans/6/acts", json={"moves": ["play toad.assassin below"]}, headers=JSON)
    assert first.json()["next"] == "/learn/courtisans/6/1/0#main"
    last = client.post("/learn/courtisans/6/1/0/acts", json={"moves": ["kill toad.noble above"]}, headers=JSON)
    assert last.json()["next"] == "/learn/courtisans/7"


@pytest.mark.parametrize("path", ["11", "0", "x", "1/2", "1/1/1", "9/1/0-1-0", "1/record", "A@9"])
def test_addresses_outside_a_lesson_do_not_exist(client: httpx.Client, path: str) -> None:
    assert client.get(f"/learn/courtisans/{path}").status_code == 404


@pytest.mark.parametrize("address", ["/learn/chess/1", "/rules/chess", "/learn/courtisans/1/record"])
def test_unknown_addresses_are_rejected(client: httpx.Client, address: str) -> None:
    assert client.get(address).status_code in (404, 422)
    assert client.post(address).status_code in (404, 405, 422)


def test_the_solution_is_shown_on_request(client: httpx.Client) -> None:
    assert "Answer:" not in page(client, "/learn/courtisans/1")
    assert "above the Queen" in unescape(page(client, "/learn/courtisans/1?show=1")).partition("Answer:")[2]
    assert "11 coins" in page(client, "/learn/cursed_court/5?show=1").partition("Answer:")[2]
    sheet = client.get("/learn/courtisans/1/focus.css?show=1")
    assert sheet.headers["content-type"].startswith("text/css")
    assert '[data-id="above"]' in sheet.text


def test_a_lesson_is_identical_for_all_viewers(client: httpx.Client, stranger: httpx.Client) -> None:
    assert page(client, "/learn/monarch/2") == page(stranger, "/learn/monarch/2")


def twins(lesson: Lesson) -> list[Lesson]:
    """Return two lessons whose records differ in information that seat 0 never learns."""
    changed: list[dict[str, Any]] = [{}, {}]
    for name, match in lesson.records.items():
        for world in (0, 1):
            changed[world][name] = _hidden_otherwise(match.record(), world)
    return [with_records(lesson, each) for each in changed]


def _hidden_otherwise(record: dict[str, Any], world: int) -> dict[str, Any]:
    """Return a record in which the cards that are never drawn have another order."""
    deal = dict(record["deal"])
    record = {name: value for name, value in record.items() if name not in ("result", "seed")}
    if record["game"] == "courtisans":
        drawn = 3 * 3 + 3 * len([move for move in record["moves"] if move.startswith("play ")]) // 3
        deal["deck"] = _turned(deal["deck"], drawn + 3, world)
    elif record["game"] == "cursed_court":
        deal["years"] = [_turned(year, 8, world) for year in deal["years"]]
    else:
        deal["deck"] = _turned(deal["deck"], 40, world)
    return {**record, "deal": deal}


def _turned(cards: Sequence[str], kept: int, world: int) -> list[str]:
    return [*cards[:kept], *(reversed(cards[kept:]) if world else cards[kept:])]


def as_far_as_unfinished(stops: Iterator[LessonState]) -> list[LessonState]:
    return [stop for stop in stops if not stop.match.is_over]


@every_game
def test_the_others_have_the_colours_of_the_bots_in_a_first_match(game: str) -> None:
    stop = next(way(lesson_of(game)))
    signs = [member.pennant.colour for member in lesson_page(stop, Locale(domain=game)).around.members]
    assert signs == [COLOURS[-1], *COLOURS[: len(signs) - 1]]


@every_game
@every_language
def test_twin_worlds_have_equal_pages_at_every_position(game: str, lang: str) -> None:
    one, other = twins(lesson_of(game))
    assert [each.record()["deal"] for each in one.records.values()] != [
        each.record()["deal"] for each in other.records.values()
    ]
    shown = [
        [(body(stop, lang), drafts(stop, lang)) for stop in as_far_as_unfinished(way(lesson, lang))]
        for lesson in (one, other)
    ]
    assert len(shown[0]) > 10
    assert shown[0] == shown[1]


def test_another_seats_spy_is_on_no_page_before_the_end() -> None:
    """Aldric's spy is a Carp. The learner sees no other Carp spy, so the id `carp.spy` on a page would reveal it."""
    for stop in way(lesson_of("courtisans")):
        if not stop.match.is_over:
            assert "carp.spy" not in body(stop, "en"), stop.place.path


def test_nobles_hidden_between_other_players_are_on_no_page_before_the_year_ends() -> None:
    for stop in way(lesson_of("cursed_court")):
        holes = stop.match.view(0)["holes"]
        assert [hole["cards"] for hole in holes if 0 not in hole["seats"]] in ([], [None, None])


def test_no_page_of_a_lesson_contains_the_record(client: httpx.Client) -> None:
    record = lesson_of("courtisans").records["B"].record()
    for step in range(1, 10):
        text = page(client, f"/learn/courtisans/{step}")
        assert json.dumps(record["moves"][-3:])[1:-1] not in unescape(text)
        assert "courtly-match/1" not in text
