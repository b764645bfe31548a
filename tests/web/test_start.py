"""The start page with its cards, and setting up a match."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import httpx
import pytest

from courtly.web.forms import LARGEST_SEED
from tests.web.helpers import JSON, NEW_MATCH, begin, page, play
from tests.web.table_forms import both_ready


def fields_of(text: str, card: str) -> dict[str, str]:
    """Return the fields of a card's form on the start page."""
    form = text.split(f'<form class="start-card {card}"')[1].split("</form>", maxsplit=1)[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


def enter(client: httpx.Client, card: str, game: str) -> str:
    """Press a card of the start page and return the address it redirects to."""
    fields = fields_of(page(client, f"/?game={game}"), card)
    response = client.post("/tables", data=fields, follow_redirects=False)
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_one_click_starts_an_easy_first_match(client: httpx.Client, game: str) -> None:
    text = page(client, f"/?game={game}")
    fields = fields_of(text, "play")
    assert (fields["players"], fields["bot-2"], fields["bot-3"]) == ("3", "novice", "novice")
    assert fields.get("banners", "false") == "false"
    assert "Against Isaure and Aldric (level novice)." in text
    assert "Banners: No." not in text
    table = page(client, enter(client, "play", game))
    assert 'id="stage"' in table
    assert "Guest" in table


def test_a_game_is_described_until_the_viewer_has_played_it(client: httpx.Client) -> None:
    about = "Sisters compete for their mother’s throne."
    described = [game for game in ("courtisans", "monarch") if about in shown_text(client, f"/?game={game}")]
    assert described == ["monarch"]
    begin(client, game="courtisans")
    assert about in shown_text(client, "/?game=monarch")
    begin(client, game="monarch")
    assert about not in shown_text(client, "/?game=monarch")


def shown_text(client: httpx.Client, address: str) -> str:
    """Return the body of a page as HTML; the head has a description, too."""
    return unescape(page(client, address).split("<body")[1])


def preview(text: str) -> dict[str, str]:
    """Return the tags of a page's link preview, and of its robots."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*|robots)" content="([^"]*)"', text))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Courtly: games of court intrigue", "Sisters compete", "Invitation: Courtisans")),
        ("fr", ("Courtly\u202f: jeux d’intrigues de cour", "Des sœurs", "Invitation\u202f: Courtisans")),
    ],
)
def test_the_start_page_and_invitations_have_a_link_preview(
    client: httpx.Client, stranger: httpx.Client, lang: str, words: tuple[str, str, str]
) -> None:
    title, about, invitation = words
    stranger.headers["Accept-Language"] = lang
    start = preview(stranger.get("/?game=monarch").text)
    assert (start["og:title"], start["og:locale"], start["twitter:card"]) == (title, lang, "summary")
    assert start["og:description"].startswith(about)
    assert "robots" not in start
    picture = stranger.get(unescape(start["og:image"]))
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    found = re.search(r"/join/[^\"]+", page(client, enter(client, "friends", "courtisans")))
    assert found
    link = found[0]
    invited = preview(stranger.get(link).text)
    assert (invited["og:title"], invited["robots"]) == (invitation, "noindex, nofollow")
    assert invited["og:description"]
    assert invited["og:url"].endswith(link)
    assert invited["og:image"] == start["og:image"]


def test_pressing_a_card_twice_opens_one_table(client: httpx.Client) -> None:
    fields = fields_of(page(client, "/"), "play")
    first, second = (client.post("/tables", data=fields).headers["location"] for _ in range(2))
    assert first == second


def test_one_click_repeats_the_last_choice(client: httpx.Client) -> None:
    begin(client, game="monarch", players="2", **{"bot-2": "random", "banners": "true"})
    text = page(client, "/")
    assert 'href="/?game=monarch" aria-current="true"' in text
    assert "as last time" in text
    again = fields_of(text, "play")
    assert (again["players"], again["bot-2"], again["banners"]) == ("2", "random", "true")
    assert not {"seed", "name"} & set(again)
    assert "first match" in page(client, "/?game=courtisans")


def test_an_invalid_stored_choice_is_corrected(client: httpx.Client) -> None:
    kept = "game=monarch&players=99&banners=perhaps&bot-2=nobody"
    fields = fields_of(client.get("/", headers={"Cookie": f'courtly_choice="{kept}"'}).text, "play")
    assert (fields["game"], fields["players"], fields["banners"]) == ("monarch", "3", "false")
    assert fields["bot-2"] == "novice"
    assert "first match" in client.get("/", headers={"Cookie": "courtly_choice=nonsense"}).text


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_the_card_for_friends_leads_to_a_waiting_room_with_a_link(client: httpx.Client, game: str) -> None:
    text = page(client, enter(client, "friends", game))
    assert text.count('class="seat is-free') == 3
    assert 'id="link-join"' in text
    assert "first match" in page(client, f"/?game={game}")


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_the_card_for_learning_leads_to_the_introduction(client: httpx.Client, game: str) -> None:
    assert f'href="/learn/{game}"' in page(client, f"/?game={game}")
    assert "in a minute</h2>" in page(client, f"/learn/{game}")


@pytest.mark.parametrize("address", ["/?game=chess", "/learn/chess", "/new?game=chess"])
def test_an_unknown_game_has_no_page(client: httpx.Client, address: str) -> None:
    assert client.get(address).status_code == 422


def test_a_table_that_waits_for_the_viewer_is_listed_first_with_its_time(client: httpx.Client) -> None:
    begin(client)
    begin(client, **{"bot-2": "open"})
    first, second = re.findall(r'<li(?: class="yours")?><a href="/tables/.*?</li>', page(client, "/"), re.DOTALL)
    assert 'Your turn</b> <span class="since">just now' in first
    assert "1 seat free" in second


@pytest.mark.parametrize(
    ("chosen", "last"),
    [
        ({"bot-2": "novice", "bot-3": "novice"}, "novice"),
        ({"bot-2": "regent", "bot-3": "open"}, "regent"),
        ({"bot-2": "open", "bot-3": "open"}, "steward"),
        ({}, "steward"),
    ],
)
def test_a_seat_without_a_choice_gets_the_level_of_the_others(
    client: httpx.Client, chosen: dict[str, str], last: str
) -> None:
    fields = {"game": "courtisans", "players": "4", **chosen}
    form = client.get("/new", params=fields).text.split('name="bot-4"')[1].split("</select>")[0]
    assert re.findall(r'value="(\w+)" selected', form) == [last]
    seats = client.get(f"/api{begin(client, **fields)}").json()["seats"]
    assert seats[3]["bot"] == last


def test_a_bot_that_is_added_to_a_table_has_the_level_of_the_others(client: httpx.Client) -> None:
    text = page(client, begin(client, **{"bot-2": "open", "bot-3": "minister"}))
    assert re.findall(r'value="(\w+)" selected', text.split('name="bot"')[1].split("</select>")[0]) == ["minister"]


def test_the_form_offers_a_bot_for_each_other_seat(client: httpx.Client) -> None:
    text = page(client, "/new")
    assert [f'name="bot-{seat}"' in text for seat in range(1, 7)] == [False, True, True, True, True, False]
    assert text.count('<option value="steward" selected>') == 4


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", ["Novice", "Courtier", "Minister", "Regent", "Steward", "Random"]),
        ("fr", ["Novice", "Courtisan", "Ministre", "Régent", "Intendant", "Hasard"]),
    ],
)
def test_the_levels_are_listed_from_the_weakest_to_the_strongest(
    client: httpx.Client, lang: str, names: list[str]
) -> None:
    text = client.get("/new", headers={"Accept-Language": lang}).text
    choices = re.search(r'<select id="bot-2".*?</select>', text, re.DOTALL)
    assert choices is not None
    assert re.findall(r">(\w+)\s?: ", choices[0].partition('value="open"')[0]) == names


@pytest.mark.parametrize(("lang", "name"), [("en", "Guest"), ("fr", "Convive")])
def test_a_match_without_a_name_is_played_by_a_guest(client: httpx.Client, lang: str, name: str) -> None:
    client.headers["Accept-Language"] = lang
    url = begin(client, name="  ", seed="")
    assert re.search(rf"{name} \d+, Isaure", page(client, "/"))
    assert url in page(client, "/")


def test_a_bot_never_has_the_players_name(client: httpx.Client) -> None:
    begin(client, name="isaure")
    assert "isaure, Aldric, Odile" in page(client, "/")


def test_equal_seeds_deal_equal_hands(client: httpx.Client) -> None:
    options = {"players": "2", "seed": "12"}
    hands = [page(client, begin(client, **options)).split('class="hand"')[1].split("</fieldset>")[0] for _ in range(2)]
    assert hands[0] == hands[1]


def test_the_start_page_lists_only_the_viewers_matches(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    assert url in page(client, "/")
    assert "/tables/" not in page(stranger, "/")


def test_the_form_is_filled_in_from_the_query(client: httpx.Client) -> None:
    text = page(client, "/new?players=5&edition=2023&name=%3Cb%3E")
    assert 'value="5" checked' in text
    assert 'value="2023" checked' in text
    assert 'value="&lt;b&gt;"' in text


def test_invalid_values_in_the_query_leave_the_defaults(client: httpx.Client) -> None:
    assert 'value="3" checked' in page(client, "/new?players=99")


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"players": "6"}, "bad-option", "players"),
        ({"players": "three"}, "bad-option", "players"),
        ({"edition": "2025"}, "bad-option", "edition"),
        ({"mission_count": "double"}, "bad-option", "mission_count"),
        ({"colour": "red"}, "bad-option", "options"),
        ({"game": "chess"}, "unknown-game", "game"),
        ({"bot-2": "deep-thought"}, "unknown-bot", "bot"),
        ({"bot-2": "ismcts:sims=20000"}, "unknown-bot", "bot"),
        ({"name": "x" * 200}, "bad-name", "name"),
        ({"bot-2": "open", "clock": "forever"}, "bad-form", "clock"),
        ({"bot-2": "open", "minder": "nobody"}, "bad-form", "minder"),
        ({"bot-2": "open", "away": "soon"}, "bad-form", "away"),
        ({"bot-2": "open", "listed": "perhaps"}, "bad-form", "listed"),
        ({"seed": "-1"}, "bad-form", "seed"),
        ({"seed": "seven"}, "bad-form", "seed"),
        ({"seed": str(LARGEST_SEED + 1)}, "bad-form", "seed"),
        ({"seed": "²"}, "bad-form", "seed"),
    ],
)
def test_the_error_names_an_invalid_field(client: httpx.Client, fields: dict[str, str], code: str, where: str) -> None:
    response = client.post("/tables", data={**NEW_MATCH, **fields}, headers={"Accept": "application/json"})
    error = response.json()["error"]
    assert response.status_code == 422
    assert (error["code"], error["where"]) == (code, where)
    codes = {"option", "problem"} if code == "bad-option" else set()
    assert set(error) == {"code", "message", "given", "where", "allowed", *codes}
    assert error["given"] is not None or code == "bad-option"


def test_the_error_names_missing_players(client: httpx.Client) -> None:
    response = client.post("/tables", data={"game": "courtisans"}, headers={"Accept": "application/json"})
    assert response.json()["error"]["where"] == "players"


def test_a_file_for_a_text_field_is_rejected(client: httpx.Client) -> None:
    response = client.post("/tables", data=NEW_MATCH, files={"name": b"Camille"})
    assert response.status_code == 422
    assert "must be text, not a file" in response.text


def test_a_rejected_setup_opens_no_table(client: httpx.Client) -> None:
    assert client.post("/tables", data={**NEW_MATCH, "players": "6"}).status_code == 422
    assert "/tables/" not in page(client, "/")


def test_a_form_sent_twice_begins_one_match(client: httpx.Client) -> None:
    form = {**NEW_MATCH, "command": form_id(page(client, "/new"))}
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: client.post("/tables", data=form), range(2)))
    first, second = (answer.headers["location"] for answer in answers)
    assert first == second
    assert begin(client, command=form["command"], players="2") != first
    assert begin(client, command=form_id(page(client, "/new"))) != first
    assert page(client, "/").count('href="/tables/') == 3


def test_a_rejected_form_may_be_sent_again(client: httpx.Client) -> None:
    form = {"command": form_id(page(client, "/new"))}
    assert client.post("/tables", data={**NEW_MATCH, **form, "seed": "seven"}).status_code == 422
    assert begin(client, **form).startswith("/tables/")


def test_command_ids_of_different_players_do_not_collide(client: httpx.Client, stranger: httpx.Client) -> None:
    command = form_id(page(client, "/new"))
    page(stranger, "/")
    assert begin(client, command=command) != begin(stranger, command=command)


def form_id(text: str) -> str:
    found = re.search(r'name="command" value="([^"]+)"', text)
    assert found is not None
    return found[1]


def is_asked(client: httpx.Client, url: str) -> bool:
    """Return whether it is a visitor's turn at a table."""
    return "<title>Your turn" in page(client, url)


def test_tables_that_wait_for_a_player_are_listed_by_the_time_of_waiting_and_lead_to_each_other(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    urls = [both_ready(client, stranger, clock="days-3") for _ in range(3)]
    for url in urls:
        while not is_asked(client, url):
            play(stranger, url)
    waiting = client.get("/api/me/tables?waiting=true").json()["tables"]
    assert [line["turn_since"] for line in waiting] == sorted(line["turn_since"] for line in waiting)
    order = [f"/tables/{line['id']}" for line in waiting]
    assert sorted(order) == sorted(urls)
    listed = page(client, "/tables").split('id="waiting"')[1].split('id="mine-title"')[0]
    assert re.findall(r'href="(/tables/[\w-]+)"', listed) == order
    assert listed.count("3 days left") == 3
    assert client.get("/next").headers["location"] == order[0]
    assert client.get("/next", params={"after": waiting[0]["id"]}).headers["location"] == order[1]
    for url in order:
        assert "Next table" not in page(client, url)
        while is_asked(client, url):
            play(client, url)
        assert f'href="/next?after={url.removeprefix("/tables/")}"' in page(client, url)
    assert client.get("/next").headers["location"] == "/tables#waiting"
    assert "No table waits for you now." in page(client, "/tables")


def test_a_newcomer_has_no_next_table(client: httpx.Client) -> None:
    assert client.get("/next").headers["location"] == "/tables#waiting"
    assert 'id="waiting"' not in page(client, "/tables")


def test_a_table_without_days_for_each_move_leads_to_no_other(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger, clock="bank-900-20")
    assert "Next table" not in page(client, url) + page(stranger, url)


def test_the_start_page_counts_the_tables_that_wait_if_it_does_not_show_them_all(client: httpx.Client) -> None:
    for number in range(5):
        begin(client, game="monarch")
        assert ("5 tables wait for you" in page(client, "/")) == (number == 4)


def test_a_player_takes_days_off_at_all_tables_with_days_for_each_move(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    assert 'action="/time-off"' not in page(client, "/tables")
    slow = [both_ready(client, stranger, clock="days-3") for _ in range(2)]
    both_ready(client, stranger, clock="bank-900-20")
    text = page(client, "/tables")
    command = re.findall(r'action="/time-off">\s*<input type="hidden" name="command" value="([^"]+)"', text)[0]
    asked = {"days": "14", "command": command}
    for _ in range(2):  # The second request repeats the first.
        answer = client.post("/time-off", data=asked)
        assert answer.headers["location"] == "/tables?off=2"
    assert "At 2 tables, you have more days" in page(client, "/tables?off=2")
    for url in slow:
        entries = client.get(f"/api{url}?since=0").json()["entries"]
        assert [entry["event"]["args"]["days"] for entry in entries if entry["act"] == "time_off"] == [14]
    too_many = {"days": "30", "command": "again"}
    refused = client.post("/time-off", data=too_many, headers=JSON)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not-now")
    shown = client.post("/time-off", data=too_many)
    assert shown.status_code == 409
    assert "30 days off are too many: a match has 30, and you have 16 left." in shown.text
    assert 'id="waiting"' in shown.text


def test_a_player_without_slow_tables_is_told_that_no_days_off_are_needed(client: httpx.Client) -> None:
    begin(client)
    location = client.post("/time-off", data={"days": "7", "command": "off"}).headers["location"]
    assert "you need no days off" in page(client, location)
