"""Bundled scripts: they are complete, without comments, and small. Also the total size of a table's page."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from courtly.web.games import offered
from courtly.web.scripts import fingerprint, modules, picture, script, style
from courtly.web.static_files import STATIC
from tests.web.helpers import NODE, begin, page

SCRIPTS = sorted(STATIC.glob("*.js"))
FIRST_SCRIPT, MAX_SCRIPT, MAX_PAGE = 8_000, 17_800, 200_000
"""Maximum compressed bytes: the input script, the input and animation scripts, and a first visit to a table."""


def packed(content: bytes) -> int:
    """Return the compressed size in bytes."""
    return len(gzip.compress(content, 5))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_bundle_is_a_valid_module_without_imports(path: Path, tmp_path: Path) -> None:
    served = tmp_path / "served.mjs"
    served.write_text(script(path), "utf-8")
    ran = subprocess.run([NODE, "--check", served], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "import {" not in served.read_text("utf-8")


def test_imported_modules_come_first_and_only_once(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("/** One. */\n\n// A reason.\nexport const one = 1;\n")
    (tmp_path / "two.js").write_text('import { one } from "./one.js";\nexport function two() {\n  return one + 1;\n}\n')
    (tmp_path / "all.js").write_text('import { two } from "./two.js";\nimport { one } from "./one.js";\none + two();\n')
    assert [path.stem for path in modules(tmp_path / "all.js")] == ["one", "two", "all"]
    assert script(tmp_path / "all.js") == "const one = 1;\nfunction two() {\nreturn one + 1;\n}\none + two();\n"


def test_a_dynamic_import_has_a_fingerprinted_address(tmp_path: Path) -> None:
    (tmp_path / "later.js").write_text("export const later = 1;\n")
    (tmp_path / "now.js").write_text('import("./later.js");\n')
    assert script(tmp_path / "now.js") == f'import("./later.js?v={fingerprint(tmp_path / "later.js")}");\n'


def test_a_style_sheet_is_served_without_comments_and_spaces(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("/* A reason. */\n.a, .b > .c { color: red; inset: 0 1px; }\n  .d { gap: 1px }\n")
    assert style(tmp_path / "a.css") == ".a,.b > .c{color:red;inset:0 1px}.d{gap:1px}"


def test_a_picture_is_served_without_comments(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text('<svg>\n<!-- The author. -->\n<path d="M0 0"/>\n</svg>\n')
    assert picture(tmp_path / "a.svg") == '<svg>\n<path d="M0 0"/>\n</svg>\n'


def imported_later(path: Path) -> Iterator[Path]:
    """Yield the modules that a module imports dynamically, directly or indirectly."""
    for name in re.findall(r'import\("\./([\w-]+\.js)', script(path)):
        yield path.with_name(name)
        yield from imported_later(path.with_name(name))


def test_the_script_of_a_table_is_small() -> None:
    first, show = (packed(script(STATIC / name).encode()) for name in ("table.js", "table-show.js"))
    assert first < FIRST_SCRIPT
    assert first + show < MAX_SCRIPT


def files_of(client: httpx.Client, text: str) -> Iterator[bytes]:
    """Yield all files that a page needs: style sheets with their fonts, scripts, and pictures."""
    wanted = {address.split("#")[0] for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', text)}
    for address in sorted(wanted):
        content = client.get(address).content
        yield content
        for inner in re.findall(rb'url\("([^"#:]+\.(?:woff2|svg|webp)[^"]*)"', content if ".css" in address else b""):
            yield client.get(str(httpx.URL(address).join(inner.decode()))).content


@pytest.mark.parametrize("game", [pages.name for pages in offered()])
def test_a_first_visit_to_a_table_is_small(client: httpx.Client, game: str) -> None:
    text = page(client, begin(client, game=game, players="4"))
    later = {path.name: script(path).encode() for path in imported_later(STATIC / "table.js")}
    assert {"table-show.js", "table-coach.js", "table-synth.js"} <= later.keys()
    if "data-scene" not in text:
        # A page without scenes never imports this module.
        del later["table-scene.js"]
    if game != "courtisans":
        # Only pages of Courtisans have plans.
        del later["table-plan.js"]
    for pressed in ("table-rule.js", "table-synth.js", "table-which.js", "table-replay.js", "notifications.js"):
        # Sound and notifications are off at first; these modules are loaded after a press.
        del later[pressed]
    files = [*files_of(client, text), *later.values()]
    assert packed(text.encode()) + sum(map(packed, files)) < MAX_PAGE
