"""The settings that a study tries: the chosen options, and the same options with one option changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from courtly.engine.contract.game import find_game
from courtly.engine.contract.options import Options, read_options
from courtly.engine.errors import BadOption


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of options.

    Attributes
    ----------
    label
        The option that differs from the chosen options; empty for the chosen options themselves.
    kind
        `base`, `players` or `option`.
    options
        The options as in a match record.
    """

    label: str
    kind: str
    options: dict[str, Any]


def settings(game: str, options: dict[str, Any]) -> list[Setting]:
    """Return the settings to study, beginning with the chosen options. Invalid combinations are left out."""
    model = find_game(game).rules.options
    base = read_options(model, options)
    found = [Setting("", "base", base.given())]
    for name, value in _changes(model, base):
        try:
            changed = read_options(model, {**base.given(), name: value})
        except BadOption:
            continue
        label = f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        found.append(Setting(label, "players" if name == "players" else "option", changed.given()))
    return found


def _changes(model: type[Options], base: Options) -> Iterator[tuple[str, Any]]:
    """Yield each option with each of its other values, for options with few values."""
    for name, info in model.model_fields.items():
        for value in _values(name, info):
            if value != getattr(base, name):
                yield name, value


def _values(name: str, info: FieldInfo) -> list[Any]:
    if info.annotation is bool:
        return [False, True]
    if get_origin(info.annotation) is Literal:
        return list(get_args(info.annotation))
    if name != "players":
        return []
    low = next(each.ge for each in info.metadata if hasattr(each, "ge"))
    high = next(each.le for each in info.metadata if hasattr(each, "le"))
    return list(range(low, high + 1))
