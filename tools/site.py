"""Build the documentation site in dist/site: `python -m tools.site`, with the programs of `locks/site.txt`.

The pages of the repository stay where they are. `site_pages` copies them into `var/pages`, one folder for each
language. Zensical builds each language, and `site_links` checks the result. `--publish FOLDER` adds the site as a
version to a folder of versions.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Mapping
from os.path import relpath
from pathlib import Path

import courtly
from courtly.scene.parts import folder as static_folder
from courtly.text.languages import ENGLISH, LANGUAGES
from tools.release import programs, run
from tools.site_links import problems
from tools.site_pages import Stage

ROOT = Path(__file__).resolve().parents[1]
STAGE = ROOT / "var/pages"
SITE = ROOT / "dist/site"
SITES = [lang for lang in LANGUAGES if (ROOT / f"docs/site/{lang}.toml").is_file()]
"""The languages of the site. A language of the pages may have no documentation yet."""

STATIC = ROOT / "src/courtly/web/static"
DRAWING = re.compile(r"<div data-drawing=\"(.*?)\"></div>")


def build(*, has_versions: bool = False) -> list[str]:
    """Build the site, with a menu of versions if there are several, and return its problems."""
    for folder in (STAGE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    stage = Stage(STAGE)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        stage.add(path.relative_to(ROOT).as_posix())
    stage.write()
    tools = programs(ROOT, "site")
    run(ROOT, f"{tools}/codespell", "docs", "src/courtly", "examples", *map(str, ROOT.glob("*.md")))
    base = (ROOT / "docs/site/base.toml").read_text(encoding="utf-8").replace("VERSION", courtly.__version__)
    for lang in SITES:
        folder = STAGE / lang
        shutil.copytree(STATIC, folder / "pages/static", ignore=shutil.ignore_patterns("*.js", "*.md", "*.png"))
        for game in courtly.game_names():
            shutil.copytree(static_folder(game, "static"), folder / "pages/static" / game)
        shutil.copy(ROOT / "docs/site/site.css", folder / "pages/site.css")
        own = (ROOT / f"docs/site/{lang}.toml").read_text(encoding="utf-8")
        menu = 'extra.version.provider = "mike"\n' if has_versions and lang == ENGLISH else ""
        (folder / "zensical.toml").write_text(own + base + menu, encoding="utf-8")
        run(ROOT, f"{tools}/zensical", "build", "--strict", "--config-file", str(folder / "zensical.toml"))
        shutil.copytree(folder / "site", SITE / ("" if lang == ENGLISH else lang), dirs_exist_ok=True)
    insert_drawings(stage.drawings)
    return list(problems(SITE))


def insert_drawings(drawings: Mapping[str, str]) -> None:
    """Insert the pictures of tables into the finished pages. They are too large to be part of a page's text."""
    for path in SITE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if "data-drawing" in text:
            static = relpath(SITE / "static", path.parent)
            text = DRAWING.sub(lambda found: drawings[found[1]], text)
            path.write_text(re.sub(r'"/static/([^"?]+)\?v=\w+', rf'"{static}/\1', text), encoding="utf-8")


def publish(folder: Path, version: str) -> None:
    """Add the site to a folder of versions, in the form that the menu of versions reads, and point the root to it."""
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(SITE, folder / version)
    found = sorted((path.name for path in folder.iterdir() if (path / "index.html").is_file()), key=_order)
    rows = [{"version": each, "title": each, "aliases": []} for each in found]
    (folder / "versions.json").write_text(json.dumps(rows), encoding="utf-8")
    page = (
        f'<!doctype html><html lang="en"><title>Courtly</title><meta http-equiv="refresh" content="0; url={found[0]}/">'
    )
    (folder / "index.html").write_text(page, encoding="utf-8")
    (folder / ".nojekyll").touch()


def _order(version: str) -> list[int]:
    """Return the place of a version in the menu: the newest first, other names last."""
    return [-int(number) for number in re.findall(r"\d+", version)] or [1]


def main(arguments: list[str] | None = None) -> int:
    """Build the site and print its problems; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="Build the documentation site.")
    parser.add_argument("--publish", type=Path, metavar="FOLDER", help="add the site to this folder of versions")
    parser.add_argument("--version", default="dev", help="the name of the version to publish")
    given = parser.parse_args(arguments)
    found = build(has_versions=bool(given.publish))
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    if not found and given.publish:
        publish(given.publish, given.version)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
