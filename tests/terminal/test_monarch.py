"""Monarch in the terminal: readable at 80 columns without colour, complete, and without the order of the deck."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest
from rich.cells import cell_len

import courtly
from courtly.engine.compile.rng import stream
from courtly.games.monarch import board as monarch
from courtly.games.monarch.cardset import house
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words import card_name
from courtly.games.monarch.words import question as question_words
from courtly.scene.console import WIDTH
from courtly.terminal.drawers import find_renderer
from courtly.terminal.play import TerminalSession, seen
from courtly.testing.secrets import twin_of
from courtly.text.languages import languages_of
from courtly.text.locales import Locale
from tests.terminal.shown import NAMES, paper, shown

HOUSE = house()
both = pytest.mark.parametrize("lang", languages_of("monarch"))
tables = pytest.mark.parametrize(("players", "banners"), [(2, True), (3, True), (4, False)])


def locale(lang: str = "en", players: int = 4) -> Locale:
    """A locale with a name for every seat; one name has the maximum length."""
    return Locale(lang, [*NAMES[:2], "X" * 40, NAMES[3]][:players], domain="monarch")


def begin(players: int = 3, *, seed: int = 1, **options: Any) -> courtly.Match:
    """A match at its start."""
    return courtly.new_match("monarch", players=players, seed=seed, **options)


def random_match(players: int, *, seed: int = 1, moves: int = 120, **options: Any) -> Iterator[courtly.Match]:
    """A random match before every move and at its end, for at most `moves` moves."""
    dice = random.Random(seed)
    match = begin(players, seed=seed, **options)
    yield match
    while not match.is_over and match.version < moves:
        match.play(dice.choice(match.legal_moves()))
        yield match


VERBS = {"place": "add", "build": "build", "send": "send", "pledge": "pass"}


@cache
def asking(phase: str) -> courtly.Match:
    """A match of three in a given phase with a real choice."""
    found = (match for seed in range(1, 50) for match in random_match(3, seed=seed, moves=80) if asks(match, phase))
    return next(found)


def asks(match: courtly.Match, phase: str) -> bool:
    """Whether the seat to move has a real choice in a given phase."""
    return sum(move.split(" ")[0] == VERBS[phase] for move in match.legal_moves()) > (phase in ("build", "send"))


def at(phase: str) -> tuple[dict[str, Any], Locale]:
    """The view of the seat whose turn it is in a given phase, and its locale."""
    match = asking(phase)
    return match.view(match.to_move), replace(locale(players=3), seat=match.to_move)


def drawn(match: courtly.Match, seat: int | None, lang: str = "en") -> str:
    """The full output for a seat: table, question, choices and log; at the end the final page."""
    view, to = seen(match, seat), replace(locale(lang, match.players), seat=seat)
    log = "\n".join(line.plain for line in monarch.log_lines(view, to, start=0))
    if match.is_over:
        return shown(monarch.ending(view, to)) + log
    asked = ""
    if match.to_move == seat:
        menu = monarch.menu(view, to)
        asked = f"{question(view, to)}\n{shown(menu.shown)}{menu.wanted}\n{menu.moves}\n"
    return shown(monarch.position(view, to)) + asked + log


def question(view: Mapping[str, Any], to: Locale) -> str:
    """The question to a seat."""
    return question_words(cast(View, view), to)


def flat(text: str) -> str:
    """Text as one line."""
    return " ".join(text.split())


def test_the_game_is_rendered_by_its_board_module() -> None:
    drawer: object = find_renderer("monarch")
    assert drawer is monarch


@both
@tables
def test_no_line_is_wider_than_eighty_columns(players: int, banners: bool, lang: str) -> None:
    for match in random_match(players, banners=banners):
        if match.version % 20 == 0 or match.is_over:
            view, to = seen(match, 0), locale(lang, players)
            block = (monarch.ending if match.is_over else monarch.position)(view, to)
            assert max(map(cell_len, shown(block).splitlines())) <= WIDTH
            told = [line.plain for line in monarch.log_lines(view, to, start=0)]
            assert max((cell_len(line) for text in told for line in text.splitlines()), default=0) <= WIDTH - 2


@both
def test_the_lands_show_their_top_card_and_yield(lang: str) -> None:
    match = begin()
    text = drawn(match, 0, lang)
    for land in match.view(0)["lands"]:
        assert re.search(rf"\b{land['cell']} {re.escape(card_name(land['land'], HOUSE, lang))}", text)
    view = match.view(0)
    view["lands"][4] |= {"improvement": "jewel-bazaar", "yield": 3, "path": "culture", "terrain": "village"}
    text = shown(monarch.position(view, locale(lang)))
    assert f"b2 {card_name('jewel-bazaar', HOUSE, lang)}" in text
    assert "village 3 [Culture]" in text


@both
def test_the_market_shows_names_prices_and_abilities(lang: str) -> None:
    match = begin()
    text = flat(drawn(match, 0, lang))
    for spot in match.view(0)["market"]:
        assert card_name(spot["card"], HOUSE, lang) in text


def offer(card: str, **changes: Any) -> dict[str, Any]:
    """A card of the market."""
    price = {"gold": 5, "food": 0}
    spot = {
        "card": card,
        "kind": "court",
        "cost": price,
        "price": price,
        "affordable": True,
        "free": False,
        "fits": True,
    }
    return spot | changes


@pytest.mark.parametrize(
    ("spot", "said"),
    [
        (None, "empty spot"),
        (offer("war-falcon"), "War Falcon 5 gold Crowns: 6 with at least 3 Might"),
        (offer("war-falcon", price={"gold": 4, "food": 0}), "printed: 5"),
        (offer("war-falcon", affordable=False), "too expensive"),
        (offer("canal-quay", free=True, affordable=False), "or free"),
        (offer("canal-quay", fits=False), "fits no land now."),
        (offer("weepy-poet"), "Unwanted Guest"),
        (offer("spice-wharf"), "[Bounty] village"),
        (offer("dancing-cranes"), "[Culture] beast, spectacle"),
    ],
)
def test_a_market_spot_describes_its_card(spot: dict[str, Any] | None, said: str) -> None:
    view = begin().view(0) | {"market": [spot]}
    assert said in flat(shown(monarch.position(view, locale())))


def test_banners_show_their_holder_and_requirement() -> None:
    view = begin().view(0)
    view["banners"][0] |= {"holder": 1}
    view["banners"][1] |= {"met": True}
    first, later = (flat(shown(monarch.position(view | {"round": number}, locale()))) for number in (1, 2))
    assert "Banner of Might flown by Bo" in first
    assert "Banner of Culture Can be flown now. Crowns: 4, plus 1 for each Culture card" in later
    assert "Banner of Wisdom At least 2 Wisdom cards in your court. Crowns: 2 for each" in first
    assert "Banner of Wisdom At least 2 Wisdom cards in your court. Banner of Bounty" in later


@both
def test_a_match_without_banners_shows_none(lang: str) -> None:
    assert {"en": "banners", "fr": "bannières"}[lang] in drawn(begin(), 0, lang).lower()
    assert {"en": "banner", "fr": "bannière"}[lang] not in drawn(begin(banners=False), 0, lang).lower()


def holding(**seat: Any) -> dict[str, Any]:
    """The view of a seat with given holdings."""
    view = begin().view(0)
    view["seats"][0] |= seat
    return view


def test_players_see_how_the_crowns_of_their_court_are_counted() -> None:
    court = [{"card": "tiger-pelt", "crowns": 4}, {"card": "scale-hauberk", "crowns": 7}]
    flown = {"banner": "banner-of-might", "crowns": 4}
    view = holding(court=court, guests=[{"card": "weepy-poet", "crowns": -1}], banner=flown, score=14)
    text = flat(shown(monarch.position(view, locale())))
    assert "4 Tiger Pelt [Might] garment 2 × 2 Might: 2 in the court, 0 on the lands" in text
    assert "−1 Weepy Poet Unwanted Guest" in text
    others = flat(shown(monarch.position(view | {"seat": 1}, locale())))
    assert "Tiger Pelt 4, Scale Hauberk 7 — guests: Weepy Poet −1 — banner: Banner of Might 4" in others


@both
def test_a_spectator_sees_every_court_and_has_no_seat(lang: str) -> None:
    text = drawn(begin(), None, lang)
    assert not re.search(r"· (you|vous) ·", text)
    assert all(name in text for name in locale(lang, 2).names)


def test_the_sisters_show_the_decision_and_the_turn() -> None:
    view, to = at("pledge")
    view |= {"to_move": (view["active"] + 1) % 3}
    signs = re.findall(r"^([▶▷ ]) \S+ ·", shown(monarch.position(view, to)), re.MULTILINE)
    assert sorted(signs) == [" ", "▶", "▷"] or signs.count("▶") == signs.count("▷") == 1


def test_a_moon_shows_its_pledges_and_effects() -> None:
    view, to = at("pledge")
    text = flat(shown(monarch.position(view, to)))
    assert re.search(r"Pledged: Ann \d+ \w+, Bo", text)
    assert card_name(view["moon"]["moon"], HOUSE) in text
    assert question(view, to).endswith("How much more do you pledge?")


@both
def test_pass_is_offered_before_pledges_in_ascending_order(lang: str) -> None:
    view, _ = at("pledge")
    moves = list(monarch.menu(view, locale(lang)).moves.values())
    assert moves == ["pass", *(f"pledge {count}" for count in range(1, len(moves)))]


@pytest.mark.parametrize(
    ("phase", "asked"),
    [
        ("place", "Where does {card} go? Choose a free space"),
        ("build", "Choose a "),
        ("send", "Choose a sister for {card}."),
    ],
)
def test_a_purchase_asks_for_the_place_of_the_card(phase: str, asked: str) -> None:
    view, to = at(phase)
    assert question(view, to).startswith(asked.format(card=card_name(view["pending"]["card"], HOUSE)))


def test_the_header_lists_the_credits_of_the_turn() -> None:
    view = begin().view(0) | {"credits": {"improvement": 1, "sweep": 2, "income": 1}}
    first = shown(monarch.position(view, locale())).partition("Lands")[0]
    assert "1 improvement is free · 2 sweeps are free · 1 extra harvest or tax" in flat(first)


def test_acts_are_offered_in_turn_and_market_order() -> None:
    match = begin()
    view = match.view(match.to_move)
    moves = list(monarch.menu(view, locale()).moves.values())
    assert sorted(moves) == sorted(view["legal"])
    assert moves[0] == "harvest"
    assert moves[-1] == "end"
    bought = [move.removeprefix("buy ") for move in moves if move.startswith("buy ")]
    assert bought == [spot["card"] for spot in view["market"] if spot["card"] in bought]


def test_spectators_see_the_table_when_a_round_begins() -> None:
    views = [seen(match, None) for match in random_match(2, seed=3)]
    rounds = [view["round"] for view in views if monarch.round_begins(view)]
    assert rounds == list(range(1, max(rounds) + 1))


def test_the_notice_of_the_card_set_is_shown_in_the_first_round() -> None:
    view = begin().view(0)
    assert HOUSE.notice["en"] in flat(shown(monarch.position(view, locale())))
    assert HOUSE.notice["en"] not in flat(shown(monarch.position(view | {"round": 2}, locale())))


def test_the_last_round_is_announced() -> None:
    assert "last round" in shown(monarch.position(begin().view(0) | {"last_round": True}, locale())).splitlines()[0]


def sit(match: courtly.Match, lines: list[str], lang: str = "en") -> tuple[bool, str]:
    """Run a session in which seat 0 types these lines; return whether it finished, and the screen."""
    console, written = paper()
    waiting = iter([*lines, *["q"] * 3])
    bots = dict.fromkeys(range(1, match.players), last_move)
    done = TerminalSession(match, locale(lang, match.players), console, bots, lambda _: next(waiting)).run()
    return done, written.getvalue()


def last_move(match: courtly.Match, seat: int) -> str:
    """A bot that ends its turn, keeps its guests and pledges nothing."""
    legal = match.legal_moves()
    return next((move for move in ("end", "keep", "pass") if move in legal), legal[0])


@both
def test_a_whole_match_is_played_by_numbers(lang: str) -> None:
    match = begin(2, max_rounds=3)
    done, text = sit(match, ["1", "end", "1", "end", "1", "end"], lang)
    assert done
    assert match.view(0)["seats"][0]["food"] > 5
    assert re.search(r"^(Winner|Shared victory|Victoire|Victoire partagée)\s?: ", text, re.MULTILINE)


def test_an_illegal_move_is_refused_with_the_reason_in_the_chosen_language() -> None:
    _, text = sit(begin(2, seed=2), ["harvest", "tax", "q"], "fr")
    assert "vous avez déjà récolté ou levé l’impôt ce tour-ci" in flat(text)


@both
def test_help_explains_the_notation(lang: str) -> None:
    _, text = sit(begin(2), ["?"], lang)
    assert "barter <" in flat(text)


@both
@tables
def test_the_points_on_the_last_page_add_up(players: int, banners: bool, lang: str) -> None:
    *_, match = random_match(players, moves=100_000, banners=banners, max_rounds=8)
    assert match.is_over
    text = shown(monarch.ending(match.view(0), locale(lang, players)))
    courts = re.split(r"^\S+\s?: [\d−]+ (?:crowns?|couronnes?)$", text, flags=re.MULTILINE)[1:]
    counted = [
        sum(int(row.replace("−", "-")) for row in re.findall(r"^ {2,5}(−?\d+) [^\W\d]", court, re.MULTILINE))
        for court in courts
    ]
    totals = [int(row.replace("−", "-")) for row in re.findall(r"^ +(-?\d+)  \w", text, re.MULTILINE)]
    assert sorted(totals) == sorted(match.scores())
    assert counted[:-1] == match.scores()[:-1]


def test_output_with_colour_has_the_same_text() -> None:
    view = holding(court=[{"card": "tiger-pelt", "crowns": 2}])
    coloured = shown(monarch.position(view, locale()), colour=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == shown(monarch.position(view, locale()))
    assert "\x1b[" in coloured


@tables
def test_secrets_a_redealt_match_looks_the_same_at_every_stage(players: int, banners: bool) -> None:
    for match in random_match(players, seed=3, moves=80, banners=banners):
        if match.version % 9 or match.is_over:
            continue
        for seat in (0, 1, None):
            twin = twin_of(match, seat, stream(match.version))
            assert drawn(match, seat).encode() == drawn(twin, seat).encode()
