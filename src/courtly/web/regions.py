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
- `of` is a value of texts, numbers, lists, mappings and dataclasses. The body must depend on it alone, with language
  and switches. Where the value is that of the state before, the region is not drawn again, and neither while it is
  remembered what was drawn of it, at whatever table and for whatever reader.
- `{% call remembered("drawer", of=...) %}` is no region and stands in none, but is remembered in the same way: many
  regions by one value.

What is new with every version, or is one reader's own, stands in no region, or it makes the region differ for nothing:

- `fill("turn")` stands for a text, mostly in an attribute, that the server writes into a whole page (`Page.fills`) and
  a script into a region. It is empty where regions are compared and sent.
- `{% call outside("log", tag="ol") %}...{% endcall %}` is an element that a whole page has with its content, and a
  region without: a script carries it over when the region around it is replaced. It is never within an `of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from sys import intern
from threading import Lock

from markupsafe import Markup, escape

from courtly.web.prints import NO_PRINT, NO_PRINTS, Print, Prints, hashed

MOST_BODIES = 1024
"""Bodies of regions that a process remembers by their value, at most; it remembers at least half as many."""

MOST_SHARED = 8192
"""Lists of attributes, at most, of which a process remembers how they are written."""

INNER = re.compile(r"<region:([^>]+)>")
FILL = re.compile(r"<fill:([^>]+)>")
"""What stands in a drawing for a region and for a text; text of persons has no such signs, as it is escaped."""

NOTHING = object()


@dataclass(slots=True, eq=False)
class Body:
    """What was drawn of a value.

    Attributes
    ----------
    text
        Its text, with marks in the place of the regions in it.
    inner, prints
        The texts of these, and what is kept of them.
    region
        The text of the region around it as it was drawn last, and what is kept of that, which all who see it share.
    """

    text: str
    inner: Mapping[str, str]
    prints: Prints
    region: tuple[str, Print] | None = None


class Bodies:
    """The bodies that were drawn or used last, by template, language, switches, region and hash of the value.

    They are in two halves, so that one that is found need not be moved. When the newer half is full, it becomes the
    older one, and what was in that is forgotten.
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
    """What differs of a page from an earlier drawing of it: regions by id, each whole; and what is kept of all."""

    regions: Mapping[str, str]
    prints: Prints


NO_TEXTS: Mapping[str, str] = {}
NO_TEXT = Markup("")


@dataclass(slots=True)
class Canvas:
    """What one page is drawn on.

    Attributes
    ----------
    about
        What beside its name and its value a body depends on: template, language, catalogue, switches.
    bodies
        The bodies that are remembered.
    before
        What is kept of an earlier drawing with the same `about`, empty where there is none: a region of the same value
        need not be drawn again. None for a whole page, which has what stands outside its regions, too.
    texts, prints
        What was drawn, and what is kept of it.
    """

    about: tuple[Hashable, ...]
    bodies: Bodies
    before: Prints | None = None
    texts: dict[str, str] = field(default_factory=dict)
    prints: dict[str, Print] = field(default_factory=dict)
    _depth: int = 0
    _values: int = 0
    _left: set[str] = field(default_factory=set)

    @property
    def is_whole(self) -> bool:
        """Whether a whole page is drawn."""
        return self.before is None

    @property
    def tools(self) -> dict[str, Callable[..., Markup]]:
        """What templates draw with; see the module."""
        return {"region": self.region, "remembered": self.remembered, "outside": self.outside}

    def region(
        self, name: str, *, caller: Callable[[], str], tag: str = "div", of: object = NOTHING, **attributes: object
    ) -> Markup:
        """Draw a region; return the mark that stands for it."""
        assert name not in self.prints, f"two regions are called {name}"
        name = intern(str(name))
        if of is NOTHING:
            self.prints[name] = NO_PRINT  # its place, before those in it
            text = self.texts[name] = element(tag, {"id": name, **attributes}, self._open(caller))
            self.prints[name] = (0, hash(text), NO_PRINTS)
            return marked_up(f"<region:{name}>")
        value = hashed(of)
        whole = hash((value, tag, *attributes.values()))
        old = self.before.get(name) if self.before else NO_PRINT
        if old[0] == whole:
            self.prints[name] = old
            self._left.add(name)
            return marked_up(f"<region:{name}>")
        body = self._body(name, value, caller, old[2])
        drawn = body.region
        if drawn is None or drawn[1][0] != whole:
            text = element(tag, {"id": name, **attributes}, body.text)
            drawn = body.region = text, (whole, hash(text), body.prints)
        self.texts[name], self.prints[name] = drawn
        return marked_up(f"<region:{name}>")

    def remembered(self, name: str, *, caller: Callable[[], str], of: object) -> Markup:
        """Draw something once for each value; the regions in it are added to the page's."""
        assert not self._depth, f"{name} cannot be within a region"
        value = hashed(of)
        old = self.before.get(name) if self.before else NO_PRINT
        if old[0] == value:
            self.prints[name] = old
            return NO_TEXT
        body = self._body(name, value, caller, old[2])
        self.prints[name] = (value, 0, body.prints)
        return marked_up(body.text)

    def outside(self, name: str, *, caller: Callable[[], str], tag: str = "div", **attributes: object) -> Markup:
        """Draw an element that only a whole page has with its content."""
        assert not self._values, f"{name} cannot be within what is remembered by its value"
        body = caller() if self.is_whole else ""
        return marked_up(element(tag, {"id": name, "data_outside": True, **attributes}, body))

    def changed(self, prints: Prints) -> list[str]:
        """Return the regions that differ from what was there before, none that is in another of them."""
        names = [*prints.changed(self.before or NO_PRINTS)]
        within = {inner for name in names for inner in self._marked(name)}
        return [name for name in names if name not in within]

    def has(self, names: Iterable[str]) -> bool:
        """Tell whether regions were drawn with all that is in them."""
        return all(name in self.texts and self.has(INNER.findall(self.texts[name])) for name in names)

    def regions(self, names: Iterable[str]) -> dict[str, str]:
        """Return regions that were drawn, each with all that is in it, without what is filled in."""
        whole = {name: self._whole(self.texts[name]) for name in names}
        return {name: FILL.sub("", html) if "<fill:" in html else html for name, html in whole.items()}

    def page(self, text: str, fills: Mapping[str, str]) -> str:
        """Return a whole page of its text: every region in its place, everything filled in."""
        return FILL.sub(lambda mark: escape(filled(mark[1], fills)), self._whole(text))

    def _body(self, name: str, value: int, caller: Callable[[], str], before: Prints) -> Body:
        """Return what is drawn of a value with this hash; the texts of the regions in it are the page's, too."""
        key = (self.about, name, value)
        found = self.bodies.find(key) or self._apart(key, caller, before)
        self.texts.update(found.inner)
        return found

    def _apart(self, key: Hashable, draw: Callable[[], str], before: Prints) -> Body:
        """Draw a body on a canvas of its own; one that is whole is remembered."""
        canvas, left = (self.before, self.texts, self.prints), len(self._left)
        self.before, self.texts, self.prints = None if self.is_whole else before, {}, {}
        self._values += 1
        try:
            body = Body(self._open(draw), self.texts or NO_TEXTS, Prints(self.prints) if self.prints else NO_PRINTS)
        finally:
            self._values -= 1
            self.before, self.texts, self.prints = canvas
        return self.bodies.keep(key, body) if len(self._left) == left else body

    def _open(self, draw: Callable[[], str]) -> str:
        """Draw what is in a region."""
        self._depth += 1
        try:
            return str(draw())
        finally:
            self._depth -= 1

    def _whole(self, text: str) -> str:
        """Return a text with every region in its place."""
        return INNER.sub(lambda mark: self._whole(self.texts[mark[1]]), text)

    def _marked(self, name: str) -> Iterator[str]:
        """Yield the regions in one that was drawn."""
        for inner in INNER.findall(self.texts.get(name, "")):
            yield inner
            yield from self._marked(inner)


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


@lru_cache(MOST_SHARED)
def _shown(names: tuple[str, ...], values: tuple[object, ...], types: tuple[type, ...]) -> str:
    shown = ""
    for name, value in zip(names, values, strict=True):
        if value is True:
            shown += f" {name.replace('_', '-')}"
        elif value is not None and value is not False and str(value):
            shown += f' {name.replace("_", "-")}="{escape(value)}"'
    return shown
