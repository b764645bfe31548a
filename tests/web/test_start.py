"""The start page, and setting up a match."""

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from courtly.web.forms import LARGEST_SEED
from tests.web.helpers import NEW_MATCH, begin, page


def test_the_start_page_offers_a_bot_for_each_other_seat(client: httpx.Client) -> None:
    text = page(client, "/")
    assert [f'name="bot-{seat}"' in text for seat in range(1, 7)] == [False, True, True, True, True, False]
    assert text.count('<option value="steward" selected>') == 4


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", ["Novice", "Courtier", "Minister", "Regent", "Steward", "Random"]),
        ("fr", ["Novice", "Courtisan", "Ministre", "Régent", "Intendant", "Hasard"]),
    ],
)
def test_the_levels_are_offered_by_name_the_weakest_first(client: httpx.Client, lang: str, names: list[str]) -> None:
    text = client.get("/", headers={"Accept-Language": lang}).text
    choices = re.search(r'<select id="bot-2".*?</select>', text, re.DOTALL)
    assert choices is not None
    assert re.findall(r">(\w+)\s?: ", choices[0].partition('value="open"')[0]) == names


@pytest.mark.parametrize(("lang", "name"), [("en", "Guest"), ("fr", "Convive")])
def test_a_match_without_a_name_is_played_by_a_guest(client: httpx.Client, lang: str, name: str) -> None:
    client.headers["Accept-Language"] = lang
    url = begin(client, name="  ", seed="")
    assert re.search(rf"{name} \d+, Isaure", page(client, "/"))
    assert url in page(client, "/")


def test_a_bot_never_bears_the_name_of_the_player(client: httpx.Client) -> None:
    begin(client, name="isaure")
    assert "isaure, Aldric, Odile" in page(client, "/")


def test_the_same_seed_deals_the_same_hand(client: httpx.Client) -> None:
    options = {"players": "2", "seed": "12"}
    hands = [page(client, begin(client, **options)).split('class="hand"')[1].split("</fieldset>")[0] for _ in range(2)]
    assert hands[0] == hands[1]


def test_the_start_page_lists_the_matches_of_its_reader_alone(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    assert url in page(client, "/")
    assert "/tables/" not in page(stranger, "/")


def test_the_start_page_is_filled_in_from_the_address(client: httpx.Client) -> None:
    text = page(client, "/?players=5&edition=2023&name=%3Cb%3E")
    assert 'value="5" checked' in text
    assert 'value="2023" checked' in text
    assert 'value="&lt;b&gt;"' in text


def test_nonsense_in_the_address_leaves_the_defaults(client: httpx.Client) -> None:
    assert 'value="3" checked' in page(client, "/?players=99")


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
def test_a_bad_set_up_is_refused_by_name(client: httpx.Client, fields: dict[str, str], code: str, where: str) -> None:
    response = client.post("/tables", data={**NEW_MATCH, **fields}, headers={"Accept": "application/json"})
    error = response.json()["error"]
    assert response.status_code == 422
    assert (error["code"], error["where"]) == (code, where)
    codes = {"option", "problem"} if code == "bad-option" else set()
    assert set(error) == {"code", "message", "given", "where", "allowed", *codes}
    assert error["given"] is not None or code == "bad-option"


def test_a_set_up_without_players_names_what_is_missing(client: httpx.Client) -> None:
    response = client.post("/tables", data={"game": "courtisans"}, headers={"Accept": "application/json"})
    assert response.json()["error"]["where"] == "players"


def test_a_file_in_place_of_text_is_refused(client: httpx.Client) -> None:
    response = client.post("/tables", data=NEW_MATCH, files={"name": b"Camille"})
    assert response.status_code == 422
    assert "takes text and not a file" in response.text


def test_a_refused_set_up_opens_no_table(client: httpx.Client) -> None:
    assert client.post("/tables", data={**NEW_MATCH, "players": "6"}).status_code == 422
    assert "/tables/" not in page(client, "/")


def test_a_form_that_is_sent_twice_begins_one_match(client: httpx.Client) -> None:
    form = {**NEW_MATCH, "command": form_id(page(client, "/"))}
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: client.post("/tables", data=form), range(2)))
    first, second = (answer.headers["location"] for answer in answers)
    assert first == second
    assert begin(client, command=form["command"], players="2") != first
    assert begin(client, command=form_id(page(client, "/"))) != first
    assert page(client, "/").count('<li><a href="/tables/') == 3


def test_a_form_that_was_refused_may_be_sent_again(client: httpx.Client) -> None:
    form = {"command": form_id(page(client, "/"))}
    assert client.post("/tables", data={**NEW_MATCH, **form, "seed": "seven"}).status_code == 422
    assert begin(client, **form).startswith("/tables/")


def test_somebody_elses_form_is_another_form(client: httpx.Client, stranger: httpx.Client) -> None:
    command = form_id(page(client, "/"))
    page(stranger, "/")
    assert begin(client, command=command) != begin(stranger, command=command)


def form_id(text: str) -> str:
    found = re.search(r'name="command" value="([^"]+)"', text)
    assert found is not None
    return found[1]
