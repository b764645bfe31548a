"""Missions in few words: what each asks, how far the reader's own are, and whether they would count now."""

from __future__ import annotations

from collections.abc import Mapping

from courtly.games.courtisans import words
from courtly.games.courtisans.page_cards import Drawn, signed
from courtly.games.courtisans.page_contexts import Mission, ScoredMission
from courtly.games.courtisans.page_reckoning import Progress, progress, terms
from courtly.games.courtisans.state import Mission as Kind
from courtly.games.courtisans.view import View
from courtly.text.languages import marked
from courtly.text.reader import Reader

SHORT: Mapping[Kind, str] = {
    Kind.FEWER: marked("{family}: fewer than {name}"),
    Kind.FALLEN: marked("{family} fallen"),
    Kind.FALLEN_EITHER: marked("{family} or {other} fallen"),
    Kind.BELOW_EVERY_FAMILY: marked("Every family below"),
    Kind.BELOW_AT_LEAST: marked("{n} of a family below"),
    Kind.ESTEEMED_AT_MOST: marked("At most {n} esteemed"),
    Kind.FALLEN_AT_LEAST: marked("At least {n} fallen"),
}
"""A mission in a few words, by its kind."""

SHORT_OF_ROLE: Mapping[str, str] = {
    "noble": marked("At least {n} nobles"),
    "assassin": marked("At least {n} assassins"),
    "spy": marked("At least {n} spies"),
    "guard": marked("At least {n} guards"),
}
"""One that asks for cards of a role in the own domain."""


def own_missions(drawn: Drawn) -> list[Mission]:
    """Return the reader's missions, with how far they are for whoever wants it worked out."""
    view = drawn.view
    if view["seat"] is None:
        return []
    pieces = drawn.places[f"missions:{view['seat']}"].pieces
    held = view["missions"][view["seat"]] or []
    return [_own_mission(piece.id, mission, drawn) for piece, mission in zip(pieces, held, strict=True)]


def scored_missions(seat: int, drawn: Drawn) -> list[ScoredMission]:
    """Return the missions of a seat after the end."""
    view, reader = drawn.view, drawn.reader
    assert view["result"] is not None
    return [
        ScoredMission(
            id=piece.id,
            text=words.mission_text(entry["mission"], reader.lang),
            short=short_text(entry["mission"], seat, view, reader),
            colour=_colour(entry["mission"], view),
            met=entry["met"],
            points=signed(entry["points"]),
        )
        for piece, entry in zip(drawn.places[f"missions:{seat}"].pieces, view["result"]["missions"][seat], strict=True)
    ]


def short_text(mission: str, seat: int, view: View, reader: Reader) -> str:
    """Return what a mission asks of a seat, in a few words."""
    asked = terms(view, mission)
    names = [words.family_name(family, reader.lang) for family in asked.families]
    family, other = [*names, "", ""][:2]
    left = reader.name((seat + 1) % view["players"])
    text = SHORT_OF_ROLE[asked.role] if asked.role else SHORT[asked.kind]
    return reader.say(text, family=family, other=other, name=left, n=asked.asked)


def _own_mission(piece: str, mission: str, drawn: Drawn) -> Mission:
    view, reader = drawn.view, drawn.reader
    seat = reader.seat or 0
    text, short = words.mission_text(mission, reader.lang), short_text(mission, seat, view, reader)
    card = Mission(id=piece, text=text, short=short, colour=_colour(mission, view))
    if "progress" not in drawn.aids:
        return card
    far = progress(view, mission)
    have, asked = far.counts
    versus = far.kind in (Kind.FEWER, Kind.FALLEN, Kind.FALLEN_EITHER)
    return Mission(
        id=piece,
        text=text,
        short=short,
        colour=card.colour,
        counted=_counted(far, drawn),
        brief=f"{have} : {asked}" if versus else f"{have} / {asked}",
        state=_state(far, reader),
        met=far.met,
        role=far.role or "",
        pips=tuple(pip < have for pip in range(max(have, asked))) if far.role else (),
    )


def _counted(far: Progress, drawn: Drawn) -> str:
    """Return what there is of what a mission counts."""
    reader = drawn.reader
    have, asked = far.counts
    family = words.family_name(far.family, reader.lang) if far.family else ""
    if far.kind == Kind.FEWER:
        left = reader.name(((reader.seat or 0) + 1) % drawn.view["players"])
        return reader.say("you {own}, {name} {count}", own=have, name=left, count=asked)
    if far.kind == Kind.FALLEN:
        return reader.say("{above} above, {below} below", above=have, below=asked)
    if far.kind == Kind.FALLEN_EITHER:
        return reader.say("{family}: {above} above, {below} below", family=family, above=have, below=asked)
    if far.kind == Kind.ESTEEMED_AT_MOST:
        return reader.count("{n} esteemed", "{n} esteemed", have)
    if far.kind == Kind.BELOW_AT_LEAST and family:
        return reader.say("{family} {have} of {asked}", family=family, have=have, asked=asked)
    return reader.say("{have} of {asked}", have=have, asked=asked)


def _state(far: Progress, reader: Reader) -> str:
    """Return whether a mission would count now; only what lies in the own domain is called met."""
    have, asked = far.counts
    if far.met:
        return reader.say("met") if far.kind == Kind.ROLES_AT_LEAST else reader.say("for now")
    if far.kind == Kind.ESTEEMED_AT_MOST:
        return reader.count("{n} too many", "{n} too many", have - asked)
    if far.kind in (Kind.FEWER, Kind.FALLEN, Kind.FALLEN_EITHER):
        return reader.say("not yet")
    return reader.count("{n} more", "{n} more", asked - have)


def _colour(mission: str, view: View) -> str:
    return words.mission_colour(mission, view["options"]["edition"]) or ""
