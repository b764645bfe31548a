"""Regions: the parts of a page that are sent again, each by itself, when what it shows has changed.

A template marks a region with a call block, whose body is what it shows:

    {% call region("purses", tag="section", class="panel", aria_labelledby="purses-title", of=table.purses) %}
    ...
    {% endcall %}

That draws `<section id="purses" class="panel" aria-labelledby="purses-title">...</section>` into the page, and keeps it
by its id. A live connection sends of each state the regions that differ from those of the state before.

- An id is unique on its page, and made of public facts alone.
- A region is always there, if need be `hidden`: an id that comes or goes is only noticed where a region around it does.
- Regions may nest. A region is compared without those in it: where only an inner one differs, that one is sent alone;
  where the outer one differs, it is sent whole, with all that is in it.
- `of` is a hashable value. The body must depend on it alone, with language and switches: while it is remembered what
  was drawn of a value, of whatever table and for whatever reader, the body is not drawn again. `|frozen` makes such a
  value of lists, mappings and dataclasses.
- `{% call remembered("drawer", of=...) %}` is no region, but what is remembered in the same way: many regions by one
  value.

What is new with every version, or is one reader's own, stands in no region, or it makes the region differ for nothing:

- `fill("turn")` stands for a text, mostly in an attribute, that the server writes into a whole page (`Page.fills`) and
  a script into a region. It is empty where regions are compared and sent.
- `{% call outside("log", tag="ol") %}...{% endcall %}` is an element that a whole page has with its content, and a
  region without: a script carries it over when the region around it is replaced. It is never within an `of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, lru_cache
from threading import Lock

from markupsafe import Markup, escape

MOST_BODIES = 8192
"""Bodies of regions that a process remembers by their value, at most; it remembers at least half as many."""

INNER = re.compile(r"<region:([^>]+)>")
FILL = re.compile(r"<fill:([^>]+)>")
"""What stands in a drawing for a region and for a text; text of persons has no such signs, as it is escaped."""

NOTHING = object()


@dataclass(frozen=True, slots=True)
class Body:
    """What was drawn of a value: the text of a region, and the regions in it."""

    text: str
    inner: Mapping[str, str]


class Bodies:
    """The bodies that were drawn or used last, by template, language, switches, region and value.

    They are in two halves, so that one that is found need not be moved, and its value hashed and compared again. When
    the newer half is full, it becomes the older one, and what was in that is forgotten.
    """

    def __init__(self, most: int = MOST_BODIES) -> None:
        self._half = max(1, most // 2)
        self._newer: dict[Hashable, Body] = {}
        self._older: dict[Hashable, Body] = {}
        self._lock = Lock()
        self.drawn = 0

    def find(self, key: Hashable) -> Body | None:
        """Return the body of a key, None where it is not remembered."""
        if (found := self._newer.get(key)) is not None:
            return found
        found = self._older.get(key)
        return None if found is None else self._add(key, found)

    def keep(self, key: Hashable, body: Body) -> Body:
        """Remember a body that was just drawn."""
        self.drawn += 1
        return self._add(key, body)

    def _add(self, key: Hashable, body: Body) -> Body:
        with self._lock:
            if len(self._newer) >= self._half:
                self._older, self._newer = self._newer, {}
            self._newer[key] = body
        return body


@dataclass(frozen=True, slots=True)
class Drawing:
    """The regions of a page, by id, each with marks in the place of those in it."""

    regions: Mapping[str, str]

    def html(self, name: str) -> str:
        """Return a region whole, with all that is in it."""
        return INNER.sub(lambda mark: self.html(mark[1]), self.regions[name])

    def since(self, before: Drawing | None) -> dict[str, str]:
        """Return the regions that differ from an earlier drawing, all where there is none; none that is in another."""
        old = {} if before is None else before.regions
        changed = [name for name, text in self.regions.items() if old.get(name) != text]
        within = {inner for name in changed for inner in self._within(name)}
        return {name: self.html(name) for name in changed if name not in within}

    def _within(self, name: str) -> Iterator[str]:
        for inner in INNER.findall(self.regions[name]):
            yield inner
            yield from self._within(inner)


@dataclass(slots=True)
class Canvas:
    """What one page is drawn on.

    Attributes
    ----------
    about
        What beside its name and its value a body depends on: template, language, catalogue, switches.
    bodies
        The bodies that are remembered.
    is_whole
        Whether a whole page is drawn, with what stands outside its regions.
    """

    about: tuple[Hashable, ...]
    bodies: Bodies
    is_whole: bool = True
    regions: dict[str, str] = field(default_factory=dict)
    within_value: bool = False

    @property
    def tools(self) -> dict[str, Callable[..., Markup]]:
        """What templates draw with; see the module."""
        return {"region": self.region, "remembered": self.remembered, "outside": self.outside}

    def region(
        self, name: str, *, caller: Callable[[], str], tag: str = "div", of: Hashable = NOTHING, **attributes: object
    ) -> Markup:
        """Draw a region; return the mark that stands for it."""
        body = caller() if of is NOTHING else self.remembered(name, caller=caller, of=of)
        assert name not in self.regions, f"two regions are called {name}"
        self.regions[name] = element(tag, {"id": name, **attributes}, body)
        return marked_up(f"<region:{name}>")

    def remembered(self, name: str, *, caller: Callable[[], str], of: Hashable) -> Markup:
        """Draw something once for each value; the regions in it are added to the page's."""
        key = (self.about, name, of)
        found = self.bodies.find(key) or self.bodies.keep(key, self._apart(caller))
        self.regions.update(found.inner)
        return marked_up(found.text)

    def _apart(self, draw: Callable[[], str]) -> Body:
        """Draw a body on a canvas of its own."""
        regions, within = self.regions, self.within_value
        self.regions, self.within_value = {}, True
        try:
            return Body(str(draw()), self.regions)
        finally:
            self.regions, self.within_value = regions, within

    def outside(self, name: str, *, caller: Callable[[], str], tag: str = "div", **attributes: object) -> Markup:
        """Draw an element that only a whole page has with its content."""
        assert not self.within_value, f"{name} cannot be within what is remembered by its value"
        body = caller() if self.is_whole else ""
        return marked_up(element(tag, {"id": name, "data_outside": True, **attributes}, body))

    def drawing(self) -> Drawing:
        """Return the regions, without what is filled in."""
        return Drawing({name: FILL.sub("", html) if "<fill:" in html else html for name, html in self.regions.items()})

    def page(self, text: str, fills: Mapping[str, str]) -> str:
        """Return a whole page of its text: every region in its place, everything filled in."""
        whole = Drawing({**self.regions, "": text}).html("")
        return FILL.sub(lambda mark: escape(filled(mark[1], fills)), whole)


def filled(name: str, fills: Mapping[str, str]) -> str:
    """Return the text of a mark; of `command:ready` that of `command`, with what comes behind it.

    Examples
    --------
    >>> filled("turn", {"turn": "7"}), filled("command:ready", {"command": "k3"})
    ('7', 'k3-ready')
    """
    kind, _, more = name.partition(":")
    return f"{fills[kind]}-{more}" if more else fills[kind]


def fill(name: str, more: object = "") -> Markup:
    """Return the mark of a text that is filled in; see the module."""
    return marked_up(f"<fill:{name}:{more}>" if more != "" else f"<fill:{name}>")


def marked_up(html: str) -> Markup:
    """Return text that comes out of templates, which escape what is put into them, as markup."""
    return str.__new__(Markup, html)  # by itself it asks each text whether it is something else


def element(tag: str, attributes: Mapping[str, object], body: str) -> str:
    """Return an element; of its attributes those are left out that are false, none or empty text.

    Examples
    --------
    >>> element("p", {"id": "a", "aria_label": "<", "hidden": True, "class": ""}, "...")
    '<p id="a" aria-label="&lt;" hidden>...</p>'
    """
    # Types beside values, as `True` equals 1.
    values = tuple(attributes.values())
    return f"<{tag}{_shown(tuple(attributes), values, tuple(map(type, values)))}>{body}</{tag}>"


@lru_cache(MOST_BODIES)
def _shown(names: tuple[str, ...], values: tuple[object, ...], types: tuple[type, ...]) -> str:
    shown = ""
    for name, value in zip(names, values, strict=True):
        if value is True:
            shown += f" {name.replace('_', '-')}"
        elif value is not None and value is not False and str(value):
            shown += f' {name.replace("_", "-")}="{escape(value)}"'
    return shown


PLAIN = frozenset([str, int, float, bool, type(None)])


def frozen(value: object) -> Hashable:
    """Return a value that equals another's when all that is in them does, and can be remembered."""
    kind: type = type(value)
    if kind in PLAIN or isinstance(value, str):
        return value
    if names := _fields(kind):
        return (kind, *(frozen(getattr(value, name)) for name in names))
    if isinstance(value, Mapping):
        return tuple((frozen(key), frozen(each)) for key, each in value.items())
    if isinstance(value, Sequence):
        return tuple(map(frozen, value))
    assert isinstance(value, Hashable), f"{type(value)} cannot be remembered"
    return value


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, none of any other class."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
