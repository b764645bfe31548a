"""The template environment: finds templates, and defines the names that all of them can use.

A page's template also gets `page`, `lang` and `theme`. A macro gets only its arguments, unless it is imported `with
context`, which takes time. So the components of parts have none of these values.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from courtly.engine.contract.game import game_names
from courtly.scene.page_parts import anchor
from courtly.scene.parts import folder
from courtly.text.languages import ENGLISH, SUPPORTED, languages_of
from courtly.text.locales import Locale
from courtly.web.limits import NOTES_LENGTH
from courtly.web.static_files import static_url

_locale: ContextVar[Locale] = ContextVar("locale")
"""The locale in which a template is being rendered."""


@contextmanager
def speaking(locale: Locale) -> Iterator[None]:
    """Render templates in a locale."""
    token = _locale.set(locale)
    try:
        yield
    finally:
        _locale.reset(token)


def say(sentence: str, **places: object) -> str:
    """Return a sentence in the language of the page; see `Locale.say`."""
    return _locale.get().say(sentence, **places)


def count(one: str, many: str, n: int, **places: object) -> str:
    """Return a sentence for the number `n` in the language of the page; see `Locale.count`."""
    return _locale.get().count(one, many, n, **places)


def part(name: str) -> Markup:
    """Return the place of a part; see `courtly.scene.page_parts`."""
    return Markup(f"<part:{name}>")  # noqa: S704 - ids of parts contain no user text


def fill(name: str, more: object = "") -> Markup:
    """Return the place of a fill; `more` is appended to its text after a hyphen."""
    return Markup(f"<fill:{name}:{more}>" if more != "" else f"<fill:{name}>")  # noqa: S704 - nor do names of fills


class _Templates(dict[str, BaseLoader]):
    """The template loader of each registered game."""

    def __missing__(self, game: str) -> BaseLoader:
        if game not in game_names():
            raise KeyError(game)
        try:
            return FileSystemLoader(folder(game, "templates"))
        except TypeError as error:  # a game that is a single module has no folder
            raise KeyError(game) from error


def lang_of(game: str, lang: str) -> Markup:
    """Return the attribute `lang` for the texts of a game without a translation: they are English on every page.

    Examples
    --------
    >>> lang_of("courtisans", "fr"), lang_of("no_such_game", "fr")
    (Markup(''), Markup(' lang="en"'))
    """
    return Markup() if lang in languages_of(game) else Markup(' lang="{}"').format(ENGLISH)


@cache
def environment() -> Environment:
    """Return the template environment. It escapes all values, and undefined names raise an error."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("courtly.web"), PrefixLoader(_Templates())]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,  # unlimited; a bounded cache takes a lock and reorders at each lookup
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(say=say, count=count, part=part, fill=fill, lang_of=lang_of)
    made.globals.update(languages=SUPPORTED, english=ENGLISH, static=static_url, sprite=static_url("icons.svg"))
    made.globals["notes_length"] = NOTES_LENGTH
    made.filters.update(anchor=anchor)
    return made


def call_macro(template: str, name: str, locale: Locale, *values: object) -> str:
    """Return the text that a macro of a template renders in a locale."""
    with speaking(locale):
        return str(getattr(environment().get_template(template).module, name)(*values))
