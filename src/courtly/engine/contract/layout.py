"""A class with described fields becomes a NumPy structured dtype.

A layout is never instantiated: at run time a state is an element of an array of that dtype, which compiled and plain
Python both read as `s.field`. What a field means, and who may know it, is said once, beside its type; the contract
tests read it from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from operator import methodcaller
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from courtly.engine.errors import BadLayout, shown
from courtly.engine.sentences import said

Ints = npt.NDArray[np.int8]
"""An array field of a state, as kernels see it."""

States = np.ndarray[tuple[int], np.dtype[np.void]]
"""An array of states or contents: one record an element."""


class Seen(StrEnum):
    """Who may know a field's value while the match runs."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    """One row per seat, each known to that seat alone."""
    NOBODY = "nobody"
    RULED = "ruled"
    """Known in part, as the rules say; the field's text names the clause."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a layout: its dtype, shape, meaning, the value for "none", who may know it, and its range.

    `least` and `most` bound the values but "none"; where no range is given they are 0 and the largest of the dtype.
    """

    dtype: np.dtype[Any]
    text: str
    shape: tuple[int, ...]
    none: int | None
    seen: Seen
    least: int
    most: int


def field(dtype: npt.DTypeLike, text: str, **details: Any) -> Any:
    """Describe one field of a layout.

    Parameters
    ----------
    dtype
        The scalar type of the field or of its elements.
    text
        What it means, with its unit or range.
    **details
        `shape` (a tuple, default a scalar), `none` (the value that stands for "none"), `seen` (default everybody),
        `least` and `most` (its range, default 0 and the largest number of the type).
    """
    shape = details.pop("shape", ())
    none = details.pop("none", None)
    seen = details.pop("seen", Seen.EVERYBODY)
    largest = int(np.iinfo(dtype).max) if np.issubdtype(dtype, np.integer) else 1
    least, most = details.pop("least", 0), details.pop("most", largest)
    if details:
        message = said("a field has no detail {given}", given=shown(min(details)))
        raise BadLayout(message, given=sorted(details), allowed="shape, none, seen, least, most")
    places = shape if isinstance(shape, tuple) else (shape,)
    return Field(np.dtype(dtype), text, places, none, seen, least, most)


class Layout:
    """The base of record classes: fields in the order in which they are written.

    Examples
    --------
    >>> class Pot(Layout):
    ...     coins: Ints = field(np.int8, "coins of each seat", shape=(2,))
    >>> pots = Pot.empty(3)
    >>> pots[1].coins[0] = 5
    >>> pots[1].coins.tolist()
    [5, 0]
    """

    fields: ClassVar[dict[str, Field]] = {}
    dtype: ClassVar[np.dtype[np.void]]
    Record: ClassVar[type[np.void]]
    """The class of one element of an array of that dtype."""

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        cls.fields = {**cls.fields, **own}
        if not cls.fields:
            message = said("{layout} has no fields", layout=cls.__name__)
            raise BadLayout(message, given=cls.__name__, allowed=said("at least one field(...)"))
        for name in own:
            if hasattr(np.void, name):
                field_name = f"{cls.__name__}.{name}"
                message = said("{field} would be hidden by NumPy's own attribute of that name", field=field_name)
                raise BadLayout(message, given=name, where=cls.__name__, allowed=said("another name"))
        formats = [(name, f.dtype, f.shape) for name, f in cls.fields.items()]
        cls.Record, cls.dtype = _record_class(cls, np.dtype(formats, align=True))

    @classmethod
    def empty(cls, count: int = 1) -> States:
        """Return an array of `count` records, every byte zero."""
        return cast(States, np.zeros(count, cls.dtype))


def _record_class(layout: type[Layout], dtype: np.dtype[np.void]) -> tuple[type[np.void], np.dtype[np.void]]:
    """Return a class of records of this dtype, and the dtype whose elements are such records.

    Elements of a plain structured dtype know only `s["field"]`. Those of NumPy's own record know `s.field` too, but
    look the field up in Python code each time, which is most of what plain Python would do in a match.
    """
    places = {name: place[:2] for name, place in (dtype.fields or {}).items()}
    properties = {name: _property(*place) for name, place in places.items()}
    body: dict[str, Any] = {
        "__slots__": (),
        "__doc__": f"One record of {layout.__name__}.",
        "__module__": layout.__module__,
        "__qualname__": f"{layout.__qualname__}.Record",
        "__getattribute__": object.__getattribute__,
        "__setattr__": object.__setattr__,
    }
    record = type("Record", (np.void,), {**body, **properties})
    return record, np.dtype((record, dtype))


def _property(dtype: np.dtype[Any], offset: int) -> property:
    """Return the field of that type and place, to read and to write."""

    def write(record: Any, value: Any) -> None:
        record.setfield(value, dtype, offset)

    return property(methodcaller("getfield", dtype, offset), write)
