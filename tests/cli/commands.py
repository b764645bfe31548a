"""Helpers of the tests of commands: calls in the test's own process, and the record of a finished match."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from courtly.cli import app
from courtly.engine.play.records import write_record
from courtly.text.languages import LANGUAGES
from tests.games.courtisans.builders import begin, play_on

both = pytest.mark.parametrize("lang", LANGUAGES)


def run(*arguments: str, typed: str | bytes = "", environment: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed, env=environment, prog_name="courtly")


def refused(result: Result, status: int) -> str:
    """The single line of an error."""
    assert result.exit_code == status
    assert re.fullmatch(r"courtly: [^\n\x1b]+\n", result.stderr)
    assert "Traceback" not in result.output
    return result.stderr


def finished() -> dict[str, Any]:
    """The record of a finished match."""
    document: dict[str, Any] = json.loads(write_record(play_on(begin())))
    return document
