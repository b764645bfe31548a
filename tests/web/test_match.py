"""A match played with plain forms: the moves that pages offer, played moves, and rejected requests."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

import courtly
from courtly.web.identity import COOKIE
from tests.web.helpers import application, begin, hidden, moves, page, play, play_to_the_end, serving, visitor

JSON = {"Accept": "application/json"}


def test_the_page_offers_exactly_the_legal_moves(client: httpx.Client) -> None:
    cards, places = moves(page(client, begin(client, players="4")))
    assert len(cards) == 3
    assert sorted(places) == ["above", "below", "domain:0", "domain:1", "domain:2", "domain:3"]


def test_a_used_place_is_not_offered_again(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, url)
    cards, _ = moves(text)
    quiet = next(card for card in cards if not card.endswith("assassin"))
    play(client, url, text=text, move=[quiet, "above"])
    assert sorted(moves(page(client, url))[1]) == ["domain:0", "domain:1", "domain:2"]


def test_a_move_redirects_to_the_table(client: httpx.Client) -> None:
    url = begin(client)
    response = play(client, url)
    assert (response.status_code, response.headers["location"]) == (303, url)


def test_the_final_page_of_a_whole_match_shows_every_point(client: httpx.Client) -> None:
    text = play_to_the_end(client, begin(client, **{"bot-2": "random"}))
    assert "Totals" in text
    assert text.count('class="scored') == 6
    assert "Download match record" in text


def test_a_match_is_shown_in_the_requested_language(client: httpx.Client) -> None:
    url = begin(client)
    assert '<html lang="fr">' in client.get(url, headers={"Accept-Language": "fr"}).text


def test_the_record_of_a_match_replays_to_the_end(client: httpx.Client) -> None:
    url = begin(client)
    play_to_the_end(client, url)
    response = client.get(f"{url}/record")
    match = courtly.read_record(json.loads(response.text))
    assert match.is_over
    assert "attachment" in response.headers["content-disposition"]


def test_there_is_no_record_before_the_end(client: httpx.Client) -> None:
    response = client.get(f"{begin(client)}/record", headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (409, "not-over")


def test_a_form_sent_twice_plays_once(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, url)
    first, second = play(client, url, text=text), play(client, url, text=text)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["location"] == second.headers["location"] == url
    assert hidden(page(client, url))["turn"] != hidden(text)["turn"]


def test_a_form_sent_twice_with_another_choice_is_rejected(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, url)
    cards, _ = moves(text)
    play(client, url, text=text)
    assert refused(client, url, text=text, move=[cards[-1], "below"]) == (409, "command-reused")


def test_a_form_from_an_earlier_position_is_rejected(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, url)
    play(client, url, text=text)
    assert refused(client, url, text=text, command="another") == (409, "stale")


def test_a_form_for_a_later_position_is_rejected(client: httpx.Client) -> None:
    assert refused(client, begin(client), turn="5000") == (409, "stale")


def test_nothing_can_be_played_after_the_end(client: httpx.Client) -> None:
    url = begin(client, players="2")
    play_to_the_end(client, url)
    fields = {"match": "1", "turn": "60", "command": "late", "move": "play hare.noble above"}
    answer = client.post(f"{url}/acts", data=fields, headers=JSON)
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (["play hare.noble", "domain:7"], "unknown-move"),
        (["spare"], "illegal-move"),
        (["above"], "unknown-move"),
        ([], "unknown-move"),
        (["\x00"], "unknown-move"),
        (["play hare.noble above", "play hare.noble above"], "unknown-move"),
    ],
)
def test_an_illegal_move_changes_nothing(client: httpx.Client, move: list[str], code: str) -> None:
    url = begin(client)
    text = page(client, url)
    assert refused(client, url, text=text, move=move) == (422, code)
    assert hidden(page(client, url))["turn"] == hidden(text)["turn"]


def test_a_card_outside_the_hand_gets_an_error_page_with_the_reason(client: httpx.Client) -> None:
    url = begin(client)
    missing = next(
        c for c in ("hare.noble", "carp.noble", "stag.noble", "toad.noble") if f"play {c}" not in page(client, url)
    )
    response = play(client, url, move=[f"play {missing}", "above"])
    assert response.status_code == 422
    assert "This move is not possible now" in response.text
    assert missing in response.text
    assert f'href="{url}"' in response.text


def test_errors_are_translated_but_their_codes_are_not(client: httpx.Client) -> None:
    url = begin(client)
    fields = {**hidden(page(client, url)), "move": "spare"}
    french = {"Accept-Language": "fr"}
    shown = client.post(f"{url}/acts", data=fields, headers=french).text
    told = client.post(f"{url}/acts", data=fields, headers={**JSON, **french}).json()["error"]
    assert "ne peut pas être joué\u202f: aucun de vos assassins" in shown
    assert "ne peut pas être joué\u202f: aucun de vos assassins" in told["message"]
    assert (told["code"], told["reason"]) == ("illegal-move", "no-kill")


@pytest.mark.parametrize("field", ["match", "turn", "command"])
def test_the_error_names_a_missing_field(client: httpx.Client, field: str) -> None:
    url = begin(client)
    fields = {**hidden(page(client, url)), "move": "spare"}
    del fields[field]
    response = client.post(f"{url}/acts", data=fields, headers=JSON)
    assert (response.status_code, response.json()["error"]["where"]) == (422, field)


@pytest.mark.parametrize(
    ("turn", "command"), [("x", "a"), ("-1", "a"), ("1" * 40, "a"), ("0", "a" * 500), ("0", "\x00")]
)
def test_a_form_with_malformed_fields_is_rejected(client: httpx.Client, turn: str, command: str) -> None:
    status, _ = refused(client, begin(client), turn=turn, command=command)
    assert status in (409, 422)


def test_only_the_player_of_a_match_can_open_its_page(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    begin(stranger)
    for response in (stranger.get(url), stranger.get(f"{url}/record"), play(stranger, url, text=page(client, url))):
        assert response.status_code == 404
        assert "play hare" not in response.text


def test_a_client_without_an_identity_cannot_open_a_match(client: httpx.Client, stranger: httpx.Client) -> None:
    response = stranger.get(begin(client), headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (404, "no-such-table")


@pytest.mark.parametrize("forgery", ["x{good}", "{good}x", "{unsigned}.", "", "null", "é"])
def test_a_forged_cookie_gives_no_identity(client: httpx.Client, stranger: httpx.Client, forgery: str) -> None:
    url = begin(client)
    good = client.cookies[COOKIE]
    forged = forgery.format(good=good, unsigned=good.rpartition(".")[0])
    response = stranger.get(url, headers=[(b"Cookie", f"{COOKIE}={forged}".encode())])
    assert response.status_code == 404


def test_a_cookie_signed_with_another_secret_gives_no_identity(tmp_path: Path) -> None:
    database = tmp_path / "courtly.db"
    with serving(application(database, "one secret")) as site, visitor(site) as client:
        url = begin(client)
    with serving(application(database, "another")) as site, visitor(site) as client_again:
        client_again.cookies.update(client.cookies)
        assert client_again.get(url).status_code == 404


def test_an_unknown_match_is_not_found(client: httpx.Client) -> None:
    begin(client)
    response = client.get("/tables/nowhere", headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (404, "no-such-table")


def test_matches_and_identities_survive_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "kept.db"
    with serving(application(database)) as site, visitor(site) as before:
        url = begin(before)
        play(before, url)
        text = page(before, url)
    with serving(application(database)) as site, visitor(site) as after:
        after.cookies.update(before.cookies)
        assert hidden(page(after, url))["turn"] == hidden(text)["turn"]
    assert (tmp_path / "kept.db.secret").stat().st_mode & 0o077 == 0


def refused(client: httpx.Client, url: str, *, text: str | None = None, **fields: object) -> tuple[int, str]:
    """Send a form that must be rejected; return the status and the error code."""
    shown = page(client, url) if text is None else text
    data = {**hidden(shown), "move": ["spare"], **fields}
    response = client.post(f"{url}/acts", data=data, headers=JSON, follow_redirects=False)
    return response.status_code, response.json()["error"]["code"]


@pytest.mark.parametrize("damage", ["data = '{'", "act = 'castle'", "number = 7 + number"])
def test_a_damaged_table_does_not_affect_the_others(tmp_path: Path, damage: str) -> None:
    database = tmp_path / "courtly.db"
    with serving(application(database)) as site, visitor(site) as before:
        whole, broken = begin(before), begin(before)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        damaged = f"UPDATE journal SET {damage} WHERE table_id = ? AND number = 1"
        connection.execute(damaged, [broken.rpartition("/")[2]])
    with serving(application(database)) as site, visitor(site) as after:
        after.cookies.update(before.cookies)
        assert whole in page(after, "/")
        assert after.get(whole).status_code == 200
        refused = after.get(broken)
    assert refused.status_code == 503
    assert "This table cannot be read" in refused.text


def test_an_old_address_redirects_to_the_table(client: httpx.Client) -> None:
    url = begin(client)
    moved = client.get(url.replace("/tables/", "/matches/"), follow_redirects=False)
    assert (moved.status_code, moved.headers["location"]) == (308, url)


def test_the_news_are_consecutive_lines_of_the_log(client: httpx.Client) -> None:
    url = begin(client, players="2")
    play_turn = page(client, url)
    while ">Since your last turn<" not in play_turn:
        play(client, url, text=play_turn)
        play_turn = page(client, url)
    after_title, log_pane = play_turn.split('class="log"')[1:3]
    parts = after_title.split("</ol>")[0], log_pane
    news, log = (re.findall(r"<li[^>]*>([^<]+)</li>", part) for part in parts)
    assert "<h2>Turn 1 · " in play_turn
    assert len(news) > 1
    assert news in [log[start : start + len(news)] for start in range(len(log))]
