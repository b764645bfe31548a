"""The page contexts of Cursed Court, from positions of the real engine; also with the option of hidden memory."""

from __future__ import annotations

import re
from typing import Any

import pytest

import courtly
from courtly.games.cursed_court.names import noble_name
from courtly.games.cursed_court.outlook import percent
from courtly.games.cursed_court.page_board import SLOTS
from courtly.games.cursed_court.page_contexts import CirclePlace, Final, PlayerPanel, Region, Turn
from courtly.scene.marks import initials
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.games import pages_of
from courtly.web.render import render
from courtly.web.table_pages import draft_update
from tests.games.cursed_court.own_regions import printed
from tests.web.helpers import page_input, page_of, table_view_of, with_table


def match_of(*moves: str, players: int = 4, **options: Any) -> courtly.Match:
    """Return a match in which seat 0 bets first, after these moves."""
    deal = {"first": {2: 0, 4: 0}.get(players, players - 1)}
    match = courtly.new_match("cursed_court", players=players, seed=1, deal=deal, **options)
    for move in moves:
        match.play(move)
    return match


def turn(match: courtly.Match, seat: int = 0, lang: str = "en", off: tuple[str, ...] = ()) -> Turn:
    """Return the page context of a seat."""
    context = pages_of("cursed_court").turn(page_input(match, seat, lang, off))
    assert isinstance(context, Turn)
    return context


def region(context: Turn, wanted: str) -> Region:
    """Return one region."""
    return next(one for one in all_regions(context) if one.tile.id == wanted)


def all_regions(context: Turn) -> list[Region]:
    """Return the nobles, and then the set regions in the order of the page context."""
    return [*context.regions]


def stops(context: Turn) -> list[CirclePlace]:
    """Return the players and gaps around the court, clockwise."""
    return [*context.circle.west, *context.circle.north, *context.circle.east]


def others(context: Turn) -> list[PlayerPanel]:
    """Return the other players in turn order."""
    return [stop.player for stop in stops(context) if stop.player]


def shared(context: Turn) -> list[str]:
    """Return the labels of the viewer's hole cards. A label names the neighbour who also sees the card."""
    return [stop.gap.shared for stop in stops(context) if stop.gap and stop.gap.cards]


EXAMPLE = ("bet king", "stake 3", "bet queen", "stake 5", "bet king", "stake 7", "bet king", "stake 14")


def test_the_printed_set_regions_are_next_to_their_nobles() -> None:
    context = turn(match_of())
    assert [one.tile.id for one in all_regions(context)[:9]][::4] == ["courtesan", "queen", "assassin"]
    assert [one.tile.id for one in all_regions(context)[9:14]] == ["dowry", "opera", "affair", "council", "alliance"]
    assert sorted(one.tile.slot for one in all_regions(context)[9:]) == list(range(1, len(SLOTS) + 1))


def test_custom_set_regions_fill_the_remaining_places() -> None:
    own = printed()
    own[0] = {"id": "own", "name": {"en": "Own"}, "nobles": ["courtesan", "king", "assassin"]}
    context = turn(match_of(regions=own))
    assert region(context, "own").tile.slot == 3
    assert region(context, "own").tile.name == "Own"
    assert sorted(one.tile.slot for one in all_regions(context)[9:]) == list(range(1, 19))


def test_a_bumped_player_is_told_by_whom_and_from_where() -> None:
    bets = ["bet king", "stake 2", "bet queen", "stake 0", "bet duke", "stake 0", "bet king", "stake 4"]
    bumped = match_of(*bets)
    assert turn(bumped).dock.bumped == "Odile bumped you from the King: bet again."
    assert turn(bumped, lang="fr").dock.bumped == "Odile vous a évincé (le Roi)\u202f: pariez à nouveau."
    assert turn(match_of(*bets[:-2])).dock.bumped == ""
    assert turn(match_of(*bets, "bet jester")).dock.bumped == ""
    assert re.search(r'id="asked"[^>]*>Odile bumped you from the King: bet again', page_of(bumped))


def test_the_texts_tell_bumped_players_from_players_who_are_done() -> None:
    context = turn(match_of(*EXAMPLE, "bet jester", "stake 0"), seat=2)
    doing = {player.mark.name: player.doing for player in (context.own, *others(context))}
    assert doing == {
        "Aldric": "bumped: bets again",
        "Odile": "done unless bumped",
        "Camille": "done unless bumped",
        "Isaure": "done unless bumped",
    }
    assert context.own.mark.name == "Aldric"


def test_crowns_placed_since_the_viewers_last_turn_are_marked_as_fresh() -> None:
    context = turn(match_of(*EXAMPLE))
    assert [crown.fresh for crown in region(context, "king").stakes.crowns] == [True]
    assert [crown.mark.name for crown in region(context, "king").stakes.crowns] == ["Odile"]


def test_a_bidding_war_shows_its_stakes_and_owners_while_it_lasts() -> None:
    first = ("bet king", "stake 0", "bet king", "stake 1")
    match = match_of(*first)
    assert not region(turn(match), "king").stakes.war
    for move in ("bet king", "stake 2"):
        match.play(move)
    stakes = [0, 1, 2]
    assert [one.coins for one in region(turn(match), "king").stakes.war] == stakes
    owners = [one.mark.seat for one in region(turn(match), "king").stakes.war]
    assert owners == [event["args"]["seat"] for event in match.log(None) if event["id"] == "place"]
    assert not region(turn(match), "queen").stakes.war
    match.play("bet king")
    assert [one.coins for one in region(turn(match), "king").stakes.war] == stakes
    for move in ("stake 4", "bet queen"):
        match.play(move)
    assert not any(one.stakes.war for one in all_regions(turn(match)))


def test_a_region_shows_how_many_coins_a_crown_there_needs() -> None:
    context = turn(match_of(*EXAMPLE))
    assert region(context, "queen").stakes.held == "Isaure is here with 5 coins. 10 or more coins bump it."
    assert region(context, "king").tile.closed == "needs 28 coins"
    assert region(context, "jester").stakes.held == "Empty: no coins needed."


@pytest.mark.parametrize(("lang", "why"), [("en", "Closed: your crown."), ("fr", "Fermée\u202f: votre couronne.")])
def test_a_closed_region_can_be_selected_and_says_why(lang: str, why: str) -> None:
    html = page_of(match_of("bet king", "stake 3", *["bet queen", "stake 0", "bet duke", "stake 0"]), 0, lang)
    (field,) = re.findall('<input[^>]*value="bet king"[^>]*>', html)
    assert 'aria-disabled="true"' in field
    assert html.count(why) == 1
    assert len(re.findall('<input[^>]*value="bet [^>]*>', html)) == 27


def test_hole_cards_name_the_neighbour_who_sees_them_too() -> None:
    assert shared(turn(match_of())) == ["shared with Isaure", "shared with Odile"]
    assert shared(turn(match_of(players=2))) == ["yours only"]
    assert shared(turn(match_of(), seat=2)) == ["shared with Odile", "shared with Isaure"]


def test_the_french_word_for_shared_agrees_with_the_number_of_hole_cards() -> None:
    assert shared(turn(match_of(players=3), lang="fr"))[0].startswith("partagées avec")
    assert shared(turn(match_of(), lang="fr"))[0].startswith("partagée avec")
    hidden = [card.words for one in turn(match_of(players=3), lang="fr").tells for card in one.cards if not card.card]
    assert all(re.fullmatch("partagées avec .*, cachées pour vous", words) for words in hidden)


@pytest.mark.parametrize("players", range(2, 7))
def test_hole_cards_are_placed_between_the_players_who_see_them(players: int) -> None:
    view, context = match_of(players=players).view(0), turn(match_of(players=players))
    around = [context.own.mark.seat]
    for stop in stops(context):
        around += [stop.player.mark.seat] if stop.player else []
        if stop.gap:
            number = int(stop.gap.id.removeprefix("gap:"))
            seats = {around[-1], (around[-1] + 1) % players} if players > 2 else {around[-1]}
            assert set(view["holes"][number]["seats"]) == seats
    assert around == list(range(players))
    assert len(stops(context)) == 2 * players - 1


def test_the_suggested_stakes_are_the_minimum_a_bump_a_safe_stake_and_all_coins() -> None:
    empty = turn(match_of("bet king")).dock.buttons
    assert [(mark.label, mark.hint) for mark in empty] == [("0", "minimum"), ("11", "safe"), ("20", "all")]
    held = turn(match_of("bet king", "stake 3", "bet king"), seat=1).dock.buttons
    assert [(mark.label, mark.hint) for mark in held] == [
        ("6", "bumps Camille"),
        ("11", "safe"),
        ("20", "all"),
    ]


def test_coins_that_no_player_can_double_are_drawn_as_bound() -> None:
    context = turn(match_of("bet king", "stake 11", "bet queen", "stake 2"))
    assert [region(context, name).stakes.crowns[0].pile for name in ("king", "queen")] == ["bound", "few"]


def test_a_stake_shows_which_players_could_still_bump_it() -> None:
    context = turn(match_of("bet king", "stake 3", "bet king"), seat=1)
    assert [(step.coins, step.words) for step in context.dock.steps] == [
        (6, "Can bump you: Camille, Aldric and Odile. Safe all year from 11."),
        (11, "Safe all year: no one can bump you."),
    ]
    late = turn(match_of("bet king", "stake 9", "bet queen", "stake 20", "bet duke", "stake 0", "bet king"), seat=3)
    assert [(step.coins, step.words) for step in late.dock.steps] == [
        (18, "Safe all year: no one can bump you."),
    ]


def test_a_stake_tells_the_safe_amount_even_if_the_player_has_too_few_coins() -> None:
    bets = ("bet king", "stake 9", "bet queen", "stake 9", "bet duke", "stake 9", "bet jester", "stake 2", "bet opera")
    match = match_of(*bets, players=2)
    assert match.to_move == 0
    assert match.view(0)["purse"] == [9, 2]
    assert [(step.coins, step.words) for step in turn(match).dock.steps] == [
        (0, "Can bump you: Isaure. Only 11 coins or more would be safe all year."),
        (2, "No one can bump you now. Only 11 coins or more would be safe all year."),
    ]


def test_the_log_has_a_heading_for_each_season_and_names_its_card() -> None:
    match = match_of("bet king", "stake 9", "bet queen", "stake 9", "bet duke", "stake 9", players=2)
    card = noble_name(match.view()["tableau"][1], "en")
    found = [(line.heading, line.text) for line in pages_of("cursed_court").log(page_input(match))]
    assert found == [
        ("Year 1 · Spring", "You bet on the King with 9 coins."),
        ("Year 1 · Spring", "Isaure bets on the Queen with 9 coins."),
        ("Year 1 · Summer", f"Summer: {card}. Isaure bets first."),
        ("Year 1 · Summer", "Isaure bets on the Duke with 9 coins."),
    ]


def test_the_end_of_a_year_is_under_its_winter_and_the_next_year_begins_a_heading() -> None:
    lines = pages_of("cursed_court").log(page_input(end_of_year(match_of()), 0))
    ends = next(number for number, line in enumerate(lines) if line.text.startswith("Year 1 ends"))
    assert [line.heading for line in (lines[ends], lines[-1])] == ["Year 1 · Winter", "Year 2 · Spring"]


def test_a_crown_that_still_waits_for_its_stake_is_visible_to_all() -> None:
    match = match_of("bet king", "stake 3", "bet king", masquerade=True)
    for seat in (1, 2):
        laid = region(turn(match, seat=seat), "king").stakes.laid
        assert laid is not None
        assert (laid.mark.name, laid.id, laid.feint) == ("Isaure", "crown:king/1", False)


def test_a_seat_shows_its_shared_cards_and_the_cards_that_its_crowns_need() -> None:
    match = match_of("bet king", "stake 3", "bet affair", "stake 0")
    told = {one.mark.name: one for one in turn(match, seat=2).tells}
    assert list(told) == ["Odile", "Camille", "Isaure"]
    assert [card.words for card in told["Camille"].cards] == [
        "shared with Isaure, hidden from you",
        "shared with Odile, hidden from you",
    ]
    assert [one.score for one in told.values()] == ["0 points"] * 3
    shared_with_isaure = [card for card in told["Isaure"].cards if card.card]
    assert [card.words for card in shared_with_isaure] == ["you see it too"]
    assert [(crown.region, crown.coins) for crown in told["Isaure"].crowns] == [("Affair", "0 coins")]


def test_cards_that_a_crown_needs_are_counted_among_the_cards_that_the_viewer_sees() -> None:
    match = match_of("bet king", "stake 3")
    for seat in (1, 2, 3):
        view = match.view(seat)
        held = [card for gap in view["holes"] for card in gap["cards"] or ()]
        seen_kings = [*view["tableau"], *held].count("king")
        told = next(one for one in turn(match, seat=seat).tells if one.mark.seat == 0)
        number = ["no card", "1 card", "2 cards"][seen_kings]
        assert [crown.words for crown in told.crowns] == [f"you have seen {number} of it"]


def test_the_cards_that_crowns_need_can_be_switched_off_or_forbidden() -> None:
    match = match_of("bet king", "stake 3", "bet king")
    assert turn(match, seat=1).tells
    for off in (("unseen",), ("aids", "odds")):
        context = turn(match, seat=1, off=off)
        assert (context.tells, context.dock.steps) == ((), ())


def test_a_table_without_aids_has_no_switch_for_chances() -> None:
    assert turn(match_of(), off=("aids", "odds")).odds == "barred"


def test_nothing_is_offered_to_a_seat_that_is_not_to_move() -> None:
    context = turn(match_of(), seat=1)
    assert context.dock.phase == "wait"
    assert (context.dock.buttons, context.dock.plain, context.dock.feint) == ((), False, False)


def test_switched_off_chances_appear_nowhere() -> None:
    context = turn(match_of(), off=("odds",))
    assert context.odds == "off"
    assert all(one.odds is None and not one.about.odds for one in all_regions(context))


def test_a_chance_is_rounded_to_0_or_100_percent_only_if_it_is_certain() -> None:
    english = Locale().language
    assert [percent(chance, english) for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "<1%", "50%", ">99%", "100%"]
    assert percent(0.5, Locale("fr").language) == "50\u202f%"


def test_no_two_seats_have_the_same_initial() -> None:
    assert initials(["Camille", "camille", "Cam", "C", "!", "ß"]) == ["C", "A", "M", "4", "5", "6"]


def end_of_year(match: courtly.Match, year: int = 1) -> courtly.Match:
    """Play on until a year is over."""
    while match.view(0)["year"] == year and match.view(0)["result"] is None:
        match.play(match.legal_moves()[-1 if match.view(0)["phase"] == "bet" else 0])
    return match


def test_the_points_of_all_crowns_in_a_year_add_up() -> None:
    match = end_of_year(match_of(masquerade=True))
    counts = turn(match, seat=int(match.to_move or 0)).counts
    assert [len(count.seats) for count in counts] == [4]
    for seat in counts[0].seats:
        assert sum(crown.points for crown in seat.crowns) == seat.gained
        assert len(seat.crowns) == 4
        assert sum(crown.feint for crown in seat.crowns) <= 1


def test_a_count_shows_the_cards_of_the_seasons_in_order() -> None:
    match = end_of_year(match_of())
    ended = next(event for event in match.log() if event["id"] == "year-end")
    count = turn(match, seat=int(match.to_move or 0)).counts[0]
    assert [(card.noble, card.count) for card in count.turned] == [(noble, 1) for noble in ended["args"]["tableau"]]
    assert sorted(ended["args"]["tableau"]) != ended["args"]["tableau"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_final_count_has_every_year(lang: str) -> None:
    match = match_of(years=2, coinless=True)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    final = pages_of("cursed_court").final(page_input(match, lang=lang))
    assert isinstance(final, Final)
    assert [
        sum(points or 0 for points in column) for column in zip(*(row.gained for row in final.rows), strict=True)
    ] == (match.scores())
    assert final.winners == match.winners()
    *years, last = final.steps
    assert [year["says"].split("\u202f" if lang == "fr" else ":")[0] for year in years] == [
        row.title for row in final.rows
    ]
    assert last["says"] == pages_of("cursed_court").headline(page_input(match, lang=lang))
    assert not any("tfoot" in year["shows"] or ".year-2" in year["shows"] for year in years)


def test_the_count_names_a_year_that_was_not_played() -> None:
    match = match_of(players=2, years=2, great_exchange="cash")
    while not match.is_over:
        legal = match.legal_moves()
        match.play("stand" if "stand" in legal else legal[-1])
    final = pages_of("cursed_court").final(page_input(match))
    assert isinstance(final, Final)
    assert final.steps[1]["says"] == "Year 2: not played (fewer than two players had chips)"


# Hidden memory


def test_hidden_memory_shows_no_cards_chances_or_earlier_counts() -> None:
    match = end_of_year(match_of(court_remembers="hidden"))
    while match.view(0)["season"] == "spring":
        match.play(match.legal_moves()[-1 if match.view(0)["phase"] == "bet" else 0])
    context = turn(match)
    assert (context.aside.cards, context.counts, context.earlier, context.odds) == ((), (), (), "withheld")
    assert all(one.odds is None for one in all_regions(context))
    log = [line.text for line in pages_of("cursed_court").log(page_input(match))]
    assert "Year 1 is over." in log
    assert not any("Face up" in line for line in log)
    assert [line.split(":")[0] for line in log if "bets first" in line or "You bet first" in line] == [
        "Spring",
        "Summer",
    ]
    assert "8 of last year’s cards sit out" in context.aside.note


@pytest.mark.parametrize(("lang", "words"), [("en", "cards in the deck"), ("fr", "cartes dans la pioche")])
def test_the_deck_says_in_words_that_its_number_is_of_cards(lang: str, words: str) -> None:
    (deck,) = re.findall(r'id="deck".*?</p>', page_of(match_of(), 0, lang))
    assert re.search(rf'<span class="visually-hidden">\d+ {words}</span>', deck)
    assert re.search(r'<b aria-hidden="true">\d+</b>', deck)


@pytest.mark.parametrize(
    ("lang", "open_label", "hidden_label"),
    [
        ("en", "Sitting out this year: Courtesan, Merchant, King ×2, ", "Sitting out this year: 8 cards"),
        (
            "fr",
            "Hors du jeu cette année\u202f: Courtisane, Marchand, Roi ×2, ",
            "Hors du jeu cette année\u202f: 8 cartes",
        ),
    ],
)
def test_the_link_to_the_cards_that_sit_out_names_them_unless_they_have_to_be_remembered(
    lang: str, open_label: str, hidden_label: str
) -> None:
    shown, hidden = (_label_of_cards_that_sit_out(lang, how) for how in ("open", "hidden"))
    assert shown.startswith(open_label)
    assert hidden == hidden_label


def _label_of_cards_that_sit_out(lang: str, how: str) -> str:
    match = end_of_year(match_of(court_remembers=how))
    (label,) = re.findall(r'class="sits-out".*?aria-label="(.*?)"', page_of(match, 0, lang))
    return str(label)


def test_the_coins_of_a_scored_crown_are_apart_from_the_number_of_its_cards() -> None:
    match = match_of(players=2, years=2)
    while match.view()["year"] == 1:
        match.play(match.legal_moves()[0])
    texts = re.findall(r'<span class="what">(.*?)</small></span>', page_of(match, 0, "fr"))
    assert [re.sub("<.*?>", "", text) for text in texts][:2] == ["Liaison 20 pièces ·", "Courtisane 0 pièce ·"]


def test_with_open_memory_the_cards_that_sit_out_are_shown() -> None:
    context = turn(end_of_year(match_of(court_remembers="open")))
    assert sum(card.count for card in context.aside.cards) == 8
    assert context.odds == "on"


def test_the_last_count_is_shown_until_the_first_bet_of_the_new_year() -> None:
    match = end_of_year(match_of(court_remembers="hidden"))
    while match.to_move != 0:
        match.play(match.legal_moves()[-1 if match.view(0)["phase"] == "bet" else 0])
    assert len(turn(match).counts) == 1


def test_the_count_of_a_year_calls_the_viewer_you() -> None:
    match = match_of(players=2, years=2)
    while match.view()["year"] == 1:
        match.play(match.legal_moves()[0])
    names = re.findall(r'<p class="who-scored".*?</svg> (.*?)</p>', page_of(match, 0, names=["Ann", "Bo"]), re.DOTALL)
    assert sorted(names) == ["Bo", "You"]


def test_the_list_of_keys_names_only_keys_that_work_in_cursed_court() -> None:
    arrows = ["←", "↑", "↓", "→"]
    assert keys_of(page_of(match_of())) == [*arrows, "Enter", "←", "→", "Esc", "U", "Space", "H", "L", "?"]
    without = table_view_of(match_of(coinless=True))
    locale = Locale(domain="cursed_court")
    shown = table_pages.match_page(with_table(without, aids=False), locale)
    html = bytes(render(shown.template, shown, locale).body).decode()
    assert keys_of(html) == [*arrows, "Enter", "Esc", "U", "Space", "L", "?"]


def keys_of(html: str) -> list[str]:
    """Return the keys in the list of keys."""
    _, keys = html.split('id="keys"')
    return re.findall("<kbd>(.*?)</kbd>", keys)


@pytest.mark.parametrize(
    ("lang", "options", "sentence"),
    [
        ("en", {}, "Crown on the King. Confirm, or undo."),
        ("fr", {}, "Couronne sur le Roi. Validez ou annulez."),
        ("en", {"masquerade": True}, "Feint on the King. Confirm, or undo."),
    ],
)
def test_a_drafted_crown_without_coins_is_named_and_not_done(lang: str, options: dict[str, Any], sentence: str) -> None:
    match = match_of("bet king feint" if options else "bet king", coinless=True, **options)
    draft = draft_update(table_view_of(match, 0), Locale(lang, domain="cursed_court"))
    words = " ".join(draft.parts.texts.values())
    assert sentence in words
    assert "done this season" not in words
