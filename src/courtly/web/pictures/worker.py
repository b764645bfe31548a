"""A process that converts one picture, so that no table waits for it: `python -m courtly.web.pictures.worker`.

The converter holds the GIL while it works, so a thread would not help. The process reads an SVG from standard input and
writes a PNG to standard output.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import resvg_py

LOWEST_PRIORITY = 19
FONTS = Path(__file__).parent / "fonts"


def painted(svg: str) -> bytes:
    """Return the PNG of an SVG, in the site's typefaces; characters that they lack use system fonts."""
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=sorted(map(str, FONTS.glob("*.ttf"))))


def main() -> None:
    """Convert the SVG from standard input."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(LOWEST_PRIORITY)
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main()
