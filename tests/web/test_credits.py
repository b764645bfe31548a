"""The page of credits, and REUSE.toml, name every author of an icon."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import httpx

from tests.web.helpers import page

ROOT = Path(__file__).resolve().parents[2]


def rows() -> list[tuple[str, str]]:
    """Return every icon in the list of credits with its author."""
    text = (ROOT / "src/courtly/web/static/CREDITS.md").read_text(encoding="utf-8")
    credited = [line.split(" | ") for line in text.splitlines() if "Icon made by" in line]
    return [(icon, re.split("[,;|]", made.removeprefix("Icon made by "))[0].strip()) for _, icon, made in credited]


def test_the_page_of_credits_names_every_icon_with_its_author(client: httpx.Client) -> None:
    shown = dict(re.findall(r"<li>Icons made by (.+?): <code>(.+?)</code>", page(client, "/credits")))
    assert rows()
    assert [(icon, author) for icon, author in rows() if icon not in shown.get(author, "").split(", ")] == []


def test_the_licences_of_the_files_name_every_author_of_an_icon() -> None:
    entries = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    [named] = [
        " ".join(each["SPDX-FileCopyrightText"]) for each in entries if "CC-BY" in each["SPDX-License-Identifier"]
    ]
    assert {author for _, author in rows() if author not in named} == set()
