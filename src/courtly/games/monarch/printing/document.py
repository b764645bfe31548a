"""The PDF of a card set: the data of the template, and its compilation by Typst."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import as_file, files
from typing import Any, Literal

from courtly.engine.extras import library
from courtly.engine.sentences import Sentence
from courtly.games.monarch import words
from courtly.games.monarch.cardset import CardSet
from courtly.games.monarch.printing.art import HALO, PATH_COLOURS, SHADOW, SKIES, authors_of, picture
from courtly.games.monarch.printing.faces import Face, faces_of
from courtly.games.monarch.printing.rules import printed_rules
from courtly.text.languages import language_of, marked, translator

Paper = Literal["a4", "letter"]

TOKENS = ((1, "gold", 24), (5, "gold", 12), (1, "food", 24), (5, "food", 12))
"""The tokens: value, resource and number. The supply never runs out: use other pieces if these are not enough."""

HOW_TO = marked(
    "Print at 100%, on both sides, flipped on the long edge. Cut along the marks. The last page has tokens for gold "
    "and food, and the token of the first player."
)
CREDITS = marked("Pictures: {authors}, game-icons.net, CC BY 3.0.")
FIRST = marked("first player")

_INK, _DRAWN, _CARD_INK = "#fff3da", "#4d3420", "#261b2a"
_FORMULA_INK = "#6d4d0c"
_LAST_BUNDLED = 0x0530
"""The bundled fonts have Latin, Greek and Cyrillic letters. Other letters need fonts of the computer."""


def print_set(cards: CardSet, lang: str, paper: Paper = "a4") -> bytes:
    """Return a card set as PDF. Equal sets give equal bytes.

    Raises
    ------
    MissingExtra
        If the extra `print` is not installed.
    """
    pdf: bytes = set_compiler(cards, lang, paper).compile(format="pdf", pdf_tags=False)
    return pdf


def set_compiler(cards: CardSet, lang: str, paper: Paper) -> Any:
    """Return the Typst compiler of the pages of a set. Raises like `print_set`."""
    purpose = Sentence(marked("PDF pages"), domain=words.DOMAIN)
    typst = library("typst", purpose, where="--pdf", extra="print")
    data = json.dumps(_data(cards, lang, paper), ensure_ascii=False)
    template = files("courtly.games.monarch.printing").joinpath("set.typ").read_bytes()
    bundled = not any(ord(sign) >= _LAST_BUNDLED and sign.isalpha() for sign in data)
    return typst.Compiler(template, font_paths=[_fonts()], ignore_system_fonts=bundled, sys_inputs={"data": data})


@cache
def _fonts() -> str:
    """Return the folder of the fonts of the pictures of tables."""
    with as_file(files("courtly").joinpath("web", "pictures", "fonts")) as folder:
        return str(folder)


def _data(cards: CardSet, lang: str, paper: Paper) -> dict[str, Any]:
    """Return everything that the template draws."""
    say = translator(lang, words.DOMAIN)
    faces = faces_of(cards, lang)
    title, notice = (language_of(lang).typeset(each(cards, lang)) for each in (words.set_name, words.set_notice))
    authors = authors_of(face.figure for face in faces)
    notes = [notice, say(HOW_TO)]
    notes += [say(CREDITS).format(authors=", ".join(authors))] if authors else []
    return {
        "lang": lang,
        "paper": {"a4": "a4", "letter": "us-letter"}[paper],
        "title": title,
        "mark": f"{title} {cards.version}",
        "faces": [asdict(face) for face in faces],
        "pictures": _pictures(faces),
        "colours": PATH_COLOURS,
        "skies": SKIES,
        "tokens": TOKENS,
        "first": say(FIRST),
        "rules": printed_rules(lang),
        "notes": notes,
    }


def _pictures(faces: Sequence[Face]) -> dict[str, str]:
    """Return the pictures of cards and tokens as SVG, each once. The name of a figure's shadow ends in `~`."""
    found = {name: picture(name, _INK) for name in ("r-crown", "k-moon", "k-guest")}
    found |= {name: picture(name, _CARD_INK) for name in ("r-gold", "r-food")}
    found |= {f"{name}+": picture(name, _FORMULA_INK) for name in ("r-crown", "k-guest", "v-path", "v-emblem")}
    found |= {f"t-{terrain}": picture(f"t-{terrain}", _CARD_INK, terrain=terrain) for terrain in SKIES}
    for face in faces:
        terrain = face.terrain or "village"
        found[face.scenery] = picture(face.scenery, _INK, terrain=terrain)
        found |= {name: picture(name, _INK) for name in face.emblems}
        found |= {f"{name}+": picture(name, _FORMULA_INK, path=path) for name, path in _terms(face)}
        if face.sign:
            found[face.sign] = picture(face.sign, _INK, path=face.path if face.sign.startswith("p-") else "none")
        if face.figure and face.terrain:
            found[f"{face.figure}^"] = picture(face.figure, _DRAWN, line=HALO)
        elif face.figure:
            path = face.path if face.figure.startswith("p-") else "none"
            found[face.figure] = picture(face.figure, _INK, path=path)
            found[f"{face.figure}~"] = picture(face.figure, "#000", line=SHADOW)
    return found


def _terms(face: Face) -> Iterator[tuple[str, str]]:
    """Yield the pictures in the crowns of a card, each with the path whose colour it has."""
    for kind, what in face.worth:
        if kind == "path":
            yield f"p-{what}", what
        elif kind == "emblem":
            yield f"e-{what}", "none"
