"""The page contexts of Courtisans, from positions of the real engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any, cast

import httpx
import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.games.courtisans import page_missions, page_table
from courtly.games.courtisans.page import AIDS
from courtly.games.courtisans.page_cards import signed
from courtly.games.courtisans.page_contexts import Card, Domain, FamilyColumn
from courtly.games.courtisans.page_figures import domain_values
from courtly.games.courtisans.page_templates import Final, Turn
from courtly.games.courtisans.view import View
from courtly.scene.page_parts import anchor
from courtly.scene.parts import scene_of
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.games import pages_of
from courtly.web.static_files import STATIC
from tests.games.courtisans.builders import finish
from tests.games.courtisans.hands import HANDS, OPENED, OPENING, match_with, two_equal_cards_in_reach
from tests.web.helpers import NAMES, PENNANTS, begin, page, page_input, page_of, table_view_of, with_table


def turn(match: courtly.Match, seat: int | None = 0, lang: str = "en", off: Sequence[str] = ()) -> Turn:
    """Return the page context of a seat."""
    context = pages_of("courtisans").turn(page_input(match, seat, lang, off))
    assert isinstance(context, Turn)
    return context


def final(match: courtly.Match, seat: int | None = 0) -> Final:
    """Return the page context of a finished match."""
    context = pages_of("courtisans").final(page_input(match, seat))
    assert isinstance(context, Final)
    return context


def house(context: Turn, family: str) -> FamilyColumn:
    """Return one column of the cloth."""
    return next(house for house in context.table.houses if house.family == family)


def domain(context: Turn, seat: int) -> Domain:
    """Return the row of one seat."""
    return next(domain for domain in context.table.domains if domain.seat == seat)


def cards(piles: Any, column: str) -> list[Card]:
    """Return the cards in one column of a row of piles."""
    return next((list(pile.cards) for pile in piles if pile.column == column), [])


def finished(players: int = 3, seed: int = 3, **options: Any) -> courtly.Match:
    """Return a finished match in which the first legal move was always played."""
    match = courtly.new_match("courtisans", players=players, seed=seed, **options)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    return match


def test_the_queen_sits_between_the_nightingale_and_the_hare() -> None:
    families = [house.family for house in turn(match_with(hands=HANDS)).table.houses]
    assert families == ["butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp"]


def test_a_noble_above_makes_its_family_esteemed_by_two() -> None:
    context = turn(match_with("play hare.noble above", hands=HANDS))
    hare = house(context, "hare")
    assert (hare.above, hare.below, hare.status, hare.pull) == (2, 0, "esteemed", "up-2")
    assert [card.label for card in cards(context.table.above.piles, "hare")] == ["Hare noble"]


def test_only_the_seat_that_played_a_spy_sees_its_family() -> None:
    match = match_with("play carp.spy below", hands=HANDS)
    mine, theirs = (cards(turn(match, seat).table.below.piles, "queen")[0] for seat in (0, 1))
    assert (mine.known, mine.number, mine.label) == ("carp", "1", "Your spy 1: Carp spy")
    assert (theirs.known, theirs.label, theirs.family, theirs.by) == ("", "Spy 1, played by Camille", None, PENNANTS[0])


def test_a_turn_offers_each_area_until_a_card_is_played_there() -> None:
    context = turn(match_with("play hare.noble above", hands=HANDS))
    assert [area.used for area in context.areas] == [True, False, False]
    assert context.table.above.place is None
    assert [domain.place.value for domain in context.table.domains if domain.place] == [
        "domain:1",
        "domain:2",
        "domain:0",
    ]
    assert [held.value for held in context.hand] == ["play stag.assassin", "play carp.spy"]


def test_nothing_is_offered_to_a_seat_that_is_not_to_move() -> None:
    context = turn(match_with(hands=HANDS), seat=1)
    assert (context.areas, context.victims, context.spare, context.playing) == ((), (), None, False)
    assert not any(domain.place for domain in context.table.domains)


@pytest.mark.parametrize(("last", "said"), [("kill hare.noble above", "Victim: Hare noble."), ("spare", "")])
def test_a_draft_names_the_victim_of_its_last_move(last: str, said: str) -> None:
    match = match_with(*OPENING, "play stag.assassin below", hands=OPENED)
    match.play(last)
    assert pages_of("courtisans").drafted(page_input(match, 1)) == said


def test_an_assassin_at_the_table_may_kill_victims_above_and_below() -> None:
    match = match_with(*OPENING, "play stag.assassin below", hands=OPENED)
    context = turn(match, seat=1)
    assert [(victim.card.label, victim.card.move, victim.side) for victim in context.victims] == [
        ("Hare noble", "kill hare.noble above", "above")
    ]
    assert context.spare is not None
    assert (context.table.above.aimed, context.table.below.aimed, domain(context, 0).aimed) == (True, True, False)
    assert turn(match, seat=0).victims == ()
    assert '<button class="victim" form="acts" name="move" value="kill hare.noble above"' in page_of(match, 1)


def test_each_of_several_identical_victims_has_a_button_on_the_table_and_they_share_one_in_the_tray() -> None:
    context = turn(two_equal_cards_in_reach(), seat=2)
    assert [card.move for card in cards(context.table.above.piles, "hare")] == ["kill hare.plain above"] * 2
    assert [victim.card.move for victim in context.victims] == ["kill hare.plain above"]


def test_cards_played_since_the_viewers_last_turn_are_marked_as_fresh() -> None:
    context = turn(match_with(*OPENING, "play toad.guard above", hands=OPENED))
    assert [card.fresh for card in cards(context.table.above.piles, "toad")] == [True]
    assert [card.fresh for card in cards(context.table.above.piles, "hare")] == [False]


def test_the_button_of_the_last_moves_has_an_icon_of_its_own() -> None:
    text = page_of(match_with(*OPENING, "play toad.guard above", hands=OPENED))
    icons = re.findall(r'<(?:a|button)[^>]*><svg class="sign"[^>]*><use href="[^"]*#u-(\w+)"/></svg>', text)
    assert icons.count("news") == 1
    assert 'id="u-news"' in (STATIC / "icons.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Toad guard (new, played by Isaure)"),
        ("fr", "Garde du Crapaud (nouvelle, jouée par Isaure)"),
        ("de", "Kröten-Wache (neu, gespielt von Isaure)"),
    ],
)
def test_a_fresh_card_shows_who_played_it(lang: str, words: str) -> None:
    match = match_with(*OPENING, "play toad.guard above", hands=OPENED)
    (card,) = cards(turn(match).table.above.piles, "toad")
    assert card.by == PENNANTS[1]
    assert [one.by for one in cards(turn(match).table.above.piles, "hare")] == [None]
    assert f"<title>{words}</title>" in page_of(match, 0, lang)


def test_victims_since_the_viewers_last_turn_are_marked_as_fresh() -> None:
    moves = ["play toad.plain above", "play hare.plain domain:0", "play stag.plain domain:1"]
    victim = ["play carp.assassin above", "kill toad.plain above"]
    match = match_with(*moves, *victim, hands="hare.plain stag.plain toad.plain carp.assassin hare.guard toad.guard")
    assert [one.family for one in turn(match, 0).table.gone if one.fresh] == ["toad"]
    assert not any(one.fresh for one in turn(match, 1).table.gone)


def test_the_list_of_a_row_counts_equal_cards_and_names_each_spy() -> None:
    def listed(match: courtly.Match, seat: int, area: str) -> list[str]:
        text = page_of(match, seat)
        (found,) = re.findall(rf'id="cards-at-{area}".*?<dl class="card-list">(.*?)</dl>', text, re.DOTALL)
        return re.findall(r"<dt>.*?<span>(.*?)</span></dt>", found, re.DOTALL)

    hands = "hare.spy toad.plain stag.plain carp.spy toad.plain hare.guard"
    match = match_with("play hare.spy domain:1", "play toad.plain above", "play stag.plain domain:0", hands=hands)
    for move in ("play carp.spy domain:1", "play toad.plain above", "play hare.guard domain:0"):
        match.play(move)
    assert listed(match, 0, "above") == ["Toad courtier × 2"]
    assert listed(match, 0, "domain-1") == ["Spy 2, played by Isaure<br>Your spy 1: Hare spy"]
    assert listed(match, 2, "domain-1") == ["Spy 1, played by Camille<br>Spy 2, played by Isaure"]
    assert "There are no cards here." in page_of(match, 0)


def test_the_list_of_a_family_says_what_counts_twice() -> None:
    text = page_of(match_with("play hare.noble above", hands=HANDS), 0)
    known = text[text.index('id="known-hare"') :].partition("</dl>")[0]
    assert "Hare: 2 above, 0 below; esteemed so far. A noble counts as two." in re.sub(r"\s+", " ", known)
    assert "Where its cards are" in known


def test_a_mission_says_that_spies_do_not_count_yet_unless_it_counts_spies() -> None:
    shown = [turn(courtly.new_match("courtisans", players=3, seed=seed)) for seed in range(8)]
    missions = [mission for context in shown for mission in context.missions]
    assert {bool(mission.counting) for mission in missions if mission.role} == {False}
    assert {mission.counting for mission in missions if not mission.role} == {
        "Only face-up cards count here; spies count once they are revealed."
    }
    assert missions[0].counting in page_of(courtly.new_match("courtisans", players=3, seed=0), 0) or missions[0].role


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_explains_every_kind_of_number_and_mark(lang: str) -> None:
    text = page_of(match_with(hands=HANDS), 0, lang)
    legend = text[text.index('id="numbers"') :].partition("</dl>")[0]
    marks = [
        "2 / 0",
        "+2 −3 0",
        "±2",
        "+6",
        "+4…+8",
        "dotted-ring",
        "fresh-frame",
        "i-assassin",
        "③",
        "+3",
        "1 / 2",
        {"en": "above: 0, below: 3", "fr": "dessus\u202f: 0, dessous\u202f: 3", "de": "oben: 0, unten: 3"}[lang],
    ]
    assert [mark for mark in marks if mark not in legend] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sides_of_the_queens_table_have_the_names_of_the_rulebook(lang: str) -> None:
    """A family is esteemed or has fallen; a card is above or below the Queen's table."""
    sides = re.findall(r'class="side-name">.*?<span>(.*?)<small>', page_of(match_with(hands=HANDS), 0, lang), re.DOTALL)
    assert sides == {"en": ["Above", "Below"], "fr": ["Au-dessus", "Au-dessous"], "de": ["Oberhalb", "Unterhalb"]}[lang]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Put it above or below at the Queen’s table"),
        ("fr", "La poser au-dessus ou au-dessous, à la table de la Reine"),
        ("de", "Sie oberhalb oder unterhalb der Tafel der Königin ablegen"),
    ],
)
def test_the_sheet_of_keys_names_the_keys_of_both_sides(lang: str, words: str) -> None:
    text = page_of(match_with(hands=HANDS), 0, lang)
    assert f"<dt><kbd>+</kbd> <kbd>−</kbd></dt><dd>{words}</dd>" in text
    assert re.findall(r'id="at-(\w+)"[^>]*data-key="(.)"', text) == [("above", "+"), ("below", "-")]


def test_the_other_domains_are_in_turn_order_and_the_viewers_domain_is_last() -> None:
    context = turn(match_with(hands=HANDS), seat=1)
    titles = [domain.title for domain in context.table.domains]
    assert titles == ["Aldric’s domain", "Camille’s domain", "Your domain"]
    assert [domain.seat for domain in turn(match_with(hands=HANDS), seat=None).table.domains] == [0, 1, 2]


def test_nobles_are_on_top_of_their_piles() -> None:
    hands = "hare.noble toad.plain stag.plain hare.guard hare.plain carp.plain toad.guard toad.noble carp.guard"
    match = match_with("play hare.noble domain:1", "play toad.plain domain:0", "play stag.plain above", hands=hands)
    match.play("play hare.guard domain:1")
    row = domain(turn(match), 1)
    assert [card.role for card in cards(row.piles, "hare")] == ["guard", "noble"]


def test_a_forecast_shows_the_value_of_a_domain_and_the_range_due_to_spies() -> None:
    match = match_with(*OPENING, hands=OPENED)
    row = domain(turn(match), 0)
    assert row.forecast is not None
    assert (row.forecast.value.text, row.forecast.spread) == ("0", "0…+1")
    assert row.forecast.x == row.forecast.least < row.forecast.most
    assert [(pile.column, pile.value.text) for pile in row.piles if pile.value] == [("queen", "±1")]
    clear = domain(turn(match), 2).forecast
    assert clear is not None
    assert (clear.spread, clear.least, clear.most) == ("", clear.x, clear.x)


def test_all_forecasts_fit_on_one_axis() -> None:
    match = courtly.new_match("courtisans", players=5, seed=2)
    while not match.is_over:
        axis = turn(match).table.axis
        assert axis is not None
        assert all(0 <= tick.x <= 100 for tick in axis.ticks)
        assert "0" in [tick.text for tick in axis.ticks]
        reach = [point for row in turn(match).table.domains if (f := row.forecast) for point in (f.x, f.least, f.most)]
        assert 0 <= min(reach) <= max(reach) <= 100
        match.play(match.legal_moves()[-1])


def test_the_labels_of_the_axis_do_not_touch() -> None:
    for low, high in product(range(-45, 0, 5), range(5, 50, 5)):
        for one, after in pairwise(page_table._axis((low, high)).ticks):
            # A digit or a sign is about eight units wide.
            assert after.x - one.x > 4 * (len(one.text) + len(after.text))


@pytest.mark.parametrize(("edition", "points"), [("2024", 3), ("2023", 2)])
def test_a_mission_says_what_it_is_worth(edition: str, points: int) -> None:
    """Clause 8.6."""
    match = courtly.new_match("courtisans", players=3, seed=1, edition=edition)
    assert {mission.worth for mission in turn(match).missions} == {f"Worth {points} points at the end."}
    assert f"<p>Vaut {points} points à la fin.</p>" in page_of(match, 0, "fr")
    for off in ((), ("progress",)):
        shown = turn(match, 0, "fr", off).missions
        assert {(mission.points, mission.brief_worth) for mission in shown} == {(f"{points} points", f"+{points}")}


def test_a_card_in_hand_says_what_its_role_does() -> None:
    """Clauses 4.2, 4.3, 5.1 and 6.6."""
    hands = ("hare.noble carp.spy stag.assassin", "toad.guard hare.plain carp.noble")
    assert {held.says for hand in hands for held in turn(match_with(hands=hand)).hand} == {
        "Hare noble: counts as two cards.",
        "Carp spy: stays face down until the end.",
        "Stag assassin: may eliminate a card where you play it.",
        "Toad guard: cannot be eliminated.",
        "Hare courtier",
        "Carp noble: counts as two cards.",
    }


def test_the_viewers_missions_show_their_progress() -> None:
    context = turn(match_with(*OPENING, hands=OPENED), seat=1)
    found = [(one.short, one.counted, one.brief, one.state, one.met) for one in context.missions]
    assert found == [
        ("At least 3 nobles", "0 of 3", ("0 / 3",), "3 to go", False),
        ("Hare fallen", "2 above, 0 below", ("above: 2", "below: 0"), "not yet", False),
    ]
    assert turn(match_with(hands=HANDS), seat=None).missions == ()


@pytest.mark.parametrize(("lang", "family"), [("en", "Toad"), ("fr", "Crapaud"), ("de", "Kröte")])
def test_a_mission_of_two_families_names_the_counted_one(lang: str, family: str) -> None:
    missions = [["fallen-either-toad-nightingale", "nobles-3"], ["fallen-either-hare-carp", "fallen-at-least-2"]]
    dealt = courtly.new_match("courtisans", players=2, seed=1, edition="2023").record()["deal"]
    match = courtly.new_match("courtisans", players=2, edition="2023", deal={**dealt, "missions": missions})
    either, nobles = turn(match, 0, lang).missions
    assert (either.family, either.sides, nobles.family) == (family, (0, 0), "")
    assert f'<span class="short"><span>{family}</span>' in page_of(match, 0, lang)


@pytest.mark.parametrize(
    ("lang", "short"),
    [
        ("en", "Hare: fewer than Isaure"),
        ("fr", "Lièvre\u202f: moins qu’Isaure"),
        ("de", "Hase: weniger als Isaure"),
    ],
)
def test_a_mission_compares_with_the_left_neighbour(lang: str, short: str) -> None:
    locale = Locale(lang, ["Ann", "Isaure"], seat=0, domain="courtisans")
    match = courtly.new_match("courtisans", players=2, seed=1)
    assert page_missions.short_text("fewer-hare", 0, cast(View, match.view(0)), locale) == short


def test_an_emblem_shows_where_the_cards_of_its_family_are() -> None:
    context = turn(match_with(*OPENING, hands=OPENED))
    found = next(cards for cards in context.table.whereabouts if cards.family == "carp")
    assert house(context, "carp").cards_title == found.title == "Carp: 15 cards"
    assert [(fact.title, fact.value) for fact in found.facts] == [
        ("Your hand", "1"),
        ("Your spies", "1"),
        ("Not seen", "13"),
    ]
    assert found.roles == "courtier 4\xa0· noble 3\xa0· spy 1\xa0· assassin 2\xa0· guard 3"


@pytest.mark.parametrize("aid", AIDS)
def test_each_aid_can_be_switched_off(aid: str) -> None:
    match = match_with(*OPENING, hands=OPENED)

    def shown(context: Turn) -> dict[str, bool]:
        row = domain(context, 1)
        return {
            "forecast": row.forecast is not None or context.table.axis is not None,
            "values": any(pile.value for pile in row.piles),
            "progress": any(mission.state for mission in context.missions),
            "unseen": bool(context.table.whereabouts),
        }

    assert all(shown(turn(match)).values())
    assert shown(turn(match, off=[aid])) == {**shown(turn(match)), aid: False}
    assert [each.name for each in turn(match, off=[aid]).aids if not each.shown] == [aid]


def test_a_table_without_aids_shows_and_offers_none() -> None:
    context = turn(match_with(*OPENING, hands=OPENED), off=["aids"])
    assert context.aids == ()
    assert context.table.axis is None
    assert not any(mission.state for mission in context.missions)
    assert not any(house.cards_title or house.may_turn for house in context.table.houses)


def test_a_switch_hides_and_shows_the_forecast(client: httpx.Client) -> None:
    url = begin(client)
    assert 'class="worth' in page(client, url)
    for state, shown in (("off", False), ("on", True)):
        client.post("/switches", data={"switch": "forecast", "state": state, "here": url})
        assert ('class="worth' in page(client, url)) is shown


def test_a_table_that_forbids_aids_shows_none() -> None:
    table_view = table_view_of(match_with(*OPENING, hands=OPENED))
    locale = Locale(domain="courtisans")
    for aids in (True, False):
        shown = table_pages.match_page(with_table(table_view, aids=aids), locale).table
        assert (shown.table.axis is not None) == bool(shown.aids) == aids


@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_mission_backs_have_colours_only_in_the_edition_with_colours(edition: str) -> None:
    match = courtly.new_match("courtisans", players=3, seed=1, edition=edition)
    backs = [back.colour for back in domain(turn(match), 1).backs]
    assert backs == (["white", "blue"] if edition == "2024" else ["", ""])


@pytest.mark.parametrize("edition", ["2024", "2023"])
@pytest.mark.parametrize("players", [2, 5])
def test_the_points_on_the_final_page_add_up(players: int, edition: str) -> None:
    match = finished(players, edition=edition)
    context = final(match)
    points = {"−": -1, "+": 1, "0": 0}
    for score, row in zip(context.scores, context.table.domains, strict=True):
        piles = [pile.value for pile in row.piles if pile.value]
        values = [points[each.text[0]] * int(each.text.strip("−+")) for each in piles]
        missions = [int(mission.points.text) for mission in score.missions]
        own = int(score.cards.text.replace("−", "-"))
        assert sum(values) == own
        assert own + sum(missions) == match.scores()[row.seat] == int(score.total.replace("−", "-"))
        assert all((mission.points.text != "0") == mission.met for mission in score.missions)
    assert [score.seat for score in context.scores if score.winner] == sorted(
        match.winners(), key=[score.seat for score in context.scores].index
    )


@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_the_count_shows_each_family_and_then_the_missions(edition: str) -> None:
    context = final(finished(5, edition=edition))
    says, shows = [step["says"] for step in context.steps], [step["shows"] for step in context.steps]
    assert says[0] == context.settled
    columns = {pile.column for row in context.table.domains for pile in row.piles if pile.value}
    counted = re.findall(r"\.domain \.k-(\w+) > \.v", " ".join(shows))
    assert sorted(counted) == sorted(columns)
    assert says[-3] == "Cards: " + ", ".join(f"{score.name} {score.cards.text}" for score in context.scores)
    sums = [(score.name, sum(int(each.points.text) for each in score.missions)) for score in context.scores]
    brought = ", ".join(f"{name} +{points}" for name, points in sums if points)
    assert says[-2] == f"Missions: {brought or 'none met'}"
    assert "#verdict" in shows[-1]


def test_the_viewer_is_called_you_in_the_totals_and_in_the_count() -> None:
    context = final(finished(3))
    assert [(score.name == "You", score.mine) for score in context.scores] == [(s.mine, s.mine) for s in context.scores]
    counted = [step["says"] for step in context.steps[1:-1] if re.search(r"[+−]\d", step["says"])]
    assert any("You " in says for says in counted)
    assert not [says for says in counted if NAMES[0] in says]


def test_at_the_end_spies_are_with_their_families_and_keep_their_numbers() -> None:
    match = finished(5)
    context = final(match)
    lines = [context.table.above.piles, context.table.below.piles, *(row.piles for row in context.table.domains)]
    turned = [card for piles in lines for pile in piles for card in pile.cards if card.number]
    spies = {str(spy["n"]): spy["card"] for spy in match.view(0)["spies"] if spy["area"]}
    assert {card.number: f"{card.family}.{card.role}" for card in turned} == spies


@pytest.mark.parametrize("seed", range(4))
def test_the_revealed_spies_are_grouped_by_place_with_their_points(seed: int) -> None:
    match = finished(5, seed=seed)
    reveal, result = final(match).reveal, match.view(0)["result"]
    assert reveal is not None
    spies = [spy for spy in match.view(0)["spies"] if spy["area"]]
    assert reveal.count == len(spies) == sum(len(place.spies) for place in (*reveal.places, *reveal.domains))
    for place, row in zip(reveal.domains, final(match).table.domains, strict=True):
        here = [card for card in result["domains"][row.seat] if card["spy"]]
        assert sorted((int(one.card.number), one.points) for one in place.spies) == sorted(
            (card["spy"], signed(card["points"])) for card in here
        )
        assert place.now == signed(sum(card["points"] for card in result["domains"][row.seat]))


def test_the_reveal_shows_what_the_spies_change() -> None:
    """By clauses 6.6 and 7.3, spies at the table count before the status of the families is determined."""
    match = finish(
        above=["hare.plain", "toad.plain", "toad.plain"],
        below=["hare.spy", "toad.spy"],
        domains={0: ["hare.noble"]},
        avoid=["hare", "toad"],
        avoid_table=["hare", "toad", "spy"],
    )
    reveal = final(match).reveal
    assert reveal is not None
    families = {one.name: one.words for one in reveal.families}
    assert families == {"Toad": "still esteemed", "Hare": "esteemed → neutral"}
    assert [one.is_changed for one in reveal.families] == [False, True]
    # The Hare noble of seat 0 was worth two points.
    values = [(place.before, place.now) for place in reveal.domains]
    assert values[-1] == (signed(2), signed(0))


def test_no_page_shows_a_reveal_before_the_end() -> None:
    assert turn(courtly.new_match("courtisans", players=3, seed=1)).reveal is None


def test_each_piece_and_place_of_the_scene_has_one_element() -> None:
    for seat, moves in product((0, 1, None), (0, 3, 20)):
        match = courtly.new_match("courtisans", players=4, seed=6)
        for _ in range(moves):
            match.play(match.legal_moves()[-1])
        text = page_of(match, seat)
        ids = re.findall(r'data-id="([^"]*)"', text)
        drawn = scene_of("courtisans", match.view(seat), match.log(seat), page_input(match, seat).locale)
        pieces = [piece.id for _, piece in drawn.pieces() if piece.id != "removed/cards"]
        assert sorted(ids) == sorted([*pieces, *(place.id for place in drawn.places)])
        assert len(re.findall(r' id="', text)) == len(set(re.findall(r' id="([^"]*)"', text)))
        assert f'id="{anchor("domain:3")}"' in text


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_are_the_same_in_twin_worlds(seat: int | None, lang: str) -> None:
    match = courtly.new_match("courtisans", players=3, seed=8)
    for move in range(50):
        match.play(match.legal_moves()[move % len(match.legal_moves())])
        if move % 9 == 0:
            twin = match.imagined(seat, stream(move))
            one, other = (pages_of("courtisans").turn(page_input(each, seat, lang)) for each in (match, twin))
            assert one == other


def test_the_forecast_on_the_page_equals_the_computed_values() -> None:
    match = match_with(*OPENING, hands=OPENED)
    reckoned = [worth.now for worth in domain_values(match.view(0))]  # type: ignore[arg-type]
    shown = {row.seat: row.forecast.value.text for row in turn(match).table.domains if row.forecast}
    assert [int(shown[seat].replace("−", "-")) for seat in range(3)] == reckoned
