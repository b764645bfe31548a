"""The documentation site: the places of pages, their links, the check of the result, and its versions."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from courtly.teaching.rules import clause_anchors
from tools import site
from tools.site_links import problems
from tools.site_pages import Stage, layers, page_of, place_of, url_of

ROOT = site.ROOT


def settings(lang: str) -> dict[str, Any]:
    """The settings of a language's site, as `tools.site` joins them."""
    text = "".join((ROOT / f"docs/site/{name}.toml").read_text(encoding="utf-8") for name in (lang, "base"))
    found: dict[str, Any] = tomllib.loads(text)["project"]
    return found


def entries(nav: Any) -> Iterator[str]:
    """Yield the pages of a navigation."""
    if isinstance(nav, str):
        yield nav
    else:
        for each in nav.values() if isinstance(nav, dict) else nav:
            yield from entries(each)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages of both languages."""
    folder = tmp_path_factory.mktemp("pages")
    made = Stage(folder)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        made.add(path.relative_to(ROOT).as_posix())
    made.write()
    return folder


@pytest.mark.parametrize(
    ("name", "place", "url"),
    [
        ("docs/hosting.md", "en/hosting.md", "hosting.html"),
        ("docs/site/index.md", "en/index.md", "index.html"),
        ("docs/fr/README.md", "fr/index.md", "fr/index.html"),
        ("CHANGELOG.md", "en/changelog.md", "changelog.html"),
        ("src/courtly/games/monarch/RULES.md", "en/clauses/monarch.md", "clauses/monarch.html"),
        ("src/courtly/games/monarch/teaching/rules.fr.md", "fr/regles/monarch.md", "fr/regles/monarch.html"),
        (".github/workflows/test.yml", "en/files/github/workflows/test.yml.md", "files/github/workflows/test.yml.html"),
    ],
)
def test_every_file_has_a_place(name: str, place: str, url: str) -> None:
    assert (place_of(name), url_of(place)) == (place, url)


@pytest.mark.parametrize("lang", site.SITES)
def test_every_page_is_in_the_navigation(stage: Path, lang: str) -> None:
    pages = stage / lang / "pages"
    staged = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
    listed = {page for page in entries(settings(lang)["nav"]) if page.endswith(".md")}
    assert listed - staged == set()
    assert {page for page in staged - listed if not page.startswith(("decisions/", "files/"))} == set()


@pytest.mark.parametrize("lang", site.SITES)
def test_every_link_between_pages_leads_to_a_staged_page(stage: Path, lang: str) -> None:
    pages = stage / lang / "pages"
    for path in pages.rglob("*.md"):
        targets = re.findall(r"\]\(([^)#\s:]+\.md)[#)]", path.read_text(encoding="utf-8"))
        assert [target for target in targets if not (path.parent / target).is_file()] == [], path


def test_links_lead_from_one_language_to_the_other(stage: Path) -> None:
    assert "](fr/index.html)" in (stage / "en/pages/play.md").read_text(encoding="utf-8")
    assert "](../fair-deals.html)" in (stage / "fr/pages/donnes-equitables.md").read_text(encoding="utf-8")


def test_code_on_a_page_is_not_changed(stage: Path) -> None:
    shown = (stage / "en/pages/lessons.md").read_text(encoding="utf-8")
    assert "![The market.](position:M@14" in shown


@pytest.mark.parametrize(("lang", "folder"), [("en", "rules-for-players"), ("fr", "regles")])
def test_the_rules_for_players_have_all_paragraphs_and_clauses(stage: Path, lang: str, folder: str) -> None:
    text = (stage / lang / f"pages/{folder}/courtisans.md").read_text(encoding="utf-8")
    assert set(re.findall(r'id="rule-([\d.]+)"', text)) == set(clause_anchors("courtisans", lang))
    assert "data-drawing" in text


def test_the_rules_for_players_have_no_links_in_their_pictures() -> None:
    made = Stage(Path())
    list(made.rules("monarch", "en"))
    assert made.drawings
    assert all("<template" in text and not re.search(r"<a [^>]*href", text) for text in made.drawings.values())


def test_a_file_becomes_a_page_and_a_folder_a_list() -> None:
    assert "~~~~toml\n" in page_of("tools/prose.toml")
    assert "- [1. The lock is hashed requirement files](decisions/0001-the-lock.md)" in page_of("docs/decisions")


def test_a_drawing_becomes_a_row_for_each_layer() -> None:
    drawing = '```mermaid\nflowchart TD\n  a["top"] --> b & c\n  b["left"] --> d\n  c["right"] --> d\n  d["floor"]\n```'
    rows = ["<p><span>top</span></p>", "<p><span>left</span><span>right</span></p>", "<p><span>floor</span></p>"]
    assert layers(drawing) == f'<div class="layers">{"".join(rows)}</div>'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('<a href="b.html#there">', None),
        ('<a href="#top" id="top">', None),
        ('<a href="https://example.org/">', None),
        ('<a href="no.html">', "a.html links to no.html, which does not exist"),
        ('<a href="b.html#no">', "a.html links to b.html#no, which has no such anchor"),
        ('<img src="no.png">', "a.html links to no.png, which does not exist"),
        ('<script src="https://example.org/x.js"></script>', "a.html loads https://example.org/x.js"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "a.html loads //example.org/x.css"),
    ],
)
def test_every_link_and_address_is_checked(tmp_path: Path, line: str, problem: str | None) -> None:
    (tmp_path / "a.html").write_text(line)
    (tmp_path / "b.html").write_text('<p id="there">')
    assert list(problems(tmp_path)) == ([problem] if problem else [])


def test_a_published_version_is_added_to_the_menu_and_the_newest_is_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, versions = tmp_path / "built", tmp_path / "versions"
    built.mkdir()
    versions.mkdir()
    (built / "index.html").write_text("page")
    monkeypatch.setattr(site, "SITE", built)
    for version in ("dev", "0.9", "0.10", "0.10"):
        site.publish(versions, version)
    assert [row["version"] for row in json.loads((versions / "versions.json").read_text())] == ["0.10", "0.9", "dev"]
    assert "url=0.10/" in (versions / "index.html").read_text()
    assert (versions / "0.9/index.html").read_text() == "page"


def test_pictures_are_inserted_with_the_styles_of_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "regles/x.html"
    page.parent.mkdir()
    page.write_text('<div data-drawing="k"></div>')
    monkeypatch.setattr(site, "SITE", tmp_path)
    site.insert_drawings({"k": '<link href="/static/table.css?v=0a1b">'})
    assert page.read_text() == '<link href="../static/table.css">'


def test_the_builder_adds_nothing_from_other_hosts() -> None:
    for lang in site.SITES:
        assert settings(lang)["theme"]["font"] is False
        assert settings(lang)["theme"]["language"] == lang
