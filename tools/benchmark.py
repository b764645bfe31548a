"""Write the table of results in docs/benchmark.md, and the hashes and ratings of the pool.

`python -m tools.benchmark` recomputes the figures of the result files in docs/benchmark/ and writes the table. With
`--check` it writes nothing and fails if a file or the table is out of date. `--freeze` writes the hashes of the
installed opponents into the pool, and `--rate` the ratings that follow from the result files: both make a new pool.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from courtly.arena.benchmark.document import Document, as_json
from courtly.arena.benchmark.figures import expected_share, figures, share, shrunk
from courtly.arena.benchmark.pool import POOL_FILE, Pool, load_pool, play_hash
from courtly.arena.benchmark.protocol import Cell

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, RESULTS = DOCS / "benchmark.md", DOCS / "benchmark"
BEGIN, END = "<!-- results: python -m tools.benchmark -->\n", "<!-- end of results -->\n"
ANCHOR, ANCHOR_RATING = "steward", 1000.0
"""The opponent that has this rating in every game: it plays fast, and every agent meets it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; return 1 if something is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("check", "freeze", "rate"):
        parser.add_argument(f"--{name}", action="store_true")
    given = parser.parse_args(arguments)
    if given.freeze or given.rate:
        text = POOL_FILE.read_text(encoding="utf-8")
        changed = frozen(text, load_pool()) if given.freeze else rated(text, load_pool(), documents())
        POOL_FILE.write_text(changed, encoding="utf-8")
        return 0
    old = 0
    for file, text in outputs(load_pool()):
        if file.read_text(encoding="utf-8") != text:
            old += 1
            if given.check:
                print(f"{file.relative_to(DOCS.parent)} is out of date: run python -m tools.benchmark")
            else:
                file.write_text(text, encoding="utf-8")
    return 1 if given.check and old else 0


def documents() -> dict[Path, dict[str, Any]]:
    """Return the result files."""
    return {file: json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("*.json"))}


def outputs(pool: Pool) -> Iterator[tuple[Path, str]]:
    """Yield the result files with their figures computed again, and the page with the table."""
    found = documents()
    for file, document in found.items():
        parsed = Document.model_validate_json(json.dumps(document))
        document["figures"] = figures(pool, parsed.protocol(pool), parsed.results())
        yield file, as_json(document)
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    yield (
        PAGE,
        head
        + BEGIN
        + "\n"
        + table({file.name: document for file, document in found.items()})
        + "\n"
        + END
        + rest.split(END)[1],
    )


def table(results: dict[str, dict[str, Any]]) -> str:
    """Return the table of results, the strongest agent first."""
    lines = [
        "| agent | matches | rating | Courtisans | Cursed Court | Monarch | median ms | illegal | file |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, each in sorted(results.items(), key=lambda item: -item[1]["figures"]["rating"]["value"]):
        found = each["figures"]
        ratings = [found["ratings"].get(game) for game in ("courtisans", "cursed_court", "monarch")]
        cells = [f"`{each['agent']}`", f"{found['matches']:,} ({each['size']})"]
        cells += map(shown, [found["rating"], *ratings])
        cells += [f"{each['times']['median_ms']:g}", str(found["illegal"]), f"[{name}](benchmark/{name})"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def shown(rating: dict[str, float] | None) -> str:
    """Return a rating with its interval."""
    if rating is None:
        return "–"
    return f"{rating['value']:.0f} [{rating['low']:.0f}, {rating['high']:.0f}]"


def frozen(text: str, pool: Pool) -> str:
    """Return the text of the pool with the hashes of the installed files."""
    hashes = {
        each.name: {game: play_hash(each.spec, game, pool.games[game].seats) for game in each.hashes}
        for each in pool.opponents
    }
    return _replaced(text, "hashes", {name: {k: f'"{v}"' for k, v in by.items()} for name, by in hashes.items()})


def rated(text: str, pool: Pool, results: dict[Path, dict[str, Any]]) -> str:
    """Return the text of the pool with the ratings that fit the matches of its own opponents best."""
    found: dict[str, dict[str, str]] = {each.name: {} for each in pool.opponents}
    parsed = [Document.model_validate_json(json.dumps(document)) for document in results.values()]
    for game in pool.games:
        for name, rating in _fitted(pool, game, parsed).items():
            found[name][game] = str(round(rating))
    return _replaced(text, "ratings", found)


def _fitted(pool: Pool, game: str, results: list[Document]) -> dict[str, float]:
    names = [each.name for each in pool.opponents if game in each.hashes]
    by_spec = {each.spec: each.name for each in pool.opponents}
    met: list[tuple[int, int, Cell, float]] = []
    for document in results:
        protocol = document.protocol(pool)
        for cell, matches in zip(protocol.cells, document.results(), strict=True):
            if cell.game == game and document.agent in by_spec and by_spec[document.agent] in names:
                value = float(shrunk(np.array(share(cell, matches).value), cell))
                met.append((names.index(by_spec[document.agent]), names.index(cell.opponent), cell, value))

    def loss(free: np.ndarray) -> float:
        ratings = 100 * np.insert(free, names.index(ANCHOR), ANCHOR_RATING / 100)
        expected = [float(expected_share(ratings[one], ratings[other], cell.seats)) for one, other, cell, _ in met]
        terms = (
            cell.matches * (won * np.log(p) + (1 - won) * np.log(1 - p))
            for p, (_, _, cell, won) in zip(expected, met, strict=True)
        )
        return -float(sum(terms))

    start = np.full(len(names) - 1, ANCHOR_RATING / 100)
    best = 100 * np.insert(minimize(loss, start).x, names.index(ANCHOR), ANCHOR_RATING / 100)
    return dict(zip(names, best.tolist(), strict=True))


def _replaced(text: str, key: str, values: dict[str, dict[str, str]]) -> str:
    """Return the text with new values of a key of each opponent."""
    for name, by_game in values.items():
        inner = ", ".join(f"{game} = {value}" for game, value in by_game.items())
        pattern = rf'(name = "{re.escape(name)}"\n(?:[a-z]+ = .*\n)*?{key} = ){{.*}}'
        text, count = re.subn(pattern, rf"\g<1>{{ {inner} }}", text)
        assert count == 1, name
    return text


if __name__ == "__main__":
    sys.exit(main())
