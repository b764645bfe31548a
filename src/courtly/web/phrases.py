"""What can be said at a table with one press, each line read by everybody in their own language."""

from __future__ import annotations

from courtly.text.languages import marked

PHRASES = {
    "hello": marked("Hello!"),
    "ready": marked("Ready when you are."),
    "moment": marked("One moment, please."),
    "well-played": marked("Well played!"),
    "thanks": marked("Thank you."),
    "again": marked("Another match?"),
    "goodbye": marked("I must go. Goodbye!"),
}
"""The phrases by the id under which they are sent and kept."""
