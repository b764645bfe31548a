"""The contract suite: what every game must keep, as checks that the author of a new game runs over it.

A test module of five lines puts a game under the whole contract (pytest and Hypothesis must be installed):

    from courtly.testing import ContractSuite, Subject
    from my_game import GAME, census

    class TestMyGame(ContractSuite):
        subjects = (Subject(GAME, census),)

`census(content, s)` says what can never be lost or made in a match: `Counter` of all cards wherever they are, say. The
suite plays random matches with several choices of options, tries what a hostile caller would try, and compares worlds
that differ only in what an audience may not know. Each check stands in a module of this room and can be called alone
with a `Case`; `trace` and `node_counts` make figures to be kept beside a game's tests and compared later.
"""

import pytest

for _module in ("records", "redeals", "rules", "secrets", "tensors"):
    pytest.register_assert_rewrite(f"{__name__}.{_module}")

from courtly.testing.nodes import node_counts, nodes_from  # noqa: E402 - after the rewrite is asked for
from courtly.testing.positions import fork, random_match, stages, state_bytes  # noqa: E402
from courtly.testing.secrets import channels, check_same_knowledge, following_lines, twin_of  # noqa: E402
from courtly.testing.subject import Case, Subject, cases, representative_options  # noqa: E402
from courtly.testing.suite import ContractSuite  # noqa: E402
from courtly.testing.traces import trace  # noqa: E402

__all__ = [
    "Case",
    "ContractSuite",
    "Subject",
    "cases",
    "channels",
    "check_same_knowledge",
    "following_lines",
    "fork",
    "node_counts",
    "nodes_from",
    "random_match",
    "representative_options",
    "stages",
    "state_bytes",
    "trace",
    "twin_of",
]
