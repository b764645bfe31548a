"""The captions of a move: short ones are shown together, and a long move has several, one after another."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from courtly.tables.acts import EntryBody, matches, take_back
from courtly.tables.audience import serialize_for
from courtly.tables.journal import Entry
from courtly.tables.state import TableState
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.api.narration import MAX_CAPTION, NarratedEntry, Narrator
from courtly.web.members import TOLD_TO_ITS_PLAYER, entry_words
from tests.games.monarch.builders import begin
from tests.web.captions import captions_of

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MARKET = "insistent-peddler stone-bridge mill-stream old-nurse toll-drum"


def test_a_short_move_has_one_caption() -> None:
    match = begin(2, MARKET)
    assert captions_of(match, "buy toll-drum") == [
        "You buy Toll Drum for 4 gold. You add Toll Drum to your court. New in the market: Tiger Pelt."
    ]


def test_a_move_that_resolves_moons_has_a_caption_for_each_event() -> None:
    bought, moon, asks = captions_of(begin(4, f"{MARKET} harvest-moon raiders-moon"), "buy toll-drum")
    assert bought == "You buy Toll Drum for 4 gold. You add Toll Drum to your court."
    assert moon.startswith("Harvest Moon rises. Gains and losses: you +4 food; Isaure")
    assert moon.endswith("; Aldric +4 food.")
    assert asks == "Raiders' Moon rises. The sisters may together pay 5 gold."


def test_an_event_with_a_long_text_has_several_captions() -> None:
    match = begin(4, f"{MARKET} harvest-moon raiders-moon")
    _, moon, rest, asks = found = captions_of(match, "buy toll-drum", "fr")
    assert moon.startswith(
        "«\u202fLune des moissons\u202f» se lève. Gains et pertes\u202f: vous +4 vivres\u202f; Isaure"
    )
    assert rest == "Aldric +4 vivres."
    assert asks.startswith("«\u202fLune des pillards\u202f» se lève.")
    assert max(map(len, found)) <= MAX_CAPTION


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (matches.TookTimeOff(7), "Ann takes 7 days off."),
        (matches.TookTimeOff(1), "Ann takes a day off."),
        (
            matches.Forfeited("courtier"),
            "Ann has run out of time and forfeits: a bot (level courtier) plays to the end.",
        ),
    ],
)
def test_acts_of_slow_tables_are_told_with_their_figures(body: EntryBody, words: str) -> None:
    narrator = Narrator("en")
    person = {"kind": "person", "name": "Ann", "player": "a", "colour": "red"}
    opened = {"host": "a", "game": "courtisans", "options": {"players": 2}, "seats": [person, {}], "seed": 1}
    state = TableState.of("table", [first := Entry(0, NOON, "open", 1, 0, data=opened)])
    narrator.narrate(serialize_for(state, first, "watch"), None)
    entry = Entry(1, NOON, body.act, 1, 0, 0, data=body.data())
    assert narrator.narrate(serialize_for(state, entry, "watch"), None)["sentence"] == words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (take_back.AskedToTakeBack(), "You ask to take back the move."),
        (take_back.Agreed(), "You agree."),
        (take_back.Refused(), "You do not agree: the move stands."),
        (matches.TookTimeOff(7), "You take 7 days off."),
        (matches.Returned(), "You are back."),
        (matches.BecameReady("rose"), "Ann is ready."),
    ],
)
def test_players_read_their_own_acts_as_you(body: EntryBody, words: str) -> None:
    narrator = Narrator("en")
    person = {"kind": "person", "name": "Ann", "player": "a", "colour": "red"}
    opened = {"host": "a", "game": "courtisans", "options": {"players": 2}, "seats": [person, {}], "seed": 1}
    state = TableState.of("table", [first := Entry(0, NOON, "open", 1, 0, data=opened)])
    narrator.narrate(serialize_for(state, first, 0), 0)
    entry = Entry(1, NOON, body.act, 1, 0, 0, data=body.data())
    assert narrator.narrate(serialize_for(state, entry, 0), 0)["sentence"] == words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_to_its_own_player_has_no_name(lang: str) -> None:
    for sentence in TOLD_TO_ITS_PLAYER.values():
        told = entry_words(sentence, {"bot": "steward", "days": 2}, "NAME", Locale(lang), other="OTHER")
        assert "NAME" not in told
        assert "{" not in told


def test_the_moves_after_a_take_back_are_told_without_those_that_do_not_count() -> None:
    seats = [{"kind": "person", "name": name, "player": name, "colour": "red"} for name in ("Ann", "Bo")]
    opened = {"host": "Ann", "game": "courtisans", "options": {"players": 2}, "seats": seats, "seed": 1}
    state = TableState("table")

    def told(act: str, data: dict[str, Any]) -> NarratedEntry:
        sender, command = ("Ann", f"c{state.version}") if act == "move" else (None, None)
        seat = state.to_move if state.match else None
        entry = Entry(state.version, NOON, act, 1, state.turn, seat, sender, data, command)
        state.apply(entry)
        return narrator.narrate(serialize_for(state, entry, "watch"), None)

    narrator = Narrator("en")
    for act, data in (("open", opened), ("start", {"luck": 1, "seed": 1})):
        told(act, data)
    assert state.match is not None
    legal = state.match.legal_moves()
    first = told("move", {"move": legal[0]})
    assert told("taken_back", {"turn": 0})["sentence"].endswith("takes back a move.")
    again = told("move", {"move": legal[0]})
    assert again == first
