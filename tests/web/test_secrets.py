"""The twin-world test of the pages: facts hidden from a seat do not change a byte of its pages and hints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import courtly
from courtly.bots import Budget, hint, hint_stream
from courtly.engine.play.match import Match
from courtly.text.languages import LANGUAGES
from tests.games.monarch.builders import deck
from tests.web.helpers import application, begin, is_open, moves, page, page_of, play, serving, visitor

SHORT = Budget(simulations=10)


class Worlds(NamedTuple):
    """Two worlds, numbered 0 and 1, that look the same to the viewers.

    Attributes
    ----------
    deals, options
        The deal of each world, and the options of both.
    choose
        `choose(match, world)` returns the next move in a world.
    moves, seats
        The number of moves to play, and the viewers. Before each move, a viewer's pages must be equal in both worlds.
    hidden
        Returns the facts of a match that differ between the worlds.
    """

    deals: list[dict[str, Any]]
    options: dict[str, Any]
    choose: Callable[[Match, int], str]
    moves: int
    seats: range
    hidden: Callable[[Match], Any]


def a_spy_and_missions() -> Worlds:
    """Courtisans: a spy of seat 1, the last card of the deck, and the missions of seats 1 and 2 differ.

    If a spy can be played, it is played first.
    """
    deal = courtly.new_match("courtisans", players=3, seed=11, deal={"first": 0}).record()["deal"]
    spies = [card for card in dict.fromkeys(deal["deck"]) if card.endswith(".spy")][:2]
    rest = list(deal["deck"])
    for spy in spies:
        rest.remove(spy)
    white, *others = deal["missions"]
    deals = [
        {"first": 0, "deck": [*rest[:3], one, *rest[3:], other], "missions": [white, *missions]}
        for (one, other), missions in zip((spies, spies[::-1]), (others, others[::-1]), strict=True)
    ]

    def choose(match: Match, _world: int) -> str:
        legal = match.legal_moves()
        return next((move for move in legal if ".spy " in move), legal[0])

    return Worlds(deals, {"players": 3}, choose, 40, range(1), lambda match: match.view(1)["hand"])


def a_hole_card_and_a_feint() -> Worlds:
    """Cursed Court: the hole card between seats 1 and 2 differs, and so does which crown of seat 1 is the feint."""
    cards = courtly.new_match("cursed_court", players=4, seed=3).record()["deal"]["years"][0]
    other = next(i for i in range(8, 36) if cards[i] != cards[1])
    twin = list(cards)
    twin[1], twin[other] = cards[other], cards[1]

    def choose(match: Match, world: int) -> str:
        view, moves = match.view(match.to_move), match.legal_moves()
        free = [move for move in moves if move.startswith("bet ") and move.split(" ")[1] not in view["board"]]
        placed = (event["args"]["seat"] for event in match.log(1) if event["id"] == "place")
        bets = sum(seat == 1 for seat in placed)
        feints = match.to_move == 1 and bets == world
        wanted = [move for move in free if move.endswith(" feint") == feints]
        return next(iter([*sorted(wanted), *moves]))

    deals = [{"first": 0, "years": [years]} for years in (cards, twin)]
    options = {"players": 4, "masquerade": True, "seed": 3}
    return Worlds(deals, options, choose, 24, range(1), lambda match: match.view(1)["holes"])


def the_order_of_the_deck() -> Worlds:
    """Monarch: the order of the cards that stay in the deck differs."""
    cards = deck("toll-drum stone-bridge mill-stream insistent-peddler old-nurse raiders-moon court-jester astronomer")
    deal = {"first": 0, "lands": [*["small-village"] * 5, *["simple-farm"] * 4], "reshuffles": []}
    script = ("harvest", "buy toll-drum", "add", "pledge 1", "pledge 3", "buy court-jester", "end", "harvest")

    def choose(match: Match, _world: int) -> str:
        wanted, legal = script[match.version], match.legal_moves()
        return wanted if wanted in legal else legal[0]

    deals = [{**deal, "deck": order} for order in (cards, [*cards[:8], *reversed(cards[8:])])]
    return Worlds(deals, {"players": 3}, choose, len(script), range(3), lambda match: match.record()["deal"]["deck"])


WORLDS = {
    "courtisans": a_spy_and_missions,
    "cursed_court": a_hole_card_and_a_feint,
    "monarch": the_order_of_the_deck,
}
every_game = pytest.mark.parametrize("game", WORLDS)


def match_before_moves(game: str, worlds: Worlds, world: int) -> Iterator[Match]:
    """Play a match in one of the worlds; yield the match before each move."""
    match = courtly.new_match(game, deal=worlds.deals[world], **{"seed": world, **worlds.options})
    for _ in range(worlds.moves):
        yield match
        match.play(worlds.choose(match, world))


def pages_along(game: str, worlds: Worlds, world: int, lang: str) -> list[str]:
    """Return the pages of all viewers before each move; if a viewer is to move, also the page with a hint."""
    shown = []
    for match in match_before_moves(game, worlds, world):
        shown += [page_of(match, seat, lang) for seat in worlds.seats]
        if (seat := match.to_move) in worlds.seats and seat is not None:
            found = hint(match.knowledge(seat), hint_stream(match.version), lang=lang, budget=SHORT, ends=2)
            shown.append(page_of(match, seat, lang, hint=found))
    return shown


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_equal_in_twin_worlds(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.table_pages.secrets.token_urlsafe", lambda _: "command")
    worlds = WORLDS[game]()
    one, other = (pages_along(game, worlds, world, lang) for world in (0, 1))
    assert one == other
    assert sum('<section class="hint"' in text for text in one) > 2
    if game == "courtisans":
        assert (
            sum('id="plan-data"' in text and '"move": "play ' in text.split('id="plan-data"')[1] for text in one) > 10
        )


@every_game
def test_the_twin_worlds_differ_in_hidden_information(game: str) -> None:
    worlds = WORLDS[game]()
    one, other = (worlds.hidden(next(islice(match_before_moves(game, worlds, world), 1))) for world in (0, 1))
    assert one != other


def responses_about_a_deal(folder: Path, choice: int) -> list[str]:
    """Return all answers that Bo gets about a deal that Ann has played and shared.

    `choice` is the index of the button that Ann presses at each move. Different indexes give different worlds.
    """
    with serving(application(folder / "tables.db", "a secret")) as site, visitor(site) as ann, visitor(site) as bo:
        url = begin(ann, players="2", seed="7", name="Ann")
        while is_open(text := page(ann, url)):
            cards, sent = moves(text)
            play(ann, url, text=text, move=[*cards[:1], sent[choice]])
        match = f"{url}/matches/1"
        link = str(ann.post(f"{match}/deal", follow_redirects=False).headers["location"])
        told = []
        for is_playing in (False, True):
            if is_playing:
                own = str(bo.post(link, follow_redirects=False).headers["location"])
            paths = [
                link,
                url,
                match,
                f"{match}/moves/0",
                f"{match}/review",
                f"{url}/record",
                f"/api{url}",
                "/positions",
            ]
            answers = [bo.get(path, headers={"Accept": kind}) for path in paths for kind in ("text/html", "*/*")]
            answers += [bo.post(f"{match}/play-on", data={"command": "once", "move": "1"}), bo.post(f"{match}/deal")]
            told += [f"{answer.status_code} {answer.text}" for answer in answers]
        hidden = [(url, "URL"), (link, "LINK"), (own, "OWN"), (str(bo.base_url), "SITE")]
        return [without_random_parts(text, hidden) for text in told]


def without_random_parts(text: str, hidden: Sequence[tuple[str, str]]) -> str:
    """Return an answer without its random addresses and ids."""
    for drawn, word in hidden:
        text = text.replace(drawn, word).replace(drawn.removeprefix("/tables/"), word)
    return re.sub(r'name="command" value="[^"]*"', "", text)


def test_a_player_of_a_shared_deal_learns_nothing_about_other_matches_of_the_deal(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    one, other = (responses_about_a_deal(folder, choice) for folder, choice in zip(folders, (0, -1), strict=True))
    assert one == other
    assert len(one) > 30
