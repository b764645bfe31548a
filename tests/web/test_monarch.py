"""The pages of Monarch: setting up, card sets of one's own, what is offered, what is shown, and what never is."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from typing import Any

import httpx
import pytest

import courtly
from courtly.engine.match import Match
from courtly.games.monarch.cardset import house_text
from courtly.web.games import pages_of
from courtly.web.games.monarch_contexts import Final, Income, Offer
from courtly.web.games.monarch_table import typeset
from tests.games.monarch.builders import HOUSE, begin, deck, named, poked, run, small_set
from tests.web.helpers import page
from tests.web.monarch_play import (
    JSON,
    NAMES,
    NEW,
    buttons,
    eager,
    offered,
    page_of,
    play_on,
    seen,
    send,
    start,
    token,
    turn,
)

OWN = small_set()
OWN["set"] = {**OWN["set"], "name": {"en": "Cards of Camille", "fr": "Cartes de Camille"}}


def refused(client: httpx.Client, url: str, *move: str) -> tuple[int, str]:
    """Send a move that must be refused and leave the match as it was; return the status and the error's code."""
    before = token(page(client, url))["version"]
    response = send(client, url, *move)
    assert token(page(client, url))["version"] == before
    return response.status_code, response.json()["error"]["code"]


def own_match(client: httpx.Client, document: dict[str, Any], **fields: str) -> str:
    """Begin a match with a card set of one's own and return its address."""
    return start(client, card_set=json.dumps(document), **fields)


def acquire(match: Match, *cards: str) -> Match:
    """Buy Court Cards one after the other, each beside the others, and return the match."""
    for card in cards:
        run(match, f"buy {card}")
        if "add" in match.legal_moves():
            run(match, "add")
    return match


def offers(match: Match, seat: int = 0, lang: str = "en") -> dict[str, Offer]:
    """Return the market row by card."""
    return {offer.face.id: offer for offer in turn(match, seat, lang).market if offer}


def incomes(match: Match) -> dict[str, Income]:
    """Return what is said of harvest and tax."""
    return {income.kind: income for income in turn(match).dock.incomes}


# Setting up


def test_the_start_page_offers_monarch_and_every_option_of_it(client: httpx.Client) -> None:
    text = page(client, "/?game=monarch")
    assert '<input type="hidden" name="game" value="monarch">' in text
    for name, values in {"players": "234", "banners": ["false", "true"]}.items():
        for value in values:
            assert f'name="{name}" id="{name}-{value}"' in text
    assert 'id="max_rounds" name="max_rounds" type="number" min="1" max="200"' in text
    assert 'name="card_set-file" type="file"' in text
    assert 'id="banners-true" value="true" checked' in text


@pytest.mark.parametrize("option", ["banners", "max_rounds", "card_set"])
def test_the_form_says_what_every_option_does(client: httpx.Client, option: str) -> None:
    text = page(client, "/?game=monarch")
    assert re.search(rf'<p class="help" id="{option}-help">[^<]{{30,}}</p>', text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_begins_with_as_many_seats_as_asked(client: httpx.Client, players: int) -> None:
    assert page(client, start(client, players=str(players))).count('id="seat-') == players


def test_a_match_without_banners_shows_none(client: httpx.Client) -> None:
    assert 'id="banners"' in page(client, start(client))
    assert 'id="banners"' not in page(client, start(client, banners="false"))


@pytest.mark.parametrize(
    ("fields", "where", "said"),
    [
        ({"players": "1"}, "players", "does not take so many players"),
        ({"players": "5"}, "players", "does not take so many players"),
        ({"max_rounds": "0"}, "max_rounds", "1 to 200 rounds"),
        ({"max_rounds": "201"}, "max_rounds", "1 to 200 rounds"),
        ({"max_rounds": "many"}, "max_rounds", "1 to 200 rounds"),
        ({"banners": "perhaps"}, "banners", "option banners cannot be"),
        ({"years": "3"}, "options", "there is no option"),
        ({"card_set": "nonsense"}, "card_set", "Your card set cannot be used"),
        ({"card_set": "{"}, "card_set", "Your card set cannot be used"),
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


# Card sets of one's own


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('path = "might"', 'path = "mihgt"'), "mihgt"),
        (("cost = { gold = 9 }", "cost = { gold = 900 }"), "900"),
        (('id = "storm-charger"', 'id = "tiger-pelt"'), "tiger-pelt"),
        (('kind = "extra_income"', 'kind = "extra_incomes"'), "extra_incomes"),
        (("schema = 1", "schema = 2"), "schema"),
    ],
)
def test_what_is_wrong_with_a_card_set_is_said_line_by_line(
    client: httpx.Client, change: tuple[str, str], line: str
) -> None:
    text = house_text().replace(*change, 1)
    answer = client.post("/matches", data={**NEW, "card_set": text})
    assert answer.status_code == 422
    assert line in unescape(answer.text.split('class="problems"')[1].split("</ul>")[0])
    assert text[:40] in unescape(answer.text.split("<textarea")[1])


def test_every_problem_of_a_card_set_has_a_line_of_its_own(client: httpx.Client) -> None:
    text = house_text().replace("gold = 9 ", "gold = 900 ", 1).replace('terrain = "farm"', 'terrain = "sea"', 1)
    problems = client.post("/matches", data={**NEW, "card_set": text}).text.split('class="problems"')[1]
    assert problems.split("</ul>")[0].count("<li>") == 2


def test_a_bad_card_set_is_refused_in_the_language_of_its_reader(client: httpx.Client) -> None:
    data, headers = {**NEW, "card_set": "schema = 2"}, {"Accept-Language": "fr"}
    assert "Votre jeu de cartes ne peut pas servir" in client.post("/matches", data=data, headers=headers).text


def test_a_card_set_of_ones_own_is_played_from_text_and_from_a_file(client: httpx.Client) -> None:
    toml = house_text().replace("Monarch: house cards", "Cards of Camille", 1)
    by_text = page(client, start(client, card_set=toml))
    by_json = page(client, own_match(client, OWN))
    files = {"card_set-file": ("mine.toml", toml.encode())}
    response = client.post("/matches", data=NEW, files=files, follow_redirects=False)
    by_file = page(client, response.headers["location"])
    for text in (by_text, by_json, by_file):
        assert "Cards of Camille" in text


def test_the_notice_of_the_card_set_is_shown(client: httpx.Client) -> None:
    url = start(client)
    assert HOUSE["set"]["notice"]["en"] in page(client, url)
    french = client.get(url, headers={"Accept-Language": "fr"}).text
    assert HOUSE["set"]["notice"]["fr"] in unescape(french)


def test_a_card_that_cannot_be_played_as_it_is_printed_is_marked() -> None:
    document = small_set()
    named(document, "toll-drum")["incomplete"] = True
    match = begin(2, "toll-drum", card_set=document)
    toll = offers(match)["toll-drum"].face
    assert toll.incomplete
    assert [line for line in toll.abilities if "tax" in line]
    assert turn(match).card_set.incomplete
    assert page_of(match).count("simplified") >= 2
    assert not turn(begin(2)).card_set.incomplete


def test_a_card_without_a_text_says_what_it_does() -> None:
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
        card["name"] = {lang: f"<b>{name}" for lang, name in card["name"].items()}
    text = page(client, own_match(client, document, players="2"))
    assert "<script" not in text
    assert "<b>" not in text


# Playing again


def test_a_match_with_a_long_card_set_is_played_again_by_its_id(client: httpx.Client) -> None:
    url = own_match(client, OWN, players="2", max_rounds="1", banners="false", **{"bot-2": "random"})
    link = unescape(play_on(client, url).split('class="primary" href="')[1].split('"')[0])
    assert link == f"/?again={url.removeprefix('/matches/')}"
    text = page(client, link)
    assert '<input type="hidden" name="game" value="monarch">' in text
    assert 'id="players-2" value="2" checked' in text
    assert 'id="banners-false" value="false" checked' in text
    assert '<option value="random" selected>' in text
    assert "Cards of Camille" in unescape(text.split("<textarea")[1].split("</textarea>")[0])
    assert f'name="here" value="{link}"' in text


def test_a_match_of_the_house_set_is_played_again_by_its_options(client: httpx.Client) -> None:
    text = play_on(client, start(client, players="2", max_rounds="1"))
    link = unescape(text.split('class="primary" href="')[1].split('"')[0])
    assert link.startswith("/?game=monarch&")
    assert "max_rounds=1" in link
    assert "card_set" not in link


def test_what_is_played_again_is_ones_own(client: httpx.Client, stranger: httpx.Client) -> None:
    url = start(client).removeprefix("/matches/")
    assert stranger.get(f"/?again={url}").status_code == 403
    start(stranger)
    assert stranger.get(f"/?again={url}").status_code == 403
    assert client.get("/?again=nowhere").status_code == 404


# Playing


@pytest.mark.parametrize(
    "fields",
    [
        {"players": "2"},
        {"players": "3", "banners": "false"},
        {"players": "4", "bot-2": "random", "max_rounds": "9"},
    ],
)
def test_a_whole_match_ends_with_every_card_counted_and_replays(client: httpx.Client, fields: dict[str, str]) -> None:
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
def test_a_move_that_is_none_leaves_the_match_untouched(client: httpx.Client, move: list[str], code: str) -> None:
    assert refused(client, start(client), *move) == (422, code)


def test_an_income_is_had_once(client: httpx.Client) -> None:
    url = start(client)
    assert send(client, url, "harvest").status_code == 303
    assert refused(client, url, "harvest") == (422, "illegal-move")
    assert "You have had your income." in page(client, url)


def phases_of(match: Match, rng: random.Random) -> set[str]:
    """Play to the end by chance, and see on every page what it offers and what the courts bring; return the phases."""
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


# The market


def test_a_card_that_can_be_paid_stands_out_and_another_says_what_is_missing() -> None:
    row = offers(begin(3, "toll-drum pure-white-stag jewel-bazaar insistent-peddler old-nurse"))
    assert row["toll-drum"].affordable
    assert [button.move for button in row["toll-drum"].buttons] == ["buy toll-drum"]
    assert not row["pure-white-stag"].affordable
    assert row["pure-white-stag"].buttons == []
    assert row["pure-white-stag"].note == "You are 1 food short."
    assert row["jewel-bazaar"].note == "You are 2 food short."


def test_a_discounted_price_stands_beside_the_printed_one() -> None:
    match = begin(3, "precious-comb toll-drum stone-bridge insistent-peddler old-nurse")
    acquire(match, "precious-comb")
    price = offers(match)["toll-drum"].price[0]
    assert (price.count, price.was) == (3, 4)
    assert "<s>4</s>" in page_of(match)


def test_a_free_improvement_can_be_taken_or_bought() -> None:
    row = offers(begin(2, "stone-bridge royal-mint toll-drum insistent-peddler old-nurse"))
    assert [button.move for button in row["stone-bridge"].buttons] == ["free stone-bridge", "buy stone-bridge"]
    assert [button.move for button in row["royal-mint"].buttons] == ["free royal-mint"]
    assert row["royal-mint"].affordable


def test_an_improvement_that_fits_nowhere_says_so() -> None:
    layout = "vfffffvvv"
    match = poked(begin(3, "mill-stream stone-bridge", layout=layout), food=[9, 9, 9])
    assert offers(match)["stone-bridge"].note == ""


def test_a_court_that_is_full_is_told_before_a_card_is_bought() -> None:
    cards = "toll-drum old-nurse court-jester astronomer gazing-glass precious-comb dancing-cranes twilight-foxes"
    match = poked(begin(3, cards), gold=[60, 5, 5])
    acquire(match, *cards.split()[:7])
    assert "full" in offers(match)["twilight-foxes"].note
    run(match, "buy twilight-foxes")
    dock = turn(match).dock
    assert dock.asked == "Whose place does Twilight Foxes take?"
    assert [choice.move.split(" ")[0] for choice in dock.choices] == ["replace"] * 7
    assert turn(match).last_round.startswith("Last round")


def test_new_cards_of_the_market_are_marked_until_the_next_turn_ends() -> None:
    match = begin(3, "toll-drum old-nurse court-jester astronomer gazing-glass dancing-cranes")
    assert not [offer for offer in offers(match).values() if offer.fresh]
    acquire(match, "toll-drum")
    assert [card for card, offer in offers(match).items() if offer.fresh] == ["dancing-cranes"]
    run(match, "end")
    assert not [offer for offer in offers(match).values() if offer.fresh]


def test_a_sweep_shows_its_price_or_what_is_missing() -> None:
    sweep = turn(begin(3)).sweep
    assert (sweep.move, [amount.count for amount in sweep.price]) == ("sweep", [3])
    poor = turn(poked(begin(3), gold=[1, 5, 5])).sweep
    assert (poor.move, poor.note) == ("", "You are 2 gold short.")


# Income, lands, banners


def test_harvest_and_tax_show_what_they_bring_and_take() -> None:
    found = incomes(begin(3, layout="vvvvvffff"))
    assert [(one.resource, one.count) for one in found["harvest"].amounts] == [("food", 4)]
    assert [(one.resource, one.count) for one in found["tax"].amounts] == [("gold", 5), ("food", -5)]
    hungry = incomes(poked(begin(3, layout="vvvvvffff"), food=[4, 5, 5]))
    assert (hungry["tax"].move, hungry["tax"].note) == ("", "You cannot feed the villages.")


def test_an_improvement_is_built_on_a_board_of_the_grid() -> None:
    match = poked(begin(3, "stone-bridge jewel-bazaar", layout="vvvvvffff"), food=[30, 5, 5])
    run(match, "buy stone-bridge")
    cells = turn(match).lands
    assert [cell.move for cell in cells] == [f"build {cell.id}" for cell in cells[:5]] + [""] * 4
    run(match, "build b1", "buy jewel-bazaar", "build b1")
    built = turn(match).lands[1]
    assert (built.name, built.path, built.yields.count) == ("Jewel Bazaar", "culture", 3)
    assert built.beneath == "over Stone Bridge"


def test_a_banner_says_what_it_asks_and_can_be_flown_once_that_is_met() -> None:
    match = poked(begin(3, "toll-drum war-falcon"), gold=[30, 5, 5])
    might = turn(match).banners[0]
    assert (might.face.path, might.met, might.move) == ("might", False, "")
    acquire(match, "toll-drum", "war-falcon")
    assert turn(match).banners[0].move == "fly banner-of-might"
    run(match, "fly banner-of-might")
    flown = turn(match, 1)
    assert flown.banners[0].holder == flown.sisters[-1].mark
    assert [sister.banner.crowns for sister in flown.sisters if sister.banner] == [4]


def test_what_a_court_may_do_for_nothing_is_told() -> None:
    assert turn(begin(2)).credits == ["1 improvement is free"]
    match = run(begin(3, "oracle-owl"), "buy oracle-owl")
    assert turn(match).credits == ["1 sweep is free"]
    assert "free" in page_of(match).split('class="sweep"')[1].split("</button>")[0]


def test_a_barter_says_what_is_given_and_taken() -> None:
    match = run(begin(3, "keeper-of-ledgers"), "buy keeper-of-ledgers")
    (barter,) = turn(match).dock.extras
    assert barter.move == "barter keeper-of-ledgers"
    assert [(amount.resource, amount.count) for amount in barter.amounts] == [("food", -3), ("gold", 2)]


# Courts


def test_a_court_shows_what_each_card_brings_now_and_why() -> None:
    match = poked(begin(3, "tiger-pelt toll-drum fireworks astronomer"), gold=[30, 5, 5])
    acquire(match, "tiger-pelt", "toll-drum", "astronomer", "fireworks")
    mine = turn(match).sisters[0]
    held = {card.face.id: card for card in mine.court}
    assert {name: card.crowns for name, card in held.items()} == {
        "tiger-pelt": 4,
        "toll-drum": 2,
        "astronomer": 0,
        "fireworks": 7,
    }
    assert "Might" in held["tiger-pelt"].why
    assert "Fireworks" in held["astronomer"].why
    assert held["fireworks"].why == ""
    assert "tax" in held["toll-drum"].powers[0]
    assert (mine.score, mine.spaces) == (13, "3 spaces left")


def test_a_guest_is_sent_and_costs_its_host_crowns() -> None:
    match = run(begin(3, "insistent-peddler"), "buy insistent-peddler")
    asked = turn(match).dock
    assert [(choice.move, choice.label) for choice in asked.choices] == [("send 1", "Isaure"), ("send 2", "Aldric")]
    run(match, "send 2")
    host = turn(match).sisters[2]
    assert (host.score, [guest.crowns for guest in host.guests]) == (-2, [-2])


def test_a_guest_is_dismissed_or_kept() -> None:
    match = begin(3, "insistent-peddler old-nurse captain-of-the-gate")
    run(match, "buy insistent-peddler", "send 1", "end", "buy old-nurse")
    dock = turn(match, 1).dock
    assert [(choice.move, choice.hint) for choice in dock.choices] == [("dismiss insistent-peddler", "−1 crowns")]
    assert dock.last
    assert dock.last.move == "keep"


# Moons


def pledging(**facts: Any) -> Match:
    """Return a match whose first seat has turned up a Moon that asks for gold."""
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum raiders-moon"
    return run(poked(begin(3, top), **facts), "buy insistent-peddler", "send 1")


def test_everybody_sees_the_pledges_and_whoever_speaks_has_a_field() -> None:
    match = pledging()
    first = turn(match)
    assert first.moon
    assert (first.moon.target.count, first.moon.missing.count, first.moon.pledged) == (4, 4, 0)
    assert (first.dock.phase, first.dock.least, first.dock.most) == ("pledge", 1, 3)
    run(match, "pledge 2")
    for seat in range(3):
        moon = turn(match, seat).moon
        assert moon
        assert [one.pledged.count for one in moon.sisters] == [2, 0, 0]
        assert [one.speaks for one in moon.sisters] == [False, True, False]
        assert (moon.met, len(moon.unmet)) == (["Nothing happens."], 2)
    assert turn(match, 0).dock.phase == "wait"
    assert (turn(match, 1).dock.least, turn(match, 1).dock.most) == (1, 2)


def test_a_second_pledge_is_told_with_the_first() -> None:
    match = run(pledging(), "pledge 1", "pass", "pass")
    assert turn(match).dock.notes == ["3 gold missing.", "You have pledged 1 gold so far."]
    assert "It ends unpaid after 1 more pass." in page_of(match)


def test_who_has_nothing_to_pledge_can_only_pass() -> None:
    match = run(pledging(gold=[5, 0, 5]), "pass")
    assert turn(match, 1).dock.most == 0
    assert 'id="pledge"' not in page_of(match, 1)
    assert buttons(page_of(match, 1)) == ["pass"]


def test_an_empty_spot_says_why() -> None:
    assert turn(pledging()).empty == "Filled once the Moon is over"
    assert turn(run(begin(3, "insistent-peddler"), "buy insistent-peddler")).empty == "Insistent Peddler lay here"
    assert turn(begin(3)).empty == "Empty: no card is left"


# News and the end


def test_news_begin_after_ones_own_turn() -> None:
    match = run(begin(3, "toll-drum old-nurse"), "buy toll-drum", "end", "harvest", "end", "end")
    news = [line.text for line in pages_of("monarch").news(seen(match))]
    assert news[0].startswith("Isaure harvests")
    assert len(news) == 3
    assert pages_of("monarch").news(seen(begin(3))) == []


def test_the_dock_tells_what_ones_own_act_led_to() -> None:
    match = begin(3, layout="vvvvvffff")
    assert turn(match).dock.notes == []
    run(match, "harvest")
    assert turn(match).dock.notes == ["Camille harvests 4 food."]
    run(match, "end", "end", "end")
    assert turn(match).dock.notes == []


def test_the_last_round_is_announced_with_whose_turn_ends_it() -> None:
    assert turn(begin(3, max_rounds=1)).last_round == "Last round: the match ends after Aldric's turn."
    assert turn(begin(3, max_rounds=1), 2).last_round == "Last round: the match ends after your turn."
    assert turn(begin(3, max_rounds=2)).last_round == ""


def final(match: Match) -> Final:
    """Return what the scoring draws."""
    context = pages_of("monarch").final(seen(match))
    assert isinstance(context, Final)
    return context


def test_the_end_is_counted_card_by_card_with_subtotals() -> None:
    match = poked(begin(3, "toll-drum war-falcon weepy-poet", max_rounds=1), gold=[40, 5, 5])
    run(acquire(match, "toll-drum", "war-falcon"), "fly banner-of-might", "buy weepy-poet", "send 1")
    run(match, "end", "end", "end")
    counted = {sister.mark.name: sister for sister in final(match).sisters}
    mine, host = counted["Camille"], counted["Isaure"]
    assert (mine.court_sum, mine.banner_sum, mine.guest_sum, mine.total) == (4, 4, 0, 8)
    assert (host.guest_sum, host.total, host.winner) == (-1, -1, False)
    assert final(match).ended == "The match ended after 1 round, as agreed."
    assert pages_of("monarch").headline(seen(match)) == "You win the throne with 8 crowns."
    assert pages_of("monarch").headline(seen(match, 1)) == "Camille wins the throne with 8 crowns."


def test_a_throne_is_shared() -> None:
    match = run(begin(2, max_rounds=1), "end", "end")
    assert pages_of("monarch").headline(seen(match)) == "Camille and Isaure share the throne with 0 crowns."
    assert sum(sister.winner for sister in final(match).sisters) == 2


def test_a_full_court_is_named_at_the_end() -> None:
    cards = "toll-drum old-nurse court-jester astronomer gazing-glass precious-comb dancing-cranes"
    match = poked(begin(2, cards), gold=[60, 5])
    acquire(match, *cards.split())
    run(match, "end", "end")
    assert final(match).ended == "The match ended with round 1, in which a court was full: Camille."
    assert "full court" not in page_of(match)


# Words


def test_french_texts_of_cards_have_narrow_spaces() -> None:
    assert typeset("Vaut 3 couronnes ; oui", "fr") == "Vaut 3 couronnes\u202f; oui"
    assert typeset("Worth 3 ; yes", "en") == "Worth 3 ; yes"


# What is never shown


def worlds() -> list[dict[str, Any]]:
    """Return two deals that differ in the order of the cards that are not drawn while the script below is played."""
    cards = deck("toll-drum stone-bridge mill-stream insistent-peddler old-nurse raiders-moon court-jester astronomer")
    deal = {"first": 0, "lands": [*["small-village"] * 5, *["simple-farm"] * 4], "reshuffles": []}
    return [{**deal, "deck": cards}, {**deal, "deck": [*cards[:8], *reversed(cards[8:])]}]


SCRIPT = ("harvest", "buy toll-drum", "add", "pledge 1", "pledge 3", "buy court-jester", "end", "harvest")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_are_the_same_in_worlds_that_differ_in_secrets_only(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.pages.secrets.token_urlsafe", lambda _: "command")
    one, other = (courtly.new_match("monarch", players=3, deal=deal, seed=seed) for seed, deal in enumerate(worlds()))
    for move in SCRIPT:
        for seat in range(3):
            assert page_of(one, seat, lang) == page_of(other, seat, lang)
        for match in (one, other):
            match.play(move if move in match.legal_moves() else match.legal_moves()[0])
    assert one.moves == other.moves


def test_the_worlds_of_that_test_do_differ() -> None:
    one, other = (courtly.new_match("monarch", players=3, deal=deal, seed=1) for deal in worlds())
    assert one.record()["deal"]["deck"] != other.record()["deal"]["deck"]


def test_names_of_seats_are_those_of_the_table() -> None:
    assert [sister.mark.name for sister in turn(begin(4), 2).sisters] == [NAMES[seat] for seat in (2, 3, 0, 1)]
