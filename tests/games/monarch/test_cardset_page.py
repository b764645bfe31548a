"""The page on card sets is complete: its examples load, and it names every kind, field, error and warning."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from courtly.games.monarch.cardset import cards_from
from courtly.games.monarch.cardset.checks import COUNTS
from courtly.games.monarch.cardset.formulas import AnyFormula
from courtly.games.monarch.cardset.kinds import AnyEffect, AnyMetEffect, AnyPower, AnyRequirement
from courtly.games.monarch.cardset.marks import kinds_of
from courtly.games.monarch.cardset.schema import Form
from tests.games.monarch.cardset_problems import ONE_PROBLEM
from tests.games.monarch.documents import at, changed, put

PAGE = Path(__file__).parents[3].joinpath("docs", "card-sets.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
PLACES = {"crowns": "court[astronomer]", "pledge": "moon[fair-moon]", "requirement": "banner[banner-of-might]"}


def entries() -> list[tuple[str, dict[str, Any]]]:
    """Return each example that shows a part of an entry: the place of the entry, and the example's values."""
    parts = [text for text in EXAMPLES if not text.startswith("[[")]
    found = []
    for text in parts:
        lines = [text] if "pledge" in text else text.splitlines()
        for values in map(tomllib.loads, lines):
            place = PLACES[next(iter(values))]
            found.append(("guest[weepy-poet]" if -1 in values.get("crowns", {}).values() else place, values))
    return found


def test_the_first_card_of_the_page_is_valid() -> None:
    (card,) = tomllib.loads(EXAMPLES[0])["court"]
    cards = cards_from(changed(lambda document: document["court"].append(card)))
    assert cards.courts[-1].id == card["id"] == "brave-otter"


@pytest.mark.parametrize(("place", "values"), entries())
def test_every_example_of_a_part_of_an_entry_is_valid(place: str, values: dict[str, Any]) -> None:
    document = changed(put(**{f"{place}.{key}": value for key, value in values.items()}))
    assert cards_from(document).id == "monarch-house"
    assert at(document, place).items() >= values.items()


@pytest.mark.parametrize("union", [AnyFormula, AnyPower, AnyEffect, AnyMetEffect, AnyRequirement])
def test_every_kind_is_on_the_page_with_its_fields(union: Any) -> None:
    for kind, table in kinds_of(union).items():
        assert [name for name in (kind, *table.known_keys()) if not re.search(rf"\b{name}\b", PAGE)] == []


def test_every_table_and_limit_is_on_the_page() -> None:
    assert [table for table in Form.known_keys() if f"`{table}`" not in PAGE and f"[{table}]" not in PAGE] == []
    limits = {number for span in COUNTS.values() for number in span[:3]}
    assert [number for number in limits if not re.search(rf"\b{number}\b", PAGE)] == []


def test_every_tested_code_is_on_the_page() -> None:
    codes = {problem.partition(" ")[0] for problem, _ in ONE_PROBLEM} | {"syntax", "file"}
    assert [code for code in codes if f"`{code}`" not in PAGE] == []
