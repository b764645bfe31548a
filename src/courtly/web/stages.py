"""Extracts the stage of a table, as its own templates render it, for other pages."""

from __future__ import annotations

from markupsafe import Markup

from courtly.text.locales import Locale
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.render import render

STAGE, AFTER_IT = '<div class="stage"', ('<p class="notice"', '<div class="coach"')
"""The start of the stage on the page of a table, and the possible elements after it."""


def stage_of(page: MatchPage | FinalPage, locale: Locale) -> Markup:
    """Return the stage of a match that is being played; the templates that rendered it have escaped it."""
    text = bytes(render(page.template, page, locale).body).decode()
    start = text.index(STAGE)
    end = min(at for mark in AFTER_IT if (at := text.find(mark, start)) > 0)
    return Markup(text[text.index(">", start) + 1 : end].rstrip().removesuffix("</div>"))  # noqa: S704
