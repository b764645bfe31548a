"""Checks of match records: every written record can be read, and any other input is rejected."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtly.engine.errors import BadDeal, BadRecord
from courtly.engine.play.match import Match, Opening
from courtly.engine.play.records import read_record, write_record
from courtly.testing.positions import random_match, stages, state_bytes
from courtly.testing.registry import reading
from courtly.testing.rules import SETTINGS, refused
from courtly.testing.subject import Case

RecordDocument = dict[str, Any]
KeyPath = tuple[str | int, ...]

_NEEDED = ("format", "game", "rules", "options", "moves")
_DEPTHS = (50, 400, 900, 950, 970, 985, 995, 1500, 50_000)
_HUGE = 10**5000
"""An integer with more digits than Python converts to text."""


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


_HOSTILE: list[Any] = [_HUGE, _nested(5000), _nested(50), None, float("nan"), "", {}]


@reading
def check_round_trip(case: Case) -> None:
    """Check that a record restores the match at every stage, both as a document and as text."""
    for match in stages(case.setup, seed=101, at_most=10):
        record = match.record()
        assert json.loads(json.dumps(record, allow_nan=False)) == record, "a record is not plain JSON"
        for document in (record, write_record(match), write_record(match).encode()):
            again = read_record(document)
            assert again.record() == record
            assert state_bytes(again) == state_bytes(match)
            assert [again.view(seat) for seat in (0, None)] == [match.view(seat) for seat in (0, None)]


@reading
def check_partial_deals(case: Case) -> None:
    """Check that a seed supplies the missing keys of a deal, and that a complete deal needs no seed."""
    match = random_match(case.setup, seed=102)
    record = match.record()
    for key in record["deal"]:
        part = {name: value for name, value in record["deal"].items() if name != key}
        assert read_record({**record, "deal": part}).record() == record
        without = {name: value for name, value in record.items() if name != "seed"}
        assert read_record(without).record() == without
        with pytest.raises(BadRecord):
            read_record({**without, "deal": part})
    assert read_record({name: value for name, value in record.items() if name != "deal"}).record() == record


@reading
def check_truncated(case: Case) -> None:
    """Check that a truncated record is rejected."""
    text = write_record(random_match(case.setup, seed=103)).strip()
    for end in {*range(0, len(text), 97), *range(len(text) - 20, len(text))}:
        with pytest.raises(BadRecord):
            read_record(text[:end])


@reading
def check_broken(case: Case) -> None:
    """Check that every record from `broken_records` is rejected."""
    for match in (random_match(case.setup, seed=104), random_match(case.setup, seed=104, moves=3)):
        for label, broken in broken_records(match.record()):
            refusal = refused(partial(read_record, broken), BadRecord)
            assert refusal is not None, f"accepted: {label}"
            assert all(line.isprintable() for line in refusal.split("\n")), label


def broken_records(record: RecordDocument) -> Iterator[tuple[str, Any]]:
    """Yield broken records, each with a label for its defect."""
    text = json.dumps(record)
    yield from _not_records(text)
    for key in _NEEDED:
        yield f"without {key}", {name: value for name, value in record.items() if name != key}
        yield f"{key} twice", f"{{{json.dumps(key)}: {json.dumps(record[key])}, {text[1:]}"
    for name in record["options"]:
        for value in _HOSTILE:
            yield f"option {name} is a hostile value", {**record, "options": {**record["options"], name: value}}
    for key in record:
        for depth in _DEPTHS:
            yield (
                f"{key} nested {depth} deep",
                f"{json.dumps({**record, key: '@'})}".replace('"@"', "[" * depth + "]" * depth),
            )
        for value in (
            "NaN",
            "Infinity",
            "-Infinity",
            "1e999",
            "9" * 5000,
            "9" * 400,
            "-1",
            '"\\ud800"',
            '{"a": 1, "a": 1}',
        ):
            yield f"{key} is {value[:20]}", json.dumps({**record, key: "@"}).replace('"@"', value)
        for value in (_HUGE, [_HUGE], _nested(5000)):
            yield f"{key} is a value that cannot be shown", {**record, key: value}
    yield "an unknown key", {**record, "comment": "mine"}
    yield "an unknown option", {**record, "options": {**record["options"], "speed": 3}}
    yield "an unknown key of the deal", {**record, "deal": {**record["deal"], "dice": [6]}}
    yield from _wrong_moves(record)
    yield from _wrong_results(record)


def _not_records(text: str) -> Iterator[tuple[str, Any]]:
    for value in ("", " ", "{", "[]", "null", "7", '"record"', "{}", text + text, "[" * 100_000, b"\xff\xfe\x00"):
        yield f"{value[:20]!r} instead of a record", value
    yield "bytes in Latin-1", text.replace("{", '{"é": 1, ', 1).encode("latin-1")
    yield "too long", text + " " * 4_000_000
    for other in (None, 7, [], ["format"], object()):
        yield f"{other!r:.20} instead of a record", other


def _wrong_moves(record: RecordDocument) -> Iterator[tuple[str, Any]]:
    moves = record["moves"]
    for wrong in (None, 7, "", "nonsense", ["play"], {"move": moves[0]}, True):
        yield f"{wrong!r} as the first move", {**record, "moves": [wrong, *moves[1:]]}
    yield "moves as one text", {**record, "moves": "\n".join(moves)}
    yield "too many moves", {**record, "moves": moves[:1] * 100_001}
    if "result" in record:
        yield "a move after the end", {**record, "moves": [*moves, moves[-1]]}
        yield "a result before the end", {**record, "moves": moves[:-1]}


def _wrong_results(record: RecordDocument) -> Iterator[tuple[str, Any]]:
    if "result" not in record:
        yield "a result before the end", {**record, "result": {"scores": [0], "winners": [0]}}
        return
    result = record["result"]
    scores = [result["scores"][0] + 1, *result["scores"][1:]]
    part = {"scores": result["scores"]}
    floats = {**result, "scores": [float(score) for score in result["scores"]]}
    wrongs: list[Any] = [{**result, "scores": scores}, {**result, "winners": []}, floats, part, None, [], "won"]
    for wrong in wrongs:
        yield f"{wrong!r} as the result", {**record, "result": wrong}


def json_values() -> st.SearchStrategy[Any]:
    """Return a strategy for values that a hostile JSON document may contain."""
    scalars = (
        st.none()
        | st.booleans()
        | st.integers(-3, 200)
        | st.integers()
        | st.sampled_from([2**63, -(2**63), 10**400])
        | st.floats()
        | st.text(max_size=8)
    )
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )


def paths(value: Any, root: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the path of every part of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*root, key)
        yield from paths(part, (*root, key))


def replaced(document: Any, path: KeyPath, value: Any) -> Any:
    """Return a copy of a document with one part replaced."""
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def removed(document: Any, path: KeyPath) -> Any:
    """Return a copy of a document with one part removed."""
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return changed


@reading
def check_hostile(case: Case) -> None:
    """Check that a record with a part replaced or removed is either read as written or raises `BadRecord`."""
    match = random_match(case.setup, seed=105)
    record = {**match.record(), "seats": [{"name": f"seat {seat}"} for seat in range(match.players)]}
    everywhere = sorted(paths(record), key=lambda path: (len(path), str(path)))
    parts = st.sampled_from([path for path in everywhere if len(path) == 1]) | st.sampled_from(everywhere)

    @SETTINGS
    @given(parts, json_values(), st.sampled_from([json.dumps, dict]))
    def fuzz(path: KeyPath, value: Any, written: Callable[[Any], Any]) -> None:
        _check_read_or_refused(written(replaced(record, path, value)))

    fuzz()
    for path in everywhere[:: max(1, len(everywhere) // 50)]:
        _check_read_or_refused(removed(record, path))


def _check_read_or_refused(document: Any) -> None:
    refusal = refused(lambda: read_record(document), BadRecord)
    if refusal is None:
        match = read_record(document)
        assert read_record(match.record()).record() == match.record()
    else:
        assert all(line.isprintable() for line in refusal.split("\n"))


def check_hostile_deals(case: Case) -> None:
    """Check that a deal with a part replaced or removed is either dealt as written or raises `BadDeal`."""
    deal = random_match(case.setup, seed=106, moves=0).record()["deal"]
    everywhere = sorted(paths(deal), key=lambda path: (len(path), str(path)))
    parts = st.sampled_from([path for path in everywhere if len(path) == 1]) | st.sampled_from(everywhere)

    @SETTINGS
    @given(parts, json_values())
    def fuzz(path: KeyPath, value: Any) -> None:
        _check_dealt_or_refused(case, replaced(deal, path, value))

    fuzz()
    for path in everywhere:
        _check_dealt_or_refused(case, removed(deal, path))
    for value in (_HUGE, _nested(5000), [], 7, "deal"):
        for key in deal:
            _check_dealt_or_refused(case, {**deal, key: value})
        with pytest.raises(BadDeal):
            Match(case.setup, Opening(seed=1, deal={"dice": value}))


def _check_dealt_or_refused(case: Case, deal: Any) -> None:
    opening = Opening(seed=1, deal=deal)
    refusal = refused(lambda: Match(case.setup, opening), BadDeal)
    if refusal is None:
        dealt = Match(case.setup, opening).record()["deal"]
        assert all(_same_so_far(case, dealt[key], value) for key, value in deal.items())
    else:
        assert all(line.isprintable() for line in refusal.split("\n"))


def _same_so_far(case: Case, dealt: Any, given: Any) -> bool:
    """Return whether `dealt` equals `given`. If the game deals again later, compare only the common prefix of lists."""
    if case.setup.game.documents.follow and isinstance(dealt, list) and isinstance(given, list):
        return all(one == other for one, other in zip(dealt, given, strict=False))
    return bool(dealt == given)
