"""Regions: how they are rendered, the diff between two versions, and the cache of bodies by value."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from jinja2 import DictLoader, UndefinedError

import courtly
from courtly.engine.play.match import Match
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import render as rendering
from courtly.web.region_hashes import NO_HASHES, RegionHashes
from courtly.web.regions import Bodies, Body, Canvas, RegionUpdate, filled
from courtly.web.table_pages import match_page, match_regions
from tests.web.helpers import page_of, table_view_of

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
"""The number of bodies that are cached for an empty list of lines, which counts as a body."""


def canvas_of(template: str, bodies: Bodies, before: RegionHashes | None, about: str, page: Any) -> tuple[Canvas, str]:
    """Return the canvas of a template, and its text."""
    environment = rendering.environment().overlay(loader=DictLoader({"it": template}))
    canvas = Canvas((about,), bodies, before)
    with rendering.given(page=page, **canvas.tools):
        return canvas, environment.get_template("it").render()


def drawn(
    bodies: Bodies | None = None, before: RegionHashes | None = None, about: str = "en", **page: Any
) -> tuple[Canvas, str]:
    """Render the template with the values of a page; return the canvas and the text, whole if `before` is None."""
    values = {"outer": "out", "inner": "in", "log": "lines", "hidden": False, "lines": (), **page}
    return canvas_of(TEMPLATE, bodies or Bodies(), before, about, values)


def whole(**page: Any) -> str:
    """Return the whole page that the template renders with these values."""
    canvas, text = drawn(**page)
    return canvas.page(text, {"turn": "7"})


def hashes(**page: Any) -> RegionHashes:
    """Return the region hashes of the page with these values."""
    return RegionHashes(drawn(before=NO_HASHES, **page)[0].hashes)


def changed(canvas: Canvas) -> list[str]:
    """Return the regions that differ from the earlier rendering."""
    return canvas.changed(RegionHashes(canvas.hashes))


def sent(before: RegionHashes = NO_HASHES, **page: Any) -> dict[str, str]:
    """Return the text of the changed regions, each with all its nested regions."""
    return drawn(before=NO_HASHES, **page)[0].regions(changed(drawn(before=before, **page)[0]))


def test_a_page_without_a_cached_version_gets_all_regions() -> None:
    assert list(sent()) == ["outer"]
    assert sent()["outer"].startswith('<section id="outer" class="panel">')
    assert '<div id="inner">in </div>' in sent()["outer"]


def test_a_region_differs_only_if_its_content_does() -> None:
    assert sent(hashes()) == {}
    assert list(sent(hashes(), inner="new")) == ["inner"]
    assert list(sent(hashes(), outer="new")) == ["outer"]
    assert list(sent(hashes(), hidden=True)) == ["outer"]


def test_a_nested_region_is_sent_only_within_a_changed_region_around_it() -> None:
    brought = sent(hashes(), outer="new", inner="newer")
    assert list(brought) == ["outer"]
    assert "newer" in brought["outer"]


def test_a_region_is_not_rendered_again_if_its_value_is_equal() -> None:
    bodies = Bodies()
    canvas, _ = drawn(bodies, hashes(), inner="in", outer="new")
    assert bodies.drawn == 0
    assert changed(canvas) == ["outer"]
    assert not canvas.has(["outer"])
    assert drawn(bodies, hashes(), inner="new")[0].has(["inner"])


OF_VALUES = """
{% call region("outer", of=page) %}{{ page[0] }}{% for one in page[1:] -%}
{% call region("in-" ~ loop.index, of=one) %}{{ one }}{% endcall %}{%- endfor %}{% endcall %}
"""


def test_only_changed_nested_regions_are_rendered_and_sent() -> None:
    bodies = Bodies()
    before = RegionHashes(canvas_of(OF_VALUES, Bodies(), NO_HASHES, "en", ("a", 1, -1, 3))[0].hashes)
    canvas, _ = canvas_of(OF_VALUES, bodies, before, "en", ("a", 1, -2, 3))
    assert canvas.regions(changed(canvas)) == {"in-2": '<div id="in-2">-2</div>'}
    assert bodies.drawn == 1
    kept = RegionHashes(canvas.hashes)
    assert changed(canvas_of(OF_VALUES, bodies, kept, "en", ("b", 1, -2, 3))[0]) == ["outer"]
    assert changed(canvas_of(OF_VALUES, bodies, kept, "en", ("a", 1, -2))[0]) == ["outer"]


def test_fills_and_outside_content_are_only_in_whole_pages() -> None:
    page, region = whole(), sent()["outer"]
    assert '<div id="inner">in 7</div>' in page
    assert '<ol id="log" data-outside>lines</ol>' in page
    assert '<div id="inner">in </div>' in region
    assert '<ol id="log" data-outside></ol>' in region


def test_user_text_cannot_contain_placeholders() -> None:
    page = whole(outer="<region:inner><fill:turn>")
    assert "&lt;region:inner&gt;&lt;fill:turn&gt;" in page


def test_a_body_is_rendered_once_per_value_and_language() -> None:
    bodies = Bodies()
    for inner in ("one", "one", "two"):
        drawn(bodies, NO_HASHES, inner=inner)
    assert bodies.drawn == 2 + NO_LINES
    drawn(bodies, NO_HASHES, "fr", inner="one")
    assert bodies.drawn == 3 + 2 * NO_LINES


def test_remembered_caches_a_body_with_many_regions_under_one_value() -> None:
    bodies = Bodies()
    first = drawn(bodies, NO_HASHES, lines=("a", "b"))[0]
    drawn_first = bodies.drawn
    kept = RegionHashes(first.hashes)
    assert changed(drawn(bodies, kept, lines=("a", "b"))[0]) == []
    assert bodies.drawn == drawn_first
    assert changed(drawn(bodies, kept, lines=("a", "c"))[0]) == ["line-c"]
    page = whole(lines=("a", "b"))
    assert '<div id="line-a">a</div><div id="line-b">b</div>' in page
    assert 'id="lines"' not in page


def test_remembered_cannot_be_inside_a_region() -> None:
    template = '{% call region("outer") %}{% call remembered("lines", of=page) %}.{% endcall %}{% endcall %}'
    with pytest.raises(AssertionError, match="lines must not be inside a region"):
        canvas_of(template, Bodies(), None, "en", ())


def test_code_outside_the_macros_of_an_imported_template_cannot_use_the_page() -> None:
    """An imported template is made once for all pages. A page's values in it could appear on another viewer's page."""
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


def test_only_the_most_recent_bodies_are_cached() -> None:
    bodies = Bodies(most=2)

    def find(key: str) -> None:
        if bodies.find(key) is None:
            bodies.keep(key, Body(key, {}, NO_HASHES))

    for key in ("one", "two", "one", "three", "one"):
        find(key)
    assert bodies.drawn == 3
    find("two")
    assert bodies.drawn == 4


def test_two_regions_of_a_page_cannot_share_a_name() -> None:
    canvas = Canvas((), Bodies())
    canvas.region("hand", caller=str)
    with pytest.raises(AssertionError, match="duplicate region: hand"):
        canvas.region("hand", caller=str)


def test_the_command_id_of_a_form_depends_on_the_form_and_the_page() -> None:
    assert filled("command:mind2", {"command": "k3"}) == "k3-mind2"


def positions(game: str) -> Iterator[tuple[Match, int | None]]:
    """Yield the positions of a match, each with an audience. Moves are alternately the first and the last legal one."""
    match = courtly.new_match(game, players=GAMES[game], seed=5)
    while not match.is_over:
        audience = match.version % (match.players + 1)
        yield match, audience if audience < match.players else None
        legal = match.legal_moves()
        match.play(legal[-1 if match.version % 2 else 0])


def shown(match: Match, seat: int | None, lang: str = "en", before: RegionHashes = NO_HASHES) -> RegionUpdate:
    """Return the regions of a seat's page that differ from an earlier rendering."""
    return match_regions(table_view_of(match, seat), Locale(lang), before=before).drawing


@every_game
def test_a_whole_page_has_exactly_its_regions(game: str) -> None:
    for match, seat in islice(positions(game), 0, None, 5):
        page = FILLED.sub(r"\1", page_of(match, seat))
        for html in shown(match, seat).regions.values():
            assert html in page


def canvas_at(match: Match, seat: int | None, lang: str) -> Canvas:
    """Return a canvas with the page of a seat, rendered without a cache."""
    page, locale = match_page(table_view_of(match, seat), Locale(lang), talk=None), Locale(lang, domain=match.game)
    canvas = Canvas((), Bodies(), NO_HASHES)
    about = {"page": page, "is_whole": False, "lang": lang, "theme": "", "say": locale.say, "count": locale.count}
    with rendering.given(**about, **canvas.tools):
        rendering.environment().get_template(page.template).render()
    return canvas


def differing(canvas: Canvas, before: Canvas | None) -> dict[str, str]:
    """Return the regions that differ, without regions nested in another differing region."""
    old = before.texts if before else {}
    changed = [name for name, text in canvas.texts.items() if old.get(name) != text]
    within = {name for outer in changed for name in re.findall(r' id="([^"]+)"', canvas.regions([outer])[outer])[1:]}
    return canvas.regions([name for name in changed if name not in within])


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_gets_exactly_the_regions_that_have_changed(game: str, lang: str) -> None:
    before, kept = dict[int | None, Canvas](), dict[int | None, RegionHashes]()
    for match, seat in positions(game):
        drawing = shown(match, seat, lang, kept.get(seat, NO_HASHES))
        canvas = canvas_at(match, seat, lang)
        assert drawing.regions == differing(canvas, before.get(seat))
        before[seat], kept[seat] = canvas, drawing.hashes


def cycles_of(match: Match) -> int:
    """Render a page, and return the number of objects that only the garbage collector frees afterwards."""
    gc.collect()
    gc.disable()
    try:
        shown(match, 0)
        return gc.collect()
    finally:
        gc.enable()


@every_game
def test_rendering_leaves_no_reference_cycles(game: str) -> None:
    match = courtly.new_match(game, players=GAMES[game], seed=5)
    # A rendering may fill a cache, and other threads leave objects, too. A cycle of the renderer appears every time.
    assert any(cycles_of(match) == 0 for _ in range(50))
