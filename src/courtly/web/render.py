"""Renders templates: finds them, and defines the few functions that all of them can use."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, StrictUndefined
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from courtly.engine.contract.game import game_names
from courtly.scene.parts import folder
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from courtly.web.regions import Bodies, Canvas, Drawing, fill, frozen, outside, region
from courtly.web.text import LANGUAGE_NAMES

STATIC = Path(__file__).parent / "static"


class StaticFolders(StaticFiles):
    """The files of the pages, and those of each game below the game's name."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the file of an address, and what the file system says of it: None where there is none."""
        game, _, inside = path.partition(os.sep)
        if inside and game in game_names():
            return StaticFiles(directory=folder(game, "static"), check_dir=False).lookup_path(inside)
        return super().lookup_path(path)


def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, which may be kept for ever."""
    return f"/static/{name}?v={_fingerprint(name)}"


@cache
def _fingerprint(name: str) -> str:
    game, _, inside = name.partition("/")
    path = folder(game, "static") / inside if inside else STATIC / name
    return sha256(path.read_bytes()).hexdigest()[:12]


class _Templates(dict[str, BaseLoader]):
    """What loads the templates of each registered game."""

    def __missing__(self, game: str) -> BaseLoader:
        if game not in game_names():
            raise KeyError(game)
        try:
            return FileSystemLoader(folder(game, "templates"))
        except TypeError as error:  # a game of one module has no folder
            raise KeyError(game) from error


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
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(languages=[(lang, LANGUAGE_NAMES[lang]) for lang in LANGUAGES], static=static_url)
    made.globals.update(region=region, outside=outside, fill=fill)
    made.filters.update(anchor=anchor, frozen=frozen)
    made.globals["sprite"] = static_url("icons.svg")
    return made


@cache
def bodies() -> Bodies:
    """Return the bodies of regions that this process has drawn last."""
    return Bodies()


def render(template: str, page: object, reader: Reader, *, status: int = 200) -> HTMLResponse:
    """Return a page; what it shows may be one player's alone, so it is kept nowhere."""
    canvas = _canvas(reader, is_whole=True)
    text = canvas.page(_drawn(template, page, reader, canvas), getattr(page, "fills", {}))
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store", "Content-Language": reader.lang})


def draw(template: str, page: object, reader: Reader) -> Drawing:
    """Return the regions of a page."""
    canvas = _canvas(reader, is_whole=False)
    _drawn(template, page, reader, canvas)
    return canvas.drawing()


def _canvas(reader: Reader, *, is_whole: bool) -> Canvas:
    return Canvas((reader.lang, reader.domain, frozenset(reader.off)), bodies(), is_whole)


def _drawn(template: str, page: object, reader: Reader, canvas: Canvas) -> str:
    found = environment().get_template(template)
    return found.render(page=page, lang=reader.lang, say=reader.say, count=reader.count, canvas=canvas)
