"""Errors have a code and a message. The message names the wrong value and the allowed values."""

import courtly
from courtly.engine.errors import BadOption, IllegalMove

try:
    courtly.new_match("courtisans", players=9)
except BadOption as error:
    print(f"{error.code}: {error}")

match = courtly.new_match("courtisans", players=2, seed=3)
print("not now:", match.why_not("spare"))
try:
    match.play("play queen above")
except IllegalMove as error:
    print(f"{error.code}: {error}")
