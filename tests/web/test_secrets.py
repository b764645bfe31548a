"""The twin-world test of the pages: facts hidden from a seat do not change a byte of its pages and hints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import courtly
from courtly.bots import Budget, hint, hint_stream
from courtly.engine.play.match import Match
from courtly.environment import Environment, using
from courtly.text.languages import LANGUAGES
from tests.web.helpers import application, begin, is_open, moves, page, page_of, play, serving, visitor
from tests.web.worlds import WORLDS, Worlds, every_game

SHORT = Budget(simulations=10)


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
def test_pages_are_equal_in_twin_worlds(game: str, lang: str) -> None:
    worlds, pages = WORLDS[game](), list[list[str]]()
    for world in (0, 1):
        # The pages have random command ids.
        with using(Environment(Random(0))):
            pages.append(pages_along(game, worlds, world, lang))
    one, other = pages
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
