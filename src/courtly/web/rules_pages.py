"""The page of the rules of a game, with pictures that are drawn as the table is."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from courtly.scene.page import GamePages
from courtly.teaching.course import Stop, first
from courtly.teaching.loading import lesson_of
from courtly.teaching.rules import Block, has_rules, rules_of
from courtly.text.reader import Reader
from courtly.web.contexts.doors import GameLink
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.learning import RulesPage
from courtly.web.games import offered, pages_of
from courtly.web.lessons import lesson_page
from courtly.web.render import parts
from courtly.web.rules_text import sections_of
from courtly.web.stages import stage_of


def rules_page(game: str, reader: Reader, *, has_pictures: bool = True) -> RulesPage:
    """Return the page of the rules of a game, the same for everybody."""
    pages = pages_of(game)
    rules = rules_of(game, reader.lang)

    def picture(block: Block) -> Markup:
        return _picture(game, reader.lang, block.position, tuple(block.regions))

    return RulesPage(
        frame=Frame(
            title=reader.say("{game}: the rules", game=pages.title(reader)),
            here=f"/rules/{game}",
            sheets=pages.sheet_files(),
        ),
        games=_games(pages, reader),
        game=pages.name,
        called=pages.title(reader),
        title=rules.title,
        sections=sections_of(rules, picture if has_pictures else None),
        learn_url=f"/learn/{game}",
    )


def _games(chosen: GamePages, reader: Reader) -> list[GameLink]:
    """Return the games that have rules."""
    return [
        GameLink(pages.name, pages.title(reader.of(pages.name)), "", chosen=pages.name == chosen.name)
        for pages in offered()
        if has_rules(pages.name)
    ]


@cache
def _picture(game: str, lang: str, position: str, regions: tuple[str, ...]) -> Markup:
    """Return the stage of a table, or some regions of it, at a position of the game's lesson, as seat 0 sees it.

    It is drawn once per process.
    """
    lesson = lesson_of(game)
    name, _, version = position.partition("@")
    reader = Reader(lang, domain=game)
    page = lesson_page(Stop(lesson, first(), lesson.records[name].at(int(version))), reader)
    # Drawn by the templates of the table, which escape what is put into them.
    if regions:
        return Markup("".join(parts(page.template, page, reader, regions).values()))  # noqa: S704
    return stage_of(page, reader)
