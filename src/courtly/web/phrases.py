"""Ready-made phrases for table talk, translated for each client."""

from __future__ import annotations

from courtly.text.languages import marked

PHRASES = {
    "hello": marked("Hello!"),
    "ready": marked("Ready when you are."),
    "moment": marked("One moment, please."),
    "well-played": marked("Well played!"),
    "thanks": marked("Thank you."),
    "again": marked("Rematch?"),
    "goodbye": marked("I have to go. Bye!"),
}
"""The phrases by id; tables store the id."""
