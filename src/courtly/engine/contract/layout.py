"""A class with described fields becomes a NumPy structured dtype.

A layout is never instantiated. At run time a state is an element of an array of that dtype; compiled code and plain
Python both read it as `s.field`. The meaning and the visibility of a field are declared next to its type, and the
contract tests read them there.
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
"""An array of states or contents, one record per element."""


class Visibility(StrEnum):
    """Who may know the value of a field while the match runs."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    """One row per seat, known to that seat only."""
    NOBODY = "nobody"
    RULED = "ruled"
    """Partly known, as the rules say; the field's text names the clause."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a layout: its dtype, shape, meaning, value for "none", visibility and range.

    `least` and `most` bound all values other than "none". By default they are 0 and the largest value of the dtype.
    """

    dtype: np.dtype[Any]
    text: str
    shape: tuple[int, ...]
    none: int | None
    visibility: Visibility
    least: int
    most: int


def field(dtype: npt.DTypeLike, text: str, **details: Any) -> Any:
    """Describe one field of a layout.

    Parameters
    ----------
    dtype
        The scalar type of the field or of its elements.
    text
        The meaning of the field, with its unit or range.
    **details
        `shape` (a tuple, default a scalar), `none` (the value for "none"), `visibility` (default public), `least` and
        `most` (the range, default 0 and the largest value of the type).
    """
    shape = details.pop("shape", ())
    none = details.pop("none", None)
    visibility = details.pop("visibility", Visibility.EVERYBODY)
    largest = int(np.iinfo(dtype).max) if np.issubdtype(dtype, np.integer) else 1
    least, most = details.pop("least", 0), details.pop("most", largest)
    if details:
        message = said("a field has no detail {given}", given=shown(min(details)))
        raise BadLayout(message, given=sorted(details), allowed="shape, none, visibility, least, most")
    places = shape if isinstance(shape, tuple) else (shape,)
    return Field(np.dtype(dtype), text, places, none, visibility, least, most)


class Layout:
    """Base class of records: the fields in order of declaration.

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
    """The class of one element of such an array."""

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
    """Return a class of records with this dtype, and the dtype whose elements are instances of that class.

    Elements of a plain structured dtype support only `s["field"]`. NumPy's own record class supports `s.field` too, but
    looks up the field in Python code on every access. That lookup would dominate the time of a match in plain Python.
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
    """Return a property that reads and writes the field of this dtype at this offset."""

    def write(record: Any, value: Any) -> None:
        record.setfield(value, dtype, offset)

    return property(methodcaller("getfield", dtype, offset), write)
