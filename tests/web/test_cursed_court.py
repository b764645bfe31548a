"""The pages of Cursed Court, used with forms: playing again, betting, rejected moves, and the switch for chances."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

import courtly
from courtly.games.cursed_court.components import components
from tests.games.cursed_court.own_regions import printed_file
from tests.web.cursed_court_positions import VARIANTS
from tests.web.helpers import JSON, NEW_MATCH, begin, buttons, is_open, page, refused, send
from tests.web.page_forms import Form, forms

NEW = {**NEW_MATCH, "game": "cursed_court", "players": "4"}


def start(client: httpx.Client, **fields: str) -> str:
    """Begin a match of Cursed Court and return its address."""
    return begin(client, **{**NEW, **fields})


def offered(text: str) -> list[str]:
    """Return the regions on which a page accepts a bet. If it is not the viewer's turn to bet, there are none."""
    if 'id="bets"' not in text or "crowns-to-place" not in text:
        return []
    return [
        unescape(bet)
        for bet in re.findall(r'type="radio" name="piece"[^>]*value="bet ([^"]*)"(?! aria-disabled)', text)
    ]


def play(client: httpx.Client, url: str, region: str, stake: int, *, feint: bool = False) -> None:
    """Bet a crown; stake coins if the page asks for them."""
    assert send(client, url, f"bet {region}", *(["feint"] if feint else [])).status_code == 303
    if 'class="exact"' in page(client, url):
        assert send(client, url, "stake", str(stake)).status_code == 303


def play_on(client: httpx.Client, url: str, *, button: int = 0) -> str:
    """Play until the match is over; return the final page. `button` is the index of the stake to choose."""
    text = page(client, url)
    while is_open(text):
        places = offered(text)
        words = [f"bet {places[-1]}"] if places else [buttons(text)[button]]
        if places and "Choose here" not in text:
            words.append("feint")
        assert send(client, url, *words).status_code == 303
        text = page(client, url)
    return text


# Playing again


def test_playing_again_keeps_variants_and_the_custom_list(client: httpx.Client) -> None:
    own = printed_file().replace('"affair"', '"tryst"', 1)
    text = play_on(client, start(client, players="2", years="1", masquerade="true", regions=own))
    link = unescape(re.findall(r'class="secondary" href="(/new[^"]*)"', text)[0])
    again = page(client, link)
    assert 'id="masquerade-true" value="true" checked' in again
    assert 'id="coinless-false" value="false" checked' in again
    assert "tryst" in again.split("<textarea")[1]


# Betting


def test_all_27_regions_are_offered_in_an_empty_spring(client: httpx.Client) -> None:
    text = page(client, start(client, players="2", seed="1"))
    free = 27 - text.count('class="crown seat-1" viewBox="0 0 64 64" role="img"')
    assert 26 <= free <= len(set(offered(text))) + 1


def test_after_a_bet_the_page_asks_for_a_stake_between_the_minimum_and_all_coins(client: httpx.Client) -> None:
    url = start(client)
    region = next(place for place in offered(page(client, url)) if place == "sorceress")
    assert send(client, url, f"bet {region}").status_code == 303
    text = page(client, url)
    assert "How many coins on the Sorceress?" in text
    assert 'type="number" min="0" max="20"' in text
    values = re.findall(r'name="move" value="stake (\d+)"', text)
    assert values == ["0", "11", "20"]


def test_a_stake_is_shown_with_its_crown(client: httpx.Client) -> None:
    url = start(client)
    play(client, url, "sorceress", 13)
    assert 'aria-label="Camille’s crown, 13 coins"' in page(client, url)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (["bet castle"], "unknown-move"),
        (["bet king feint"], "illegal-move"),
        (["bet king", "feint"], "illegal-move"),
        (["feint"], "unknown-move"),
        (["stake 3"], "illegal-move"),
        (["rebuy"], "illegal-move"),
        (["stand"], "illegal-move"),
        (["spare"], "unknown-move"),
        ([], "unknown-move"),
        (["\x00"], "unknown-move"),
        (["bet king", "bet queen"], "unknown-move"),
    ],
)
def test_an_invalid_bet_changes_nothing(client: httpx.Client, move: list[str], code: str) -> None:
    assert refused(client, start(client), *move) == (422, code)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (["stake", "21"], "unknown-move"),
        (["stake", "-1"], "unknown-move"),
        (["stake", ""], "unknown-move"),
        (["stake", "1.5"], "unknown-move"),
        (["stake", "01"], "unknown-move"),
        (["stake", "9" * 40], "unknown-move"),
        (["bet queen"], "illegal-move"),
        (["rebuy"], "illegal-move"),
    ],
)
def test_an_invalid_stake_changes_nothing_and_the_page_still_asks_for_one(
    client: httpx.Client, move: list[str], code: str
) -> None:
    url = start(client)
    send(client, url, "bet sorceress")
    assert refused(client, url, *move) == (422, code)


def test_a_bet_on_the_viewers_own_crown_or_without_enough_coins_is_rejected(client: httpx.Client) -> None:
    url = start(client)
    play(client, url, "sorceress", 20)
    text = page(client, url)
    others = re.findall(r' class="region[^"]*closed[^"]*"', text)
    assert others
    assert "sorceress" not in offered(text)
    assert refused(client, url, "bet sorceress") == (422, "illegal-move")
    held = [region for region in components_ids() if region not in offered(text)]
    assert [refused(client, url, f"bet {region}") for region in held] == [(422, "illegal-move")] * len(held)
    assert len(held) > 1


def components_ids() -> list[str]:
    """Return the ids of all regions of the printed board."""
    return [str(entry["id"]) for kind in ("noble", "region") for entry in components()[kind]]


def test_a_feint_can_be_placed_only_once(client: httpx.Client) -> None:
    url = start(client, masquerade="true")
    assert "Your feint is in hand." in page(client, url)
    play(client, url, "sorceress", 20, feint=True)
    text = page(client, url)
    assert "Your feint is on the Sorceress." in text
    assert "Feint here" not in text
    assert refused(client, url, "bet jester", "feint") == (422, "illegal-move")


def test_if_only_the_feint_is_left_the_last_crown_must_be_a_feint(client: httpx.Client) -> None:
    url = start(client, players="2", masquerade="true")
    text = page(client, url)
    while "Your last crown is your feint." not in text:
        send(client, url, *([f"bet {offered(text)[-1]}"] if offered(text) else [buttons(text)[0]]))
        text = page(client, url)
    assert "Choose here" not in text
    assert refused(client, url, f"bet {offered(text)[0]}") == (422, "illegal-move")
    assert send(client, url, f"bet {offered(text)[0]}", "feint").status_code == 303


def test_chips_can_be_bought_between_the_years_of_a_cash_match(client: httpx.Client) -> None:
    url = start(client, players="2", years="2", great_exchange="cash")
    text = page(client, url)
    while "do you buy more chips" not in text:
        send(client, url, *([f"bet {offered(text)[-1]}"] if offered(text) else [buttons(text)[0]]))
        text = page(client, url)
    assert 'id="between" class="ring-counted" hidden' not in text
    assert "Year 1: scoring" in text
    assert refused(client, url, "bet king") == (422, "illegal-move")
    assert send(client, url, "rebuy").status_code == 303
    assert "Bought so far: 100 chips" in page(client, url)
    assert send(client, url, "stand").status_code == 303


def test_without_coins_crowns_need_no_stake_and_can_share_regions(client: httpx.Client) -> None:
    url = start(client, coinless="true")
    text = page(client, url)
    assert len(offered(text)) == 27
    play(client, url, "sorceress", 0)
    after = page(client, url)
    assert "coins" not in after.split('class="board"')[1].split('id="drawer"')[0]
    assert len(offered(after)) == 26


WORDS = {
    "en": {"asked": "Your turn: choose a region to bet on.", "totals": "Totals", "crowns": "Crown by crown"},
    "fr": {
        "asked": "À vous\u202f: choisissez une région où parier.",
        "totals": "Totaux",
        "crowns": "Couronne par couronne",
    },
}


def chosen(form: Form, *, all_in: bool) -> dict[str, list[str]]:
    """Return the fields of a choice: a region and a crown, a number of coins, or to buy no more chips."""
    regions = [value for value in form.offered("piece") if value.startswith("bet ")]
    if regions:
        return form.filled(form.buttons()[-1], piece=regions[len(regions) // 2])
    marks = [button for button in form.buttons() if button.name == "move"]
    return form.filled(marks[0] if marks[0].value.startswith("stake ") and not all_in else marks[-1])


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_match_of_a_variant_can_be_played_with_the_forms_of_its_pages(client: httpx.Client, name: str) -> None:
    variant, words = VARIANTS[name], WORDS[VARIANTS[name].lang]
    client.cookies.set("courtly_language", variant.lang)
    new = forms(page(client, "/new?game=cursed_court"))["new-match"]
    fields = {"players": str(variant.players), "name": variant.names[0], "seed": "7", **variant.fields}
    url = client.post(new.address, data=new.filled(None, **fields), follow_redirects=False).headers["location"]
    text = page(client, url)
    assert words["asked"] in unescape(text)
    while is_open(text):
        form = forms(text)["acts"]
        sent = chosen(form, all_in="great_exchange" in variant.options)
        assert client.post(form.address, data=sent, follow_redirects=False).status_code == 303
        text = page(client, url)
    assert f'id="totals-title">{words["totals"]}<' in text
    assert f"<h2>{words['crowns']}</h2>" in text
    match = courtly.read_record(client.get(f"{url}/record").json())
    assert match.is_over
    assert variant.options.items() <= match.options.items()
    shown = re.findall(r'<span class="score">([^<]*)</span>', text)
    assert [int(score.replace("−", "-")) for score in shown] == match.scores()


def test_nothing_can_be_played_after_the_end(client: httpx.Client) -> None:
    url = start(client, players="2", years="1", coinless="true")
    play_on(client, url)
    data = {"match": "1", "turn": "8", "command": "late", "move": "bet king"}
    assert client.post(f"{url}/acts", data=data, headers=JSON).status_code == 409


# The switch


def test_chances_can_be_switched_off_and_on(client: httpx.Client) -> None:
    url = start(client)
    assert 'class="average"' in page(client, url)
    answer = client.post("/switches", data={"switch": "odds", "state": "off", "here": url}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, url)
    text = page(client, url)
    assert 'class="average"' not in text
    assert "to score" not in text
    client.post("/switches", data={"switch": "odds", "state": "on", "here": url})
    assert 'class="average"' in page(client, url)


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"switch": "lights", "state": "off"}, "switch"),
        ({"switch": "odds", "state": "dim"}, "state"),
        ({"state": "off"}, "switch"),
        ({"switch": "odds"}, "state"),
    ],
)
def test_an_unknown_switch_is_rejected(client: httpx.Client, fields: dict[str, str], where: str) -> None:
    answer = client.post("/switches", data=fields, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, where)


def test_a_switch_never_redirects_to_another_site(client: httpx.Client) -> None:
    data = {"switch": "odds", "state": "off", "here": "//elsewhere.example"}
    assert client.post("/switches", data=data, follow_redirects=False).headers["location"] == "/"


def test_an_invalid_cookie_switches_nothing_off(client: httpx.Client) -> None:
    url = start(client)
    text = client.get(url, headers={"Cookie": f"courtly_off=lights; courtly_player={client.cookies['courtly_player']}"})
    assert 'class="average"' in text.text


@pytest.mark.parametrize(("lang", "numbers"), [("en", ["45%", "≈ 0.6"]), ("fr", ["45\u202f%", "≈ 0,6"])])
def test_the_legend_writes_numbers_like_the_regions(client: httpx.Client, lang: str, numbers: list[str]) -> None:
    client.cookies.set("courtly_language", lang)
    text = page(client, begin(client, game="cursed_court"))
    assert re.findall(r"<dt>(45.*?|≈.*?)</dt>", text) == numbers


def test_a_newcomer_finds_the_legend_and_the_points_of_a_region_on_the_table(client: httpx.Client) -> None:
    url = start(client)
    text = page(client, url)
    assert '<a class="to-legend" href="#numbers">Legend</a>' in text
    assert 'title="3 points if the Courtesan, the Merchant and the King all appear. Not seen yet' in text
    send(client, url, "bet affair")
    asked = page(client, url)
    assert '<span class="pays">3 points if the Courtesan, the Merchant and the King all appear.</span>' in asked
    assert "to-legend" not in asked


def test_the_rules_of_a_table_have_the_number_of_years_of_the_match(client: httpx.Client) -> None:
    text = page(client, start(client, years="2"))
    assert "This match lasts 2 years of four seasons each." in text
    assert "three years of four seasons" not in text
    assert "three years of four seasons" in page(client, "/learn/cursed_court")
