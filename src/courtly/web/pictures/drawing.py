"""The picture of a shared match as SVG, 1200 x 630: game, title, players, and the result or the position.

A link to a move as a seat saw it shows only what that seat knew at that time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unicodedata import category, east_asian_width

from markupsafe import Markup

from courtly.engine.play.match import Match
from courtly.review import Review
from courtly.scene.marks import Pennant
from courtly.scene.model import Fact, Scene
from courtly.scene.parts import scene_of, words_of
from courtly.tables.store.rows import Aim
from courtly.tables.table_views import FinishedMatch
from courtly.text.locales import Locale
from courtly.web.games import pages_of
from courtly.web.members import names_of
from courtly.web.review_pages import signs_of
from courtly.web.stepper import has_hands
from courtly.web.table_pages import page_input

WIDTH, HEIGHT = 1200, 630
SEATS = {
    "wine": "#74203d",
    "blue": "#2d4f6b",
    "amber": "#6a4a1c",
    "violet": "#4f3a73",
    "green": "#24564f",
    "slate": "#45505c",
}
"""The colours of players, as in `tokens.css`."""

LINEN, PANEL, LINE, INK, QUIET, GOLD = "#f3e9d6", "#fffaf0", "#d8c6a4", "#251a28", "#514357", "#7a5710"
CLOTH, ON_CLOTH, CLOTH_GOLD = "#14343a", "#f6ecd8", "#ecc978"
SERIF, SANS, BOLD = "EB Garamond SemiBold", "Inter", "Inter SemiBold"

WIDE = {SERIF: 0.45, SANS: 0.5, BOLD: 0.53}
"""Average width of a character relative to the font size. It decides where long texts are cut, without measuring."""

WIDEST = 1.3
"""The width of an emoji or of a Chinese character."""

DASHES = ("", "12 7", "4 7", "18 5 5 5", "2 6", "24 8")
LEFT, MIDDLE, RIGHT, TOP, BOTTOM = 56, 560, 1144, 286, 590

NAME_SIZES, FACT_SIZES = (30, 26, 23), (20, 18, 16)
"""The sizes of the name of a player and of a fact; a long text has a smaller one."""

NAME_ROOM = 335
"""The space for a name, next to the points."""

_ICONS = Path(__file__).parent.parent / "static" / "icons.svg"


@dataclass(frozen=True, slots=True)
class Caption:
    """The texts of a shared match: its game, a title, and the lines above and below the title."""

    game: str
    title: str
    above: str
    below: str


def picture(finished_match: FinishedMatch, aim: Aim, found: Review | None, lang: str) -> str:
    """Return the picture of a link as SVG. If there is a review and hands are open, it plots the win shares."""
    locale, here = _locale(finished_match, lang), _match_at(finished_match, aim)
    scene, signs = _scene(here, aim.eyes, locale), signs_of(finished_match, locale)
    is_open = aim.move is None or aim.eyes is None
    body = _chances(found, signs, aim.move) if found is not None and is_open else _facts(_printed_facts(scene))
    caption = caption_of(finished_match, aim, lang)
    parts = [_header(caption), _title(caption), _seats(here, scene, signs, locale), body]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
    back = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{LINEN}"/>'
    return f"{head}{back}{''.join(parts)}</svg>"


def caption_of(finished_match: FinishedMatch, aim: Aim, lang: str) -> Caption:
    """Return the texts of a link. A link to a move describes its effect, from the link's perspective."""
    locale, here = _locale(finished_match, lang), _match_at(finished_match, aim)
    called, who = pages_of(here.game).title(locale), ", ".join(locale.names)
    if aim.move is None:
        return Caption(called, pages_of(here.game).headline(page_input(finished_match.table_view, locale)), "", who)
    above = locale.say("After move {number}", number=aim.move)
    if aim.eyes is not None:
        above += f" · {locale.say('as {name} saw it', name=locale.name(aim.eyes))}"
    elif has_hands(here, locale):
        above += f" · {locale.say('all hands visible')}"
    return Caption(called, _effect(here, aim.eyes, locale) or locale.say("Before the first move."), above, who)


def _effect(here: Match, eyes: int | None, locale: Locale) -> str:
    """Return the effect of the last move from this perspective; if it has none, the effect of an earlier move."""
    words = words_of(here.game)
    last = words.lines(here.log(eyes, since=max(0, here.version - 1)), here.options, locale) if here.version else []
    return " ".join(line.text for line in last or words.lines(here.log(eyes), here.options, locale)[-1:])


def _locale(finished_match: FinishedMatch, lang: str) -> Locale:
    assert finished_match.table_view.match is not None
    return Locale(lang, names_of(finished_match.table_view.match.seats, Locale(lang)), None, finished_match.match.game)


def _match_at(finished_match: FinishedMatch, aim: Aim) -> Match:
    return finished_match.match if aim.move is None else finished_match.match.at(aim.move)


def _scene(here: Match, eyes: int | None, locale: Locale) -> Scene:
    own = Locale(locale.lang, locale.names, eyes, here.game)
    return scene_of(here.game, here.view(eyes), here.log(eyes), own)


def _text(x: float, y: float, words: str, size: int, fill: str = INK, **more: str | float) -> str:
    """Return a line of text; `face` is the typeface, `room` the maximum width, `end` right-aligns it."""
    face, room = str(more.get("face", SANS)), float(more.get("room", WIDTH))
    cut = _truncated(words.replace("\u202f", "\u00a0"), face, size, room)
    anchor = Markup(' text-anchor="end"') if more.get("end") else Markup()
    line = Markup('<text x="{}" y="{}" font-family="{}" font-size="{}" fill="{}"{}>{}</text>')
    return str(line.format(x, y, face, size, fill, anchor, cut))


def _truncated(words: str, face: str, size: int, room: float) -> str:
    if _width(words, face, size) <= room:
        return words
    while words and _width(f"{words}…", face, size) > room:
        words = words[:-1].rstrip("\u200d ")
    return f"{words}…"


def _size(words: str, sizes: Sequence[int], room: float) -> int:
    """Return the first size in which a text in `BOLD` fits, or the last size."""
    return next((size for size in sizes if _width(words, BOLD, size) <= room), sizes[-1])


def _width(words: str, face: str, size: int) -> float:
    """Return about how wide a text is."""
    return size * sum(_letter_width(sign, WIDE[face]) for sign in words)


def _letter_width(sign: str, usual: float) -> float:
    """Return about how wide a letter is, for a size of 1."""
    if category(sign) in ("Cf", "Mn", "Me"):
        return 0
    if east_asian_width(sign) in "WF":
        return WIDEST
    return 0.9 if sign in "mwMW@%" else 0.3 if sign in "ijl.,:;!" else usual


@cache
def _crown() -> str:
    """Return the SVG path of the crown in front of the site's name."""
    symbol = _ICONS.read_text(encoding="utf-8").split('id="i-queen"')[1].split("</symbol>")[0]
    return "".join(re.findall(r' d="([^"]*)"', symbol))


def _header(caption: Caption) -> str:
    crown = f'<path transform="translate(52 20) scale(0.102)" fill="{CLOTH_GOLD}" d="{_crown()}"/>'
    return "".join(
        [
            f'<rect width="{WIDTH}" height="92" fill="{CLOTH}"/>',
            crown,
            _text(118, 61, "Courtly", 44, ON_CLOTH, face=SERIF),
            _text(RIGHT, 58, caption.game, 32, ON_CLOTH, end=1),
        ]
    )


def _title(caption: Caption) -> str:
    above = _text(LEFT, 140, caption.above, 26, QUIET, room=RIGHT - LEFT)
    lines = _lines(caption.title, SERIF, 50, RIGHT - LEFT)
    first = 196 if caption.above else 178
    return above + "".join(_text(LEFT, first + 54 * n, line, 50, face=SERIF) for n, line in enumerate(lines))


def _lines(words: str, face: str, size: int, room: float) -> list[str]:
    """Return a text split into at most two lines."""
    first, left = "", words.split()
    while left and _width(f"{first} {left[0]}".strip(), face, size) <= room:
        first = f"{first} {left.pop(0)}".strip()
    if not first:
        first = _truncated(left.pop(0), face, size, room)
    return [first, *([_truncated(" ".join(left), face, size, room)] if left else [])]


def _pennant(sign: Pennant, x: float, y: float) -> str:
    letter = Markup('<text x="20" y="27" font-family="{}" font-size="22" fill="#fff" text-anchor="middle">{}</text>')
    path = f'<path d="M2 2H38V49L20 38L2 49z" fill="{SEATS[sign.colour]}"/>'
    return f'<g transform="translate({x} {y})">{path}{letter.format(BOLD, sign.letter)!s}</g>'


def _seats(here: Match, scene: Scene, signs: Sequence[Pennant], locale: Locale) -> str:
    """Return the players, with their points if the match is over, otherwise with the public facts about them."""
    order: Iterable[int] = range(here.players)
    if here.is_over:
        scores = here.scores()
        order = sorted(order, key=lambda seat: -scores[seat])
    step = min(84.0, (BOTTOM - TOP) / here.players)
    return "".join(
        _seat(here, scene, seat, (signs[seat], locale.name(seat), TOP + step * n)) for n, seat in enumerate(order)
    )


def _seat(here: Match, scene: Scene, seat: int, row: tuple[Pennant, str, float]) -> str:
    sign, name, y = row
    size = _size(name, NAME_SIZES, NAME_ROOM)
    drawn = _pennant(sign, LEFT, y) + _text(LEFT + 56, y + 34, name, size, face=BOLD, room=NAME_ROOM)
    if here.is_over:
        fill = GOLD if seat in here.winners() else INK
        score = str(here.scores()[seat]).replace("-", "−")
        return drawn + _text(MIDDLE - 40, y + 36, score, 40, fill, face=SERIF, end=1)
    facts = " · ".join(f"{fact.title} {fact.value}" for fact in scene.seats[seat].facts[:3])
    return drawn + _text(LEFT + 56, y + 62, facts, 19, QUIET, room=MIDDLE - LEFT - 70)


def _panel() -> str:
    width, height = RIGHT - MIDDLE, BOTTOM - TOP
    return (
        f'<rect x="{MIDDLE}" y="{TOP}" width="{width}" height="{height}" rx="14" fill="{PANEL}" stroke="{LINE}" '
        'stroke-width="2"/>'
    )


def _printed_facts(scene: Scene) -> list[Fact]:
    """Return the facts to print: the scene's own, and one for each place with pieces that belongs to no seat."""
    lying = [place for place in scene.places if place.owner is None and place.pieces]
    places = [Fact(place.title, " · ".join(piece.label for piece in place.pieces)) for place in lying]
    return [*scene.facts, *places]


def _facts(facts: Sequence[Fact]) -> str:
    """Return a panel with a list of facts."""
    some = facts[:9]
    step = min(46.0, (BOTTOM - TOP - 24) / max(1, len(some)))
    return _panel() + "".join(_fact(fact, TOP + 12 + step * (n + 0.66)) for n, fact in enumerate(some))


def _fact(fact: Fact, y: float) -> str:
    title = _truncated(fact.title, SANS, 20, 250)
    room = RIGHT - MIDDLE - 64 - _width(title, SANS, 20)
    size = _size(fact.value, FACT_SIZES, room)
    return _text(MIDDLE + 24, y, title, 20, QUIET) + _text(RIGHT - 24, y, fact.value, size, face=BOLD, end=1, room=room)


def _chances(found: Review, signs: Sequence[Pennant], move: int | None) -> str:
    """Return a plot of each player's win share before every turn. If the link leads to a move, the move is marked."""
    versions = [*found.turns, found.positions[-1].version]
    last = max(1, len(versions) - 1)
    left, right, top, bottom = MIDDLE + 64, RIGHT - 28, TOP + 26, BOTTOM - 26

    def x(point: float) -> float:
        return round(left + (right - left) * point / last, 1)

    def y(chance: float) -> float:
        return round(bottom - (bottom - top) * chance, 1)

    rules = [
        f'<line x1="{left}" x2="{right}" y1="{y(chance)}" y2="{y(chance)}" stroke="{LINE}" stroke-width="2"/>'
        + _text(left - 12, y(chance) + 7, str(round(100 * chance)), 20, QUIET, end=1)
        for chance in (0.0, 0.5, 1.0)
    ]
    lines = [
        _curve(
            [(x(n), y(found.positions[version].known[seat].win)) for n, version in enumerate(versions)],
            SEATS[signs[seat].colour],
            DASHES[seat % len(DASHES)],
        )
        for seat in range(found.players)
    ]
    here = "" if move is None else _move_line(x(_turn(versions, move)), top, bottom)
    return _panel() + "".join([*rules, here, *lines])


def _curve(points: Sequence[tuple[float, float]], colour: str, dashes: str) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="5" stroke-linejoin="round" '
        f'stroke-dasharray="{dashes or "none"}"/>'
    )


def _move_line(x: float, top: float, bottom: float) -> str:
    return f'<line x1="{x}" x2="{x}" y1="{top}" y2="{bottom}" stroke="{GOLD}" stroke-width="4"/>'


def _turn(versions: Sequence[int], move: int) -> float:
    """Return the position of a move on the x axis, which counts turns."""
    n = max(i for i, begun in enumerate(versions) if begun <= move)
    after = versions[n + 1] if n + 1 < len(versions) else versions[n] + 1
    return n + (move - versions[n]) / max(1, after - versions[n])
