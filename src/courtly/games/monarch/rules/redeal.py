"""Sampling what nobody at the table can know in Monarch, in place: the deck's order, and the luck of reshuffles."""

from __future__ import annotations

from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream
from courtly.games.monarch.rules.market import draw_luck, gather, shuffle_span
from courtly.games.monarch.state import NONE, Content, Place, State


@kernel
def redeal(content: Content, s: State, _seat: int, rng: Stream) -> None:
    """Re-sample, in place, all that a seat cannot know; it is the same for every seat and for a spectator."""
    gather(content, s, int(s.drawn), Place.DECK)
    shuffle_span(rng, s.deck, int(s.drawn), int(s.deck_size))
    for row in range(2):
        if s.next_decks[row, 0] != NONE:
            s.next_decks[row, :] = NONE
    s.luck = draw_luck(rng)
