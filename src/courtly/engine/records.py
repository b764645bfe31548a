"""Match records: reading, which replays every move through the checked door, and writing as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from courtly.engine.errors import BadDeal, BadOption, BadRecord, CourtlyError, IllegalMove, UnknownGame, listed, shown
from courtly.engine.game import Setup, find_game, set_up
from courtly.engine.match import RECORD_FORMAT, Choices, Match
from courtly.engine.opening import open_match

_NEEDED = ("format", "game", "rules", "options", "moves")
_KEYS = (*_NEEDED, "seed", "deal", "seats", "result")
MAX_BYTES = 4_000_000
MAX_MOVES = 100_000


def read_record(document: Mapping[str, Any] | str | bytes) -> Match:
    """Return the match of a record, every move replayed.

    Parameters
    ----------
    document
        The record as a parsed document or as JSON text, at most 4 MB.

    Returns
    -------
    The match. One that is not over and has no seed is given one, where its game deals again later on.

    Raises
    ------
    BadRecord
        Naming the key, or the move, its number, the position and the reason.
    """
    record = _parsed(document)
    _check_keys(record)
    match = _opened(record)
    _check_dealt(match, record)
    for number, move in enumerate(record["moves"], 1):
        _replay(match, number, move)
        _check_dealt(match, record)
    if match.is_over:
        match.seed = record.get("seed")  # one that was drawn has decided nothing
    if "result" in record:
        _check_result(match, record["result"])
    return match


def write_record(match: Match) -> str:
    """Return a match record as JSON text, the same text for the same match."""
    return json.dumps(match.record(), ensure_ascii=False, indent=1) + "\n"


def _parsed(document: Mapping[str, Any] | str | bytes) -> Mapping[str, Any]:
    if isinstance(document, str | bytes):
        if len(document) > MAX_BYTES:
            given = f"{len(document)} bytes"
            raise BadRecord(
                f"a record of {given} is too long", given=given, where="record", allowed=f"at most {MAX_BYTES} bytes"
            )
        try:
            document = json.loads(document, object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"the record is not JSON: {error}", where="record", allowed="one JSON document") from None
    if not isinstance(document, Mapping):
        raise BadRecord(
            f"a record cannot be {shown(document)}; it is a table", given=document, where="record", allowed="a table"
        )
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key given twice, of which JSON readers keep now the first and now the last."""
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f"the key {shown(twice)} stands twice")
    return table


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")


def _check_keys(record: Mapping[str, Any]) -> None:
    for key in record:
        if key not in _KEYS:
            raise BadRecord(
                f"a record has no key {shown(key)}; it has {listed(_KEYS)}", given=key, where="record", allowed=_KEYS
            )
    for key in _NEEDED:
        if key not in record:
            raise BadRecord(f"the record lacks {key}", where=key, allowed=_NEEDED)
    if record["format"] != RECORD_FORMAT:
        given = record["format"]
        raise BadRecord(
            f"format cannot be {shown(given)}; it is {RECORD_FORMAT}",
            given=given,
            where="format",
            allowed=RECORD_FORMAT,
        )
    moves = record["moves"]
    if not isinstance(moves, list) or len(moves) > MAX_MOVES:
        given = f"{len(moves)} moves" if isinstance(moves, list) else shown(moves)
        message = f"moves cannot be {given}; it is a list of at most {MAX_MOVES} lines"
        raise BadRecord(message, given=given, where="moves", allowed="a list of lines of notation")


def _opened(record: Mapping[str, Any]) -> Match:
    """Return the match of a record before its first move; whatever is wrong with it is a bad record."""
    try:
        return open_match(
            _setup(record), Choices(seed=record.get("seed"), deal=record.get("deal"), seats=record.get("seats"))
        )
    except (BadDeal, BadOption, UnknownGame) as error:
        raise _as_bad_record(error) from None


def _check_dealt(match: Match, record: Mapping[str, Any]) -> None:
    """Refuse a record without a seed whose deal does not hold all that has been dealt so far."""
    if record.get("seed") is None and (key := match.beyond_the_given_deal):
        message = f"the record has neither a complete deal nor a seed: deal.{key} does not hold all that was dealt"
        raise BadRecord(message, where=f"deal.{key}", allowed="all of the deal, or a seed")


def _setup(record: Mapping[str, Any]) -> Setup:
    game = find_game(record["game"])
    if record["rules"] != game.rules:
        given = record["rules"]
        message = f"rules cannot be {shown(given)}; this program knows version {game.rules} of {game.name}"
        raise BadRecord(message, given=given, where="rules", allowed=game.rules)
    if not isinstance(record["options"], Mapping):
        given = record["options"]
        raise BadRecord(
            f"options cannot be {shown(given)}; it is a table", given=given, where="options", allowed="a table"
        )
    return set_up(game, record["options"])


def _as_bad_record(error: CourtlyError) -> BadRecord:
    return BadRecord(str(error), given=error.given, where=error.where, allowed=error.allowed)


def _replay(match: Match, number: int, move: object) -> None:
    if match.is_over:
        message = f"move {number}, {shown(move)}, comes after the end of the match"
        raise BadRecord(message, given=move, where=f"moves[{number - 1}]", allowed=f"{number - 1} moves")
    try:
        match.play(move)  # type: ignore[arg-type]
    except IllegalMove as error:
        position = f"seat {match.to_move} decides after {number - 1} moves"
        message = f"move {number}, {shown(move)}, does not hold ({position}): {str(error).partition(': ')[2]}"
        raise BadRecord(message, given=move, where=f"moves[{number - 1}]", allowed=error.allowed) from None
    except BadDeal as error:
        raise _as_bad_record(error) from None


def _check_result(match: Match, result: Any) -> None:
    if not match.is_over:
        raise BadRecord(
            "the record has a result, but the match is not over", given=result, where="result", allowed="no result"
        )
    truth = {"scores": match.scores(), "winners": match.winners()}
    # Python takes False for 0 and 11.0 for 11; other readers of records do not.
    if result != truth or any(type(number) is not int for part in result.values() for number in part):
        raise BadRecord(
            f"the result {shown(result)} does not hold; replay gives {truth}",
            given=result,
            where="result",
            allowed=str(truth),
        )
