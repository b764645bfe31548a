"""Missions in short form: their goals, the viewer's progress, and whether they would count now."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from courtly.games.courtisans import words
from courtly.games.courtisans.content import OURS, components
from courtly.games.courtisans.page_cards import PageContext, signed
from courtly.games.courtisans.page_contexts import Mission
from courtly.games.courtisans.page_figures import Progress, progress, terms
from courtly.games.courtisans.page_templates import ScoredMission
from courtly.games.courtisans.state import Mission as Kind
from courtly.games.courtisans.view import View
from courtly.text.languages import marked
from courtly.text.locales import Locale

SHORT: Mapping[Kind, str] = {
    Kind.FEWER: marked("{family}: fewer {than_name}"),
    Kind.FALLEN: marked("{family} fallen"),
    Kind.FALLEN_EITHER: marked("{family} or {other} fallen"),
    Kind.BELOW_EVERY_FAMILY: marked("Every family below"),
    Kind.BELOW_AT_LEAST: marked("{n} of a family below"),
    Kind.ESTEEMED_AT_MOST: marked("At most {n} esteemed"),
    Kind.FALLEN_AT_LEAST: marked("At least {n} fallen"),
}
"""Short text of a mission, by its kind."""

SHORT_OF_ROLE: Mapping[str, str] = {
    "noble": marked("At least {n} nobles"),
    "assassin": marked("At least {n} assassins"),
    "spy": marked("At least {n} spies"),
    "guard": marked("At least {n} guards"),
}
"""Short text of a mission that counts cards of a role in the seat's own domain, by role."""


NAME_LENGTH = 12
"""Longest name on a mission, which has little space. The row of the neighbour has the full name."""


def own_missions(context: PageContext) -> tuple[Mission, ...]:
    """Return the viewer's missions, with their progress if the aid `progress` is on."""
    view = context.view
    if view["seat"] is None:
        return ()
    held = view["missions"][view["seat"]] or []
    return tuple(_own_mission(number, mission, context) for number, mission in enumerate(held, 1))


def edition_note(context: PageContext) -> str:
    """Return the note that most missions of edition 2023 are ours; empty in other editions."""
    return context.locale.worded(OURS) if context.view["options"]["edition"] == "2023" else ""


def scored_missions(seat: int, context: PageContext) -> list[ScoredMission]:
    """Return the missions of a seat after the match."""
    view, locale = context.view, context.locale
    assert view["result"] is not None
    return [
        ScoredMission(
            id=piece.id,
            text=words.mission_text(entry["mission"], locale.lang),
            short=short_text(entry["mission"], seat, view, locale),
            colour=_colour(entry["mission"], view),
            met=entry["met"],
            points=signed(entry["points"]),
        )
        for piece, entry in zip(
            context.places[f"missions:{seat}"].pieces, view["result"]["missions"][seat], strict=True
        )
    ]


def short_text(mission: str, seat: int, view: View, locale: Locale) -> str:
    """Return the short text of a mission for a seat."""
    asked = terms(view, mission)
    names = [words.family_name(family, locale.lang) for family in asked.families]
    family, other = [*names, "", ""][:2]
    left = _neighbour(seat, view, locale)
    text = SHORT_OF_ROLE[asked.role] if asked.role else SHORT[asked.kind]
    return locale.say(text, family=family, other=other, than_name=locale.language.than(left), n=asked.asked)


def _own_mission(number: int, mission: str, context: PageContext) -> Mission:
    view, locale = context.view, context.locale
    seat = locale.seat or 0
    text, short = words.mission_text(mission, locale.lang), short_text(mission, seat, view, locale)
    points = components()["editions"][view["options"]["edition"]]["mission_points"]
    worth = locale.count("Worth {n} point at the end.", "Worth {n} points at the end.", points)
    card = Mission(
        id=context.places[f"missions:{seat}"].pieces[number - 1].id,
        number=number,
        text=text,
        short=short,
        colour=_colour(mission, view),
        worth=worth,
        points=locale.count("{n} point", "{n} points", points),
        brief_worth=signed(points).text,
        note=edition_note(context),
    )
    if "progress" not in context.aids:
        return card
    far = progress(view, mission)
    have, asked = far.counts
    family = far.family if far.kind == Kind.FALLEN_EITHER else None
    return replace(
        card,
        counted=_counted(far, context),
        counting="" if far.role else locale.say("Only face-up cards count here; spies count once they are revealed."),
        brief=_brief(far, locale),
        state=_state(far, locale),
        met=far.met,
        role=far.role or "",
        family=words.family_name(family, locale.lang) if family else "",
        sides=far.counts if family else (0, 0),
        pips=tuple(pip < have for pip in range(max(have, asked))) if far.role else (),
    )


def _brief(far: Progress, locale: Locale) -> tuple[str, ...]:
    """Return the current counts for a mission in one or two short lines, for a narrow window."""
    have, asked = far.counts
    if far.kind == Kind.FEWER:
        return locale.say("yours: {n}", n=have), locale.say("theirs: {n}", n=asked)
    if far.kind in (Kind.FALLEN, Kind.FALLEN_EITHER):
        return locale.say("above: {n}", n=have), locale.say("below: {n}", n=asked)
    return (f"{have} / {asked}",)


def _counted(far: Progress, context: PageContext) -> str:
    """Return the current counts for a mission, in words."""
    locale = context.locale
    have, asked = far.counts
    family = words.family_name(far.family, locale.lang) if far.family else ""
    if far.kind == Kind.FEWER:
        left = _neighbour(locale.seat or 0, context.view, locale)
        return locale.say("you {own}, {name} {count}", own=have, name=left, count=asked)
    if far.kind == Kind.FALLEN:
        return locale.say("{above} above, {below} below", above=have, below=asked)
    if far.kind == Kind.FALLEN_EITHER:
        return locale.say("{family}: {above} above, {below} below", family=family, above=have, below=asked)
    if far.kind == Kind.ESTEEMED_AT_MOST:
        return locale.count("{n} esteemed", "{n} esteemed", have)
    if far.kind == Kind.BELOW_AT_LEAST and family:
        return locale.say("{family} {have} of {asked}", family=family, have=have, asked=asked)
    return locale.say("{have} of {asked}", have=have, asked=asked)


def _neighbour(seat: int, view: View, locale: Locale) -> str:
    """Return the name of the left neighbour; a long name ends in an ellipsis."""
    name = locale.name((seat + 1) % view["players"])
    text = name.strip("\u2068\u2069")
    return name if len(text) <= NAME_LENGTH else name.replace(text, f"{text[: NAME_LENGTH - 1].rstrip()}…")


def _state(far: Progress, locale: Locale) -> str:
    """Return in words whether a mission would be met now. Only a mission that counts roles is "met" before the end."""
    have, asked = far.counts
    if far.met:
        return locale.say("met") if far.kind == Kind.ROLES_AT_LEAST else locale.say("for now")
    if far.kind == Kind.ESTEEMED_AT_MOST:
        return locale.count("{n} too many", "{n} too many", have - asked)
    if far.kind in (Kind.FEWER, Kind.FALLEN, Kind.FALLEN_EITHER):
        return locale.say("not yet")
    return locale.count("{n} to go", "{n} to go", asked - have)


def _colour(mission: str, view: View) -> str:
    return words.mission_colour(mission, view["options"]["edition"]) or ""
