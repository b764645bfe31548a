"""The pages of Monarch, used with forms: custom card sets, playing again, offered moves and rejected moves."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from typing import Any

import httpx
import pytest

import courtly
from courtly.engine.play.match import Match
from tests.games.monarch.builders import HOUSE, begin, named, small_set
from tests.web.helpers import buttons, page, page_of, refused, send
from tests.web.monarch_play import eager, offered, offers, play_on, start, turn

OWN = small_set()
OWN["set"] = {**OWN["set"], "name": {"en": "Cards of Camille", "fr": "Cartes de Camille"}}


def own_match(client: httpx.Client, document: dict[str, Any], **fields: str) -> str:
    """Begin a match with a custom card set and return its address."""
    return start(client, card_set=json.dumps(document), **fields)


# Options


def test_a_match_without_banners_shows_none(client: httpx.Client) -> None:
    assert 'class="banners"' in page(client, start(client))
    assert 'class="banners"' not in page(client, start(client, banners="false"))


# Custom card sets


def test_the_notice_of_the_card_set_is_shown(client: httpx.Client) -> None:
    url = start(client)
    assert HOUSE["set"]["notice"]["en"] in page(client, url)
    french = client.get(url, headers={"Accept-Language": "fr"}).text
    assert HOUSE["set"]["notice"]["fr"] in unescape(french)


def test_a_match_with_levels_but_without_a_net_says_so(client: httpx.Client) -> None:
    missing = "The bots have not been trained with these cards and options"
    assert missing in page(client, own_match(client, OWN, **{"bot-2": "novice"}))
    assert missing not in page(client, own_match(client, OWN))
    assert missing not in page(client, start(client, **{"bot-2": "novice"}))


def test_a_simplified_card_is_marked() -> None:
    document = small_set()
    named(document, "toll-drum")["incomplete"] = True
    match = begin(2, "toll-drum", card_set=document)
    toll = offers(match)["toll-drum"].face
    assert toll.incomplete
    assert [line for line in toll.abilities if "tax" in line]
    assert turn(match).card_set.incomplete
    assert page_of(match).count("simplified") >= 2
    assert not turn(begin(2)).card_set.incomplete


def test_a_card_without_a_text_lists_its_abilities() -> None:
    document = small_set()
    named(document, "astronomer").pop("text", None)
    match = begin(2, "astronomer", card_set=document)
    face = offers(match, lang="fr")["astronomer"].face
    assert face.text == ""
    assert face.abilities[0].startswith("Couronnes")


def test_texts_of_a_card_set_are_escaped(client: httpx.Client) -> None:
    document = json.loads(json.dumps(OWN))
    document["set"]["notice"]["en"] = "<script>alert(1)</script>"
    for card in document["court"]:
        card["name"] = {lang: f"<em>{name}" for lang, name in card["name"].items()}
    text = page(client, own_match(client, document, players="2"))
    assert "<script>" not in text
    assert "<em>" not in text


# Playing again


def again_link(text: str) -> str:
    """Return the address of the form that a final page offers to play again."""
    return "/new" + unescape(text.split('class="secondary" href="/new')[1].split('"', maxsplit=1)[0])


def test_a_long_custom_card_set_is_played_again_by_the_id_of_its_match(client: httpx.Client) -> None:
    url = own_match(client, OWN, players="2", max_rounds="1", banners="false", **{"bot-2": "random"})
    link = again_link(play_on(client, url))
    assert link == f"/new?again={url.removeprefix('/tables/')}"
    text = page(client, link)
    assert '<input type="hidden" name="game" value="monarch">' in text
    assert 'id="players-2" value="2" checked' in text
    assert 'id="banners-false" value="false" checked' in text
    assert '<option value="random" selected>' in text
    assert "Cards of Camille" in unescape(text.split("<textarea")[1].split("</textarea>")[0])
    assert f'name="here" value="{link}"' in text


def test_a_match_with_the_house_set_is_played_again_by_its_options(client: httpx.Client) -> None:
    text = play_on(client, start(client, players="2", max_rounds="1"))
    link = again_link(text)
    assert link.startswith("/new?game=monarch&")
    assert "max_rounds=1" in link
    assert "card_set" not in link


def test_a_player_can_play_only_own_matches_again(client: httpx.Client, stranger: httpx.Client) -> None:
    url = start(client).removeprefix("/tables/")
    assert stranger.get(f"/new?again={url}").status_code == 404
    start(stranger)
    assert stranger.get(f"/new?again={url}").status_code == 404
    assert client.get("/new?again=nowhere").status_code == 404


# Playing


@pytest.mark.parametrize(
    "fields",
    [
        {"players": "2"},
        {"players": "3", "banners": "false"},
        {"players": "4", "bot-2": "random", "max_rounds": "9"},
    ],
)
def test_a_whole_match_counts_every_card_and_its_record_replays(client: httpx.Client, fields: dict[str, str]) -> None:
    url = start(client, **fields)
    text = play_on(client, url)
    assert "Card by card" in text
    match = courtly.read_record(client.get(f"{url}/record").json())
    assert match.is_over
    shown = [int(score.replace("−", "-")) for score in re.findall(r'<span class="score">([^<]*)</span>', text)]
    assert shown == sorted(match.scores(), reverse=True)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (["add"], "illegal-move"),
        (["build a1"], "illegal-move"),
        (["send 1"], "illegal-move"),
        (["keep"], "illegal-move"),
        (["pass"], "illegal-move"),
        (["pledge", "1"], "illegal-move"),
        (["fly banner-of-balance"], "illegal-move"),
        (["buy dragon"], "unknown-move"),
        (["buy"], "unknown-move"),
        (["pledge", "-1"], "unknown-move"),
        (["harvest", "tax"], "unknown-move"),
        (["\x00"], "unknown-move"),
        ([], "unknown-move"),
    ],
)
def test_an_invalid_move_changes_nothing(client: httpx.Client, move: list[str], code: str) -> None:
    assert refused(client, start(client), *move) == (422, code)


def test_income_can_be_taken_only_once_a_turn(client: httpx.Client) -> None:
    url = start(client)
    assert send(client, url, "harvest").status_code == 303
    assert refused(client, url, "harvest") == (422, "illegal-move")
    assert "Income taken." in page(client, url)


def phases_of(match: Match, rng: random.Random) -> set[str]:
    """Play random moves to the end, and compare the moves on every page with the legal ones; return the phases."""
    found = set()
    while not match.is_over:
        view = match.view(match.to_move)
        lang = rng.choice(["en", "fr"])
        text = page_of(match, int(view["seat"]), lang)
        assert sorted(set(offered(text))) == sorted(view["legal"]), match.moves
        assert sorted(set(buttons(page_of(match, (view["seat"] + 1) % match.players, lang)))) == []
        found.add(view["phase"])
        match.play(rng.choice(view["legal"]) if rng.random() < 0.4 else eager(view["legal"]))
    return found


def test_pages_offer_exactly_the_legal_moves_in_every_phase() -> None:
    rng, found = random.Random(5), set[str]()
    for seed, (players, banners) in enumerate([(2, True), (3, False), (4, True)]):
        match = courtly.new_match("monarch", players=players, banners=banners, max_rounds=8, seed=seed)
        found |= phases_of(match, rng)
        text = page_of(match, 0)
        assert all(f'<span class="score">{score}'.replace("-", "−") in text for score in match.scores())
    assert {"act", "place", "build", "send", "pledge"} <= found
