"""Simulated browsers: people who see tables as pages, and insert the regions of live connections into them."""

from __future__ import annotations

import json
import re
from typing import Any

from courtly.testing.simulation.people import Person

CHECKS = 0.1
"""The probability that a browser compares its page with a fresh one after a change. It always does so after the first
change of a connection."""

VERSION = re.compile(r'<body class="(\w+)[^>]* data-version="(\d+)"')
VARYING = re.compile(
    r'(name="(?:command|match|turn)" value|data-seconds)="[^"]*"|(?<=class="left">)[^<]*|(?<= data-away) hidden'
    r'|<noscript.*?</noscript>|<script id="acts-data".*?</script>',
    re.DOTALL,
)
"""Content that a script sets, because it differs in every answer (ids of commands, turns, clocks, acts) or changes
without a new version (who is away), and content that only browsers without script show."""


class Browser(Person):
    """A person with a browser, which sends a cookie instead of a token."""

    async def come(self) -> None:
        """Get a cookie from the start page. The first act creates the player."""
        await self.insist("GET", "/")
        self.id = self.name


class Tab:
    """The page of a table in a browser.

    Parameters
    ----------
    person
        The owner of the browser.
    table
        The id of the table.

    Attributes
    ----------
    problems
        Differences from a fresh page, one sentence each.
    checks
        The number of comparisons with a fresh page.
    """

    def __init__(self, person: Person, table: str) -> None:
        self.problems: list[str] = []
        self.checks = 0
        self.person = person
        self.table = table
        self._html = ""
        self._kind = ""
        self._version = 0
        self._has_connected = False

    async def show(self) -> None:
        """Show the table without end; reconnect after each break."""
        self._open(await self._fetch())
        await self.person.follow(self.table, self._since, self._answer, self.problems, more="&as=html&lang=en")

    def _since(self) -> int:
        """Return the version of the page, from which a new connection goes on."""
        self._has_connected = True
        return self._version

    async def _answer(self, text: str) -> str | None:
        """Process a frame, and report the version of the page if it is new."""
        before = self._version
        await self._hear(json.loads(text))
        return json.dumps({"type": "shown", "version": self._version}) if self._version > before else None

    async def _fetch(self) -> str:
        response = await self.person.insist("GET", f"/tables/{self.table}")
        if response.status != 200:
            self.problems.append(f"the page is answered with {response.status} {response.text[:200]}")
        return response.text

    def _open(self, html: str) -> None:
        """Show a whole page."""
        self._html, (self._kind, self._version) = html, _version_of(html)

    async def _hear(self, frame: dict[str, Any]) -> None:
        """Show a new state: insert its regions, or open the page again if they do not fit."""
        if frame["type"] == "error":
            self.problems.append(f"the page of version {self._version} is told {frame['error']}")
        if frame["type"] != "state" or frame["version"] <= self._version:
            return
        is_in_step = frame["from"] in (None, self._version) and {self._kind, frame["page"]} == {"match"}
        if not is_in_step:
            self._open(await self._fetch())
            return
        for region, html in frame["regions"].items():
            if f' id="{region}"' in self._html:
                self._html = replaced(self._html, region, html)
            else:
                self.problems.append(f"the page of version {self._version} lacks the region {region}")
        self._version = frame["version"]
        if self._has_connected or self.person.rng.random() < CHECKS:
            self._has_connected = False
            await self._check()

    async def _check(self) -> None:
        """Compare the page with a fresh one, unless the table has moved on."""
        fresh = await self._fetch()
        if _version_of(fresh) == (self._kind, self._version):
            self.checks += 1
            if (found := difference(self._html, fresh)) is not None:
                self.problems.append(f"the page of version {self._version} differs from a fresh one: {found}")


def _version_of(html: str) -> tuple[str, int]:
    """Return the kind of a page and the version of its table, which is 0 for a page without a live connection."""
    found = VERSION.search(html)
    return (found[1], int(found[2])) if found else ("", 0)


def replaced(page: str, name: str, html: str) -> str:
    """Return a page with another element in the place of the one with an id."""
    begin, end = _span(page, name)
    return page[:begin] + html + page[end:]


def _span(html: str, name: str) -> tuple[int, int]:
    """Return the begin and the end of the element with an id.

    Examples
    --------
    >>> html = '<p>a</p><div id="b"><div>c</div></div>'
    >>> html[slice(*_span(html, "b"))]
    '<div id="b"><div>c</div></div>'
    """
    begin = html.rindex("<", 0, html.index(f' id="{name}"'))
    tag = html[begin + 1 : html.index(" ", begin)]
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b[^>]*?(/?)>").finditer(html, begin):
        depth += 0 if found[2] else -1 if found[1] else 1
        if depth == 0:
            return begin, found.end()
    raise ValueError(f"the element {name} has no end")


def _plain(html: str) -> str:
    """Return the content of a page without the parts that differ in every answer."""
    return VARYING.sub("", html[html.index("<main") : html.index("</main>")])


def difference(page: str, fresh: str) -> str | None:
    """Return where the contents of two pages begin to differ, None if they are equal."""
    shown, wanted = _plain(page), _plain(fresh)
    if shown == wanted:
        return None
    place = next((n for n, (one, other) in enumerate(zip(shown, wanted, strict=False)) if one != other), len(shown))
    around = slice(max(0, place - 60), place + 60)
    return f"{shown[around]!r}, not {wanted[around]!r}"
