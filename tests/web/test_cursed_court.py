"""The pages of Cursed Court: setting up, betting, what is refused, what is shown, and what never is."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

import courtly
from courtly.games.cursed_court.content import components
from courtly.tables import Table, TableSeat
from courtly.web import pages
from courtly.web.games import pages_of
from courtly.web.games.cursed_court_board import SLOTS, decimal, percent
from courtly.web.games.cursed_court_contexts import Final, Region, Turn
from courtly.web.marks import initials
from courtly.web.render import render
from courtly.web.seen import Seen
from courtly.web.text import Speaker
from tests.web.helpers import begin, page

JSON = {"Accept": "application/json"}
NEW = {"game": "cursed_court", "name": "Camille", "players": "4", "seed": "7"}
NAMES = ("Camille", "Isaure", "Aldric", "Odile", "Tancrède", "Mélisande")


def start(client: httpx.Client, **fields: str) -> str:
    """Begin a match of Cursed Court and return its address."""
    return begin(client, **{**NEW, **fields})


def token(text: str) -> dict[str, str]:
    """Return the hidden fields of the first form of a page's dock."""
    found = dict(re.findall(r'<input type="hidden" name="(version|command)" value="([^"]*)"', text))
    assert set(found) == {"version", "command"}, "the page has no form to play with"
    return {name: unescape(value) for name, value in found.items()}


def send(client: httpx.Client, url: str, *move: str, **fields: str) -> httpx.Response:
    """Send the form of the present page with these words as the move."""
    data: dict[str, Any] = {**token(page(client, url)), **fields, "move": list(move)}
    return client.post(f"{url}/moves", data=data, headers=JSON, follow_redirects=False)


def refused(client: httpx.Client, url: str, *move: str) -> tuple[int, str]:
    """Send a move that must be refused and leave the match as it was; return the status and the error's code."""
    before = token(page(client, url))["version"]
    response = send(client, url, *move)
    assert token(page(client, url))["version"] == before
    return response.status_code, response.json()["error"]["code"]


def offered(text: str) -> list[str]:
    """Return the regions that a page offers."""
    return [unescape(bet) for bet in re.findall(r'type="radio" name="move"[^>]*value="bet ([^"]*)"', text)]


def play(client: httpx.Client, url: str, region: str, stake: int, *, feint: bool = False) -> None:
    """Bet a crown and stake coins; what is not asked is not sent."""
    assert send(client, url, f"bet {region}", *(["feint"] if feint else [])).status_code == 303
    if 'class="exact"' in page(client, url):
        assert send(client, url, "stake", str(stake)).status_code == 303


def play_on(client: httpx.Client, url: str, *, button: int = 0) -> str:
    """Play until the match is over, with the first number of coins or another button; return the final page."""
    text = page(client, url)
    while 'name="version"' in text:
        buttons = re.findall(r'<button[^>]*name="move" value="([^"]*)"', text)
        places = offered(text)
        words = [f"bet {places[-1]}"] if places else [unescape(buttons[button])]
        if places and "Place a crown here" not in text:
            words.append("feint")
        assert send(client, url, *words).status_code == 303
        text = page(client, url)
    return text


def printed() -> str:
    """Return the printed list as a user's own file."""
    return json.dumps([{key: entry[key] for key in ("id", "name", "nobles")} for entry in components()["region"]])


# Setting up


def test_the_start_page_offers_both_games_and_every_option_of_the_chosen_one(client: httpx.Client) -> None:
    text = page(client, "/?game=cursed_court")
    assert 'href="/?game=courtisans#new-match"' in text
    assert '<input type="hidden" name="game" value="cursed_court">' in text
    for name, values in {
        "players": "23456",
        "tie": ["shared", "extra-year"],
        "court_remembers": ["off", "hidden", "open"],
        "coinless": ["false", "true"],
        "great_exchange": ["off", "elimination", "cash"],
        "masquerade": ["false", "true"],
    }.items():
        for value in values:
            assert f'name="{name}" id="{name}-{value}"' in text
    assert 'id="years" name="years" type="number" min="1" max="20"' in text
    assert 'name="regions-file" type="file"' in text


def test_the_form_says_what_every_variant_does(client: httpx.Client) -> None:
    text = page(client, "/?game=cursed_court")
    for option in ("court_remembers", "coinless", "great_exchange", "masquerade", "years", "tie"):
        assert re.search(rf'<p class="help" id="{option}-help">[^<]{{30,}}</p>', text), option


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_match_begins_with_as_many_seats_as_asked(client: httpx.Client, players: int) -> None:
    assert page(client, start(client, players=str(players))).count('id="seat-') == players


@pytest.mark.parametrize(
    ("fields", "where", "said"),
    [
        ({"players": "1"}, "players", "does not take so many players"),
        ({"players": "7"}, "players", "does not take so many players"),
        ({"years": "0"}, "years", "1 to 20 years"),
        ({"years": "21"}, "years", "1 to 20 years"),
        ({"years": "three"}, "years", "1 to 20 years"),
        ({"tie": "fight"}, "tie", "option tie cannot be"),
        ({"court_remembers": "maybe"}, "court_remembers", "option court_remembers cannot be"),
        ({"coinless": "perhaps"}, "coinless", "option coinless cannot be"),
        ({"coinless": "true", "great_exchange": "cash"}, "options", "cannot be combined"),
        ({"coinless": "true", "great_exchange": "elimination"}, "options", "cannot be combined"),
        ({"great_exchange": "elimination", "years": "3"}, "options", "takes no number of years"),
        ({"great_exchange": "elimination", "tie": "extra-year"}, "options", "no extra years"),
        ({"edition": "2024"}, "options", "there is no option"),
        ({"regions": "nonsense"}, "regions", "not TOML"),
    ],
)
def test_a_bad_set_up_is_refused_with_its_reason_and_the_form_is_kept(
    client: httpx.Client, fields: dict[str, str], where: str, said: str
) -> None:
    as_json = client.post("/matches", data={**NEW, **fields}, headers=JSON)
    assert (as_json.status_code, as_json.json()["error"]["where"]) == (422, where)
    as_page = client.post("/matches", data={**NEW, **fields})
    assert as_page.status_code == 422
    assert said in unescape(as_page.text)
    assert 'value="Camille"' in as_page.text
    assert not client.cookies


def test_an_impossible_combination_is_explained_in_french(client: httpx.Client) -> None:
    fields = {**NEW, "coinless": "true", "great_exchange": "cash"}
    text = client.post("/matches", data=fields, headers={"Accept-Language": "fr"}).text
    assert "les deux ne vont pas ensemble" in text
    assert 'id="great_exchange-cash" value="cash" checked' in text


def test_empty_fields_leave_the_options_as_they_are(client: httpx.Client) -> None:
    assert "Year 1 of 3" in page(client, start(client, years="", regions=" "))


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('"king"', '"kign"'), "there is no noble &#39;kign&#39;"),
        (('"affair"', '"wedding"'), "is also the id of"),
        (('["courtesan", "merchant", "king"]', '["courtesan", "courtesan", "king"]'), "a noble stands twice"),
        (('["courtesan", "merchant", "king"]', '["priestess", "duke", "queen"]'), "the same set as"),
        (('["courtesan", "merchant", "king"]', '["courtesan", "king"]'), "at least 3 items"),
        (('"id": "affair"', '"id": "king"'), "is the name of a noble region"),
    ],
)
def test_what_is_wrong_with_a_list_of_regions_is_said_line_by_line(
    client: httpx.Client, change: tuple[str, str], line: str
) -> None:
    text = printed().replace(*change, 1)
    answer = client.post("/matches", data={**NEW, "regions": text})
    assert answer.status_code == 422
    assert "Your list of set regions cannot be used" in answer.text
    assert line in answer.text.split('class="problems"')[1].split("</ul>")[0]
    assert text[:40] in unescape(answer.text.split("<textarea")[1])


def test_every_problem_of_a_list_has_a_line_of_its_own(client: httpx.Client) -> None:
    text = printed().replace('"merchant", "king"', '"merchant", "kign"', 1).replace('"wedding"', '"duel"', 1)
    problems = client.post("/matches", data={**NEW, "regions": text}).text.split('class="problems"')[1]
    assert problems.split("</ul>")[0].count("<li>") == 2


def test_a_list_of_ones_own_is_played_from_text_and_from_a_file(client: httpx.Client) -> None:
    own = printed().replace('"Affair"', '"Tryst"', 1).replace('"affair"', '"tryst"', 1)
    by_text = page(client, start(client, regions=own))
    response = client.post(
        "/matches", data=NEW, files={"regions-file": ("my.json", own.encode())}, follow_redirects=False
    )
    by_file = page(client, response.headers["location"])
    for text in (by_text, by_file):
        assert "tryst" in offered(text)
        assert "Tryst" in text
        assert "affair" not in offered(text)


def test_a_file_takes_the_place_of_the_text_and_an_empty_one_does_not(client: httpx.Client) -> None:
    own = printed().replace('"affair"', '"tryst"', 1)
    files = {"regions-file": ("my.json", own.encode())}
    answer = client.post("/matches", data={**NEW, "regions": "nonsense"}, files=files, follow_redirects=False)
    assert answer.status_code == 303
    empty = client.post("/matches", data=NEW, files={"regions-file": ("", b"")}, follow_redirects=False)
    assert "affair" in offered(page(client, empty.headers["location"]))


@pytest.mark.parametrize(("field", "content"), [("regions-file", b"\xff\xfe\x00"), ("name", b"Camille")])
def test_a_file_that_is_no_text_or_stands_where_none_belongs_is_refused(
    client: httpx.Client, field: str, content: bytes
) -> None:
    data = {name: value for name, value in NEW.items() if name != field}
    answer = client.post("/matches", data=data, files={field: ("my.toml", content)}, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, field)


def test_playing_again_keeps_variants_and_ones_own_list(client: httpx.Client) -> None:
    own = printed().replace('"affair"', '"tryst"', 1)
    text = play_on(client, start(client, players="2", years="1", masquerade="true", regions=own))
    link = unescape(re.findall(r'class="primary" href="([^"]*)"', text)[0])
    again = page(client, link)
    assert 'id="masquerade-true" value="true" checked' in again
    assert 'id="coinless-false" value="false" checked' in again
    assert "tryst" in again.split("<textarea")[1]


# Betting


def test_all_27_regions_are_offered_in_an_empty_spring(client: httpx.Client) -> None:
    text = page(client, start(client, players="2", seed="1"))
    free = 27 - text.count('class="crown seat-1" viewBox="0 0 64 64" role="img"')
    assert 26 <= free <= len(set(offered(text))) + 1


def test_a_bet_asks_for_coins_between_the_fewest_and_all(client: httpx.Client) -> None:
    url = start(client)
    region = next(place for place in offered(page(client, url)) if place == "sorceress")
    assert send(client, url, f"bet {region}").status_code == 303
    text = page(client, url)
    assert "How many coins on the Sorceress?" in text
    assert 'type="number" min="0" max="20"' in text
    values = re.findall(r'name="move" value="stake (\d+)"', text)
    assert values == ["0", "1", "2", "4", "11", "20"]


def test_a_stake_is_shown_with_its_crown(client: httpx.Client) -> None:
    url = start(client)
    play(client, url, "sorceress", 13)
    assert 'aria-label="Crown of Camille, 13 coins"' in page(client, url)


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
def test_a_bet_that_is_none_leaves_the_match_untouched(client: httpx.Client, move: list[str], code: str) -> None:
    assert refused(client, start(client), *move) == (422, code)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (["stake", "21"], "illegal-move"),
        (["stake", "-1"], "unknown-move"),
        (["stake", ""], "unknown-move"),
        (["stake", "1.5"], "unknown-move"),
        (["stake", "01"], "unknown-move"),
        (["stake", "9" * 40], "unknown-move"),
        (["bet queen"], "illegal-move"),
        (["rebuy"], "illegal-move"),
    ],
)
def test_a_stake_that_is_none_leaves_the_bet_waiting(client: httpx.Client, move: list[str], code: str) -> None:
    url = start(client)
    send(client, url, "bet sorceress")
    assert refused(client, url, *move) == (422, code)


def test_nobody_bets_on_their_own_crown_or_without_the_coins_to_bump(client: httpx.Client) -> None:
    url = start(client)
    play(client, url, "sorceress", 20)
    text = page(client, url)
    others = re.findall(r'<div class="region[^"]*closed[^"]*">', text)
    assert others
    assert "sorceress" not in offered(text)
    assert refused(client, url, "bet sorceress") == (422, "illegal-move")
    held = [region for region in components_ids() if region not in offered(text)]
    assert [refused(client, url, f"bet {region}") for region in held] == [(422, "illegal-move")] * len(held)
    assert len(held) > 1


def components_ids() -> list[str]:
    """Return the ids of all regions of the printed board."""
    return [str(entry["id"]) for kind in ("noble", "region") for entry in components()[kind]]


def test_a_feint_is_placed_once(client: httpx.Client) -> None:
    url = start(client, masquerade="true")
    assert "Your feint is in your hand." in page(client, url)
    play(client, url, "sorceress", 20, feint=True)
    text = page(client, url)
    assert "Your feint lies on the Sorceress." in text
    assert "Place your feint here" not in text
    assert refused(client, url, "bet jester", "feint") == (422, "illegal-move")


def test_the_last_crown_is_placed_as_the_feint_that_it_is(client: httpx.Client) -> None:
    url = start(client, players="2", masquerade="true")
    text = page(client, url)
    while "The crown you have left is your feint." not in text:
        send(client, url, *([f"bet {offered(text)[-1]}"] if offered(text) else [first_button(text)]))
        text = page(client, url)
    assert "Place a crown here" not in text
    assert refused(client, url, f"bet {offered(text)[0]}") == (422, "illegal-move")
    assert send(client, url, f"bet {offered(text)[0]}", "feint").status_code == 303


def test_chips_are_bought_between_the_years_of_a_cash_match(client: httpx.Client) -> None:
    url = start(client, players="2", years="2", great_exchange="cash")
    text = page(client, url)
    while "do you buy more chips" not in text:
        send(client, url, *([f"bet {offered(text)[-1]}"] if offered(text) else [first_button(text)]))
        text = page(client, url)
    assert 'class="ring"' not in text
    assert refused(client, url, "bet king") == (422, "illegal-move")
    assert send(client, url, "rebuy").status_code == 303
    assert "So far you have bought 100 chips" in page(client, url)
    assert send(client, url, "stand").status_code == 303


def first_button(text: str) -> str:
    """Return what the first button with a move sends."""
    return unescape(re.findall(r'<button[^>]*name="move" value="([^"]*)"', text)[0])


def test_crowns_of_the_coinless_court_ask_for_no_coins_and_share_regions(client: httpx.Client) -> None:
    url = start(client, coinless="true")
    text = page(client, url)
    assert len(offered(text)) == 27
    play(client, url, "sorceress", 0)
    after = page(client, url)
    assert "coins" not in after.split('class="board"')[1].split('class="beside"')[0].replace(
        "cursed_court.svg#c-coins", ""
    )
    assert len(offered(after)) == 26


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"court_remembers": "hidden", "years": "2"},
        {"court_remembers": "open", "years": "2"},
        {"coinless": "true", "years": "1"},
        {"great_exchange": "cash", "years": "2"},
        {"great_exchange": "elimination", "players": "3"},
        {"masquerade": "true", "years": "1", "players": "6"},
        {"masquerade": "true", "coinless": "true", "court_remembers": "hidden", "years": "2", "players": "5"},
    ],
)
def test_a_whole_match_ends_with_every_crown_told_and_replays(client: httpx.Client, options: dict[str, str]) -> None:
    url = start(client, **options)
    text = play_on(client, url, button=-1 if "great_exchange" in options else 0)
    assert "Crown by crown" in text
    match = courtly.read_record(client.get(f"{url}/record").json())
    assert match.is_over
    shown = re.findall(r'<span class="score">([^<]*)</span>', text)
    assert [int(score.replace("−", "-")) for score in shown] == match.scores()


def test_nothing_is_played_after_the_end(client: httpx.Client) -> None:
    url = start(client, players="2", years="1", coinless="true")
    play_on(client, url)
    data = {"version": "8", "command": "late", "move": "bet king"}
    assert client.post(f"{url}/moves", data=data, headers=JSON).status_code == 409


# The switch


def test_chances_are_switched_off_and_on_again(client: httpx.Client) -> None:
    url = start(client)
    assert 'class="odds"' in page(client, url)
    answer = client.post("/switches", data={"switch": "odds", "state": "off", "here": url}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, url)
    text = page(client, url)
    assert 'class="odds"' not in text
    assert "to score" not in text
    client.post("/switches", data={"switch": "odds", "state": "on", "here": url})
    assert 'class="odds"' in page(client, url)


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"switch": "lights", "state": "off"}, "switch"),
        ({"switch": "odds", "state": "dim"}, "state"),
        ({"state": "off"}, "switch"),
        ({"switch": "odds"}, "state"),
    ],
)
def test_a_switch_that_does_not_exist_is_refused(client: httpx.Client, fields: dict[str, str], where: str) -> None:
    answer = client.post("/switches", data=fields, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, where)


def test_a_switch_never_leads_to_another_site(client: httpx.Client) -> None:
    data = {"switch": "odds", "state": "off", "here": "//elsewhere.example"}
    assert client.post("/switches", data=data, follow_redirects=False).headers["location"] == "/"


def test_a_cookie_with_nonsense_switches_nothing_off(client: httpx.Client) -> None:
    url = start(client)
    text = client.get(url, headers={"Cookie": f"courtly_off=lights; courtly_player={client.cookies['courtly_player']}"})
    assert 'class="odds"' in text.text


# What is drawn


def match_of(*moves: str, players: int = 4, **options: Any) -> courtly.Match:
    """Return a match whose first bettor is seat 0, after these moves; a season's stakes stand among them."""
    deal = {"first": {2: 0, 4: 0}.get(players, players - 1)}
    match = courtly.new_match("cursed_court", players=players, seed=1, deal=deal, **options)
    for move in moves:
        match.play(move)
    return match


def turn(match: courtly.Match, seat: int = 0, lang: str = "en", off: tuple[str, ...] = ()) -> Turn:
    """Return what a seat's page draws."""
    seen = Seen(match.view(seat), NAMES[: match.players], seat, Speaker(lang), off)
    context = pages_of("cursed_court").turn(seen)
    assert isinstance(context, Turn)
    return context


def region(context: Turn, wanted: str) -> Region:
    """Return one region."""
    return next(one for one in context.regions if one.id == wanted)


EXAMPLE = ("bet king", "stake 3", "bet queen", "stake 5", "bet king", "stake 7", "bet king", "stake 14")


def test_the_printed_sets_lie_where_their_shapes_point() -> None:
    context = turn(match_of())
    assert [one.id for one in context.regions[:9]][::4] == ["courtesan", "queen", "assassin"]
    assert [one.id for one in context.regions[9:14]] == ["dowry", "opera", "affair", "council", "alliance"]
    assert sorted(one.slot for one in context.regions[9:]) == list(range(1, len(SLOTS) + 1))


def test_sets_of_other_shapes_fill_the_places_that_are_left() -> None:
    own = [{key: entry[key] for key in ("id", "name", "nobles")} for entry in components()["region"]]
    own[0] = {"id": "own", "name": {"en": "Own"}, "nobles": ["courtesan", "king", "assassin"]}
    context = turn(match_of(regions=own))
    assert region(context, "own").slot == 3
    assert region(context, "own").name == "Own"
    assert sorted(one.slot for one in context.regions[9:]) == list(range(1, 19))


def test_bumped_players_are_told_apart_from_those_who_are_skipped() -> None:
    context = turn(match_of(*EXAMPLE, "bet jester", "stake 0"), seat=2)
    doing = {player.mark.name: player.doing for player in context.players}
    assert doing == {
        "Aldric": "bets again, having been bumped",
        "Odile": "has bet this season: skipped unless bumped",
        "Camille": "has bet this season: skipped unless bumped",
        "Isaure": "has bet this season: skipped unless bumped",
    }
    assert context.players[0].mark.name == "Aldric"


def test_crowns_placed_since_the_last_turn_are_fresh() -> None:
    context = turn(match_of(*EXAMPLE))
    assert [crown.fresh for crown in region(context, "king").crowns] == [True]
    assert [crown.mark.name for crown in region(context, "king").crowns] == ["Odile"]


def test_a_region_says_what_a_crown_there_takes() -> None:
    context = turn(match_of(*EXAMPLE))
    assert region(context, "queen").about.held == "Isaure is there with 5 coins; 10 or more bump that crown."
    assert region(context, "king").closed == "takes 28 coins"
    assert region(context, "jester").about.held == "Nobody is there: no coins are needed."


def test_hole_cards_name_the_neighbour_who_sees_them_too() -> None:
    assert [gap.shared for gap in turn(match_of()).gaps] == ["shared with Isaure", "shared with Odile"]
    assert [gap.shared for gap in turn(match_of(players=2)).gaps] == ["yours alone"]
    assert [len(gap.cards) for gap in turn(match_of(players=3)).gaps] == [2, 2]


def test_nothing_is_offered_to_a_seat_that_is_not_to_move() -> None:
    context = turn(match_of(), seat=1)
    assert context.dock.phase == "wait"
    assert context.dock.asked == "Waiting for Camille."
    assert not any(one.legal or one.closed for one in context.regions)


def test_chances_that_are_switched_off_are_nowhere() -> None:
    context = turn(match_of(), off=("odds",))
    assert context.odds == "off"
    assert all(one.odds is None and not one.about.odds for one in context.regions)


def test_no_chance_is_said_to_be_certain_unless_it_is() -> None:
    assert [percent(chance, "en") for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "<1%", "50%", ">99%", "100%"]
    assert (percent(0.5, "fr"), decimal(1.25, "fr")) == ("50\u202f%", "1,2")


def test_no_two_seats_have_the_same_initial() -> None:
    assert initials(["Camille", "camille", "Cam", "C", "!", "ß"]) == ["C", "A", "M", "4", "5", "6"]


def end_of_year(match: courtly.Match, year: int = 1) -> courtly.Match:
    """Play on until a year is over."""
    while match.view(0)["year"] == year and match.view(0)["result"] is None:
        match.play(match.legal_moves()[-1 if match.view(0)["phase"] == "bet" else 0])
    return match


def test_the_count_of_a_year_adds_up_crown_by_crown() -> None:
    match = end_of_year(match_of(masquerade=True))
    counts = turn(match, seat=int(match.to_move or 0)).counts
    assert [len(count.seats) for count in counts] == [4]
    for seat in counts[0].seats:
        assert sum(crown.points for crown in seat.crowns) == seat.gained
        assert len(seat.crowns) == 4
        assert sum(crown.feint for crown in seat.crowns) <= 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_final_count_has_every_year(lang: str) -> None:
    match = match_of(years=2, coinless=True)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    final = pages_of("cursed_court").final(Seen(match.view(0), NAMES[:4], 0, Speaker(lang)))
    assert isinstance(final, Final)
    assert [
        sum(points or 0 for points in column) for column in zip(*(row.gained for row in final.rows), strict=True)
    ] == (match.scores())
    assert final.winners == match.winners()


# What nobody may know, and what is to be remembered


def test_a_court_that_remembers_in_secret_shows_neither_cards_nor_chances_nor_earlier_counts() -> None:
    match = end_of_year(match_of(court_remembers="hidden"))
    while match.view(0)["season"] == "spring":
        match.play(match.legal_moves()[-1 if match.view(0)["phase"] == "bet" else 0])
    context = turn(match)
    assert (context.aside, context.counts, context.earlier, context.odds) == ([], [], [], "withheld")
    assert all(one.odds is None for one in context.regions)
    log = [line.text for line in pages_of("cursed_court").log(Seen(match.view(0), NAMES[:4], 0, Speaker("en")))]
    assert "Year 1 is over." in log
    assert not any("Face up" in line for line in log)
    assert "8 cards of last year sit out" in context.aside_note


def test_a_court_that_remembers_in_the_open_shows_the_cards_that_sit_out() -> None:
    context = turn(end_of_year(match_of(court_remembers="open")))
    assert sum(card.count for card in context.aside) == 8
    assert context.odds == "on"


def test_the_last_count_stays_in_sight_until_the_first_bet_of_the_new_year() -> None:
    match = end_of_year(match_of(court_remembers="hidden"))
    while match.to_move != 0:
        match.play(match.legal_moves()[-1 if match.view(0)["phase"] == "bet" else 0])
    assert len(turn(match).counts) == 1


def page_of(match: courtly.Match, lang: str) -> bytes:
    """Return the page of seat 0."""
    seats = tuple(TableSeat(name, "human" if name == "Camille" else "bot") for name in NAMES[: match.players])
    table = Table("table", "cursed_court", seats, 0, match.view(0), match.version)
    speaker = Speaker(lang)
    return bytes(render("cursed_court/turn.html", pages.match_page(table, speaker), speaker).body)


def twin_worlds() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two deals that differ in the hole card between seats 1 and 2, and in the cards that are never dealt."""
    deck = courtly.new_match("cursed_court", players=4, seed=3).record()["deal"]["years"][0]
    other = next(i for i in range(8, 36) if deck[i] != deck[1])
    twin = list(deck)
    twin[1], twin[other] = deck[other], deck[1]
    return {"first": 0, "years": [deck]}, {"first": 0, "years": [twin]}


def shown_along(deal: dict[str, Any], feinter: int, lang: str) -> list[bytes]:
    """Return every page of seat 0 in a year in which seat 1 places the feint as its first crown, or as its second."""
    match = courtly.new_match("cursed_court", players=4, seed=3, deal=deal, masquerade=True)
    seen, bets = [page_of(match, lang)], 0
    while match.view(0)["season"] != "winter":
        moves = match.legal_moves()
        free = sorted(move for move in moves if move.startswith("bet ") and not move.endswith(" feint"))
        free = [move for move in free if move.split(" ")[1] not in match.view(0)["board"]]
        choice = free[0] if free else moves[0]
        if free and match.to_move == 1:
            choice = f"{choice} feint" if bets == feinter else choice
            bets += 1
        match.play(choice)
        seen.append(page_of(match, lang))
    return seen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_are_the_same_in_worlds_that_differ_in_secrets_only(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.pages.secrets.token_urlsafe", lambda _: "command")
    one, other = twin_worlds()
    assert shown_along(one, 0, lang) == shown_along(other, 1, lang)


def test_the_worlds_of_that_test_do_differ() -> None:
    one, other = (courtly.new_match("cursed_court", players=4, seed=3, deal=deal).view(1) for deal in twin_worlds())
    assert one["holes"] != other["holes"]
    assert shown_along(twin_worlds()[0], 0, "en")
