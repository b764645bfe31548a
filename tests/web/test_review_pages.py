"""The page of a review, its plots, and how reviews are computed in the background and stored."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import pytest

import courtly
from courtly.engine.contract.game import game_names, registered
from courtly.engine.play.match import Match
from courtly.review.model import Decided, Decision, Review
from courtly.review.words import decided, how, moment, move_words, why
from courtly.scene.parts import scene_of
from courtly.tables.reviews import ReviewProgress
from courtly.tables.table_views import FinishedMatch
from courtly.text.languages import DOT, LANGUAGES
from courtly.text.locales import Locale
from courtly.web import plots
from courtly.web.contexts.finished_match import ReviewPage
from courtly.web.contexts.table import MatchPage
from courtly.web.move_marks import Comparison, move_marks, render_compared
from courtly.web.render import render, render_stage
from courtly.web.review_pages import review_page
from courtly.web.stepper import step_page, turn_ends
from tests.envs.helpers import LOTS
from tests.review.helpers import finished, quick_review
from tests.web.helpers import NAMES, application, begin, play_to_the_end, serving, table_view_of, visitor

TIMEOUT_SECONDS = 600.0
"""Seconds to wait for a review; the process that computes it has the lowest priority."""


def rendered_review(game: str, eyes: int | None = 0, lang: str = "en") -> tuple[ReviewPage, str]:
    match = finished(game)
    found = review_page(FinishedMatch(table_view_of(match, 0), match), quick_review(game), eyes, Locale(lang))
    return found, bytes(render("review.html", found, Locale(lang, domain=game)).body).decode()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_a_review_page_has_figures_for_every_turn_and_player_and_a_card_for_each_moment(game: str, lang: str) -> None:
    found, text = rendered_review(game, None, lang)
    assert found.chances is not None
    assert found.parts is not None
    assert len(found.chances.rows) == len(quick_review(game).turns) + 1
    assert text.count('class="moment ') == len(quick_review(game).moments)
    assert [row[0] for row in found.parts.rows] == [player.name for player in sorted(found.players, key=by_seat)]
    assert found.how in text


@pytest.mark.parametrize(("lang", "count"), [("en", "191,100"), ("fr", "191\u202f100"), ("de", "191.100")])
def test_the_number_of_simulated_matches_is_written_as_in_the_language(lang: str, count: str) -> None:
    review = quick_review("courtisans").model_copy(update={"imagined": 191_100})
    assert f" {count} " in how(review, Locale(lang))


def by_seat(player: object) -> int:
    return int(getattr(player, "seat"))  # noqa: B009 - any of the page's players


def test_a_plot_has_a_line_per_player_and_a_link_per_turn() -> None:
    found, _ = rendered_review("courtisans", 0)
    plot = ET.fromstring(str(found.curve))
    turns = quick_review("courtisans").turns
    assert len([each for each in plot if each.tag == "polyline"]) == 2
    assert len([each for each in plot if each.tag == "polygon"]) == 1
    assert [each.attrib["href"] for each in plot if each.tag == "a"][:2] == [
        f"/tables/table/matches/1/moves/{version}?seat=0" for version in turns[:2]
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_of_the_even_share_has_a_name(lang: str) -> None:
    found, _ = rendered_review("courtisans", 0, lang)
    for plot in (found.curve, found.small_curve):
        lines = re.findall(r'class="rule even"[^>]* y1="([^"]*)"', plot)
        name = re.search(r'class="tick even"[^>]* y="([^"]*)"[^>]*>([^<]*)<', plot)
        assert name
        assert float(name[1]) + 4 == float(lines[0])
        assert name[2] == Locale(lang).say("even share")


def test_what_the_moves_revealed_is_the_share_of_possibilities_that_they_rule_out() -> None:
    found, _ = rendered_review("courtisans", 0)
    gave = quick_review("courtisans").seats[0].gave
    assert found.given is not None
    assert found.given.heads == ["player", "missions", "spies"]
    assert found.given.rows[0][1:] == [f"{round(100 * (1 - 2**-each.bits))}%" for each in gave]


@pytest.mark.parametrize("game", game_names())
def test_a_moment_has_the_number_of_its_turn_on_the_plot(game: str) -> None:
    found = quick_review(game, 1, "novice")
    seats = [decision.seat for decision in found.decisions]
    for number in found.moments:
        turns = [n for n in range(number) if n == 0 or seats[n - 1] != seats[n]]
        assert found.turn(number) == len(turns)


def title(match: Match, number: int) -> str:
    """Return the title of a moment for seat 0."""
    seat = match.at(number - 1).to_move
    when = move_words(match, Locale("en", NAMES, 0)).when(number - 1)
    return f"{when}{DOT}{'You' if seat == 0 else NAMES[seat or 0]}"


@pytest.mark.parametrize("game", game_names())
def test_the_board_of_a_moment_shows_the_table_as_the_deciding_player_saw_it(game: str) -> None:
    match, found = finished(game, 1, "novice"), quick_review(game, 1, "novice")
    finished_match = FinishedMatch(table_view_of(match, 0), match)
    for asked, chosen in ((None, found.moments[0]), (found.moments[-1], found.moments[-1]), (0, found.moments[0])):
        page = review_page(finished_match, found, None, Locale("en"), asked)
        step = step_page(finished_match, chosen - 1, found.decision(chosen).seat, Locale("en"), ())
        assert [(card.number, card.title) for card in page.moments if card.chosen] == [(chosen, title(match, chosen))]
        assert page.board is not None
        unmarked = re.sub(r' data-marked="[^"]*"( data-better)?', "", page.board.drawing)
        assert still(unmarked) == still(render_stage(step, Locale("en", domain=game)))
        assert page.board.drawing.lstrip().startswith("<")


@pytest.mark.parametrize("game", game_names())
def test_the_board_of_a_moment_marks_the_played_and_the_better_move(game: str) -> None:
    match, found = finished(game, 1, "novice"), quick_review(game, 1, "novice")
    number = found.moments[0]
    best = found.decision(number).best
    before, locale = match.at(number - 1), Locale("en", NAMES, None, game)
    acts = scene_of(game, before.view(before.to_move), before.log(before.to_move), locale).acts
    marks = move_marks(match, number - 1, best, locale)
    played, better = (
        {part for act in acts if act.move == move for part in (act.source, act.target) if part}
        for move in (match.moves[number - 1], best)
    )
    assert marks == dict.fromkeys(played - better, "Played") | dict.fromkeys(better - played, "Better")
    finished_match = FinishedMatch(table_view_of(match, 0), match)
    step = step_page(finished_match, number - 1, before.to_move, locale, ())
    assert isinstance(step, MatchPage)
    text = bytes(render_compared(step, finished_match, Comparison(number - 1, best), locale).body).decode()
    assert set(re.findall('data-marked="([^"]*)"', text)) == set(marks.values())
    assert "Better: " in text
    unmarked = render_compared(step, finished_match, Comparison(number - 1, "nonsense"), locale)
    assert "data-marked" not in bytes(unmarked.body).decode()


def still(drawing: str) -> str:
    """Return a rendered board without its random command id."""
    return re.sub(r'name="command" value="[^"]*"', "", drawing)


def test_a_review_without_mistakes_has_no_board() -> None:
    match = finished("courtisans")
    quiet = quick_review("courtisans").model_copy(update={"moments": ()})
    assert review_page(FinishedMatch(table_view_of(match, 0), match), quiet, None, Locale("en")).board is None


@pytest.mark.parametrize(
    ("ends", "height"), [([1.0, 0.01, 0.02, 0.03, 0.04, 0.0], 206), ([0.5, 0.5], 206), ([1.0, 1.0, 1.0], 200)]
)
def test_names_at_the_ends_of_lines_stay_inside_the_plot_and_do_not_overlap(ends: list[float], height: int) -> None:
    curves = [plots.Curve(f"p{n}", "wine", [0.2, end], False) for n, end in enumerate(ends)]
    size = replace(plots.DESKTOP, height=height)
    text = str(plots.chances(curves, [], ["/"], ("", "turn 1", "even share"), size))
    places = sorted(float(y) for y in re.findall(r'class="name c-wine" x="[^"]*" y="([^"]*)"', text))
    assert len(places) == len(ends)
    assert all(later - one >= plots.APART - 0.2 for one, later in pairwise(places))
    assert places[0] >= 8
    assert places[-1] <= height - 16


def test_a_part_worth_more_than_one_victory_is_described_without_a_percentage() -> None:
    found = quick_review("courtisans").model_copy(
        update={"decided": Decided(kind="others", seat=0, value=6.01)},
    )
    locale = Locale("en", ["Ann", "Bo"])
    told = decided(found, move_words(finished("courtisans"), locale), locale)
    assert told == "What helped Ann most: the moves of the others."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_review_without_mistakes_links_to_the_turns_that_raised_the_chance_most(lang: str) -> None:
    match, quiet = finished("courtisans"), quick_review("courtisans").model_copy(update={"moments": ()})
    seat = quiet.winners[0]
    page = review_page(FinishedMatch(table_view_of(match, 0), match), quiet, seat, Locale(lang))
    largest = max(pairwise([*quiet.turns, match.version]), key=lambda turn: rise_of(quiet, seat, *turn))
    assert 1 <= len(page.rises) <= 3
    assert page.rises[0].url == f"/tables/table/matches/1/moves/{largest[1]}?seat={seat}"
    assert page.rises[0].url in bytes(render("review.html", page, Locale(lang, domain=match.game)).body).decode()


def rise_of(found: Review, seat: int, start: int, end: int) -> float:
    """Return by how much a seat's chance of winning rose between two positions."""
    return found.positions[end].known[seat].win - found.positions[start].known[seat].win


def test_a_review_names_the_turn_in_which_the_moves_of_others_were_decisive() -> None:
    match, found = finished("courtisans"), quick_review("courtisans")
    seat = found.winners[0]
    others = found.model_copy(update={"decided": Decided(kind="others", seat=seat, value=0.74)})
    page = review_page(FinishedMatch(table_view_of(match, 0), match), others, 0, Locale("en"))
    turns = [
        (rise_of(found, seat, *turn), turn[1])
        for turn in pairwise([*found.turns, match.version])
        if found.positions[turn[0]].seat != seat
    ]
    assert page.decisive is not None
    assert f"/moves/{max(turns)[1]}?" in page.decisive.url


def test_a_review_addresses_the_player_who_reads_it() -> None:
    found = quick_review("courtisans").model_copy(update={"decided": Decided(kind="luck", seat=0, value=0.4)})
    told = []
    for seat in (0, 1):
        locale = Locale("en", ["Ann", "Bo"], seat)
        told.append(decided(found, move_words(finished("courtisans"), locale), locale))
    assert told == [
        "Decisive: the cards raised your chance of winning by 40 percentage points.",
        "Decisive: the cards raised Ann’s chance of winning by 40 percentage points.",
    ]


WHEN = {"courtisans": "Turn 1", "cursed_court": "Year 1 · Spring", "monarch": "Round 1"}


@pytest.mark.parametrize("game", WHEN)
def test_a_review_tells_the_time_of_a_move_as_the_table_does(game: str) -> None:
    match = finished(game)
    words = move_words(match, Locale("en", ["Ann", "Bo"], 0))
    told = list(dict.fromkeys(words.when(version) for version in range(match.version)))
    assert told[0] == WHEN[game]
    assert len(told) < len(turn_ends(match)) or game == "courtisans"


def test_a_game_without_words_tells_the_number_of_the_turn() -> None:
    with registered(LOTS):
        match = courtly.new_match("lots", players=2, seed=1)
        for _ in range(2):
            match.play(match.legal_moves()[0])
        words = move_words(match, Locale("en", ["Ann", "Bo"], 0))
        assert [words.when(end) for end in turn_ends(match)[:2]] == ["Turn 1", "Turn 2"]


@pytest.mark.parametrize("size", [plots.DESKTOP, plots.PHONE])
def test_no_moment_covers_the_name_of_the_even_share(size: plots.Size) -> None:
    curves = [plots.Curve(name, "wine", [0.5] * 20, False) for name in ("Ann", "Bo")]
    for at in range(20):
        text = str(plots.chances(curves, [plots.Mark(1, 0, at)], ["/"], ("", "turn 1", "even share"), size))
        circle, end = (
            re.search(rf'<{wanted}="([\d.]*)"', text) for wanted in ("circle cx", 'text class="tick even" x')
        )
        assert circle is not None
        assert end is not None
        x, right = float(circle[1]), float(end[1])
        assert not right - 60 < x < right


def test_names_are_escaped_in_a_plot() -> None:
    curve = plots.Curve("<b>&", "wine", [0.5, 1.0], True)
    text = str(plots.chances([curve], [], ["/"], ('a "label"', "turn 1", "even share"), plots.DESKTOP))
    assert "<b>" not in text
    assert ET.fromstring(text).attrib["aria-label"] == 'a "label"'


def partial_page(game: str, left: int, eyes: int | None = None) -> tuple[ReviewPage, list[Decision], str]:
    """Return the page of a review with `left` moves to judge, the judged decisions, and the HTML."""
    match, judged = finished(game, 1, "novice"), quick_review(game, 1, "novice").decisions[left:]
    progress = ReviewProgress(judged, match.version)
    page = review_page(FinishedMatch(table_view_of(match, 0), match), progress, eyes, Locale("en"))
    text = bytes(render("review.html", page, Locale("en", domain=game)).body).decode()
    return page, [one for one in judged if one.choices > 1], text


@pytest.mark.parametrize("game", game_names())
def test_an_unfinished_review_shows_the_judged_decisions_in_order(game: str) -> None:
    page, judged, text = partial_page(game, 5)
    decisions = move_words(finished(game, 1, "novice"), Locale("en")).whole_moves(judged)
    shown = re.findall(r'<li class="moment">.*?</li>', text, re.DOTALL)
    assert [one.played_chance for one in page.judged] == [str(round(100 * one.played.win)) for one in decisions]
    assert [re.findall(r"/moves/(\d+)", one)[0] for one in shown] == [str(one.number - 1) for one in decisions]
    assert [">Better<" in one for one in shown] == [one.clear for one in decisions]
    assert [">Better<" in one for one in shown] == ["It wins " in one for one in shown]
    assert 'class="plot' not in text


def test_an_unfinished_review_shows_a_bet_and_its_stake_once() -> None:
    page, judged, _ = partial_page("cursed_court", 0)
    bets = [one for one in judged if one.move.startswith("bet ")]
    stakes = [one for one in judged if one.move.startswith("stake ")]
    assert len(stakes) > 1
    assert len(page.judged) == len({one.number for one in bets} | {one.number - 1 for one in stakes})
    shown = [(one.title, one.played) for one in page.judged]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("eyes", "lang", "told"),
    [
        (0, "en", "A bot also played for you."),
        (0, "fr", "Un bot a aussi joué pour vous."),
        (1, "en", ""),
        (None, "en", "Bots also played for absent players."),
        (None, "de", "Bots haben auch für Abwesende gespielt."),
    ],
)
def test_a_review_says_for_whom_bots_played(eyes: int | None, lang: str, told: str) -> None:
    match, found = finished("courtisans", 1, "random"), quick_review("courtisans", 1, "random")
    decisions = tuple(each.model_copy(update={"by_stand_in": each.seat == 0}) for each in found.decisions)
    replaced = found.model_copy(update={"decisions": decisions})
    page = review_page(FinishedMatch(table_view_of(match, 0), match), replaced, eyes, Locale(lang))
    assert page.stand_in_note.startswith(told)
    assert bool(page.stand_in_note) == bool(told)
    mine = [one.title for one in page.moments if one.seat == 0]
    words = {"en": "a bot for you", "fr": "un bot pour vous", "de": "ein Bot für dich"}[lang]
    assert all(title.endswith(f"{DOT}{words}") for title in mine)


def test_a_review_names_the_other_player_whom_a_bot_replaced() -> None:
    match, found = finished("courtisans", 1, "random"), quick_review("courtisans", 1, "random")
    decisions = tuple(each.model_copy(update={"by_stand_in": each.seat == 1}) for each in found.decisions)
    progress = ReviewProgress(decisions, match.version)
    finished_match = FinishedMatch(table_view_of(match, 0), match)
    page = review_page(finished_match, progress, 1, Locale("en"))
    assert {one.title.split(DOT)[-1] for one in page.judged} == {f"a bot for {NAMES[1]}"}
    whole = review_page(finished_match, found.model_copy(update={"decisions": decisions}), 1, Locale("en"))
    assert whole.stand_in_note.startswith(f"A bot also played for {NAMES[1]}.")


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (5, "Analysing, from the last move to the first: 5 moves left. This page updates itself."),
        (1, "Analysing, from the last move to the first: one move left. This page updates itself."),
        (0, "All moves are analysed. The final figures follow; this page updates itself."),
    ],
)
def test_an_unfinished_review_says_how_many_moves_are_left(left: int, told: str) -> None:
    page, _, text = partial_page("courtisans", left)
    assert page.counting == told
    assert told in text


def test_an_unfinished_review_shows_the_decisions_of_the_chosen_player() -> None:
    page, decisions, _ = partial_page("courtisans", 5, 1)
    assert [one.url for one in page.judged] == [
        f"/tables/table/matches/1/moves/{one.number - 1}?seat=1" for one in decisions if one.seat == 1
    ]
    assert [one.chosen for one in page.eyes] == [False, False, True]


def test_a_page_without_a_review_says_why() -> None:
    match = finished("courtisans")
    finished_match = FinishedMatch(table_view_of(match, 0), match)
    assert review_page(finished_match, None, 0, Locale("en")).counting == "Reviews are off on this server."
    waiting = review_page(finished_match, ReviewProgress(None, match.version), 0, Locale("en"))
    assert waiting.counting == "The review will start soon. This page updates itself."


@pytest.mark.parametrize(
    ("game", "pattern"),
    [
        ("courtisans", "Face down: the effect stays hidden."),
        ("cursed_court", r"\w+: \d+% chance to score, [\d.]+ points on average."),
    ],
)
def test_a_better_move_has_the_figures_of_the_table_and_of_hints(game: str, pattern: str) -> None:
    match, found = finished(game, 1, "novice"), quick_review(game, 1, "novice")
    page = review_page(FinishedMatch(table_view_of(match, 0), match), found, None, Locale("en"))
    text = bytes(render("review.html", page, Locale("en", domain=game)).body).decode()
    assert page.moments
    assert re.search(f"<small>{pattern}</small>", text)


@pytest.mark.parametrize(("lang", "coins", "more"), [("en", "18 coins", "or more"), ("fr", "18 pièces", "ou plus")])
def test_a_review_tells_the_exact_coins_of_a_bet_that_was_played(lang: str, coins: str, more: str) -> None:
    match = courtly.new_match("cursed_court", players=2, seed=1)
    for move in ("bet king", "stake 9", "bet king", "stake 18"):
        match.play(move)
    words = move_words(match, Locale(lang))
    assert (coins in words.played(2), more in words.played(2)) == (True, False)
    assert more in words.say(2, "bet king")
    assert words.played(3) == words.played(2)


def test_equal_effects_of_both_moves_are_no_reason() -> None:
    match, found = finished("cursed_court", 1, "novice"), quick_review("cursed_court", 1, "novice")
    one = found.decision(found.moments[0])
    words = move_words(match, Locale("en"))
    same = moment(one.model_copy(update={"best": one.move}), words, Locale("en"))
    assert (same.played_effect, same.better_effect) == ("", "")


def test_the_board_of_a_better_move_gives_the_reason_of_the_review() -> None:
    match, found = finished("courtisans", 1, "novice"), quick_review("courtisans", 1, "novice")
    number = found.moments[0]
    best = found.decision(number).best
    finished_match, locale = FinishedMatch(table_view_of(match, 0), match), Locale("en", domain="courtisans")
    step = step_page(finished_match, number - 1, None, locale, ())
    assert isinstance(step, MatchPage)
    text, other = (
        bytes(render_compared(step, finished_match, Comparison(number - 1, best, given), locale).body)
        for given in (found, None)
    )
    assert why(found.decision(number), locale) in text.decode()
    assert "It wins" not in other.decode()


def reviewed(client: httpx.Client, url: str) -> str:
    """Wait until a review is ready, and return its page."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while True:
        answer = client.get(f"{url}/matches/1/review")
        assert answer.status_code == 200, answer.text
        if 'class="panel counting"' not in answer.text:
            return answer.text
        assert time.monotonic() < end, "the review is not made"
        time.sleep(0.05)


@pytest.mark.long
def test_a_review_is_computed_in_the_background_and_survives_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(application(database, "secret", review_matches=8)) as site, visitor(site) as client:
        url = begin(client, players="2")
        play_to_the_end(client, url)
        first, cookies = reviewed(client, url), dict(client.cookies)
    with serving(application(database, "secret", review_matches=8)) as site, visitor(site) as client:
        client.cookies.update(cookies)
        again = client.get(f"{url}/matches/1/review").text
    assert figures(again) == figures(first)


def figures(text: str) -> list[str]:
    """Return all figures in the tables of a review."""
    return re.findall(r"<td>([^<]*)</td>", text)
