"""Cuts the stage out of the page of a table, so that other pages can show it."""

from __future__ import annotations

import re

from markupsafe import Markup

from courtly.text.locales import Locale
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.render import render

STAGE = re.compile(r"""<div class="stage"(?:"[^"]*"|'[^']*'|[^"'>])*>""")
"""The start tag of the stage on a table's page. Its attributes may contain `>`."""

AFTER_IT = '<p class="notice"', '<div class="coach"'
"""The start tags of the elements that may follow the stage."""


def stage_of(page: MatchPage | FinalPage, locale: Locale) -> Markup:
    """Return the stage of a match page. Its templates escape all values, so it is marked as safe."""
    text = bytes(render(page.template, page, locale).body).decode()
    found = STAGE.search(text)
    assert found, "a table's page has a stage"
    start = found.end()
    end = min(at for mark in AFTER_IT if (at := text.find(mark, start)) > 0)
    return Markup(text[start:end].rstrip().removesuffix("</div>"))  # noqa: S704
