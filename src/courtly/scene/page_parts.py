"""The parts of a page: pieces of HTML that are rendered, and sent to open pages, only when their values change.

A page is a skeleton and a flat mapping of parts. The skeleton is a template that is rendered only for a whole page; it
contains a place for each part, `{{ part("purses") }}`. A part is a component and the value that it shows. A component
is a macro with two parameters, the id of its element and the value:

    {% macro purses(id, value) %}
    <section id="{{ id }}" class="panel">{% for one in value %}<p>{{ one.text }}</p>{% endfor %}</section>
    {% endmacro %}

- It renders one element, which has this id.
- Its output depends only on the id, the value and the language. The value consists of texts, numbers, tuples and frozen
  structs or dataclasses.
- It may contain places for other parts. These are parts of their own: they are sent alone if only they change, and with
  the part around them if that changes.
- An id is unique on its page and contains only public facts.
- A part is on all pages of a match, `hidden` if necessary, unless the part around it changes whenever it comes or goes.
- Ids of commands and times are not in values, as they would change every part with every version. For these a component
  has `{{ fill("command") }}`: a whole page has the page's own text there, a part that is sent alone has none, and a
  script sets it. Only the parts of a draft have the remaining times of the clocks.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache

from msgspec import Struct

MAX_PLACES = 8192
"""Maximum number of cached element ids."""


class Part(Struct, frozen=True, array_like=True):
    """A part of a page.

    Attributes
    ----------
    template, component
        The component: a template, and a macro in it.
    value
        The value that it shows.
    """

    template: str
    component: str
    value: Hashable = None


Parts = Mapping[str, Part]
"""The parts of a page by the ids of their elements."""


@lru_cache(MAX_PLACES)
def anchor(place: str) -> str:
    """Return an element id for a place; it has only letters, digits, hyphens, underscores and dots.

    Examples
    --------
    >>> anchor("hand:0/1")
    'at-hand-0-1'
    """
    return "at-" + "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in place)
