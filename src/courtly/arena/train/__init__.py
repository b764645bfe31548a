"""Train a net for a setup by self-play, then test it on fresh deals.

`kernels` plays matches and samples positions, `learning` trains the net, `trial` plays a search with the net against a
search without it, and `page` renders the report.
"""

from courtly.arena.train.learning import Trained, learn
from courtly.arena.train.page import as_html
from courtly.arena.train.task import TrainTask
from courtly.arena.train.trial import Trial, run_trial

__all__ = ["TrainTask", "Trained", "Trial", "as_html", "learn", "run_trial"]
