"""The page of a game's rules, with pictures rendered from the table's templates."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from courtly.scene.page import GamePages
from courtly.teaching.course import LessonState, first
from courtly.teaching.loading import lesson_of
from courtly.teaching.rules import Block, has_rules, rules_of
from courtly.text.locales import Locale
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.learning import RulesPage
from courtly.web.contexts.setup import GameLink
from courtly.web.games import offered, pages_of
from courtly.web.lessons import lesson_page
from courtly.web.parts import texts
from courtly.web.render import render_stage
from courtly.web.rules_text import refusal_links, sections_of
from courtly.web.table_parts import parts_of


def rules_page(game: str, locale: Locale) -> RulesPage:
    """Return the page of a game's rules, identical for all viewers."""
    pages = pages_of(game)
    rules = rules_of(game, locale.lang)

    def picture(block: Block) -> Markup:
        return _picture(game, locale.lang, block.position, tuple(block.regions))

    return RulesPage(
        frame=Frame(
            title=locale.say("{game}: the rules", game=pages.title(locale)),
            here=f"/rules/{game}",
            sheets=pages.sheet_files(),
        ),
        games=_games(pages, locale),
        game=pages.name,
        called=pages.title(locale),
        title=rules.title,
        sections=sections_of(rules, picture),
        refusals=refusal_links(game, locale.lang),
        learn_url=f"/learn/{game}",
    )


def _games(chosen: GamePages, locale: Locale) -> list[GameLink]:
    """Return the games that have rules."""
    return [
        GameLink(pages.name, pages.title(locale.of(pages.name)), "", chosen=pages.name == chosen.name)
        for pages in offered()
        if has_rules(pages.name)
    ]


@cache
def _picture(game: str, lang: str, position: str, regions: tuple[str, ...]) -> Markup:
    """Return the stage of a table, or some of its regions, as seat 0 sees it at a position of the game's lesson.

    The picture is rendered once per process.
    """
    lesson = lesson_of(game)
    name, _, version = position.partition("@")
    locale = Locale(lang, domain=game)
    page = lesson_page(LessonState(lesson, first(), lesson.records[name].at(int(version))), locale)
    # The templates of the table escape all inserted values.
    if regions:
        return Markup("".join(texts(parts_of(page), locale, regions).values()))  # noqa: S704
    return render_stage(page, locale)
