"""Table talk over the API: parses new lines, and translates phrases for each client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.journal import Line, Player
from courtly.tables.refusals import Reused
from courtly.tables.store.errors import Conflict
from courtly.tables.talk import LINE_LENGTH, Talk
from courtly.tables.values import is_plain
from courtly.text.locales import Locale
from courtly.web.api.models import NewLine
from courtly.web.errors import BadForm
from courtly.web.phrases import PHRASES


async def say(to: Talk, player: Player, table: str, sent: NewLine) -> Line:
    """Add a line of table talk. A repeated command adds it only once.

    Raises
    ------
    NoSuchTable, NotAllowed, BadForm
    Reused
        The command was sent before with a different line.
    """
    line = Line(0, environment().now(), player.id, None, _text(sent), sent.phrase, sent.command)
    try:
        return await to.say(player, table, line)
    except Conflict:
        message = said("the command id {id} was already used with other text", id=sent.command)
        raise Reused(message, given=sent.command, where="command") from None


def _text(sent: NewLine) -> str | None:
    if (sent.text is None) == (sent.phrase is None):
        message = said("a chat message has either text or a phrase")
        raise BadForm(message, where="text", allowed=["text", "phrase"])
    if sent.phrase is not None:
        if sent.phrase not in PHRASES:
            known = listing(list(PHRASES))
            message = said("there is no phrase {given}; choose from {known}", given=shown(sent.phrase), known=known)
            raise BadForm(message, given=sent.phrase, where="phrase", allowed=list(PHRASES))
        return None
    text = str(sent.text).strip()
    if not is_plain(text, LINE_LENGTH):
        allowed = said("1 to {most} printable characters", most=LINE_LENGTH)
        message = said("a chat message must have {allowed}", allowed=allowed)
        raise BadForm(message, given=sent.text, where="text", allowed=allowed)
    return text


def worded_line(line: Mapping[str, Any], locale: Locale) -> dict[str, Any]:
    """Return a line for a client, with a phrase translated."""
    phrase = line.get("phrase")
    return {**line, "text": locale.say(PHRASES[phrase])} if phrase in PHRASES else dict(line)
