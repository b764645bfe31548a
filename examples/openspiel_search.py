"""IS-MCTS of OpenSpiel against a random player in Courtisans.

For a longer run: `python examples/openspiel_search.py 100 200`. The arguments are the number of matches and the number
of simulations per move.
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from courtly.envs import openspiel

openspiel.register()
matches, simulations = map(int, sys.argv[1:3] if len(sys.argv) > 2 else (2, 8))
game = pyspiel.load_game("courtly_courtisans(players=2)")
rng = np.random.RandomState(7)
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng)
total = 0.0
for match in range(matches):
    state, seat = game.new_initial_state(), match % 2
    while not state.is_terminal():
        searches = state.current_player() == seat
        state.apply_action(bot.step(state) if searches else int(rng.choice(state.legal_actions())))
    total += state.returns()[seat]
print(f"{matches} matches, {total / matches:+.2f} on average (1 is a victory, -1 a defeat)")
