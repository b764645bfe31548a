"""Setting up a match of any game: the form and its help texts, the number of seats, and rejected options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from types import MappingProxyType
from typing import NamedTuple

import httpx
import pytest

from tests.web.helpers import JSON, NEW_MATCH, begin, page


class Form(NamedTuple):
    """The form that a game must have: players, choices, numbers with their limits, and lists."""

    players: str
    choices: dict[str, list[str]]
    numbers: Mapping[str, tuple[int, int]] = MappingProxyType({})
    lists: tuple[str, ...] = ()


YES_NO = ["false", "true"]
FORMS = {
    "courtisans": Form("2345", {"edition": ["2024", "2023"], "mission_count": ["nobles-double", "cards"]}),
    "cursed_court": Form(
        "23456",
        {
            "tie": ["shared", "extra-year"],
            "court_remembers": ["off", "hidden", "open"],
            "coinless": YES_NO,
            "great_exchange": ["off", "elimination", "cash"],
            "masquerade": YES_NO,
        },
        {"years": (1, 20)},
        ("regions",),
    ),
    "monarch": Form("234", {"banners": YES_NO}, {"max_rounds": (1, 200)}, ("card_set",)),
}

every_game = pytest.mark.parametrize("game", FORMS)


@every_game
def test_the_form_offers_all_games_and_all_options_of_the_chosen_game(client: httpx.Client, game: str) -> None:
    text, form = page(client, f"/new?game={game}"), FORMS[game]
    assert [f'href="/new?game={other}"' in text for other in FORMS] == [True] * len(FORMS)
    assert f'<input type="hidden" name="game" value="{game}">' in text
    for name, values in {"players": list(form.players), **form.choices}.items():
        for value in values:
            assert f'name="{name}" id="{name}-{value}"' in text
    for name, (least, most) in form.numbers.items():
        assert f'id="{name}" name="{name}" type="number" min="{least}" max="{most}"' in text
    for name in form.lists:
        assert f'name="{name}-file" type="file"' in text


@pytest.mark.parametrize("game", ["cursed_court", "monarch"])
def test_all_options_have_a_help_text(client: httpx.Client, game: str) -> None:
    text, form = page(client, f"/new?game={game}"), FORMS[game]
    for option in (*form.choices, *form.numbers, *form.lists):
        assert re.search(rf'<p class="help" id="{option}-help">[^<]{{30,}}</p>', text), option
    assert 'id="players-help"' not in text


@pytest.mark.parametrize(("game", "players"), [(game, n) for game, form in FORMS.items() for n in form.players])
def test_a_match_begins_with_the_chosen_number_of_seats(client: httpx.Client, game: str, players: str) -> None:
    text = page(client, begin(client, game=game, players=players))
    assert set(re.findall(r'data-seat="(\d)"', text)) == set(map(str, range(int(players))))


@pytest.mark.parametrize(
    ("game", "fields", "where", "said"),
    [
        *((game, {"players": "1"}, "players", "cannot be played with this number of players") for game in FORMS),
        *((game, {"players": "7"}, "players", "cannot be played with this number of players") for game in FORMS),
        ("cursed_court", {"years": "0"}, "years", "1 to 20 years"),
        ("cursed_court", {"years": "21"}, "years", "1 to 20 years"),
        ("cursed_court", {"years": "three"}, "years", "1 to 20 years"),
        ("cursed_court", {"tie": "fight"}, "tie", "option tie cannot be"),
        ("cursed_court", {"court_remembers": "maybe"}, "court_remembers", "option court_remembers cannot be"),
        ("cursed_court", {"coinless": "perhaps"}, "coinless", "option coinless cannot be"),
        ("cursed_court", {"coinless": "true", "great_exchange": "cash"}, "options", "cannot be combined"),
        ("cursed_court", {"coinless": "true", "great_exchange": "elimination"}, "options", "cannot be combined"),
        ("cursed_court", {"edition": "2024"}, "options", "there is no option"),
        ("cursed_court", {"regions": "nonsense"}, "regions", "not TOML"),
        ("monarch", {"max_rounds": "0"}, "max_rounds", "between 1 and 200"),
        ("monarch", {"max_rounds": "201"}, "max_rounds", "between 1 and 200"),
        ("monarch", {"max_rounds": "many"}, "max_rounds", "between 1 and 200"),
        ("monarch", {"banners": "perhaps"}, "banners", "option banners cannot be"),
        ("monarch", {"years": "3"}, "options", "there is no option"),
        ("monarch", {"card_set": "nonsense"}, "card_set", "Your card set has errors"),
        ("monarch", {"card_set": "{"}, "card_set", "Your card set has errors"),
    ],
)
def test_after_an_invalid_setup_the_form_is_shown_again_with_a_reason(
    client: httpx.Client, game: str, fields: dict[str, str], where: str, said: str
) -> None:
    sent = {**NEW_MATCH, "game": game, **fields}
    as_json = client.post("/tables", data=sent, headers=JSON)
    assert (as_json.status_code, as_json.json()["error"]["where"]) == (422, where)
    as_page = client.post("/tables", data=sent)
    assert as_page.status_code == 422
    assert said in unescape(as_page.text)
    assert 'value="Camille"' in as_page.text
    assert "/tables/" not in page(client, "/")


def test_the_error_about_an_impossible_combination_is_translated(client: httpx.Client) -> None:
    fields = {**NEW_MATCH, "game": "cursed_court", "coinless": "true", "great_exchange": "cash"}
    text = client.post("/tables", data=fields, headers={"Accept-Language": "fr"}).text
    assert "Choisissez une seule de ces variantes" in text
    assert 'id="great_exchange-cash" value="cash" checked' in text


def test_the_form_names_the_options_that_an_option_excludes(client: httpx.Client) -> None:
    text = page(client, "/new?game=cursed_court")
    excluded = re.findall(r'option-(\w+)" data-excluded-by="([^"]*)" data-default="(\w+)"', text)
    assert excluded == [("coinless", "great_exchange", "false"), ("great_exchange", "coinless", "off")]
    assert "options.js" in text
    assert "options.js" not in page(client, "/new?game=monarch")


def test_empty_fields_leave_options_at_their_defaults(client: httpx.Client) -> None:
    assert "Year 1 of 3" in page(client, begin(client, game="cursed_court", years="", regions=" "))
