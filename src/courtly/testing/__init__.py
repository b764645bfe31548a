"""The contract suite: checks that every game must pass, exported for authors of new games.

A test module of five lines runs the whole contract on a game (pytest and Hypothesis must be installed):

    from courtly.testing import ContractSuite, Subject
    from my_game import GAME, census

    class TestMyGame(ContractSuite):
        subjects = (Subject(GAME, census),)

`census(content, s)` returns a value that never changes in a match, for example a `Counter` of all cards. The suite
plays random matches with several choices of options and tries hostile input. It also compares each match with twins:
matches that differ only in facts hidden from an audience. The game's own redeal makes these twins. If a subject lists
its `unknown` facts, taken from the rulebook, the suite also makes twins with a different deal. Each check is a function
in a module of this package and can be called alone with a `Case`. `trace` and `node_counts` return values to store with
a game's tests and compare later.
"""

import pytest

for _module in ("deals", "records", "redeals", "rules", "secrets", "audience_data", "tensors"):
    pytest.register_assert_rewrite(f"{__name__}.{_module}")

from courtly.testing.deals import redealt_record  # noqa: E402 - imported after the registration
from courtly.testing.nodes import node_counts, nodes_from  # noqa: E402
from courtly.testing.positions import random_match, stages, state_bytes  # noqa: E402
from courtly.testing.secrets import channels, check_same_knowledge, following_lines, twin_of  # noqa: E402
from courtly.testing.subject import Case, Slot, Subject, Unknown, cases, representative_options  # noqa: E402
from courtly.testing.suite import ContractSuite  # noqa: E402
from courtly.testing.traces import trace  # noqa: E402

__all__ = [
    "Case",
    "ContractSuite",
    "Slot",
    "Subject",
    "Unknown",
    "cases",
    "channels",
    "check_same_knowledge",
    "following_lines",
    "node_counts",
    "nodes_from",
    "random_match",
    "redealt_record",
    "representative_options",
    "stages",
    "state_bytes",
    "trace",
    "twin_of",
]
