"""The twin-world test: two matches that differ only in facts hidden from an audience send it the same bytes.

In the twin of a match, all facts that the audience cannot know are sampled again. The twin lacks the log lines of other
audiences, the moves and the seed. `channels` returns all data that the engine and the bots send to a seat. A new way to
send data needs a new channel there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from itertools import takewhile

from courtly.bots import Budget, bot_names, find_bot, hint, hint_stream
from courtly.engine.compile.rng import Stream, stream
from courtly.engine.errors import CourtlyError
from courtly.engine.play.knowledge import Knowledge
from courtly.engine.play.match import Match
from courtly.engine.play.records import read_record
from courtly.testing.audience_data import texts_for
from courtly.testing.positions import record_bytes, some_numbers, stages, state_bytes
from courtly.testing.registry import reading
from courtly.testing.subject import Case

Audience = int | None
Channels = dict[str, bytes]

_SHORT = Budget(simulations=1)
"""Budget of the bots here. More simulations only repeat the same work, and they are slow without compilation."""

_HINTED = -2
"""Index of the stage at which hints are compared: the last decision, since a hint simulates the match to its end."""

_MISSPELT = ("", "play", "nonsense here", "play nothing nowhere", "spy:1")


def audiences(match: Match) -> list[Audience]:
    """Return all seats and the spectator."""
    return [*range(match.players), None]


def twin_of(match: Match, audience: Audience, rng: Stream) -> Match:
    """Return a match that differs from `match` only in facts hidden from the audience."""
    return match.imagined(audience, rng)


def channels(match: Match, audience: Audience, *, bots: bool = True, hints: bool = False) -> Channels:
    """Return all data sent to a seat or a spectator now, by channel name.

    With `bots` the channels include each bot's choice for the seat to move; with `hints`, a hint for that seat.
    """
    told = {
        "view": _json(match.view(audience)),
        "log": _json(match.log(audience)),
        "scores": _answer(match.scores),
        "winners": _answer(match.winners),
    }
    told["words"] = texts_for(match, audience)
    if audience is None:
        return told
    knowledge = match.knowledge(audience)
    told |= _knowledge(knowledge)
    told["observation"] = match.observe(audience).tobytes()
    if match.to_move != audience:
        return told
    told |= _decision(match)
    told |= _bots(knowledge) if bots else {}
    return told | {"hint": _hint(knowledge, match.version)} if hints else told


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def _answer(ask: Callable[[], object]) -> bytes:
    """Return the result of a call as JSON, or its error in the public form of errors."""
    try:
        return _json(ask())
    except CourtlyError as error:
        return _json(error.as_dict())


def _knowledge(knowledge: Knowledge) -> Channels:
    return {
        "knowledge view": _json(knowledge.view),
        "knowledge legal": _json(knowledge.legal),
        "knowledge redeal": record_bytes(knowledge.setup, knowledge.redeal(stream(3))[0]),
    }


def _decision(match: Match) -> Channels:
    """Return the channels of the seat to move: legal moves, errors, and the steward's move."""
    setup, s = match.setup, match.state()[0]
    legal = set(match.legal_moves())
    moves = [text for text in map(setup.codec.format, some_numbers(setup)) if text not in legal]
    return {
        "legal moves": _json(match.legal_moves()),
        "legal mask": match.legal_mask().tobytes(),
        "errors": b"\n".join(_refusal(match, text) for text in (*moves, *_MISSPELT)),
        "policy": _json(int(setup.game.rules.kernels.policy(setup.content, s, stream(4)))),
    }


def _bots(knowledge: Knowledge) -> Channels:
    """Return each bot's choice and analysis."""
    bots = {name: find_bot(name).choose(knowledge, stream(5), _SHORT) for name in bot_names()}
    return {f"bot {name}": _json(asdict(choice)) for name, choice in bots.items()}


def _hint(knowledge: Knowledge, version: int) -> bytes:
    return _json(asdict(hint(knowledge, hint_stream(version), budget=_SHORT, ends=1)))


def _refusal(match: Match, text: str) -> bytes:
    """Return the error raised by an illegal move."""
    try:
        match.play(text)
    except CourtlyError as error:
        return _json(error.as_dict())
    raise AssertionError(f"{text!r} was accepted although it is not legal")


def following_lines(match: Match, audience: Audience) -> dict[int, bytes]:
    """Return, for every legal move, the next seat to move, and the log lines of the move for the audience.

    The lines stop at an event without a seat. Such an event may reveal hidden facts to all, and later events may depend
    on it.
    """
    lines = {}
    for text in match.legal_moves():
        after = match.copy()
        after.play(text)
        events = after.log(audience, since=match.version)
        told = list(takewhile(lambda event: "seat" in event["args"], events))
        then = None if len(told) < len(events) else [after.to_move, after.is_over]
        lines[match.setup.codec.parse(text)] = _json([then, told])
    return lines


def check_same_knowledge(
    one: Match, other: Match, audience: Audience, *, bots: bool = True, hints: bool = False
) -> None:
    """Check that two matches send an audience the same data, now and after each move that is legal in both."""
    told, twin = (channels(match, audience, bots=bots, hints=hints) for match in (one, other))
    assert told.keys() == twin.keys()
    for channel in told:
        assert told[channel] == twin[channel], f"{channel} tells {audience} hidden information"
    lines, others = following_lines(one, audience), following_lines(other, audience)
    common = lines.keys() & others.keys()
    assert one.to_move != audience or lines.keys() == others.keys()
    assert {move: lines[move] for move in common} == {move: others[move] for move in common}


def check_twins(case: Case) -> None:
    """Check that no audience can distinguish a random match from its twin. Most twins must differ from the match."""
    differing: list[bool] = []
    for seed in (71, 72):
        found = stages(case.setup, seed=seed, at_most=8)
        for stage, match in enumerate(found):
            for audience in audiences(match):
                twin = twin_of(match, audience, stream(seed, match.version))
                check_same_knowledge(match, twin, audience, bots=bool(stage % 2), hints=match is found[_HINTED])
                if not match.is_over:
                    differing.append(state_bytes(match) != state_bytes(twin))
    assert not case.subject.hides or sum(differing) > len(differing) / 2, "equal twins prove nothing"


@reading
def check_histories(case: Case) -> None:
    """Check twins with another history: real moves must lead to a redealt state and look the same at every stage.

    Without the subject's `retell` the check does nothing.
    """
    if case.subject.retell is None:
        return
    for seed in (74, 75):
        for stage, match in enumerate(stages(case.setup, seed=seed, at_most=10)):
            for audience in audiences(match):
                sample = twin_of(match, audience, stream(seed, match.version))
                twin = read_record(case.subject.retell(match, sample.state()[0]))
                luck = case.subject.luck
                assert state_bytes(twin, luck) == state_bytes(sample, luck), "no match leads to the redealt state"
                # Bots are slow without compilation, so only every second stage includes them.
                check_same_knowledge(match, twin, audience, bots=bool(stage % 2))


def check_views(case: Case) -> None:
    """Check that a view is plain JSON, that a second request returns equal bytes, and that nothing changes."""
    for match in stages(case.setup, seed=73, at_most=8):
        before = state_bytes(match)
        for audience in audiences(match):
            view = match.view(audience)
            assert json.loads(_json(view)) == view, "a view is not plain JSON"
            assert _json(match.view(audience)) == _json(view)
            _check_frame(match, audience)
        assert state_bytes(match) == before


def _check_frame(match: Match, audience: Audience) -> None:
    """Check the common fields of a view, and that only the seat to move gets legal moves."""
    view = match.view(audience)
    assert (view["game"], view["seat"], view["players"]) == (match.game, audience, match.players)
    assert (view["to_move"], view["version"]) == (match.to_move, match.version)
    assert view["options"] == match.options
    decides = audience is not None and audience == match.to_move
    assert view["legal"] == (match.legal_moves() if decides else [])
