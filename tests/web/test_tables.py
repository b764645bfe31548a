"""Tables with friends, used with plain forms: opening, links, the waiting room, matches, and spectators."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import httpx
import pytest

import courtly
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.phrases import PHRASES
from courtly.web.render import render
from tests.web.helpers import (
    JSON,
    NEW_MATCH,
    a_move,
    begin,
    hidden,
    is_open,
    page,
    play,
    send,
    table_view_of,
    visitor,
    with_seat,
    with_table,
)
from tests.web.table_forms import FRIENDS, both_ready, do, form, link, offers, sit_down


@pytest.fixture
def onlooker(site: str) -> Iterator[httpx.Client]:
    """The client of a spectator."""
    with visitor(site) as made:
        yield made


def play_to_the_end(url: str, *clients: httpx.Client) -> None:
    """Play the first choice on the page of the player to move, until the match is over."""
    for _ in range(2000):
        texts = [page(client, url) for client in clients]
        if "Final score" in texts[0]:
            return
        mover = next(number for number, text in enumerate(texts) if "<title>Your turn" in text)
        assert play(clients[mover], url, text=texts[mover]).status_code == 303
    raise AssertionError("the match does not end")


def test_a_table_with_an_open_seat_waits(client: httpx.Client) -> None:
    text = page(client, begin(client, **FRIENDS))
    assert "Waiting for 1 more player" in text
    assert "1 of 2 seated" in text
    assert not is_open(text)


def test_the_link_shows_an_invitation_and_changes_nothing(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    before = page(client, url)
    shown = page(stranger, link(before, "join"))
    assert "Join" in shown
    assert "Camille" in shown
    assert stranger.get(url).status_code == 404
    assert re.sub(r"value=\"[\w-]*\"", "", page(client, url)) == re.sub(r"value=\"[\w-]*\"", "", before)


def test_a_link_gives_a_friend_one_seat_only(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    for _ in range(2):
        sit_down(client, stranger, url)
    assert "2 of 2 seated" in page(stranger, url)
    assert ">Bo<" in page(client, url)


def test_a_person_who_comes_too_late_for_a_seat_may_watch(
    client: httpx.Client, stranger: httpx.Client, onlooker: httpx.Client
) -> None:
    url = begin(client, **FRIENDS)
    invitation = link(page(client, url), "join")
    assert "All seats are taken." not in page(onlooker, invitation)
    sit_down(client, stranger, url)
    late = onlooker.post(invitation, data={"name": "Zoe"})
    assert late.headers["location"] == invitation
    text = page(onlooker, invitation)
    assert "All seats are taken. You can watch, or open another table." in re.sub("<[^>]*>", "", text)
    assert "Join" not in text
    assert "All seats are taken." not in page(stranger, invitation)
    assert onlooker.post(invitation, data={"name": "Zoe", "watches": "true"}).headers["location"] == url
    text = page(onlooker, url)
    assert "Zoe" not in text
    assert not offers(text, "ready")


def test_the_link_to_watch_gives_no_seat(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    watch = link(page(client, url), "watch")
    assert "Watch" in page(stranger, watch)
    assert stranger.post(watch).headers["location"] == url
    assert "1 of 2 seated" in page(stranger, url)
    assert stranger.post(watch.replace("/watch/", "/join/")).status_code == 404


@pytest.mark.parametrize("address", ["/join/bcdfghjkmn", "/watch/x", "/join/%00", "/tables/nowhere"])
def test_an_unknown_code_is_not_found(client: httpx.Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert "Table not found" in answer.text


@pytest.mark.parametrize("rest", ["", "/matches/1", "/matches/1/review"])
def test_the_page_of_an_unknown_table_leads_to_the_home_page(client: httpx.Client, rest: str) -> None:
    answer = client.get(f"/tables/nowhere{rest}")
    assert answer.status_code == 404
    assert "Back to home page" in answer.text
    assert 'href="/tables/nowhere"' not in answer.text


def test_a_viewer_without_script_counts_as_present(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    sit_down(client, stranger, url)
    assert [seat["present"] for seat in client.get(f"/api{url}").json()["seats"]] == [True, False]
    page(stranger, url)
    assert [seat["present"] for seat in client.get(f"/api{url}").json()["seats"]] == [True, True]


def test_a_host_can_switch_off_spectators_and_talk_and_leave_aids_off(client: httpx.Client) -> None:
    text = page(client, "/new?watchers=false")
    assert not re.search(r'id="watchers"[^>]* checked', text)
    assert re.search(r'id="talk"[^>]* checked', text)
    url = begin(client, **FRIENDS, watchers="false", talk="false")
    table = client.get(f"/api{url}").json()
    assert (table["watchers"], table["talk"], table["aids"]) == (False, False, False)
    text = page(client, url)
    assert "spectators, chat, hints" in text
    assert 'id="link-watch"' not in text


def test_aids_are_off_with_friends_unless_the_host_allows_them(client: httpx.Client, stranger: httpx.Client) -> None:
    assert not re.search(r'id="aids"[^>]* checked', page(client, "/new"))
    without, allowed = both_ready(client, stranger), both_ready(client, stranger, aids="true")
    alone = begin(client, players="2")
    assert [client.get(f"/api{url}").json()["aids"] for url in (without, allowed, alone)] == [False, True, True]
    asks = [any('id="ask"' in page(each, url) for each in (client, stranger)) for url in (without, allowed)]
    assert asks == [False, True]
    assert 'id="ask"' in page(client, alone)


def test_a_link_seats_a_friend_at_a_table_without_spectators(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger, watchers="false")
    assert stranger.get(f"/api{url}").json()["you"] == 1
    assert [is_open(page(browser, url)) for browser in (client, stranger)] == [True, True]


def test_a_waiting_table_without_spectators_is_visible(
    client: httpx.Client, stranger: httpx.Client, onlooker: httpx.Client
) -> None:
    url = begin(client, **FRIENDS, listed="true", watchers="false")
    stranger.post(f"{url}/lines", data={"command": "a", "text": "Is this free?"})
    for browser in (stranger, onlooker):
        text = page(browser, url)
        assert offers(text, "sit")
        assert "Is this free?" in text
    onlooker.post("/me", data={"name": "Zoe", "here": url})
    assert "1 of 2 seated" in page(client, url)


def test_table_settings_are_true_or_false(client: httpx.Client) -> None:
    answer = client.post("/tables", data={**NEW_MATCH, **FRIENDS, "talk": "perhaps"}, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "talk")


def test_a_new_link_replaces_the_old_one(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    before = link(page(client, url), "join")
    do(client, url, "renew", code="join")
    after = link(page(client, url), "join")
    assert before != after
    assert [stranger.get(address).status_code for address in (before, after)] == [404, 200]


def test_only_the_host_sees_the_codes(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    code = link(page(client, url), "join").removeprefix("/join/")
    sit_down(client, stranger, url)
    assert code not in page(stranger, url)
    assert not offers(page(stranger, url), "remove")


def test_the_host_can_seat_a_bot_and_the_match_begins(client: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    do(client, url, "fill", bot="random")
    assert "bot, Random" in page(client, url)
    do(client, url, "clear")
    do(client, url, "fill", bot="steward")
    do(client, url, "ready", word="lantern")
    assert is_open(page(client, url))


def test_the_host_can_remove_a_player_and_hand_the_table_over(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    sit_down(client, stranger, url)
    do(client, url, "remove", seat="1")
    assert "1 of 2 seated" in page(client, url)
    sit_down(client, stranger, url)
    do(client, url, "hand", seat="1")
    assert link(page(stranger, url), "join")
    assert "link-join" not in page(client, url)


def test_after_a_change_of_options_no_player_is_ready(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **{**FRIENDS, "players": "3", "bot-3": "open"})
    sit_down(client, stranger, url)
    do(stranger, url, "ready")
    shown = page(client, f"{url}/options")
    assert 'value="3" checked' in shown
    command = re.search(r'name="command" value="([^"]*)"', shown)
    assert command is not None
    fields = {"command": command[1], "players": "2", "edition": "2023", "mission_count": "cards"}
    assert client.post(f"{url}/options", data=fields).headers["location"] == url
    text = page(stranger, url)
    assert offers(text, "ready")
    assert "2 of 2 seated" in text
    refused = client.post(f"{url}/options", data={**fields, "command": "other", "players": "9"})
    assert refused.status_code == 422
    assert "cannot be played with this number of players" in refused.text


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "The clock, the stand-ins, the hints, the chat and the spectators were set when the table was opened"),
        ("fr", "La pendule, les remplaçants, les indices, la discussion et les spectateurs ont été choisis"),
        ("de", "Bedenkzeit, einspringende Bots, Tipps, Chat und Zuschauer wurden beim Eröffnen des Tischs festgelegt"),
    ],
)
def test_the_page_that_changes_options_says_what_stays_and_leads_to_a_new_table(
    client: httpx.Client, lang: str, words: str
) -> None:
    client.headers["Accept-Language"] = lang
    url = begin(client, **FRIENDS, clock="move-30")
    text = page(client, f"{url}/options")
    assert words in text
    (address,) = re.findall(r'href="(/new\?[^"]*)"', text)
    assert 'value="move-30" selected' in page(client, unescape(address))


def test_the_fair_shuffle_has_one_heading_in_the_waiting_room(client: httpx.Client) -> None:
    assert page(client, begin(client, **FRIENDS, seed="")).count("Fair shuffle") == 1


def test_the_waiting_room_names_every_player_who_is_not_ready(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    sit_down(client, stranger, url)
    assert re.search(r"Waiting for you and \w+", page(client, url))
    assert "Waiting for you and Camille" in page(stranger, url)


def test_a_shuffle_seed_is_suggested_stored_and_shown_to_its_player(client: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    proposed = re.search(r'id="word".*value="(\w+)"', page(client, url))
    assert proposed is not None
    do(client, url, "ready", word="lantern")
    assert "Your seed: lantern" in page(client, url)
    do(client, url, "unready")
    assert offers(page(client, url), "ready")


def test_the_commitment_is_shown_unless_the_deal_was_chosen(client: httpx.Client) -> None:
    open_deal = page(client, begin(client, **FRIENDS, seed=""))
    assert re.search(r"<code>[0-9a-f]{64}</code>", open_deal)
    assert 'href="/fair"' in open_deal
    assert 'id="fair"' not in page(client, begin(client, **FRIENDS, seed="7"))


@pytest.mark.long
def test_two_clients_can_play_a_whole_match_and_a_rematch(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger, seed="")
    play_to_the_end(url, client, stranger)
    record = courtly.read_record(json.loads(client.get(f"{url}/record").text))
    assert record.is_over
    do(stranger, url, "again")
    for own in (url, f"{url}/matches/1"):
        assert "Final score" in page(client, own)
        assert "Rematch? 1 of 2" in page(client, own)
    do(client, url, "again")
    assert f'href="{url}/matches/1"' in page(client, url)
    play_to_the_end(url, client, stranger)
    assert json.loads(client.get(f"{url}/record?match=1").text)["moves"] == record.moves
    assert client.get(f"{url}/matches/3").status_code == 404


def test_one_click_starts_a_rematch_against_bots(client: httpx.Client) -> None:
    url = begin(client, players="2")
    play_to_the_end(url, client)
    do(client, url, "again")
    assert hidden(page(client, url))["match"] == "2"
    assert client.get(f"{url}/matches/2", follow_redirects=False).headers["location"] == url


def without_plan(text: str) -> tuple[set[str], str]:
    """Return the cards that a page lets its viewer plan with, and the page without them."""
    plan = re.search(r'<script id="plan-data".*?</script>', text, re.DOTALL)
    assert plan
    return set(re.findall(r"play [\w.]+", plan[0])), text.replace(plan[0], "")


def test_players_see_only_their_own_hand_and_spectators_none(
    client: httpx.Client, stranger: httpx.Client, onlooker: httpx.Client
) -> None:
    url = begin(client, **FRIENDS, seed="7")
    watch = link(page(client, url), "watch")
    sit_down(client, stranger, url)
    onlooker.post(watch)
    do(client, url, "ready")
    do(stranger, url, "ready")
    texts = {each: page(each, url) for each in (client, stranger, onlooker)}
    mover, other = (client, stranger) if "<title>Your turn" in texts[client] else (stranger, client)
    hand = re.findall(r'name="piece"[^>]*value="(play [\w.]+)"', texts[mover])
    assert len(hand) == 3
    for viewer, most in ((other, 3), (onlooker, 0)):
        assert 'name="piece"' not in texts[viewer]
        # Players may plan with their own cards.
        planned, rest = without_plan(texts[viewer])
        assert len(planned) <= most
        assert [card for card in hand if card in rest] == []
    assert onlooker.get(f"{url}/hint", headers=JSON).status_code == 403


def test_a_move_out_of_turn_is_rejected(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    texts = {each: page(each, url) for each in (client, stranger)}
    mover = next(each for each, text in texts.items() if "<title>Your turn" in text)
    other = stranger if mover is client else client
    fields = {**hidden(texts[mover]), "move": a_move(texts[mover])}
    answer = other.post(f"{url}/acts", data=fields, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-your-turn")


def stand_in_notice(text: str) -> str:
    """Return the notice on a table that a bot plays for the viewer; empty without one."""
    found = re.search(r'<section id="stand-in"[^>]*>\s*<p>(.*?)</p>', text)
    return found[1] if found else ""


def test_a_stand_in_plays_until_the_player_returns(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    do(stranger, url, "mind", seat="1")
    text = page(stranger, url)
    assert stand_in_notice(text) == "A bot (level courtier) plays for you."
    do(stranger, url, "return")
    assert stand_in_notice(page(stranger, url)) == ""


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_a_unanimous_vote_stops_a_match(client: httpx.Client, stranger: httpx.Client, game: str) -> None:
    url = both_ready(client, stranger, game=game)
    do(stranger, url, "vote", what="stop")
    assert "Bo wants to stop" in page(client, url)
    texts = {each: page(each, url) for each in (client, stranger)}
    mover = next(each for each, text in texts.items() if "<title>Your turn" in text)
    move = mover.get(f"/api{url}").json()["view"]["legal"][0]
    assert send(mover, url, *move.split(" "), text=texts[mover]).status_code == 303
    do(client, url, "vote", what="stop")
    for each in (client, stranger):
        text = page(each, url)
        assert "The match was stopped." in text
        assert 'name="move"' not in text
        assert "Download match record" not in text
        assert each.get(f"{url}/record").status_code == 409


def test_phrases_are_translated_for_each_client(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    sit_down(client, stranger, url)
    stranger.headers["Accept-Language"] = "fr"
    client.post(f"{url}/lines", data={"command": "a", "phrase": "hello"})
    answer = client.post(f"{url}/lines", data={"command": "b", "text": "<b>Tea?"})
    assert answer.headers["location"] == f"{url}#talk"
    shown = [page(each, url).split('id="talk-lines"')[1].split("</ol>")[0] for each in (client, stranger)]
    assert ["Hello!" in shown[0], "Bonjour\u202f!" in shown[1]] == [True, True]
    assert all("&lt;b&gt;Tea?" in text for text in shown)
    stranger.post("/switches", data={"switch": "talk", "state": "off"})
    assert "Tea?" not in page(stranger, url)


@pytest.mark.parametrize(
    "fields",
    [
        {"phrase": "abuse"},
        {"text": ""},
        {"text": " "},
        {"text": "x" * 501},
        {"text": "a\x00"},
        {"command": "é", "text": "a"},
    ],
)
def test_an_invalid_line_is_rejected(client: httpx.Client, fields: dict[str, str]) -> None:
    url = begin(client, **FRIENDS)
    assert client.post(f"{url}/lines", data={"command": "c", **fields}).status_code == 422


def test_all_phrases_have_a_button(client: httpx.Client) -> None:
    text = page(client, begin(client, **FRIENDS))
    assert re.findall(r'name="phrase" value="([\w-]+)"', text) == list(PHRASES)


def test_a_listed_table_can_be_found_and_joined_without_a_link(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS, listed="true")
    hidden_one = begin(client, **FRIENDS)
    lobby = page(stranger, "/tables")
    assert (url in lobby, hidden_one in lobby) == (True, False)
    assert "1 seat free" in lobby
    do(stranger, url, "sit")
    assert "2 of 2 seated" in page(stranger, url)


def test_the_list_of_tables_shows_whose_turn_it_is(client: httpx.Client, stranger: httpx.Client) -> None:
    both_ready(client, stranger)
    states = {
        re.findall(r'class="state">([^<]*)<', page(each, "/tables").split('id="waiting"')[1])[0]
        for each in (client, stranger)
    }
    assert states in ({"Your turn", "Waiting for Camille"}, {"Your turn", "Waiting for Bo"})


def test_name_and_colour_can_change_at_a_waiting_table(client: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    answer = client.post("/me", data={"name": "Ysolde", "colour": "amber", "here": url}, follow_redirects=False)
    assert answer.headers["location"] == url
    text = page(client, url)
    assert "Ysolde" in text
    assert 'class="pennant c-amber"' in text
    assert 'value="Ysolde"' in page(client, "/me")
    assert client.post("/me", data={"colour": "mauve"}).status_code == 422


def test_equal_names_get_numbers_and_a_bot_gets_another_name(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **{**FRIENDS, "players": "3", "bot-3": "steward"}, name="Isaure")
    sit_down(client, stranger, url, "Isaure")
    assert re.findall(r"<h2>([^<]*?) ?<", page(client, url)) == ["Isaure", "Isaure 2", "Aldric"]


@pytest.mark.parametrize("name", ["lsaure", "\u0406saure", "ISAURÉ", "Isaure\u0323", "\uff29saure"])
def test_names_that_look_the_same_get_numbers(client: httpx.Client, stranger: httpx.Client, name: str) -> None:
    url = begin(client, **FRIENDS, name="Isaure")
    sit_down(client, stranger, url, name)
    assert re.findall(r"<h2>([^<]*?) ?<", page(client, url)) == ["Isaure", f"{name} 2"]


def test_only_the_clock_of_the_player_to_move_runs(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger, clock="bank-300-10")
    text = page(client, url)
    assert text.count('role="timer"') == 5, "at both seats, twice in the list of seats, and in the caption"
    assert text.count("data-seconds=") == 3
    assert re.search(r"\b5:\d\d<", text)


def test_a_page_refreshes_itself_only_while_other_players_move(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    refreshes = {
        "<title>Your turn" in page(each, url): 'http-equiv="refresh"' in page(each, url) for each in (client, stranger)
    }
    assert refreshes == {True: False, False: True}


def test_a_form_of_the_waiting_room_sent_twice_has_one_effect(client: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    fields = {**form(page(client, url), "ready"), "word": "lantern"}
    version = re.search(r'data-version="(\d+)"', page(client, url))
    for _ in range(2):
        assert client.post(f"{url}/acts", data=fields).status_code == 303
    after = re.search(r'data-version="(\d+)"', page(client, url))
    assert version is not None
    assert after is not None
    assert int(after[1]) == int(version[1]) + 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"act": "castle", "command": "a"}, 422),
        ({"act": "ready"}, 422),
        ({"act": "fill", "command": "a", "seat": "x", "bot": "steward"}, 422),
        ({"act": "fill", "command": "a", "seat": "9", "bot": "steward"}, 422),
        ({"act": "fill", "command": "a", "seat": "1", "bot": "deep-thought"}, 422),
        ({"act": "start", "command": "a"}, 409),
        ({"act": "return", "command": "a"}, 409),
    ],
)
def test_an_impossible_act_is_rejected(client: httpx.Client, fields: dict[str, str], status: int) -> None:
    url = begin(client, **FRIENDS)
    assert client.post(f"{url}/acts", data=fields).status_code == status


@pytest.mark.parametrize(
    ("timeout", "words"),
    [
        ("stand_in", "a bot plays until they return"),
        ("vote", "the others can vote for a bot"),
        ("forfeit", "they lose, and a bot plays to the end"),
    ],
)
def test_a_host_chooses_what_happens_when_the_time_of_a_player_runs_out(
    client: httpx.Client, timeout: str, words: str
) -> None:
    url = begin(client, **FRIENDS, clock="days-3", away="60", minder="novice", timeout=timeout)
    table = client.get(f"/api{url}").json()
    assert table["timeout"] == timeout
    # With days for each move, absence alone brings no bot; the chosen bot still stands in after a timeout or a vote.
    assert table["stand_in"] == {"bot": "novice", "after": None}
    text = page(client, url)
    assert re.search(rf"Timeout</dt>\s*<dd>{words}", unescape(text))
    assert "Absent players" not in text


def test_a_new_table_with_the_same_settings_keeps_the_clock_the_timeout_and_the_stand_in(client: httpx.Client) -> None:
    chosen = {"clock": "bank-900-20", "timeout": "vote", "minder": "minister", "away": "3600"}
    url = begin(client, **FRIENDS, **chosen)
    link = re.search(r'href="(/new\?[^"]*)"', page(client, f"{url}/options"))
    assert link is not None
    text = page(client, unescape(link[1]))
    for name, value in chosen.items():
        select = text.split(f'<select id="{name}"')[1].split("</select>")[0]
        assert re.findall(r'<option value="([^"]*)" selected', select) == [value]


def test_the_form_of_a_table_refuses_an_unknown_timeout(client: httpx.Client) -> None:
    response = client.post("/tables", data={**NEW_MATCH, **FRIENDS, "timeout": "sleep"}, headers=JSON)
    assert (response.status_code, response.json()["error"]["where"]) == (422, "timeout")


@pytest.mark.parametrize(("forfeited", "words"), [(False, "a bot plays here"), (True, "has lost")])
def test_friends_see_why_a_bot_plays_for_a_player(*, forfeited: bool, words: str) -> None:
    match = courtly.new_match("courtisans", players=3, seed=1)
    assert match.to_move is not None
    away = (match.to_move + 1) % 3
    shown = with_seat(table_view_of(match, match.to_move), away, substituted_by="courtier", forfeited=forfeited)
    for table_view in (shown, with_table(shown, to_move=away)):
        page = table_pages.match_page(table_view, Locale("en", domain="courtisans"))
        assert page.around.members[away].state == words


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ([], ""),
        ([0], "You lost before the end: a bot played on, and the match counts as lost."),
        ([1, 2], "Bo and Cy lost before the end: a bot played on."),
    ],
)
@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_the_final_page_says_who_has_lost_before_the_end(game: str, lost: list[int], words: str) -> None:
    match = courtly.new_match(game, players=3, seed=1)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    shown = table_view_of(match, 0, names=["Ann", "Bo", "Cy"])
    assert shown.match is not None
    seats = [replace(seat, kind="person", forfeited=n in lost) for n, seat in enumerate(shown.match.seats)]
    locale = Locale("en", domain=game)
    page = table_pages.final_page(replace(shown, match=replace(shown.match, seats=seats)), locale)
    assert page.lost_early == words
    assert words in bytes(render(page.template, page, locale).body).decode()


@pytest.mark.parametrize("forfeited", [False, True])
def test_a_player_who_has_forfeited_is_told_so_and_cannot_return(*, forfeited: bool) -> None:
    match = courtly.new_match("courtisans", players=2, seed=1)
    assert match.to_move is not None
    fields = {"substituted_by": "courtier", "forfeited": forfeited}
    table_view = with_seat(table_view_of(match, match.to_move), match.to_move, **fields)
    shown = table_pages.match_page(table_view, Locale("en", domain="courtisans"))
    assert ("return" in shown.around.choices) != forfeited
    assert ("Your time ran out" in shown.around.minded, "Your time ran out" in shown.caption.text) == (forfeited,) * 2
