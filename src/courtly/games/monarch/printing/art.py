"""The pictures of the table as single SVG texts, with the colours of the light theme."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)(?:, *([^)]*))?\)")
_AUTHOR = re.compile(r"\| `(a-[^`]+)` \|[^|]*\| Icon made by ([^,;|]+?)(?:[,;][^|]*)? \|")

PATH_COLOURS = {
    "might": "#a02c3c",
    "culture": "#70429f",
    "wisdom": "#1f5f9f",
    "bounty": "#34742f",
    "balance": "#80600f",
    "none": "#5f5763",
    "guest": "#5b432d",
    "moon": "#2a2550",
}
"""The colours of `monarch.css`, and that of a Moon."""

_VILLAGE = {"sky": "#f1dfb6", "hill": "#bda76b", "hill2": "#d3bf86", "furrow": "#86803c"}
_FARM = {"sky": "#dfead0", "hill": "#a9bb66", "hill2": "#c2cf86", "furrow": "#86803c"}
SKIES = {"village": _VILLAGE["sky"], "farm": _FARM["sky"]}
HALO = 'stroke="#fff6e0" stroke-width="16" stroke-linejoin="round" paint-order="stroke"'
SHADOW = 'fill-opacity="0.3"'
_SHARED = {"roof": "#8a5236", "wall": "#f1e3c8", "leaf": "#5c7d3a"}


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    """Return the view box and the content of each picture."""
    folder = files("courtly.games.monarch").joinpath("static")
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in ("art.svg", "monarch.svg")]
    return {name: (box, content) for text in texts for name, box, content in _SYMBOL.findall(text)}


def has_picture(name: str) -> bool:
    """Return whether there is a picture of this name."""
    return name in _symbols()


def picture(name: str, ink: str, *, path: str = "none", terrain: str = "village", line: str = "") -> str:
    """Return a picture as SVG.

    Parameters
    ----------
    name
        The id of its symbol.
    ink
        The colour of pictures that have none of their own.
    path, terrain
        The path and the terrain whose colours it takes.
    line
        Further attributes, such as a line around it.
    """
    box, content = _symbols()[name]
    colours = {"path": PATH_COLOURS[path], **_SHARED, **(_FARM if terrain == "farm" else _VILLAGE)}
    content = _VARIABLE.sub(lambda found: colours.get(found[1]) or found[2], content)
    used = {each: _symbols()[each] for each in re.findall(r'href="#([^"]+)"', content)}
    parts = "".join(f'<symbol id="{each}" viewBox="{size}">{inside}</symbol>' for each, (size, inside) in used.items())
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="{ink}" color="{ink}" {line}>'
    return f"{start}{parts}{content}</svg>"


def authors_of(names: Iterable[str]) -> list[str]:
    """Return the authors of pictures from game-icons.net, whose licence asks for their names."""
    credits_page = files("courtly").joinpath("web", "static", "CREDITS.md").read_text(encoding="utf-8")
    authors = dict(_AUTHOR.findall(credits_page))
    return sorted({authors[name] for name in names if name in authors})
