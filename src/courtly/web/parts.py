"""Renders the parts of pages, and finds the changed parts of an open page; see `courtly.scene.page_parts`."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from markupsafe import escape
from msgspec.msgpack import Encoder

from courtly.scene.page_parts import Part, Parts
from courtly.text.locales import Locale
from courtly.web.template_environment import call_macro

MAX_TEXTS = 2048
"""Maximum number of rendered parts in the cache."""

MAX_KINDS = 1024
"""Maximum number of lists of part ids in the cache."""

PART = re.compile(r"<part:([^>]+)>")
FILL = re.compile(r"<fill:([^>]+)>")
"""The places of parts and fills in rendered text. User text is escaped, so it cannot contain them."""

INDENTATION = re.compile(r"\s*\n\s*")
"""A line break with the spaces around it. Components have no text whose spaces matter."""


class PartHashes:
    """The hashes of the parts of a page, by id.

    A page has about a hundred parts, and a server a thousand clients. To save memory, all pages with the same parts
    share one list of ids, and the hashes are stored as bare numbers.
    """

    __slots__ = ("_hashes", "_places")

    def __init__(self, parts: Parts) -> None:
        self._places = _places(tuple(parts))
        self._hashes = array("q", [hash(_packed(part)) for part in parts.values()])

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def changed(self, before: PartHashes) -> list[str]:
        """Return the ids of the parts that an earlier page has with another value or not at all."""
        return [name for name, place in self._places.items() if self._hashes[place] != before.get(name)]

    def get(self, name: str) -> int | None:
        """Return the hash of a part, or None for an unknown id."""
        place = self._places.get(name)
        return None if place is None else self._hashes[place]


_packed = Encoder().encode
"""Python's own hash does not work here: -1 and -2 have the same."""


@lru_cache(MAX_KINDS)
def _places(ids: tuple[str, ...]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(ids)}


NO_HASHES = PartHashes({})

NO_FILLS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PartsUpdate:
    """The update of an open page: the changed parts as HTML by id, and the hashes of all parts."""

    texts: Mapping[str, str]
    hashes: PartHashes


def update(
    parts: Parts, locale: Locale, before: PartHashes = NO_HASHES, fills: Mapping[str, str] = NO_FILLS
) -> PartsUpdate:
    """Return the parts that differ from the parts of an earlier page. A part inside a changed part is sent with it.

    The parts have these fills only; by default a script sets all of them.
    """
    hashes = PartHashes(parts)
    inside, changed = set[str](), dict[str, str]()
    for name in hashes.changed(before):
        if name not in inside:
            text = _text(name, parts, locale, inside)
            changed[name] = FILL.sub(lambda found: escape(fills.get(found[1], "")), text)
    return PartsUpdate({name: text for name, text in changed.items() if name not in inside}, hashes)


def insert(skeleton: str, parts: Parts, locale: Locale, fills: Mapping[str, str]) -> str:
    """Return a whole page: the skeleton with its parts and fills."""
    text = PART.sub(lambda found: _text(found[1], parts, locale, set()), skeleton)
    return FILL.sub(lambda found: escape(_filled(found[1], fills)), text)


def texts(parts: Parts, locale: Locale, names: Iterable[str]) -> dict[str, str]:
    """Return some parts of a page, with the parts inside them and without fills."""
    return {name: FILL.sub("", _text(name, parts, locale, set())) for name in names}


def _text(name: str, parts: Parts, locale: Locale, inside: set[str]) -> str:
    """Return a part with the parts inside it, whose ids are added to `inside`."""

    def inner(found: re.Match[str]) -> str:
        inside.add(found[1])
        return _text(found[1], parts, locale, inside)

    text = rendered(name, parts[name], locale.lang, locale.domain)
    return PART.sub(inner, text) if "<part:" in text else text


@lru_cache(MAX_TEXTS)
def rendered(name: str, part: Part, lang: str, domain: str) -> str:
    """Return a part with places for the parts inside it. All viewers of an equal part share its text."""
    text = call_macro(part.template, part.component, Locale(lang, domain=domain), name, part.value)
    return INDENTATION.sub("\n", text.strip())


def _filled(name: str, fills: Mapping[str, str]) -> str:
    kind, _, more = name.partition(":")
    return f"{fills[kind]}-{more}" if more else fills[kind]
