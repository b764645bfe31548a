"""The pages on which players keep away from other players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person at a table, or in the list of blocked people.

    Attributes
    ----------
    whom
        The name of the person in the forms of the viewer.
    name, says
        The name, and the last line of a spectator, who has no name.
    kind
        `block`, `mute`, or empty.
    """

    whom: str
    name: str
    says: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """The other people at a table, and the forms that block or mute them.

    If the viewer `may_remove` players, a block also frees the seat of the person. The server decides whether people can
    be blocked and reported.
    """

    frame: Frame
    people: Sequence[PersonLine]
    may_remove: bool
    table_url: str
    may_block: bool = True
    may_report: bool = True


@dataclass(frozen=True, slots=True)
class BlockedPeople:
    """The people whom the viewer has blocked or muted, and the page of the people at the viewer's table, if any."""

    people: Sequence[PersonLine]
    people_url: str
