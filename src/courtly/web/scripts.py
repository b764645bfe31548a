"""Bundles scripts: a module with its imports, as one file. Scripts, styles and pictures are served without comments.

The script of a table consists of more than twenty small modules, which can be read and tested separately. A browser
would request them one after another, and most of their text is documentation. The bundle contains the same code.

The bundler supports only these forms. An import is one line, `import { a, b } from "./file.js";`. Imports are never
circular. No two modules define the same name. A comment is a line that starts with `//`, or a block that starts with
`/**`. A module that is rarely needed is imported dynamically, by `import("./file.js")`.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("\./([\w-]+\.js)"\)')
COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PICTURE_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
PUNCTUATION = re.compile(r"\s*([{};,])\s*|(:)\s+")
EXPORT = re.compile(r"^export (?=async |class |const |function )", re.MULTILINE)
MARGIN = re.compile(r"^\s+", re.MULTILINE)


@cache
def script(path: Path) -> str:
    """Return the bundle of a module, with each imported module once."""
    *imported, own = (_without_comments(module) for module in modules(path))
    text = "".join(EXPORT.sub("", module) for module in imported) + own
    return LATER.sub(lambda later: f'import("./{later[1]}?v={fingerprint(path.with_name(later[1]))}")', text)


@cache
def style(path: Path) -> str:
    """Return a style sheet as it is served: without comments, indentation and spaces around punctuation."""
    return PUNCTUATION.sub(r"\1\2", MARGIN.sub("", STYLE_COMMENT.sub("", path.read_text("utf-8")))).replace(";}", "}")


@cache
def picture(path: Path) -> str:
    """Return an SVG as it is served: without comments. The page of credits names the authors."""
    return PICTURE_COMMENT.sub("", path.read_text("utf-8"))


def modules(path: Path) -> list[Path]:
    """Return a module and all its imports, in the order in which a browser would run them."""
    imported = [path.with_name(name) for name in IMPORT.findall(path.read_text("utf-8"))]
    return list(dict.fromkeys([*(one for module in imported for one in modules(module)), path]))


def fingerprint(path: Path) -> str:
    """Return a hash of a file as it is served. Addresses contain the hash, so the file may be cached forever."""
    served = SERVED.get(path.suffix)
    content = served(path).encode() if served else path.read_bytes()
    return sha256(content).hexdigest()[:12]


def _without_comments(path: Path) -> str:
    return MARGIN.sub("", COMMENT.sub("", IMPORT.sub("", path.read_text("utf-8"))))


SERVED = {".js": script, ".css": style, ".svg": picture}
"""The functions that return the served text of a file, by its suffix."""
