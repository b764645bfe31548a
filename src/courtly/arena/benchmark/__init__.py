"""A benchmark of an agent against a fixed pool of opponents, which anyone can repeat.

The pool has a version. It fixes the opponents, their ratings, the tables and the deals. `play_tasks` plays the matches
of a protocol, `document` makes the result file, and `agreements` compares a repetition with it.
"""

from courtly.arena.benchmark.check import Agreement, NotReproduced, agreements, check_figures, require, sampled
from courtly.arena.benchmark.document import (
    Document,
    check_hashes,
    document,
    is_deterministic,
    read_document,
    versions,
    write_document,
)
from courtly.arena.benchmark.pool import BadPool, Pool, load_pool
from courtly.arena.benchmark.protocol import Cell, Extent, MatchResult, Protocol, Task, protocol_of
from courtly.arena.benchmark.run import AgentFailed, Execution, check_agent, play_tasks

__all__ = [
    "AgentFailed",
    "Agreement",
    "BadPool",
    "Cell",
    "Document",
    "Execution",
    "Extent",
    "MatchResult",
    "NotReproduced",
    "Pool",
    "Protocol",
    "Task",
    "agreements",
    "check_agent",
    "check_figures",
    "check_hashes",
    "document",
    "is_deterministic",
    "load_pool",
    "play_tasks",
    "protocol_of",
    "read_document",
    "require",
    "sampled",
    "versions",
    "write_document",
]
