"""Renders templates: loads them, and defines the functions that all of them can use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    Undefined,
)
from jinja2.compiler import CodeGenerator
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from courtly.engine.contract.game import game_names
from courtly.scene.parts import folder
from courtly.text.languages import ENGLISH, SUPPORTED, languages_of
from courtly.text.locales import Locale
from courtly.web.limits import NOTES_LENGTH
from courtly.web.region_hashes import NO_HASHES, RegionHashes
from courtly.web.regions import Bodies, Canvas, RegionUpdate, fill
from courtly.web.scripts import SERVED, fingerprint
from courtly.web.switches import chosen_theme

NOTHING = Markup("")

MAX_TEXTS = 8192
"""Maximum number of cached escaped texts."""

STATIC = Path(__file__).parent / "static"

_given: ContextVar[Mapping[str, Any]] = ContextVar("given", default=MappingProxyType({}))
"""The values that all templates can use: `page`, `is_whole`, `lang`, `theme`, `say`, `count`, and the functions for
regions."""


@contextmanager
def given(**values: Any) -> Iterator[None]:
    """Set the values that templates rendered in the context can use, and the templates that they import."""
    token = _given.set(values)
    try:
        yield
    finally:
        _given.reset(token)


class StaticFolders(StaticFiles):
    """The static files of the server; below the name of a game, the files of that game."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the path and the `stat` result of an address; for an unknown file, the latter is None."""
        game, _, inside = path.partition(os.sep)
        if inside and game in game_names():
            return StaticFiles(directory=folder(game, "static"), check_dir=False).lookup_path(inside)
        return super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; the imports of a script are bundled into it, and comments are left out."""
        answer = await super().get_response(path, scope)
        served = SERVED.get(Path(path).suffix)
        if served and isinstance(answer, FileResponse):
            return Response(served(Path(answer.path)), media_type=answer.media_type)
        return answer


def static_url(name: str) -> str:
    """Return the address of a static file. It contains the file's hash, so the file may be cached forever."""
    return f"/static/{name}?v={_fingerprint(name)}"


@cache
def _fingerprint(name: str) -> str:
    return fingerprint(_static_path(name))


def _static_path(name: str) -> Path:
    game, _, inside = name.partition("/")
    return folder(game, "static") / inside if inside else STATIC / name


class _Templates(dict[str, BaseLoader]):
    """The template loader of each registered game."""

    def __missing__(self, game: str) -> BaseLoader:
        if game not in game_names():
            raise KeyError(game)
        try:
            return FileSystemLoader(folder(game, "templates"))
        except TypeError as error:  # a game that is a single module has no folder
            raise KeyError(game) from error


@lru_cache(MAX_TEXTS)
def _escaped_text(text: str) -> Markup:
    return escape(text)


def _escaped(value: object) -> Markup:
    """Escape a value. Unlike `markupsafe.escape`, this caches texts and is fast for markup."""
    if type(value) is Markup:
        return value
    if type(value) is Undefined:  # a condition without an `else`; looking up `__html__` on it is slow
        return NOTHING
    return _escaped_text(value) if type(value) is str else escape(value)


class _Template(Template):
    """A template that leaves no garbage, and is imported once for all pages."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Return the rendered text, and break reference cycles, so that no garbage collection is needed."""
        context = self.new_context(dict(*args, **kwargs))
        try:
            return "".join(self.root_render_func(context))
        except Exception:  # noqa: BLE001 - Jinja raises it again, with the line of the template
            self.environment.handle_exception()
        finally:
            # Macros and their context refer to each other. Without this, the cycle keeps all rendered text in memory.
            context.vars.clear()

    def make_module(  # Jinja's own names and order
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002
        shared: bool = False,  # noqa: FBT001, FBT002
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        """Return what other templates can import from this one. It is made once, for all pages.

        So code outside its macros cannot use values of the page. Macros get these values when they are called.
        """
        if vars is not None:
            return self._get_default_module()
        with given():
            return super().make_module()


class _Context(Context):
    """A template context that calls functions without checking whether they need the context."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return the value of a name: the template's own, a global, or one of the current page's values."""
        if key in self.vars:
            return self.vars[key]
        return self.parent[key] if key in self.parent else _given.get().get(key, missing)

    def call(
        self, __obj: Callable[..., Any], *args: Any, _block_vars: Any = None, _loop_vars: Any = None, **kwargs: Any
    ) -> Any:
        """Call a function as a template does."""
        return __obj(*args, **kwargs)


class _CodeGenerator(CodeGenerator):
    """Compiles templates that escape with the function of the environment."""

    def write_commons(self) -> None:
        """Write the local names of a template's functions."""
        super().write_commons()
        self.writeline("escape = environment.escape")


class _Environment(Environment):
    """A template environment with a faster `escape`, which takes much of the time of rendering."""

    code_generator_class = _CodeGenerator
    context_class = _Context
    template_class = _Template
    escape = staticmethod(_escaped)


@lru_cache(MAX_TEXTS)
def anchor(place: str) -> str:
    """Return an element id for a place; it has only letters, digits, hyphens, underscores and dots.

    Examples
    --------
    >>> anchor("hand:0/1")
    'at-hand-0-1'
    """
    return "at-" + "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in place)


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
    made = _Environment(
        loader=ChoiceLoader([PackageLoader("courtly.web"), PrefixLoader(_Templates())]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,  # unlimited; a bounded cache takes a lock and reorders at each lookup
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(languages=SUPPORTED, english=ENGLISH, static=static_url)
    made.globals.update(fill=fill, lang_of=lang_of)
    made.filters.update(anchor=anchor)
    made.globals["notes_length"] = NOTES_LENGTH
    made.globals["sprite"] = static_url("icons.svg")
    return made


@cache
def bodies() -> Bodies:
    """Return this process's cache of region bodies."""
    return Bodies()


def render(template: str, page: object, locale: Locale, *, status: int = 200) -> HTMLResponse:
    """Return a page. No cache may store it, because it may depend on the player."""
    canvas, text = _render(template, page, locale, None)
    whole = canvas.page(text, getattr(page, "fills", {}))
    return HTMLResponse(whole, status, headers={"Cache-Control": "no-store", "Content-Language": locale.lang})


def draw(template: str, page: object, locale: Locale, before: RegionHashes = NO_HASHES) -> RegionUpdate:
    """Return the regions of a page that differ from an earlier rendering for the viewer; by default all regions."""
    canvas, _ = _render(template, page, locale, before)
    hashes = RegionHashes(canvas.hashes)
    changed = canvas.changed(hashes)
    # A changed region is sent with all its nested regions. If some were not rendered this time, render all.
    source = canvas if canvas.has(changed) else _render(template, page, locale, NO_HASHES)[0]
    return RegionUpdate(source.regions(changed), hashes)


def parts(template: str, page: object, locale: Locale, names: Sequence[str]) -> dict[str, str]:
    """Return some regions of a page, with their nested regions."""
    return _render(template, page, locale, NO_HASHES)[0].regions(names)


def _render(template: str, page: object, locale: Locale, before: RegionHashes | None) -> tuple[Canvas, str]:
    """Return the canvas of a page, and its text."""
    canvas = Canvas((template, locale.lang, locale.domain, frozenset(locale.off)), bodies(), before)
    about = {"lang": locale.lang, "theme": chosen_theme.get(), "say": locale.say, "count": locale.count}
    with given(page=page, is_whole=canvas.is_whole, **about, **canvas.tools):
        return canvas, environment().get_template(template).render()
