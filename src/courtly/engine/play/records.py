"""Match records: reading, which replays and checks every move, and writing as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from courtly.engine.contract.game import Setup, find_game, set_up
from courtly.engine.errors import (
    BadDeal,
    BadOption,
    BadRecord,
    CourtlyError,
    IllegalMove,
    UnknownGame,
    listing,
    reason_of,
    shown,
)
from courtly.engine.play.fair import read_shuffle
from courtly.engine.play.match import RECORD_FORMAT, Match, Opening
from courtly.engine.play.opening import open_match
from courtly.engine.play.origin import read_origin
from courtly.engine.sentences import said

_NEEDED = ("format", "game", "rules", "options", "moves")
_KEYS = (*_NEEDED, "origin", "seed", "deal", "shuffle", "seats", "result")
MAX_BYTES = 4_000_000
MAX_MOVES = 100_000


def read_record(document: Mapping[str, Any] | str | bytes, *, max_moves: int | None = None) -> Match:
    """Return the match of a record; every move is replayed.

    Parameters
    ----------
    document
        The record as a parsed document or as JSON text, at most 4 MB.
    max_moves
        The largest number of moves, 100,000 by default; a record with more is refused before the replay.

    Returns
    -------
    The match. A new seed is drawn if the record has none, the match is not over, and the game deals again later.

    Raises
    ------
    BadRecord
        The error names the key. For a move, the error also has the number of the move, the position and the reason.
    """
    record = _parsed(document)
    _check_keys(record, max_moves)
    match = _opened(record)
    _check_dealt(match, record)
    for number, move in enumerate(record["moves"], 1):
        _replay(match, number, move)
        _check_dealt(match, record)
    if match.fair:
        _check_follows(match, record, whole=True)
    if match.is_over:
        match.seed = record.get("seed")  # a seed drawn during the replay had no effect
    if "result" in record:
        _check_result(match, record["result"])
    return match


def game_of(document: Mapping[str, Any] | str | bytes) -> str:
    """Return the name of a record's game. Only the keys of the record are checked; no move is replayed.

    Raises
    ------
    BadRecord
    """
    record = _parsed(document)
    _check_keys(record)
    try:
        return find_game(record["game"]).name
    except UnknownGame as error:
        raise _as_bad_record(error) from None


def write_record(match: Match) -> str:
    """Return a match record as JSON text; equal matches give equal text."""
    return json.dumps(match.record(), ensure_ascii=False, indent=1) + "\n"


def _parsed(document: Mapping[str, Any] | str | bytes) -> Mapping[str, Any]:
    if isinstance(document, str | bytes):
        if len(document) > MAX_BYTES:
            message = said("a record of {count} bytes is too long", count=len(document))
            allowed = said("at most {most} bytes", most=MAX_BYTES)
            raise BadRecord(message, given=f"{len(document)} bytes", where="record", allowed=allowed)
        try:
            document = json.loads(document, object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            message = said("the record is not JSON: {reason}", reason=reason_of(error))
            raise BadRecord(message, where="record", allowed=said("one JSON document")) from None
    if not isinstance(document, Mapping):
        message = said("a record cannot be {given}; use an object", given=shown(document))
        raise BadRecord(message, given=document, where="record", allowed=said("an object"))
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Reject duplicate keys: some JSON parsers keep the first value, others the last."""
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise ValueError(said("the key {key} appears twice", key=shown(name)))
        table[name] = value
    return table


def _no_constant(name: str) -> None:
    raise ValueError(said("{number} is not a JSON number", number=name))


def _check_keys(record: Mapping[str, Any], max_moves: int | None = None) -> None:
    for key in record:
        if key not in _KEYS:
            message = said("a record has no key {given}; its keys are {known}", given=shown(key), known=listing(_KEYS))
            raise BadRecord(message, given=key, where="record", allowed=_KEYS)
    for key in _NEEDED:
        if key not in record:
            raise BadRecord(said("the record lacks {key}", key=key), where=key, allowed=_NEEDED)
    if record["format"] != RECORD_FORMAT:
        given = record["format"]
        message = said("format cannot be {given}; use {allowed}", given=shown(given), allowed=RECORD_FORMAT)
        raise BadRecord(message, given=given, where="format", allowed=RECORD_FORMAT)
    moves = record["moves"]
    most = MAX_MOVES if max_moves is None else max_moves
    if not isinstance(moves, list) or len(moves) > most:
        given = f"{len(moves)} moves" if isinstance(moves, list) else shown(moves)
        message = said("moves cannot be {given}; use a list of at most {most} lines", given=given, most=most)
        raise BadRecord(message, given=given, where="moves", allowed=said("a list of lines of notation"))


def _opened(record: Mapping[str, Any]) -> Match:
    """Return the match of a record before its first move; any error becomes a `BadRecord`."""
    if "shuffle" in record:
        return _opened_fairly(record)
    origin = read_origin(record["origin"], len(record["moves"])) if "origin" in record else None
    try:
        opening = Opening(record.get("seed"), record.get("deal"), record.get("seats"), origin=origin)
        return open_match(_setup(record), opening)
    except (BadDeal, BadOption, UnknownGame) as error:
        raise _as_bad_record(error) from None


def _opened_fairly(record: Mapping[str, Any]) -> Match:
    """Return the match of a record with a shuffle, which determines its deal."""
    if "seed" in record:
        message = said("a record with a shuffle has no seed")
        raise BadRecord(message, given=record["seed"], where="seed", allowed=said("a shuffle or a seed"))
    if "origin" in record:
        message = said("a record with a shuffle has no origin: its cards come from the shuffle alone")
        raise BadRecord(message, given=record["origin"], where="origin", allowed=said("a shuffle or an origin"))
    deal = record.get("deal", {})
    if not isinstance(deal, Mapping):
        message = said("a deal cannot be {given}; use an object", given=shown(deal))
        raise BadRecord(message, given=deal, where="deal", allowed=said("an object"))
    fair = read_shuffle(record["shuffle"])
    try:
        match = open_match(_setup(record), Opening(seats=record.get("seats"), fair=fair))
    except (BadOption, UnknownGame) as error:
        raise _as_bad_record(error) from None
    match.is_revealed = True
    return match


def _check_follows(match: Match, record: Mapping[str, Any], *, whole: bool) -> None:
    """Reject a deal that does not follow from the shuffle; compare the `whole` deal or only the part dealt so far."""
    truth = match.deal_given
    for key, given in record.get("deal", {}).items():
        if key not in truth:
            message = said(
                "a deal has no key {given}; its keys are {known}", given=shown(key), known=listing(list(truth))
            )
            raise BadRecord(message, given=key, where="deal", allowed=list(truth))
        later = not whole and isinstance(given, list) and isinstance(truth[key], list)
        if found := _difference(given[: len(truth[key])] if later else given, truth[key], f"deal.{key}"):
            where, wrong, right = found
            places = {"where": where, "given": shown(wrong), "truth": shown(right)}
            message = said("{where}, {given}, does not follow from the shuffle, which gives {truth}", **places)
            raise BadRecord(message, given=wrong, where=where, allowed=shown(right))


def _difference(given: Any, truth: Any, where: str) -> tuple[str, Any, Any] | None:
    """Return the path of the first difference between two JSON values, and both values at that path."""
    if isinstance(given, list) and isinstance(truth, list) and len(given) == len(truth):
        pairs = enumerate(zip(given, truth, strict=True))
        found = (_difference(one, other, f"{where}[{i}]") for i, (one, other) in pairs)
        return next((each for each in found if each), None)
    return None if type(given) is type(truth) and given == truth else (where, given, truth)


def _check_dealt(match: Match, record: Mapping[str, Any]) -> None:
    """Reject a deal that does not follow from its shuffle, or that is incomplete while the record has no seed."""
    if match.fair:
        _check_follows(match, record, whole=False)
    elif record.get("seed") is None and (key := match.first_key_from_seed):
        message = said(
            "the record has neither a complete deal nor a seed: {key} lacks a part of the deal",
            key=f"deal.{key}",
        )
        raise BadRecord(message, where=f"deal.{key}", allowed=said("the complete deal, or a seed"))


def _setup(record: Mapping[str, Any]) -> Setup:
    game = find_game(record["game"])
    if record["rules"] != game.version:
        given = record["rules"]
        message = said(
            "rules cannot be {given}; this program knows version {version} of {game}",
            given=shown(given),
            version=game.version,
            game=game.name,
        )
        raise BadRecord(message, given=given, where="rules", allowed=game.version)
    if not isinstance(record["options"], Mapping):
        given = record["options"]
        message = said("options cannot be {given}; use an object", given=shown(given))
        raise BadRecord(message, given=given, where="options", allowed=said("an object"))
    return set_up(game, record["options"])


def _as_bad_record(error: CourtlyError) -> BadRecord:
    return BadRecord(error.sentence, given=error.given, where=error.where, allowed=error.allowed)


def _replay(match: Match, number: int, move: object) -> None:
    if match.is_over:
        message = said("move {number}, {move}, comes after the end of the match", number=number, move=shown(move))
        allowed = said("{count} moves", count=number - 1)
        raise BadRecord(message, given=move, where=f"moves[{number - 1}]", allowed=allowed)
    try:
        match.play(move)  # type: ignore[arg-type]
    except IllegalMove as error:
        message = said(
            "move {number}, {move}, is not valid (seat {seat} is to move after {count} moves): {reason}",
            number=number,
            move=shown(move),
            seat=match.to_move,
            count=number - 1,
            reason=error.why,
        )
        raise BadRecord(message, given=move, where=f"moves[{number - 1}]", allowed=error.allowed) from None
    except BadDeal as error:
        raise _as_bad_record(error) from None


def _check_result(match: Match, result: Any) -> None:
    if not match.is_over:
        message = said("the record has a result, but the match is not over")
        raise BadRecord(message, given=result, where="result", allowed=said("no result"))
    truth = {"scores": match.scores(), "winners": match.winners()}
    # Python treats False as 0 and 11.0 as 11; other programs that read records do not.
    if result != truth or any(type(number) is not int for part in result.values() for number in part):
        message = said(
            "the result {given} is wrong; replaying the match gives {truth}", given=shown(result), truth=truth
        )
        raise BadRecord(message, given=result, where="result", allowed=str(truth))
