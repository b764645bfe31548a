"""Finds the pages of a game: its own module `page`, or the default pages."""

from __future__ import annotations

from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import BadOption, CourtlyError
from courtly.engine.sentences import SHARED, Sentence
from courtly.scene.page import REFUSALS, GamePages
from courtly.scene.parts import needed, part
from courtly.text.locales import Locale
from courtly.web.plain import PlainPages

__all__ = ["GamePages", "offered", "pages_of", "refusal", "title_of"]


def offered() -> list[GamePages]:
    """Return the pages of every game."""
    return [pages_of(name) for name in game_names()]


def pages_of(name: str) -> GamePages:
    """Return the pages of a game, its own or the default ones; raise `UnknownGame` for an unknown game."""
    game = find_game(name)
    module = part(game.package, "page")
    pages: GamePages = PlainPages(game) if module is None else needed(module, "PAGE")
    return pages


def refusal(error: CourtlyError) -> Sentence | None:
    """Return the friendlier message that the pages show for an error; None for most errors."""
    if not isinstance(error, BadOption):
        return None
    tables = ((SHARED, REFUSALS), *((pages.name, pages.refusals) for pages in offered()))
    found = ((table.get((error.option, error.problem)), domain) for domain, table in tables)
    return next((Sentence(text, domain=domain) for text, domain in found if text), None)


def title_of(game: str, locale: Locale) -> str:
    """Return the title of a game, also of one that this server does not offer."""
    return pages_of(game).title(locale.of(game)) if game in game_names() else locale.say("Unknown game")
