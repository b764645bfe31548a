"""CFR+ of OpenSpiel on the full tree of a mini game. The argument is the number of iterations; without it, 20."""

import sys

import pyspiel

from courtly.envs import openspiel
from courtly.envs.openspiel_tree import Tree

openspiel.register()
iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 20
tree = Tree(pyspiel.load_game("courtly_courtisans(mini=spies)"))
print(f"{tree.histories:,} histories, {len(tree.sets):,} information sets")
print(f"random: exploitability {tree.nash_conv(tree.uniform()) / 2:.4f}")
solver = pyspiel.CFRPlusSolver(tree.game)
for _ in range(iterations):
    solver.evaluate_and_update_policy()
print(f"CFR+, {iterations} iterations: {pyspiel.nash_conv(tree.game, solver.average_policy()) / 2:.4f}")
