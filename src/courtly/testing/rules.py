"""Checks of the kernels, `Match.play` and the codec: determinism, copies, legality, conservation, notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Codec, Setup
from courtly.engine.errors import CourtlyError, IllegalMove, NotOver
from courtly.engine.play.match import Match, Opening
from courtly.testing.positions import random_match, record_bytes, some_numbers, stages, state_bytes
from courtly.testing.subject import Case

SETTINGS = settings(max_examples=100, deadline=None, derandomize=True, database=None)
"""Derandomized fuzzing, so that every run tries the same examples."""

GARBAGE = 0x55


def check_determinism(case: Case) -> None:
    """Check that a seed and the moves determine a match, and that different seeds give different matches."""
    one, same, other = (random_match(case.setup, seed=seed) for seed in (11, 11, 12))
    assert one.record() == same.record()
    assert state_bytes(one) == state_bytes(same)
    assert one.record()["deal"] != other.record()["deal"]


def check_deal_forgets(case: Case) -> None:
    """Check that a deal into a used state equals a deal into a fresh state."""
    game, content = case.setup.game, case.setup.content
    fresh, used = game.rules.state.empty(), game.rules.state.empty()
    used.view(np.uint8)[:] = GARBAGE
    for states in (fresh, used):
        game.rules.kernels.deal(content, states[0], stream(5))
    assert record_bytes(case.setup, fresh[0]) == record_bytes(case.setup, used[0])


def check_copies(case: Case) -> None:
    """Check that play in a copy does not change the original, and that no kernel writes to the content."""
    content = case.setup.contents.tobytes()
    for match in stages(case.setup, seed=21, at_most=8):
        before = state_bytes(match)
        twin = match.copy()
        while not twin.is_over:
            twin.play(twin.legal_moves()[-1])
        assert state_bytes(match) == before
    assert case.setup.contents.tobytes() == content


def legal_numbers(match: Match) -> list[int]:
    """Return the legal moves as written by the kernel."""
    setup = match.setup
    out = np.full(setup.max_legal, -1, np.int32)
    n = int(setup.game.rules.kernels.legal(setup.content, match.state()[0], out))
    assert 0 <= n <= setup.max_legal, "more legal moves than max_legal"
    return [int(move) for move in out[:n]]


def check_legality(case: Case) -> None:
    """Check that legal moves are ascending, have no reason against them, and match `Match.legal_moves`."""
    setup = case.setup
    for match in stages(setup, seed=31, at_most=25):
        s = match.state()[0]
        before = state_bytes(match)
        legal = legal_numbers(match)
        free = [n for n in range(setup.codec.count) if setup.game.rules.kernels.reason(setup.content, s, n) == 0]
        assert legal == free, f"after {match.moves}"
        assert bool(legal) == (not match.is_over), "there must be no legal moves exactly if the match is over"
        assert match.legal_moves() == sorted(setup.codec.format(n) for n in legal)
        assert all(setup.game.rules.kernels.reason(setup.content, s, n) for n in (-1, setup.codec.count))
        assert state_bytes(match) == before, "a request for legal moves changed the state"


def check_play(case: Case) -> None:
    """Check that `play` accepts exactly the legal moves. A rejected move changes nothing and gives a reason."""
    for match in stages(case.setup, seed=32, at_most=6):
        legal = set(legal_numbers(match))
        before, views = state_bytes(match), _views(match)
        for number in sorted({*some_numbers(case.setup), *legal}):
            text = case.setup.codec.format(number)
            if number in legal:
                assert match.why_not(text) is None
                match.copy().play(text)
            else:
                _check_refused(match, text)
                assert state_bytes(match) == before, f"the rejected move {text} changed the state"
        assert _views(match) == views


def _views(match: Match) -> list[dict[str, Any]]:
    return [match.view(seat) for seat in (*range(match.players), None)]


def _check_refused(match: Match, text: str) -> None:
    why = match.why_not(text)
    with pytest.raises(IllegalMove) as refused:
        match.play(text)
    assert str(refused.value) == why
    assert text in why
    assert refused.value.given == text


def check_reasons(case: Case) -> None:
    """Check that every reason that occurs has a sentence and a code."""
    setup = case.setup
    met = {
        int(setup.game.rules.kernels.reason(setup.content, match.state()[0], number))
        for match in stages(setup, seed=33, at_most=15)
        for number in range(-1, setup.codec.count + 1)
    }
    assert met - {0} <= setup.game.rules.reasons.keys()
    assert all(sentence.strip() for sentence in setup.game.rules.reasons.values())
    assert all(isinstance(reason, IntEnum) for reason in setup.game.rules.reasons), "a reason is a member of an IntEnum"


def check_follow_ups(case: Case) -> None:
    """Check that a follow-up decision arises only when there is a choice."""
    for seed in (41, 42):
        for match in stages(case.setup, seed=seed):
            if case.subject.follows_up(case.setup.content, match.state()[0]):
                assert len(match.legal_moves()) >= 2, f"a decision without a choice after {match.moves}"


def check_conservation(case: Case) -> None:
    """Check that the census never changes during a match."""
    for seed in (51, 52):
        counts = {case.census(match.state()[0]) for match in stages(case.setup, seed=seed)}
        assert len(counts) == 1


def check_scores(case: Case) -> None:
    """Check that scores exist only after the end, that scoring does not change the state, and that the best win."""
    for match in stages(case.setup, seed=61, at_most=10):
        before = state_bytes(match)
        if match.is_over:
            scores = match.scores()
            assert len(scores) == match.players
            assert match.winners() == [seat for seat in range(match.players) if scores[seat] == max(scores)]
        else:
            for ask in (match.scores, match.winners):
                with pytest.raises(NotOver):
                    ask()
        out = np.zeros(match.players, np.int32)
        case.setup.game.rules.kernels.score(case.setup.content, match.state()[0], out)
        assert state_bytes(match) == before


def check_codec(setup: Setup) -> None:
    """Check that parsing inverts formatting, and that every line follows the house notation."""
    texts = [setup.codec.format(number) for number in range(setup.codec.count)]
    assert [setup.codec.parse(text) for text in texts] == list(range(setup.codec.count))
    assert [text for text in texts if not re.fullmatch(r"[a-z0-9.:-]+( [a-z0-9.:-]+)*", text)] == []


def check_parse(setup: Setup) -> None:
    """Check that invalid input of any type raises `IllegalMove`."""
    words = sorted({word for number in range(setup.codec.count) for word in setup.codec.format(number).split(" ")})
    texts = st.text() | st.lists(st.sampled_from(words) | st.text(max_size=5), max_size=5).map(" ".join)
    others = (
        st.none()
        | st.integers()
        | st.floats()
        | st.binary()
        | st.lists(st.text())
        | st.dictionaries(words_(), words_())
    )

    @SETTINGS
    @given(texts | others)
    def fuzz(text: Any) -> None:
        check_refused_or_same(setup.codec, text)

    fuzz()
    for number in range(0, setup.codec.count, 11):
        line = setup.codec.format(number)
        for near in (
            line + " ",
            " " + line,
            line.upper(),
            line.replace(" ", "  "),
            line[:-1],
            line + "\n",
            line + "\0",
        ):
            check_refused_or_same(setup.codec, near)


def words_() -> st.SearchStrategy[str]:
    """Return a strategy for short words."""
    return st.text(max_size=3)


def refused(attempt: Callable[[], object], kind: type[CourtlyError]) -> str | None:
    """Return the message of the expected error, None if no error is raised. Any other error propagates."""
    try:
        attempt()
    except kind as error:
        return str(error)
    return None


def check_refused_or_same(codec: Codec, text: Any) -> None:
    """Check that `text` is a move in canonical form, or raises an error with a one-line message."""
    refusal = refused(lambda: codec.parse(text), IllegalMove)
    if refusal is None:
        assert codec.format(codec.parse(text)) == text
    else:
        assert refusal.isprintable()


def check_seeds_refused(setup: Setup) -> None:
    """Check that an invalid seed raises an error."""
    seeds: list[Any] = [-1, 2**63, 1.0, "7", True, [7]]
    for seed in seeds:
        with pytest.raises(CourtlyError):
            Match(setup, Opening(seed=seed))
