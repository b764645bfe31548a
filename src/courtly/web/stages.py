"""The stage of a table as a picture: what its own templates draw, to stand in a page that is no table."""

from __future__ import annotations

from markupsafe import Markup

from courtly.text.reader import Reader
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.render import render

STAGE, AFTER_IT = '<div class="stage"', ('<p class="notice"', '<div class="coach"')
"""Where the stage begins on the page of a table, and what may come after it."""


def stage_of(page: MatchPage | FinalPage, reader: Reader) -> Markup:
    """Return the stage of a match that is played; it was escaped by the templates that draw it."""
    text = bytes(render(page.template, page, reader).body).decode()
    start = text.index(STAGE)
    end = min(at for mark in AFTER_IT if (at := text.find(mark, start)) > 0)
    return Markup(text[text.index(">", start) + 1 : end].rstrip().removesuffix("</div>"))  # noqa: S704
