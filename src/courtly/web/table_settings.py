"""The settings of a table, as the form fields of a new one."""

from __future__ import annotations

from urllib.parse import urlencode

from courtly.tables.document import TableDocument
from courtly.tables.table_views import MatchView, TableView
from courtly.web import forms
from courtly.web.games import pages_of

LONGEST_ADDRESS = 2000
"""Maximum length of an address that contains the options of a match; a longer one names the table instead."""


def again_url(table_view: TableView) -> str:
    """Return the address of the form of a new table, filled in with the settings of this one."""
    address = f"/new?{urlencode(chosen_before(table_view))}"
    return address if len(address) <= LONGEST_ADDRESS else f"/new?{urlencode({'again': table_view.table.id})}"


def chosen_before(table_view: TableView) -> dict[str, str]:
    """Return the settings of a table, as form fields for a new table."""
    table, match = table_view.table, table_view.match
    options = forms.as_chosen(pages_of(table.game), table.options)
    seats = match.seats if match else table.seats
    own = _own_seat(match) if match else 0
    others = [seats[(own + step) % len(seats)] for step in range(1, len(seats))]
    sitters = {f"bot-{n}": seat.bot or forms.OPEN for n, seat in enumerate(others, 2)}
    clock = next((name for name, terms in forms.CLOCKS.items() if terms and terms == table.clock), None)
    return {
        "game": table.game,
        "name": seats[own].name if match and match.seat is not None else "",
        **options,
        **sitters,
        **({"clock": clock, "timeout": table.timeout} if clock else {}),
        **_stand_in_before(table),
        **{name: "false" for name in forms.ALLOWED if not getattr(table, name)},
        # Without other persons, a table has hints by default; a table with friends must not inherit them from it.
        **({"aids": "true"} if table.aids and table.persons > 1 else {}),
        **({"rated": "true"} if table.rated else {}),
        **({"delay": f"{table.delay['count']}-{table.delay['kind']}"} if table.delay else {}),
    }


def _stand_in_before(table: TableDocument) -> dict[str, str]:
    """Return the stand-in of a table as form fields; the delay only if absence brings it in."""
    minder = table.stand_in or {}
    away = next((name for name, (_, after) in forms.AWAY.items() if after and after == minder.get("after")), None)
    found = {"minder": minder.get("bot"), "away": away}
    return {name: value for name, value in found.items() if value is not None}


def _own_seat(match: MatchView) -> int:
    return match.seat if match.seat is not None else 0
