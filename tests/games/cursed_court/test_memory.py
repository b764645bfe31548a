"""The cache of page parts."""

from __future__ import annotations

from courtly.games.cursed_court.memory import ViewCache, cache_text


def test_cached_value_is_made_once_until_it_is_evicted() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    memory = ViewCache(most=1)
    found = [memory.get_or_make(name, lambda name=name: make(name)) for name in ("a", "a", "b", "a")]  # type: ignore[misc]
    assert found == ["A", "A", "B", "A"]
    assert made == ["a", "b", "a"]


def test_different_plain_values_have_different_texts() -> None:
    assert cache_text("printed") == "printed"
    assert cache_text({"b": 1, "a": 2}) == cache_text({"a": 2, "b": 1}) != cache_text({"a": 1, "b": 2})
