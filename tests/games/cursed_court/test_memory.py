"""What is remembered of values, so that it is not made again."""

from __future__ import annotations

from courtly.games.cursed_court.memory import Memory, plain


def test_what_is_made_of_a_value_is_made_once_until_it_is_forgotten() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    memory = Memory(most=1)
    found = [memory.find(name, lambda name=name: make(name)) for name in ("a", "a", "b", "a")]  # type: ignore[misc]
    assert found == ["A", "A", "B", "A"]
    assert made == ["a", "b", "a"]


def test_plain_values_that_differ_have_texts_that_differ() -> None:
    assert plain("printed") == "printed"
    assert plain({"b": 1, "a": 2}) == plain({"a": 2, "b": 1}) != plain({"a": 1, "b": 2})
