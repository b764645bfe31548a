"""The contract suite: checks that every game must pass, exported for authors of new games.

A test module of five lines puts a game under the whole contract (pytest and Hypothesis must be installed):

    from courtly.testing import ContractSuite, Subject
    from my_game import GAME, census

    class TestMyGame(ContractSuite):
        subjects = (Subject(GAME, census),)

`census(content, s)` returns what never changes in a match, for example a `Counter` of all cards wherever they are. The
suite plays random matches with several choices of options, tries what a hostile caller would try, and compares worlds
that differ only in what an audience may not know. They are made by the game's own redeal and, where a subject says by
the rulebook what is `unknown`, from other deals too. Each check stands in a module of this room and can be called alone
with a `Case`; `trace` and `node_counts` make figures to be kept beside a game's tests and compared later.
"""

import pytest

for _module in ("deals", "records", "redeals", "rules", "secrets", "telling", "tensors"):
    pytest.register_assert_rewrite(f"{__name__}.{_module}")

from courtly.testing.deals import dealt_otherwise  # noqa: E402 - after the rewrite is asked for
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
    "dealt_otherwise",
    "following_lines",
    "node_counts",
    "nodes_from",
    "random_match",
    "representative_options",
    "stages",
    "state_bytes",
    "trace",
    "twin_of",
]
