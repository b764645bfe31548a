"""A user's own list of set regions, read from TOML or JSON, and all that is wrong with it, line by line.

TOML holds `[[region]]` tables as `components.toml` does, JSON a list of objects with the same keys. What a list must be
is said in `content`; this module finds the lines.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from courtly.engine.errors import BadOption, shown
from courtly.engine.toml import read_toml
from courtly.games.cursed_court.content import SETS, region_problems

MAX_BYTES = 100_000
"""Far more than 18 regions need."""

MAX_REGIONS = 100
"""A longer list is refused without a look at each."""

KEPT = ("id", "name", "nobles")
"""What a match keeps of a region; `where` and `source` are remarks."""

TABLES = ("region", "schema", "noble", "players", "score")
"""What a TOML file may hold: `region` is read, what else `components.toml` has is left alone."""

ALLOWED = f"{SETS} set regions with id, name and nobles, as [[region]] tables of TOML or as a JSON list"

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*region[ \t]*\]\]", re.MULTILINE)
_JSON = re.compile(r"\s*(\{|\[\s*([{\"\]\d-]|true|false|null|$))")
_GAP = re.compile(r"[\s,]*")
_PLACE = re.compile(r"regions\[(\d+)\]([^:]*): ")


class Entry(NamedTuple):
    """Where a region stands: its text, and the line at which that begins."""

    line: int
    text: str


def read_regions(source: Path | str) -> list[dict[str, Any]]:
    """Return a list of set regions for the option `regions`.

    Parameters
    ----------
    source
        A file, or the text of one.

    Raises
    ------
    BadOption
        With all that is wrong, one problem per line.
    """
    text = _text(source) if isinstance(source, Path) else source
    if len(text) > MAX_BYTES:
        _refuse([f"more than {MAX_BYTES} signs; {SETS} set regions need far fewer"])
    entries, places = _read_json(text) if _JSON.match(text) else _read_toml(text)
    if len(entries) > MAX_REGIONS:
        _refuse([f"{len(entries)} set regions; there must be {SETS}"])
    problems = region_problems(entries)
    if problems:
        _refuse([_placed(problem, entries, places) for problem in problems])
    return [{key: entry[key] for key in KEPT} for entry in entries]


def _text(file: Path) -> str:
    """Return the text of a file."""
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_BYTES + 1).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse([f"{file} is not UTF-8 text: byte {error.start} cannot be read"])
    except OSError as error:
        _refuse([f"{file} cannot be read: {error.strerror or error}"])


def _read_toml(text: str) -> tuple[list[Any], list[Entry]]:
    """Return the entries of a TOML document, and where they stand."""
    try:
        document = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        _refuse([_syntax(str(error))])
    except (RecursionError, ValueError) as error:
        _refuse([f"not TOML that can be read: {error}"])
    unknown = [key for key in document if key not in TABLES]
    entries = document.get("region")
    problems = [f"there is no table {shown(key)} in such a file; regions are [[region]] tables" for key in unknown]
    if not isinstance(entries, list):
        _refuse([*problems, "no [[region]] table: there must be one for each set region"])
    if problems:
        _refuse(problems)
    headers = [found.start() for found in _HEADER.finditer(text)]
    ends = [*headers[1:], len(text)]
    return entries, [Entry(_line(text, start), text[start:end]) for start, end in zip(headers, ends)]


def _read_json(text: str) -> tuple[list[Any], list[Entry]]:
    """Return the entries of a JSON list, and where they stand."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        _refuse([f"line {error.lineno}: not JSON: {error.msg}"])
    except (RecursionError, ValueError) as error:
        _refuse([f"not JSON that can be read: {type(error).__name__}"])
    if not isinstance(document, list):
        _refuse(["a JSON file holds a list of set regions"])
    places, decoder, at = list[Entry](), json.JSONDecoder(), text.index("[") + 1
    for _ in document:
        gap = _GAP.match(text, at)
        at = gap.end() if gap else at
        _, end = decoder.raw_decode(text, at)
        places.append(Entry(_line(text, at), text[at:end]))
        at = end
    return document, places


def _syntax(message: str) -> str:
    """Return a complaint of the TOML reader with its line in front."""
    found = re.search(r" \(at line (\d+), column \d+\)$", message)
    said = message[: found.start()] if found else message.replace(" (at end of document)", "")
    return f"line {found[1]}: not TOML: {said}" if found else f"not TOML: {said}"


def _placed(problem: str, entries: Sequence[Any], places: Sequence[Entry]) -> str:
    """Return a problem of `region_problems` with the line, the number from 1 and the id of its region."""
    found = _PLACE.match(problem)
    if found is None:
        return problem.removeprefix("regions: ")
    index, keys = int(found[1]), [key for key in found[2].split(".") if key]
    line = _line_of(places[index], keys) if len(places) == len(entries) else None
    said = re.sub(r"regions\[(\d+)\]", lambda other: f"region {int(other[1]) + 1}", problem[found.end() :])
    where = [f"line {line}"] if line else []
    return f"{', '.join([*where, _called(index, entries[index]), *keys[:1]])}: {said}"


def _called(index: int, entry: object) -> str:
    """Return the number of a region, from 1, and its id where it has one."""
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"region {index + 1} ({shown(name, limit=40)})" if isinstance(name, str) else f"region {index + 1}"


def _line_of(place: Entry, keys: Sequence[str]) -> int:
    """Return the line of a region's key, or that on which the region begins."""
    if keys:
        found = re.search(rf"(?:^|[{{,])[ \t]*[\"']?({re.escape(keys[0])})[\"']?[ \t]*[=:.]", place.text, re.MULTILINE)
        if found:
            return place.line + place.text.count("\n", 0, found.start(1))
    return place.line


def _line(text: str, at: int) -> int:
    """Return the number of the line of a place in a text."""
    return text.count("\n", 0, at) + 1


def _refuse(problems: Sequence[str]) -> NoReturn:
    """Raise one error for all problems, each on a line of its own."""
    head = "option regions: this list of set regions cannot be used"
    message = "\n".join([f"{head}:", *problems])
    raise BadOption(message, where="regions", allowed=ALLOWED)
