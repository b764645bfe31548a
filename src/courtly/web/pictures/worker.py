"""A process that paints one picture, so that no table waits for it: `python -m courtly.web.pictures.worker`.

The painter holds Python's lock while it works, so a thread would not do. It reads an SVG from its standard input and
writes a PNG.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import resvg_py

LOWEST_PRIORITY = 19
FONTS = Path(__file__).parent / "fonts"


def painted(svg: str) -> bytes:
    """Return the PNG of an SVG, in our typefaces; signs that they lack come from those of the machine, if any."""
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=sorted(map(str, FONTS.glob("*.ttf"))))


def main() -> None:
    """Paint what is asked for."""
    os.nice(LOWEST_PRIORITY)
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main()
