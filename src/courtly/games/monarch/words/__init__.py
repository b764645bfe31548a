"""Texts of Monarch in every language: names, card abilities, choices and the history of a match.

All texts are made from a card set, a view and a log, so they reveal only facts that the viewer may know.
"""

from courtly.games.monarch.words.abilities import (
    ability_lines,
    brief_power_words,
    condition_words,
    crowns_words,
    effect_words,
    effects_words,
    formula_words,
    moon_effect_words,
    moon_lines,
    pledge_words,
    power_words,
    requirement_words,
)
from courtly.games.monarch.words.choices import (
    DECISIONS,
    barter_words,
    credit_words,
    decision,
    end_words,
    is_last_round,
    last_round_words,
    move_words,
    question,
    when,
)
from courtly.games.monarch.words.history import BRIEF, brief_words, caption, event_words, moon_outcome_words
from courtly.games.monarch.words.names import (
    DOMAIN,
    ITEMS,
    card_name,
    card_text,
    cards_of,
    cards_words,
    cost_of,
    counted,
    emblem_name,
    item_name,
    kind_name,
    number,
    path_name,
    price_words,
    resource_name,
    set_name,
    set_notice,
    terrain_name,
    the_card,
)
from courtly.games.monarch.words.worth import Holding, why
from courtly.text.languages import marked

TITLE = "Monarch"
ABOUT = marked(
    "Sisters compete for their mother’s throne. Harvest and tax a shared land, improve it for all, gather a court "
    "of seven, send each other unwanted guests, and face the Moons together. 2 to 4 players."
)

__all__ = [
    "ABOUT",
    "BRIEF",
    "DECISIONS",
    "DOMAIN",
    "ITEMS",
    "TITLE",
    "Holding",
    "ability_lines",
    "barter_words",
    "brief_power_words",
    "brief_words",
    "caption",
    "card_name",
    "card_text",
    "cards_of",
    "cards_words",
    "condition_words",
    "cost_of",
    "counted",
    "credit_words",
    "crowns_words",
    "decision",
    "effect_words",
    "effects_words",
    "emblem_name",
    "end_words",
    "event_words",
    "formula_words",
    "is_last_round",
    "item_name",
    "kind_name",
    "last_round_words",
    "moon_effect_words",
    "moon_lines",
    "moon_outcome_words",
    "move_words",
    "number",
    "path_name",
    "pledge_words",
    "power_words",
    "price_words",
    "question",
    "requirement_words",
    "resource_name",
    "set_name",
    "set_notice",
    "terrain_name",
    "the_card",
    "when",
    "why",
]
