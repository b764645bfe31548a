"""The forms for issues have what GitHub requires. It ignores a form with a mistake, without a message."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).resolve().parents[2]
FORMS = sorted(path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
FIELDS = {"dropdown", "input", "textarea"}


def form(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.yaml.decode(path.read_bytes())
    return read


def test_there_is_a_form_for_each_kind_of_issue() -> None:
    assert [path.stem for path in FORMS] == ["fault", "idea", "question", "rule"]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_is_complete(path: Path) -> None:
    described = form(path)
    assert described.keys() == {"name", "description", "labels", "body"}
    fields = [field for field in described["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= FIELDS
    assert all(re.fullmatch(r"[a-z]+", field["id"]) and field["attributes"]["label"] for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_the_form_for_rules_lists_the_games_of_the_package() -> None:
    [games] = [field["attributes"]["options"] for field in form(ROOT / ".github/ISSUE_TEMPLATE/rule.yml")["body"][:1]]
    folders = {path.parent.name for path in (ROOT / "src/courtly/games").glob("*/RULES.md")}
    assert {game.lower().replace(" ", "_") for game in games} == folders
