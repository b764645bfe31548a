"""Any change to a card set leaves it valid or gives reported problems, never a crash."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from courtly.games.monarch.cardset import BadCards, CardForm, CardSet, cards_from, parse_cards, write_cards
from tests.games.monarch.documents import house_document

FORMS: list[CardForm] = ["toml", "json", "csv"]

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-120, 120),
    st.sampled_from([math.nan, math.inf, 4.0, 10**30, -1, 0]),
    st.sampled_from(["", "might", "none", "any", "all", "gold", "x" * 100, "\ud800", "beast", "tiger-pelt", "gain"]),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from(["kind", "en", "gold", "path", "odd"]), st.integers(0, 3), max_size=3),
)


def holders(value: Any) -> Iterator[Any]:
    """Yield every table and list of a document."""
    if isinstance(value, dict | list):
        yield value
        for below in value.values() if isinstance(value, dict) else value:
            yield from holders(below)


def mutate(data: st.DataObject, document: dict[str, Any]) -> None:
    """Make a random change to a document, in place."""
    choices = [each for each in holders(document) if each]
    holder = choices[data.draw(st.integers(0, len(choices) - 1))]
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    key, other = (keys[data.draw(st.integers(0, len(keys) - 1))] for _ in range(2))
    act = data.draw(st.sampled_from(["drop", "put", "rename", "move", "double"]))
    if act == "put":
        holder[key] = data.draw(ODD)
    elif act == "move":
        holder[key] = holder[other]
    elif act == "drop":
        del holder[key]
    elif isinstance(holder, list):
        holder.append(holder[key])
    elif act == "rename":
        holder[data.draw(st.text(max_size=5))] = holder.pop(key)
    else:
        holder[f"{key}-too"] = holder[key]


def outcome(read: Callable[[], CardSet]) -> list[str]:
    """Return the problems of a set without their lines, or an empty list for a valid set."""
    try:
        read()
    except BadCards as error:
        return checked_problems(error)
    return []


def checked_problems(error: BadCards) -> list[str]:
    """Return the problems of an error, after checking that each is complete and can be displayed."""
    assert len(str(error).splitlines()) == 1 + len(error.problems) + bool(error.more) > 1
    assert all(problem.code and problem.place and str(problem.sentence) for problem in error.problems)
    assert str(error).encode()
    assert json.dumps(error.as_dict())
    if error.more:  # the selection of listed problems depends on their lines
        return [f"{len(error.problems) + error.more} problems"]
    return sorted(f"{problem.code} {problem.place}" for problem in error.problems)


@settings(max_examples=25)
@given(st.data(), st.integers(1, 4))
def test_a_changed_set_is_read_or_refused(data: st.DataObject, times: int) -> None:
    document = house_document()
    for _ in range(times):
        mutate(data, document)
    found = outcome(lambda: cards_from(document))
    text = write_cards(document, form="json")
    assert outcome(lambda: parse_cards(text, form="json")) == found
    if not found:
        assert outcome(lambda: parse_cards(write_cards(document))) == []


@settings(max_examples=40)
@given(st.data())
def test_a_changed_text_is_read_or_refused(data: st.DataObject) -> None:
    form: CardForm = data.draw(st.sampled_from(FORMS))
    text = write_cards(house_document(), form=form)
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 40))
    middle = data.draw(st.text(alphabet="[]{}=,;.:#'\"\n\r\\ a1é\x00", max_size=8))
    outcome(lambda: parse_cards(text[:start] + middle + text[start + length :], form=form))
