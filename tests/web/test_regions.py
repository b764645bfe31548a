"""Regions: what is drawn of a page, what differs between two versions, and what is drawn once for one value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from jinja2 import DictLoader, UndefinedError

import courtly
from courtly.engine.play.match import Match
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from courtly.web import render as rendering
from courtly.web.regions import Bodies, Body, Canvas, Drawing, filled, frozen
from courtly.web.table_pages import match_regions
from tests.web.helpers import look_at, page_of

GAMES = {"courtisans": 3, "cursed_court": 4, "monarch": 3}
every_game = pytest.mark.parametrize("game", GAMES)
FILLED = re.compile(r'((?:name="(?:command|match|turn)" value|data-seconds)=")[^"]*')

TEMPLATE = """
{% call region("outer", tag="section", class="panel", hidden=page.hidden) %}
{{ page.outer }}{% call region("inner", of=page.inner) %}{{ page.inner }} {{ fill("turn") }}{% endcall %}
{% call outside("log", tag="ol") %}{{ page.log }}{% endcall %}
{% endcall %}
{% call remembered("lines", of=page.lines) -%}
{% for line in page.lines %}{% call region("line-" ~ line) %}{{ line }}{% endcall %}{% endfor %}
{%- endcall %}
"""


NO_LINES = 1
"""The body of no lines is remembered, too."""


def drawn(bodies: Bodies | None = None, *, is_whole: bool = False, about: str = "en", **page: Any) -> Drawing | str:
    """Return what the template makes of values: its regions, or the whole page."""
    environment = rendering.environment().overlay(loader=DictLoader({"it": TEMPLATE}))
    canvas = Canvas((about,), bodies or Bodies(), is_whole)
    values = {"outer": "out", "inner": "in", "log": "lines", "hidden": False, "lines": (), **page}
    with rendering.given(page=values, **canvas.tools):
        text = environment.get_template("it").render()
    return canvas.page(text, {"turn": "7"}) if is_whole else canvas.drawing()


def regions(bodies: Bodies | None = None, **page: Any) -> Drawing:
    """Return the regions that the template makes of values."""
    found = drawn(bodies, **page)
    assert isinstance(found, Drawing)
    return found


def test_one_who_is_not_in_step_gets_whole_regions() -> None:
    assert list(regions().since(None)) == ["outer"]
    whole = regions().since(None)["outer"]
    assert whole.startswith('<section id="outer" class="panel">')
    assert '<div id="inner">in </div>' in whole


def test_a_region_differs_only_when_what_it_shows_does() -> None:
    assert regions().since(regions()) == {}
    assert list(regions(inner="new").since(regions())) == ["inner"]
    assert list(regions(outer="new").since(regions())) == ["outer"]
    assert list(regions(hidden=True).since(regions())) == ["outer"]


def test_a_region_that_is_sent_whole_is_not_sent_again_within_another() -> None:
    sent = regions(outer="new", inner="newer").since(regions())
    assert list(sent) == ["outer"]
    assert "newer" in sent["outer"]


def test_what_is_filled_in_and_what_stands_outside_is_in_whole_pages_only() -> None:
    page, region = str(drawn(is_whole=True)), regions().html("outer")
    assert '<div id="inner">in 7</div>' in page
    assert '<ol id="log" data-outside>lines</ol>' in page
    assert '<div id="inner">in </div>' in region
    assert '<ol id="log" data-outside></ol>' in region


def test_text_of_persons_makes_neither_regions_nor_fillings() -> None:
    page = str(drawn(is_whole=True, outer="<region:inner><fill:turn>"))
    assert "&lt;region:inner&gt;&lt;fill:turn&gt;" in page


def test_a_body_is_drawn_once_for_each_value_language_and_set_of_switches() -> None:
    bodies = Bodies()
    for inner in ("one", "one", "two"):
        regions(bodies, inner=inner)
    assert bodies.drawn == 2 + NO_LINES
    regions(bodies, inner="one", about="fr")
    assert bodies.drawn == 3 + 2 * NO_LINES


def test_many_regions_are_remembered_by_one_value_without_an_element_around_them() -> None:
    bodies = Bodies()
    first = regions(bodies, lines=("a", "b"))
    drawn_first = bodies.drawn
    assert regions(bodies, lines=("a", "b")) == first
    assert bodies.drawn == drawn_first
    assert list(regions(bodies, lines=("a", "c")).since(first)) == ["line-c"]
    page = str(drawn(bodies, is_whole=True, lines=("a", "b")))
    assert '<div id="line-a">a</div><div id="line-b">b</div>' in page
    assert 'id="lines"' not in page


def test_what_stands_outside_the_macros_of_an_imported_template_cannot_ask_anything_of_a_page() -> None:
    """It is made once for all pages: one reader's page would be shown to another."""
    templates = {
        "it": '{% from "parts" import own, asked with context %}{{ own() }}',
        "parts": "{% macro own() %}{{ lang }}{% endmacro %}{% set asked = page.asked %}",
        "bare": '{% from "macros" import own with context %}{{ own() }}',
        "macros": "{% macro own() %}{{ lang }}{% endmacro %}",
    }
    made = rendering.environment().overlay(loader=DictLoader(templates))
    with rendering.given(page={"asked": "?"}, lang="fr"):
        assert made.get_template("bare").render() == "fr"
        with pytest.raises(UndefinedError, match="'page' is undefined"):
            made.get_template("it").render()
    with rendering.given(lang="en"):
        assert made.get_template("bare").render() == "en"


def test_only_the_bodies_that_were_drawn_last_are_remembered() -> None:
    bodies = Bodies(most=2)

    def find(key: str) -> None:
        if bodies.find(key) is None:
            bodies.keep(key, Body(key, {}))

    for key in ("one", "two", "one", "three", "one"):
        find(key)
    assert bodies.drawn == 3
    find("two")
    assert bodies.drawn == 4


def test_two_regions_of_one_page_have_two_names() -> None:
    canvas = Canvas((), Bodies())
    canvas.region("hand", caller=str)
    with pytest.raises(AssertionError, match="two regions are called hand"):
        canvas.region("hand", caller=str)


def test_frozen_values_are_equal_when_all_that_is_in_them_is() -> None:
    assert frozen({"a": [1, (2, "b")]}) == frozen({"a": [1, (2, "b")]})
    assert frozen({"a": [1]}) != frozen({"a": [2]})
    assert hash(frozen([{"a": None}])) == hash(frozen([{"a": None}]))


def test_the_id_of_a_form_tells_the_form_and_the_page() -> None:
    assert filled("command:mind2", {"command": "k3"}) == "k3-mind2"


def positions(game: str) -> Iterator[tuple[Match, int | None]]:
    """Play a match by the first and the last legal move in turn; yield each position, for each audience in turn."""
    match = courtly.new_match(game, players=GAMES[game], seed=5)
    while not match.is_over:
        audience = match.version % (match.players + 1)
        yield match, audience if audience < match.players else None
        legal = match.legal_moves()
        match.play(legal[-1 if match.version % 2 else 0])


def shown(match: Match, seat: int | None, lang: str = "en") -> Drawing:
    """Return the regions of a seat."""
    return match_regions(look_at(match, seat), Reader(lang)).drawing


@every_game
def test_a_whole_page_has_exactly_its_regions(game: str) -> None:
    for match, seat in islice(positions(game), 0, None, 5):
        page = FILLED.sub(r"\1", page_of(match, seat))
        for html in shown(match, seat).since(None).values():
            assert html in page


@pytest.mark.long
@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_remembered_is_what_would_be_drawn(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are drawn anew in one language each, five in a row, which are seen by every audience."""
    remembered = [shown(match, seat, lang) for match, seat in positions(game)]
    for number, (match, seat) in enumerate(positions(game)):
        if number // 5 % len(LANGUAGES) != LANGUAGES.index(lang):
            continue
        fresh = Bodies()
        monkeypatch.setattr(rendering, "bodies", lambda fresh=fresh: fresh)
        assert shown(match, seat, lang) == remembered[number]


@every_game
def test_whoever_gets_what_differs_has_the_whole(game: str) -> None:
    """Replace by id, as a browser does, and compare with what is drawn anew."""
    kept: dict[str, str] = {}
    before = None
    for match, _ in islice(positions(game), 0, None, 5):
        drawing = shown(match, 0)
        for name in drawing.since(before):
            kept[name] = drawing.html(name)
        assert set(drawing.since(None)) <= set(kept)
        changed = drawing.since(before)
        for name, html in drawing.since(None).items():
            inner = [each for each in changed if each in re.findall(r'id="([^"]+)"', html)]
            assert kept[name] == html or name in changed or inner
            kept[name] = html
        before = drawing
