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
luck = np.random.RandomState(7)
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, simulations, random_state=luck)
paid = 0.0
for match in range(matches):
    state, seat = game.new_initial_state(), match % 2
    while not state.is_terminal():
        searches = state.current_player() == seat
        state.apply_action(bot.step(state) if searches else int(luck.choice(state.legal_actions())))
    paid += state.returns()[seat]
print(f"{matches} matches, {paid / matches:+.2f} on average where 1 is victory and -1 defeat")
