"""Playing on from a finished match, the same deal for a friend, the deal of the day, and imported records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.engine.contract.game import game_names
from courtly.tables import deals
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import deal_routes
from courtly.web.logs import masked
from tests.review.helpers import finished
from tests.web.helpers import JSON, application, begin, page, play_to_the_end, serving, visitor
from tests.web.table_forms import do, sit_down

DAY = "2026-11-23"
MIDDLE = 5


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, because other tests would add results to its deals."""
    with serving(application(tmp_path_factory.mktemp("deals") / "tables.db")) as address:
        yield address


@pytest.fixture
def ann(house: str) -> Iterator[httpx.Client]:
    """A client."""
    with visitor(house) as made:
        yield made


@pytest.fixture
def bo(house: str) -> Iterator[httpx.Client]:
    """The client of a friend."""
    with visitor(house) as made:
        yield made


def played(client: httpx.Client, **fields: str) -> str:
    """Return the address of a match that a client has played to its end."""
    url = begin(client, **{"players": "2", **fields})
    play_to_the_end(client, url)
    return f"{url}/matches/1"


@pytest.fixture(scope="module")
def match_of_a_player(house: str) -> Iterator[tuple[httpx.Client, str]]:
    """A client, and the address of a match that this client has played."""
    with visitor(house) as client:
        yield client, played(client)


def post(client: httpx.Client, url: str, **fields: str) -> httpx.Response:
    return client.post(url, data=fields, follow_redirects=False)


def sent_on(response: httpx.Response) -> str:
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


def played_on(client: httpx.Client, match: str, **fields: str) -> str:
    """Return the address of the table that plays on from a match."""
    return sent_on(post(client, f"{match}/play-on", **{"command": "once", "move": str(MIDDLE), **fields}))


def fields_of(text: str, action: str) -> dict[str, str]:
    """Return the hidden fields of the form with this address."""
    form = text.split(f'action="{action}"')[1].split("</form>", maxsplit=1)[0]
    return {
        name: unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    }


def refused(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_button_of_the_final_page_is_named_like_what_it_opens(
    match_of_a_player: tuple[httpx.Client, str], lang: str
) -> None:
    ann, match = match_of_a_player
    own = {"Accept-Language": lang}
    final = ann.get(match, headers=own).text.split("<main")[1].split("</main>")[0]
    names = re.findall(r"<(?:a|button)[^>]*>([^<]+)</(?:a|button)>", final)
    assert len(names) == len(set(names))
    for address in (r"/new\?[^\"]*", rf"{match}/share"):
        found = re.search(rf'href="({address})">([^<]+)<', final)
        assert found
        title = re.search(r"<h1[^>]*>([^<]+)<", ann.get(unescape(found[1]), headers=own).text)
        assert title
        assert title[1] == found[2]
    challenge = re.search(rf'action="{match}/deal"><button[^>]*>([^<]+)<', final)
    assert challenge
    assert f"<h2>{challenge[1]}</h2>" in ann.get(f"{match}/moves/{MIDDLE}/play", headers=own).text
    assert Locale(lang).say("Rematch") in names


def test_each_step_links_to_the_form_that_plays_on_from_it(ann: httpx.Client) -> None:
    match = played(ann)
    shown = page(ann, f"{match}/moves/{MIDDLE}")
    way = f"{match}/moves/{MIDDLE}/play"
    assert f'href="{way}"' in shown
    form = page(ann, way)
    fields = fields_of(form, f"{match}/play-on")
    assert fields["move"] == str(MIDDLE)
    table = sent_on(post(ann, f"{match}/play-on", **fields))
    assert table == sent_on(post(ann, f"{match}/play-on", **fields))
    assert f"played on from another match after {MIDDLE} moves" in page(ann, table)
    play_to_the_end(ann, table)
    record = ann.get(f"{table}/record").json()
    first = ann.get(f"{match.removesuffix('/matches/1')}/record").json()
    assert record["moves"][:MIDDLE] == first["moves"][:MIDDLE]
    assert record["origin"]["moves"] == MIDDLE
    assert "there is nothing to play on" in page(ann, f"{match}/moves/{len(first['moves'])}/play")


@pytest.mark.long
def test_the_other_seats_are_the_former_bots_a_chosen_bot_or_friends(ann: httpx.Client) -> None:
    match = played(ann, **{"bot-2": "random"})
    for fields, bot in (({}, "random"), ({"other": "novice"}, "novice")):
        table = played_on(ann, match, **fields)
        seats = ann.get(f"/api{table}").json()["seats"]
        assert sorted(str(seat["bot"]) for seat in seats) == sorted(["None", bot])
        play_to_the_end(ann, table)
    waiting = page(ann, played_on(ann, match, friends="true"))
    assert "/join/" in waiting
    assert "/watch/" not in waiting


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"move": "999"}, (422, "bad-moment")),
        ({"move": "x"}, (422, "bad-form")),
        ({"seat": "7"}, (422, "wrong-seat")),
        ({"seat": "me"}, (422, "bad-form")),
        ({"other": "nobody"}, (422, "unknown-bot")),
    ],
)
def test_invalid_requests_to_play_on_are_rejected(
    match_of_a_player: tuple[httpx.Client, str], fields: dict[str, str], error: tuple[int, str]
) -> None:
    player, match = match_of_a_player
    sent = {"command": "once", "move": "1", **fields}
    assert refused(player.post(f"{match}/play-on", data=sent, headers=JSON)) == error


def test_a_match_stays_open_while_its_player_tries_it_again(ann: httpx.Client) -> None:
    match = played(ann)
    table = match.removesuffix("/matches/1")
    again = played_on(ann, match)
    assert ann.get(f"/api{again}").json()["status"] == "playing"
    for path in (table, match, f"{match}/moves/0", f"{match}/review", f"{table}/record", f"/api{table}"):
        assert ann.get(path).status_code == 200, path
    second = post(ann, f"{match}/play-on", command="twice", move=str(MIDDLE))
    assert second.status_code == 409
    assert f'href="{again}"' in second.text


def test_a_result_of_a_stand_in_is_marked_instead_of_ranked(ann: httpx.Client, bo: httpx.Client) -> None:
    link = sent_on(post(ann, f"{played(ann, name='Ann')}/deal"))
    table = sent_on(post(bo, link, name="Bo"))
    body = {"command": "away", "act": "substitute", "seat": bo.get(f"/api{table}").json()["you"], "bot": "random"}
    assert bo.post(f"/api{table}/acts", json=body).status_code == 200
    assert "Final score" in page(bo, table)
    for client in (ann, bo):
        rows = page(client, link).split("<tbody>")[1]
        assert rows.index(">Ann") < rows.index(">Bo") < rows.index("not ranked: a bot played")


def test_players_of_a_shared_deal_see_each_others_results_after_playing_it(ann: httpx.Client, bo: httpx.Client) -> None:
    match = played(ann, name="Ann")
    assert f'action="{match}/deal"' in page(ann, match)
    link = sent_on(post(ann, f"{match}/deal"))
    assert link == sent_on(post(ann, f"{match}/deal"))
    own = page(ann, link)
    assert f'{link}" aria-label="Link to this deal"' in own
    before = page(bo, link)
    assert "Ann" in before
    assert "<table" not in before
    table = sent_on(post(bo, link, name="Bo"))
    assert table == sent_on(post(bo, link, name="Bo"))
    assert "<table" not in page(bo, link)
    assert bo.get(f"{match}/moves/0").status_code == 404
    play_to_the_end(bo, table)
    for client, other in ((bo, match), (ann, f"{table}/matches/1")):
        results = page(client, link)
        assert ">Ann" in results
        assert ">Bo" in results
        steps = [f"{other}/moves/0", f"{other}/review"]
        assert all(url in results for url in steps)
        for url in steps:
            if client is ann:
                assert client.get(url).status_code == 200


def test_all_unknown_codes_get_the_same_answer(bo: httpx.Client) -> None:
    answers = {
        (response.status_code, response.text.replace(code, ""))
        for code in ("bcdfghjkmn", "zzzzzzzzzz", "2222222222")
        for response in [bo.get(f"/deals/{code}", headers=JSON), bo.post(f"/deals/{code}", headers=JSON)]
    }
    assert len(answers) == 1
    assert next(iter(answers))[0] == 404


def test_codes_of_deals_are_masked_in_logs() -> None:
    assert masked("GET /deals/k7m2qr9xzt") == "GET /deals/…"


def test_the_deal_of_the_day_can_be_played_once_and_then_shows_its_results(
    ann: httpx.Client, bo: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'href="/deals/today/courtisans"' in page(ann, "/?game=courtisans")
    tables = []
    for client, name in ((ann, "Ann"), (bo, "Bo")):
        assert "Play this deal" in page(client, "/deals/today/courtisans")
        tables.append(sent_on(post(client, "/deals/today/courtisans", name=name)))
        play_to_the_end(client, tables[-1])
        assert tables[-1] == sent_on(post(client, "/deals/today/courtisans"))
    for client in (ann, bo):
        results = page(client, "/deals/today/courtisans")
        assert ">Ann" in results
        assert ">Bo" in results
        for table in tables:
            assert client.get(f"{table}/matches/1/moves/3").status_code == 200
    with visitor(str(ann.base_url)) as eve:
        assert "<table" not in page(eve, "/deals/today/courtisans")
        assert eve.get(f"{tables[0]}/matches/1/moves/3").status_code == 404
        day = deals.today()
        for module in (deals, deal_routes):
            monkeypatch.setattr(module, "today", lambda: "2999-01-01")
        assert ">Ann" in page(eve, f"/deals/{day}/courtisans")
        assert eve.get(f"{tables[0]}/matches/1/moves/3").status_code == 200


def test_a_deal_page_calls_a_level_a_level_and_labels_the_links_to_other_days(bo: httpx.Client) -> None:
    bo.headers["Accept-Language"] = "fr"
    text = unescape(bo.get("/deals/today/courtisans", follow_redirects=True).text)
    assert "niveau " in text.split("contre")[1].split("</p>")[0]
    assert '<p class="days">Autres jours\u202f: <a' in text


@pytest.mark.parametrize(
    "path", ["2999-01-01/courtisans", "yesterday/courtisans", "2026-13-77/courtisans", "today/chess"]
)
def test_there_is_no_deal_for_a_future_or_invalid_day(bo: httpx.Client, path: str) -> None:
    assert bo.get(f"/deals/{path}").status_code in (404, 422)


def record(**changes: Any) -> dict[str, Any]:
    return finished("courtisans").record() | changes


def test_a_table_that_plays_on_is_marked_as_practice_and_leads_back_to_the_review(
    ann: httpx.Client, bo: httpx.Client
) -> None:
    match = played(ann)
    table = played_on(ann, match)
    assert '<small class="practice">Practice</small>' in page(ann, table)
    assert f'href="{match}/review?move={MIDDLE + 1}">Back to the review</a>' in page(ann, table)
    lists = [page(ann, address) for address in ("/tables", "/")]
    marks = [
        re.findall(r'<a href="([^"]+)"[^>]*>(?:(?!</a>).)*<span class="mark">Practice', text, re.DOTALL)
        for text in lists
    ]
    assert marks == [[table], [table]]


def test_only_the_host_of_a_table_that_plays_on_gets_a_link_to_the_review(ann: httpx.Client, bo: httpx.Client) -> None:
    table = played_on(ann, played(ann), friends="true")
    sit_down(ann, bo, table)
    for client in (ann, bo):
        do(client, table, "ready")
    assert "Back to the review" in page(ann, table)
    assert "Back to the review" not in page(bo, table)


def test_an_imported_record_opens_in_the_stepper(ann: httpx.Client, bo: httpx.Client) -> None:
    text = json.dumps(record())
    steps = sent_on(post(bo, "/positions", record=text, command="once"))
    assert 'value="0"' in page(bo, steps)
    assert "loaded from a record" in page(bo, steps)
    assert ann.get(steps).status_code == 404
    sent = bo.post(
        "/positions", files={"record-file": ("match.json", text)}, data={"command": "file"}, follow_redirects=False
    )
    table = played_on(bo, sent_on(sent).removesuffix("/moves/0"))
    assert "Practice" in page(bo, table)


def test_an_unfinished_imported_record_is_played_on_from_its_end(bo: httpx.Client) -> None:
    own = record()
    own = {key: value for key, value in own.items() if key not in ("result", "shuffle")} | {"moves": own["moves"][:3]}
    table = sent_on(post(bo, "/positions", record=json.dumps(own), command="own", other="random"))
    assert bo.get(f"/api{table}").json()["turn"] >= 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        json.dumps(record(rules="99")),
        json.dumps(record(moves=["nonsense"])),
        json.dumps(record(game="chess")),
    ],
    ids=["empty", "text", "list", "another version", "no move", "no game"],
)
def test_after_an_invalid_record_the_form_is_shown_again_with_the_error(bo: httpx.Client, text: str) -> None:
    response = post(bo, "/positions", record=text, command="bad")
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert refused(bo.post("/positions", data={"record": text}, headers=JSON)) == (422, "bad-record")


def test_a_record_with_too_many_moves_is_refused_before_its_replay(bo: httpx.Client) -> None:
    # If the record was replayed, the error would name the first move.
    text = json.dumps(record(moves=["nonsense"] * (deal_routes.MAX_RECORD_MOVES + 1)))
    response = bo.post("/positions", data={"record": text}, headers=JSON)
    assert refused(response) == (422, "bad-record")
    assert "at most 1500 lines" in response.json()["error"]["message"]


def test_the_size_of_uploads_is_limited_and_a_refused_upload_stores_nothing(tmp_path: Path) -> None:
    names = [{"name": "x" * 12_000}, {"name": "Bo"}]
    with serving(application(tmp_path / "tables.db", max_upload=64 * 1024)) as site, visitor(site) as eve:
        uploads = [
            eve.post("/positions", data={"record": json.dumps(record(seats=names)), "command": f"c{n}"}, headers=JSON)
            for n in range(2)
        ]
        assert refused(uploads[1]) == (429, "too-many")
        assert uploads[1].headers["retry-after"] == "86400"
        assert len(eve.get("/api/me/tables").json()["tables"]) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_all_pages_exist_in_every_language_and_game(house: str, game: str, lang: str) -> None:
    with visitor(house) as client:
        client.cookies.set("courtly_language", lang)
        steps = sent_on(post(client, "/positions", record=json.dumps(finished(game).record()), command="once"))
        for url in (f"{steps[:-1]}2/play", f"/deals/today/{game}", "/positions"):
            assert f'<html lang="{lang}"' in page(client, url)
