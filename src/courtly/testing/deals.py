"""Twins with another deal: matches whose deals differ only in facts that the rules hide from an audience.

The twins of `secrets` come from the game's own redeal, so they cannot show a fact that the redeal fails to sample.
Here the subject lists, from the rulebook, which things could be exchanged (`Subject.unknown`). The check exchanges them
in the record and replays the moves. All data sent to the audience must stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtly.engine.compile.rng import Stream, below, stream
from courtly.engine.play.match import MAX_SEED, Match
from courtly.engine.play.records import read_record
from courtly.testing.positions import stages
from courtly.testing.registry import reading
from courtly.testing.secrets import Audience, audiences, check_same_knowledge
from courtly.testing.subject import Case, Slot, Unknown

_HINTED = -2
"""Index of the stage for which hints are compared; see `secrets`."""


def redealt_record(match: Match, unknown: Unknown, rng: Stream) -> dict[str, Any]:
    """Return the record of a match with all unknown things exchanged at random, and with a different seed."""
    record = match.record()
    document = _opened(record, unknown)
    for group in unknown.groups:
        _exchange(document, group, rng)
    kept = {key: record[key] for key in ("format", "game", "rules", "options")}
    moves = [" ".join(words).rstrip() for words in document["moves"]]
    return {**kept, "seed": below(rng, MAX_SEED >> 32), "deal": document["deal"], "moves": moves}


def _opened(record: dict[str, Any], unknown: Unknown) -> dict[str, Any]:
    """Return the exchangeable parts as fresh lists. A move is a list of words, with an empty word at the end."""
    moves = [[*line.split(" "), ""] for line in record["moves"]]
    return {"deal": _copied(record["deal"]), "moves": moves, "spare": list(unknown.spare)}


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _exchange(document: dict[str, Any], group: Sequence[Slot], rng: Stream) -> None:
    """Shuffle the things in the slots of a group. All places of one slot keep equal values."""
    things = [_thing(document, slot) for slot in group]
    for i in range(len(things) - 1, 0, -1):
        j = below(rng, i + 1)
        things[i], things[j] = things[j], things[i]
    for slot, thing in zip(group, things, strict=True):
        for place in slot:
            _holder(document, place)[place[-1]] = str(thing) if place[0] == "moves" else thing


def _thing(document: dict[str, Any], slot: Slot) -> Any:
    """Return the thing in a slot. All places of the slot must hold the same value; in a move the value is text."""
    found = [_holder(document, place)[place[-1]] for place in slot]
    assert len(set(map(str, found))) == 1, f"the positions in {slot} hold different things"
    return found[0]


def _holder(document: Any, place: tuple[str | int, ...]) -> Any:
    """Return the list or table that contains a place."""
    for key in place[:-1]:
        document = document[key]
    return document


def dealt_twin(case: Case, match: Match, audience: Audience, rng: Stream) -> Match | None:
    """Return a match with another deal that looks the same to the audience, None if no other deal does."""
    assert case.subject.unknown is not None
    record = redealt_record(match, case.subject.unknown(match, audience), rng)
    differs = (record["deal"], record["moves"]) != (match.record()["deal"], match.moves)
    return read_record(record) if differs else None


@reading
def check_dealt_twins(case: Case) -> None:
    """Check that no audience can distinguish a match from one whose deal differs only in facts hidden from it.

    Without the subject's `unknown` the check does nothing.
    """
    if case.subject.unknown is None:
        return
    compared = differing = 0
    found = stages(case.setup, seed=76, at_most=8)
    for stage, match in enumerate(found):
        for audience in audiences(match):
            twin = dealt_twin(case, match, audience, stream(76, match.version))
            compared, differing = compared + 1, differing + (twin is not None)
            if twin is not None:
                hints = match is found[_HINTED]
                check_same_knowledge(match, twin, audience, bots=bool(stage % 2), hints=hints)
    assert differing > compared / 2, "equal twins prove nothing"
