"""A whole match in Python: legal moves, the view of a seat, scores and the record."""

import random

import courtly

match = courtly.new_match("courtisans", players=3, edition="2024", seed=7)
print(match.view(0)["hand"], "and may", match.legal_moves()[0])

choose = random.Random(7).choice
while not match.is_over:
    match.play(choose(match.legal_moves()))

print("scores", match.scores(), "won by seat", match.winners())
assert courtly.read_record(match.record()).scores() == match.scores()
