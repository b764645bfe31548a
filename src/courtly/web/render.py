"""Templates: where they lie, and the few things every one of them can use."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from courtly.engine.words import LANGUAGES
from courtly.web.text import LANGUAGE_NAMES, Speaker

STATIC = Path(__file__).parent / "static"


def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, which may be kept for ever."""
    return f"/static/{name}?v={_fingerprint(name)}"


@cache
def _fingerprint(name: str) -> str:
    return sha256((STATIC / name).read_bytes()).hexdigest()[:12]


@cache
def environment() -> Environment:
    """Return the templates' environment: everything is escaped, and an unknown name is an error."""
    made = Environment(
        loader=PackageLoader("courtly.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(languages=[(lang, LANGUAGE_NAMES[lang]) for lang in LANGUAGES], static=static_url)
    made.globals["sprite"] = static_url("icons.svg")
    return made


def render(template: str, page: object, speaker: Speaker, *, status: int = 200) -> HTMLResponse:
    """Return a page; what it shows may be one player's alone, so it is kept nowhere."""
    found = environment().get_template(template)
    text = found.render(page=page, lang=speaker.lang, say=speaker.say, count=speaker.count)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store", "Content-Language": speaker.lang})
