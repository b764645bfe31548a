"""Whether the last moves of a match can be taken back: only moves that have shown nothing new to any seat."""

from __future__ import annotations

from courtly.engine.play.match import Match


def can_take_back(earlier: Match, now: Match) -> bool:
    """Return whether the moves between an earlier position of a match and the present one can be taken back.

    One seat has made all of them, and the match is not over. By `AudienceView.reveals`, no move has revealed anything
    but the mover's own cards and choice, and nothing was dealt. The result depends only on the knowledge of that seat.
    """
    seat, reveals = earlier.to_move, now.setup.game.audience_view.reveals
    moves, tried = now.moves[earlier.version :], earlier
    if seat is None or not moves or now.is_over:
        return False
    for number, move in enumerate(moves):
        if number:
            # The first move needs no copy, and the last one no replay: most acts have a single move.
            tried = tried.copy()
            tried.play(moves[number - 1])
        if tried.to_move != seat or reveals(tried.view(seat), move):
            return False
    return bool(now.record()["deal"] == earlier.record()["deal"])
