"""Kernels of the market row, its deck and the Moons: filling, reshuffles, effects and pledges."""

from __future__ import annotations

import numpy as np

from courtly.engine.compile.kernel import inlined, kernel
from courtly.engine.compile.rng import Stream, below, restart
from courtly.games.monarch.rules.board import discard, ruin
from courtly.games.monarch.state import (
    CARDS,
    FIRST_MOON,
    FOOD,
    GOLD,
    MOON_EFFECTS,
    NONE,
    SEATS,
    SPOTS,
    CardLocation,
    Content,
    Effect,
    EffectList,
    Measure,
    Phase,
    Shorts,
    State,
    Who,
)


@inlined
def draw_reshuffle_seed(rng: Stream) -> int:
    """Draw the seed for the random streams of later reshuffles."""
    return below(rng, 1 << 31) << 31 | below(rng, 1 << 31)


@kernel
def shuffle_span(rng: Stream, cards: Shorts, start: int, end: int) -> None:
    """Shuffle `cards[start:end]` in place (Fisher-Yates)."""
    for i in range(end - start - 1, 0, -1):
        j = start + below(rng, i + 1)
        cards[start + i], cards[j] = cards[j], cards[start + i]


@inlined
def collect_into_deck(content: Content, s: State, start: int, place: int) -> None:
    """Write all cards at a place into the deck from `start` on, ascending, so that no earlier order remains."""
    n = start
    for i in range(content.in_play):
        # Without a branch, which would often be mispredicted: a card at another place is overwritten by the next one.
        s.deck[n] = content.cards[i]
        n += s.where[content.cards[i]] == place
    s.deck[n] = NONE


@kernel
def deal_market(content: Content, s: State) -> None:
    """Fill the market before the first turn. Moons are discarded and replaced."""
    for spot in range(SPOTS):
        while s.deck[s.drawn] >= FIRST_MOON:
            discard(s, int(s.deck[s.drawn]))
            s.drawn += 1
        s.market[spot] = s.deck[s.drawn]
        s.where[s.market[spot]] = CardLocation.MARKET
        s.drawn += 1


@kernel
def fill(content: Content, s: State) -> None:
    """Do one step of filling the market: reshuffle, draw a card, or return to the turn if nothing can be filled."""
    spot = 0
    while spot < SPOTS and s.market[spot] != NONE:
        spot += 1
    if spot == SPOTS or (s.drawn == s.deck_size and s.discards == 0):
        s.phase, s.to_move = Phase.ACT, s.active
        return
    if s.drawn == s.deck_size:
        _reshuffle(content, s)
        return
    card = int(s.deck[s.drawn])
    s.drawn += 1
    if card >= FIRST_MOON:
        reveal_moon(content, s, card)
        return
    s.market[spot] = card
    s.where[card] = CardLocation.MARKET


@kernel
def _reshuffle(content: Content, s: State) -> None:
    """Turn the discard pile into the deck. The second deck is stored after the first, as one move may need both."""
    row = int(s.reshuffles) % 2
    start = int(s.deck_size) if s.reshuffles == 1 else 0
    end = start + int(s.discards)
    if _is_discards(s, row):
        for i in range(s.discards):
            s.deck[start + i] = s.next_decks[row, i]
    else:
        collect_into_deck(content, s, start, CardLocation.DISCARD)
        rng = np.empty(1, np.uint64)
        restart(rng, s.luck, s.reshuffles)
        shuffle_span(rng, s.deck, start, end)
    s.deck[end:] = NONE
    for i in range(start, end):
        s.where[s.deck[i]] = CardLocation.DECK
    s.next_decks[row, :] = NONE
    s.deck_start, s.drawn, s.deck_size = start, start, end
    s.discards = 0
    s.reshuffles += 1


@kernel
def _is_discards(s: State, row: int) -> bool:
    """Return whether a listed deck matches the discard pile. If it does not, `deal.follow` rejects it later."""
    n = 0
    while n < CARDS and s.next_decks[row, n] != NONE:
        if s.where[s.next_decks[row, n]] != CardLocation.DISCARD:
            return False
        n += 1
    return n == s.discards


@kernel
def reveal_moon(content: Content, s: State, card: int) -> None:
    """Resolve a Moon that was drawn, or start pledging if the sisters together hold the target."""
    resource, target = int(content.pledge[card - FIRST_MOON, 0]), int(content.pledge[card - FIRST_MOON, 1])
    if resource == NONE:
        _resolve(content, s, card, EffectList.EFFECTS)
        return
    held = 0
    for seat in range(content.players):
        held += s.held[seat, resource]
    if held < target:
        _resolve(content, s, card, EffectList.UNMET)
        return
    s.where[card] = CardLocation.ASIDE
    s.moon, s.passes, s.phase, s.to_move = card, 0, Phase.PLEDGE, s.active


@inlined
def missing(content: Content, s: State) -> int:
    """Return the amount still missing from the target of the pledge."""
    left = int(content.pledge[s.moon - FIRST_MOON, 1])
    for seat in range(content.players):
        left -= s.pledges[seat]
    return left


@inlined
def most_to_pledge(content: Content, s: State, seat: int) -> int:
    """Return the most a seat can add to its pledge: the rest of its holdings, at most the missing amount."""
    left = int(s.held[seat, content.pledge[s.moon - FIRST_MOON, 0]] - s.pledges[seat])
    return min(left, missing(content, s))


@kernel
def pledge(content: Content, s: State, raised: int) -> None:
    """Raise the pledge of the deciding seat, or pass with 0. Then the next seat decides, or the Moon ends."""
    s.pledges[s.to_move] += raised
    s.passes = 0 if raised else s.passes + 1
    if missing(content, s) == 0:
        resource = int(content.pledge[s.moon - FIRST_MOON, 0])
        for seat in range(content.players):
            s.held[seat, resource] -= s.pledges[seat]
        _end(content, s, EffectList.MET)
    elif s.passes == content.players:
        _end(content, s, EffectList.UNMET)
    else:
        s.to_move = (s.to_move + 1) % content.players


@kernel
def _end(content: Content, s: State, which: int) -> None:
    _resolve(content, s, int(s.moon), which)
    s.moon, s.passes, s.phase, s.to_move = NONE, 0, Phase.FILL, s.active
    for seat in range(SEATS):
        s.pledges[seat] = 0


@kernel
def _resolve(content: Content, s: State, card: int, which: int) -> None:
    """Resolve one list of a Moon's effects and remove the Moon from the game."""
    for i in range(MOON_EFFECTS):
        if content.moon_effects[card - FIRST_MOON, which, i, 0] != NONE:
            _resolve_effect(content, s, content.moon_effects[card - FIRST_MOON, which, i])
    s.where[card] = CardLocation.GONE
    s.gone[s.gone_count] = card
    s.gone_count += 1


@kernel
def _resolve_effect(content: Content, s: State, row: Shorts) -> None:
    """Resolve one effect: a row of kind, resource, amount, who, measure and terrain."""
    if row[0] == Effect.RUIN:
        ruin(content, s, int(row[5]))
    elif row[0] == Effect.FLUSH:
        clear_market(s)
    else:
        best = _best(content, s, int(row[3]), int(row[4]))
        for seat in range(content.players):
            if row[3] == Who.ALL or _rank(s, seat, int(row[3]), int(row[4])) == best:
                _change(s, seat, row)


@inlined
def _rank(s: State, seat: int, who: int, measure: int) -> int:
    """Return the value by which an effect ranks a sister. The effect applies to the highest value."""
    if who == Who.TOP_PLEDGER:
        return int(s.pledges[seat])
    if measure == Measure.COURT:
        size = int(s.courts[seat])
    elif measure == Measure.GUESTS:
        size = int(s.guests[seat])
    else:
        size = int(s.held[seat, FOOD if measure == Measure.FOOD else GOLD])
    return -size if who == Who.FEWEST else size


@kernel
def _best(content: Content, s: State, who: int, measure: int) -> int:
    best = _rank(s, 0, who, measure)
    for seat in range(1, content.players):
        best = max(best, _rank(s, seat, who, measure))
    return best


@inlined
def _change(s: State, seat: int, row: Shorts) -> None:
    """Apply the gain or loss of an effect to one sister."""
    kind, resource, amount = int(row[0]), int(row[1]), int(row[2])
    if kind == Effect.HARVEST:
        s.held[seat, FOOD] += s.income[FOOD]
    elif kind == Effect.GAIN:
        s.held[seat, resource] += amount
    elif kind == Effect.LOSE:
        s.held[seat, resource] = max(0, int(s.held[seat, resource]) - amount)
    else:
        s.held[seat, resource] -= s.held[seat, resource] // 2


@kernel
def clear_market(s: State) -> None:
    """Move all cards of the market row to the discard pile."""
    for spot in range(SPOTS):
        if s.market[spot] != NONE:
            discard(s, int(s.market[spot]))
            s.market[spot] = NONE
