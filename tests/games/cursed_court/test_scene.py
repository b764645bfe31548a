"""The table of Cursed Court as a scene: places, pieces, and acts that are available or unavailable, with reasons."""

from __future__ import annotations

from typing import Any, cast

import pytest

import courtly
from courtly.games.cursed_court.outlook import short_odds_words, summary_words
from courtly.games.cursed_court.scene import year_brief, year_words
from courtly.games.cursed_court.view import View
from courtly.games.cursed_court.words import feint_words, opening
from courtly.scene import Act, Place, Scene, scene_of
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.games.cursed_court.builders import begin, bets, play_year, run

NAMES = ["Andros", "Bahira", "Caliana", "Danae"]
both = pytest.mark.parametrize("lang", LANGUAGES)


def scene(match: courtly.Match, seat: int | None = None, lang: str = "en", *, off: tuple[str, ...] = ()) -> Scene:
    """Return the table as a seat or a spectator sees it."""
    locale = Locale(lang, NAMES[: match.players], seat, "cursed_court", off)
    return scene_of("cursed_court", match.view(seat), match.log(seat), locale)


def place(match: courtly.Match, name: str, seat: int | None = None, lang: str = "en") -> Place:
    """Return one place of the table."""
    return next(each for each in scene(match, seat, lang).places if each.id == name)


def act(match: courtly.Match, move: str) -> Act:
    """Return the act of a move of the deciding seat, available or unavailable."""
    return next(each for each in scene(match, match.to_move).acts if each.move == move)


@pytest.mark.parametrize(
    ("year", "years", "words", "brief"),
    [
        (2, 3, "Year 2 of 3", "Year 2/3"),
        (4, 3, "Year 4 (tiebreak)", "Year 4"),
        (2, None, "Year 2", "Year 2"),
    ],
)
def test_the_year_has_a_short_form_for_narrow_pages(year: int, years: int | None, words: str, brief: str) -> None:
    view, locale = cast("View", {"year": year, "years": years, "options": {"years": 3}}), Locale(domain="cursed_court")
    assert (year_words(view, locale), year_brief(view, locale)) == (words, brief)


def test_crown_and_coins_are_pieces_of_their_region() -> None:
    crown, coins = place(bets(begin(4), "king 3"), "region:king").pieces
    assert (crown.id, crown.title, crown.face, crown.owner) == ("crown:king/0", "Andros’s crown", "crown", 0)
    assert (coins.id, coins.count, coins.title) == ("coins:king", 3, "3 coins")


def test_c14_3_only_the_owner_sees_the_face_of_a_feint() -> None:
    match = bets(begin(4, masquerade=True), "king 3 feint")
    faces = [place(match, "region:king", seat).pieces[0].face for seat in (0, 1, None)]
    assert faces == ["feint", None, None]


def test_feint_in_hand_is_a_separate_piece_for_its_owner() -> None:
    match = begin(2, masquerade=True)
    own, other = (place(match, "hand:0", seat).pieces for seat in (0, 1))
    assert [(piece.id, piece.count) for piece in own][:2] == [("hand:0/crowns", 3), ("hand:0/feint", 1)]
    assert [(piece.id, piece.count) for piece in other][:1] == [("hand:0/crowns", 4)]
    assert "marker" in [piece.id for piece in own]


def test_c14_2_hole_cards_are_face_down_for_other_seats() -> None:
    match = begin(4, "KQDJ")
    assert [place(match, "gap:0", seat).pieces[0].face for seat in (0, 1, 2, None)] == ["king", "king", None, None]
    assert place(match, "gap:0", 0).note == "Seen by Andros and Bahira."


def test_bet_goes_from_the_hand_to_its_region() -> None:
    match = begin(2, masquerade=True)
    assert (act(match, "bet king").source, act(match, "bet king").target) == ("hand:0/crowns", "region:king")
    assert act(match, "bet king feint").source == "hand:0/feint"
    run(match, "bet king")
    assert (act(match, "stake 3").source, act(match, "stake 3").target) == ("hand:0/coins", "region:king")


@pytest.mark.parametrize(
    ("lines", "move", "reason"),
    [
        (["king 11"], "bet king", "you do not have enough coins to bump the crown there"),
        (["king 0", "queen 0"], "bet queen", "you already have a crown there"),
        (["king 0", "queen 0 feint"], "bet jester feint", "your feint is already on the board"),
    ],
)
def test_unavailable_bet_has_a_reason(lines: list[str], move: str, reason: str) -> None:
    match = bets(begin(2, masquerade=True), *lines)
    assert act(match, move).why_not.endswith(reason)
    assert reason in str(match.why_not(move))


def test_a_bet_that_costs_too_much_says_how_many_coins_are_missing() -> None:
    match = bets(begin(2), "king 11")
    missing = 22 - match.view(1)["purse"][1]
    assert act(match, "bet king").why_not.startswith(f"{missing} coins missing: ")


def test_reason_of_every_unavailable_act_matches_the_rules() -> None:
    match = begin(2, masquerade=True, years=1)
    while not match.is_over:
        for each in scene(match, match.to_move).acts:
            refused = match.why_not(each.move)
            assert (refused is None) if each.open else each.why_not.rpartition(": ")[2] in str(refused)
        match.play(match.legal_moves()[0])


def test_stake_too_small_to_bump_is_unavailable() -> None:
    match = run(bets(begin(2), "king 2"), "bet king")
    assert [each.move for each in scene(match, 1).acts if not each.open] == [f"stake {n}" for n in range(4)]


def test_c10_4_cards_to_remember_are_only_counted() -> None:
    shown: dict[str, Any] = {}
    for form in ("hidden", "open"):
        match = play_year(begin(2, "KKKK QQQQ", court_remembers=form))
        shown[form] = [(piece.face, piece.count) for piece in place(match, "aside", 0).pieces]
    assert shown == {"hidden": [(None, 8)], "open": [("king", 4), ("queen", 4)]}


def test_chances_are_not_shown_if_switched_off_or_if_they_would_reveal_cards_to_remember() -> None:
    def notes(match: courtly.Match, **how: Any) -> str:
        return " ".join(each.note for each in scene(match, 0, **how).places)

    assert "to score" in notes(begin(2))
    assert "to score" not in notes(begin(2), off=("odds",))
    assert "to score" not in notes(play_year(begin(2, court_remembers="hidden")))


@both
def test_score_sheet_has_every_year(lang: str) -> None:
    match = play_year(play_year(begin(2, "KKKK QQQQ", years=2), {0: ["king 0"]}))
    sheet = scene(match, 0, lang).sheet
    assert sheet is not None
    assert [row.total for row in sheet.rows] == sorted(match.scores(), reverse=True)
    assert [sum(map(int, row.cells)) for row in sheet.rows] == [row.total for row in sheet.rows]
    assert len(sheet.columns) == 2


@pytest.mark.parametrize(
    ("form", "said", "notes"), [("cash", " chips.", 1), ("elimination", " chips.", 0), ("off", " points.", 0)]
)
def test_headline_counts_points_or_chips(form: str, said: str, notes: int) -> None:
    match = begin(2, "KKKK QQQQ", great_exchange=form, years=1)
    play_year(match, {0: ["king 0"], 1: [f"jester {20 if form == 'off' else 100}"]})
    sheet = scene(match, 1).sheet
    assert sheet is not None
    assert sheet.headline.startswith("Andros wins with ")
    assert sheet.headline.endswith(said)
    assert len(sheet.notes) == notes
    assert (scene(match, 0).sheet or sheet).headline.startswith("You win with ")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "bets now"),
        (["king 3"], "done unless bumped"),
        (["king 3", "king 6", "queen 0", "duke 0"], "bumped: bets again"),
        (["king 3", "king 6"], "bumped: 1 bet to make"),
    ],
)
def test_seat_shows_its_activity(lines: list[str], said: str) -> None:
    seat = scene(bets(begin(4), *lines), 0).seats[0]
    assert said in [fact.value for fact in seat.facts]


def test_table_is_empty_between_two_years_and_has_a_bank() -> None:
    match = play_year(begin(2, great_exchange="cash", court_remembers="open"))
    assert not place(match, "tableau").pieces
    assert (act(match, "rebuy").source, act(match, "stand").source) == ("bank", None)
    assert any(fact.value == "may buy chips" for fact in scene(match).seats[match.to_move or 0].facts)


def test_extra_year_is_labelled_and_a_win_may_be_shared() -> None:
    def facts(match: courtly.Match) -> list[str]:
        return [fact.value for fact in scene(match).facts]

    match = begin(2, "KKKK QQQQ", "KKKK QQQQ", great_exchange="cash", years=1, tie="extra-year")
    assert "Year 1 of 1" in facts(match)
    match = run(play_year(match), "stand", "stand")
    assert "Year 2 (tiebreak)" in facts(match)
    even = play_year(begin(2, "KKKK QQQQ", great_exchange="cash", years=1))
    assert (sheet := scene(even).sheet)
    assert sheet.headline == "Andros and Bahira share the win with 0 chips."


def test_picture_of_a_region_has_a_text() -> None:
    match = begin(4, "KQDJ")
    view, locale = cast(View, match.view(0)), Locale("en", NAMES, 0, "cursed_court")
    assert summary_words("king", view, locale) == "0 in the tableau, 1 in your hole cards"
    assert summary_words("affair", view, locale) == "Courtesan, Merchant and King"


def test_owner_sees_the_location_of_the_feint() -> None:
    def feint_text(match: courtly.Match, seat: int | None = 0) -> str:
        return feint_words(cast(View, match.view(seat)), Locale("en", NAMES, seat, "cursed_court"))

    match = begin(2, masquerade=True)
    assert [feint_text(match), feint_text(match, None)] == ["Your feint is in hand.", ""]
    bets(match, "king 0", "queen 0", "jester 0", "duke 0", "merchant 0", "priestess 0")
    assert [feint_text(match, seat) for seat in (0, 1)] == [
        "Your feint is in hand.",
        "Your last crown is your feint.",
    ]
    assert feint_text(bets(match, "assassin 0 feint"), 1) == "Your feint is on the Assassin."


@both
def test_the_chance_and_the_average_points_of_a_region_have_a_short_form(lang: str) -> None:
    view = cast("View", begin(4).view(0))
    assert view["prospects"] is not None
    chance = round(100 * view["prospects"]["king"]["chance"])
    words = short_odds_words("king", view, Locale(lang, NAMES, 0, "cursed_court"))
    assert words.startswith(f"{chance}\u202f% " if lang == "fr" else f"{chance}% to score, ")
    assert short_odds_words("king", view, Locale(lang, NAMES, 0, "cursed_court", ("odds",))) == ""


def test_the_log_begins_with_the_first_season() -> None:
    assert opening(Locale(domain="cursed_court")) == "Year 1 · Spring"
