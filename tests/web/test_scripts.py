"""Scripts as they are served: whole, without comments, and small; and how much a page of a table is in all."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from courtly.web.games import offered
from courtly.web.render import STATIC
from courtly.web.scripts import fingerprint, modules, script
from tests.web.helpers import begin, page
from tests.web.static.test_modules import NODE

SCRIPTS = sorted(STATIC.glob("*.js"))
MOST_SCRIPT, MOST_PAGE = 15_500, 200_000
"""Compressed bytes of the script of a table, and of a table's page with all that a first visit loads."""


def packed(content: bytes) -> int:
    """Return how many bytes go over the wire."""
    return len(gzip.compress(content, 5))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_what_is_served_is_a_module_of_its_own(path: Path, tmp_path: Path) -> None:
    served = tmp_path / "served.mjs"
    served.write_text(script(path), "utf-8")
    ran = subprocess.run([NODE, "--check", served], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "import {" not in served.read_text("utf-8")


def test_modules_come_before_those_that_import_them_and_only_once(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("/** One. */\n\n// A reason.\nexport const one = 1;\n")
    (tmp_path / "two.js").write_text('import { one } from "./one.js";\nexport function two() {\n  return one + 1;\n}\n')
    (tmp_path / "all.js").write_text('import { two } from "./two.js";\nimport { one } from "./one.js";\none + two();\n')
    assert [path.stem for path in modules(tmp_path / "all.js")] == ["one", "two", "all"]
    assert script(tmp_path / "all.js") == "const one = 1;\nfunction two() {\nreturn one + 1;\n}\none + two();\n"


def test_a_module_that_is_imported_later_is_asked_for_at_an_address_that_changes_with_it(tmp_path: Path) -> None:
    (tmp_path / "later.js").write_text("export const later = 1;\n")
    (tmp_path / "now.js").write_text('import("./later.js");\n')
    assert script(tmp_path / "now.js") == f'import("./later.js?v={fingerprint(tmp_path / "later.js")}");\n'


def test_the_script_of_a_table_is_small() -> None:
    assert packed(script(STATIC / "table.js").encode()) < MOST_SCRIPT


def files_of(client: httpx.Client, text: str) -> Iterator[bytes]:
    """Return every file that a page needs: sheets, scripts, pictures, and the typefaces of the sheets."""
    wanted = {address.split("#")[0] for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', text)}
    for address in sorted(wanted):
        content = client.get(address).content
        yield content
        for inner in re.findall(rb'url\("([^"#:]+\.(?:woff2|svg|webp)[^"]*)"', content if ".css" in address else b""):
            yield client.get(str(httpx.URL(address).join(inner.decode()))).content


@pytest.mark.parametrize("game", [pages.name for pages in offered()])
def test_a_first_visit_to_a_table_is_small(client: httpx.Client, game: str) -> None:
    text = page(client, begin(client, game=game, players="4"))
    later = [path for path in SCRIPTS if re.search(rf'import\("./{path.name}', script(STATIC / "table.js"))]
    files = [*files_of(client, text), *(script(path).encode() for path in later)]
    assert packed(text.encode()) + sum(map(packed, files)) < MOST_PAGE
