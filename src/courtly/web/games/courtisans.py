"""Courtisans on the pages: the table, the choices and the scoring, built from one seat's view and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from courtly.engine.words import marked
from courtly.games.courtisans import words
from courtly.web.contexts import LogLine
from courtly.web.games.base import GamePages
from courtly.web.games.courtisans_contexts import (
    Chip,
    Choice,
    Column,
    Domain,
    Final,
    HandCard,
    Mission,
    SeatScore,
    Turn,
    Zone,
)
from courtly.web.seen import Seen
from courtly.web.text import Speaker
from courtly.web.verdict import headline

COLUMNS = ("butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp")
"""The columns of the mat from left to right; spies wait in the Queen's."""

OPTION_TITLES = {
    "players": marked("Players"),
    "edition": marked("Edition"),
    "mission_count": marked("Nobles in missions"),
}
OPTION_VALUES = {
    "2024": marked("2024: one white and one blue mission each, 3 points"),
    "2023": marked("2023: two missions each, 2 points"),
    "nobles-double": marked("A noble counts as two"),
    "cards": marked("One card is one card"),
}
ZONES = {
    "table": marked("Queen's table"),
    "own": marked("Yours"),
    "other": marked("Somebody else's"),
}
STANDING = {
    "esteemed": marked("{family}: {above} above, {below} below; esteemed so far."),
    "fallen": marked("{family}: {above} above, {below} below; fallen from grace so far."),
    "neutral": marked("{family}: {above} above, {below} below; neutral so far."),
}
STANDING_AT_THE_END = {
    "esteemed": marked("{family}: {above} above, {below} below; esteemed."),
    "fallen": marked("{family}: {above} above, {below} below; fallen from grace."),
    "neutral": marked("{family}: {above} above, {below} below; neutral."),
}


class Courtisans(GamePages):
    """The pages of Courtisans; see `courtly.web.games.GamePages`."""

    name = "courtisans"
    called = "Courtisans"
    about = marked(
        "Raise a family in the Queen's esteem or bring it down. Each turn you play three cards: one at her table, "
        "one in your own domain, one in somebody else's. Esteemed courtiers are worth a point, the fallen cost one."
    )

    def option_title(self, option: str, speaker: Speaker) -> str:
        """Return what an option is called."""
        return speaker.say(OPTION_TITLES.get(option, option))

    def option_help(self, option: str, speaker: Speaker) -> str:
        """Return nothing: the values of this game's options say what they do."""
        return ""

    def option_value(self, option: str, value: str, speaker: Speaker) -> str:
        """Return what a value of an option is called."""
        return speaker.say(OPTION_VALUES.get(value, value))

    def log(self, seen: Seen) -> list[LogLine]:
        """Return what has happened, in sentences."""
        return _log_lines(seen.view["log"], seen)

    def news(self, seen: Seen) -> list[LogLine]:
        """Return what has happened since the reader's last turn."""
        return _log_lines(seen.news, seen)

    def move_words(self, move: str, seen: Seen) -> str:
        """Return a legal move of the reader's in words."""
        return words.move_words(move, seen.speaker.lang, names=seen.names, seat=seen.seat)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        return headline(seen)

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        view, say = seen.view, seen.speaker.say
        return Turn(
            asked=_asked(seen),
            columns=_columns(seen, _table_standing(view)),
            domains=_domains(seen),
            hand=_hand(seen),
            zones=_zones(seen),
            targets=_targets(seen),
            spare=_spare(seen),
            missions=[_mission(mission, seen) for mission in view["missions"][seen.seat] or []],
            eliminated=[_chip(card, seen) for card in view["eliminated"]],
            deck=seen.speaker.count("{n} card in the deck", "{n} cards in the deck", view["deck"]),
            turn=say("Turn {turn} of {turns}", turn=view["turn"], turns=view["turns"]),
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        result = seen.view["result"]
        statuses = {entry["family"]: (entry["above"], entry["below"]) for entry in result["families"]}
        return Final(
            columns=_columns(seen, statuses),
            seats=[_seat_score(seat, seen) for seat in _ranking(result["scores"])],
            eliminated=[_chip(card, seen) for card in seen.view["eliminated"]],
            missions_most=max(len(missions) for missions in result["missions"]),
        )


COURTISANS = Courtisans()


def _log_lines(entries: Sequence[Mapping[str, Any]], seen: Seen) -> list[LogLine]:
    """Return lines of the log as sentences."""
    lang = seen.speaker.lang
    return [LogLine(words.log_words(entry, seen.names, lang), entry["seat"] == seen.seat) for entry in entries]


def _asked(seen: Seen) -> str:
    """Return what is asked of whom, in one sentence."""
    view, say = seen.view, seen.speaker.say
    if view["to_move"] is None:
        return say("The banquet is over.")
    if view["to_move"] != seen.seat:
        return say("Waiting for {name}.", name=seen.names[view["to_move"]])
    if view["phase"] == "kill":
        return _asked_target(seen)
    return say("Your turn: choose a card, then where it goes.")


def _asked_target(seen: Seen) -> str:
    """Return the question that an assassin puts."""
    say, pending = seen.speaker.say, seen.view["pending"]
    if pending == "above":
        return say("Your assassin sits above the Queen's table. Whom does it eliminate there, on either side?")
    if pending == "below":
        return say("Your assassin sits below the Queen's table. Whom does it eliminate there, on either side?")
    if pending == f"domain:{seen.seat}":
        return say("Your assassin sits in your own domain. Whom does it eliminate there?")
    owner = words.owner_form(seen.names[int(pending.partition(":")[2])], seen.speaker.lang)
    return say("Your assassin sits in {owner} domain. Whom does it eliminate there?", owner=owner)


def _table_standing(view: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Return each family's face-up count above and below the mat."""
    return {family: (sides["above"], sides["below"]) for family, sides in view["standing"].items()}


def status(above: int, below: int) -> str:
    """Return the status that a count above and a count below the mat amount to."""
    return "esteemed" if above > below else "fallen" if below > above else "neutral"


def _columns(seen: Seen, counts: Mapping[str, tuple[int, int]]) -> list[Column]:
    """Return the seven columns of the mat; the Queen's counts the spies that wait there."""
    above, below = (_by_column(area, seen) for area in ("above", "below"))
    waiting = (len(above["queen"]), len(below["queen"]))
    return [_column(family, above[family], below[family], seen, counts.get(family, waiting)) for family in COLUMNS]


def _column(family: str, above: list[Chip], below: list[Chip], seen: Seen, counts: tuple[int, int]) -> Column:
    """Return one column."""
    lang, say = seen.speaker.lang, seen.speaker.say
    name = words.family_name(family, lang)
    state = "queen" if family == "queen" else status(*counts)
    letter = words.family_letter(family, lang) if family != "queen" else ""
    sentences = STANDING if seen.view["result"] is None else STANDING_AT_THE_END
    summary = say(sentences[state], family=name, above=counts[0], below=counts[1]) if state in sentences else ""
    status_words = words.status_name(state, lang) if state in sentences else ""
    return Column(family, name, letter, above, below, *counts, state, status_words, summary)


def _by_column(area: str, seen: Seen) -> dict[str, list[Chip]]:
    """Return the cards of one side of the Queen's table by the column they lie in."""
    columns: dict[str, list[Chip]] = {family: [] for family in COLUMNS}
    for card, chip in zip(seen.view["areas"][area], _area(area, seen), strict=True):
        family = card.partition(".")[0]
        columns[family if family in columns else "queen"].append(chip)
    return columns


def _area(area: str, seen: Seen) -> list[Chip]:
    """Return the cards of an area, those that others played since the reader's last turn marked as fresh."""
    fresh = _fresh(area, seen)
    chips = []
    for card in reversed(seen.view["areas"][area]):
        chips.append(_chip(card, seen, fresh=fresh[card] > 0))
        fresh[card] -= 1
    return chips[::-1]


def _fresh(area: str, seen: Seen) -> Counter[str]:
    """Return how many of each card others have played to an area since the reader's last turn; none once it is over."""
    moves = [entry["move"].split(" ") for entry in seen.news if seen.view["result"] is None]
    return Counter(move[1] for move in moves if move[0] == "play" and move[2] == area)


def _chip(card: str, seen: Seen, *, fresh: bool = False) -> Chip:
    """Return a card, or a spy by its number, as it is drawn for this reader."""
    lang = seen.speaker.lang
    if card.startswith("spy:"):
        return _spy_chip(int(card.partition(":")[2]), seen, fresh=fresh)
    family, _, role = card.partition(".")
    return Chip(
        family=family,
        role="" if role == "plain" else role,
        letter=words.family_letter(family, lang),
        label=words.card_name(card, lang),
        fresh=fresh,
    )


def _spy_chip(number: int, seen: Seen, *, fresh: bool) -> Chip:
    """Return a card that lies face down, with what this reader knows of it."""
    spy = next(spy for spy in seen.view["spies"] if spy["n"] == number)
    lang, say = seen.speaker.lang, seen.speaker.say
    chip = Chip(
        family=None,
        role="",
        letter=str(number),
        label=say("Spy {n}, played by {name}", n=number, name=seen.names[spy["by"]]),
        fresh=fresh,
    )
    if spy["card"] is None:
        return chip
    family, card = spy["card"].partition(".")[0], words.card_name(spy["card"], lang)
    label = say("Spy {n}, yours: {card}", n=number, card=card)
    return replace(chip, label=label, known=family, known_letter=words.family_letter(family, lang))


def _domains(seen: Seen) -> list[Domain]:
    """Return the domains, the reader's first and the others in turn order after it."""
    seats = len(seen.names)
    return [_domain((seen.seat + step) % seats, seen) for step in range(seats)]


def _domain(seat: int, seen: Seen) -> Domain:
    """Return what lies before one seat."""
    view, area = seen.view, f"domain:{seat}"
    title = words.area_name(area, seen.speaker.lang, names=seen.names, seat=seen.seat)
    mine, to_move = seat == seen.seat, seat == view["to_move"]
    first, hand = seat == view["first"], view["hands"][seat]
    return Domain(seat, seen.names[seat], title, mine, to_move, first, hand, _area(area, seen))


def _hand(seen: Seen) -> list[HandCard]:
    """Return the reader's cards; a single one is chosen already."""
    hand = seen.view["hand"] or []
    return [HandCard(f"play {card}", _chip(card, seen), len(hand) == 1) for card in hand]


def _zones(seen: Seen) -> list[Zone]:
    """Return the three areas of a turn, each with the places in it that are legal now."""
    if seen.view["to_move"] != seen.seat or seen.view["phase"] != "play":
        return []
    places = list(dict.fromkeys(move.split(" ")[2] for move in seen.view["legal"]))
    choices: dict[str, list[Choice]] = {zone: [] for zone in ZONES}
    for place in places:
        choices[_zone(place, seen.seat)].append(_place(place, seen))
    used = seen.view["used"]
    return [Zone(seen.speaker.say(title), zone in used, choices[zone]) for zone, title in ZONES.items()]


def _zone(place: str, seat: int) -> str:
    """Return which of the three areas of a turn a place belongs to."""
    if place in ("above", "below"):
        return "table"
    return "own" if place == f"domain:{seat}" else "other"


def _place(place: str, seen: Seen) -> Choice:
    """Return the button of a place."""
    say = seen.speaker.say
    hint = words.area_name(place, seen.speaker.lang, names=seen.names, seat=seen.seat)
    if place in ("above", "below"):
        return Choice(place, say("Above") if place == "above" else say("Below"), hint)
    seat = int(place.partition(":")[2])
    return Choice(place, hint if seat == seen.seat else seen.names[seat], hint)


def _targets(seen: Seen) -> list[Choice]:
    """Return the cards that an assassin may eliminate."""
    return [_target(move, seen) for move in seen.view["legal"] if move.startswith("kill ")]


def _target(move: str, seen: Seen) -> Choice:
    """Return the button of a target; where it lies is said when it may lie on either side."""
    _, card, area, *_ = [*move.split(" "), ""]
    lang, chip = seen.speaker.lang, _chip(card, seen)
    sentence = words.move_words(move, lang, names=seen.names, seat=seen.seat)
    name = words.card_name(card, lang)
    return Choice(move, name[:1].upper() + name[1:], sentence, chip, _side(area or _area_of(card, seen), seen))


def _area_of(spy: str, seen: Seen) -> str:
    """Return where a spy lies."""
    areas: Mapping[str, Sequence[str]] = seen.view["areas"]
    return next(area for area, cards in areas.items() if spy in cards)


def _side(area: str, seen: Seen) -> str:
    """Return the side of the Queen's table, in a word; empty for a domain."""
    say = seen.speaker.say
    return {"above": say("above"), "below": say("below")}.get(area, "")


def _spare(seen: Seen) -> Choice | None:
    """Return the button that eliminates nobody, when that is a choice."""
    if "spare" not in seen.view["legal"]:
        return None
    label = words.move_words("spare", seen.speaker.lang)
    return Choice("spare", label, label)


def _mission(mission: str, seen: Seen, *, met: bool = False, points: int = 0) -> Mission:
    """Return a mission card."""
    colour = words.mission_colour(mission, seen.view["options"]["edition"]) or ""
    return Mission(words.mission_text(mission, seen.speaker.lang), colour, met, points)


def _ranking(scores: Sequence[int]) -> list[int]:
    """Return the seats, best first."""
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def _seat_score(seat: int, seen: Seen) -> SeatScore:
    """Return how one seat came to its points."""
    result = seen.view["result"]
    domain = [_scored(entry, seen) for entry in result["domains"][seat]]
    missions = [_mission(e["mission"], seen, met=e["met"], points=e["points"]) for e in result["missions"][seat]]
    return SeatScore(
        name=seen.names[seat],
        mine=seat == seen.seat,
        winner=seat in result["winners"],
        domain=domain,
        domain_points=_sum(chip.points for chip in domain),
        missions=missions,
        mission_points=_sum(mission.points for mission in missions),
        total=result["scores"][seat],
    )


def _scored(entry: Mapping[str, Any], seen: Seen) -> Chip:
    """Return a card of a domain with its points."""
    return replace(_chip(entry["card"], seen), points=entry["points"], spied=entry["spy"] is not None)


def _sum(points: Iterable[int | None]) -> int:
    """Return the sum of points that are known."""
    return sum(p for p in points if p is not None)
