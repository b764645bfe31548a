"""Whether the last moves of a match can be taken back: only moves that have shown nothing new to any seat."""

from __future__ import annotations

from courtly.engine.play.match import Match


def can_take_back(earlier: Match, now: Match) -> bool:
    """Return whether the moves between an earlier position of a match and the present one can be taken back.

    One seat has made all of them, and the match is not over. By `AudienceView.reveals`, no move has revealed anything
    but the mover's own cards and choice, and nothing was dealt. The result depends only on the knowledge of that seat.
    """
    seat, reveals = earlier.to_move, now.setup.game.audience_view.reveals
    moves = now.moves[earlier.version :]
    if seat is None or not moves or now.is_over:
        return False
    positions = [earlier]
    for move in moves[:-1]:
        following = positions[-1].copy()
        following.play(move)
        positions.append(following)
    # The last move first: it is the one that most often reveals something.
    for position, move in zip(reversed(positions), reversed(moves), strict=True):
        if position.to_move != seat or reveals(position.view(seat), move):
            return False
    return bool(now.record()["deal"] == earlier.record()["deal"])
