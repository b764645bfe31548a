"""Checks of redeals: known facts stay, the true state does not affect samples, and samples can be played."""

from __future__ import annotations

import numpy as np

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Record
from courtly.engine.contract.layout import States, Visibility
from courtly.engine.play.match import Match
from courtly.testing.positions import play_randomly, record_bytes, stages
from courtly.testing.secrets import audiences
from courtly.testing.subject import Case


def sampled(match: Match, seat: int, *seeds: int) -> States:
    """Return a redeal of the true state from a seat's point of view; -1 is a spectator."""
    states = match.state()
    match.setup.game.rules.kernels.redeal(match.setup.content, states[0], seat, stream(*seeds))
    return states


def _seats(match: Match) -> list[int]:
    return [-1 if audience is None else audience for audience in audiences(match)]


def check_known_fields(case: Case) -> None:
    """Check that a redeal keeps public fields and the seat's own rows, as declared in the state's layout."""
    for match in stages(case.setup, seed=81, at_most=15):
        truth = match.state()[0]
        for seat in _seats(match):
            sample = sampled(match, seat, 81, match.version)[0]
            changed = [name for name in _known(case, seat) if not _same(case, truth, sample, (name, seat))]
            assert changed == [], f"a redeal for seat {seat} changed fields that the seat knows"


def _known(case: Case, seat: int) -> list[str]:
    """Return the fields that a seat knows: public fields, and fields of which the seat knows its own row."""
    visibility = {Visibility.EVERYBODY} if seat < 0 else {Visibility.EVERYBODY, Visibility.OWNER}
    return [name for name, field in case.setup.game.rules.state.fields.items() if field.visibility in visibility]


def _same(case: Case, truth: Record, sample: Record, known: tuple[str, int]) -> bool:
    """Return whether a field, or the seat's row of it, is equal in both states."""
    name, seat = known
    rows = seat if case.setup.game.rules.state.fields[name].visibility == Visibility.OWNER else ...
    return bool(np.array_equal(truth[name][rows], sample[name][rows]))


def check_same_stream_same_sample(case: Case) -> None:
    """Check that a redeal depends only on the seat's knowledge and the stream; another stream gives another sample."""
    moved, compared = 0, 0
    for match in stages(case.setup, seed=82, at_most=15):
        for seat in _seats(match):
            twin = sampled(match, seat, 1, match.version)
            one = sampled(match, seat, 2, match.version)
            match.setup.game.rules.kernels.redeal(case.setup.content, twin[0], seat, stream(2, match.version))
            assert record_bytes(case.setup, one[0]) == record_bytes(case.setup, twin[0]), (
                "a sample depends on hidden information"
            )
            compared += not match.is_over
            moved += record_bytes(case.setup, one[0]) != record_bytes(case.setup, sampled(match, seat, 3)[0])
    assert not case.subject.hides or moved > compared / 2, "equal samples prove nothing"


def check_samples_play(case: Case) -> None:
    """Check that a sample can be played to the end, and that the census never changes."""
    for match in stages(case.setup, seed=83, at_most=5):
        census = case.census(match.state()[0])
        for seat in _seats(match):
            sample = sampled(match, seat, 83, match.version)
            assert case.census(sample[0]) == census, "a redeal changed the census"
            play_randomly(case.setup, sample, seed=match.version)
            assert case.census(sample[0]) == census
