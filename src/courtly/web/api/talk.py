"""Table talk over the API: a line as it is sent, and as everybody reads it in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.tables.actor import now
from courtly.tables.journal import Line, Player
from courtly.tables.lobby import LINE_LENGTH, Lobby
from courtly.tables.refusals import Reused
from courtly.tables.store.errors import Conflict
from courtly.tables.values import is_plain
from courtly.text.reader import Reader
from courtly.web.api.models import NewLine
from courtly.web.errors import BadForm
from courtly.web.phrases import PHRASES


async def say(lobby: Lobby, player: Player, table: str, sent: NewLine) -> Line:
    """Add a line of table talk; sent again, it is there once.

    Raises
    ------
    NoSuchTable, NotAllowed, BadForm
    Reused
        The command came before with other words.
    """
    line = Line(0, now(), player.id, None, _text(sent), sent.phrase, sent.command)
    try:
        return await lobby.say(player, table, line)
    except Conflict:
        message = said("the command {id} was sent before, with other words", id=sent.command)
        raise Reused(message, given=sent.command, where="command") from None


def _text(sent: NewLine) -> str | None:
    if (sent.text is None) == (sent.phrase is None):
        message = said("a line of table talk has either text or a phrase")
        raise BadForm(message, where="text", allowed=["text", "phrase"])
    if sent.phrase is not None:
        if sent.phrase not in PHRASES:
            known = listing(list(PHRASES))
            message = said("there is no phrase {given}; there are {known}", given=shown(sent.phrase), known=known)
            raise BadForm(message, given=sent.phrase, where="phrase", allowed=list(PHRASES))
        return None
    text = str(sent.text).strip()
    if not is_plain(text, LINE_LENGTH):
        allowed = said("1 to {most} printable characters", most=LINE_LENGTH)
        message = said("a line of table talk takes {allowed}", allowed=allowed)
        raise BadForm(message, given=sent.text, where="text", allowed=allowed)
    return text


def worded_line(line: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """Return a line as it goes out, a phrase in the reader's words."""
    phrase = line.get("phrase")
    return {**line, "text": reader.say(PHRASES[phrase])} if phrase in PHRASES else dict(line)
