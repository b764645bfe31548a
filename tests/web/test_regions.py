"""Regions: what is drawn of a page, what differs between two versions, and what is drawn once for one value."""

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
from courtly.text.reader import Reader
from courtly.web import render as rendering
from courtly.web.prints import NO_PRINTS, Prints
from courtly.web.regions import Bodies, Body, Canvas, Drawing, filled
from courtly.web.table_pages import match_page, match_regions
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


def canvas_of(template: str, bodies: Bodies, before: Prints | None, about: str, page: Any) -> tuple[Canvas, str]:
    """Return what a template is drawn on, and its text."""
    environment = rendering.environment().overlay(loader=DictLoader({"it": template}))
    canvas = Canvas((about,), bodies, before)
    with rendering.given(page=page, **canvas.tools):
        return canvas, environment.get_template("it").render()


def drawn(
    bodies: Bodies | None = None, before: Prints | None = None, about: str = "en", **page: Any
) -> tuple[Canvas, str]:
    """Return what the template is drawn on with values, and its text; a whole page where `before` is None."""
    values = {"outer": "out", "inner": "in", "log": "lines", "hidden": False, "lines": (), **page}
    return canvas_of(TEMPLATE, bodies or Bodies(), before, about, values)


def whole(**page: Any) -> str:
    """Return the whole page that the template makes of values."""
    canvas, text = drawn(**page)
    return canvas.page(text, {"turn": "7"})


def prints(**page: Any) -> Prints:
    """Return what is kept of a drawing."""
    return Prints(drawn(before=NO_PRINTS, **page)[0].prints)


def changed(canvas: Canvas) -> list[str]:
    """Return the regions that differ from what was there before."""
    return canvas.changed(Prints(canvas.prints))


def sent(before: Prints = NO_PRINTS, **page: Any) -> dict[str, str]:
    """Return the regions that differ from what was drawn before; what was not drawn again is drawn here for a whole."""
    return drawn(before=NO_PRINTS, **page)[0].regions(changed(drawn(before=before, **page)[0]))


def test_one_who_is_not_in_step_gets_whole_regions() -> None:
    assert list(sent()) == ["outer"]
    assert sent()["outer"].startswith('<section id="outer" class="panel">')
    assert '<div id="inner">in </div>' in sent()["outer"]


def test_a_region_differs_only_when_what_it_shows_does() -> None:
    assert sent(prints()) == {}
    assert list(sent(prints(), inner="new")) == ["inner"]
    assert list(sent(prints(), outer="new")) == ["outer"]
    assert list(sent(prints(), hidden=True)) == ["outer"]


def test_a_region_that_is_sent_whole_is_not_sent_again_within_another() -> None:
    brought = sent(prints(), outer="new", inner="newer")
    assert list(brought) == ["outer"]
    assert "newer" in brought["outer"]


def test_a_region_of_the_same_value_is_not_drawn_again() -> None:
    bodies = Bodies()
    canvas, _ = drawn(bodies, prints(), inner="in", outer="new")
    assert bodies.drawn == 0
    assert changed(canvas) == ["outer"]
    assert not canvas.has(["outer"])
    assert drawn(bodies, prints(), inner="new")[0].has(["inner"])


OF_VALUES = """
{% call region("outer", of=page) %}{{ page[0] }}{% for one in page[1:] -%}
{% call region("in-" ~ loop.index, of=one) %}{{ one }}{% endcall %}{%- endfor %}{% endcall %}
"""


def test_of_a_region_whose_value_is_new_only_the_inner_ones_that_differ_are_drawn_and_sent() -> None:
    bodies = Bodies()
    before = Prints(canvas_of(OF_VALUES, Bodies(), NO_PRINTS, "en", ("a", 1, -1, 3))[0].prints)
    canvas, _ = canvas_of(OF_VALUES, bodies, before, "en", ("a", 1, -2, 3))
    assert canvas.regions(changed(canvas)) == {"in-2": '<div id="in-2">-2</div>'}
    assert bodies.drawn == 1
    kept = Prints(canvas.prints)
    assert changed(canvas_of(OF_VALUES, bodies, kept, "en", ("b", 1, -2, 3))[0]) == ["outer"]
    assert changed(canvas_of(OF_VALUES, bodies, kept, "en", ("a", 1, -2))[0]) == ["outer"]


def test_what_is_filled_in_and_what_stands_outside_is_in_whole_pages_only() -> None:
    page, region = whole(), sent()["outer"]
    assert '<div id="inner">in 7</div>' in page
    assert '<ol id="log" data-outside>lines</ol>' in page
    assert '<div id="inner">in </div>' in region
    assert '<ol id="log" data-outside></ol>' in region


def test_text_of_persons_makes_neither_regions_nor_fillings() -> None:
    page = whole(outer="<region:inner><fill:turn>")
    assert "&lt;region:inner&gt;&lt;fill:turn&gt;" in page


def test_a_body_is_drawn_once_for_each_value_language_and_set_of_switches() -> None:
    bodies = Bodies()
    for inner in ("one", "one", "two"):
        drawn(bodies, NO_PRINTS, inner=inner)
    assert bodies.drawn == 2 + NO_LINES
    drawn(bodies, NO_PRINTS, "fr", inner="one")
    assert bodies.drawn == 3 + 2 * NO_LINES


def test_many_regions_are_remembered_by_one_value_without_an_element_around_them() -> None:
    bodies = Bodies()
    first = drawn(bodies, NO_PRINTS, lines=("a", "b"))[0]
    drawn_first = bodies.drawn
    kept = Prints(first.prints)
    assert changed(drawn(bodies, kept, lines=("a", "b"))[0]) == []
    assert bodies.drawn == drawn_first
    assert changed(drawn(bodies, kept, lines=("a", "c"))[0]) == ["line-c"]
    page = whole(lines=("a", "b"))
    assert '<div id="line-a">a</div><div id="line-b">b</div>' in page
    assert 'id="lines"' not in page


def test_what_is_remembered_without_an_element_stands_in_no_region() -> None:
    template = '{% call region("outer") %}{% call remembered("lines", of=page) %}.{% endcall %}{% endcall %}'
    with pytest.raises(AssertionError, match="lines cannot be within a region"):
        canvas_of(template, Bodies(), None, "en", ())


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
            bodies.keep(key, Body(key, {}, NO_PRINTS))

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


def shown(match: Match, seat: int | None, lang: str = "en", before: Prints = NO_PRINTS) -> Drawing:
    """Return the regions of a seat that differ from what it was shown before."""
    return match_regions(look_at(match, seat), Reader(lang), before=before).drawing


@every_game
def test_a_whole_page_has_exactly_its_regions(game: str) -> None:
    for match, seat in islice(positions(game), 0, None, 5):
        page = FILLED.sub(r"\1", page_of(match, seat))
        for html in shown(match, seat).regions.values():
            assert html in page


def canvas_at(match: Match, seat: int | None, lang: str) -> Canvas:
    """Return a canvas with all that a seat is shown, of which nothing was remembered."""
    page, reader = match_page(look_at(match, seat), Reader(lang), talk=None), Reader(lang, domain=match.game)
    canvas = Canvas((), Bodies(), NO_PRINTS)
    about = {"page": page, "is_whole": False, "lang": lang, "say": reader.say, "count": reader.count}
    with rendering.given(**about, **canvas.tools):
        rendering.environment().get_template(page.template).render()
    return canvas


def differing(canvas: Canvas, before: Canvas | None) -> dict[str, str]:
    """Return the regions whose own text is another than before, but for those that are in one of them."""
    old = before.texts if before else {}
    changed = [name for name, text in canvas.texts.items() if old.get(name) != text]
    within = {name for outer in changed for name in re.findall(r' id="([^"]+)"', canvas.regions([outer])[outer])[1:]}
    return canvas.regions([name for name in changed if name not in within])


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_brought_exactly_what_differs_from_what_it_had(game: str, lang: str) -> None:
    before, kept = dict[int | None, Canvas](), dict[int | None, Prints]()
    for match, seat in positions(game):
        drawing = shown(match, seat, lang, kept.get(seat, NO_PRINTS))
        canvas = canvas_at(match, seat, lang)
        assert drawing.regions == differing(canvas, before.get(seat))
        before[seat], kept[seat] = canvas, drawing.prints


@every_game
def test_a_page_that_was_drawn_leaves_nothing_to_the_garbage_collector(game: str) -> None:
    match = courtly.new_match(game, players=GAMES[game], seed=5)
    shown(match, 0)
    gc.collect()
    gc.disable()
    try:
        shown(match, 0)
        left = gc.collect()
    finally:
        gc.enable()
    assert left < 20
