"""Courtisans as a subject of the contract tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from courtly.engine.contract.game import Record
from courtly.engine.play.match import Match
from courtly.games.courtisans.content import CARD_IDS, missions_of
from courtly.games.courtisans.state import HAND, KINDS, NONE, Phase
from courtly.testing import Subject
from tests.contract.courtisans_unknown import unknown


def census(content: Record, s: Record) -> int:
    """Check the cards in hands, deck and areas and the eliminated cards against the box. Return their number."""
    cards = Counter(int(kind) for kind in [*s.hands.ravel(), *s.deck] if kind != NONE)
    cards += Counter({kind: int(count) for kind, count in enumerate(s.areas.sum(axis=0))})
    cards += Counter(int(kind) for kind in s.spy_kind[: s.spies])
    cards += Counter(int(card) for card in s.graveyard[: s.eliminated] if card < KINDS)
    box = Counter(int(kind) for kind in content.cards if kind != NONE)
    assert cards <= box, "too many copies of a card"
    assert cards.total() == content.in_play
    return cards.total()


def follows_up(_content: Record, s: Record) -> bool:
    return bool(s.phase == Phase.KILL)


def retell(match: Match, s: Record) -> dict[str, Any]:
    """Return a record of the match with the hands, spies, deck and missions of `s`."""
    record, content = match.record(), match.setup.content
    moves = _with_spies(match.moves, [CARD_IDS[kind] for kind in s.spy_kind[: s.spies]])
    ids = missions_of(content)
    deal = {
        "first": int(s.first),
        "deck": [*_drawn(match.players, moves, s), *(CARD_IDS[kind] for kind in s.deck[s.drawn : content.in_play])],
        "missions": [[ids[mission] for mission in s.missions[seat]] for seat in range(match.players)],
    }
    return {**{key: record[key] for key in ("format", "game", "rules", "options")}, "deal": deal, "moves": moves}


def _with_spies(moves: list[str], spies: list[str]) -> list[str]:
    """Return the moves with the played spies replaced by these cards, in order."""
    rest = iter(spies)
    changed = []
    for move in moves:
        verb, *words = move.split(" ")
        hidden = verb == "play" and words[0].endswith(".spy")
        changed.append(f"play {next(rest)} {words[1]}" if hidden else move)
    return changed


def _drawn(players: int, moves: list[str], s: Record) -> list[str]:
    """Return all cards that have left the deck, in the order of the deck.

    The deck is dealt and drawn in groups of three cards, and each turn plays one group.
    """
    played = [move.split(" ")[1] for move in moves if move.startswith("play ")]
    groups: dict[int, list[str]] = {group: [] for group in range(s.drawn // HAND)}
    for number, card in enumerate(played):
        groups[_group(number // HAND, players, s)].append(card)
    now = len(played) // HAND
    for turn in range(now, now + players):
        seat = (int(s.first) + turn) % players
        if s.held[seat]:
            groups[_group(turn, players, s)] += [CARD_IDS[kind] for kind in s.hands[seat, : s.held[seat]]]
    return [card for group in groups.values() for card in group]


def _group(turn: int, players: int, s: Record) -> int:
    """Return the index of the group of three cards that a turn plays: the seat for a first hand, then the turn."""
    return (int(s.first) + turn) % players if turn < players else turn


SUBJECT = Subject("courtisans", census, follows_up=follows_up, retell=retell, unknown=unknown)
