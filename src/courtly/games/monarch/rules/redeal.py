"""Kernel that samples the hidden parts of a Monarch state: the deck order and the seed of reshuffles."""

from __future__ import annotations

from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream
from courtly.games.monarch.rules.market import collect_into_deck, draw_reshuffle_seed, shuffle_span
from courtly.games.monarch.state import NONE, CardLocation, Content, State


@kernel
def redeal(content: Content, s: State, _seat: int, rng: Stream) -> None:
    """Resample in place all facts that a seat cannot know. No seat knows more than another."""
    collect_into_deck(content, s, int(s.drawn), CardLocation.DECK)
    shuffle_span(rng, s.deck, int(s.drawn), int(s.deck_size))
    for row in range(2):
        if s.next_decks[row, 0] != NONE:
            s.next_decks[row, :] = NONE
    s.luck = draw_reshuffle_seed(rng)
