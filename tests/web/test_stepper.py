"""The page of each step of a finished match: perspectives, content, and who may open it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import game_names
from courtly.engine.errors import BadMoment
from courtly.engine.play.match import Match
from courtly.tables.table_views import FinishedMatch, Remark
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import stepper
from courtly.web.render import render
from courtly.web.stepper import step_page
from tests.review.helpers import finished, quick_review
from tests.web.helpers import JSON, application, begin, buttons, page, play_to_the_end, serving, table_view_of, visitor

every_game = pytest.mark.parametrize("game", game_names())


def finished_match(match: Match) -> FinishedMatch:
    return FinishedMatch(table_view_of(match, 0), match)


def shown(match: Match, number: int, eyes: int | None, lang: str = "en") -> str:
    found = step_page(finished_match(match), number, eyes, Locale(lang), ())
    return bytes(render(found.template, found, Locale(lang, domain=match.game)).body).decode()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, httpx.Client, str]]:
    """A match that one person has played to its end: this person's client, another client, and the match's address."""
    database = tmp_path_factory.mktemp("stepper") / "tables.db"
    with serving(application(database)) as site, visitor(site) as client, visitor(site) as stranger:
        url = begin(client, players="2")
        play_to_the_end(client, url)
        yield client, stranger, f"{url}/matches/1"


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_all_audiences_can_step_through_every_game(game: str, lang: str) -> None:
    match = finished(game)
    for number in (0, 1, match.version // 2, match.version):
        for eyes in (None, 0, 1):
            text = shown(match, number, eyes, lang)
            assert f'/moves/{number}?seat=1"' in text
            assert buttons(re.sub(r'<div class="inert" inert>.*?<!-- inert -->', "", text, flags=re.DOTALL)) == []


@pytest.mark.parametrize(("game", "has_hands"), [("courtisans", True), ("cursed_court", True), ("monarch", False)])
def test_a_replay_opens_hands_only_if_the_game_has_any(game: str, has_hands: bool) -> None:
    match = finished(game)
    for number in (0, match.version):
        for eyes in (None, 0):
            assert (">Open hands</a>" in shown(match, number, eyes)) == has_hands


@every_game
def test_steps_do_not_have_moves_that_were_taken_back(game: str) -> None:
    """The table shows these events as its viewer knew them, and a step shows the match as another seat knew it."""
    match = finished(game)
    found = finished_match(match)
    assert found.table_view.match is not None
    remarks = [Remark(0, 0, "", {}, match.log(0, until=1))]
    table_view = replace(found.table_view, match=replace(found.table_view.match, remarks=remarks))
    for number in (1, match.version):
        page = step_page(replace(found, table_view=table_view), number, 1, Locale("en"), ())
        assert page.log == step_page(found, number, 1, Locale("en"), ()).log


@every_game
def test_a_step_shows_only_what_the_seat_knew_at_that_time(game: str) -> None:
    """Two matches that differ only in information hidden from the seat have equal pages."""
    match = finished(game)
    number = match.version // 2
    here = match.at(number)
    twin = here.imagined(0, stream(5))

    for one in (here, twin):
        assert one.view(0) == here.view(0)
    drawn = [shown_at(match, one, number) for one in (here, twin)]
    assert drawn[0] == drawn[1]


def shown_at(match: Match, here: Match, number: int) -> str:
    """Return the page of a move, for a match that returns the position `here` at this move."""

    class MatchAt(Match):
        def at(self, version: int) -> Match:
            return here if version == number else super().at(version)

    again = match.copy()
    again.__class__ = MatchAt
    return re.sub(r'name="command" value="[^"]*"', "", shown(again, number, 0))


def test_the_move_that_ends_a_year_has_a_short_caption() -> None:
    match = finished("cursed_court")
    last = next(n for n in range(match.version) if match.at(n).view(None)["year"] == 2)
    told = step_page(finished_match(match), last, 0, Locale("en"), ()).steps
    assert told is not None
    story = r"[^.]+\. Year 1 is over\. Year 2 begins\. Spring: \w+\. \w+ bets? first\."
    assert re.fullmatch(story, " ".join(told.told))


@every_game
def test_steps_are_whole_turns_as_the_review_counts_them(game: str) -> None:
    match, found = finished(game), finished_match(finished(game))
    turns = quick_review(game).turns
    assert stepper.turn_ends(match) == [*turns, match.version]
    number, inside = 5, next(n for n in range(match.version) if n not in turns)
    steps = step_page(found, turns[number], 0, Locale("en"), ()).steps
    assert steps is not None
    assert steps.title == f"After turn 5 of {len(turns)}"
    assert [move_of(url) for url in (steps.before, steps.after)] == [turns[number - 1], turns[number + 1]]
    later = step_page(found, inside, 0, Locale("en"), ()).steps
    assert later is not None
    turn = len([n for n in turns if n < inside])
    assert later.title == f"In turn {turn} of {len(turns)}"
    assert [move_of(url) for url in (later.before, later.after)] == [turns[turn - 1], turns[turn]]


def move_of(url: str) -> int:
    """Return the number of moves that the address of a step names."""
    return int(url.partition("/moves/")[2].partition("?")[0])


def test_a_turn_of_several_moves_is_told_as_a_whole() -> None:
    match = finished("cursed_court")
    steps = step_page(finished_match(match), stepper.turn_ends(match)[1], None, Locale("en"), ()).steps
    assert steps is not None
    assert all(steps.told)
    assert "coin" in " ".join(steps.told)


def test_open_hands_show_the_cards_that_each_player_held() -> None:
    match = finished("courtisans")
    text = shown(match, 3, None)
    hands = text[text.index('id="open-hands"') :]
    assert hands.count("<h3>") == 2
    for seat in range(2):
        assert len(match.at(3).view(seat)["missions"]) == 2
    assert 'id="open-hands"' not in shown(match, 3, 0)


def test_a_nonexistent_move_is_rejected() -> None:
    match = finished("courtisans")
    with pytest.raises(BadMoment, match="there is no move"):
        step_page(finished_match(match), match.version + 1, None, Locale("en"), ())


def test_the_stepper_works_without_script(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, _, url = played
    text, seen = page(client, f"{url}/moves/0"), list[int]()
    while found := re.search(r'id="step-after" href="([^"]*)"', text):
        seen.append(move_of(found[1]))
        text = page(client, found[1].replace("&amp;", "&"))
    assert f'max="{len(seen)}"' in text
    for chosen, move in (({"move": 4}, 4), ({"turn": 2}, seen[1]), ({"turn": 900}, seen[-1])):
        answer = client.get(f"{url}/moves", params={**chosen, "seat": "open"}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"{url}/moves/{move}?seat=open")


def test_the_final_page_links_to_the_steps_and_the_review(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, _, url = played
    final = page(client, url)
    assert f'href="{url}/moves/0"' in final
    assert f'href="{url}/review"' in final


def test_pages_of_finished_matches_are_made_one_at_a_time(
    played: tuple[httpx.Client, httpx.Client, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _, url = played
    running, most = list[int](), list[int]()

    def counted(*given: Any) -> Any:
        running.append(1)
        most.append(len(running))
        try:
            return step_page(*given)
        finally:
            running.pop()

    monkeypatch.setattr(stepper, "step_page", counted)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda move: client.get(f"{url}/moves/{move}").status_code, range(8)))
    assert (answers, most) == ([200] * 8, [1] * 8)


@pytest.mark.parametrize("query", ["seat=9", "seat=-1", "seat=x"])
def test_an_unknown_perspective_is_rejected(played: tuple[httpx.Client, httpx.Client, str], query: str) -> None:
    client, _, url = played
    answer = client.get(f"{url}/moves/0?{query}", headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-form")


def test_a_stranger_cannot_open_moves_or_the_review(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    _, stranger, url = played
    for what in ("moves/0", "moves/5?seat=open", "review"):
        assert stranger.get(f"{url}/{what}").status_code == 404


def test_a_running_match_has_no_stepper_and_no_review(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, stranger, _ = played
    url = begin(client, players="2")
    for what in ("moves/0", "moves/0?seat=1", "moves/0?seat=open", "review", "review?seat=1"):
        for viewer, status in ((client, 409), (stranger, 404)):
            assert viewer.get(f"{url}/matches/1/{what}").status_code == status
