"""Parts of pages: a page gets exactly those that have changed, and each is rendered once for all viewers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, meta

import courtly
from courtly.engine.play.match import Match
from courtly.scene.page_parts import Part, Parts
from courtly.testing.simulation.browser import difference, replaced
from courtly.text.locales import Locale
from courtly.web import template_environment
from courtly.web.parts import NO_HASHES, PartHashes, PartsUpdate, insert, rendered, texts, update
from courtly.web.table_pages import match_page, match_update
from courtly.web.table_parts import match_parts
from tests.web.helpers import page_of, table_view_of

GAMES = {"courtisans": 3, "cursed_court": 4, "monarch": 3}
every_game = pytest.mark.parametrize("game", GAMES)
FILLED = re.compile(r'((?:name="(?:command|match|turn)" value|data-seconds)=")[^"]*|(?<=action=")[^"]*')

TEMPLATE = """
{% macro outer(id, value) %}<section id="{{ id }}">{{ value }} {{ part("inner") }}</section>{% endmacro %}
{% macro inner(id, value) %}<i id="{{ id }}">{{ say("Round") }} {{ value }}{{ fill("turn") }}</i>{% endmacro %}
{% macro forms(id, value) %}<form id="{{ id }}">{{ fill("command", "mind2") }}</form>{% endmacro %}
"""
OF_PAGES = "page", "lang", "theme", "layout"
"""The names that the templates of pages have in addition to those of all templates."""

part = partial(Part, "it.html")
EN = Locale("en", domain="monarch")


@pytest.fixture(autouse=True)
def components(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Offer the components of `TEMPLATE`, and begin with an empty cache."""
    made = template_environment.environment()
    loaders = made.loader.loaders  # type: ignore[union-attr]
    monkeypatch.setattr(made.loader, "loaders", [DictLoader({"it.html": TEMPLATE}), *loaders])
    rendered.cache_clear()
    yield
    rendered.cache_clear()


def page(outer: object = "out", inner: object = "in") -> Parts:
    """Return a page with two parts, one inside the other."""
    return {"inner": part("inner", inner), "outer": part("outer", outer)}


def sent(parts: Parts, before: Parts | None = None, locale: Locale = EN) -> dict[str, str]:
    """Return the parts that differ from those of an earlier page."""
    return dict(update(parts, locale, PartHashes(before) if before else NO_HASHES).texts)


def test_a_new_page_gets_all_parts_each_once() -> None:
    assert sent(page()) == {"outer": '<section id="outer">out <i id="inner">Round in</i></section>'}


def test_a_page_gets_only_the_parts_whose_values_differ() -> None:
    assert sent(page(), page()) == {}
    assert sent(page(inner="new"), page()) == {"inner": '<i id="inner">Round new</i>'}


def test_a_part_inside_a_changed_part_is_sent_with_it() -> None:
    assert list(sent(page("new", "newer"), page())) == ["outer"]
    assert "newer" in sent(page("new", "newer"), page())["outer"]


def test_a_new_part_is_sent() -> None:
    assert list(sent({**page(), "more": part("inner", 1)}, page())) == ["more"]


def test_numbers_whose_python_hashes_are_equal_are_different_values() -> None:
    assert hash((-1,)) == hash((-2,))
    assert list(sent(page(inner=-2), page(inner=-1))) == ["inner"]


def test_a_part_is_rendered_once_for_all_viewers_of_a_language() -> None:
    for outer in ("one", "one", "two"):
        sent(page(outer))
    assert rendered.cache_info().misses == 3
    assert "Manche" in sent(page(), locale=Locale("fr", domain="monarch"))["outer"]


def test_fills_are_only_in_whole_pages() -> None:
    forms = {"forms": part("forms"), **page()}
    whole = insert("<main><part:outer><part:forms></main>", forms, EN, {"turn": "<7>", "command": "k3"})
    assert '<i id="inner">Round in&lt;7&gt;</i>' in whole
    assert '<form id="forms">k3-mind2</form>' in whole
    assert texts(forms, EN, ["forms", "inner"]) == {
        "forms": '<form id="forms"></form>',
        "inner": '<i id="inner">Round in</i>',
    }


def test_an_update_has_only_the_given_fills() -> None:
    forms = {"forms": part("forms"), **page()}
    assert update(forms, EN, NO_HASHES, {"turn": "<7>"}).texts == {
        "forms": '<form id="forms"></form>',
        "outer": texts(page(), EN, ["outer"])["outer"].replace("Round in", "Round in&lt;7&gt;"),
    }


def test_user_text_cannot_contain_places() -> None:
    assert "&lt;part:inner&gt;&lt;fill:turn&gt;" in sent(page(outer="<part:inner><fill:turn>"))["outer"]


def test_names_cannot_end_the_script_element_of_a_plan() -> None:
    match = courtly.new_match("courtisans", players=2, seed=1)
    waiting = 0 if match.to_move else 1
    text = page_of(match, waiting, names=("</script><i>", "</script><b>"))
    assert "\\u003c/script" in text
    assert "</script><i>" not in text
    assert "</script><b>" not in text


whole = st.integers(-(2**63), 2**63 - 1)
values = st.dictionaries(st.sampled_from("abcd"), whole | st.text() | st.tuples(whole))


@given(values, values)
def test_changed_are_the_parts_that_are_not_equal(now: dict[str, object], then: dict[str, object]) -> None:
    parts, before = ({name: part("inner", value) for name, value in page.items()} for page in (now, then))
    assert PartHashes(parts).changed(PartHashes(before)) == [n for n, one in parts.items() if before.get(n) != one]
    assert len(PartHashes(parts)) == len(now)
    assert list(PartHashes(parts)) == list(now)
    assert PartHashes(parts).get("none") is None


def positions(game: str) -> Iterator[tuple[Match, int | None]]:
    """Yield the positions of a match, each with an audience. Moves are alternately the first and the last legal one."""
    match = courtly.new_match(game, players=GAMES[game], seed=5)
    while not match.is_over:
        audience = match.version % (match.players + 1)
        yield match, audience if audience < match.players else None
        legal = match.legal_moves()
        match.play(legal[-1 if match.version % 2 else 0])


def shown(match: Match, seat: int | None, lang: str, before: PartHashes = NO_HASHES) -> PartsUpdate:
    """Return the parts of a seat's page that differ from an earlier one."""
    return match_update(table_view_of(match, seat), Locale(lang), before=before).parts


@pytest.mark.parametrize(("game", "lang"), [("courtisans", "de"), ("cursed_court", "fr"), ("monarch", "en")])
def test_a_page_with_the_sent_parts_equals_a_fresh_page(game: str, lang: str) -> None:
    pages, kept = dict[int | None, str](), dict[int | None, PartHashes]()
    for match, seat in positions(game):
        fresh, sent = page_of(match, seat, lang), shown(match, seat, lang, kept.get(seat, NO_HASHES))
        updated = pages.get(seat, fresh)
        for name, html in sent.texts.items():
            updated = replaced(updated, name, html)
        assert difference(updated, fresh) is None
        pages[seat], kept[seat] = fresh, sent.hashes


@every_game
def test_each_component_renders_the_element_of_its_part_from_a_hashable_value(game: str) -> None:
    for match, seat in islice(positions(game), 0, None, 5):
        parts = match_parts(match_page(table_view_of(match, seat), Locale("en"), talk=None))
        for name, one in parts.items():
            hash(one)
            assert re.match(rf'\s*<\w+ id="{re.escape(name)}"', rendered(name, one, "en", game)), name


@every_game
def test_each_part_has_one_place_on_the_page(game: str) -> None:
    for match, seat in islice(positions(game), 0, None, 5):
        ids = re.findall(r' id="([^"]+)"', page_of(match, seat))
        names = shown(match, seat, "en").hashes
        assert {name: ids.count(name) for name in names} == dict.fromkeys(names, 1)


@every_game
def test_components_use_no_values_of_the_page(game: str) -> None:
    made = template_environment.environment()
    match = courtly.new_match(game, players=GAMES[game], seed=5)
    parts = match_parts(match_page(table_view_of(match, 0), Locale("en"), talk=None))
    for template in {one.template for one in parts.values()}:
        source = made.loader.get_source(made, template)[0]  # type: ignore[union-attr]
        assert meta.find_undeclared_variables(made.parse(source)).isdisjoint(OF_PAGES), template
