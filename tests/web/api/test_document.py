"""The answers of all API addresses, compared with their OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import TypeAdapter
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from courtly.web.api import models
from tests.web.api.helpers import GAMES, Program, application, two_at_a_table
from tests.web.helpers import visitor

TABLE = TypeAdapter(models.TableDocument)
schema = schemathesis.openapi.from_dict(application().openapi())
tables = schema.include(path_regex="^/(api|healthz|readyz|metrics)")

PROMISED = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
"""The checks for all answers. A request that fits its schema may be rejected, because games have further rules."""


@pytest.fixture(scope="module")
def someone(site: str) -> Iterator[Program]:
    """One program for all cases."""
    with visitor(site) as made:
        yield Program(made)


@tables.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: Case[Any], site: str, someone: Program) -> None:
    leaves = (case.method, case.path) == ("DELETE", "/api/me")
    program = Program(someone.client) if leaves else someone
    case.call_and_validate(base_url=site, headers=program.headers, checks=PROMISED)


@pytest.mark.parametrize("game", GAMES)
def test_tables_match_their_models(client: httpx.Client, game: str) -> None:
    host, guest, table = two_at_a_table(client, game)
    for _ in range(8):
        shown = host.table(table, since=0)
        TABLE.validate_json(json.dumps(shown), strict=True, extra="forbid")
        mover = host if shown["to_move"] == 0 else guest
        shown = mover.table(table)
        answer = mover.move(table, shown, shown["view"]["legal"][0])
        models.ActAnswer.model_validate(answer, strict=True, extra="forbid")


def test_the_description_marks_requests_that_need_an_identity() -> None:
    paths = schema.raw_schema["paths"]
    assert paths["/api/me"]["get"]["security"] == [{"HTTPBearer": []}, {"APIKeyCookie": []}]
    assert "security" not in paths["/api/games"]["get"]
    assert "security" not in paths["/api/tables/{table}"]["get"]
