"""The contents of the printed cards: the same name, cost, crowns, texts and pictures as at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from courtly.games.monarch import words
from courtly.games.monarch.cardset import Banner, CardSet, Court, Entry, Guest, Improvement, Land, Moon
from courtly.games.monarch.page_formulas import formula_terms
from courtly.games.monarch.page_table import DRAWN, GAINS
from courtly.games.monarch.printing.art import has_picture
from courtly.text.languages import language_of, marked, translator

NAMES = {
    "court": marked("Court Card"),
    "village": marked("Village Improvement"),
    "farm": marked("Farm Improvement"),
    "guest": marked("Unwanted Guest"),
    "moon": marked("Moon"),
    "banner": marked("Banner"),
    "land": marked("Land board"),
}
CROWNS = marked("Crowns: {worth}.")
SIGNS = {"guest": "k-guest", "moon": "k-moon"}
MARKET, LAND, BANNER = "market", "land", "banner"
"""The backs. All cards of the market deck have the same one."""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed card.

    Attributes
    ----------
    id, name, kind
        The id and the name of the card, and its kind in words.
    back
        The kind of its back.
    path, terrain
        The path whose colour it has, or `guest` or `moon`; the terrain of its landscape, or empty.
    sign, emblems
        The pictures next to its name: its path or kind, and its emblems.
    scenery, figure
        The pictures of its background and its subject; no subject if the landscape is the subject.
    cost, gives
        Amounts with their resource: its price, and the yield of a land.
    worth
        The terms of its crowns: a kind of term and a text or the name of a picture.
    says, text
        Its abilities as the engine plays them, and the set's own text.
    """

    id: str
    name: str
    kind: str
    back: str
    path: str
    terrain: str = ""
    sign: str = ""
    emblems: tuple[str, ...] = ()
    scenery: str = "b-none"
    figure: str = ""
    cost: tuple[tuple[int, str], ...] = ()
    gives: tuple[tuple[int, str], ...] = ()
    worth: tuple[tuple[str, str], ...] = field(default=())
    says: str = ""
    text: str = ""


def faces_of(cards: CardSet, lang: str) -> list[Face]:
    """Return every card, land board and banner of a set, each copy once, in the order of the set."""
    entries = (*cards.courts, *cards.improvements, *cards.guests, *cards.moons, *cards.banners)
    return [_face(entry, cards, lang) for entry in entries] + [*_boards(cards, lang)]


def _boards(cards: CardSet, lang: str) -> Iterator[Face]:
    """Yield the land boards; copies have different landscapes."""
    for land in cards.lands:
        face = _face(land, cards, lang)
        for copy in range(land.copies):
            yield replace(face, scenery=f"{land.terrain[0]}-{copy % 3 + 1}")


def _face(entry: Entry, cards: CardSet, lang: str) -> Face:
    kind = type(entry).__name__.lower()
    terrain = entry.terrain if isinstance(entry, Improvement | Land) else ""
    path = kind if kind in SIGNS else getattr(entry, "path", "none")
    typeset = language_of(lang).typeset
    back = {"land": LAND, "banner": BANNER}.get(kind, MARKET)
    return Face(
        id=entry.id,
        name=typeset(words.card_name(entry.id, cards, lang)),
        kind=_kind(entry, cards, lang),
        back=back,
        path=path,
        terrain=terrain,
        sign="" if kind == "land" or (terrain and path == "none") else SIGNS.get(path, f"p-{path}"),
        emblems=tuple(f"e-{emblem}" for emblem in getattr(entry, "emblems", ()) if emblem in DRAWN),
        scenery=f"{terrain[0]}-i" if terrain else _scenery(path),
        figure=_figure(entry, path),
        cost=_cost(entry, cards),
        gives=((entry.yields, GAINS[terrain]),) if isinstance(entry, Improvement | Land) else (),
        worth=tuple((term.kind, term.what) for term in formula_terms(entry, DRAWN)),
        says=typeset(_says(entry, cards, lang)),
        text=typeset(words.card_text(entry.id, cards, lang)),
    )


def _scenery(path: str) -> str:
    return {"moon": "b-wisdom", "balance": "b-none"}.get(path, f"b-{path}")


def _figure(entry: Entry, path: str) -> str:
    """Return the picture of a card, or else the sign of its first emblem, its kind or its path."""
    own = [f"{prefix}-{entry.id}" for prefix in "ag" if has_picture(f"{prefix}-{entry.id}")]
    emblems = [f"e-{emblem}" for emblem in getattr(entry, "emblems", ()) if emblem in DRAWN]
    sign = [] if isinstance(entry, Improvement | Land) else [SIGNS.get(path, f"p-{path}")]
    return next(iter([*own, *emblems, *sign]), "")


def _cost(entry: Entry, cards: CardSet) -> tuple[tuple[int, str], ...]:
    """Return the price of a card of the market; a free card costs 0 gold."""
    if not isinstance(entry, Court | Improvement | Guest):
        return ()
    price = words.cost_of(entry.id, cards)
    amounts = [(price["gold"], "gold"), (price["food"], "food")]
    return tuple(each for each in amounts if each[0]) or ((0, "food" if isinstance(entry, Improvement) else "gold"),)


def _kind(entry: Entry, cards: CardSet, lang: str) -> str:
    """Return the kind of a card in words, with its path and its emblems."""
    kind = entry.terrain if isinstance(entry, Improvement) else type(entry).__name__.lower()
    parts = [translator(lang, words.DOMAIN)(NAMES[kind])]
    if isinstance(entry, Court | Improvement) and entry.path != "none":
        parts.append(words.path_name(entry.path, cards, lang))
    if isinstance(entry, Court):
        parts += [words.emblem_name(emblem, cards, lang) for emblem in entry.emblems]
    if isinstance(entry, Land):
        parts.append(words.terrain_name(entry.terrain, lang))
    return " · ".join(parts)


def _says(entry: Entry, cards: CardSet, lang: str) -> str:
    """Return the crown formula, the requirement and the abilities of a card as sentences."""
    lines = [words.requirement_words(entry, cards, lang)] if isinstance(entry, Banner) else []
    if isinstance(entry, Court | Guest | Banner) and entry.crowns.kind != "fixed":
        worth = words.crowns_words(entry.id, cards, lang)
        lines.append(translator(lang, words.DOMAIN)(CROWNS).format(worth=worth))
    lines += words.ability_lines(entry.id, cards, lang)
    return ("\n" if isinstance(entry, Moon) else " ").join(lines)
