"""The hidden facts of Courtisans, derived from section 10 of the rules and the public course of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from courtly.engine.play.match import Match
from courtly.games.courtisans.content import CARD_IDS, missions_of
from courtly.games.courtisans.state import HAND
from courtly.testing import Slot, Unknown


def unknown(match: Match, audience: int | None) -> Unknown:
    """Return the slots of hands, deck and removed cards (10.2, 10.8), spies (10.5, 10.6), missions (10.3, 10.8)."""
    deck = match.record()["deal"]["deck"]
    aside = Counter(CARD_IDS[kind] for kind in match.setup.content.cards) - Counter(deck)
    cards = list(aside.elements())
    lying, seen = hidden_spies(match, audience), seen_places(match, audience)
    anywhere = [place for place in range(len(deck)) if place not in seen | lying.keys()]
    spies: list[Slot] = [(("deal", "deck", place), ("moves", number, 1)) for place, number in lying.items()]
    spies += dealt(place for place in anywhere if is_spy(deck[place]))
    spies += spare(number for number, card in enumerate(cards) if is_spy(card))
    groups = [spies, [*dealt(anywhere), *spare(range(len(cards)))]]
    # The order of three cards that were drawn together is hidden from all audiences.
    groups += [dealt(seen & {*range(start, start + HAND)}) for start in range(0, len(deck), HAND)]
    left = sorted(set(missions_of(match.setup.content)) - {card for pair in pairs(match) for card in pair})
    return Unknown([*groups, *missions(match, audience, left, len(cards))], [*cards, *left])


def dealt(places: Iterable[int]) -> list[Slot]:
    return [(("deal", "deck", place),) for place in places]


def spare(numbers: Iterable[int]) -> list[Slot]:
    return [(("spare", number),) for number in numbers]


def pairs(match: Match) -> list[list[str]]:
    dealt_pairs: list[list[str]] = match.record()["deal"]["missions"]
    return dealt_pairs


def is_spy(card: str) -> bool:
    return card.endswith(".spy")


def owner(match: Match, start: int) -> int:
    """Return the seat that gets the three cards that begin at index `start` of the deck (2.7)."""
    group, first = start // HAND, int(match.view(None)["first"])
    return group if group < match.players else (first + group) % match.players


def plays(match: Match) -> list[tuple[int, int]]:
    """Return, for every played card, its index in the deck and the index of its move (3.2, 3.8)."""
    deck, first = match.record()["deal"]["deck"], int(match.view(None)["first"])
    moves = [(number, move.split(" ")[1]) for number, move in enumerate(match.moves) if move.startswith("play ")]
    found: list[tuple[int, int]] = []
    for count, (number, card) in enumerate(moves):
        turn = count // HAND
        start = HAND * ((first + turn) % match.players if turn < match.players else turn)
        used = {place for place, _ in found}
        place = next(place for place in range(start, start + HAND) if deck[place] == card and place not in used)
        found.append((place, number))
    return found


def hidden_spies(match: Match, audience: int | None) -> dict[int, int]:
    """Return the deck indices of spies that the audience does not know, each with the index of its move."""
    deck = match.record()["deal"]["deck"]
    played = [(place, number) for place, number in plays(match) if is_spy(deck[place])]
    told = [spy["by"] == audience or (match.is_over and spy["area"] is not None) for spy in match.view(None)["spies"]]
    return {place: number for (place, number), known in zip(played, told, strict=True) if not known}


def seen_places(match: Match, audience: int | None) -> set[int]:
    """Return the deck indices of cards that the audience has seen: cards played face up, and its own cards."""
    deck = match.record()["deal"]["deck"]
    drawn = len(deck) - int(match.view(None)["deck"])
    own = {place for place in range(drawn) if owner(match, place // HAND * HAND) == audience}
    return own | {place for place, _ in plays(match)} - hidden_spies(match, audience).keys()


def missions(match: Match, audience: int | None, left: list[str], before: int) -> list[list[Slot]]:
    """Return the slots of hidden missions, by colour.

    If all missions have one colour, the order of the two missions of a known pair is hidden, too.
    """
    ids, colours = missions_of(match.setup.content), 2 if match.options["edition"] == "2024" else 1
    unseen = [] if match.is_over else [seat for seat in range(match.players) if seat != audience]
    groups: list[list[Slot]] = [[] for _ in range(colours)]
    for seat in unseen:
        for number in range(2):
            groups[number % colours].append((("deal", "missions", seat, number),))
    for number, mission in enumerate(left):
        colour = ids.index(mission) * colours // len(ids)
        groups[colour] += spare([before + number])
    if colours == 1:
        seen = [seat for seat in range(match.players) if seat not in unseen]
        groups += [[(("deal", "missions", seat, number),) for number in range(2)] for seat in seen]
    return groups
