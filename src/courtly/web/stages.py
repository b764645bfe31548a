"""Cuts the stage out of the page of a table, so that other pages can show it."""

from __future__ import annotations

from markupsafe import Markup

from courtly.text.locales import Locale
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.render import render

STAGE, AFTER_IT = '<div class="stage"', ('<p class="notice"', '<div class="coach"')
"""The start tag of the stage on a table's page, and the start tags of the elements that may follow the stage."""


def stage_of(page: MatchPage | FinalPage, locale: Locale) -> Markup:
    """Return the stage of a match page. Its templates escape all values, so it is marked as safe."""
    text = bytes(render(page.template, page, locale).body).decode()
    start = text.index(STAGE)
    end = min(at for mark in AFTER_IT if (at := text.find(mark, start)) > 0)
    return Markup(text[text.index(">", start) + 1 : end].rstrip().removesuffix("</div>"))  # noqa: S704
