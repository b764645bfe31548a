"""Courtisans as a subject of the contract suite."""

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
    """Every card in play, wherever it is: in hands, in the deck, face up, as a spy in play or eliminated."""
    cards = Counter(int(kind) for kind in [*s.hands.ravel(), *s.deck] if kind != NONE)
    cards += Counter({kind: int(count) for kind, count in enumerate(s.areas.sum(axis=0))})
    cards += Counter(int(kind) for kind in s.spy_kind[: s.spies])
    cards += Counter(int(card) for card in s.graveyard[: s.eliminated] if card < KINDS)
    box = Counter(int(kind) for kind in content.cards if kind != NONE)
    assert cards <= box, "more of a card than there are"
    assert cards.total() == content.in_play
    return cards.total()


def follows_up(_content: Record, s: Record) -> bool:
    return bool(s.phase == Phase.KILL)


def retell(match: Match, s: Record) -> dict[str, Any]:
    """The record of a match in which hands, spies, deck and missions had been what `s` says."""
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
    """The moves with these cards for the spies that were played, in their order."""
    rest = iter(spies)
    retold = []
    for move in moves:
        verb, *words = move.split(" ")
        hidden = verb == "play" and words[0].endswith(".spy")
        retold.append(f"play {next(rest)} {words[1]}" if hidden else move)
    return retold


def _drawn(players: int, moves: list[str], s: Record) -> list[str]:
    """All cards that have left the deck, three by three: each turn's cards came from the first hands or one draw."""
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
    """Which three cards of the deck a turn plays: the first hands go by seat, later draws by turn."""
    return (int(s.first) + turn) % players if turn < players else turn


SUBJECT = Subject("courtisans", census, follows_up=follows_up, retell=retell, unknown=unknown)
