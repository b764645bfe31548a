"""Cursed Court in the terminal: readable at 80 columns without colour, and without secrets."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

import courtly
from courtly.engine.compile.rng import stream
from courtly.games.cursed_court import board as cursed_court
from courtly.games.cursed_court.board_regions import marks
from courtly.games.cursed_court.names import cards_words, noble_name, region_name
from courtly.games.cursed_court.scene import YEARS_SHOWN
from courtly.scene import words_of
from courtly.scene.console import WIDTH, hanging
from courtly.terminal.drawers import find_renderer
from courtly.terminal.play import TerminalSession, seen
from courtly.testing.secrets import twin_of
from courtly.text.languages import languages_of
from courtly.text.locales import Locale
from tests.games.cursed_court.builders import REGIONS, begin, bets, deck, label, play_year, reports, run
from tests.games.cursed_court.own_regions import printed
from tests.terminal.shown import NAMES, paper, shown

both = pytest.mark.parametrize("lang", languages_of("cursed_court"))

SAMPLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (2, {"court_remembers": "open", "masquerade": True, "tie": "extra-year"}),
    (6, {"coinless": True, "masquerade": True, "court_remembers": "hidden"}),
    (5, {"great_exchange": "elimination"}),
    (3, {"great_exchange": "cash", "masquerade": True, "court_remembers": "open"}),
]
samples = pytest.mark.parametrize(("players", "options"), SAMPLES, ids=[label(options) for _, options in SAMPLES])


def locale(lang: str = "en", players: int = 6, *, chances: bool = True, seat: int | None = None) -> Locale:
    """A locale with a name for every seat; one name has the maximum length."""
    return Locale(lang, [*NAMES, "X" * 40][:players], seat, "cursed_court", () if chances else ("odds",))


def see(match: courtly.Match, seat: int | None) -> Any:
    """A view with its events, as the terminal uses it."""
    return seen(match, seat)


def random_match(players: int, *, seed: int = 1, moves: int = 150, **options: Any) -> Iterator[courtly.Match]:
    """A random match before every move and at its end, for at most `moves` moves."""
    dice = random.Random(seed)
    match = courtly.new_match("cursed_court", players=players, seed=seed, **options)
    yield match
    while not match.is_over and match.version < moves:
        match.play(dice.choice(match.legal_moves()))
        yield match


def log_of(match: courtly.Match, to: Locale) -> list[str]:
    """The lines of the log."""
    return [line.text for line in words_of("cursed_court").lines(match.log(to.seat), match.options, to)]


def drawn(match: courtly.Match, seat: int | None, lang: str = "en", *, chances: bool = True) -> str:
    """The full output for a seat: table, question, choices and log; at the end the final page."""
    view, to = see(match, seat), locale(lang, match.players, chances=chances, seat=seat)
    log = "\n".join(log_of(match, to))
    if match.is_over:
        return shown(cursed_court.ending(view, to)) + log
    asked = ""
    if match.to_move == seat:
        menu = cursed_court.menu(view, to)
        asked = f"{cursed_court.question(view, to)}\n{shown(menu.shown)}{menu.wanted}\n{menu.moves}\n"
    return shown(cursed_court.position(view, to)) + asked + log


def cell(text: str, name: str) -> str:
    """The lines of the board cell that contains a name."""
    lines = text.splitlines()
    row = next(i for i, line in enumerate(lines) if re.search(rf"\b{re.escape(name)}\b", line) and line[0] == "│")
    column = 0 if lines[row].index(name) < 26 else 1 if lines[row].index(name) < 53 else 2
    below = [line for line in lines[row : row + 4] if line[0] == "│"]
    return "\n".join(re.split("│", line)[column + 1] for line in below)


def test_the_game_is_rendered_by_its_board_module() -> None:
    assert find_renderer("cursed_court").position is cursed_court.position


@both
@samples
def test_no_line_is_wider_than_eighty_columns(players: int, options: dict[str, Any], lang: str) -> None:
    for match in random_match(players, **options):
        if match.version % 7 == 0 or match.is_over:
            view, to = see(match, 0), locale(lang, players)
            block = (cursed_court.ending if match.is_over else cursed_court.position)(view, to)
            assert max(map(cell_len, shown(block).splitlines())) <= WIDTH
            lines = [line for text in log_of(match, to) for line in hanging(text).splitlines()]
            assert max(map(cell_len, lines), default=0) <= WIDTH - 2


@both
def test_every_region_has_its_name_and_number(lang: str) -> None:
    text = drawn(begin(4), 0, lang)
    for number, region in enumerate(REGIONS, 1):
        assert re.search(rf"\b{number} {re.escape(region_name(region, lang=lang))}\b", text)


def test_a_region_that_takes_no_crown_has_no_number() -> None:
    match = bets(begin(4), "king 11", "queen 0", "duke 3", "affair 0")
    text = drawn(match, match.to_move)
    mine = {0: "King", 1: "Queen", 2: "Duke", 3: "Affair"}[match.to_move or 0]
    assert not re.search(rf"\d+ {mine}\b", text)
    assert not re.search(r"3 King\b", text)
    assert re.search(r"8 Sorceress\b", text)


@pytest.mark.parametrize(
    ("name", "shape"),
    [("Affair", "●●●/···/···"), ("Feast", "··●/·●·/●··"), ("Church", "·●·/●·●/·●·"), ("Duel", "···/··●/·●●")],
)
def test_a_set_shows_its_shape(name: str, shape: str) -> None:
    lines = drawn(begin(4), 0).splitlines()
    row = next(i for i, line in enumerate(lines) if re.search(rf"\d {name}\b", line))
    at = lines[row].rindex("│", 0, lines[row].index(name)) + 2
    found = "/".join(line[at : at + 3] for line in lines[row : row + 3])
    assert found.replace("○", "●") == shape


def test_the_nobles_of_a_set_in_the_tableau_are_filled() -> None:
    assert cell(drawn(begin(4, "SSSS K"), 0), "Affair").splitlines()[0].startswith(" ○○● ")


def test_a_crown_shows_its_owner_its_coins_and_the_price_to_bump_it() -> None:
    match = bets(begin(4), "king 3", "affair 0")
    text = drawn(match, 2)
    assert "[A] 3 → 6" in cell(text, "King")
    assert "[B] 0 → 1" in cell(text, "Affair")
    assert "→" not in cell(drawn(match, 0), "King")
    assert "→" not in cell(drawn(match, None), "King")


def test_a_bump_that_no_seat_can_pay_is_not_offered() -> None:
    match = bets(begin(4), "king 11")
    assert "→" not in cell(drawn(match, 1), "King")


def test_shared_regions_show_their_crowns_in_order() -> None:
    match = begin(6, coinless=True)
    for _ in range(6):
        match.play("bet king")
    text = cell(drawn(match, 0), "King")
    assert "[B][C][É]" in text
    assert "[Y][X][A]" in text


@both
def test_the_tableau_counts_its_cards(lang: str) -> None:
    match = bets(begin(2, "CMPQ KKQD"), "duel 0", "trial 0")
    king = noble_name("king", lang)
    assert f"{king} ×2" in cell(drawn(match, 0, lang), king)


@both
@pytest.mark.parametrize(("players", "gaps"), [(2, 1), (3, 2), (4, 2), (6, 2)])
def test_a_seat_sees_its_hole_cards_and_with_which_seat_it_shares_them(players: int, gaps: int, lang: str) -> None:
    match = begin(players, "CMKPQD")
    view = see(match, 0)
    own = [gap for gap in view["holes"] if gap["cards"]]
    text = " ".join(drawn(match, 0, lang).split())
    line = re.search(r"(?:Your hole cards|Vos cartes cachées)\s?: .*?(?= {2}|couronnes|crowns)", text)
    assert line
    assert len(own) == gaps
    for gap in own:
        assert all(noble_name(card, lang) in line[0] for card in gap["cards"])
        assert all(([*NAMES, "X" * 40][seat] in line[0]) == (seat != 0) for seat in gap["seats"])


@both
def test_a_spectator_sees_no_hole_cards_and_no_number(lang: str) -> None:
    text = drawn(begin(4, masquerade=True), None, lang)
    assert not re.search(r"hole cards|cartes cachées|[Yy]our|[Vv]otre", text)
    assert not re.search(r"^│.*\b\d+ [A-Z]", text, re.MULTILINE)


@both
def test_chances_are_shown_unless_switched_off(lang: str) -> None:
    match = begin(4, "KQJS C")
    view = see(match, 0)
    assert view["prospects"]["king"]["chance"] == 1
    assert re.search(r"100\s?%", cell(drawn(match, 0, lang), region_name("king", lang=lang)))
    off = drawn(match, 0, lang, chances=False)
    assert "%" not in off
    assert "≈" not in off


def test_a_chance_is_never_rounded_to_certainty() -> None:
    view, to = see(begin(4), 0), locale(players=4)
    for chance, said in ((0.001, "<1%"), (0.999, ">99%"), (0.0, " 0%"), (0.5, " 50%")):
        view["prospects"]["king"] = {"chance": chance, "points": 1.0}
        assert said in cell(shown(cursed_court.position(view, to)), "King")


@pytest.mark.parametrize(("remembers", "visible"), [("hidden", False), ("open", True)])
def test_the_cards_that_sit_out_are_shown_only_in_the_open_variant(remembers: str, visible: bool) -> None:
    match = play_year(begin(2, "AAAA SSSS", court_remembers=remembers))
    text = shown(cursed_court.position(see(match, 0), locale(players=2)))
    assert (cards_words(see(match, 0)["aside"]) in text) == visible
    assert ("%" in text) == visible
    assert ("Remember which cards" in text) != visible


def test_hidden_cards_are_shown_after_the_end() -> None:
    match = begin(2, "AAAA SSSS", court_remembers="hidden")
    while not match.is_over:
        play_year(match)
    text = shown(cursed_court.ending(see(match, 0), locale(players=2)))
    assert "year 1: Sorceress ×4, Assassin ×4" in text


@pytest.mark.parametrize(("lines", "said"), [([], "bets now"), (["king 3"], "done unless bumped")])
def test_the_player_list_shows_the_turn_and_skipped_players(lines: list[str], said: str) -> None:
    text = drawn(bets(begin(4), *lines), 0)
    row = next(line for line in text.splitlines() if "[A]" in line and "♛" in line)
    assert row.endswith(f"you, {said}") or f"you, {said} " in row
    assert ("▶" in row) == (not lines)
    assert "◆" in row


def test_a_seat_that_sits_out_or_is_eliminated_is_marked() -> None:
    for form, said in (("elimination", "is out"), ("cash", "sits out this year")):
        view = see(begin(3, great_exchange=form), None)
        view["seated"][2] = False
        assert said in shown(cursed_court.position(view, locale(players=3)))


def test_a_bet_without_its_stake_is_public() -> None:
    match = begin(4)
    match.play("bet king")
    assert "bets on the King: how many?" in drawn(match, None)
    assert cursed_court.question(see(match, 0), locale(seat=0)) == "How many coins on the King? You have 20 coins."


def test_a_stake_that_bumps_names_the_bumped_player() -> None:
    match = bets(begin(4), "king 3")
    match.play("bet king")
    asked = cursed_court.question(see(match, 1), locale("fr", seat=1))
    assert asked == (
        "Combien de pièces sur le Roi\u202f? Vous avez 20 pièces. "
        "Ann est ici avec 3 pièces. Il faut au moins 6 pièces pour l’évincer."
    )


@pytest.mark.parametrize("said", ["3", "king", "roi"])
def test_a_region_is_chosen_by_number_id_or_name(said: str) -> None:
    match = begin(4, masquerade=True)
    menu = cursed_court.menu(see(match, 0), locale("fr"))
    assert menu.moves[said] == "bet king"
    assert menu.moves[f"{said}f"] == menu.moves[f"{said} f"] == menu.moves[f"{said} feint"] == "bet king feint"


def test_without_the_masquerade_no_answer_is_a_feint() -> None:
    assert not any("feint" in move for move in cursed_court.menu(see(begin(4), 0), locale()).moves.values())


def test_when_the_feint_is_the_last_crown_every_answer_is_the_feint() -> None:
    match = begin(2, masquerade=True)
    bets(match, *(line for name in ("affair", "wedding", "duel") for line in (f"{name} 0", f"{REGIONS[len(name)]} 0")))
    view = see(match, match.to_move)
    assert set(cursed_court.menu(view, locale()).moves.values()) == {f"bet {region} feint" for region in REGIONS}
    assert cursed_court.question(view, locale(seat=match.to_move)).endswith("Your last crown is your feint.")


def test_a_region_name_cannot_replace_a_number() -> None:
    own = [dict(entry, name={"en": "3"}) if entry["id"] == "affair" else entry for entry in printed()]
    match = courtly.new_match("cursed_court", players=2, seed=1, regions=own)
    assert region_name("affair", own) == "3"
    assert cursed_court.menu(see(match, match.to_move), locale()).moves["3"] == "bet king"


def test_custom_regions_with_wide_names_keep_the_board_in_shape() -> None:
    own = [entry | {"name": {"en": "🦊[bold]" + "W" * 40}} for entry in printed()]
    match = courtly.new_match("cursed_court", players=2, seed=1, regions=own)
    lines = [line for line in drawn(match, match.to_move).splitlines() if line.startswith(("│", "├", "┌", "└"))]
    assert {cell_len(line) for line in lines} == {WIDTH}


def test_buying_chips_is_a_numbered_list() -> None:
    match = play_year(begin(2, great_exchange="cash"))
    menu = cursed_court.menu(see(match, match.to_move), locale())
    assert menu.moves == {"1": "rebuy", "2": "stand"}
    assert "Buy 100 chips" in shown(menu.shown)
    assert "may buy chips" in drawn(match, None)
    assert "do you buy more chips?" in drawn(match, match.to_move)


def test_spectators_see_the_table_when_a_season_begins() -> None:
    begun = [match.version for match in random_match(3, seed=2) if cursed_court.round_begins(see(match, None))]
    assert len(begun) == 12


def first_move(match: courtly.Match, seat: int) -> str:
    return match.legal_moves()[0]


def sit(match: courtly.Match, lines: list[str], lang: str = "en") -> tuple[bool, str]:
    """Run a session in which seat 0 types these lines; return whether it finished, and the screen."""
    console, written = paper()
    waiting = iter([*lines, *["q"] * 3])
    bots = dict.fromkeys(range(1, match.players), first_move)
    done = TerminalSession(match, locale(lang, match.players), console, bots, lambda _: next(waiting)).run()
    return done, written.getvalue()


@both
def test_a_whole_match_is_played_by_numbers(lang: str) -> None:
    typed = [line for number in range(20, 28) for line in (str(number), "0")] * 3
    done, text = sit(begin(2, years=1), typed, lang)
    assert done
    assert re.search(r"^(Winner|Shared victory|Victoire|Victoire partagée)\s?: ", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("28", "There is no choice 28: type the number or name of a region."),
        ("stake 3", "choose a region before the coins"),
        ("2", "you already have a crown there"),
        ("nonsense", "type the number or name of a region"),
    ],
)
def test_an_invalid_answer_is_refused_with_the_reason(line: str, said: str) -> None:
    match = bets(begin(2), "merchant 3", "queen 3", "duke 0")
    assert match.to_move == 0
    _, text = sit(match, [line, "q"])
    assert match.version == 6
    assert said in " ".join(text.split())


@both
def test_a_reason_is_given_in_the_chosen_language(lang: str) -> None:
    _, text = sit(begin(2), ["stake 3"], lang)
    assert locale(lang).say("choose a region before the coins") in " ".join(text.split())


def test_help_explains_the_notation() -> None:
    _, text = sit(begin(2), ["?"])
    assert "bet <region> feint" in " ".join(text.split())


@both
@samples
def test_the_points_on_the_last_page_add_up(players: int, options: dict[str, Any], lang: str) -> None:
    *_, match = random_match(players, moves=100_000, **options)
    text = shown(cursed_court.ending(see(match, 0), locale(lang, players)))
    dealt = [year for year in reports(match) if "tableau" in year][-YEARS_SHOWN:]
    rows = [list(map(int, row.split())) for row in re.findall(r"(?:year|année) \d+ +((?:\d+ *)+)$", text, re.MULTILINE)]
    assert rows == [report["gained"] for report in dealt]
    flat = " ".join(text.split())
    assert all(cards_words([*report["tableau"], *report["holes"]], lang) in flat for report in dealt)
    assert {int(row) for row in re.findall(r"^ +(-?\d+)  \w", text, re.MULTILINE)} == set(match.scores())


def test_only_the_last_years_of_a_long_match_are_shown() -> None:
    match = begin(2, years=20, tie="extra-year")
    view = see(play_year(match), None)
    view["events"] = [{"id": "year-end", "args": reports(match)[0] | {"year": year}} for year in range(1, 31)]
    view |= {"phase": "over", "result": {"scores": [1, 0], "winners": [0]}}
    text = shown(cursed_court.ending(view, locale(players=2)))
    assert "The last 20 years:" in text
    assert "year 11 " in text
    assert "year 10 " not in text


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ann", "steward 1", "steward 2"], ["A", "S1", "S2"]),
        (["Ann", "Al", "Alf", "a", "A"], ["A", "AL", "ALF", "B", "C"]),
        (["Ann Lee", "Al"], ["AL", "A"]),
        (["🦊🦊🦊", "", "[x]"], ["🦊", "?", "["]),
    ],
)
def test_marks_are_unique(names: list[str], expected: list[str]) -> None:
    assert marks(names) == expected


def test_output_with_colour_has_the_same_text() -> None:
    view = see(bets(begin(4, masquerade=True), "king 3", "affair 0"), 2)
    coloured = shown(cursed_court.position(view, locale()), colour=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == shown(cursed_court.position(view, locale()))
    assert "\x1b[" in coloured


def twins() -> tuple[courtly.Match, courtly.Match]:
    """Two matches that seat 0 and a spectator cannot tell apart.

    They differ in the hole cards of gaps away from seat 0, in the order of the deck, and in which crown of seat 1 is
    the feint.
    """
    variants = [("CMKP DJSA", "bet queen feint", "bet duel"), ("CAQP DJSA", "bet queen", "bet duel feint")]
    matches = []
    for top, first, second in variants:
        years = [deck(top)]
        if top == variants[1][0]:
            years[0][8:] = reversed(years[0][8:])
        match = courtly.new_match("cursed_court", players=4, masquerade=True, seed=1, deal={"first": 0, "years": years})
        run(match, "bet king", "stake 3", first, "stake 1", "bet opera", "stake 0", "bet trial", "stake 2")
        run(match, second, "stake 4", "bet affair", "stake 0", "bet salon", "stake 0")
        matches.append(match)
    return matches[0], matches[1]


@both
@pytest.mark.parametrize("seat", [0, None])
def test_secrets_two_matches_that_differ_in_hidden_cards_and_feints_look_the_same(seat: int | None, lang: str) -> None:
    left, right = twins()
    assert left.to_move == right.to_move == 0
    assert left.record()["deal"] != right.record()["deal"]
    assert drawn(left, seat, lang).encode() == drawn(right, seat, lang).encode()
    assert drawn(left, 1, lang) != drawn(right, 1, lang)


def test_secrets_sessions_of_matches_that_differ_in_hidden_cards_and_feints_look_the_same() -> None:
    left, right = (sit(match, ["?", "king", "99", "12 f", "2", "q"])[1] for match in twins())
    assert left.encode() == right.encode()


@samples
def test_secrets_a_redealt_match_looks_the_same_at_every_stage(players: int, options: dict[str, Any]) -> None:
    for match in random_match(players, seed=3, moves=60, **options):
        if match.version % 9 or match.is_over:
            continue
        for seat in (0, 1, None):
            twin = twin_of(match, seat, stream(match.version))
            assert drawn(match, seat).encode() == drawn(twin, seat).encode()
