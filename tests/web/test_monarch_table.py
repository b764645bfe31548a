"""The page contexts of Monarch, from positions of the real engine: market, lands, courts, Moons, the count."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from courtly.engine.play.match import Match
from courtly.games.monarch.page_contexts import Final, Income, Term, Turn
from courtly.web.games import pages_of
from tests.games.monarch.builders import begin, run, truth, with_state
from tests.web.helpers import NAMES, buttons, page_input, page_of
from tests.web.monarch_play import offers, turn
from tests.web.monarch_positions import position

RICH = "scale-hauberk pure-white-stag scholars-robe fireworks captain-of-the-gate oracle-owl hall-of-lanterns"
"""The cards of a court with 41 crowns."""


def acquire(match: Match, *cards: str) -> Match:
    """Return the match after buying these Court Cards and adding each to the court."""
    for card in cards:
        run(match, f"buy {card}")
        if "add" in match.legal_moves():
            run(match, "add")
    return match


def incomes(match: Match) -> dict[str, Income]:
    """Return the page contexts of harvest and tax, by act."""
    return {income.kind: income for income in turn(match).dock.incomes}


# The market


def test_an_affordable_card_has_a_button_and_other_cards_show_the_missing_payment() -> None:
    row = offers(begin(3, "toll-drum pure-white-stag jewel-bazaar insistent-peddler old-nurse"))
    assert row["toll-drum"].affordable
    assert [button.move for button in row["toll-drum"].buttons] == ["buy toll-drum"]
    assert not row["pure-white-stag"].affordable
    assert not row["pure-white-stag"].buttons
    assert row["pure-white-stag"].note == "You are 1 food short."
    assert row["jewel-bazaar"].note == "You are 2 food short."


def test_a_discounted_price_is_shown_with_the_printed_price() -> None:
    match = begin(3, "precious-comb toll-drum stone-bridge insistent-peddler old-nurse")
    acquire(match, "precious-comb")
    price = offers(match)["toll-drum"].price[0]
    assert (price.count, price.was) == (3, 4)
    assert "<s>4</s>" in page_of(match)


def test_an_improvement_that_is_free_to_build_can_also_be_bought() -> None:
    row = offers(begin(2, "stone-bridge royal-mint toll-drum insistent-peddler old-nurse"))
    assert [button.move for button in row["stone-bridge"].buttons] == ["free stone-bridge", "buy stone-bridge"]
    assert [button.move for button in row["royal-mint"].buttons] == ["free royal-mint"]
    assert row["royal-mint"].affordable


def test_an_improvement_that_can_be_built_has_no_note() -> None:
    layout = "vfffffvvv"
    match = with_state(begin(3, "mill-stream stone-bridge", layout=layout), food=[9, 9, 9])
    assert offers(match)["stone-bridge"].note == ""


def test_the_market_says_before_a_purchase_that_the_court_is_full() -> None:
    cards = "toll-drum old-nurse court-jester astronomer gazing-glass precious-comb dancing-cranes twilight-foxes"
    match = with_state(begin(3, cards), gold=[60, 5, 5])
    acquire(match, *cards.split()[:7])
    assert "full" in offers(match)["twilight-foxes"].note
    run(match, "buy twilight-foxes")
    dock = turn(match).dock
    assert dock.asked == "Your court is full: choose the card that Twilight Foxes replaces."
    assert [choice.move.split(" ")[0] for choice in dock.choices] == ["replace"] * 7
    assert turn(match).last_round.startswith("Last round")


def test_new_cards_of_the_market_are_marked_until_the_end_of_the_next_turn() -> None:
    match = begin(3, "toll-drum old-nurse court-jester astronomer gazing-glass dancing-cranes")
    assert not [offer for offer in offers(match).values() if offer.fresh]
    acquire(match, "toll-drum")
    assert [card for card, offer in offers(match).items() if offer.fresh] == ["dancing-cranes"]
    run(match, "end")
    assert not [offer for offer in offers(match).values() if offer.fresh]


def test_while_a_purchase_waits_no_other_card_is_marked() -> None:
    row = offers(begin(3, "insistent-peddler toll-drum old-nurse jewel-bazaar"))
    assert (row["toll-drum"].state, row["old-nurse"].state, row["jewel-bazaar"].state) == ("can", "can", "soon")
    waiting = run(begin(3, "insistent-peddler toll-drum old-nurse jewel-bazaar"), "buy insistent-peddler")
    assert {offer.state for offer in offers(waiting).values()} == {""}
    assert {offer.state for offer in offers(waiting, 1).values()} != {""}


def test_a_card_of_the_market_shows_its_emblems() -> None:
    page = page_of(begin(3, "dancing-cranes stone-bridge"))
    assert page.split('id="at-card-dancing-cranes"')[1].split("</article>")[0].count("#e-") == 4
    assert 'title="beast · spectacle · You get 2 gold back' in page
    assert 'class="emblems"' not in page.split('id="at-card-stone-bridge"')[1].split("</article>")[0]


@pytest.mark.parametrize(("card", "of"), [("patchwork-cloak", "path"), ("shadow-theatre", "emblem")])
def test_a_formula_shows_the_sign_of_different_paths_or_emblems(card: str, of: str) -> None:
    match = begin(3, card)
    assert offers(match)[card].face.formula[1] == Term("variety", of)
    assert f"#v-{of}" in page_of(match)


@pytest.mark.parametrize(("lang", "names"), [("en", "Might Wisdom advisor treasure"), ("fr", "Sagesse parure")])
def test_the_legend_names_the_paths_and_the_emblems(lang: str, names: str) -> None:
    legend = page_of(begin(3), 0, lang).split('id="numbers"')[1].split("</section>")[0]
    assert all(name in legend for name in names.split())


def test_placing_a_card_says_that_another_card_is_given_up() -> None:
    page = page_of(*position("place"))
    assert page.count('title="You give up this card, with its crowns and its powers."') == 6
    assert page.count(">replace<") == 6
    assert "or a card of your court to give up." in page


def test_a_sweep_shows_its_price_or_the_missing_gold() -> None:
    sweep = turn(begin(3)).sweep
    assert (sweep.move, [amount.count for amount in sweep.price]) == ("sweep", [3])
    poor = turn(with_state(begin(3), gold=[1, 5, 5])).sweep
    assert (poor.move, poor.note) == ("", "You are 2 gold short.")


# Income, lands, banners


def test_harvest_and_tax_show_their_gains_and_costs() -> None:
    found = incomes(begin(3, layout="vvvvvffff"))
    assert [(one.resource, one.count) for one in found["harvest"].amounts] == [("food", 4)]
    assert [(one.resource, one.count) for one in found["tax"].amounts] == [("gold", 5), ("food", -5)]
    hungry = incomes(with_state(begin(3, layout="vvvvvffff"), food=[4, 5, 5]))
    assert (hungry["tax"].move, hungry["tax"].note) == ("", "1 food short")
    # While a card waits for its place, nothing else is legal.
    busy = page_input(begin(3, layout="vvvvvffff"))
    waiting = pages_of("monarch").turn(replace(busy, view={**busy.view, "legal": []})).dock.incomes
    assert [income.note for income in waiting] == ["", ""]


def test_an_improvement_is_built_on_a_land_board() -> None:
    match = with_state(begin(3, "stone-bridge jewel-bazaar", layout="vvvvvffff"), food=[30, 5, 5])
    run(match, "buy stone-bridge")
    cells = turn(match).lands
    assert [cell.move for cell in cells] == [f"build {cell.id}" for cell in cells[:5]] + [""] * 4
    run(match, "build b1", "buy jewel-bazaar", "build b1")
    built = turn(match).lands[1]
    assert (built.name, built.path, built.yields.count) == ("Jewel Bazaar", "culture", 3)
    assert built.beneath == "over Stone Bridge"
    assert re.search('popovertarget="about-jewel-bazaar" title="over Stone Bridge"', page_of(match))


def test_the_piles_say_why_a_card_is_discarded() -> None:
    assert "and Moons that came up in the first deal" in page_of(begin(3))


def test_a_banner_can_be_flown_once_its_condition_is_fulfilled() -> None:
    match = with_state(begin(3, "toll-drum war-falcon"), gold=[30, 5, 5])
    might = turn(match).banners[0]
    assert (might.face.path, might.met, might.move) == ("might", False, "")
    acquire(match, "toll-drum", "war-falcon")
    assert turn(match).banners[0].move == "fly banner-of-might"
    run(match, "fly banner-of-might")
    flown = turn(match, 1)
    assert flown.banners[0].holder == flown.sisters[-1].mark
    assert [sister.banner.crowns for sister in flown.sisters if sister.banner] == [4]


def test_the_free_acts_that_a_court_allows_are_shown() -> None:
    assert turn(begin(2)).credits == ("1 improvement is free",)
    match = run(begin(3, "oracle-owl"), "buy oracle-owl")
    assert turn(match).credits == ("1 sweep is free",)
    assert "free" in page_of(match).split('class="sweep"')[1].split("</button>")[0]


def test_a_barter_shows_both_amounts() -> None:
    match = run(begin(3, "keeper-of-ledgers"), "buy keeper-of-ledgers")
    (barter,) = turn(match).dock.extras
    assert barter.move == "barter keeper-of-ledgers"
    assert [(amount.resource, amount.count) for amount in barter.amounts] == [("food", -3), ("gold", 2)]


# Courts


def test_a_court_shows_how_many_crowns_each_card_scores_and_why() -> None:
    match = with_state(begin(3, "tiger-pelt toll-drum fireworks astronomer"), gold=[30, 5, 5])
    acquire(match, "tiger-pelt", "toll-drum", "astronomer", "fireworks")
    mine = turn(match).sisters[0]
    held = {card.face.id: card for card in mine.reasons.court}
    assert [card.crowns for card in mine.court] == [card.crowns for card in mine.reasons.court]
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


def test_a_sent_guest_costs_its_host_crowns() -> None:
    match = run(begin(3, "insistent-peddler"), "buy insistent-peddler")
    asked = turn(match).dock
    assert [(choice.move, choice.label) for choice in asked.choices] == [("send 1", "Isaure"), ("send 2", "Aldric")]
    run(match, "send 2")
    host = turn(match).sisters[2]
    assert (host.score, [guest.crowns for guest in host.guests]) == (-2, [-2])


def test_a_guest_can_be_dismissed_or_kept() -> None:
    match = begin(3, "insistent-peddler old-nurse captain-of-the-gate")
    run(match, "buy insistent-peddler", "send 1", "end", "buy old-nurse")
    dock = turn(match, 1).dock
    assert [(choice.move, choice.hint) for choice in dock.choices] == [("dismiss insistent-peddler", "−1 crown")]
    assert dock.last
    assert dock.last.move == "keep"


# Moons


def pledging(**facts: Any) -> Match:
    """Return a match in which the first seat has turned up a Moon that asks for gold."""
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum raiders-moon"
    return run(with_state(begin(3, top), **facts), "buy insistent-peddler", "send 1")


def test_all_seats_see_the_pledges_and_the_active_seat_has_a_field_for_its_own() -> None:
    match = pledging()
    first = turn(match)
    assert first.moon
    assert (first.moon.target.count, first.moon.missing.count, first.moon.pledged) == (4, 4, 0)
    assert first.moon.asks == "The sisters may together pay 4 gold."
    assert (first.dock.phase, first.dock.least, first.dock.most) == ("pledge", 1, 3)
    run(match, "pledge 2")
    for seat in range(3):
        moon = turn(match, seat).moon
        assert moon
        assert [one.pledged.count for one in moon.sisters] == [2, 0, 0]
        assert [one.speaks for one in moon.sisters] == [False, True, False]
        assert (moon.met, len(moon.unmet)) == (("Nothing happens.",), 2)
    assert turn(match, 0).dock.phase == "wait"
    assert (turn(match, 1).dock.least, turn(match, 1).dock.most) == (1, 2)


def test_the_first_pledge_is_shown_when_the_second_is_made() -> None:
    match = run(pledging(), "pledge 1", "pass", "pass")
    assert turn(match).dock.notes == ("Pledged so far: 1 gold.",)
    assert "1 more pass and the offer fails." in page_of(match)


def test_a_sister_without_gold_can_only_pass() -> None:
    match = run(pledging(gold=[5, 0, 5]), "pass")
    assert turn(match, 1).dock.most == 0
    assert 'id="amount"' not in page_of(match, 1)
    assert buttons(page_of(match, 1)) == ["pass"]


def raised(*moons: str, players: int = 3, **facts: Any) -> Match:
    """Return a match in which the first purchase has revealed these Moons."""
    top = " ".join(["insistent-peddler stone-bridge mill-stream old-nurse toll-drum", *moons])
    return run(with_state(begin(players, top), **facts), "buy insistent-peddler", *["send 1"] * (players > 2))


def test_the_last_moon_shows_its_text_and_the_changes_of_every_purse() -> None:
    assert turn(begin(3)).moons.moons == ()
    moons = turn(raised("alms-moon", gold=[9, 1, 4])).moons
    [alms] = moons.moons
    assert moons.is_latest
    assert (alms.name, alms.told, alms.rule.startswith("The temples open")) == ("Alms Moon", "", True)
    assert [(one.mark.name, [each.words for each in one.amounts]) for one in alms.changes] == [("Isaure", ["3 gold"])]
    assert alms.effects == ()


def test_the_moons_of_one_move_are_shown_together_until_the_next_ones() -> None:
    match = raised("harvest-moon", "dark-moon")
    harvest, dark = turn(match).moons.moons
    assert (harvest.name, dark.name, dark.effects) == ("Harvest Moon", "Dark Moon", ("The whole market is discarded.",))
    run(match, "harvest")
    assert turn(match).moons.moons == (harvest, dark)
    assert not turn(match).moons.is_latest


def test_a_moon_that_was_paid_or_not_shows_its_outcome() -> None:
    [unpaid] = turn(run(raised("raiders-moon"), "pass", "pass", "pass")).moons.moons
    assert unpaid.told == "The sisters do not pay for Raiders' Moon."
    assert unpaid.rule.startswith(
        "The village improvement with the highest yield is discarded; each sister loses 2 gold"
    )
    [paid] = turn(run(raised("raiders-moon"), "pledge 3", "pledge 1"), lang="fr").moons.moons
    assert paid.told == "Les sœurs paient pour «\u202fLune des pillards\u202f»."
    assert paid.rule == ""
    [idle] = turn(raised("frost-moon", food=[0, 0, 0])).moons.moons
    assert (idle.changes, idle.effects) == ((), ("Nothing happens.",))


OFFERS = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum"


def test_18_1_the_bar_shows_how_close_the_fullest_court_is_to_the_end() -> None:
    match = with_state(begin(3, OFFERS), courts=["fireworks astronomer", "court-composer", ""])
    assert turn(match).fullest == 2
    assert "Ends with a court of 7 cards (fullest: 2)" in page_of(match)
    assert ">Ends with a court of 7 cards<" in page_of(begin(2))
    assert "Ends with" not in page_of(begin(3, max_rounds=1))


def test_an_empty_market_spot_shows_the_reason() -> None:
    assert turn(pledging()).empty == "Refilled after the Moon"
    taken = turn(run(begin(3, "insistent-peddler"), "buy insistent-peddler")).hole
    assert taken
    assert taken.name == "Insistent Peddler"
    assert turn(begin(3)).empty == "Refilled next"
    bare = begin(3)
    truth(bare).deck_size = truth(bare).drawn = 0
    assert turn(bare).empty == "Empty: no cards left"


def stake(match: Match, seat: int = 0) -> dict[str, list[tuple[str, list[tuple[str, int]]]]]:
    """Return the possible outcomes of a Moon, as the page of a seat shows them."""
    moon = turn(match, seat).moon
    assert moon
    assert moon.mine
    sides = {"met": moon.mine.met, "unmet": moon.mine.unmet}
    return {
        side: [(each.what, [(one.resource, one.count) for one in each.amounts]) for each in several]
        for side, several in sides.items()
    }


def test_both_outcomes_of_a_moon_show_their_effect_on_the_viewer() -> None:
    shown = stake(run(pledging(gold=[9, 1, 5], food=[4, 4, 4]), "pledge 2"), 0)
    assert shown["met"] == [("You pay", [("gold", 2)]), ("You keep", [("gold", 5), ("food", 4)])]
    assert shown["unmet"] == [("You lose", [("gold", 2)]), ("You keep", [("gold", 5), ("food", 4)])]


def test_only_the_active_seat_sees_the_effect_of_each_possible_pledge() -> None:
    match = run(pledging(gold=[9, 5, 5], food=[4, 4, 4]), "pledge 2")
    moon, other = turn(match, 1).moon, turn(match, 0).moon
    assert moon
    assert other
    assert [(one.count, one.words) for one in moon.raises] == [
        (1, "You pay 1 gold. You keep 4 gold and 4 food."),
        (2, "You pay 2 gold. You keep 3 gold and 4 food."),
    ]
    assert not other.raises


def test_the_shown_outcome_of_a_moon_equals_the_result_of_the_rules() -> None:
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum fair-moon"
    match = run(begin(2, top), "buy insistent-peddler")
    assert turn(match).moon
    kept = dict(stake(run(match, "pledge 1"))["met"])["You keep"]
    run(match, "pledge 1")
    view = match.view(0)
    assert view["moon"] is None
    assert kept == [("gold", view["seats"][0]["gold"]), ("food", view["seats"][0]["food"])]


@pytest.mark.parametrize(("lang", "words"), [("en", "Pledge the chosen amount"), ("fr", "Promettre le montant choisi")])
def test_banners_and_pledges_have_letters_for_the_keyboard(lang: str, words: str) -> None:
    act, pledge = (page_of(*position(scene), lang) for scene in ("act", "pledge"))
    assert re.search('<button class="fly" data-letter="B"', act)
    assert re.search('<button class="take" data-letter="P"[^>]*value="pledge"', pledge)
    assert re.search('<button class="take" data-letter="E"[^>]*value="pass"', pledge)
    keys = act.split('id="keys"')[1]
    assert all(f"<kbd>{letter}</kbd>" in keys for letter in "BPE")
    assert words in keys


def test_sisters_have_letters_for_the_keyboard() -> None:
    text = page_of(begin(3), 0, "en")
    assert re.findall(r'class="sister c-\w+" data-key="(.)"', text) == ["I", "A"]


def test_a_sister_who_may_get_a_guest_is_named_by_what_choosing_her_does() -> None:
    text = page_of(*position("send", 3))
    assert 'value="send 1" aria-label="Send the guest to Isaure">Isaure' in text
    assert '<span class="visually-hidden">Send the guest to Isaure </span>' in text


def test_the_question_and_the_strip_tell_of_a_guest_that_was_sent_to_the_viewer() -> None:
    match = run(begin(3, "insistent-peddler"), "end", "buy insistent-peddler", "send 0", "end", "end")
    assert ">New guest: Insistent Peddler. Your turn: choose an action.<" in page_of(match)
    assert ">Nouvel invité\u202f: Colporteur insistant. À vous" in page_of(match, 0, "fr")
    assert turn(match).summaries[0].act == "sent you Insistent Peddler"
    assert turn(match, 2).summaries[1].act == "sent Insistent Peddler"
    assert "New guest" not in page_of(run(match, "harvest"))


def test_lands_have_the_names_that_the_log_uses_during_the_match_and_after_it() -> None:
    match = begin(2, layout="vvvvvffff", max_rounds=1)
    for _ in range(2):
        assert re.findall(r'data-cell="(\w\d)"', page_of(match)) == [
            f"{column}{row}" for row in "123" for column in "abc"
        ]
        run(match, *["end"] * (0 if match.is_over else 2))


def test_the_lands_at_the_end_show_the_pictures_of_improvements() -> None:
    match = begin(2, "stone-bridge", layout="vvvvvffff", max_rounds=1)
    run(match, "free stone-bridge", "build a1", "end", "end")
    lands = page_of(match).partition('<ol class="grid">')[2].partition("</ol>")[0]
    assert lands.count('class="figure') == 1
    assert "#a-stone-bridge" in lands


# Aids for the viewer


def shown_to(match: Match, *off: str) -> Turn:
    """Return the page context of a viewer who has switched off these parts."""
    context = pages_of("monarch").turn(page_input(match, 0, "en", off))
    assert isinstance(context, Turn)
    return context


def test_a_card_shows_the_condition_under_which_it_scores_more_crowns() -> None:
    row = offers(begin(3, "war-falcon fireworks astronomer twilight-foxes toll-drum"))
    assert row["war-falcon"].more == "4 crowns more with 3 Might cards in the court."
    assert row["fireworks"].more == row["astronomer"].more == ""
    met = with_state(
        begin(3, "war-falcon fireworks astronomer stone-bridge old-nurse"), courts=["toll-drum tiger-pelt"]
    )
    assert offers(met)["war-falcon"].more == ""


def test_each_aid_can_be_switched_off() -> None:
    match = pledging(courts=["tiger-pelt"])
    every = shown_to(match)
    assert [(aid.name, aid.shown) for aid in every.aids] == [("values", True), ("forecast", True), ("odds", True)]
    assert every.moon
    assert every.moon.mine
    assert every.lanes
    offers_of = [offer for offer in shown_to(match, "values").market if offer]
    assert all(offer.adds is None and offer.more == "" for offer in offers_of)
    assert shown_to(match, "forecast").lanes == ()
    moon = shown_to(match, "odds").moon
    assert moon
    assert moon.mine is None
    assert not moon.raises


def test_a_table_without_aids_has_none() -> None:
    for match in (
        pledging(),
        run(with_state(begin(3, "toll-drum stone-bridge"), gold=[9], food=[9]), "buy stone-bridge"),
    ):
        bare = shown_to(match, "aids", "odds")
        assert (bare.aids, bare.lanes) == ((), ())
        assert not [offer for offer in bare.market if offer and offer.adds]
        assert not [cell for cell in bare.lands if cell.adds]
        assert bare.moon is None or bare.moon.mine is None


def test_the_race_shows_how_far_each_offered_card_would_take_a_court() -> None:
    match = with_state(begin(2, "toll-drum stone-bridge insistent-peddler"), courts=["war-falcon"])
    mine, other = turn(match).lanes
    assert (mine.length, mine.spots[:3]) == (5, (10, 0, 0))
    assert (other.length, other.spots) == (0, ())
    assert turn(run(match, "buy toll-drum")).lanes[0].waiting == 10


def test_a_race_below_0_has_no_negative_lengths() -> None:
    match = with_state(
        begin(2, "gazing-glass stone-bridge"), guests=["weepy-poet bottomless-baron know-all-cousin fault-finding-aunt"]
    )
    mine = turn(match).lanes[0]
    assert mine.score < -3
    assert min(mine.length, *mine.spots) == 0


def test_a_moon_that_no_sister_could_pay_says_what_it_offered() -> None:
    match = with_state(
        begin(2, "insistent-peddler stone-bridge mill-stream old-nurse toll-drum bridge-moon"), food=[0, 0]
    )
    [moon] = turn(run(match, "buy insistent-peddler")).moons.moons
    assert "Together the sisters have less than" in moon.told
    assert "food" in moon.rule
    assert moon.effects == ("Nothing happens.",)


def test_the_scale_of_the_race_stays_the_same_until_a_sister_has_40_crowns() -> None:
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum"
    courts = ["scale-hauberk", "scale-hauberk pure-white-stag scholars-robe", RICH]
    leaders = [turn(with_state(begin(2, top), courts=[court])).lanes[0] for court in courts]
    assert [(lane.score, lane.most) for lane in leaders] == [(7, 40), (20, 40), (41, 60)]
    assert [lane.length for lane in leaders] == [17, 50, 68]
    assert "A full bar is 40 crowns, with a mark at every 20." in page_of(begin(2))


# News and the end


def test_the_news_begin_after_the_viewers_last_turn() -> None:
    match = run(begin(3, "toll-drum old-nurse"), "buy toll-drum", "end", "harvest", "end", "end")
    news = [line.text for line in pages_of("monarch").news(page_input(match))]
    assert news[0].startswith("Isaure harvests")
    assert len(news) == 3
    assert pages_of("monarch").news(page_input(begin(3))) == []


def test_a_summary_shows_the_main_act_and_the_income_of_a_sister_in_short_and_her_last_turn_in_full() -> None:
    match = begin(3, "toll-drum old-nurse")
    assert [(one.mark.seat, one.act) for one in turn(match, 1).summaries] == [(2, "no turn yet"), (0, "no turn yet")]
    run(match, "buy toll-drum")
    camille = turn(match, 1).summaries[1]
    assert (camille.act, camille.active) == ("bought Toll Drum", True)
    run(match, "harvest", "end", "end")
    camille, isaure = turn(match, 2).summaries
    assert isaure.act == "ended the turn"
    assert camille.act == "bought Toll Drum, harvested 4"
    assert [text.split(" ")[1] for text in camille.told] == ["buys", "harvests"]
    assert (camille.gold, camille.score) == (turn(match).sisters[0].gold, turn(match).sisters[0].score)


def test_a_pledge_in_the_turn_of_another_sister_is_the_last_act() -> None:
    top = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum raiders-moon"
    match = with_state(begin(3, top, first=1), gold=[9, 9, 9])
    run(match, "harvest", "end", "end", "buy insistent-peddler", "send 1", "pledge 1", "pledge 2")
    isaure = turn(match).summaries[0]
    assert (isaure.act, isaure.told) == ("pledged 2", ("Isaure pledges 2 gold.",))


def test_the_dock_shows_the_effect_of_the_viewers_last_act() -> None:
    match = begin(3, layout="vvvvvffff")
    assert turn(match).dock.notes == ()
    run(match, "harvest")
    assert turn(match).dock.notes == ("You harvest 4 food.",)
    run(match, "end", "end", "end")
    assert turn(match).dock.notes == ()


def test_a_phone_says_in_short_when_the_match_ends() -> None:
    for rounds, lang, words in (
        (2, "en", "fullest court 0/7"),
        (2, "fr", "cour max.\u202f: 0/7"),
        (1, "en", "last round"),
        (1, "fr", "dernière manche"),
    ):
        assert f'aria-hidden="true">{words}</span>' in page_of(begin(3, max_rounds=rounds), 0, lang)


def test_the_page_announces_the_last_round_and_its_last_turn() -> None:
    assert turn(begin(3, max_rounds=1)).last_round == "Last round: the match ends after Aldric’s turn."
    assert turn(begin(3, max_rounds=1), 2).last_round == "Last round: the match ends after your turn."
    assert turn(begin(3, max_rounds=2)).last_round == ""


def final(match: Match) -> Final:
    """Return the context of the scoring."""
    context = pages_of("monarch").final(page_input(match))
    assert isinstance(context, Final)
    return context


@pytest.mark.parametrize("rounds", [1, 2])
def test_after_the_last_turn_of_a_match_no_income_is_said_to_come_first(rounds: int) -> None:
    def helped(match: Match, seat: int) -> bool:
        return any(offer and offer.helps for offer in turn(match, seat).market)

    match = begin(2, "stone-bridge", max_rounds=rounds)
    assert helped(match, 0)
    after = run(match, "harvest", "end")
    assert (helped(after, 0), helped(after, 1)) == (rounds == 2, True)


def test_the_final_count_lists_each_card_and_subtotals() -> None:
    match = with_state(begin(3, "toll-drum war-falcon weepy-poet", max_rounds=1), gold=[40, 5, 5])
    run(acquire(match, "toll-drum", "war-falcon"), "fly banner-of-might", "buy weepy-poet", "send 1")
    run(match, "end", "end", "end")
    counted = {sister.mark.name: sister for sister in final(match).sisters}
    mine, host = counted["Camille"], counted["Isaure"]
    assert (mine.court_sum, mine.banner_sum, mine.guest_sum, mine.total) == (4, 4, 0, 8)
    assert (host.guest_sum, host.total, host.winner) == (-1, -1, False)
    assert final(match).ended == "The match reached its limit of 1 round."
    assert pages_of("monarch").headline(page_input(match)) == "You win the throne with 8 crowns."
    assert pages_of("monarch").headline(page_input(match, 1)) == "Camille wins the throne with 8 crowns."


def test_the_steps_of_the_count_are_courts_banners_and_guests_and_then_the_winner() -> None:
    match = with_state(begin(3, "toll-drum war-falcon weepy-poet", max_rounds=1), gold=[40, 5, 5])
    run(acquire(match, "toll-drum", "war-falcon"), "fly banner-of-might", "buy weepy-poet", "send 1")
    run(match, "end", "end", "end")
    steps = final(match).steps
    assert [step["says"] for step in steps] == [
        "Court: Camille 4",
        "Court: Isaure 0",
        "Court: Aldric 0",
        "Banners: Camille 4",
        "Guests: Isaure −1",
        "You win the throne with 8 crowns.",
    ]
    early = " ".join(step["shows"] for step in steps[:-1])
    assert not any(sign in early for sign in (".total", ".sum", ".crown-sign", ".card-by-card"))


def test_the_count_has_no_steps_for_empty_categories() -> None:
    steps = final(run(begin(2, max_rounds=1), "end", "end")).steps
    assert [step["says"].split(":")[0] for step in steps[:-1]] == ["Court", "Court"]


def test_a_throne_can_be_shared() -> None:
    match = run(begin(2, max_rounds=1), "end", "end")
    assert pages_of("monarch").headline(page_input(match)) == "Camille and Isaure share the throne with 0 crowns."
    assert sum(sister.winner for sister in final(match).sisters) == 2


def test_the_final_page_names_full_courts() -> None:
    cards = "toll-drum old-nurse court-jester astronomer gazing-glass precious-comb dancing-cranes"
    match = with_state(begin(2, cards), gold=[60, 5])
    acquire(match, *cards.split())
    run(match, "end", "end")
    assert final(match).ended == "The match ended in round 1, with a full court: Camille."
    assert ">full court<" not in page_of(match)


def answers(name: str) -> list[tuple[str, str, bool]]:
    """Return the buttons that answer a Moon: the move, the label, and whether a press sends it without Confirm."""
    page = page_of(*position(name)).split('id="my-acts"')[1].split("</section>")[0]
    found = re.findall(
        r'<button class="([^"]*)"[^>]* name="[\w-]+" value="(\w+)"( data-sends)?>(?:<span>)?([\w ]+)',
        page,
    )
    assert all(("main" in classes) == bool(sends) for classes, _, sends, _ in found)
    return [(move, label.strip(), bool(sends)) for _, move, sends, label in found]


def test_a_pledge_and_a_pass_look_alike_and_wait_for_confirm() -> None:
    assert answers("pledge") == [("pledge", "Pledge", False), ("pass", "Pass", False)]


def test_a_sister_who_can_only_pass_goes_on_with_a_gold_button() -> None:
    assert answers("only a pass") == [("pass", "Go on", True)]


# Words


def test_seats_have_the_names_of_the_table() -> None:
    assert [sister.mark.name for sister in turn(begin(4), 2).sisters] == [NAMES[seat] for seat in (2, 3, 0, 1)]
