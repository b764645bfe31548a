"""The few addresses that answer in JSON, against what their own description promises."""

from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis import Case

from tests.web.helpers import application

schema = schemathesis.openapi.from_dict(application(":memory:", "a secret").openapi())


@schema.parametrize()
@settings(max_examples=25, deadline=None)
def test_answers_are_as_described(case: Case[Any], site: str) -> None:
    case.call_and_validate(base_url=site, headers={"Accept": "application/json"})
