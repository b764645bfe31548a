"""Renders templates: finds them, and defines the few functions that all of them can use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
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
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro, markup_join
from jinja2.utils import missing
from markupsafe import Markup, escape
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from courtly.engine.contract.game import game_names
from courtly.scene.parts import folder
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from courtly.web.limits import NOTES_LENGTH
from courtly.web.prints import NO_PRINTS, Prints
from courtly.web.regions import Bodies, Canvas, Drawing, fill, marked_up
from courtly.web.scripts import fingerprint, script
from courtly.web.text import LANGUAGE_NAMES

NOTHING = Markup("")

MOST_TEXTS = 8192
"""Texts that are remembered as they are escaped."""

PLAIN: Set[type] = {str, int}
MARKED: Set[type] = {Markup, *PLAIN}
"""What is joined without a question whether it is markup."""

STATIC = Path(__file__).parent / "static"

_given: ContextVar[Mapping[str, Any]] = ContextVar("given", default=MappingProxyType({}))
"""What every template is given: `page`, `is_whole`, the reader's `lang`, `say`, `count`, and what draws regions."""


@contextmanager
def given(**values: Any) -> Iterator[None]:
    """Give values to all templates that are drawn within, and to what they import."""
    token = _given.set(values)
    try:
        yield
    finally:
        _given.reset(token)


class StaticFolders(StaticFiles):
    """The files of the pages, and those of each game below the game's name."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the file of an address, and what the file system says of it: None where there is none."""
        game, _, inside = path.partition(os.sep)
        if inside and game in game_names():
            return StaticFiles(directory=folder(game, "static"), check_dir=False).lookup_path(inside)
        return super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; a module with those that it imports."""
        answer = await super().get_response(path, scope)
        if isinstance(answer, FileResponse) and path.endswith(".js"):
            return Response(script(Path(answer.path)), media_type="text/javascript")
        return answer


def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, which may be kept for ever."""
    return f"/static/{name}?v={_fingerprint(name)}"


def has_static(name: str) -> bool:
    """Tell whether there is a static file of that name."""
    return _static_path(name).is_file()


@cache
def _fingerprint(name: str) -> str:
    return fingerprint(_static_path(name))


def _static_path(name: str) -> Path:
    game, _, inside = name.partition("/")
    return folder(game, "static") / inside if inside else STATIC / name


class _Templates(dict[str, BaseLoader]):
    """What loads the templates of each registered game."""

    def __missing__(self, game: str) -> BaseLoader:
        if game not in game_names():
            raise KeyError(game)
        try:
            return FileSystemLoader(folder(game, "templates"))
        except TypeError as error:  # a game of one module has no folder
            raise KeyError(game) from error


@lru_cache(MOST_TEXTS)
def _escaped_text(text: str) -> Markup:
    return escape(text)


def _escaped(value: object) -> Markup:
    """Escape a value; what markupsafe escapes anew each time, classes and ids and what macros return, is not."""
    if type(value) is Markup:
        return value
    if type(value) is Undefined:  # a condition without an `else`; asking it for `__html__` takes long
        return NOTHING
    return _escaped_text(value) if type(value) is str else escape(value)


def _joined(parts: Sequence[object]) -> str:
    """Join values as `~` does, quickly where they are texts and numbers."""
    kinds = set(map(type, parts))
    if kinds <= PLAIN:
        return "".join(map(str, parts))
    if kinds <= MARKED:
        return marked_up("".join(map(_escaped, parts)))
    return markup_join(parts)


@cache
def _without_else(hint: str) -> Undefined:
    """Return the value of a condition without an `else`, the same each time."""
    return Undefined(hint)


class _Template(Template):
    """A template that prints values by `_escaped`, which is most of the work of drawing."""

    @classmethod
    def from_code(cls, *args: Any, **kwargs: Any) -> Template:
        """Return the template of compiled code."""
        made = super().from_code(*args, **kwargs)
        made.root_render_func.__globals__.update(
            escape=_escaped, Macro=_Macro, markup_join=_joined, Undefined=_without_else
        )
        return made

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Return what the template draws, and leave nothing of it to the garbage collector."""
        context = self.new_context(dict(*args, **kwargs))
        try:
            return "".join(self.root_render_func(context))
        except Exception:  # noqa: BLE001 - Jinja raises it again, with the line of the template
            self.environment.handle_exception()
        finally:
            # Macros know their context, which knows them, and with them all that was drawn.
            context.vars.clear()

    def make_module(  # Jinja's own names and order
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002
        shared: bool = False,  # noqa: FBT001, FBT002
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        """Return what other templates import of this one: made once, for all pages.

        So what stands outside its macros can ask nothing of a page; they are told of the page when they are called.
        """
        if vars is not None:
            return self._get_default_module()
        with given():
            return super().make_module()


class _Macro(Macro):
    """A macro, whose text is marked as escaped without a question; given just its arguments, it looks for no others."""

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """Return what the macro draws."""
        if kwargs or len(args) != self._argument_count or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*args, **kwargs)
        return marked_up(self._func(*args))

    def _invoke(self, arguments: list[Any], autoescape: bool) -> str:  # noqa: FBT001 (Jinja's own)
        return marked_up(self._func(*arguments))


class _Context(Context):
    """What a template knows while it is drawn; it calls without asking whether a callee wants to be told of it."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return the value of a name: the template's own, a global one, or what the page that is drawn is given."""
        if key in self.vars:
            return self.vars[key]
        return self.parent[key] if key in self.parent else _given.get().get(key, missing)

    def call(
        self, __obj: Callable[..., Any], *args: Any, _block_vars: Any = None, _loop_vars: Any = None, **kwargs: Any
    ) -> Any:
        """Call something as a template does."""
        return __obj(*args, **kwargs)


@lru_cache(MOST_TEXTS)
def anchor(place: str) -> str:
    """Return the id of a place as the id of an element, which has no signs but letters, digits, hyphens and dots.

    Examples
    --------
    >>> anchor("hand:0/1")
    'at-hand-0-1'
    """
    return "at-" + "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in place)


@cache
def environment() -> Environment:
    """Return the templates' environment: everything is escaped, and an unknown name is an error."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("courtly.web"), PrefixLoader(_Templates())]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,  # all; a bounded cache is locked and sorted at each look
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.template_class = _Template
    made.context_class = _Context
    made.globals.update(languages=[(lang, LANGUAGE_NAMES[lang]) for lang in LANGUAGES], static=static_url)
    made.globals["fill"] = fill
    made.filters.update(anchor=anchor)
    made.globals["notes_length"] = NOTES_LENGTH
    made.globals["sprite"] = static_url("icons.svg")
    return made


@cache
def bodies() -> Bodies:
    """Return the bodies of regions that this process has drawn last."""
    return Bodies()


def render(template: str, page: object, reader: Reader, *, status: int = 200) -> HTMLResponse:
    """Return a page; what it shows may be one player's alone, so it is kept nowhere."""
    canvas, text = _drawn(template, page, reader, None)
    whole = canvas.page(text, getattr(page, "fills", {}))
    return HTMLResponse(whole, status, headers={"Cache-Control": "no-store", "Content-Language": reader.lang})


def draw(template: str, page: object, reader: Reader, before: Prints = NO_PRINTS) -> Drawing:
    """Return the regions of a page that differ from an earlier drawing for the same reader; all without one."""
    canvas, _ = _drawn(template, page, reader, before)
    prints = Prints(canvas.prints)
    changed = canvas.changed(prints)
    # A region is sent with all that is in it, also with what was not drawn again.
    source = canvas if canvas.has(changed) else _drawn(template, page, reader, NO_PRINTS)[0]
    return Drawing(source.regions(changed), prints)


def parts(template: str, page: object, reader: Reader, names: Sequence[str]) -> dict[str, str]:
    """Return some of the regions of a page, each whole."""
    return _drawn(template, page, reader, NO_PRINTS)[0].regions(names)


def _drawn(template: str, page: object, reader: Reader, before: Prints | None) -> tuple[Canvas, str]:
    """Return what a page is drawn on, and its text."""
    canvas = Canvas((template, reader.lang, reader.domain, frozenset(reader.off)), bodies(), before)
    about = {"lang": reader.lang, "say": reader.say, "count": reader.count}
    with given(page=page, is_whole=canvas.is_whole, **about, **canvas.tools):
        return canvas, environment().get_template(template).render()
