"""Regions: the parts of a page that are sent again individually when their content changes.

A template marks a region with a call block, whose body is its content:

    {% call region("purses", tag="section", class="panel", aria_labelledby="purses-title", of=table.purses) %}
    ...
    {% endcall %}

This renders `<section id="purses" class="panel" aria-labelledby="purses-title">...</section>` into the page, and
stores it under its id. When the state changes, a live connection sends the regions that differ from the previous state.

- An id is unique on its page and contains only public facts.
- A region is always present, `hidden` if necessary. If it appeared or disappeared, this would be noticed only if a
  region around it changed.
- Regions may nest. A region is compared without its nested regions. If only a nested region differs, it is sent alone.
  If the outer region differs, it is sent with all its nested regions.
- `of` is a value made of texts, numbers, lists, mappings and dataclasses. The body may depend only on it, the language
  and the switches. If the value equals that of the previous state, the region is not rendered again. Rendered bodies
  are also cached by value, for all tables and viewers.
- `{% call remembered("drawer", of=...) %}` is not a region and cannot be inside a region. It caches a body that
  contains many regions under one value.

Some content changes with every version or differs for each viewer. It must not be part of a region, or that region
would always differ:

- `fill("turn")` is a placeholder, mostly in an attribute. In a whole page, the server replaces it by a value from
  `fills` of the page; in a region that is sent alone, it is empty, and a script sets it.
- `{% call outside("log", tag="ol") %}...{% endcall %}` is an element whose content is rendered only in a whole page.
  When the region around it is replaced, a script moves the element over. It is never inside a call with `of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from sys import intern
from threading import Lock

from markupsafe import Markup, escape

from courtly.web.region_hashes import NO_HASH, NO_HASHES, RegionHash, RegionHashes, hashed

MAX_BODIES = 1024
"""Maximum number of region bodies in the cache. Once it has been full, it holds at least half as many."""

MAX_SHARED = 8192
"""Maximum number of attribute lists whose text is cached."""

INNER = re.compile(r"<region:([^>]+)>")
FILL = re.compile(r"<fill:([^>]+)>")
"""Placeholders for a region and for a fill in rendered text. User text is escaped, so it cannot contain them."""

NOTHING = object()


@dataclass(slots=True, eq=False)
class Body:
    """The rendered body of a value.

    Attributes
    ----------
    text
        The text, with placeholders for its nested regions.
    inner
        The texts of the nested regions.
    hashes
        The hashes of the nested regions.
    region
        The text of the region around the body, as last rendered, and its hashes; shared by all viewers.
    """

    text: str
    inner: Mapping[str, str]
    hashes: RegionHashes
    region: tuple[str, RegionHash] | None = None


class Bodies:
    """A cache of region bodies, by template, language, switches, region and hash of the value.

    It has two halves, so that finding a body in the newer half moves nothing. When the newer half is full, it becomes
    the older half, and the previous older half is dropped.
    """

    def __init__(self, most: int = MAX_BODIES) -> None:
        self._half = max(1, most // 2)
        self._newer: dict[Hashable, Body] = {}
        self._older: dict[Hashable, Body] = {}
        self._lock = Lock()
        self.drawn = 0

    def find(self, key: Hashable) -> Body | None:
        """Return the body of a key, or None if it is not cached."""
        if (found := self._newer.get(key)) is not None:
            return found
        found = self._older.get(key)
        return None if found is None else self._add(key, found)

    def keep(self, key: Hashable, body: Body) -> Body:
        """Add a body that was just rendered."""
        self.drawn += 1
        return self._add(key, body)

    def _add(self, key: Hashable, body: Body) -> Body:
        with self._lock:
            if len(self._newer) >= self._half:
                self._older, self._newer = self._newer, {}
            self._newer[key] = body
        return body


@dataclass(frozen=True, slots=True)
class RegionUpdate:
    """The diff of a page against an earlier version: the changed regions by id, and the hashes of all regions."""

    regions: Mapping[str, str]
    hashes: RegionHashes


NO_TEXTS: Mapping[str, str] = {}
NO_TEXT = Markup("")


@dataclass(slots=True)
class Canvas:
    """The state of one rendering of a page.

    Attributes
    ----------
    about
        The template, language, domain and switches, on which a body depends in addition to its name and value.
    bodies
        The cache of bodies.
    before
        The hashes of an earlier rendering with the same `about`: a region with an equal value is not rendered again.
        None for a whole page, which also renders the content outside regions.
    texts, hashes
        The rendered regions, and their hashes.
    """

    about: tuple[Hashable, ...]
    bodies: Bodies
    before: RegionHashes | None = None
    texts: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, RegionHash] = field(default_factory=dict)
    _depth: int = 0
    _values: int = 0
    _left: set[str] = field(default_factory=set)

    @property
    def is_whole(self) -> bool:
        """Whether a whole page is rendered."""
        return self.before is None

    @property
    def tools(self) -> dict[str, Callable[..., Markup]]:
        """The functions for templates; see the module."""
        return {"region": self.region, "remembered": self.remembered, "outside": self.outside}

    def region(
        self, name: str, *, caller: Callable[[], str], tag: str = "div", of: object = NOTHING, **attributes: object
    ) -> Markup:
        """Render a region; return its placeholder."""
        assert name not in self.hashes, f"duplicate region: {name}"
        name = intern(str(name))
        if of is NOTHING:
            self.hashes[name] = NO_HASH  # reserves its position before the nested regions
            text = self.texts[name] = element(tag, {"id": name, **attributes}, self._open(caller))
            self.hashes[name] = (0, hash(text), NO_HASHES)
            return marked_up(f"<region:{name}>")
        value = hashed(of)
        whole = hash((value, tag, *attributes.values()))
        old = self.before.get(name) if self.before else NO_HASH
        if old[0] == whole:
            self.hashes[name] = old
            self._left.add(name)
            return marked_up(f"<region:{name}>")
        body = self._body(name, value, caller, old[2])
        drawn = body.region
        if drawn is None or drawn[1][0] != whole:
            text = element(tag, {"id": name, **attributes}, body.text)
            drawn = body.region = text, (whole, hash(text), body.hashes)
        self.texts[name], self.hashes[name] = drawn
        return marked_up(f"<region:{name}>")

    def remembered(self, name: str, *, caller: Callable[[], str], of: object) -> Markup:
        """Render a body once per value; its regions are added to the page."""
        assert not self._depth, f"{name} must not be inside a region"
        value = hashed(of)
        old = self.before.get(name) if self.before else NO_HASH
        if old[0] == value:
            self.hashes[name] = old
            return NO_TEXT
        body = self._body(name, value, caller, old[2])
        self.hashes[name] = (value, 0, body.hashes)
        return marked_up(body.text)

    def outside(self, name: str, *, caller: Callable[[], str], tag: str = "div", **attributes: object) -> Markup:
        """Render an element that has its content only in a whole page."""
        assert not self._values, f"{name} must not be inside content that is cached by its value"
        body = caller() if self.is_whole else ""
        return marked_up(element(tag, {"id": name, "data_outside": True, **attributes}, body))

    def changed(self, hashes: RegionHashes) -> list[str]:
        """Return the regions that differ from the earlier rendering; regions inside a changed one are omitted."""
        names = [*hashes.changed(self.before or NO_HASHES)]
        within = {inner for name in names for inner in self._marked(name)}
        return [name for name in names if name not in within]

    def has(self, names: Iterable[str]) -> bool:
        """Return whether regions, with all their nested regions, were rendered this time."""
        return all(name in self.texts and self.has(INNER.findall(self.texts[name])) for name in names)

    def regions(self, names: Iterable[str]) -> dict[str, str]:
        """Return rendered regions with their nested regions and without fills."""
        whole = {name: self._whole(self.texts[name]) for name in names}
        return {name: FILL.sub("", html) if "<fill:" in html else html for name, html in whole.items()}

    def page(self, text: str, fills: Mapping[str, str]) -> str:
        """Return a whole page: its text with all regions and fills inserted."""
        return FILL.sub(lambda mark: escape(filled(mark[1], fills)), self._whole(text))

    def _body(self, name: str, value: int, caller: Callable[[], str], before: RegionHashes) -> Body:
        """Return the body for a value's hash; the texts of its nested regions are added to the page."""
        key = (self.about, name, value)
        found = self.bodies.find(key) or self._apart(key, caller, before)
        self.texts.update(found.inner)
        return found

    def _apart(self, key: Hashable, draw: Callable[[], str], before: RegionHashes) -> Body:
        """Render a body and collect its nested regions apart; cache it if all of them were rendered this time."""
        canvas, left = (self.before, self.texts, self.hashes), len(self._left)
        self.before, self.texts, self.hashes = None if self.is_whole else before, {}, {}
        self._values += 1
        try:
            body = Body(
                self._open(draw), self.texts or NO_TEXTS, RegionHashes(self.hashes) if self.hashes else NO_HASHES
            )
        finally:
            self._values -= 1
            self.before, self.texts, self.hashes = canvas
        return self.bodies.keep(key, body) if len(self._left) == left else body

    def _open(self, draw: Callable[[], str]) -> str:
        """Render the content of a region."""
        self._depth += 1
        try:
            return str(draw())
        finally:
            self._depth -= 1

    def _whole(self, text: str) -> str:
        """Return a text with all regions inserted."""
        return INNER.sub(lambda mark: self._whole(self.texts[mark[1]]), text)

    def _marked(self, name: str) -> Iterator[str]:
        """Yield the regions nested in a rendered one."""
        for inner in INNER.findall(self.texts.get(name, "")):
            yield inner
            yield from self._marked(inner)


def filled(name: str, fills: Mapping[str, str]) -> str:
    """Return the text of a fill. For `command:ready`, it is the text of `command` with the suffix `-ready`.

    Examples
    --------
    >>> filled("turn", {"turn": "7"}), filled("command:ready", {"command": "k3"})
    ('7', 'k3-ready')
    """
    kind, _, more = name.partition(":")
    return f"{fills[kind]}-{more}" if more else fills[kind]


def fill(name: str, more: object = "") -> Markup:
    """Return the placeholder of a fill; see the module."""
    return marked_up(f"<fill:{name}:{more}>" if more != "" else f"<fill:{name}>")


def marked_up(html: str) -> Markup:
    """Return text as markup, without escaping: it comes from a template, which has escaped all values."""
    return str.__new__(Markup, html)  # skips the type checks of `Markup.__new__`


def element(tag: str, attributes: Mapping[str, object], body: str) -> str:
    """Return an element; attributes that are false, None or empty are omitted.

    Examples
    --------
    >>> element("p", {"id": "a", "aria_label": "<", "hidden": True, "class": ""}, "...")
    '<p id="a" aria-label="&lt;" hidden>...</p>'
    """
    # The cache key contains the types, because `True` equals 1.
    values = tuple(attributes.values())
    return f"<{tag}{_shown(tuple(attributes), values, tuple(map(type, values)))}>{body}</{tag}>"


@lru_cache(MAX_SHARED)
def _shown(names: tuple[str, ...], values: tuple[object, ...], types: tuple[type, ...]) -> str:
    shown = ""
    for name, value in zip(names, values, strict=True):
        if value is True:
            shown += f" {name.replace('_', '-')}"
        elif value is not None and value is not False and str(value):
            shown += f' {name.replace("_", "-")}="{escape(value)}"'
    return shown
