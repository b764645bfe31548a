"""The pages of the documentation site: copies of the repository's pages, with the links of the site.

A page brings the pages and files that it links to. A link to a file that is no page leads to a page with its text. The
rules for players are rendered as on a server.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from os.path import normpath, relpath
from pathlib import Path

from courtly.text.languages import ENGLISH
from courtly.text.locales import Locale
from courtly.web.rules_pages import rules_page
from courtly.web.template_environment import environment
from tools.release import output

ROOT = Path(__file__).resolve().parents[1]

PLACES = (
    (r"docs/site/(.*)", r"en/\1"),
    (r"docs/fr/README\.md", r"fr/index.md"),
    (r"docs/fr/(.*)", r"fr/\1"),
    (r"docs/README\.md", r"en/contents.md"),
    (r"docs/decisions", r"en/decisions.md"),
    (r"docs/(.*)", r"en/\1"),
    (r"SECURITY\.md", r"en/reporting.md"),
    (r"(CHANGELOG|CONTRIBUTING|README|SUPPORT)\.md", r"en/\1.md"),
    (r"CODE_OF_CONDUCT\.md", r"en/code-of-conduct.md"),
    (r"src/courtly/games/(\w+)/RULES\.md", r"en/clauses/\1.md"),
    (r"src/courtly/games/(\w+)/teaching/rules\.en\.md", r"en/rules-for-players/\1.md"),
    (r"src/courtly/games/(\w+)/teaching/rules\.fr\.md", r"fr/regles/\1.md"),
    (r"\.?(.*)", r"en/files/\1.md"),
)
"""The place of a file of the repository on the site: the language, then the page. The first match counts."""

LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?(?: \"[^\"]*\")?\))")
FENCE = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:")


class Stage:
    """The pages of all languages. A page brings the pages and files that it links to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.drawings: dict[str, str] = {}
        self._seen: set[str] = set()
        self._waiting: list[str] = []

    def add(self, name: str) -> str:
        """Let `write` copy a file or folder of the repository, and return its place."""
        if name not in self._seen:
            self._seen.add(name)
            self._waiting.append(name)
        return place_of(name)

    def write(self) -> None:
        """Copy all files that were added, and the files that they link to."""
        while self._waiting:
            name = self._waiting.pop()
            place = place_of(name)
            target = self._folder / place.replace("/", "/pages/", 1)
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.suffix == ".md":
                target.write_text(self._page(name, place), encoding="utf-8")
            else:
                shutil.copy(ROOT / name, target)

    def _page(self, name: str, place: str) -> str:
        """Return the text of a page, with the links of the site."""
        if found := re.fullmatch(r"src/courtly/games/(\w+)/teaching/rules\.(\w+)\.md", name):
            return "\n".join(self.rules(*found.groups()))
        text = page_of(name)
        parts = FENCE.split(text)
        parts[1::2] = [layers(part) if part.startswith("```mermaid") else part for part in parts[1::2]]
        parts[::2] = [LINK.sub(lambda link: self._link(link, name, place), part) for part in parts[::2]]
        return "".join(parts)

    def _link(self, link: re.Match[str], name: str, place: str) -> str:
        begin, target, end = link.groups()
        if ELSEWHERE.match(target):
            return link[0]
        there = self.add(normpath(Path(name).parent / target))
        lang, _, page = place.partition("/")
        other, _, linked = there.partition("/")
        if other == lang:
            return f"{begin}{relpath(linked, Path(page).parent)}{end}"
        # The sites of the languages link to each other's finished pages.
        url = relpath(f"/{url_of(there)}", Path("/", url_of(place)).parent)
        return f"{begin}{url}{end}"

    def rules(self, game: str, lang: str) -> Iterator[str]:
        """Yield the lines of the rules for players of a game. A picture is inserted after the site is built."""
        locale = Locale(lang, domain=game)
        page = rules_page(game, locale)
        picture = vars(environment().get_template("stage.html").module)["stage_picture"]
        yield f"# {locale.say('{game}: the rules', game=page.called)}\n\n*{page.title}*\n"
        for section in page.sections:
            yield f"## {section.title}\n"
            for kind, blocks in section.groups:
                for block in blocks:
                    anchors = "".join(f'<span id="{anchor}"></span>' for anchor in block.anchors)
                    text = f"{anchors}{block.text}"
                    if kind == "figure":
                        key = f"{lang}-{game}-{len(self.drawings)}"
                        drawing = picture(block.drawing, game, page.frame.sheets, block.is_part)
                        # A picture is inert, so its links lead nowhere.
                        self.drawings[key] = re.sub(r'(<a [^>]*)href="[^"]*"', r"\1", drawing)
                        text = f'<div data-drawing="{key}"></div><figcaption>{text}</figcaption>'
                        text = f'<figure class="picture">{text}</figure>'
                    yield f"- {text}" if kind == "entry" else f"{text}\n"
                yield ""


def layers(drawing: str) -> str:
    """Return a Mermaid drawing of layers as rows of boxes. Mermaid itself would need a large script.

    Examples
    --------
    >>> layers('a["top"] --> b' + chr(10) + 'b["below"]')
    '<div class="layers"><p><span>top</span></p><p><span>below</span></p></div>'
    """
    names = dict(re.findall(r'([\w]+)\["(.+?)"\]', drawing))
    arrows = []
    for line in drawing.splitlines():
        ends = [re.findall(r"\w+", re.sub(r'\[".+?"\]', "", part)) for part in line.split("-->")]
        arrows += [(above, below) for start, end in pairwise(ends) for above in start for below in end]
    depth = dict.fromkeys(names, 0)
    for _ in names:
        for above, below in arrows:
            depth[below] = max(depth[below], depth[above] + 1)
    rows = [[names[name] for name in names if depth[name] == row] for row in range(max(depth.values()) + 1)]
    boxes = ["".join(f"<span>{name}</span>" for name in row) for row in rows]
    return f'<div class="layers">{"".join(f"<p>{row}</p>" for row in boxes)}</div>'


def place_of(name: str) -> str:
    """Return the place of a file of the repository: its language and its page.

    Examples
    --------
    >>> place_of("docs/fr/rejouer.md"), place_of("CHANGELOG.md"), place_of("tools/prose.toml")
    ('fr/rejouer.md', 'en/changelog.md', 'en/files/tools/prose.toml.md')
    """
    for pattern, place in PLACES:
        if found := re.fullmatch(pattern, name):
            return found.expand(place).lower() if pattern.startswith("(CH") else found.expand(place)
    raise AssertionError(name)


def url_of(place: str) -> str:
    """Return the address of a place: English pages are at the root."""
    return re.sub(r"\.md$", ".html", place.removeprefix(f"{ENGLISH}/"))


def page_of(name: str) -> str:
    """Return a file as Markdown: a page as it is, a folder as a list of its files, other text as a block of code."""
    path = ROOT / name
    if path.is_dir():
        files = [ROOT / file for file in output(ROOT, "git", "ls-files", name).splitlines()]
        rows = [f"- [{title_of(file)}]({path.name}/{file.relative_to(path).as_posix()})" for file in files]
        return "\n".join([f"# {path.name.capitalize()}", "", *rows, ""])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    head = f"---\nsearch:\n  exclude: true\n---\n\n# {path.name}\n\nThe file `{name}` of the repository:\n\n"
    return f"{head}~~~~{path.suffix[1:]}\n{text}\n~~~~\n"


def title_of(file: Path) -> str:
    """Return the title of a page, or the name of another file."""
    text = file.read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("# ") if file.suffix == ".md" else file.name
