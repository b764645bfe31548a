"""Card sets of Monarch: reading and validating documents, and the values of the cards.

`cards` holds the values. `loading` reads them from a file, a text or a document, or raises an error with all problems.
"""

from courtly.documents.problems import Problem
from courtly.games.monarch.cardset.cards import (
    Banner,
    CardSet,
    Court,
    Effect,
    Entry,
    Formula,
    Guest,
    Improvement,
    Land,
    Moon,
    Names,
    Pledge,
    Power,
)
from courtly.games.monarch.cardset.loading import (
    HOUSE,
    Checked,
    cards_from,
    check_cards,
    check_file,
    chosen_cards,
    form_of,
    form_of_text,
    house,
    house_hash,
    house_text,
    load_cards,
    parse_cards,
    read_card_file,
    read_text,
)
from courtly.games.monarch.cardset.problems import BadCards
from courtly.games.monarch.cardset.sheets import SEPARATORS, CardForm, write_sheet
from courtly.games.monarch.cardset.writing import write_cards

__all__ = [
    "HOUSE",
    "SEPARATORS",
    "BadCards",
    "Banner",
    "CardForm",
    "CardSet",
    "Checked",
    "Court",
    "Effect",
    "Entry",
    "Formula",
    "Guest",
    "Improvement",
    "Land",
    "Moon",
    "Names",
    "Pledge",
    "Power",
    "Problem",
    "cards_from",
    "check_cards",
    "check_file",
    "chosen_cards",
    "form_of",
    "form_of_text",
    "house",
    "house_hash",
    "house_text",
    "load_cards",
    "parse_cards",
    "read_card_file",
    "read_text",
    "write_cards",
    "write_sheet",
]
