"""The page of a review, its plots, and how a review is made beside the tables, kept, and made again."""

from __future__ import annotations

import re
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import pytest

from courtly.engine.contract.game import game_names
from courtly.tables.looking import Past
from courtly.tables.reviews import Counting
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from courtly.web import plots
from courtly.web.contexts.past import ReviewPage
from courtly.web.render import render
from courtly.web.review_pages import review_page, turns_of
from tests.review.helpers import finished, quick_review
from tests.web.helpers import application, begin, look_at, play_to_the_end, serving, visitor

PATIENCE = 120.0


def drawn(game: str, eyes: int | None = 0, lang: str = "en") -> tuple[ReviewPage, str]:
    match = finished(game)
    found = review_page(Past(look_at(match, 0), match), quick_review(game), eyes, Reader(lang))
    return found, bytes(render("review.html", found, Reader(lang, domain=game)).body).decode()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_a_review_has_its_chances_moments_and_parts_in_numbers_too(game: str, lang: str) -> None:
    found, text = drawn(game, None, lang)
    assert found.chances is not None
    assert found.parts is not None
    assert len(found.chances.rows) == len(turns_of(quick_review(game))) + 1
    assert text.count('class="moment ') == len(quick_review(game).moments)
    assert [row[0] for row in found.parts.rows] == [player.name for player in sorted(found.players, key=by_seat)]
    assert str(quick_review(game).imagined) in text


def by_seat(player: object) -> int:
    return int(getattr(player, "seat"))  # noqa: B009 - any of the page's players


def test_a_plot_has_a_line_a_player_and_a_link_a_turn() -> None:
    found, _ = drawn("courtisans", 0)
    plot = ET.fromstring(str(found.curve))
    turns = turns_of(quick_review("courtisans"))
    assert len([each for each in plot if each.tag == "polyline"]) == 2
    assert len([each for each in plot if each.tag == "polygon"]) == 1
    assert [each.attrib["href"] for each in plot if each.tag == "a"][:2] == [
        f"/tables/table/matches/1/moves/{version}?seat=0" for version in turns[:2]
    ]


def test_names_with_signs_of_html_stay_words_in_a_plot() -> None:
    curve = plots.Curve("<b>&", "wine", [0.5, 1.0], True)
    text = str(plots.chances([curve], [], ["/"], 'a "label"', plots.DESKTOP))
    assert "<b>" not in text
    assert ET.fromstring(text).attrib["aria-label"] == 'a "label"'


def test_a_page_says_how_far_a_review_is_made() -> None:
    match = finished("courtisans")
    found = review_page(Past(look_at(match, 0), match), Counting(12, 28), 0, Reader("en"))
    assert found.counting == "Counting: 12 of 28 moves. Look again in a moment."
    assert not found.curve
    none = review_page(Past(look_at(match, 0), match), None, 0, Reader("en"))
    assert none.counting == "This server makes no reviews."


def reviewed(client: httpx.Client, url: str) -> str:
    """The page of a review, once it is made."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = client.get(f"{url}/matches/1/review")
        assert answer.status_code == 200, answer.text
        if 'class="panel counting"' not in answer.text:
            return answer.text
        assert time.monotonic() < end, "the review is never made"
        time.sleep(0.05)


def test_a_review_is_made_beside_the_table_and_kept_over_a_restart(tmp_path: Path) -> None:
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
    """All figures of the tables of a review."""
    return re.findall(r"<td>([^<]*)</td>", text)
