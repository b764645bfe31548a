"""The check of a finished site: its links and anchors exist, and no page loads anything from another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

ELSEWHERE = re.compile(r"[a-z]+:|//")


class Addresses(HTMLParser):
    """The ids of a page, the addresses of its links, and the addresses that it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = {""}
        self.linked: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the ids and addresses of an element."""
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag in ("a", "use") and "href" in found:
            self.linked.append(found["href"])
        elif tag == "link" and found.get("rel") in ("stylesheet", "icon"):
            self.loaded.append(found["href"])
        elif "src" in found:
            self.loaded.append(found["src"])


def problems(site: Path) -> Iterator[str]:
    """Yield every link to a missing page or anchor, and everything that a page loads from another host."""
    pages = {path: Addresses(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        yield from (f"{where} loads {url}" for url in page.loaded if ELSEWHERE.match(url))
        for url in {*page.linked, *page.loaded}:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            target = path if not parts.path else Path(normpath(path.parent / unquote(parts.path)))
            target = target / "index.html" if target.is_dir() else target
            # The page of errors has no address of its own, so its links are relative to the root.
            if path.name != "404.html" and not target.is_file():
                yield f"{where} links to {url}, which does not exist"
            elif target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{where} links to {url}, which has no such anchor"
