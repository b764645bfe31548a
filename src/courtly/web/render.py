"""Renders pages from templates."""

from __future__ import annotations

from markupsafe import Markup
from starlette.responses import HTMLResponse

from courtly.text.locales import Locale
from courtly.web.contexts.table import FinalPage, MatchPage
from courtly.web.parts import insert
from courtly.web.switches import chosen_theme
from courtly.web.table_parts import parts_of
from courtly.web.template_environment import environment, speaking

LAYOUT, STAGE_LAYOUT = "match.html", "stage_layout.html"
"""The templates that the template of a match extends: for its page, and for its stage alone."""


def render(template: str, page: object, locale: Locale, *, status: int = 200) -> HTMLResponse:
    """Return a page with its parts and fills. No cache may store it, because it may depend on the player."""
    whole = _html(template, page, locale, LAYOUT)
    return HTMLResponse(whole, status, headers={"Cache-Control": "no-store", "Content-Language": locale.lang})


def render_stage(page: MatchPage | FinalPage, locale: Locale) -> Markup:
    """Return the stage of a match that is not over, for other pages. The templates escape all values, so it is safe."""
    assert isinstance(page, MatchPage)
    return Markup(_html(page.template, page, locale, STAGE_LAYOUT).strip())  # noqa: S704


def _html(template: str, page: object, locale: Locale, layout: str) -> str:
    values = {"page": page, "lang": locale.lang, "theme": chosen_theme.get(), "layout": layout}
    with speaking(locale):
        skeleton = environment().get_template(template).render(values)
    return insert(skeleton, parts_of(page), locale, getattr(page, "fills", {}))
