"""Three bots play a match. A bot gets the knowledge of its seat and a random stream, but never the match itself."""

from courtly import new_match
from courtly.bots import find_bot
from courtly.engine.compile.rng import stream

bots = [find_bot("steward"), find_bot("steward"), find_bot("random")]
match = new_match("courtisans", players=3, seed=11)
rng = stream(11)

while (seat := match.to_move) is not None:
    choice = bots[seat].choose(match.knowledge(seat), rng)
    match.play(choice.move)

for seat, points in enumerate(match.scores()):
    print(f"seat {seat}: {points} points")
