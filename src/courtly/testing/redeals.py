"""Checks of redeals: knowledge stays the same, the truth leaves no trace, and a sample can be played."""

from __future__ import annotations

import numpy as np

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import Seen, States
from courtly.engine.play.match import Match
from courtly.testing.positions import play_randomly, record_bytes, stages
from courtly.testing.secrets import audiences
from courtly.testing.subject import Case


def sampled(match: Match, seat: int, *seeds: int) -> States:
    """Return a redeal of the true state from a seat's standpoint, -1 for a spectator's."""
    states = match.state()
    match.setup.game.rules.kernels.redeal(match.setup.content, states[0], seat, stream(*seeds))
    return states


def _seats(match: Match) -> list[int]:
    return [-1 if audience is None else audience for audience in audiences(match)]


def check_known_fields(case: Case) -> None:
    """Hold that a redeal leaves alone what everybody sees and what the seat owns, as the state's layout says."""
    for match in stages(case.setup, seed=81, at_most=15):
        truth = match.state()[0]
        for seat in _seats(match):
            sample = sampled(match, seat, 81, match.version)[0]
            changed = [name for name in _known(case, seat) if not _same(case, truth, sample, (name, seat))]
            assert changed == [], f"a redeal for seat {seat} changed what it knows"


def _known(case: Case, seat: int) -> list[str]:
    """Return the fields of which a seat knows all, or its own row."""
    seen = {Seen.EVERYBODY} if seat < 0 else {Seen.EVERYBODY, Seen.OWNER}
    return [name for name, field in case.setup.game.rules.state.fields.items() if field.seen in seen]


def _same(case: Case, truth: Record, sample: Record, known: tuple[str, int]) -> bool:
    """Return whether a field, or the seat's row of it, is the same in both."""
    name, seat = known
    rows = seat if case.setup.game.rules.state.fields[name].seen == Seen.OWNER else ...
    return bool(np.array_equal(truth[name][rows], sample[name][rows]))


def check_same_stream_same_sample(case: Case) -> None:
    """Hold that a redeal depends on what the seat knows and on the stream alone, and on the stream indeed."""
    moved, compared = 0, 0
    for match in stages(case.setup, seed=82, at_most=15):
        for seat in _seats(match):
            twin = sampled(match, seat, 1, match.version)
            one = sampled(match, seat, 2, match.version)
            match.setup.game.rules.kernels.redeal(case.setup.content, twin[0], seat, stream(2, match.version))
            assert record_bytes(case.setup, one[0]) == record_bytes(case.setup, twin[0]), "the truth shows in a sample"
            compared += not match.is_over
            moved += record_bytes(case.setup, one[0]) != record_bytes(case.setup, sampled(match, seat, 3)[0])
    assert not case.subject.hides or moved > compared / 2, "samples that are all the same prove nothing"


def check_samples_play(case: Case) -> None:
    """Hold that a sample can be played to the end, and that nothing is lost or made in a redeal or after it."""
    for match in stages(case.setup, seed=83, at_most=5):
        census = case.census(match.state()[0])
        for seat in _seats(match):
            sample = sampled(match, seat, 83, match.version)
            assert case.census(sample[0]) == census, "a redeal lost or made something"
            play_randomly(case.setup, sample, seed=match.version)
            assert case.census(sample[0]) == census
