"""Monarch as a subject of the contract tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from courtly.engine.contract.game import Record
from courtly.engine.play.match import Match
from courtly.games.monarch.rules.moves import codec_of
from courtly.games.monarch.state import COURT, COURTS, FIRST_IMPROVEMENT, NONE, CardLocation, Phase
from courtly.testing import Subject, Unknown
from tests.games.monarch.builders import named, small_set

CUSTOM = small_set()
named(CUSTOM, "toll-drum")["on_acquire"] = [{"kind": "extra_income"}, {"kind": "free_sweep"}]

OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "max_rounds": 10},
    {"players": 3, "max_rounds": 6},
    {"players": 4, "max_rounds": 5},
    {"players": 3, "banners": False, "max_rounds": 4},
    {"players": 2, "card_set": CUSTOM, "max_rounds": 12},
]
"""Few rounds, because random players need hundreds of moves to fill a court; other tests play whole matches."""


def census(content: Record, s: Record) -> int:
    """Check that the counts in a state agree with the places of its cards, and return the number of cards."""
    cards = content.cards[: content.in_play]
    places = Counter(int(place) for place in s.where[cards])
    assert int((s.where != CardLocation.BOX).sum()) == content.in_play, "a card that is not in the set"
    assert Counter(s.where[s.deck[s.drawn : s.deck_size]].tolist()) == Counter(
        {CardLocation.DECK: places[CardLocation.DECK]}
    )
    assert len(set(s.deck[s.drawn : s.deck_size].tolist())) == places[CardLocation.DECK], "a duplicate card in the deck"
    assert s.discards == places[CardLocation.DISCARD]
    assert s.gone_count == places[CardLocation.GONE]
    assert Counter(s.where[s.market[s.market != NONE]].tolist()) == Counter(
        {CardLocation.MARKET: places[CardLocation.MARKET]}
    )
    assert places[CardLocation.ASIDE] == (s.pending != NONE and s.phase < Phase.DISMISS) + (s.moon != NONE)
    for seat in range(content.players):
        check_seat(content, s, seat)
    return places.total() + check_board(content, s)


def check_seat(content: Record, s: Record, seat: int) -> None:
    """Check the fields of a seat that are computed from its cards."""
    court = [int(card) for card in s.court[seat] if card != NONE]
    assert court == [int(card) for card in s.court[seat, : s.courts[seat]]]
    assert len(court) <= COURT
    assert sorted(court) == np.flatnonzero(s.where == CardLocation.COURT + seat).tolist()
    assert s.guests[seat] == (s.where == CardLocation.GUEST + seat).sum()
    sums = sum((content.powers[card] for card in court), start=np.zeros_like(s.sums[seat]))
    if s.banner[seat] != NONE:
        assert s.holder[s.banner[seat]] == seat
        sums = sums + content.banner_powers[s.banner[seat]]
    assert s.sums[seat].tolist() == sums.tolist()
    assert s.paths[seat].tolist() == [sum(content.path[card] == path for card in court) for path in range(4)]
    assert (s.held[seat] >= 0).all()


def check_board(content: Record, s: Record) -> int:
    """Check yields and income against the lands and their improvements. Return 0, which `census` adds to its sum."""
    income = [0, 0]
    built = 0
    for cell in range(9):
        land, card = int(s.lands[cell]), int(s.top[cell])
        yields = content.land_yield[land] if card == NONE else content.yields[card - FIRST_IMPROVEMENT]
        assert s.yields[cell] == yields
        income[int(content.land_terrain[land])] += int(yields)
        while card != NONE:
            assert s.where[card] == CardLocation.BOARD
            card, built = int(s.beneath[card - COURTS]), built + 1
    assert s.income.tolist() == income
    assert built == (s.where == CardLocation.BOARD).sum()
    return 0


def follows_up(_content: Record, s: Record) -> bool:
    return bool(Phase.PLACE <= s.phase <= Phase.DISMISS)


def retell(match: Match, s: Record) -> dict[str, Any]:
    """Return a record of the match in which the deck of `s` replaces the first deck or that of the last reshuffle."""
    record = match.record()
    cards = codec_of(match.setup).cards
    now = [cards[card] for card in s.deck[s.deck_start : s.deck_size]]
    deal = dict(record["deal"])
    if s.reshuffles:
        deal["reshuffles"] = [*deal["reshuffles"][:-1], now]
    else:
        deal["deck"] = now
    kept = {key: record[key] for key in ("format", "game", "rules", "options", "moves")}
    return {**kept, "deal": deal}


def unknown(match: Match, _audience: int | None) -> Unknown:
    """Return the order of the cards in the deck (22.2, 22.4), which is hidden from all audiences."""
    deal, left = match.record()["deal"], int(match.view(None)["deck"])
    size, turns = len((deal["reshuffles"] or [deal["deck"]])[-1]), len(deal["reshuffles"])
    deck = ("deal", "reshuffles", turns - 1) if turns else ("deal", "deck")
    return Unknown([[((*deck, place),) for place in range(size - left, size)]])


SUBJECT = Subject("monarch", census, OPTIONS, follows_up=follows_up, retell=retell, unknown=unknown, luck=("luck",))
