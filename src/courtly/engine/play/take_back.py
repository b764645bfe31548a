"""Whether the last moves of a match can be taken back: only moves that have shown nothing new to any seat."""

from __future__ import annotations

from courtly.engine.play.match import Match


def can_take_back(earlier: Match, now: Match) -> bool:
    """Return whether the moves between an earlier position of a match and the present one can be taken back.

    One seat has made all of them, and the match is not over. By `AudienceView.reveals`, no move has revealed anything
    but the mover's own cards and choice, and nothing was dealt. The result depends only on the knowledge of that seat.
    """
    seat, reveals = earlier.to_move, now.setup.game.audience_view.reveals
    tried, moves = earlier.copy(), now.moves[earlier.version :]
    for move in moves:
        if seat is None or tried.to_move != seat or reveals(tried.view(seat), move):
            return False
        tried.play(move)
    return bool(moves) and not tried.is_over and tried.record()["deal"] == earlier.record()["deal"]
