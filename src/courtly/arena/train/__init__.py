"""Training the net of a setup by self-play: positions, how their matches ended, and a trial on fresh deals.

`kernels` plays and notes, `learning` trains, `trial` has a search with the net play one without it, `page` reports.
"""

from courtly.arena.train.learning import Trained, learn
from courtly.arena.train.page import as_html
from courtly.arena.train.task import TrainTask
from courtly.arena.train.trial import Trial, try_out

__all__ = ["TrainTask", "Trained", "Trial", "as_html", "learn", "try_out"]
