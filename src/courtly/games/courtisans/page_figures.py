"""Aids that the page of a match computes from a view, so that the viewer does not have to count.

The aids are the status of the families, the value of each pile and domain if the match ended now, the progress of a
mission, and the cards that the viewer has not seen. Values and missions use public cards only: a face-down card counts
for nothing. `DomainValue` also has the lowest and highest value that the face-down cards allow. The functions apply the
rules of `scoring` to a state built from the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from courtly.games.courtisans.content import (
    CARD_IDS,
    FAMILY_IDS,
    KIND_OF,
    ROLE_IDS,
    CourtisansOptions,
    compile_content,
    missions_of,
)
from courtly.games.courtisans.moves import AREA_IDS, TABLE
from courtly.games.courtisans.scoring import family_in, met, roles_in, standing, tally
from courtly.games.courtisans.state import FAMILIES, ROLES, Area, Content, Mission, Role, State
from courtly.games.courtisans.view import STATUS, View

POINTS = {name: points for points, name in STATUS.items()}
"""Points per card, by the status of its family. A noble counts twice."""

_Areas = tuple[tuple[str, ...], ...]
"""For each area: its name, then its cards."""

_Options = tuple[tuple[str, object], ...]
"""The options of a match as pairs of name and value."""

Spies = tuple[int, int, int]
"""Number of face-down cards above the mat, below it, and in one domain."""


@dataclass(frozen=True, slots=True)
class FamilyStanding:
    """The face-up cards of a family at the Queen's table. `may_turn` is true if spies there could change the status."""

    family: str
    above: int
    below: int
    status: str
    may_turn: bool


@dataclass(frozen=True, slots=True)
class DomainValue:
    """The value of a domain by its face-up cards now, in total and by family, and its bounds.

    `least` and `most` are the lowest and the highest value in all deals that agree with the public cards.
    """

    now: int
    piles: Mapping[str, int]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions of a mission: its number in the edition, its kind and the parameters of that kind."""

    number: int
    kind: Mission
    families: Sequence[str]
    role: str | None
    asked: int | None


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a mission, by the public cards.

    The meaning of `counts` depends on the kind: the current and the required number; the cards of the viewer and of the
    left neighbour; or the cards above and below. `family` is the family counted, if any.
    """

    kind: Mission
    counts: tuple[int, int]
    met: bool
    family: str | None = None
    role: str | None = None


def status(above: int, below: int) -> str:
    """Return the status for a count above and a count below the mat."""
    return "esteemed" if above > below else "fallen" if below > above else "neutral"


def houses(view: View) -> list[FamilyStanding]:
    """Return the families in column order."""
    spies = _face_down(view, "above"), _face_down(view, "below")
    return [_house(family, sides["above"], sides["below"], *spies) for family, sides in view["standing"].items()]


def domain_values(view: View) -> Sequence[DomainValue]:
    """Return the value of each domain if the match ended now, by seat."""
    margins = tuple(sides["above"] - sides["below"] for sides in view["standing"].values())
    return _worths(_area_cards(view), margins)


@lru_cache(maxsize=1024)
def _worths(areas: _Areas, margins: tuple[int, ...]) -> Sequence[DomainValue]:
    """Return the values of all domains. They are cached because they are equal for all viewers of a table."""
    s, down = _shared(areas, spies=False), {area: sum(card not in KIND_OF for card in cards) for area, *cards in areas}
    stand = np.empty(FAMILIES, np.int32)
    standing(s, stand)
    return tuple(_worth(s, stand, margins, seat, down) for seat in range(len(areas) - len(TABLE)))


def _worth(
    s: State, stand: NDArray[np.int32], margins: tuple[int, ...], seat: int, down: Mapping[str, int]
) -> DomainValue:
    cards = np.empty(FAMILIES, np.int32)
    tally(s, Area.DOMAIN + seat, 2, cards)
    piles = {family: int(cards[i] * stand[i]) for i, family in enumerate(FAMILY_IDS) if cards[i]}
    least, most = bounds(margins, tuple(cards.tolist()), (down["above"], down["below"], down[f"domain:{seat}"]))
    return DomainValue(sum(piles.values()), piles, least, most)


@lru_cache(maxsize=4096)
def bounds(margins: tuple[int, ...], cards: tuple[int, ...], spies: Spies) -> tuple[int, int]:
    """Return the lowest and the highest value that a domain can have, over all possible face-down cards.

    Parameters
    ----------
    margins
        By family, its face-up cards above minus those below, nobles double.
    cards
        By family, its face-up cards in the domain, nobles double.
    spies
        Number of face-down cards above, below, and in the domain. Each family has two spies. Face-down cards elsewhere
        do not limit the choice, because the families have enough spies for all of them.

    Examples
    --------
    >>> bounds((1, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0), (0, 0, 0))
    (3, 3)
    >>> bounds((1, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0), (0, 1, 0))
    (0, 3)
    """
    reached: dict[Spies, tuple[int, int]] = {(0, 0, 0): (0, 0)}
    for margin, held in zip(margins, cards, strict=True):
        further: dict[Spies, tuple[int, int]] = {}
        for (i, j, k), (least, most) in reached.items():
            for up, down, own in _shares(spies[0] - i, spies[1] - j, spies[2] - k):
                worth = _points(margin + up - down) * (held + own)
                key = (i + up, j + down, k + own)
                low, high = further.get(key, (least + worth, most + worth))
                further[key] = min(low, least + worth), max(high, most + worth)
        reached = further
    return reached[spies]


def terms(view: View, mission: str) -> Terms:
    """Return the conditions of a mission."""
    return _terms(_options(view), mission)


@lru_cache(maxsize=1024)
def _terms(options: _Options, mission: str) -> Terms:
    content = _compiled(options)
    number = missions_of(content).index(mission)
    kind, first = Mission(int(content.mission_kind[number])), int(content.mission_a[number])
    second = int(content.mission_b[number])
    families = {Mission.FEWER: [first], Mission.FALLEN: [first], Mission.FALLEN_EITHER: [first, second]}.get(kind, [])
    role = ROLE_IDS[first] if kind == Mission.ROLES_AT_LEAST else None
    return Terms(number, kind, [FAMILY_IDS[family] for family in families], role, second if not families else None)


def progress(view: View, mission: str) -> Progress:
    """Return the progress of one of the viewer's missions."""
    seat, content, wanted = view["seat"], content_of(view), terms(view, mission)
    assert seat is not None
    kind, first, asked = wanted.kind, int(content.mission_a[wanted.number]), wanted.asked or 0
    s = _shared(_area_cards(view), spies=kind == Mission.ROLES_AT_LEAST)
    stand = np.empty(FAMILIES, np.int32)
    standing(s, stand)
    done = bool(met(content, s, seat, wanted.number, stand))
    own, left = Area.DOMAIN + seat, Area.DOMAIN + (seat + 1) % view["players"]
    noble = 1 + int(content.nobles_double)
    if kind == Mission.ROLES_AT_LEAST:
        return Progress(kind, (roles_in(s, own, first), asked), done, role=wanted.role)
    if kind == Mission.FEWER:
        counts = family_in(s, own, first, noble), family_in(s, left, first, noble)
        return Progress(kind, counts, done, FAMILY_IDS[first])
    if kind in (Mission.FALLEN, Mission.FALLEN_EITHER):
        return _falling(view, kind, wanted.families, done=done)
    if kind in (Mission.ESTEEMED_AT_MOST, Mission.FALLEN_AT_LEAST):
        status_asked = 1 if kind == Mission.ESTEEMED_AT_MOST else -1
        return Progress(kind, (int((stand == status_asked).sum()), asked), done)
    return _below(kind, s, asked, noble, done=done)


def unseen(view: View) -> dict[str, Counter[str]]:
    """Return the cards that the viewer has not seen, by family, counted by role in role order.

    These are all cards of the game, minus the face-up cards, the cards eliminated face up, the viewer's hand, and the
    spies that the viewer played.
    """
    content = content_of(view)
    left = Counter({card: int(content.copies[kind % ROLES]) for card, kind in KIND_OF.items()})
    known = [spy["card"] for spy in view["spies"] if spy["card"] and not (view["result"] and spy["area"])]
    lying = [card for cards in view["areas"].values() for card in cards]
    left.subtract(card for card in [*lying, *view["eliminated"], *(view["hand"] or []), *known] if card in KIND_OF)
    found: dict[str, Counter[str]] = {family: Counter() for family in FAMILY_IDS}
    for card in CARD_IDS:
        family, _, role = card.partition(".")
        found[family][role] = left[card]
    return found


def _house(family: str, above: int, below: int, spies_above: int, spies_below: int) -> FamilyStanding:
    now = status(above, below)
    turns = any(status(above + up, below + down) != now for up, down, _ in _shares(spies_above, spies_below, 0))
    return FamilyStanding(family, above, below, now, turns)


def _points(margin: int) -> int:
    """Return the points of a card whose family has `margin` more cards above than below."""
    return POINTS[status(margin, 0)]


@lru_cache(maxsize=64)
def _shares(above: int, below: int, own: int) -> Sequence[Spies]:
    """Return how many spies of one family can be above, below and in a domain with these numbers of face-down cards."""
    limits = [range(min(count, _copies()) + 1) for count in (above, below, own)]
    return [(up, down, kept) for up, down, kept in product(*limits) if up + down + kept <= _copies()]


@lru_cache(maxsize=1)
def _copies() -> int:
    """Return the number of spies in a family."""
    return int(compile_content(CourtisansOptions(players=2))[0].copies[Role.SPY])


def _falling(view: View, kind: Mission, families: Sequence[str], *, done: bool) -> Progress:
    """Return the progress of a mission that needs a fallen family.

    If the mission names two families, show the family that is closer to falling.
    """
    sides = {family: view["standing"][family] for family in families}
    family = min(sides, key=lambda each: sides[each]["above"] - sides[each]["below"])
    return Progress(kind, (sides[family]["above"], sides[family]["below"]), done, family)


def _below(kind: Mission, s: State, asked: int, noble: int, *, done: bool) -> Progress:
    """Return the progress of a mission about cards below the mat: families with a card, or cards of one family."""
    if kind == Mission.BELOW_EVERY_FAMILY:
        present = sum(family_in(s, Area.BELOW, family, 1) > 0 for family in range(FAMILIES))
        return Progress(kind, (present, FAMILIES), done)
    counts = [int(family_in(s, Area.BELOW, family, noble)) for family in range(FAMILIES)]
    return Progress(kind, (max(counts), asked), done, FAMILY_IDS[counts.index(max(counts))] if any(counts) else None)


def _face_down(view: View, area: str) -> int:
    """Return the number of face-down cards in an area."""
    return sum(card not in KIND_OF for card in view["areas"][area])


def face_up(view: View, *, spies: bool = False) -> State:
    """Return a state with the face-up cards. With `spies`, each face-down card becomes a spy of an arbitrary family."""
    return _face_up(_area_cards(view), spies=spies)


def _face_up(areas: _Areas, *, spies: bool) -> State:
    s: State = State.empty()[0]
    for area, *cards in areas:
        for card in cards:
            if card in KIND_OF or spies:
                s.areas[AREA_IDS.index(area), KIND_OF.get(card, Role.SPY)] += 1
    return s


_shared = lru_cache(maxsize=64)(_face_up)
"""`_face_up` with a cache. All viewers of a table share the cached states, so callers must not change them."""


def _area_cards(view: View) -> _Areas:
    return tuple((area, *cards) for area, cards in view["areas"].items())


def content_of(view: View) -> Content:
    """Return the content record for a view's options. A mini game gets the record of the full game."""
    return _compiled(_options(view))


def _options(view: View) -> _Options:
    return tuple((name, value) for name, value in view["options"].items() if name != "mini")


@lru_cache(maxsize=64)
def _compiled(options: _Options) -> Content:
    content: Content = compile_content(CourtisansOptions.model_validate(dict(options)))[0]
    return content
