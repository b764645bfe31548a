"""Write docs/model-cards.md: the size and difficulty of each environment, measured in matches from fixed seeds.

`python -m tools.model_cards` plays the matches, which takes a minute or two, and writes the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from courtly.engine.compile.rng import Stream, stream
from courtly.engine.contract.game import Setup, find_game, game_names, set_up
from courtly.envs.fast import FastMatch
from courtly.envs.kernels import RANDOM, STEWARD
from courtly.envs.nets import packed
from courtly.envs.versions import version_of

PAGE = Path(__file__).resolve().parent.parent / "docs" / "model-cards.md"
MATCHES = 100

HEAD = f"""\
# Model cards of the environments

This page shows how large and how difficult each [environment](environments.md) is for a learner, with the game's
default options. `python -m tools.model_cards` measures each value over {MATCHES} matches from fixed seeds, and writes
this page. [Observations](observations.md) explains the observations and actions. [Strength](strength.md) compares the
levels of bots.

- **decisions**: the number of decisions of all seats in a match, mean and maximum, once between random players and
  once between stewards. Divide it by the number of players to estimate the length of an episode for one seat. Only
  the rules limit the length of a match.
- **choices**: the number of legal moves at a decision in random play, mean and maximum. **forced**: the share of
  decisions with a single legal move.
- **hidden**: mean number of bytes in which the state and a redeal for the seat to move differ. It is 0 if only future
  draws are unknown.
- **steward over random**: victory share of a steward against random players, averaged over all seats. "equal" is the
  share of equal players.
- **first seat**: victory share of the starting seat if all players are stewards. With so few matches, the shares in
  both columns have an error of about ten percentage points.
"""


@dataclass(frozen=True, slots=True)
class Card:
    """The measurements of a game with a certain number of players."""

    players: int
    random_decisions: list[int]
    steward_decisions: list[int]
    choices: list[int]
    hidden: float
    over_random: float
    first: float


def shares(match: FastMatch) -> list[float]:
    """Return the victory share of every seat."""
    winners = match.match.winners()
    return [(seat in winners) / len(winners) for seat in range(match.setup.players)]


def played(setup: Setup, seed: int, kinds: list[int], rng: Stream) -> FastMatch:
    """Return a match that compiled bots have played to its end."""
    match = FastMatch(setup, seed)
    match.let_bots_move(np.array(kinds, np.int32), packed([]), rng)
    return match


def watched(setup: Setup, seed: int, rng: Stream) -> tuple[list[int], list[int]]:
    """Play at random; return the number of choices at each decision, and of hidden bytes at every tenth decision."""
    match, numpy_rng, choices, hidden = FastMatch(setup, seed), np.random.default_rng(seed), [], []
    while not match.is_over:
        legal = np.flatnonzero(match.mask)
        choices.append(len(legal))
        if len(choices) % 10 == 1:
            other = match._states.copy()
            setup.game.rules.kernels.redeal(setup.content, other[0], match.to_move, rng)
            hidden.append(int((other.view(np.uint8) != match._states.view(np.uint8)).sum()))
        match.play(int(numpy_rng.choice(legal)))
    return choices, hidden


def measured(setup: Setup) -> Card:
    """Return the measurements of a setup."""
    players, rng = setup.players, stream(1)
    seen = [watched(setup, seed, rng) for seed in range(MATCHES)]
    stewards = [played(setup, seed, [STEWARD] * players, rng) for seed in range(MATCHES)]
    against = [
        shares(played(setup, seed, [STEWARD if seat == seed % players else RANDOM for seat in range(players)], rng))
        for seed in range(MATCHES)
    ]
    return Card(
        players,
        [len(choices) for choices, _ in seen],
        [len(match.moves) for match in stewards],
        [each for choices, _ in seen for each in choices],
        float(np.mean([each for _, hidden in seen for each in hidden])),
        float(np.mean([each[seed % players] for seed, each in enumerate(against)])),
        float(np.mean([shares(match)[FastMatch(setup, seed).to_move] for seed, match in enumerate(stewards)])),
    )


def rows(name: str) -> Iterator[str]:
    """Yield the lines of the section of a game."""
    game = find_game(name)
    players = next(option for option in game.rules.options.described() if option.name == "players")
    least, most = players.least or 2, players.most or 2
    setup = set_up(name, {"players": least})
    yield f"\n## {name}, version {version_of(name)}\n"
    yield (
        f"{least} to {most} players; {game.rules.observation.size} numbers observed, {setup.codec.count} actions, "
        f"at most {setup.max_legal} of them legal; {game.rules.state.dtype.itemsize} bytes of state.\n"
    )
    yield (
        "| players | decisions, random | decisions, stewards | choices | forced | hidden | steward over random "
        "| first seat |"
    )
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|"
    yield from (row(measured(set_up(name, {"players": count}))) for count in range(least, most + 1))


def row(card: Card) -> str:
    """Return a card as a table row."""
    spans = [
        f"{np.mean(each):.1f}, at most {max(each)}"
        for each in (card.random_decisions, card.steward_decisions, card.choices)
    ]
    forced = np.mean(np.array(card.choices) == 1)
    shares = " | ".join(f"{share:.0%} (equal: {1 / card.players:.0%})" for share in (card.over_random, card.first))
    return f"| {card.players} | {' | '.join(spans)} | {forced:.0%} | {card.hidden:.0f} | {shares} |"


def main() -> None:
    """Measure all games and write the page."""
    lines = [line for name in game_names() for line in rows(name)]
    PAGE.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
