"""The effect of a move in words, computed from the public cards: family status, points by seat, and missions met.

The values are computed like the aids of the page (`page_figures`), so face-down cards count for nothing. Only the seat
to move gets these texts, and only if its player has not turned the aid off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from courtly.games.courtisans import words
from courtly.games.courtisans.content import FAMILY_IDS, KIND_OF
from courtly.games.courtisans.moves import AREA_IDS, TABLE
from courtly.games.courtisans.page_figures import content_of, face_up, status, terms
from courtly.games.courtisans.scoring import met, standing
from courtly.games.courtisans.state import FAMILIES, ROLES, Area, Mission, Role
from courtly.games.courtisans.view import View
from courtly.text.languages import marked
from courtly.text.locales import Locale

ALL_AIDS, FORECAST, PROGRESS = "aids", "forecast", "progress"
"""Aids that a viewer can turn off: all of them, the domain values, or the progress of missions."""

BECOMES = {
    "esteemed": marked("{family} becomes esteemed"),
    "fallen": marked("{family} falls from grace"),
    "neutral": marked("{family} becomes neutral"),
}
STAYS = {
    "esteemed": marked("{family} stays esteemed, {above} above and {below} below."),
    "fallen": marked("{family} stays fallen, {above} above and {below} below."),
    "neutral": marked("{family} stays neutral, {above} above and {below} below."),
}
IS = {
    "esteemed": marked("{family} is esteemed"),
    "fallen": marked("{family} has fallen"),
    "neutral": marked("{family} is neutral"),
}
CHANGES, YOU, OTHER_PLAYER = marked("{what}: {changes}."), marked("you {points}"), marked("{name} {points}")
NO_CHANGE = marked("no points change")
FACE_DOWN = marked("Face down: the effect stays hidden.")
HOLDS, FAILS = marked("This meets one of your missions."), marked("One of your missions is no longer met.")

_WEIGHTS = np.array([2 if role == Role.NOBLE else 1 for role in range(ROLES)])


@dataclass(frozen=True, slots=True)
class Figures:
    """The values of a position: cards above and below by family, domain values by seat, and own missions met."""

    above: Sequence[int]
    below: Sequence[int]
    worth: Sequence[int]
    met: Sequence[bool]


class WhatIf:
    """Texts about the effects of the moves that the seat of a view can make.

    Parameters
    ----------
    view
        The seat's view.
    locale
        The viewer's language, names and disabled aids. With `forecast` disabled there is no text. With `progress`
        disabled there is no text about missions.
    """

    def __init__(self, view: View, locale: Locale) -> None:
        self._view, self._locale = view, locale
        self._is_off = bool({ALL_AIDS, FORECAST} & set(locale.off))
        if self._is_off:
            return
        # The second state includes face-down spies. Only missions that count roles use it: a spy's role is public.
        self._states = face_up(view), face_up(view, spies=True)
        self._areas = [s.areas for s in self._states]
        own = view["missions"][view["seat"]] if view["seat"] is not None and PROGRESS not in locale.off else None
        self._missions = [terms(view, mission) for mission in own or []]
        self.now = self._figures()

    def __call__(self, move: str) -> str:
        """Return one or more sentences on the effect of a legal move, or an empty text if it is not shown."""
        if self._is_off or move == "spare":
            return ""
        after = self.after(move)
        return " ".join([self._effect_text(*self._spot(move), after), *self._of_missions(after)])

    def after(self, move: str) -> Figures:
        """Return the values after a legal move."""
        card, area = self._spot(move)
        is_down = card.endswith(".spy") or card not in KIND_OF
        spot = AREA_IDS.index(area), Role.SPY if is_down else KIND_OF[card]
        count = 1 if move.startswith("play ") else -1
        touched = self._areas[1:] if is_down else self._areas
        for areas in touched:
            areas[spot] += count
        found = self._figures()
        for areas in touched:
            areas[spot] -= count
        return found

    def _spot(self, move: str) -> tuple[str, str]:
        """Return the card that a move places or removes, and its area."""
        _, card, *area = move.split(" ")
        return card, str(area[0] if area else self._view["spies"][int(card.partition(":")[2]) - 1]["area"])

    def _figures(self) -> Figures:
        cards = self._areas[0].reshape(-1, FAMILIES, ROLES) @ _WEIGHTS
        stand = np.empty(FAMILIES, np.int32)
        standing(self._states[0], stand)
        worth = cards[Area.DOMAIN : Area.DOMAIN + self._view["players"]] @ stand
        content, seat = content_of(self._view), self._view["seat"] or 0
        done = [
            bool(met(content, self._states[each.kind == Mission.ROLES_AT_LEAST], seat, each.number, stand))
            for each in self._missions
        ]
        return Figures(cards[Area.ABOVE].tolist(), cards[Area.BELOW].tolist(), worth.tolist(), done)

    def _effect_text(self, card: str, area: str, after: Figures) -> str:
        """Return the effect on the card's family and on each affected seat."""
        family = card.partition(".")[0]
        if card.endswith(".spy") or family not in FAMILY_IDS:
            return self._locale.say(FACE_DOWN)
        number, the_family = FAMILY_IDS.index(family), words.the_family(family, self._locale.lang)
        before, then = (status(f.above[number], f.below[number]) for f in (self.now, after))
        say, counts = self._locale.say, {"above": after.above[number], "below": after.below[number]}
        if area in TABLE and before == then:
            return say(STAYS[then], family=the_family, **counts)
        seats = self._seats() if area in TABLE else [AREA_IDS.index(area) - Area.DOMAIN]
        what = say((BECOMES if area in TABLE else IS)[then], family=the_family)
        changes = [text for seat in seats if (text := self._of_seat(seat, after))]
        return say(CHANGES, what=what, changes=", ".join(changes) or say(NO_CHANGE))

    def _seats(self) -> list[int]:
        """Return the seats in the order of play, the viewer's first."""
        first, players = self._view["seat"] or 0, self._view["players"]
        return [(first + step) % players for step in range(players)]

    def _of_seat(self, seat: int, after: Figures) -> str:
        """Return the points that a seat would gain or lose, or an empty text if there are none."""
        points = after.worth[seat] - self.now.worth[seat]
        if not points:
            return ""
        text = f"{points:+d}".replace("-", "−")
        if seat == self._view["seat"]:
            return self._locale.say(YOU, points=text)
        return self._locale.say(OTHER_PLAYER, name=self._locale.name(seat), points=text)

    def _of_missions(self, after: Figures) -> list[str]:
        """Return a sentence if a mission of the viewer becomes met, and one if a mission is no longer met."""
        pairs = list(zip(self.now.met, after.met, strict=True))
        told = {HOLDS: (False, True), FAILS: (True, False)}
        return [self._locale.say(sentence) for sentence, turn in told.items() if turn in pairs]
